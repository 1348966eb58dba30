//! The subproblems of a partition have all solutions, and each of them once.

use crate::common::random::{self, Draft, Size, config, drafts, planted};
use crate::common::{families, is_thorough, sorted};
use proptest::prelude::*;
use proptest::sample::Index;
use quadrille::search::{AssumeError, SizedSubproblem};
use quadrille::{
    CancelToken, Engine, OptionId, PresolveMode, Probes, Problem, Solution, Solver, StopReason,
    Subproblem,
};
use std::num::NonZeroUsize;
use std::time::Duration;

const SIZE: Size = Size { primary: 0..=7, secondary: 0..=4, options: 0..=22, entries: 4 };
const HIDDEN: Size = Size { primary: 2..=9, secondary: 0..=5, options: 0..=30, entries: 4 };

/// A problem with more solutions is passed over.
const MOST: usize = 2000;

/// Problems with colours and multiplicities.
fn problems() -> impl Strategy<Value = Draft> {
    let hidden = || planted(HIDDEN);
    prop_oneof![
        drafts(SIZE),
        drafts(SIZE).prop_flat_map(random::with_bounds),
        hidden().prop_map(|planted| planted.draft),
        hidden().prop_flat_map(random::with_bounds_around).prop_map(|planted| planted.draft),
    ]
}

fn tasks(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

fn split(problem: &Problem, number: usize) -> Vec<SizedSubproblem> {
    Solver::new(problem).partition(tasks(number)).unwrap()
}

/// The solutions of a subproblem, unless they are too many.
fn solutions(
    problem: &Problem,
    engine: Engine,
    subproblem: impl Into<Subproblem>,
) -> Option<Vec<Solution>> {
    let mut solver = Solver::with_engine(problem, engine).unwrap();
    solver.assume(subproblem).unwrap();
    let all: Vec<_> = solver.solutions().take(MOST + 1).collect();
    (all.len() <= MOST).then_some(all)
}

/// Options of a solution: one in so many.
fn some_of(solution: &Solution, one_in: usize) -> Vec<OptionId> {
    solution.options().iter().copied().step_by(one_in).collect()
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn parts_have_all_solutions_once(draft in problems(), one_in in 1..4usize, which: Index, is_given: bool) {
        let problem = draft.problem();
        let Some(all) = solutions(&problem, Engine::Naive, &[]) else { return Ok(()) };
        let is_given = is_given && !all.is_empty();
        let given = if is_given { some_of(&all[which.index(all.len())], one_in) } else { Vec::new() };
        let all = solutions(&problem, Engine::Naive, &given).unwrap();
        let all = sorted(&problem, all);
        for reduce in [PresolveMode::Never, PresolveMode::Auto, PresolveMode::Always] {
            let mut solver = Solver::new(&problem).presolve(reduce);
            solver.assume(&given).unwrap();
            for number in [1, 2, 5, 40] {
                let parts = solver.partition(tasks(number)).unwrap();
                prop_assert!((1..=4 * number + draft.options.len()).contains(&parts.len()));
                for engine in [Engine::Naive, Engine::Auto] {
                    let found = parts.iter().flat_map(|part| {
                        let found = solutions(&problem, engine, &part.subproblem);
                        found.expect("they are a part of all")
                    });
                    // None is there twice: that is checked where they are sorted.
                    prop_assert_eq!(&sorted(&problem, found), &all, "{} {}", engine, number);
                }
            }
        }
    }
}

fn count(problem: &Problem, parts: &[SizedSubproblem]) -> u64 {
    let mut solver = Solver::new(problem);
    let counts = parts.iter().map(|part| {
        solver.assume(&part.subproblem).unwrap();
        solver.count().solutions
    });
    counts.sum()
}

#[test]
fn counts_of_parts_can_be_added() {
    let table = [
        (families::queens(8), 92),
        (families::queens_from_the_middle(9), 352),
        (families::langford(8), 150),
        (families::dominoes(6, 6), 6728),
        match is_thorough() {
            true => (families::pentominoes(6, 10, &[]), 9356),
            false => (families::pentominoes(3, 20, &[]), 8),
        },
    ];
    for (problem, solutions) in table {
        for &number in if is_thorough() { &[1, 3, 60, 200][..] } else { &[60] } {
            let parts = split(&problem, number);
            let least = number.min(usize::try_from(solutions).unwrap());
            assert!(parts.len() >= least, "{solutions} {number}: {}", parts.len());
            assert!(parts.len() <= 4 * number + problem.options().len());
            assert!(parts.iter().all(|part| (1.0..1e9).contains(&part.nodes)));
            assert_eq!(count(&problem, &parts), solutions, "{number}");
        }
    }
}

#[test]
fn the_same_problem_is_cut_in_the_same_way() {
    let problem = families::queens(9);
    assert_eq!(split(&problem, 50), split(&problem, 50));
    assert_eq!(split(&problem, 50), split(&families::queens(9), 50));
}

#[test]
fn parts_are_about_as_large_as_each_other() {
    let problem = families::queens(11);
    let parts = split(&problem, 100);
    let mut solver = Solver::with_engine(&problem, Engine::Links).unwrap();
    let nodes: Vec<_> = parts
        .iter()
        .map(|part| {
            solver.assume(&part.subproblem).unwrap();
            solver.count();
            solver.stats().nodes
        })
        .collect();
    let (greatest, sum) = (nodes.iter().max().unwrap(), nodes.iter().sum::<u64>());
    assert!(
        greatest * 100 <= 2 * sum,
        "{greatest} of {sum}: none is twice as large as it should be"
    );
    assert!(nodes.len() >= 100);
}

#[test]
fn one_task_is_the_whole() {
    for text in ["a b\na b\n", "a b\na\nb\na b\n", "a b\na\n", "0:2|a\na\na\n", "a\n"] {
        let problem: Problem = text.parse().unwrap();
        let parts = split(&problem, 1);
        assert_eq!(parts.len(), 1, "{text}");
        assert_eq!(parts[0].subproblem, Subproblem::default(), "{text}");
    }
}

#[test]
fn a_small_tree_gives_what_it_has() {
    let problem: Problem = "a b\na\nb\na b\n".parse().unwrap();
    let parts = split(&problem, 1000);
    assert_eq!(parts.len(), 2);
    assert_eq!(count(&problem, &parts), 2);
    let none: Problem = "a b c\na b\nb c\na c\n".parse().unwrap();
    let parts = split(&none, 1000);
    assert_eq!((parts.len(), count(&none, &parts)), (1, 0), "the whole, and nothing in it");
}

#[test]
fn multiplicities_are_split_where_an_option_is_included_or_excluded() {
    // A tower that may have up to two flags, beside queens.
    let queens = quadrille::dlx::to_string(&families::queens(6)).unwrap();
    let problem: Problem =
        ("0:2|flag ".to_owned() + &queens + "flag\nflag\nflag\n").parse().unwrap();
    let parts = split(&problem, 4);
    assert!(parts.len() >= 4, "{}", parts.len());
    assert_eq!(count(&problem, &parts), 4 * 7);
    // Exactly five of many options.
    let text = "5|a\n".to_owned() + &"a\n".repeat(20);
    let problem: Problem = text.parse().unwrap();
    for number in [4, 10, 100] {
        let parts = split(&problem, number);
        assert!(parts.len() >= number, "{}", parts.len());
        assert_eq!(count(&problem, &parts), 15_504);
        assert!(parts.iter().any(|part| !part.subproblem.exclude.is_empty()));
    }
}

#[test]
fn options_that_no_item_needs_are_not_split() {
    // Up to five of a great many: the search would take an age.
    let text = "0:5|a\n".to_owned() + &"a\n".repeat(60);
    let problem: Problem = text.parse().unwrap();
    assert_eq!(split(&problem, 10).len(), 1);
}

#[test]
fn assumptions_are_in_every_subproblem() {
    let problem = families::queens(8);
    let mut solver = Solver::new(&problem);
    let given = [OptionId::new(3)];
    solver.assume(&given).unwrap();
    let parts = solver.partition(tasks(8)).unwrap();
    assert!(parts.len() >= 8);
    assert!(parts.iter().all(|part| part.subproblem.include[0] == given[0]));
    let error = solver.assume(&[OptionId::new(3), OptionId::new(4)]);
    assert!(matches!(error, Err(AssumeError::Conflict { .. })));
    assert_eq!(solver.partition(tasks(8)).unwrap(), split(&problem, 8), "then nothing is assumed");
}

#[test]
fn it_can_be_stopped() {
    let problem = families::queens(10);
    let solver = || Solver::new(&problem);
    let token = CancelToken::new();
    token.cancel();
    let stopped = [
        (solver().node_limit(10_000), StopReason::NodeLimit),
        (solver().timeout(Duration::ZERO), StopReason::Deadline),
        (solver().cancel_token(token), StopReason::Cancelled),
    ];
    for (mut solver, stop) in stopped {
        assert_eq!(solver.partition(tasks(1000)), Err(stop));
    }
    assert!(solver().node_limit(u64::MAX).partition(tasks(10)).is_ok());
}

#[test]
fn many_levels_are_estimated_and_split() {
    let problem = families::coins(65536);
    let estimate = Solver::new(&problem).estimate(Probes::default()).unwrap();
    assert_eq!((estimate.depth(), estimate.is_exact()), (65536, false));
    let parts = split(&problem, 8);
    assert_eq!(parts.len(), 8);
    assert!(parts.iter().all(|part| part.subproblem.include.len() == 3 && part.nodes > 1e300));
}
