//! Both ways of removing options lead to the same subproblems.

use super::*;
use crate::engine::memo::parts::Finder;
use crate::engine::memo::tests::{aztec, interchangeable, steiner, symmetric};
use crate::engine::memo::{CanonicalMode, Order, Orders};
use crate::engine::tests::latin;
use crate::engine::tests::{Kind, random};
use crate::problem::Problem;
use crate::tests::Random;

fn subproblem(problem: &Problem, uses_sets: bool) -> MemoSubproblem {
    let plan = Orders::new(problem, None, CanonicalMode::Off).plan(Order::Frontier);
    let mut subproblem = MemoSubproblem::new(Layout::new(problem, &plan.items, None, &[]));
    subproblem.use_sets(uses_sets);
    subproblem
}

/// What a search sees of a subproblem, with its parts.
#[derive(Debug, PartialEq)]
struct View {
    left: Vec<u64>,
    states: Vec<u32>,
    /// Those of open items.
    sizes: Vec<u32>,
    key: Vec<u64>,
    hash: u64,
    path: Vec<u32>,
    parts: Vec<u64>,
}

fn view(own: &MemoSubproblem) -> View {
    let mut finder = Finder::new(own);
    finder.find_always(own);
    let mut path = own.path.clone();
    path.sort_unstable();
    let open = (0..to_u32(own.states.len())).filter(|&item| own.states[as_index(item)] != 0);
    View {
        left: own.left.to_vec(),
        states: own.states.clone(),
        sizes: open.map(|item| own.size(item)).collect(),
        key: own.key.words.clone(),
        hash: own.key.hash,
        path,
        parts: finder.keys,
    }
}

/// The subproblems that walks have reached, those with several parts, and choices without a
/// solution.
#[derive(Debug, Default)]
struct Reached {
    subproblems: u32,
    split: u32,
    wiped_out: u32,
}

/// Makes the same random choices in both, and undoes them.
fn walk(both: &mut [MemoSubproblem; 2], depth: u32, numbers: &mut Random, reached: &mut Reached) {
    let before = view(&both[0]);
    assert_eq!(view(&both[1]), before);
    assert_eq!(both[0].key.hash, both[0].layout.key_layout.hash(&both[0].key.words));
    reached.subproblems += 1;
    reached.split += u32::from(!before.parts.is_empty());
    let options: Vec<_> =
        (0..to_u32(both[0].layout.names.len())).filter(|&option| both[0].is_left(option)).collect();
    if depth == 0 || options.is_empty() {
        return;
    }
    let marks = both.each_mut().map(MemoSubproblem::mark);
    for _ in 0..3 {
        let option = options[numbers.below(options.len())];
        let drops = numbers.one_in(4);
        let [by_lists, by_sets] = both.each_mut().map(|own| {
            let is_possible = if drops { own.drop_option(option) } else { own.choose(option) };
            is_possible && own.propagate()
        });
        assert_eq!(by_lists, by_sets);
        if by_lists {
            walk(both, depth - 1, numbers, reached);
        } else {
            reached.wiped_out += 1;
        }
        both.iter_mut().zip(marks).for_each(|(own, mark)| own.undo(mark));
        for own in &mut *both {
            assert_eq!(view(own), before);
        }
    }
}

fn compare(text: &str, numbers: &mut Random, reached: &mut Reached) {
    let problem: Problem = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut both = [false, true].map(|uses_sets| subproblem(&problem, uses_sets));
    let [by_lists, by_sets] = both.each_mut().map(MemoSubproblem::propagate);
    assert_eq!(by_lists, by_sets, "{text}");
    if by_lists {
        walk(&mut both, 4, numbers, reached);
    }
}

#[test]
fn lists_and_sets_lead_to_the_same_subproblems() {
    let mut numbers = Random(3);
    let mut reached = Reached::default();
    for text in [aztec(3), aztec(6), latin(4), latin(6), steiner(9, 3), steiner(13, 4)] {
        for _ in 0..10 {
            compare(&text, &mut numbers, &mut reached);
            compare(&with_bounds(&text, &mut numbers), &mut numbers, &mut reached);
        }
    }
    for kind in [Kind::Plain, Kind::Colors, Kind::Multiplicities] {
        for _ in 0..400 {
            compare(&random(kind, &mut numbers), &mut numbers, &mut reached);
        }
    }
    for _ in 0..400 {
        let mut below = |bound: u64| numbers.next() % bound;
        let texts = [symmetric(&mut below), interchangeable(&mut below)];
        texts.iter().for_each(|text| compare(text, &mut numbers, &mut reached));
    }
    let Reached { subproblems, split, wiped_out } = reached;
    assert!(subproblems > 10_000 && split > 500 && wiped_out > 1000, "{reached:?}");
}

/// The same problem with random bounds.
fn with_bounds(text: &str, numbers: &mut Random) -> String {
    let (items, options) = text.split_once('\n').unwrap();
    let mut bounded = String::new();
    for item in items.split_whitespace() {
        bounded += ["", "1:2|", "0:2|", "2:3|"][numbers.below(4)];
        bounded += item;
        bounded.push(' ');
    }
    bounded + "\n" + options
}

/// Sets are for items with many options each; an item that is covered several times removes few.
#[test]
fn sets_are_used_where_a_choice_removes_many_options() {
    let design = steiner(13, 4);
    let (pairs, blocks) = design.split_once('\n').unwrap();
    // Each pair of points is in `count` blocks.
    let bounded = |count: u32| {
        let bound = |pair: &str| format!("{count}|{pair} ");
        pairs.split_whitespace().map(bound).collect::<String>() + "\n" + blocks
    };
    let table = [
        (design.clone(), true),
        (bounded(1), true),
        (bounded(5), false),
        (aztec(6), false),
        (latin(6), false),
    ];
    for (text, uses_sets) in table {
        let problem: Problem = text.parse().unwrap();
        let items: Vec<_> = problem.items().collect();
        let layout = Layout::new(&problem, &items, None, &[]);
        assert_eq!(ItemSets::is_faster(&layout), uses_sets, "{text}");
    }
}
