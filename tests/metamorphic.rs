//! Metamorphic laws: how a change of a problem changes its solutions.
//!
//! They need no oracle. Each is tested with every engine, on the solutions themselves where these
//! can be mapped, and on their number otherwise.

use crate::common::changes::{Change, changes, order};
use crate::common::random::{
    self, Draft, DraftOption, Planted, Size, config, full_grids, planted, sudoku,
};
use crate::common::{all_solutions, families, files, options};
use proptest::prelude::*;
use proptest::sample::Index;
use quadrille::sudoku::{Encoding, Geometry, Grid, SudokuSolver};
use quadrille::{Bounds, Engine, Solution, Solver};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Problems with a solution or more.
const SIZE: Size = Size { primary: 1..=8, secondary: 0..=5, options: 0..=20, entries: 4 };

/// The same, and small, because bounds allow many more.
const BOUNDED: Size = Size { primary: 1..=5, secondary: 0..=4, options: 0..=8, entries: 4 };

/// All solutions of a draft, as ascending numbers of options.
fn solutions(draft: &Draft, engine: Engine) -> Vec<Vec<usize>> {
    let numbers = |solution: &Solution| solution.options().iter().map(|o| o.index()).collect();
    all_solutions(&draft.problem(), engine).iter().map(numbers).collect()
}

/// The solutions with each option renumbered, in ascending order.
fn renumbered(solutions: &[Vec<usize>], number: impl Fn(usize) -> usize) -> Vec<Vec<usize>> {
    let renumber = |solution: &Vec<usize>| {
        let mut solution: Vec<_> = solution.iter().map(|&option| number(option)).collect();
        solution.sort_unstable();
        solution
    };
    let mut solutions: Vec<_> = solutions.iter().map(renumber).collect();
    solutions.sort_unstable();
    solutions
}

/// The options with each item renumbered.
fn with_items(options: &[DraftOption], number: impl Fn(usize) -> usize) -> Vec<DraftOption> {
    let rename =
        |option: &DraftOption| option.iter().map(|(&i, &color)| (number(i), color)).collect();
    options.iter().map(rename).collect()
}

/// A draft with an order of its primary items, its secondary items and its options.
fn ordered() -> impl Strategy<Value = (Draft, [Vec<usize>; 3])> {
    planted(SIZE).prop_flat_map(|Planted { draft, .. }| {
        let orders = [draft.primary.len(), draft.secondary.len(), draft.options.len()].map(order);
        (Just(draft), orders)
    })
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn the_order_of_the_options_does_not_matter((draft, [_, _, order]) in ordered()) {
        let options = order.iter().map(|&option| draft.options[option].clone()).collect();
        let permuted = Draft { options, ..draft.clone() };
        for engine in Engine::ALL {
            let found = renumbered(&solutions(&permuted, engine), |option| order[option]);
            prop_assert_eq!(found, solutions(&draft, engine), "{}", engine);
        }
    }

    #[test]
    fn the_order_of_the_items_does_not_matter((draft, [first, second, _]) in ordered()) {
        let primary = draft.primary.len();
        let number = |i: usize| if i < primary { first[i] } else { primary + second[i - primary] };
        let permuted = Draft { options: with_items(&draft.options, number), ..draft.clone() };
        for engine in Engine::ALL {
            prop_assert_eq!(solutions(&permuted, engine), solutions(&draft, engine), "{}", engine);
        }
    }

    #[test]
    fn names_do_not_matter(Planted { draft, .. } in planted(SIZE)) {
        let renamed = |names: &[String]| names.iter().rev().map(|name| format!("{name}'s")).collect();
        let other = Draft {
            primary: renamed(&draft.primary),
            secondary: renamed(&draft.secondary),
            colors: renamed(&draft.colors),
            ..draft.clone()
        };
        let work = |draft: &Draft, engine| {
            let problem = draft.problem();
            let mut solver = Solver::with_engine(&problem, engine).unwrap();
            (solver.solutions().collect::<Vec<_>>(), solver.stats())
        };
        for engine in Engine::ALL {
            prop_assert_eq!(work(&other, engine), work(&draft, engine), "{}", engine);
        }
    }

    #[test]
    fn an_option_that_is_there_twice_has_its_solutions_twice(
        Planted { draft, .. } in planted(SIZE),
        index in any::<Index>(),
    ) {
        let (option, copy) = (index.index(draft.options.len()), draft.options.len());
        let mut doubled = draft.clone();
        doubled.options.push(draft.options[option].clone());
        for engine in Engine::ALL {
            let all = solutions(&draft, engine);
            let with_it: Vec<_> = all.iter().filter(|s| s.contains(&option)).cloned().collect();
            let with_copy = renumbered(&with_it, |o| if o == option { copy } else { o });
            let expected = renumbered(&[all, with_copy].concat(), |o| o);
            prop_assert_eq!(solutions(&doubled, engine), expected, "{}", engine);
        }
    }

    #[test]
    fn an_option_that_is_taken_away_takes_its_solutions_along(
        Planted { draft, .. } in planted(SIZE),
        index in any::<Index>(),
    ) {
        let option = index.index(draft.options.len());
        let mut less = draft.clone();
        less.options.remove(option);
        for engine in Engine::ALL {
            let mut expected = solutions(&draft, engine);
            expected.retain(|solution| !solution.contains(&option));
            let found = renumbered(&solutions(&less, engine), |o| o + usize::from(o >= option));
            prop_assert_eq!(found, expected, "{}", engine);
        }
    }

    #[test]
    fn the_options_of_an_item_share_out_the_solutions(
        Planted { draft, .. } in planted(SIZE),
        index in any::<Index>(),
    ) {
        let (problem, item) = (draft.problem(), index.index(draft.primary.len()));
        for engine in Engine::ALL {
            let mut solver = Solver::with_engine(&problem, engine).unwrap();
            let mut sum = 0;
            for option in (0..draft.options.len()).filter(|&o| draft.options[o].contains_key(&item)) {
                solver.assume(&options([option])).unwrap();
                sum += solver.count().solutions;
            }
            solver.assume(&[]).unwrap();
            prop_assert_eq!(sum, solver.count().solutions, "{}", engine);
        }
    }

    #[test]
    fn the_numbers_between_two_bounds_share_out_the_solutions(
        Planted { draft, .. } in planted(BOUNDED).prop_flat_map(random::with_bounds_around),
        index in any::<Index>(),
    ) {
        let item = index.index(draft.primary.len());
        let Bounds { low, high } = draft.bounds[&item];
        for engine in Engine::ALL.into_iter().filter(|engine| engine.features().multiplicities) {
            let mut parts = Vec::new();
            for times in low..=high {
                let mut draft = draft.clone();
                draft.bounds.insert(item, Bounds { low: times, high: times });
                parts.extend(solutions(&draft, engine));
            }
            let found = renumbered(&parts, |option| option);
            prop_assert_eq!(found, solutions(&draft, engine), "{}", engine);
        }
    }

    #[test]
    fn two_problems_side_by_side_multiply(
        Planted { draft: a, .. } in planted(SIZE),
        Planted { draft: b, .. } in planted(SIZE),
    ) {
        let (p, s) = (a.primary.len(), a.secondary.len());
        let (q, t) = (b.primary.len(), b.secondary.len());
        let of_a = |item: usize| if item < p { item } else { item + q };
        let of_b = |item: usize| if item < q { item + p } else { item + p + s };
        let mut both = Draft::new(p + q, s + t);
        both.options = [with_items(&a.options, of_a), with_items(&b.options, of_b)].concat();
        let count = |draft: &Draft| Solver::new(&draft.problem()).count().solutions;
        prop_assume!(count(&a) * count(&b) <= 20_000);
        prop_assert_eq!(count(&both), count(&a) * count(&b));
    }

    #[test]
    fn a_secondary_item_is_a_primary_one_that_may_be_covered_by_nothing(
        Planted { draft, .. } in planted(SIZE),
    ) {
        // Without colours; options without a primary item could be chosen if all items were
        // primary.
        let plain = |option: &DraftOption| option.keys().map(|&item| (item, None)).collect();
        let choosable = draft.options.iter().filter(|option| draft.is_choosable(option));
        let draft = Draft { options: choosable.map(plain).collect(), ..draft.clone() };
        let mut slack = Draft::new(draft.items(), 0);
        slack.options = draft.options.clone();
        slack.options.extend((draft.primary.len()..draft.items()).map(|i| BTreeMap::from([(i, None)])));
        for engine in Engine::ALL {
            let kept = |solution: Vec<usize>| -> Vec<usize> {
                solution.into_iter().filter(|&option| option < draft.options.len()).collect()
            };
            let found: Vec<_> = solutions(&slack, engine).into_iter().map(kept).collect();
            prop_assert_eq!(renumbered(&found, |o| o), solutions(&draft, engine), "{}", engine);
        }
    }

    #[test]
    fn an_item_and_a_color_that_only_one_option_has_bind_nobody(
        Planted { draft, .. } in planted(SIZE),
        index in any::<Index>(),
        color in prop::option::of(0..3usize),
    ) {
        let mut more = draft.clone();
        more.secondary.push("own".to_owned());
        let option = index.index(draft.options.len());
        more.options[option].insert(draft.items(), color);
        for engine in Engine::ALL {
            prop_assert_eq!(solutions(&more, engine), solutions(&draft, engine), "{}", engine);
        }
    }

    #[test]
    fn one_colour_for_all_is_as_if_the_item_were_not_there(Planted { draft, .. } in planted(SIZE)) {
        let mut more = draft.clone();
        more.secondary.push("own".to_owned());
        for option in &mut more.options {
            option.insert(draft.items(), Some(1));
        }
        for engine in Engine::ALL {
            prop_assert_eq!(solutions(&more, engine), solutions(&draft, engine), "{}", engine);
        }
    }
}

#[test]
fn a_run_is_repeated_to_the_letter() {
    for problem in [families::queens(7), families::langford(7), families::dominoes(4, 5)] {
        for engine in Engine::ALL {
            let run = || {
                let mut solver = Solver::with_engine(&problem, engine).unwrap();
                (solver.solutions().collect::<Vec<_>>(), solver.stats())
            };
            assert_eq!(run(), run(), "{engine}");
        }
    }
}

/// All solutions of a puzzle, in ascending order of their cells.
fn grids(encoding: &Encoding, puzzle: &Grid) -> Vec<Grid> {
    let mut grids = Vec::new();
    let count = SudokuSolver::new(encoding).visit(puzzle, |grid| {
        grids.push(grid);
        ControlFlow::Continue(())
    });
    assert!(count.unwrap().is_complete());
    grids.sort_unstable_by(|a, b| a.cells().cmp(b.cells()));
    grids
}

/// The solutions of a changed puzzle are the changed solutions. Only a transposition turns the
/// boxes.
fn keeps_solutions(
    geometry: &Geometry,
    puzzle: &Grid,
    change: &Change,
) -> Result<(), TestCaseError> {
    let (rows, columns) = geometry.band_and_stack();
    let turned = matches!(change, Change::Transpose);
    let other = if turned { Geometry::new(columns, rows).unwrap() } else { geometry.clone() };
    let before = grids(&Encoding::new(geometry.clone()), puzzle);
    let after = grids(&Encoding::new(other), &change.of(puzzle));
    let mut expected: Vec<_> = before.iter().map(|grid| change.of(grid)).collect();
    expected.sort_unstable_by(|a, b| a.cells().cmp(b.cells()));
    prop_assert_eq!(after, expected);
    Ok(())
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn a_changed_sudoku_of_six_has_the_changed_solutions(
        (_, puzzle) in sudoku(&Geometry::new(2, 3).unwrap(), 9..=24),
        change in changes(2, 3),
    ) {
        keeps_solutions(&Geometry::new(2, 3).unwrap(), &puzzle, &change)?;
    }

    #[test]
    fn a_changed_sudoku_of_nine_has_the_changed_solutions(
        (_, puzzle) in sudoku(&Geometry::of_size(9).unwrap(), 32..=60),
        change in changes(3, 3),
    ) {
        keeps_solutions(&Geometry::of_size(9).unwrap(), &puzzle, &change)?;
    }

    #[test]
    fn changes_keep_full_grids_full(grid in full_grids(&Geometry::of_size(9).unwrap()), change in changes(3, 3)) {
        let changed = change.of(&grid);
        prop_assert!(changed.is_solution(&Geometry::of_size(9).unwrap()));
        prop_assert_eq!(changed.transposed().transposed(), changed);
    }

    #[test]
    fn two_values_that_no_clue_has_can_change_places(
        (_, puzzle) in sudoku(&Geometry::of_size(4).unwrap(), 2..=8),
    ) {
        // Without the clues of 1 and 2, each solution has a twin with its ones and twos exchanged.
        let mut puzzle = puzzle;
        for cell in 0..16 {
            if puzzle.cells()[cell] <= 2 {
                puzzle.set(cell, 0).unwrap();
            }
        }
        let found = grids(&Encoding::new(Geometry::of_size(4).unwrap()), &puzzle);
        let swap = Change::Relabel(vec![2, 1, 3, 4]);
        prop_assert!(found.len().is_multiple_of(2) && !found.is_empty());
        prop_assert!(found.iter().all(|grid| found.contains(&swap.of(grid))));
    }
}

#[test]
fn the_puzzles_of_this_repository_keep_their_counts_when_they_are_changed() {
    let geometry = Geometry::of_size(9).unwrap();
    let encoding = Encoding::new(geometry);
    let mut solver = SudokuSolver::new(&encoding).configure(|solver| solver.limit(1000));
    let changes = [
        Change::Transpose,
        Change::Relabel(vec![5, 3, 9, 1, 2, 4, 8, 7, 6]),
        Change::Rows(vec![2, 0, 1, 3, 4, 5, 6, 7, 8]),
        Change::Rows(vec![3, 4, 5, 6, 7, 8, 0, 1, 2]),
        Change::Columns(vec![0, 1, 2, 8, 7, 6, 3, 4, 5]),
    ];
    let puzzles: Vec<_> = ["lab.txt", "lecture.txt", "diagonal.txt"]
        .iter()
        .flat_map(|file| files::puzzles(&files::folder().join(file)))
        .filter(|puzzle| puzzle.count > 0)
        .collect();
    assert!(puzzles.len() >= 8);
    for puzzle in puzzles {
        let count = solver.load(&puzzle.grid).unwrap().count();
        for change in &changes {
            let changed = solver.load(&change.of(&puzzle.grid)).unwrap().count();
            assert_eq!(changed, count, "{}: {change:?}", puzzle.place);
        }
    }
}

#[test]
fn drafts_are_built_as_they_are_drawn() {
    let mut draft = random::Draft::new(2, 1);
    draft.options = vec![BTreeMap::from([(0, None), (2, Some(1))]), BTreeMap::from([(1, None)])];
    let written = quadrille::dlx::to_string(&draft.problem()).unwrap();
    assert_eq!(written, "p0 p1 | s0\np0 s0:c1\np1\n");
}
