//! Shared by the tests: problems with known answers, the definition as an oracle, random problems,
//! and the puzzles of this repository.

#![allow(dead_code, reason = "tests of features use a part of it")]

pub(crate) mod changes;
pub(crate) mod families;
pub(crate) mod files;
pub(crate) mod random;
pub(crate) mod rounds;
pub(crate) mod subsets;

use quadrille::{Engine, OptionId, Problem, Solution, Solver};

/// Whether `QUADRILLE_THOROUGH` is set, as in `.ci/run`. Otherwise long tests try a part of their
/// cases.
pub(crate) fn is_thorough() -> bool {
    std::env::var_os("QUADRILLE_THOROUGH").is_some()
}

/// The options with these indices.
pub(crate) fn options(indices: impl IntoIterator<Item = usize>) -> Vec<OptionId> {
    indices.into_iter().map(OptionId::new).collect()
}

/// All solutions that an engine finds, verified, in ascending order. Fails if one is found twice.
pub(crate) fn all_solutions(problem: &Problem, engine: Engine) -> Vec<Solution> {
    sorted(problem, Solver::with_engine(problem, engine).expect("the engine takes it").solutions())
}

/// These solutions, verified, in ascending order. Fails if one occurs twice.
pub(crate) fn sorted(
    problem: &Problem,
    solutions: impl IntoIterator<Item = Solution>,
) -> Vec<Solution> {
    let mut solutions: Vec<_> = solutions.into_iter().collect();
    for solution in &solutions {
        assert_eq!(solution.verify(problem), Ok(()), "{solution:?}");
    }
    solutions.sort_unstable();
    assert!(solutions.windows(2).all(|two| two[0] != two[1]), "a solution was found twice");
    solutions
}
