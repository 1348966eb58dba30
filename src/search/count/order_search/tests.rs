//! Counts by threads that share a memo against the oracle, through pauses, small memos and restored
//! states.

use super::*;
use crate::engine::Subproblem;
use crate::engine::memo::tests::{ORDERS, TEXTS, aztec, symmetric};
use crate::engine::memo::{CanonicalMode, Counts, Order, Orders, SavedStack, machine};
use crate::engine::tests::latin;
use crate::engine::tests::oracle;
use crate::natural::Natural;
use crate::problem::Problem;
use crate::search::limits::{CancelToken, StopReason};
use crate::tests::part_of;

fn start(
    problem: &Problem,
    (order, mode): (Order, CanonicalMode),
    memory: usize,
) -> OrderSearch<Counts> {
    let plan = Orders::new(problem, None, mode).plan(order);
    let search = machine(problem, None, &Subproblem::default(), &plan, Counts, memory);
    let mut search = OrderSearch::new(search);
    search.limit_memory(memory);
    search
}

/// Searches on for some nodes. Returns the status, and how often the callback was called.
fn advance(search: &mut OrderSearch<Counts>, nodes: u64, limits: &Limits) -> (Status, usize) {
    let mut looks = 0;
    let nodes_before = search.work().nodes;
    let allowance = Allowance { nodes, limits, nodes_before, is_watched: true };
    let status = search.advance(allowance, &mut |_, _| looks += 1);
    (status, looks)
}

/// Counts by turns of so many nodes each, with several threads after the first turn. After the
/// turns that `keep` accepts, the state is saved and restored in a new search.
fn count(
    problem: &Problem,
    order: (Order, CanonicalMode),
    (memory, threads, nodes): (usize, usize, u64),
    keep: impl Fn(usize) -> bool,
) -> (Natural, MemoStats) {
    let limits = Limits::default();
    let mut search = start(problem, order, memory);
    let (mut turns, mut done) = (0, 0);
    while advance(&mut search, nodes, &limits).0 == Status::Paused {
        turns += 1;
        assert!(search.value().is_none() && search.work().nodes > done);
        done = search.work().nodes;
        let (share, first) = (search.share(), search.searches[0].share());
        assert!(share <= 0.0 && share >= first && share <= first + 1.0 + 1e-9);
        if keep(turns) {
            let saved: SavedStack = search.save();
            search = start(problem, order, memory);
            assert!(search.restore(&saved));
            done = 0;
        }
        search.share_among(threads);
        search.limit_memory(memory);
    }
    assert_eq!(search.searches().count(), if turns == 0 { 1 } else { threads });
    assert_eq!(search.value(), Some(&search.at_least()));
    let holding = search.holding();
    (search.into_finished().value().expect("it is done").clone(), holding)
}

#[test]
fn threads_count_what_the_oracle_counts() {
    let mut seed = 29;
    let mut random = |bound: u64| crate::splitmix::next(&mut seed) % bound;
    let mut texts: Vec<String> = TEXTS.iter().map(ToString::to_string).collect();
    texts.extend((0..part_of(100)).map(|_| symmetric(&mut random)));
    for text in texts {
        let problem: Problem = text.parse().unwrap();
        let expected = Natural::Word(oracle(&problem, &[]));
        for order in ORDERS {
            for (memory, threads, nodes) in [(0, 2, 1), (1 << 12, 3, 4), (1 << 20, 4, 2)] {
                for keeps in [false, true] {
                    let keep = |turn: usize| keeps && turn.is_power_of_two();
                    let way = (order, CanonicalMode::On);
                    let (count, _) = count(&problem, way, (memory, threads, nodes), keep);
                    assert_eq!(count, expected, "{order:?} {memory} {threads} {keeps}\n{text}");
                }
            }
        }
    }
}

/// The memo is full, and its entries are evicted, while threads share it.
#[test]
fn threads_count_large_problems_in_little_memory() {
    let problems = [(latin(5), 161_280), (aztec(6), 1 << 21)];
    for (text, expected) in problems.into_iter().take(part_of(2)) {
        let problem: Problem = text.parse().unwrap();
        for order in ORDERS {
            for (memory, threads, nodes) in [(40 << 10, 3, 1 << 9), (1 << 22, 2, 1 << 8)] {
                let keep = |turn| turn == 5;
                let way = (order, CanonicalMode::Off);
                let (count, memo) = count(&problem, way, (memory, threads, nodes), keep);
                assert_eq!(count, Natural::Word(expected), "{order:?} {memory}");
                assert_eq!(memo.evicted > 0, memory < 1 << 20, "{memo:?}");
            }
        }
    }
}

/// The last option of the item `first` leaves nothing to do. It is half of the options, but not
/// half of the work.
#[test]
fn an_easy_last_option_is_not_half_of_the_work() {
    let latin = latin(7);
    let (items, options) = latin.split_once('\n').unwrap();
    let problem: Problem =
        format!("first {items}\nfirst\n{options}first {items}\n").parse().unwrap();
    let mut search = start(&problem, (Order::Frontier, CanonicalMode::Off), 1 << 22);
    let limits = Limits::default();
    assert_eq!(advance(&mut search, 50, &limits).0, Status::Paused);
    search.share_among(2);
    // Until the other thread has done its first option.
    while search.searches[1].share() < -1.01 {
        assert_eq!(advance(&mut search, 20, &limits).0, Status::Paused);
    }
    let (share, first) = (search.share(), search.searches[0].share());
    assert!(first < -5.0 && share <= first + 1.0, "{share} {first}");
    let sizes: Vec<f64> = search.searches().map(MemoSearch::size).collect();
    assert!(search.size() <= 2.0 * sizes[0] && search.size() >= sizes[0], "{sizes:?}");
    let mut next = start(&problem, (Order::Frontier, CanonicalMode::Off), 1 << 22);
    assert!(next.restore(&search.save()));
    assert!((next.share() - first).abs() < 1e-9, "the first thread is saved");
}

/// A memo without memory for some turns is used again when there is some.
#[test]
fn a_memo_gets_its_memory_back() {
    let problem: Problem = aztec(6).parse().unwrap();
    let limits = Limits::default();
    let mut search = start(&problem, (Order::Frontier, CanonicalMode::Off), 1 << 22);
    assert_eq!(advance(&mut search, 500, &limits).0, Status::Paused);
    search.share_among(2);
    search.limit_memory(0);
    assert_eq!(advance(&mut search, 2000, &limits).0, Status::Paused);
    let held = search.holding().entries;
    assert!(held < 100, "{held}");
    search.limit_memory(1 << 22);
    let before = search.work();
    assert_eq!(advance(&mut search, u64::MAX, &limits).0, Status::Done);
    let work = search.work().since(before);
    assert!(search.holding().entries > 10 * held + 100 && work.nodes < 50_000, "{work:?}");
    assert_eq!(search.at_least(), Natural::Word(1 << 21));
}

/// A limit ends a turn of several threads, and what they have found until then is a lower bound.
#[test]
fn threads_keep_the_limits() {
    let problem: Problem = latin(7).parse().unwrap();
    let mut search = start(&problem, (Order::Fewest, CanonicalMode::On), 1 << 22);
    let limits = Limits::default();
    assert_eq!(advance(&mut search, 5000, &limits).0, Status::Paused);
    search.share_among(2);
    let (status, looks) = advance(&mut search, 20_000, &limits);
    // How often this thread looks at the limits depends on how much the other one does meanwhile.
    assert!(status == Status::Paused && looks > 0, "{looks}");
    let before = search.work().nodes;
    let limits = Limits { nodes: Some(before + 3000), ..Limits::default() };
    assert_eq!(advance(&mut search, u64::MAX, &limits).0, Status::Paused);
    let nodes = search.work().nodes;
    assert!(nodes >= before + 3000 && limits.reached(0, nodes) == Some(StopReason::NodeLimit));
    let token = CancelToken::new();
    token.cancel();
    let limits = Limits { cancel: Some(token), ..Limits::default() };
    assert_eq!(advance(&mut search, u64::MAX, &limits).0, Status::Paused);
    assert_eq!(search.work().nodes, nodes, "nothing is searched");
    let all = Natural::Word(61_479_419_904_000);
    assert!(search.value().is_none() && search.at_least() <= all);
}
