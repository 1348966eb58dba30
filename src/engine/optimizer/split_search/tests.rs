//! The engines of a split search find every solution once, however often it is split.

use super::*;
use crate::engine::bitset;
use crate::engine::least_cost::LeastCost;
use crate::engine::least_cost::tests::{all, board};
use crate::engine::optimizer::WithinBudget;
use crate::engine::tests::{Kind, queens, random, with_costs};
use crate::problem::Problem;
use crate::tests::Random;
use std::sync::Arc;

/// The solutions of a search by up to `engines` engines, with `nodes` nodes in all their turns, and
/// the most engines that searched at once.
fn search<E: LimitedSearch>(engine: E, engines: usize, nodes: u64) -> (Vec<Vec<OptionId>>, usize) {
    let (mut search, mut solutions, mut most) = (SplitSearch::new(engine), Vec::new(), 1);
    while !search.is_exhausted() {
        let before = search.work();
        search.split_up_to(engines);
        assert_eq!(search.work(), before, "a split is no work");
        most = most.max(search.running());
        search.turns(nodes, usize::MAX).for_each(|turn| turn.run(&|| false));
        solutions.extend(search.take_found());
    }
    let expected = search.expected_nodes();
    assert!((expected - to_f64(search.work().nodes)).abs() < 1e-9 * expected, "{expected}");
    solutions.iter_mut().for_each(|solution| solution.sort_unstable());
    solutions.sort_unstable();
    (solutions, most)
}

/// The same as a single engine, for some numbers of engines. Returns the sum of the most engines
/// that searched at once.
fn check<E: LimitedSearch>(problem: &Problem, engine: impl Fn() -> E) -> usize {
    let mut expected: Vec<_> = all(problem).into_iter().map(|(solution, _)| solution).collect();
    expected.sort_unstable();
    let mut sum = 0;
    for (engines, nodes) in [(1, 5), (2, 4), (3, 30), (7, 7), (16, 200)] {
        let (found, most) = search(engine(), engines, nodes);
        assert_eq!(found, expected, "{engines} engines, {nodes} nodes");
        sum += most;
    }
    sum
}

fn check_both(problem: &Problem) -> (usize, usize) {
    let least_cost = || LeastCost::new(problem);
    let first = check(problem, least_cost);
    if problem.features().multiplicities || bitset::is_large(problem) {
        return (first, 0);
    }
    let Some(net_costs) = least_cost().net_costs(&Subproblem::default()).map(Arc::new) else {
        return (first, 0);
    };
    let second = || WithinBudget::new(problem, &Subproblem::default(), net_costs.clone());
    (first, check(problem, second))
}

#[test]
fn parts_that_are_given_away_have_the_solutions_that_are_left() {
    let (first, second) = check_both(&board(7, 1).parse().unwrap());
    assert!(first > 10 && second > 10, "{first}, {second}");
    let (mut first, mut second) = (0, 0);
    for seed in 0..400 {
        let mut numbers = Random(seed);
        let kind = [Kind::Plain, Kind::Colors, Kind::Multiplicities][numbers.below(3)];
        let text = random(kind, &mut numbers);
        let problem: Problem = with_costs(&text, &mut numbers, 20).parse().unwrap();
        if all(&problem).len() <= 2000 {
            let (one, other) = check_both(&problem);
            (first, second) = (first + one, second + other);
        }
    }
    assert!(first > 2000 && second > 1000, "{first}, {second}");
}

#[test]
fn each_part_that_is_given_away_has_something_to_search() {
    let problem: Problem = board(8, 1).parse().unwrap();
    let net_costs = LeastCost::new(&problem).net_costs(&Subproblem::default()).map(Arc::new);
    let engine = WithinBudget::new(&problem, &Subproblem::default(), net_costs.unwrap());
    let mut search = SplitSearch::new(engine);
    for round in 0..5 {
        search.split_up_to(16);
        search.turns(80, usize::MAX).for_each(|turn| turn.run(&|| false));
        assert!(search.parts.iter().all(|part| part.work().nodes > 0), "round {round}");
    }
    assert!(search.parts.len() > 4, "{}", search.parts.len());
}

/// Queens, and `rows` other items of thirty options each, all of one color. The options of the rows
/// make the problem wide.
fn queens_and_rows(rows: usize) -> Problem {
    let queens = queens(6);
    let (items, options) = queens.split_once('\n').unwrap();
    let mut text: String = (0..rows).map(|row| format!("x{row} ")).collect();
    text += &format!("{items} color\n{options}");
    for row in 0..rows {
        (0..30).for_each(|color| text += &format!("x{row} color:{color}\n"));
    }
    with_costs(&text, &mut Random(to_u64(rows)), 20).parse().unwrap()
}

#[test]
fn parts_of_every_width_are_given_away() {
    for rows in [3, 6, 12, 30, 40] {
        let (first, second) = check_both(&queens_and_rows(rows));
        assert!(first > 10 && second > 10, "{rows} rows: {first}, {second}");
    }
}
