//! Checks the results of reductions, and the answers of all engines with and without them.

use crate::common::random::{self, Draft, Planted, Size, config, drafts, planted};
use crate::common::{families, options, sorted, subsets};
use proptest::prelude::*;
use proptest::sample::Index;
use quadrille::problem::Reduction;
use quadrille::search::SetupTime;
use quadrille::{Engine, OptionId, PresolveMode, Problem, Solution, Solver};
use std::collections::BTreeSet;

/// Problems of which all subsets of options can be tried.
const TINY: Size = Size { primary: 0..=5, secondary: 0..=4, options: 0..=11, entries: 4 };
/// The same around a hidden solution.
const TINY_HIDDEN: Size = Size { primary: 1..=5, secondary: 1..=4, options: 0..=6, entries: 4 };
/// Larger problems.
const HIDDEN: Size = Size { primary: 1..=10, secondary: 0..=6, options: 0..=30, entries: 4 };

const MODES: [PresolveMode; 3] = [PresolveMode::Never, PresolveMode::Auto, PresolveMode::Always];

/// Problems with colours and bounds for the definition.
fn tiny() -> impl Strategy<Value = Draft> {
    let hidden = || planted(TINY_HIDDEN);
    prop_oneof![
        drafts(TINY),
        drafts(TINY).prop_flat_map(random::with_bounds),
        hidden().prop_map(|planted| planted.draft),
        hidden().prop_flat_map(random::with_bounds_around).prop_map(|planted| planted.draft),
    ]
}

/// A reduction as far as it goes.
fn full(problem: &Problem) -> Reduction {
    let reduction = Reduction::new(problem, &[], u64::MAX);
    assert!(reduction.is_complete());
    reduction
}

/// Whether what a reduction says is true of all solutions.
fn is_true(reduction: &Reduction, solutions: &[Solution]) -> bool {
    let has = |solution: &Solution, option: &OptionId| solution.options().contains(option);
    let removed = |solution: &Solution| solution.options().iter().any(|&o| reduction.is_removed(o));
    let forced = |solution: &Solution| reduction.forced().iter().all(|o| has(solution, o));
    solutions.iter().all(|solution| forced(solution) && !removed(solution))
        && (!reduction.has_no_solution() || solutions.is_empty())
}

/// The engines that take a problem.
fn engines(problem: &Problem) -> impl Iterator<Item = Engine> {
    let bounds = problem.features().multiplicities;
    Engine::ALL.into_iter().filter(move |engine| !bounds || engine.features().multiplicities)
}

/// A draft with its options and items in another order, and where each option is then.
fn turned(draft: &Draft, by: usize) -> (Draft, Vec<usize>) {
    let (primary, count) = (draft.primary.len(), draft.options.len());
    let item = |item: usize| match item < primary {
        true => primary - 1 - item,
        false => draft.items() - 1 - (item - primary),
    };
    let option = |number: usize| (number + by) % count.max(1);
    let mut turned = Draft::new(primary, draft.secondary.len());
    turned.bounds = draft.bounds.iter().map(|(&i, &bounds)| (item(i), bounds)).collect();
    turned.options = vec![Default::default(); count];
    for (number, entries) in draft.options.iter().enumerate() {
        let entries = entries.iter().map(|(&i, color)| (item(i), color.map(|c| 2 - c))).collect();
        turned.options[option(number)] = entries;
    }
    (turned, (0..count).map(option).collect())
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn what_is_said_is_true(draft in tiny()) {
        let problem = draft.problem();
        let solutions = subsets::solutions(&problem);
        prop_assert!(is_true(&full(&problem), &solutions));
    }

    #[test]
    fn what_is_said_of_given_options_is_true(draft in tiny(), given in prop::collection::vec(any::<Index>(), 1..4)) {
        prop_assume!(!draft.options.is_empty());
        let problem = draft.problem();
        let given = options(given.iter().map(|index| index.index(draft.options.len())));
        let mut solutions = subsets::solutions(&problem);
        solutions.retain(|solution| given.iter().all(|o| solution.options().contains(o)));
        let reduction = Reduction::new(&problem, &given, u64::MAX);
        prop_assert!(is_true(&reduction, &solutions));
        prop_assert!(reduction.has_no_solution() || given.iter().all(|o| reduction.forced().contains(o)));
    }

    #[test]
    fn every_budget_is_right(draft in tiny()) {
        let problem = draft.problem();
        let (solutions, all) = (subsets::solutions(&problem), full(&problem));
        let mut last = None;
        for budget in 0..=all.work() + 1 {
            let some = Reduction::new(&problem, &[], budget);
            if last.as_ref() != Some(&some) {
                prop_assert!(is_true(&some, &solutions));
                prop_assert!(some.removed().all(|option| all.is_removed(option)));
                prop_assert!(some.redundant_items().all(|item| all.has_no_solution() || !all.is_complete() || all.is_redundant(item) || !is_open(&problem, &all, item)));
            }
            last = Some(some);
        }
        prop_assert_eq!(last, Some(all));
    }

    #[test]
    fn every_engine_finds_the_same_with_a_reduction(draft in tiny(), index in any::<Index>()) {
        let problem = draft.problem();
        let solutions = subsets::solutions(&problem);
        for (engine, mode) in engines(&problem).flat_map(|engine| MODES.map(|mode| (engine, mode))) {
            let mut solver = Solver::with_engine(&problem, engine).unwrap().presolve(mode);
            prop_assert_eq!(&sorted(&problem, solver.solutions()), &solutions, "{} {:?}", engine, mode);
            if draft.options.is_empty() {
                continue;
            }
            // What is given may have been removed.
            let given = OptionId::new(index.index(draft.options.len()));
            if solver.assume(&[given]).is_ok() {
                let mut with = solutions.clone();
                with.retain(|solution| solution.options().contains(&given));
                prop_assert_eq!(&sorted(&problem, solver.solutions()), &with, "{} {:?}", engine, mode);
                solver.assume(&[]).unwrap();
                prop_assert_eq!(&sorted(&problem, solver.solutions()), &solutions, "{} {:?}", engine, mode);
            }
        }
    }

    #[test]
    fn what_is_left_is_the_same_problem_and_is_not_reduced_again(draft in tiny()) {
        let problem = draft.problem();
        let reduction = full(&problem);
        let left: Vec<_> = problem.options().filter(|&o| !reduction.is_removed(o)).collect();
        let applied = reduction.apply(&problem);
        prop_assert_eq!(applied.options().len(), left.len());
        let original = |solution: Solution| {
            Solution::new(solution.options().iter().map(|o| left[o.index()]).collect())
        };
        let mut found: Vec<_> = subsets::solutions(&applied).into_iter().map(original).collect();
        found.sort_unstable();
        prop_assert_eq!(found, subsets::solutions(&problem));
        let again = full(&applied);
        prop_assert_eq!(again.removed().count(), 0);
        prop_assert_eq!(again.forced().len(), reduction.forced().len());
        prop_assert_eq!(again.has_no_solution(), reduction.has_no_solution());
        if !reduction.has_no_solution() {
            prop_assert!(again.redundant_items().eq(reduction.redundant_items()));
        }
    }

    #[test]
    fn the_fixpoint_does_not_depend_on_any_order(draft in tiny(), by in 0..11usize) {
        let (turned, places) = turned(&draft, by);
        let (one, other) = (full(&draft.problem()), full(&turned.problem()));
        let place = |option: OptionId| places[option.index()];
        let removed: BTreeSet<_> = one.removed().map(place).collect();
        prop_assert_eq!(removed, other.removed().map(OptionId::index).collect());
        let forced: BTreeSet<_> = one.forced().iter().map(|&option| place(option)).collect();
        prop_assert_eq!(forced, other.forced().iter().map(|option| option.index()).collect());
        prop_assert_eq!(one.has_no_solution(), other.has_no_solution());
    }
}

/// Whether something may still be chosen that has the item.
fn is_open(problem: &Problem, reduction: &Reduction, item: quadrille::ItemId) -> bool {
    let undecided =
        |&option: &OptionId| !reduction.is_removed(option) && !reduction.forced().contains(&option);
    let mut options = problem.options().filter(undecided);
    options.any(|option| problem.entries(option).iter().any(|entry| entry.item == item))
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn larger_problems_have_the_same_solutions(Planted { draft, solution } in planted(HIDDEN), index in any::<Index>()) {
        let problem = draft.problem();
        let expected = sorted(&problem, Solver::with_engine(&problem, Engine::Naive).unwrap().solutions());
        prop_assert!(is_true(&full(&problem), &expected));
        let given = OptionId::new(*index.get(&solution));
        let mut with = expected.clone();
        with.retain(|solution| solution.options().contains(&given));
        for (engine, mode) in engines(&problem).flat_map(|engine| MODES.map(|mode| (engine, mode))) {
            let mut solver = Solver::with_engine(&problem, engine).unwrap().presolve(mode);
            prop_assert_eq!(&sorted(&problem, solver.solutions()), &expected, "{} {:?}", engine, mode);
            solver.assume(&[given]).unwrap();
            prop_assert_eq!(&sorted(&problem, solver.solutions()), &with, "{} {:?}", engine, mode);
        }
    }

    #[test]
    fn a_solution_that_was_planted_stays(
        Planted { draft, solution } in planted(HIDDEN).prop_flat_map(random::with_bounds_around),
    ) {
        let problem = draft.problem();
        prop_assert!(is_true(&full(&problem), &[Solution::new(options(solution.clone()))]));
        let given = Reduction::new(&problem, &options(solution.clone()), u64::MAX);
        prop_assert!(is_true(&given, &[Solution::new(options(solution))]));
    }
}

#[test]
fn random_problems_try_every_rule() {
    use proptest::test_runner::TestRunner;
    use std::cell::Cell;
    let seen = [const { Cell::new(0) }; 4];
    let run = |draft: Draft| {
        let problem = draft.problem();
        let reduction = full(&problem);
        let is_primary =
            |primary| reduction.redundant_items().any(|item| problem.is_primary(item) == primary);
        let removed = reduction.removed().filter(|&option| problem.is_choosable(option)).count();
        let kinds = [
            removed > 0 && !reduction.has_no_solution() && reduction.forced().is_empty(),
            reduction.has_no_solution(),
            is_primary(true),
            is_primary(false),
        ];
        seen.iter().zip(kinds).for_each(|(seen, is)| seen.set(seen.get() + u32::from(is)));
        Ok(())
    };
    TestRunner::new(config(1500)).run(&tiny(), run).unwrap();
    assert!(seen.iter().all(|seen| seen.get() >= 20), "{seen:?}");
}

#[test]
fn pentominoes_lose_as_many_options_as_with_knuths_program() {
    let problem = families::pentominoes(6, 10, &[]);
    let reduction = full(&problem);
    assert_eq!((problem.options().len(), reduction.removed().count()), (2056, 144));
    assert_eq!((reduction.forced().len(), reduction.rounds()), (0, 2));
    // What is done without being asked comes as far.
    let mut solver = Solver::new(&problem).node_limit(1);
    solver.count();
    assert_eq!(solver.reduction().unwrap().removed().count(), 144);
}

#[test]
fn a_search_is_shorter_for_it() {
    let problem = families::pentominoes(3, 20, &[]);
    let nodes = |mode| {
        let mut solver = Solver::with_engine(&problem, Engine::Links).unwrap().presolve(mode);
        assert_eq!(solver.count().solutions, 8);
        solver.stats().nodes
    };
    let [never, auto, always] = MODES.map(nodes);
    assert!(auto < never && auto == always, "{never} {auto} {always}");
}

#[test]
fn problems_of_much_symmetry_have_nothing_to_lose() {
    for problem in [families::queens(8), families::langford(7), families::dominoes(4, 5)] {
        assert_eq!(full(&problem).removed().count(), 0);
    }
}

#[test]
fn before_the_first_run_nothing_is_known() {
    let problem = families::tower(3);
    let mut solver = Solver::new(&problem);
    assert_eq!((solver.reduction(), solver.stats().nodes), (None, 0));
    assert_eq!(solver.count().solutions, 4);
    assert_eq!(solver.reduction().unwrap().forced().len(), 3);
    let mut solver = solver.presolve(PresolveMode::Never);
    assert_eq!(solver.count().solutions, 4);
    assert_eq!(solver.reduction(), None);
}

#[test]
fn what_is_given_is_reduced_again_only_if_asked_for() {
    let problem = families::ring(6);
    let forced = |mode| {
        let mut solver = Solver::new(&problem).presolve(mode);
        solver.assume(&options([1])).unwrap();
        assert_eq!(solver.count().solutions, 1);
        solver.reduction().unwrap().forced().len()
    };
    assert_eq!((forced(PresolveMode::Auto), forced(PresolveMode::Always)), (0, 3));
}

#[test]
fn a_solver_is_prepared_again_only_if_it_has_to_be() {
    let problem = families::ring(6);
    let prepared = |mode| {
        let mut solver = Solver::new(&problem).presolve(mode);
        assert_eq!(solver.setup_time(), SetupTime::default());
        let mut times = Vec::new();
        for given in [1, 1, 2] {
            solver.assume(&options([given])).unwrap();
            solver.count();
            solver.count();
            times.push(solver.setup_time().times);
        }
        times
    };
    assert_eq!(prepared(PresolveMode::Auto), [1, 1, 1]);
    assert_eq!(prepared(PresolveMode::Never), [1, 1, 1]);
    assert_eq!(prepared(PresolveMode::Always), [1, 2, 3]);
}
