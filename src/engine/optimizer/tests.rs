//! Both engines are made to search problems that are small enough for a list of all solutions.

use super::*;
use crate::engine::least_cost::tests::{all, board};
use crate::engine::tests::{dominoes, mutilated, queens, with_costs};
use crate::tests::Random;
use std::collections::BTreeSet;

/// What a search has visited.
#[derive(Default)]
struct Visits {
    /// The solutions that the second engine has visited.
    by_second: usize,
    /// The searches with narrow limits.
    narrow: usize,
}

impl Visits {
    /// A search for the `k` cheapest solutions, in turns of `turn` nodes: once without strong
    /// multipliers, and once with these as soon as there is a limit.
    fn search(&mut self, problem: &Problem, root: &Subproblem, k: usize, turn: u64) {
        for updates_before_strong in [[u64::MAX; 3], [0, 1, u64::MAX]] {
            let optimizer = Optimizer { turn, updates_before_strong, ..Optimizer::new(problem) };
            self.run(optimizer, root, k);
        }
    }

    fn run(&mut self, mut optimizer: Optimizer, root: &Subproblem, k: usize) {
        let all: Vec<_> = all(&optimizer.problem)
            .into_iter()
            .filter(|(solution, _)| root.include.iter().all(|option| solution.contains(option)))
            .collect();
        optimizer.restart(root);
        let (mut best, mut visited, mut narrowing) = (BTreeSet::new(), Vec::new(), None);
        loop {
            let others = all.iter().filter(|(solution, _)| !visited.contains(solution));
            let least = others.map(|&(_, cost)| cost).min();
            let bound = optimizer.bound();
            assert!(least.is_none_or(|least| bound.is_some_and(|bound| bound <= least)));
            self.narrow += usize::from(optimizer.narrowing != narrowing);
            narrowing = optimizer.narrowing;
            match optimizer.advance(1, &|| false) {
                Outcome::Exhausted => break,
                Outcome::Paused => {}
                Outcome::Solution => {
                    let mut options = Vec::new();
                    optimizer.solution(&mut options);
                    options.sort_unstable();
                    let cost = all.iter().find(|(solution, _)| *solution == options).unwrap().1;
                    self.by_second += usize::from(optimizer.stage == Stage::WithinBudget);
                    visited.push(options.clone());
                    best.insert((cost, options));
                    if best.len() > k {
                        best.pop_last();
                    }
                    if best.len() == k {
                        optimizer.set_limit(best.last().unwrap().0);
                    }
                }
            }
        }
        let found: Vec<_> = best.into_iter().map(|(cost, _)| cost).collect();
        let mut costs: Vec<_> = all.iter().map(|&(_, cost)| cost).collect();
        costs.sort_unstable();
        costs.truncate(k);
        assert_eq!(found, costs, "k = {k}, turns of {}", optimizer.turn);
    }
}

#[test]
fn both_engines_find_the_cheapest() {
    let texts = [
        "a b c d e f g\nc e f |1\na d g |2\nb c f |3\na d |4\nb g |5\nd e g |6\n".to_owned(),
        "a b c | x\na x:1 |1\na x:2 |3\nb x:1 |9\nb x:2 |2\nc x:1 |1\nc x:3\nc x |2\n".to_owned(),
        "a\n".to_owned(),
        board(4, 1),
        board(6, 7),
        board(6, u64::MAX / 9),
        board(7, 1),
    ];
    let mut visits = Visits::default();
    for text in &texts {
        let problem: Problem = text.parse().unwrap();
        for (k, turn) in [(1, 1), (3, 1), (20, 1), (usize::MAX, 1), (1, 3), (7, 10)] {
            visits.search(&problem, &Subproblem::default(), k, turn);
        }
        if let Some((solution, _)) = all(&problem).first() {
            visits.search(&problem, &Subproblem::from(&solution[1..2]), 3, 1);
        }
    }
    assert!(visits.by_second > 200, "{}", visits.by_second);
    assert!(visits.narrow > 10, "{}", visits.narrow);
}

#[test]
fn multiplicities_are_left_to_the_first_engine() {
    let problem = "2:3|a b\na b |3\na b |8\na |5\na |1\na |1\n".parse().unwrap();
    let mut visits = Visits::default();
    visits.search(&problem, &Subproblem::default(), 2, 1);
    visits.search(&problem, &Subproblem::default(), usize::MAX, 1);
    assert_eq!(visits.by_second, 0);
    assert!(visits.narrow > 0);
}

/// The cost of the cheapest solution, by the first engine alone.
fn least_cost(problem: &Problem) -> u128 {
    let (mut search, mut least) = (LeastCost::new(problem), u128::MAX);
    loop {
        match search.advance(u64::MAX) {
            Outcome::Exhausted => return least,
            Outcome::Paused => {}
            Outcome::Solution => {
                let mut options = Vec::new();
                search.solution(&mut options);
                least = problem.total_cost(&options);
                search.set_limit(least);
            }
        }
    }
}

#[test]
fn rounds_make_stronger_multipliers_and_search_near_the_best_solution() {
    let (mut passes, mut near_best) = (0, 0);
    for seed in 0..8 {
        let text = if seed % 2 == 0 { queens(20) } else { dominoes(14, 14) };
        let text = with_costs(&text, &mut Random(seed), 1000);
        let problem: Problem = text.parse().unwrap();
        let mut optimizer = Optimizer::in_small_rounds(&problem, [0, 10, 20]);
        let (mut best, mut bound): (Option<(Vec<OptionId>, u128)>, _) = (None, Some(0));
        loop {
            let known = optimizer.bound();
            assert!(known >= bound, "{known:?} is less than {bound:?}");
            bound = known;
            let mut found = Vec::new();
            if optimizer.is_in_rounds() {
                let first = best.as_ref().map(|(options, cost)| (&options[..], *cost));
                let turns = optimizer.round(1, u64::MAX, first, &|| false);
                if turns.is_empty() {
                    break;
                }
                turns.into_iter().for_each(|turn| turn.run(&|| false));
                found.extend(optimizer.take_found());
            } else {
                match optimizer.advance(u64::MAX, &|| false) {
                    Outcome::Exhausted => break,
                    Outcome::Paused => {}
                    Outcome::Solution => {
                        found.push(Vec::new());
                        optimizer.solution(&mut found[0]);
                    }
                }
            }
            for options in found {
                let cost = problem.total_cost(&options);
                if best.as_ref().is_none_or(|&(_, least)| cost < least) {
                    optimizer.set_limit(cost);
                    best = Some((options, cost));
                }
            }
        }
        assert_eq!(best.map(|(_, cost)| cost), Some(least_cost(&problem)));
        passes += optimizer.strengthenings;
        near_best += optimizer.near_best.map_or(0, |search| search.work().nodes);
    }
    assert!(passes > 16 && near_best > 20, "{passes}, {near_best}");
}

/// Searches on until the search is in rounds.
fn begin_rounds(optimizer: &mut Optimizer) {
    while !optimizer.is_in_rounds() {
        assert_ne!(optimizer.advance(1, &|| false), Outcome::Exhausted);
    }
}

/// Runs a round, and returns its solutions; `None` if the search is exhausted.
fn round(optimizer: &mut Optimizer, k: usize) -> Option<Vec<Vec<OptionId>>> {
    let turns = optimizer.round(k, u64::MAX, None, &|| false);
    let is_over = turns.is_empty();
    turns.into_iter().for_each(|turn| turn.run(&|| false));
    (!is_over).then(|| optimizer.take_found().collect())
}

#[test]
fn the_search_for_any_solutions_shows_that_there_is_none() {
    let board = with_costs(&mutilated(10, ""), &mut Random(1), 100);
    let problem: Problem = board.parse().unwrap();
    let mut optimizer = Optimizer::in_small_rounds(&problem, [u64::MAX; 3]);
    optimizer.effort_of_round = 1 << 23;
    begin_rounds(&mut optimizer);
    while let Some(found) = round(&mut optimizer, 1) {
        assert!(found.is_empty());
    }
    assert_eq!(optimizer.bound(), None);
    assert!(!optimizer.least_cost.is_exhausted());
    assert!(!optimizer.within_budget.is_some_and(|second| second.is_exhausted()));
    assert!(optimizer.feasibility.is_some_and(|search| search.is_exhausted()));
}

#[test]
fn when_the_search_for_any_solutions_ends_all_are_found() {
    let problem: Problem = board(8, 1).parse().unwrap();
    let all = all(&problem);
    let mut ended = 0;
    for k in [1, 91, 92, 93, usize::MAX] {
        let mut optimizer = Optimizer::in_small_rounds(&problem, [u64::MAX; 3]);
        optimizer.effort_of_round = 1 << 18;
        begin_rounds(&mut optimizer);
        let mut best = BTreeSet::new();
        while let Some(found) = round(&mut optimizer, k) {
            for mut options in found {
                options.sort_unstable();
                best.insert((problem.total_cost(&options), options));
            }
            while best.len() > k {
                best.pop_last();
            }
            if best.len() == k {
                optimizer.set_limit(best.last().unwrap().0);
            }
        }
        let mut costs: Vec<_> = all.iter().map(|&(_, cost)| cost).collect();
        costs.sort_unstable();
        costs.truncate(k);
        assert_eq!(best.iter().map(|&(cost, _)| cost).collect::<Vec<_>>(), costs, "{k}");
        let last = (costs.len() == k).then(|| *costs.last().unwrap());
        assert_eq!(optimizer.bound(), last, "{k}");
        ended += usize::from(optimizer.feasibility.is_some_and(|search| search.is_exhausted()));
    }
    assert!(ended > 2, "{ended}");
}

#[test]
fn a_limit_ends_the_search_for_any_solutions() {
    let problem: Problem = board(8, 1).parse().unwrap();
    let mut optimizer = Optimizer::in_small_rounds(&problem, [u64::MAX; 3]);
    begin_rounds(&mut optimizer);
    round(&mut optimizer, 9);
    assert!(optimizer.feasibility.as_ref().is_some_and(|search| search.work().nodes > 1));
    let before = optimizer.work();
    optimizer.set_limit(10_000);
    assert!(optimizer.feasibility.is_none());
    assert_eq!(optimizer.work(), before);
    round(&mut optimizer, 9);
    assert!(optimizer.feasibility.is_none());
}

#[test]
fn a_restart_forgets_the_turns() {
    let problem: Problem = board(7, 1).parse().unwrap();
    let mut optimizer =
        Optimizer { turn: 1, updates_before_strong: [100, 200, 300], ..Optimizer::new(&problem) };
    let mut run = || {
        optimizer.restart(&Subproblem::default());
        optimizer.set_limit(1000);
        let mut outcomes = Vec::new();
        while outcomes.last() != Some(&Outcome::Exhausted) {
            outcomes.push(optimizer.advance(3, &|| false));
        }
        assert!(optimizer.narrowing.is_some());
        (outcomes, optimizer.work())
    };
    assert_eq!(run(), run());
}
