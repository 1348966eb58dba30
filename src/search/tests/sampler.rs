//! Solutions drawn from a diagram and by counts.

use super::*;
use crate::engine::tests::latin;
use crate::engine::tests::oracle;
use crate::search::CancelToken;
use crate::solution::Solution;
use num_bigint::BigUint;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::collections::HashSet;

/// The solutions with these indices, verified; each index has another one.
fn solutions(problem: &Problem, solver: Solver, indices: impl Iterator<Item = u64>) {
    let mut solver = solver;
    let mut sampler = solver.sampler().unwrap();
    let (mut all, mut number) = (HashSet::new(), 0);
    for index in indices {
        let solution = sampler.solution(&index.into()).unwrap().expect("there are more");
        assert_eq!(solution.verify(problem), Ok(()));
        all.insert(solution);
        number += 1;
    }
    assert_eq!(all.len(), number);
    let total = sampler.total().clone();
    assert_eq!(sampler.solution(&total), Ok(None));
}

#[test]
fn each_index_has_a_solution_of_its_own() {
    for problem in problems() {
        let count = oracle(&problem, &[]);
        for memory in [1, 1 << 30] {
            let solver = Solver::new(&problem).memory(memory);
            solutions(&problem, solver, 0..count);
        }
    }
}

/// The diagram of all Latin squares of order 7 would take more than a minute.
#[test]
fn latin_squares_are_drawn_by_counts() {
    let problem: Problem = latin(7).parse().unwrap();
    let mut solver = Solver::new(&problem);
    let mut sampler = solver.sampler().unwrap();
    assert_eq!(*sampler.total(), 61_479_419_904_000u64.into());
    let mut random = ChaCha8Rng::seed_from_u64(1);
    // How often each digit is in the cell in the second row and column, whose options are in
    // different places of the search.
    let mut seen = [0u32; 7];
    for _ in 0..140 {
        let solution = sampler.sample(&mut random).unwrap().expect("there are many");
        assert_eq!(solution.verify(&problem), Ok(()));
        seen[digit(&solution, 8)] += 1;
    }
    // Twenty expected of each: chi-square with six degrees of freedom is above 27 once in 8000.
    let square: u32 = seen.iter().map(|&seen| seen.abs_diff(20).pow(2)).sum();
    assert!(square < 27 * 20, "{seen:?}");
    assert!(solver.count_stats().is_some_and(|stats| stats.renamed > 100));
}

/// The digit in a cell of a Latin square of order 7.
fn digit(solution: &Solution, cell: usize) -> usize {
    let options = solution.options().iter().map(|option| option.index());
    options.filter(|option| option / 7 == cell).map(|option| option % 7).next().unwrap()
}

#[test]
fn a_sampler_keeps_the_limits() {
    let problem: Problem = latin(7).parse().unwrap();
    let stopped = Solver::new(&problem).node_limit(1000).sampler().map(|_| ());
    assert_eq!(stopped, Err(StopReason::NodeLimit));
    // From a diagram; and without memory for one or for a memo, where a draw has to count much
    // again.
    let small: Problem = latin(5).parse().unwrap();
    for memory in [1 << 30, 1] {
        let token = CancelToken::new();
        let solver = Solver::new(&small).memory(memory);
        let mut sampler = solver.cancel_token(token.clone()).sampler().unwrap();
        let index = BigUint::from(100_000u32);
        let solution = sampler.solution(&index).unwrap();
        token.cancel();
        assert_eq!(sampler.solution(&index), Err(StopReason::Cancelled));
        assert!(solution.is_some());
    }
}
