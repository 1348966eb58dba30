//! Each engine in a team finds every solution once, however often its parts are given away.

use super::*;
use crate::engine::bitset;
use crate::engine::least_cost::LeastCost;
use crate::engine::least_cost::tests::{all, board};
use crate::engine::optimizer::WithinBudget;
use crate::engine::tests::{Kind, random, with_costs};
use crate::tests::Random;
use std::sync::Arc;

/// The solutions of a team of up to `engines` engines, with `nodes` nodes in all their turns, and
/// the number of engines that were employed at most.
fn search<E: LimitedSearch>(engine: E, engines: usize, nodes: u64) -> (Vec<Vec<OptionId>>, usize) {
    let (mut team, mut solutions, mut most) = (Team::new(engine), Vec::new(), 1);
    while !team.is_exhausted() {
        let before = team.work();
        team.fill(engines);
        assert_eq!(team.work(), before, "to give a part away is no work");
        most = most.max(team.running());
        team.turns(nodes, usize::MAX).for_each(|turn| turn.run(&|| false));
        solutions.extend(team.take_found());
    }
    let expected = team.expected_nodes();
    assert!((expected - to_f64(team.work().nodes)).abs() < 1e-9 * expected, "{expected}");
    solutions.iter_mut().for_each(|solution| solution.sort_unstable());
    solutions.sort_unstable();
    (solutions, most)
}

/// The same as a single engine, for teams of some sizes; the sum of the engines that were employed
/// at most.
fn check<E: LimitedSearch>(problem: &Problem, engine: impl Fn() -> E) -> usize {
    let mut expected: Vec<_> = all(problem).into_iter().map(|(solution, _)| solution).collect();
    expected.sort_unstable();
    let mut employed = 0;
    for (engines, nodes) in [(1, 5), (2, 4), (3, 30), (7, 7), (16, 200)] {
        let (found, most) = search(engine(), engines, nodes);
        assert_eq!(found, expected, "{engines} engines, {nodes} nodes");
        employed += most;
    }
    employed
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
    let mut team = Team::new(engine);
    for round in 0..5 {
        team.fill(16);
        team.turns(80, usize::MAX).for_each(|turn| turn.run(&|| false));
        assert!(team.parts.iter().all(|part| part.work().nodes > 0), "round {round}");
    }
    assert!(team.parts.len() > 4, "{}", team.parts.len());
}
