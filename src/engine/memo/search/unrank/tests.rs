//! The solutions with all indices are all solutions, each once.

use super::*;
use crate::engine::memo::search::Status;
use crate::engine::memo::tests::{ORDERS, TEXTS, aztec, steiner, symmetric};
use crate::engine::memo::{CanonicalMode, Order, Orders, machine};
use crate::engine::memo::{CappedCounts, Counts};
use crate::engine::subproblem::Subproblem;
use crate::engine::tests::latin;
use crate::engine::tests::oracle;
use crate::ids::to_u64;
use crate::natural::Natural;
use crate::problem::Problem;
use crate::solution::Solution;
use crate::tests::part_of;
use std::collections::HashSet;

type Search = MemoSearch<Counts>;

/// A search that has counted the solutions.
fn finished(problem: &Problem, order: Order, mode: CanonicalMode, bytes: usize) -> Search {
    finish(beginning(problem, order, mode, bytes))
}

fn beginning(problem: &Problem, order: Order, mode: CanonicalMode, bytes: usize) -> Search {
    let plan = Orders::new(problem, None, mode).plan(order);
    let mut search = machine(problem, None, &Subproblem::default(), &plan, Counts, bytes);
    if mode == CanonicalMode::On {
        search.always_find_orbits();
    }
    search
}

fn finish(mut search: Search) -> Search {
    while search.advance(1000) == Status::Paused {}
    search
}

/// The solution with an index, verified.
fn solution(search: &mut Search, problem: &Problem, index: u64) -> Solution {
    let options = search.solution(Natural::Word(index), &mut |_| true).expect("nothing stops it");
    let solution = Solution::new(options);
    assert_eq!(solution.verify(problem), Ok(()));
    solution
}

/// The solutions are all, and their order depends on that of items alone.
fn check(problem: &Problem, expected: u64) {
    for order in ORDERS {
        let mut lists = Vec::new();
        for mode in CanonicalMode::ALL {
            for (bytes, uses_sets) in [(0, false), (1 << 16, false), (1 << 16, true)] {
                let mut search = beginning(problem, order, mode, bytes);
                search.use_sets(uses_sets);
                let mut search = finish(search);
                assert_eq!(search.value(), Some(&Natural::Word(expected)));
                let all = (0..expected).map(|index| solution(&mut search, problem, index));
                lists.push(all.collect::<Vec<_>>());
            }
        }
        let all: HashSet<_> = lists[0].iter().collect();
        assert_eq!(to_u64(all.len()), expected, "{order:?}");
        assert!(lists.iter().all(|list| *list == lists[0]), "{order:?}");
    }
}

#[test]
fn each_index_has_a_solution_of_its_own() {
    let parts = [
        "a b c d e f\na b\na\nb\nc d\nc\nd\ne f\ne\nf\n",
        "a b c d | x\na x:1\na\nb x:1\nb\nc x:2\nc\nd\n",
    ];
    let texts = TEXTS.into_iter().chain(parts).map(str::to_owned);
    for text in texts.chain([aztec(2), aztec(3), latin(3)]) {
        let problem: Problem = text.parse().unwrap();
        check(&problem, oracle(&problem, &[]));
    }
}

/// The last of several parts can be all that is left.
#[test]
fn parts_that_do_not_fit_into_memory_are_one() {
    let text = "a b c d e f g h\na b\na\nb\nc d\nc\nd\ne f\ne\nf\ng h\ng\nh\n";
    let problem: Problem = text.parse().unwrap();
    let mut parts = Vec::new();
    for most_words in 0..5 {
        let mut search = beginning(&problem, Order::Frontier, CanonicalMode::Off, 1 << 16);
        search.finder.most_words = most_words;
        let mut search = finish(search);
        assert_eq!(search.value(), Some(&Natural::Word(16)));
        let all: HashSet<_> = (0..16).map(|index| solution(&mut search, &problem, index)).collect();
        assert_eq!(all.len(), 16);
        assert!(search.finder.keys.is_empty());
        parts.push(search.finder.find_always(&search.subproblem));
    }
    assert_eq!(parts, [1, 1, 2, 3, 4]);
}

/// What capped counts find is what counts find, as far as it goes.
fn check_capped(problem: &Problem, expected: u64) {
    for order in ORDERS {
        for mode in CanonicalMode::ALL {
            let mut search = finished(problem, order, mode, 1 << 16);
            for most in [1, 2, 3, 5, 64] {
                let plan = Orders::new(problem, None, mode).plan(order);
                let values = CappedCounts { most };
                let root = Subproblem::default();
                let mut capped = machine(problem, None, &root, &plan, values, 1 << 12);
                if mode == CanonicalMode::On {
                    capped.always_find_orbits();
                    capped.always_look_up_in_progress();
                }
                while capped.advance(7) != Status::Done {}
                let count = expected.min(most);
                assert_eq!(capped.value(), Some(&count), "{order:?} {mode:?} {problem:?}");
                for index in 0..count {
                    let mut nodes = 1;
                    let found = loop {
                        let end = capped.work().nodes + nodes;
                        match capped.solution(index, &mut |nodes| nodes < end) {
                            Some(found) => break found,
                            None => nodes *= 2,
                        }
                    };
                    assert_eq!(Solution::new(found), solution(&mut search, problem, index));
                }
            }
        }
    }
}

#[test]
fn capped_counts_find_the_first_solutions() {
    let parts = "a b c d e f g h\na b\na\nb\nc d\nc\nd\ne f\ne\nf\ng h\ng\nh\n";
    let texts = TEXTS.into_iter().chain([parts]).map(str::to_owned);
    for text in texts.chain([aztec(3), latin(3), latin(4)]) {
        let problem: Problem = text.parse().unwrap();
        check_capped(&problem, oracle(&problem, &[]));
    }
    let mut seed = 29;
    let mut random = |bound: u64| crate::splitmix::next(&mut seed) % bound;
    let mut large = 0;
    for _ in 0..part_of(600) {
        let problem: Problem = symmetric(&mut random).parse().unwrap();
        if problem.options().len() <= 14 {
            let count = oracle(&problem, &[]);
            check_capped(&problem, count);
            large += usize::from(count > 5);
        }
    }
    assert!(large > 10, "{large}");
}

#[test]
#[ignore = "it takes several seconds"]
fn each_latin_square_of_order_4_has_an_index() {
    check(&latin(4).parse().unwrap(), 576);
}

#[test]
fn each_index_has_a_solution_of_its_own_in_random_problems() {
    let mut seed = 23;
    let mut random = |bound: u64| crate::splitmix::next(&mut seed) % bound;
    let (mut solvable, mut large) = (0, 0);
    let cases = part_of(800);
    for _ in 0..cases {
        let problem: Problem = symmetric(&mut random).parse().unwrap();
        if problem.options().len() > 14 {
            continue;
        }
        let count = oracle(&problem, &[]);
        check(&problem, count);
        solvable += usize::from(count > 0);
        large += usize::from(count > 10);
    }
    assert!(solvable > cases / 6 && large > cases / 60, "{solvable} {large} of {cases}");
}

/// A projective plane of order 3, where all options of an item are equivalent at the first choices:
/// one of them was searched.
#[test]
fn options_that_were_not_searched_are_chosen() {
    let problem: Problem = steiner(13, 4).parse().unwrap();
    for order in ORDERS {
        let mut search = finished(&problem, order, CanonicalMode::On, 1 << 20);
        let mut other = finished(&problem, order, CanonicalMode::Auto, 1 << 20);
        let indices: Vec<_> = (0..1_108_800).step_by(55_439).collect();
        let mut solutions = |&index: &u64| solution(&mut search, &problem, index);
        let all: Vec<_> = indices.iter().map(&mut solutions).collect();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 21);
        // What earlier draws have put into the memo changes nothing.
        let backwards: Vec<_> = indices.iter().rev().map(solutions).collect();
        assert!(all.iter().eq(backwards.iter().rev()));
        let others = indices.iter().map(|&index| solution(&mut other, &problem, index));
        assert!(all.iter().cloned().eq(others));
    }
}

#[test]
fn a_search_that_is_stopped_can_go_on() {
    let problem: Problem = latin(5).parse().unwrap();
    let mut search = finished(&problem, Order::Frontier, CanonicalMode::Auto, 0);
    let first = solution(&mut search, &problem, 100_000);
    assert_eq!(search.solution(Natural::Word(100_000), &mut |_| false), None);
    assert_eq!(solution(&mut search, &problem, 100_000), first);
}
