//! A search in turns finds each solution once, and keeps the limits of its turns.

use super::*;
use crate::engine::least_cost::tests::{all, board};
use crate::engine::tests::{Kind, dominoes, random, with_costs};
use crate::ids::to_u64;
use crate::tests::{Random, part_of};
use std::cell::Cell;

/// The solutions of a search in turns, each in ascending order.
fn search(problem: &Problem, root: &Subproblem, effort_of_turn: u64) -> Vec<Vec<OptionId>> {
    let (mut search, mut solutions) = (FeasibilitySearch::new(problem, root), Vec::new());
    while !search.is_exhausted() {
        search.begin_turn(effort_of_turn, u64::MAX);
        search.run(&|| false);
        solutions.extend(search.take_found());
    }
    solutions.iter_mut().for_each(|solution| solution.sort_unstable());
    solutions.sort_unstable();
    solutions
}

/// All solutions of a part of a problem, in ascending order.
fn with_root(problem: &Problem, root: &Subproblem) -> Vec<Vec<OptionId>> {
    let is_in = |solution: &Vec<OptionId>| {
        let has = |option| solution.contains(option);
        root.include.iter().all(has) && !root.exclude.iter().any(has)
    };
    let solutions = all(problem).into_iter().map(|(solution, _)| solution);
    let mut solutions: Vec<_> = solutions.filter(is_in).collect();
    solutions.sort_unstable();
    solutions
}

#[test]
fn each_solution_is_found_once() {
    let mut several = 0;
    for seed in 0..part_of(400) {
        let mut numbers = Random(to_u64(seed));
        let kind = [Kind::Plain, Kind::Colors, Kind::Multiplicities][numbers.below(3)];
        let text = random(kind, &mut numbers);
        let problem: Problem = with_costs(&text, &mut numbers, 20).parse().unwrap();
        let solutions = with_root(&problem, &Subproblem::default());
        several += usize::from(solutions.len() > 1);
        let first = solutions.first().and_then(|solution| solution.first());
        let parts = first.map(|&option| {
            let (include, exclude) = (vec![option], vec![option]);
            [
                Subproblem { include, exclude: Vec::new() },
                Subproblem { include: Vec::new(), exclude },
            ]
        });
        for root in [Subproblem::default()].into_iter().chain(parts.into_iter().flatten()) {
            for effort_of_turn in [1, 100, u64::MAX] {
                let found = search(&problem, &root, effort_of_turn);
                assert_eq!(found, with_root(&problem, &root), "{seed}");
            }
        }
    }
    assert!(several > 20, "{several}");
}

#[test]
fn a_turn_that_ends_early_loses_nothing() {
    let problem: Problem = dominoes(6, 6).parse().unwrap();
    let mut search = FeasibilitySearch::new(&problem, &Subproblem::default());
    let (mut solutions, mut turns) = (Vec::new(), 0);
    while !search.is_exhausted() {
        search.begin_turn(u64::MAX, u64::MAX);
        let (looks, mut most) = (Cell::new(0), usize::MAX);
        if turns % 2 == 0 {
            search.run(&|| looks.replace(looks.get() + 1) == 5);
            most = 5;
        } else {
            search.run(&|| false);
        }
        let before = solutions.len();
        solutions.extend(search.take_found());
        assert!(solutions.len() - before <= most.min(MOST_FOUND));
        turns += 1;
    }
    let number = solutions.len();
    solutions.iter_mut().for_each(|solution| solution.sort_unstable());
    solutions.sort_unstable();
    solutions.dedup();
    assert_eq!((number, solutions.len()), (6728, 6728));
    assert!(turns >= 4, "{turns}");
}

#[test]
fn a_turn_keeps_its_limits() {
    let problem: Problem = board(10, 1).parse().unwrap();
    let mut search = FeasibilitySearch::new(&problem, &Subproblem::default());
    let before = search.work();
    search.begin_turn(u64::MAX, u64::MAX);
    search.run(&|| true);
    assert_eq!((search.take_found().count(), search.work()), (0, before));
    for nodes in [0, 1, 100, 1000] {
        let before = search.work().nodes;
        search.begin_turn(u64::MAX, nodes);
        search.run(&|| false);
        let after = search.work().nodes;
        // The last slice can pass it by the choices of some levels.
        assert!((before + nodes..=before + nodes + 100).contains(&after), "{before}, {after}");
    }
    let before = effort(search.work());
    search.begin_turn(1 << 10, u64::MAX);
    search.run(&|| false);
    // The last slice can pass it.
    let most = before + (1 << 10) + 100 * SLICE;
    assert!((before + (1 << 10)..most).contains(&effort(search.work())));
    assert!(!search.is_exhausted());
}
