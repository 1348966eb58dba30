//! The answers of the oracle, for problems with few solutions.

use crate::common::sorted;
use num_bigint::BigUint;
use quadrille::{Engine, OptionId, Problem, Solution, Solver, StopReason};

/// As many solutions, and as many nodes, are listed by the oracle. Random problems can have more
/// solutions than anybody lists.
const MANY: u64 = 2000;
const LONG: u64 = 50_000;

/// All solutions of a problem, ascending and verified, or none if they are too many.
pub(crate) fn truth(problem: &Problem) -> Option<Vec<Solution>> {
    let oracle = Solver::with_engine(problem, Engine::Naive).expect("the oracle takes everything");
    let mut oracle = oracle.limit(MANY).node_limit(LONG);
    let mut solutions = oracle.solutions();
    let all: Vec<_> = solutions.by_ref().collect();
    let is_complete = solutions.stop_reason() == Some(StopReason::Exhausted);
    is_complete.then(|| sorted(problem, all))
}

/// Those that have all of some options.
pub(crate) fn with_all(all: &[Solution], given: &[OptionId]) -> Vec<Solution> {
    let has_all = |s: &&Solution| given.iter().all(|option| s.options().contains(option));
    all.iter().filter(has_all).cloned().collect()
}

/// In how many of these solutions each option of the problem is.
pub(crate) fn uses(problem: &Problem, all: &[Solution]) -> Vec<BigUint> {
    let mut uses = vec![BigUint::ZERO; problem.options().len()];
    for option in all.iter().flat_map(Solution::options) {
        uses[option.index()] += 1u8;
    }
    uses
}
