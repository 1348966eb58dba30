//! Generated puzzles against dancing links, slow versions and known numbers.

use super::attempts::{Attempt, AttemptStep, Question};
use super::generator::random;
use super::weighted::WeightedRemoval;
use super::*;
use crate::Engine;
use crate::ids::{to_f64, to_u64};
use crate::search::{CancelToken, StopReason};
use crate::sudoku::grid_tests::GridTests;
use crate::sudoku::minimal::Minimiser;
use crate::sudoku::{Encoding, Geometry, Grid, SudokuSolver, grids9};
use crate::tests::part_of;
use rand::seq::SliceRandom;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

fn nine() -> Geometry {
    Geometry::of_size(9).unwrap()
}

fn generated(geometry: &Geometry, options: GeneratorOptions, number: u64) -> Vec<GeneratedPuzzle> {
    let puzzles = Generator::new(geometry, options).unwrap().puzzles(0..number);
    puzzles.into_iter().map(Result::unwrap).collect()
}

/// Whether dancing links find just the solution that was generated with a puzzle.
fn is_proper(links: &mut SudokuSolver, found: &GeneratedPuzzle) -> bool {
    let answer = links.solve(&found.puzzle).unwrap();
    assert!(found.solution.extends(&found.puzzle));
    answer.is_unique() && answer.first() == Some(&found.solution)
}

/// Whether dancing links find several solutions without each of the clues.
fn is_minimal(links: &mut SudokuSolver, puzzle: &Grid) -> bool {
    puzzle.clue_cells().all(|cell| {
        let mut fewer = puzzle.clone();
        fewer.set(cell, 0).unwrap();
        !links.solve(&fewer).unwrap().is_unique()
    })
}

fn links(geometry: &Geometry) -> SudokuSolver {
    SudokuSolver::with_engine(&Encoding::new(geometry.clone()), Engine::Links).unwrap()
}

/// Generates puzzles, which must be proper and pairwise different, and minimal where that is asked
/// for.
fn check(geometry: &Geometry, options: GeneratorOptions, number: u64, minimal: bool) -> Vec<Grid> {
    let (mut links, mut different) = (links(geometry), BTreeSet::new());
    let found = generated(geometry, options, number);
    for found in &found {
        assert!(is_proper(&mut links, found), "{}", found.puzzle);
        assert!(!minimal || is_minimal(&mut links, &found.puzzle), "{}", found.puzzle);
        different.insert(found.puzzle.to_string());
    }
    assert_eq!(different.len(), found.len());
    found.into_iter().map(|found| found.puzzle).collect()
}

/// The numbers of puzzles of each mode: a few in each run of the tests, many on demand.
fn all_modes(number: u64) {
    let nine = nine();
    check(&nine, GeneratorOptions::new().seed(1), number, true);
    let weighted = GeneratorOptions::new().seed(2).sampling(Sampling::Weighted);
    check(&nine, weighted, number, true);
    for puzzle in check(&nine, GeneratorOptions::new().clues(26..=29), number, false) {
        assert!((26..=29).contains(&puzzle.clues()));
    }
    let minimal = GeneratorOptions::new().clues(23..=23).minimal();
    assert!(check(&nine, minimal, number, true).iter().all(|puzzle| puzzle.clues() == 23));
    for symmetry in PatternSymmetry::ALL {
        let options = GeneratorOptions::new().symmetry(symmetry);
        for puzzle in check(&nine, options, number / 4, false) {
            for orbit in symmetry.orbits(9) {
                let clues = orbit.iter().filter(|&&cell| puzzle.cells()[cell] != 0).count();
                assert!([0, orbit.len()].contains(&clues), "{symmetry}: {puzzle}");
            }
        }
    }
    let rotated = GeneratorOptions::new().symmetry(PatternSymmetry::Rotate180).minimal();
    check(&nine, rotated, number / 4, true);
    let pattern: Grid =
        "..5...68.9.15....3.....49...1.74...6....3....8...69.1...79.....3....71.8.26...7.."
            .parse()
            .unwrap();
    let cells: Vec<_> = pattern.clue_cells().collect();
    for options in [GeneratorOptions::new(), GeneratorOptions::new().minimal()] {
        let minimal = options != GeneratorOptions::new();
        // A minimal puzzle with a pattern takes seconds.
        let number = if minimal { number / 250 } else { number / 8 };
        for puzzle in check(&nine, options.pattern(pattern.clone()), number, minimal) {
            assert!(puzzle.clue_cells().eq(cells.iter().copied()));
        }
    }
    check(&nine.diagonal(), GeneratorOptions::new(), number, true);
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        let geometry = Geometry::new(rows, columns).unwrap();
        check(&geometry, GeneratorOptions::new(), number / 4, true);
    }
}

#[test]
fn puzzles_of_all_modes_are_proper_and_as_was_asked_for() {
    all_modes(16);
}

/// Checks three hundred puzzles of each mode, or as many as `QUADRILLE_PUZZLES` says: ten thousand
/// take minutes.
#[test]
#[ignore = "many puzzles take long"]
fn many_puzzles_of_all_modes_are_proper_and_as_was_asked_for() {
    let number = std::env::var("QUADRILLE_PUZZLES").ok().and_then(|number| number.parse().ok());
    all_modes(number.unwrap_or(300));
}

#[test]
fn large_puzzles_are_proper() {
    let geometry = Geometry::new(3, 4).unwrap();
    let mut solver = SudokuSolver::new(&Encoding::new(geometry.clone()));
    for found in generated(&geometry, GeneratorOptions::new(), 2) {
        assert!(is_proper(&mut solver, &found));
    }
}

#[test]
fn a_puzzle_depends_on_its_number_alone() {
    let kinds = [
        GeneratorOptions::new().seed(5),
        GeneratorOptions::new().seed(5).clues(22..=23),
        GeneratorOptions::new().sampling(Sampling::Weighted),
        GeneratorOptions::new().symmetry(PatternSymmetry::Diagonal).minimal(),
    ];
    for options in kinds {
        let all = generated(&nine(), options.clone(), 20);
        let mut generator = Generator::new(&nine(), options.clone()).unwrap();
        for number in [0, 7, 19] {
            let alone = generator.puzzles(number..number + 1).remove(0).unwrap();
            assert_eq!(Some(&alone), all.get(usize::try_from(number).unwrap()), "{options:?}");
        }
    }
    let other = generated(&nine(), GeneratorOptions::new().seed(6), 1);
    assert_ne!(other, generated(&nine(), GeneratorOptions::new().seed(5), 1));
}

#[test]
fn clues_are_removed_in_the_order_that_was_drawn() {
    let mut minimiser = Minimiser::new(&nine());
    for (number, found) in (0..10).zip(generated(&nine(), GeneratorOptions::new().seed(8), 10)) {
        let mut rng = random(8, number, 0);
        let solution = grids9::random_grid(&mut rng);
        let mut order: Vec<_> = (0..81).collect();
        order.shuffle(&mut rng);
        order.reverse();
        assert_eq!(minimiser.minimise(&solution, &order).as_ref(), Ok(&found.puzzle));
    }
}

#[test]
fn a_filter_rejects_attempts_and_changes_nothing_else() {
    let has_clue = |grid: &Grid| Ok(grid.cells()[40] != 0);
    let generator = || Generator::new(&nine(), GeneratorOptions::new().seed(9)).unwrap();
    let all = generator().puzzles(0..30);
    let mut attempts = 0;
    for (found, first) in generator().filter(has_clue).puzzles(0..30).into_iter().zip(all) {
        let (found, first) = (found.unwrap(), first.unwrap());
        assert_eq!(has_clue(&found.puzzle), Ok(true));
        assert_eq!(found == first, has_clue(&first.puzzle) == Ok(true));
        attempts += found.attempts;
    }
    assert!(attempts > 60, "{attempts} attempts");
    let mut stopped = generator().filter(|_| Err(StopReason::Interrupted));
    assert!(stopped.puzzles(0..3).iter().all(|found| found == &Err(StopReason::Interrupted)));
}

#[test]
fn a_stop_is_reported_for_each_puzzle_that_is_missing() {
    let token = CancelToken::new();
    token.cancel();
    let pattern = "1".repeat(81).parse().unwrap();
    for options in [GeneratorOptions::new(), GeneratorOptions::new().pattern(pattern)] {
        let generator = Generator::new(&nine(), options).unwrap();
        let mut generator = generator.cancel_token(token.clone());
        // The rest is not even tried.
        assert!(generator.puzzles(0..u64::MAX).len() < 1000);
        let found = generator.puzzles(0..3);
        assert_eq!(found.len(), 3);
        assert!(found.iter().all(|found| found == &Err(StopReason::Cancelled)));
    }
}

/// The puzzle of an attempt that goes forward alone, and its weight.
fn ended(attempt: &mut impl Attempt, tests: &mut GridTests) -> Option<(Grid, f64)> {
    loop {
        let answers = match attempt.question() {
            AttemptStep::Question(Question::Unique(grid)) => tests.are_unique([grid]),
            AttemptStep::Question(Question::Forced(grid, cell, value)) => {
                tests.are_forced([(grid, cell, value)])
            }
            AttemptStep::Found { puzzle, ln_weight, .. } => {
                return Some((puzzle, ln_weight?.exp()));
            }
            AttemptStep::Failed => return None,
        };
        if !attempt.answer(answers.unwrap()[0]) {
            return None;
        }
    }
}

/// With a fixed grid of 4x4, sums of weights are compared with the numbers of all minimal puzzles
/// that it has, by their numbers of clues.
#[test]
fn averages_of_weights_are_the_numbers_of_minimal_puzzles() {
    let geometry = Geometry::of_size(4).unwrap();
    let solution: Grid = "1234341221434321".parse().unwrap();
    let mut expected = BTreeMap::<usize, f64>::new();
    let count = |puzzle: &Grid| {
        *expected.entry(puzzle.clues()).or_default() += 1.0;
        ControlFlow::Continue(())
    };
    Minimiser::new(&geometry).visit_minimal(&solution, count).unwrap();
    assert_eq!(expected.values().sum::<f64>(), 284.0);

    let attempts = to_u64(part_of(10_000));
    let mut sums = BTreeMap::<usize, (f64, f64)>::new();
    let mut tests = GridTests::new(&geometry);
    for number in 0..attempts {
        let rng = random(1, number, 0);
        let mut attempt = WeightedRemoval::new(solution.clone(), rng, 0..=16);
        if let Some((puzzle, weight)) = ended(&mut attempt, &mut tests) {
            let (sum, squares) = sums.entry(puzzle.clues()).or_default();
            (*sum, *squares) = (*sum + weight, *squares + weight * weight);
        }
    }
    assert!(sums.keys().eq(expected.keys()));
    let attempts = to_f64(attempts);
    for (clues, (sum, squares)) in sums {
        let (mean, square) = (sum / attempts, squares / attempts);
        let error = ((square - mean * mean) / attempts).sqrt();
        let deviations = (mean - expected[&clues]) / error;
        assert!(deviations.abs() < 4.0, "{clues} clues: {mean} instead of {}", expected[&clues]);
    }
}

#[test]
fn options_are_checked() {
    let pattern = |text: &str| GeneratorOptions::new().pattern(text.parse().unwrap());
    let full = "1".repeat(81);
    let blank_rows = "1".repeat(27) + &".".repeat(18) + &"1".repeat(36);
    let blank_columns = "..1111111".repeat(9);
    let rotated = PatternSymmetry::Rotate90;
    let weighted = || GeneratorOptions::new().sampling(Sampling::Weighted);
    #[allow(clippy::reversed_empty_ranges)]
    let table = [
        (
            GeneratorOptions::new().clues(30..=20),
            "the numbers of clues are 30 to 20: expected an ascending range up to 81",
        ),
        (
            GeneratorOptions::new().clues(20..=82),
            "the numbers of clues are 20 to 82: expected an ascending range up to 81",
        ),
        (pattern("1..............."), "the pattern has 4x4 cells: expected 9x9"),
        (pattern(&(".".repeat(74) + "1111111")), "the pattern has 7 cells: expected at least 8"),
        (
            pattern(&blank_rows),
            "rows 4 and 5 of the pattern are blank and can be exchanged: no such puzzle has one \
             solution",
        ),
        (
            pattern(&blank_columns),
            "columns 1 and 2 of the pattern are blank and can be exchanged: no such puzzle has one \
             solution",
        ),
        (pattern(&full).symmetry(rotated), "a pattern and a symmetry can't be combined"),
        (pattern(&full).clues(81..=81), "a pattern and a number of clues can't be combined"),
        (weighted().symmetry(rotated), "weighted sampling and a symmetry can't be combined"),
    ];
    for (options, message) in table {
        let error = Generator::new(&nine(), options).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let error = Generator::new(&nine().diagonal(), weighted()).unwrap_err();
    assert_eq!(error.to_string(), "weighted sampling is for standard 9x9 Sudoku only");
    assert!(Generator::new(&nine().diagonal(), pattern(&blank_rows)).is_ok());
}
