//! The cheapest solutions in rounds: compared with a list of all solutions, and the same with any
//! number of threads.

use super::*;
use crate::engine::Optimizer;
use crate::engine::tests::{Kind, random, with_costs};
use crate::ids::to_u64;
use crate::search::answer::Stats;
use crate::search::{BestSolutions, Progress};
use crate::tests::{Random, part_of};
use std::sync::mpsc::channel;
use std::time::Duration;

/// The cheapest solutions, searched in rounds of a few nodes, with strong multipliers after so many
/// updates and stronger ones soon after.
fn in_rounds(solver: Solver, threads: usize, (strong, k): (u64, usize)) -> (BestSolutions, Stats) {
    let mut solver = solver.threads(threads);
    let updates = [0, 100, 300].map(|more| strong.saturating_add(more));
    let optimizer = Optimizer::in_small_rounds(solver.problem(), updates);
    solver.optimizer = Some(Box::new(optimizer));
    let best = solver.best(k);
    (best, solver.stats())
}

/// What all solutions cost, ascending.
fn costs(problem: &Problem) -> Vec<u128> {
    let mut solver = Solver::with_engine(problem, Engine::Naive).unwrap();
    let mut costs: Vec<_> = solver.solutions().map(|solution| solution.cost(problem)).collect();
    costs.sort_unstable();
    costs
}

#[test]
fn rounds_find_the_cheapest_with_any_number_of_threads() {
    let mut split = 0;
    for number in 0..part_of(1000) {
        let mut numbers = Random(to_u64(number));
        let kind = [Kind::Plain, Kind::Colors, Kind::Multiplicities][numbers.below(3)];
        let bound = [2, 4, 50][numbers.below(3)];
        let text = random(kind, &mut numbers);
        let problem: Problem = with_costs(&text, &mut numbers, bound).parse().unwrap();
        let all = costs(&problem);
        if all.len() > 2000 {
            continue;
        }
        for case in [(0, 1), (u64::MAX, 1), (0, 4), (u64::MAX, 4), (0, usize::MAX)] {
            let (best, stats) = in_rounds(Solver::new(&problem), 1, case);
            let found: Vec<_> = best.solutions.iter().map(|costed| costed.cost).collect();
            assert_eq!(found, all[..case.1.min(all.len())], "{number}, {case:?}: {problem:?}");
            assert!(best.is_proved());
            split += usize::from(stats.nodes > 100);
            for threads in [2, 3, 4, 8].into_iter().filter(|threads| number % threads == 0) {
                let other = in_rounds(Solver::new(&problem), threads, case);
                assert_eq!((&best, stats), (&other.0, other.1), "{number}, {case:?}");
            }
        }
    }
    assert!(split > 10, "{split}");
}

/// Queens with costs that are often equal.
fn board(n: usize, bound: usize) -> Problem {
    with_costs(&queens(n), &mut Random(to_u64(n)), bound).parse().unwrap()
}

#[test]
fn larger_searches_are_the_same_with_any_number_of_threads() {
    for (n, most) in [(8, 3), (9, 20), (10, 1000)] {
        let problem = board(n, most);
        let all = costs(&problem);
        for case in [(0, 1), (u64::MAX, 1), (0, 10), (0, 300), (u64::MAX, usize::MAX)] {
            let (best, stats) = in_rounds(Solver::new(&problem), 1, case);
            let found: Vec<_> = best.solutions.iter().map(|costed| costed.cost).collect();
            assert_eq!(found, all[..case.1.min(all.len())], "{n} queens, {case:?}");
            for threads in [2, 3, 4, 8] {
                let other = in_rounds(Solver::new(&problem), threads, case);
                assert_eq!((&best, stats), (&other.0, other.1), "{n} queens, {case:?}");
            }
        }
    }
}

#[test]
fn rounds_that_are_cut_short_are_no_proof_and_the_bound_holds() {
    let problem = board(8, 10);
    let all: Vec<_> = {
        let mut solver = Solver::with_engine(&problem, Engine::Naive).unwrap();
        solver.solutions().collect()
    };
    for case in [(0, 1), (u64::MAX, 5), (0, usize::MAX)] {
        let (_, Stats { nodes, .. }) = in_rounds(Solver::new(&problem), 1, case);
        for limit in (0..nodes).step_by(41) {
            let cut = |threads| in_rounds(Solver::new(&problem).node_limit(limit), threads, case);
            let (best, stats) = cut(2);
            assert_eq!((&best, stats), (&cut(1).0, cut(1).1), "{limit} nodes");
            if best.stop != StopReason::NodeLimit {
                // The last round passes its limit by some nodes, and may end the search.
                assert!(limit + 200 > nodes, "{limit} of {nodes} nodes");
                continue;
            }
            let is_here = |s: &crate::Solution| best.solutions.iter().any(|b| b.solution == *s);
            let others = all.iter().filter(|solution| !is_here(solution));
            let least = others.map(|solution| solution.cost(&problem)).min();
            assert!(least.is_none_or(|least| best.bound.is_some_and(|bound| bound <= least)));
        }
    }
    let token = crate::search::CancelToken::new();
    token.cancel();
    let (best, _) = in_rounds(Solver::new(&problem).cancel_token(token), 2, (0, 1));
    assert_eq!(best.stop, StopReason::Cancelled);
}

#[test]
fn progress_has_the_least_cost_and_a_bound_that_never_falls() {
    let problem = board(8, 10);
    let all = costs(&problem);
    for case in [(0, 1), (u64::MAX, 1), (0, 3), (u64::MAX, 3), (0, usize::MAX)] {
        let (sender, receiver) = channel();
        let callback = move |progress: &Progress| sender.send(*progress).unwrap();
        let (best, _) =
            in_rounds(Solver::new(&problem).progress(Duration::ZERO, callback), 2, case);
        let reports: Vec<_> = receiver.iter().collect();
        let (last, before) = reports.split_last().unwrap();
        assert_eq!((last.least_cost(), last.bound()), (Some(all[0]), best.bound));
        assert!(before.len() > 5 && before.iter().any(|progress| progress.bound() > Some(0)));
        for progress in before {
            let found = usize::try_from(progress.solutions()).unwrap();
            let least = progress.least_cost();
            assert!(least.is_some() == (found > 0) && least.is_none_or(|cost| cost >= all[0]));
            // The cheapest that is not found: if the least cost is known, that is one of the next.
            let next = if least == Some(all[0]) { all.get(found) } else { all.first() };
            assert!(next.is_none_or(|&next| progress.bound().is_some_and(|bound| bound <= next)));
        }
        for two in before.windows(2) {
            assert!(two[0].bound() <= two[1].bound(), "{case:?}: {two:?}");
            let (one, other) = (two[0].least_cost(), two[1].least_cost());
            assert!(one.is_none() || (other.is_some() && other <= one), "{case:?}: {two:?}");
        }
    }
    let (sender, receiver) = channel();
    let callback = move |progress: &Progress| sender.send(*progress).unwrap();
    Solver::new(&problem).progress(Duration::ZERO, callback).count();
    assert!(receiver.iter().all(|p| p.least_cost().is_none() && p.bound().is_none()));
}

#[test]
fn assumptions_hold_in_rounds() {
    let problem = board(8, 10);
    for option in [0, 9, 20] {
        let option = OptionId::new(option);
        let mut solver = Solver::with_engine(&problem, Engine::Naive).unwrap();
        let all = solver.solutions().filter(|s| s.options().contains(&option));
        let least = all.map(|solution| solution.cost(&problem)).min();
        for strong in [0, u64::MAX] {
            let mut solver = Solver::new(&problem);
            solver.assume(&[option]).unwrap();
            let (best, _) = in_rounds(solver, 2, (strong, 1));
            assert_eq!(best.solutions.first().map(|costed| costed.cost), least);
            assert!(best.solutions.iter().all(|c| c.solution.options().contains(&option)));
        }
    }
}
