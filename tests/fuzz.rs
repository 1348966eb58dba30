//! Compares every engine with the oracle on random problems, with all features that the engine
//! supports.
//!
//! `cargo test --test integration fuzz::` runs for a second, and `QUADRILLE_FUZZ_SECONDS=3600 cargo
//! test --release --test integration fuzz::` for an hour. Unlike the other tests, each run draws
//! other problems. A difference is reduced to a small problem, and the message names the seed:
//! `QUADRILLE_FUZZ_SEED` starts with it again.

use crate::common::random::{self, Draft, Planted, Size, drafts, planted, with_bounds_around};
use crate::common::rounds::rounds;
use crate::common::{all_solutions, options, sorted};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use quadrille::problem::Reduction;
use quadrille::{Count, Engine, PresolveMode, Problem, Solution, Solver, StopReason, Uniqueness};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Problems of one word of bits, and of several.
const SMALL: Size = Size { primary: 0..=8, secondary: 0..=5, options: 0..=30, entries: 4 };
const WIDE: Size = Size { primary: 8..=16, secondary: 0..=6, options: 60..=300, entries: 8 };
/// The same around a hidden solution.
const HIDDEN: Size = Size { primary: 1..=10, secondary: 0..=6, options: 0..=30, entries: 4 };
const WIDE_HIDDEN: Size = Size { primary: 8..=16, secondary: 0..=6, options: 60..=200, entries: 7 };

/// A problem that takes the oracle more nodes, or has more solutions, is skipped.
const NODES: u64 = 20_000;
const SOLUTIONS: u64 = 3_000;

/// Problems of all kinds: half of them without colours, a third with multiplicities, all with
/// costs.
fn problems() -> impl Strategy<Value = Draft> {
    let hidden = |size| planted(size).prop_map(|planted: Planted| planted.draft);
    let bounded = |size| {
        let planted = planted(size).prop_flat_map(with_bounds_around);
        planted.prop_map(|planted| planted.draft)
    };
    let kinds = prop_oneof![
        drafts(SMALL),
        drafts(WIDE),
        hidden(HIDDEN),
        hidden(WIDE_HIDDEN),
        drafts(SMALL).prop_flat_map(random::with_bounds),
        bounded(HIDDEN),
    ];
    let colored = (kinds, any::<bool>()).prop_map(|(mut draft, is_colored)| {
        let colors = draft.options.iter_mut().flat_map(|option| option.values_mut());
        for color in colors.filter(|_| !is_colored) {
            *color = None;
        }
        draft
    });
    colored.prop_flat_map(random::with_costs)
}

/// All solutions, if these are not too many.
fn oracle(problem: &Problem) -> Option<Vec<Solution>> {
    let mut solver = Solver::with_engine(problem, Engine::Naive).ok()?;
    solver = solver.node_limit(NODES).limit(SOLUTIONS);
    let mut solutions = solver.solutions();
    let found: Vec<_> = solutions.by_ref().collect();
    let is_complete = solutions.stop_reason() == Some(StopReason::Exhausted);
    is_complete.then(|| sorted(problem, found))
}

/// How many problems with solutions were compared for each engine.
type Compared = RefCell<BTreeMap<&'static str, u64>>;

/// Every engine that supports a problem gives this answer, by every method.
fn engines_agree(
    problem: &Problem,
    expected: &[Solution],
    compared: &Compared,
) -> Result<(), TestCaseError> {
    let number = u64::try_from(expected.len()).unwrap();
    let unique = match number {
        0 => Uniqueness::None,
        1 => Uniqueness::Unique,
        _ => Uniqueness::Multiple,
    };
    for engine in Engine::ALL {
        let Ok(mut solver) = Solver::with_engine(problem, engine) else {
            prop_assert!(engine != Engine::Auto, "Auto takes everything");
            continue;
        };
        prop_assert_eq!(all_solutions(problem, engine), expected, "{}", engine);
        let all = Count { solutions: number, stop: StopReason::Exhausted };
        prop_assert_eq!(solver.count(), all, "{}", engine);
        prop_assert_eq!(solver.is_unique(), Ok(unique), "{}", engine);
        let first: Vec<_> = solver.solutions().take(3).collect();
        let mut limited = solver.limit(3);
        prop_assert!(limited.solutions().eq(first), "{}: the first three", engine);
        *compared.borrow_mut().entry(engine.name()).or_default() += number.min(1);
    }
    Ok(())
}

/// Presolving changes no answer, and what it derives without a search holds for all solutions.
fn reductions_agree(problem: &Problem, expected: &[Solution]) -> Result<(), TestCaseError> {
    let reduction = Reduction::new(problem, &[], u64::MAX);
    for solution in expected {
        prop_assert!(solution.options().iter().all(|&option| !reduction.is_removed(option)));
        prop_assert!(reduction.forced().iter().all(|option| solution.options().contains(option)));
    }
    for reduce in [PresolveMode::Always, PresolveMode::Never] {
        for engine in Engine::ALL {
            let Ok(solver) = Solver::with_engine(problem, engine) else { continue };
            let mut solver = solver.presolve(reduce);
            let found = sorted(problem, solver.solutions());
            prop_assert_eq!(&found, expected, "{} {:?}", engine, reduce);
        }
    }
    Ok(())
}

/// The cheapest of these solutions are found and proved.
fn cheapest_is_found(problem: &Problem, all: &[Solution], k: usize) -> Result<(), TestCaseError> {
    let cost = |solution: &Solution| -> u128 {
        solution.options().iter().map(|&option| u128::from(problem.cost(option))).sum()
    };
    let mut costs: Vec<_> = all.iter().map(cost).collect();
    costs.sort_unstable();
    costs.truncate(k);
    let ranking = Solver::new(problem).best(k);
    prop_assert!(ranking.is_proved());
    let found: Vec<_> = ranking.solutions.iter().map(|priced| priced.cost).collect();
    prop_assert_eq!(found, costs, "the {} cheapest", k);
    let priced = ranking.solutions.into_iter();
    let solutions = priced.inspect(|p| assert_eq!(p.cost, cost(&p.solution))).map(|p| p.solution);
    let solutions = sorted(problem, solutions);
    prop_assert!(solutions.iter().all(|solution| all.binary_search(solution).is_ok()));
    Ok(())
}

/// Every engine finds those of the solutions that contain the given options, or reports why they
/// can't be given.
fn given_is_found(
    problem: &Problem,
    all: &[Solution],
    given: &[Index],
) -> Result<(), TestCaseError> {
    let mut numbers: Vec<_> = match all.first() {
        Some(first) => given.iter().map(|at| at.get(first.options()).index()).collect(),
        None => given.iter().map(|index| index.index(problem.options().len())).collect(),
    };
    numbers.sort_unstable();
    numbers.dedup();
    let given = options(numbers);
    let has_all = |s: &&Solution| given.iter().all(|option| s.options().contains(option));
    let expected: Vec<_> = all.iter().filter(has_all).cloned().collect();
    for engine in Engine::ALL {
        let Ok(mut solver) = Solver::with_engine(problem, engine) else { continue };
        match solver.assume(&given) {
            Ok(()) => {
                let found = sorted(problem, solver.solutions());
                prop_assert_eq!(&found, &expected, "{}", engine);
            }
            Err(error) => prop_assert!(expected.is_empty(), "{}: {}", engine, error),
        }
    }
    Ok(())
}

/// Compares a problem with the oracle. Returns `false` if the oracle did not finish.
fn check(draft: &Draft, given: &[Index], compared: &Compared) -> Result<bool, TestCaseError> {
    let problem = draft.problem();
    let Some(expected) = oracle(&problem) else { return Ok(false) };
    engines_agree(&problem, &expected, compared)?;
    reductions_agree(&problem, &expected)?;
    for k in [1, 4, expected.len() + 1] {
        cheapest_is_found(&problem, &expected, k)?;
    }
    let can_give = expected.first().map_or(draft.options.len(), |first| first.options().len()) > 0;
    if can_give {
        given_is_found(&problem, &expected, given)?;
    }
    Ok(true)
}

#[test]
fn engines_agree_on_random_problems() {
    let compared = Compared::default();
    let cases = (problems(), vec(any::<Index>(), 0..4));
    rounds(&cases, |(draft, given)| check(draft, given, &compared));
    for engine in Engine::ALL {
        let count = compared.borrow().get(engine.name()).copied().unwrap_or(0);
        assert!(count > 0, "{engine} was compared on no problem that has a solution");
    }
}
