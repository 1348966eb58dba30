//! A search that is saved and restored, again and again and with an empty memo, counts what one
//! without interruption counts.

use super::saved::{SavedEntry, SavedFrame, SavedStack};
use super::*;
use crate::engine::memo::tests::{ORDERS, TEXTS, aztec, symmetric};
use crate::engine::memo::{Counts, Orders, machine};
use crate::engine::tests::latin;
use crate::engine::tests::oracle;
use crate::ids::OptionId;
use crate::natural::Natural;
use crate::problem::Problem;
use crate::tests::part_of;

type Search = MemoSearch<Counts>;

fn search(problem: &Problem, order: Order, mode: CanonicalMode) -> Search {
    let plan = Orders::new(problem, None, mode).plan(order);
    let mut search = machine(problem, None, &Subproblem::default(), &plan, Counts, 1 << 20);
    search.always_look_up_in_progress();
    search
}

/// What is saved without the memo.
fn stack(search: &Search) -> (Vec<SavedFrame>, Option<Natural>) {
    let SavedStack { frames, value, .. } = search.save();
    (frames, value)
}

/// All that is saved.
fn with_memo(search: &Search) -> SavedStack {
    search.save().with_memo(search.memo.table().expect("it is not shared"))
}

/// How often frames of each kind and known values were saved.
#[derive(Debug, Default)]
struct Saves {
    branches: usize,
    picks: usize,
    splits: usize,
    values: usize,
    /// Branches with options that stand for others.
    orbits: usize,
}

impl Saves {
    fn note(&mut self, saved: &SavedStack) {
        for frame in &saved.frames {
            match frame {
                SavedFrame::Branch { orbits, .. } => {
                    self.branches += 1;
                    self.orbits += usize::from(!orbits.is_empty());
                }
                SavedFrame::Pick { .. } => self.picks += 1,
                SavedFrame::Split { .. } => self.splits += 1,
            }
        }
        self.values += usize::from(saved.value.is_some());
    }
}

/// Counts, with a new search after so many nodes. Every other search removes options by sets.
fn interrupted(
    problem: &Problem,
    order: Order,
    mode: CanonicalMode,
    nodes: u64,
    saves: &mut Saves,
) -> Natural {
    let search = |uses_sets| {
        let mut search = search(problem, order, mode);
        search.use_sets(uses_sets);
        if mode == CanonicalMode::On {
            search.always_find_orbits();
        }
        search
    };
    let (mut current, mut uses_sets) = (search(false), false);
    while current.advance(nodes) == Status::Paused {
        let saved = current.save();
        saves.note(&saved);
        let (mut next, mut again) = (search(!uses_sets), search(uses_sets));
        uses_sets = !uses_sets;
        next.is_backwards = !current.is_backwards;
        assert_eq!(next.restore(&saved), Ok(()));
        assert_eq!(next.frames.len(), saved.frames.len());
        assert_eq!(again.restore(&next.save()), Ok(()));
        assert_eq!(stack(&again), stack(&next));
        assert!(next.at_least() >= current.at_least());
        if current.measurement.is_none() {
            assert!(next.share() >= current.share() - 1e-9);
        }
        current = next;
    }
    let result = current.save();
    assert_eq!(result.result(), current.value());
    let mut again = search(uses_sets);
    assert_eq!(again.restore(&result), Ok(()));
    assert_eq!(again.advance(1), Status::Done);
    again.value().expect("it is done").clone()
}

fn problems() -> impl Iterator<Item = Problem> {
    let parts = [
        "a b c d e f\na b\na\nb\nc d\nc\nd\ne f\ne\nf\n",
        "a b c d | x\na x:1\na\nb x:1\nb\nc x:2\nc\nd\n",
    ];
    let texts = TEXTS.into_iter().chain(parts).map(str::to_owned);
    texts.chain([aztec(2), latin(3)]).map(|text| text.parse().unwrap())
}

#[test]
fn interrupted_counts_are_those_of_the_oracle() {
    let mut saves = Saves::default();
    for problem in problems() {
        let expected = Natural::Word(oracle(&problem, &[]));
        for order in ORDERS {
            for mode in CanonicalMode::ALL {
                for nodes in 1..6 {
                    let count = interrupted(&problem, order, mode, nodes, &mut saves);
                    assert_eq!(count, expected, "{order:?} {mode} {nodes}");
                }
            }
        }
    }
    let Saves { branches, picks, splits, .. } = saves;
    assert!(branches > 100 && picks > 100 && splits > 20, "{saves:?}");
}

#[test]
fn interrupted_counts_of_random_problems_are_those_of_the_oracle() {
    let mut seed = 11;
    let mut random = |bound: u64| crate::splitmix::next(&mut seed) % bound;
    let mut saves = Saves::default();
    for round in 0..600 {
        let text = symmetric(&mut random);
        let problem: Problem = text.parse().unwrap();
        if problem.options().len() > 14 {
            continue;
        }
        let expected = Natural::Word(oracle(&problem, &[]));
        for order in ORDERS {
            for (nodes, mode) in [(1, CanonicalMode::Off), (3, CanonicalMode::On)] {
                let count = interrupted(&problem, order, mode, nodes, &mut saves);
                assert_eq!(count, expected, "{round} {order:?}\n{text}");
            }
        }
    }
    let Saves { picks, splits, values, orbits, .. } = saves;
    assert!(picks > 500 && splits > 500 && values > 50 && orbits > 50, "{saves:?}");
}

/// Each is interrupted once, at several points: without any memo, these counts would take hours.
#[test]
fn interrupted_counts_of_large_problems_are_known() {
    let table = [(latin(5), 161_280), (aztec(6), 1 << 21), (latin(6), 812_851_200)];
    for (text, expected) in table {
        let problem: Problem = text.parse().unwrap();
        for order in ORDERS {
            for mode in [CanonicalMode::Auto, CanonicalMode::On] {
                let mut whole = search(&problem, order, mode);
                let mut saves = vec![with_memo(&whole)];
                while whole.advance(1000) == Status::Paused {
                    saves.push(with_memo(&whole));
                }
                let step = saves.len().div_ceil(4);
                for saved in saves.iter().step_by(step) {
                    let mut next = search(&problem, order, mode);
                    assert_eq!(next.restore(saved), Ok(()));
                    assert!(next.restore_memo(saved));
                    while next.advance(1 << 20) == Status::Paused {}
                    let value = next.value();
                    assert_eq!(value, Some(&Natural::Word(expected)), "{order:?} {mode}");
                }
            }
        }
    }
}

/// While a subproblem is measured, its value is known.
#[test]
fn measurements_are_cut_short() {
    let problem: Problem = latin(7).parse().unwrap();
    let mut current = search(&problem, Order::Frontier, CanonicalMode::Auto);
    let mut measured = Vec::new();
    while current.advance(20) == Status::Paused && measured.len() < 3 {
        if current.measurement.is_some() {
            measured.push(current.save());
        }
    }
    assert!(!measured.is_empty(), "nothing was measured");
    for saved in measured {
        assert!(saved.value.is_some());
        let mut next = search(&problem, Order::Frontier, CanonicalMode::On);
        assert_eq!(next.restore(&saved), Ok(()));
        while next.advance(1 << 20) == Status::Paused {}
        assert_eq!(next.value(), Some(&Natural::Word(61_479_419_904_000)));
    }
}

/// States that do not belong to the problem are refused. Values can't be checked.
#[test]
fn forged_states_are_refused() {
    let refused = |text: &str, saved: &SavedStack| {
        let problem: Problem = text.parse().unwrap();
        ORDERS.map(|order| {
            let mut search = search(&problem, order, CanonicalMode::Off);
            let saved = SavedStack { problem: search.problem, ..saved.clone() };
            search.restore(&saved).is_err()
        })
    };
    let options = |numbers: &[usize]| numbers.iter().map(|&number| OptionId::new(number)).collect();
    let orbits = |numbers: &[usize], orbits: &[u32]| SavedFrame::Branch {
        options: options(numbers),
        orbits: orbits.to_vec(),
        sum: Natural::ONE,
        size: 1.0,
    };
    let branch = |numbers: &[usize]| orbits(numbers, &[]);
    let decision = |is_chosen| {
        let (sum, size) = (Natural::ONE, 1.0);
        SavedFrame::Pick { is_chosen, is_last: true, sum, size }
    };
    let pick = decision(true);
    let split = |parts: &[u32]| SavedFrame::Split {
        parts: parts.to_vec(),
        product: Natural::ONE,
        size: 1.0,
    };
    let stack = |frames: &[SavedFrame]| SavedStack {
        problem: 0,
        frames: frames.to_vec(),
        value: None,
        memo: Vec::new(),
    };
    let text = "a b\na\na\nb\nb\n";
    for good in [
        &[branch(&[0, 1])][..],
        &[branch(&[1])],
        &[orbits(&[1], &[2])],
        &[split(&[1, 0]), branch(&[2, 3])],
    ] {
        assert_eq!(refused(text, &stack(good)), [false; 2], "{good:?}");
    }
    let size = |size| SavedFrame::Branch {
        options: options(&[0]),
        orbits: Vec::new(),
        sum: Natural::ONE,
        size,
    };
    let bad = [
        vec![branch(&[])],
        vec![branch(&[2])],
        vec![branch(&[0, 7])],
        vec![branch(&[0, 0])],
        vec![branch(&[0, 1, 1])],
        vec![branch(&[0, 1]), branch(&[1])],
        vec![branch(&[0]), branch(&[2]), branch(&[2])],
        vec![branch(&[0]), split(&[0, 1])],
        vec![orbits(&[0], &[0])],
        vec![orbits(&[0], &[1, 1])],
        vec![orbits(&[0, 1], &[2])],
        vec![orbits(&[0], &[4])],
        vec![orbits(&[0, 1], &[u32::MAX, 1])],
        vec![pick.clone()],
        vec![split(&[])],
        vec![split(&[2])],
        vec![split(&[0, 0])],
        vec![split(&[0]), branch(&[2])],
        vec![split(&[0]), split(&[0])],
        vec![size(-1.0)],
        vec![size(f64::NAN)],
        vec![size(f64::INFINITY)],
    ];
    for frames in bad {
        assert_eq!(refused(text, &stack(&frames)), [true; 2], "{frames:?}");
    }
    // A problem without solutions has no frames.
    assert_eq!(refused("a b\na\n", &stack(&[branch(&[0])])), [true; 2]);
    // A branch where an option is to be decided, and options of a conflict.
    assert_eq!(refused("0:2|a\na\na\na\n", &stack(&[branch(&[0])])), [true; 2]);
    for second in [true, false] {
        let both = stack(&[pick.clone(), decision(second)]);
        assert_eq!(refused("0:2|a\na\na\na\n", &both), [false; 2]);
    }
    // Two of three are needed.
    let dropped = stack(&[decision(false), decision(false)]);
    assert_eq!(refused("2|a\na\na\na\n", &dropped), [true; 2]);
    let conflict = stack(&[branch(&[0])]);
    assert!(refused("a b c\na b\na c\nb\nb c\na b c\n", &conflict)[0]);
}

/// With entries of the memo, little is searched again.
#[test]
fn saved_entries_save_work() {
    let cases = [(latin(6), Order::Fewest), (aztec(8), Order::Frontier)];
    for (text, order) in cases.into_iter().take(part_of(2)) {
        let problem: Problem = text.parse().unwrap();
        let rest = |saved: &SavedStack, has_memo: bool| {
            let mut next = search(&problem, order, CanonicalMode::On);
            assert_eq!(next.restore(saved), Ok(()));
            assert!(!has_memo || next.restore_memo(saved));
            while next.advance(1 << 20) == Status::Paused {}
            (next.value().cloned(), next.work().nodes)
        };
        let mut whole = search(&problem, order, CanonicalMode::On);
        let mut saves = Vec::new();
        while whole.advance(1000) == Status::Paused {
            saves.push(with_memo(&whole));
        }
        let saved = &saves[saves.len() / 2];
        let ((count, nodes), (expected, all)) = (rest(saved, true), rest(saved, false));
        assert!(count == expected && count.as_ref() == whole.value());
        let left = whole.work().nodes / 2;
        assert!(nodes < left + left / 2 && nodes < all, "{nodes} of {all}, expected {left}");
    }
}

/// Keys that a problem does not have are refused.
#[test]
fn forged_entries_are_refused() {
    let problem: Problem = "0:2|a b | x y\na x:1\na x:2 y\nb\na b\n".parse().unwrap();
    let is_taken = |key: Vec<u64>, size: f64| {
        let memo = vec![SavedEntry(1, 1, size, key, Natural::ONE)];
        let saved = SavedStack { problem: 0, frames: Vec::new(), value: None, memo };
        search(&problem, Order::Frontier, CanonicalMode::On).restore_memo(&saved)
    };
    let root = search(&problem, Order::Frontier, CanonicalMode::On).subproblem.key.words;
    assert!(is_taken(root.clone(), 1.0));
    assert!(!is_taken(root.clone(), f64::NAN) && !is_taken(Vec::new(), 1.0));
    assert!(!is_taken(vec![u64::MAX], 1.0) && !is_taken([&root[..], &[0]].concat(), 1.0));
    let states: usize = (0..1 << 10).filter(|&word| is_taken(vec![word], 1.0)).count();
    // Three states of a, two of b, four of x, two of y; eight places in lists, or none.
    assert_eq!(states, 3 * 2 * 4 * 2 * 9);
    // Whatever has the form of a key can be labelled.
    let memo = (0..1 << 10).filter(|&word| is_taken(vec![word], 1.0));
    let mut own = search(&problem, Order::Frontier, CanonicalMode::On);
    for word in memo {
        if let Some(isomorphism) = &mut own.isomorphism {
            let hash = isomorphism.label(&own.subproblem);
            isomorphism.is_isomorphic(&own.subproblem.layout, &[word], hash);
        }
    }
}

/// Of several threads, one that has not begun is not the furthest.
#[test]
fn nothing_is_done_before_the_search_begins() {
    let problem: Problem = latin(4).parse().unwrap();
    let mut search = search(&problem, Order::Fewest, CanonicalMode::Off);
    assert_eq!(search.share(), f64::NEG_INFINITY);
    assert_eq!(search.advance(4), Status::Paused);
    assert!(search.share().is_finite() && search.share() < 0.0);
    while search.advance(100) == Status::Paused {}
    assert_eq!(search.share(), 0.0);
}
