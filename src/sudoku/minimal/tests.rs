//! Minimal puzzles against definitions, by dancing links.

use super::*;
use crate::Engine;
use crate::search::{CancelToken, StopReason};
use crate::sudoku::{Encoding, Geometry, Grid, SudokuSolver};
use crate::tests::part_of;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Instant;

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const FULL: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

fn links(geometry: &Geometry) -> SudokuSolver {
    SudokuSolver::with_engine(&Encoding::new(geometry.clone()), Engine::Links).unwrap()
}

/// The clues that are redundant by definition.
fn redundant(links: &mut SudokuSolver, puzzle: &Grid) -> Vec<usize> {
    let clues = (0..puzzle.cells().len()).filter(|&cell| puzzle.cells()[cell] != 0);
    let is_redundant = |&clue: &usize| {
        let mut grid = puzzle.clone();
        grid.set(clue, 0).unwrap();
        links.solve(&grid).unwrap().is_unique()
    };
    clues.filter(is_redundant).collect()
}

/// An order of cells for each seed.
fn order(cells: usize, seed: usize) -> Vec<usize> {
    let mut order: Vec<_> = (0..cells).collect();
    order.sort_by_key(|cell| (cell + 1) * (2 * seed + 7919) % 1009);
    order
}

#[test]
fn minimal_puzzles_are_minimal_by_dancing_links() {
    let nine = Geometry::of_size(9).unwrap();
    let six = Geometry::of_size(6).unwrap();
    let of_six: Grid = "123456456123231564564231312645645312".parse().unwrap();
    for (geometry, full) in [(nine, FULL.parse().unwrap()), (six, of_six)] {
        let (mut links, mut minimiser) = (links(&geometry), Minimiser::new(&geometry));
        let orders: Vec<_> = (0..20).map(|seed| order(geometry.cells(), seed)).collect();
        let puzzles = orders.iter().map(|order| (full.clone(), order.clone())).collect();
        let minimal = minimiser.minimise_all(puzzles);
        let mut different = BTreeSet::new();
        for (grid, order) in minimal.into_iter().zip(&orders) {
            let grid = grid.unwrap();
            assert!(full.extends(&grid) && links.solve(&grid).unwrap().is_unique());
            assert!(redundant(&mut links, &grid).is_empty());
            assert_eq!(minimiser.redundant(&grid), Ok(vec![]));
            assert_eq!(minimiser.minimise(&full, order).as_ref(), Ok(&grid));
            assert_eq!(minimiser.minimise(&grid, order).as_ref(), Ok(&grid));
            different.insert(grid.to_string());
        }
        assert!(different.len() > 10);
    }
}

#[test]
fn redundant_clues_are_those_by_definition() {
    let geometry = Geometry::of_size(9).unwrap();
    let (mut links, mut minimiser) = (links(&geometry), Minimiser::new(&geometry));
    let (puzzle, full): (Grid, Grid) = (PUZZLE.parse().unwrap(), FULL.parse().unwrap());
    let mut puzzles = vec![puzzle.clone()];
    for more in [3, 9, 20] {
        let mut grid = puzzle.clone();
        for cell in order(81, more).into_iter().take(more) {
            grid.set(cell, full.cells()[cell]).unwrap();
        }
        puzzles.push(grid);
    }
    let found = minimiser.redundant_all(&puzzles);
    for (grid, found) in puzzles.iter().zip(found) {
        assert_eq!(found, Ok(redundant(&mut links, grid)));
    }
}

/// The minimal puzzles within a 4x4 grid, by all subsets of its clues.
fn by_subsets(geometry: &Geometry, full: &Grid) -> BTreeSet<String> {
    let mut links = links(geometry);
    let mut minimal = BTreeSet::new();
    for mask in 0u32..1 << 16 {
        // A minimal puzzle with other numbers of clues would be found in addition.
        if !(4..=7).contains(&mask.count_ones()) {
            continue;
        }
        let mut grid = full.clone();
        for cell in (0..16).filter(|cell| mask >> cell & 1 == 0) {
            grid.set(cell, 0).unwrap();
        }
        if links.solve(&grid).unwrap().is_unique() && redundant(&mut links, &grid).is_empty() {
            minimal.insert(grid.to_string());
        }
    }
    minimal
}

#[test]
fn all_minimal_puzzles_are_found_once() {
    let geometry = Geometry::of_size(4).unwrap();
    let grids = ["1234341221434321", "1234341223414123"];
    for text in &grids[..part_of(2)] {
        let full: Grid = text.parse().unwrap();
        let mut found = Vec::new();
        let mut minimiser = Minimiser::new(&geometry);
        minimiser
            .visit_minimal(&full, |grid| {
                found.push(grid.to_string());
                ControlFlow::Continue(())
            })
            .unwrap();
        let expected = by_subsets(&geometry, &full);
        assert_eq!(found.len(), expected.len());
        assert_eq!(BTreeSet::from_iter(found), expected);
        let fewest = minimiser.fewest_clues(&full).unwrap();
        assert_eq!((fewest.puzzle.clues(), fewest.stop), (4, StopReason::Exhausted));
        let mut visited = 0;
        let stop = minimiser.visit_minimal(&full, |_| {
            visited += 1;
            ControlFlow::Break(())
        });
        assert_eq!((stop, visited), (Ok(()), 1));
    }
}

#[test]
fn puzzles_that_have_not_one_solution_are_errors() {
    let geometry = Geometry::of_size(9).unwrap();
    let mut minimiser = Minimiser::new(&geometry);
    let puzzles = [&"1".repeat(81), &".".repeat(81), PUZZLE, &".".repeat(16)];
    let puzzles = puzzles.map(|text| text.parse::<Grid>().unwrap());
    let found = minimiser.redundant_all(&puzzles);
    assert_eq!(found[0], Err(MinimalError::NoSolution));
    assert_eq!(found[1], Err(MinimalError::SeveralSolutions));
    assert_eq!(found[2], Ok(vec![]));
    let size = "expected a grid of 9x9 cells, found one of 4x4";
    assert_eq!(found[3].as_ref().unwrap_err().to_string(), size);
    assert_eq!(minimiser.fewest_clues(&puzzles[1]), Err(MinimalError::SeveralSolutions));
}

#[test]
fn searches_are_stopped() {
    for (size, text) in [(9, FULL), (4, "1234341221434321")] {
        let (geometry, full) = (Geometry::of_size(size).unwrap(), text.parse::<Grid>().unwrap());
        let token = CancelToken::new();
        token.cancel();
        let mut stopped = Minimiser::new(&geometry).cancel_token(token);
        let cancelled = MinimalError::Stopped(StopReason::Cancelled);
        assert_eq!(stopped.redundant(&full), Err(cancelled.clone()));
        assert_eq!(stopped.fewest_clues(&full), Err(cancelled));
        let mut late = Minimiser::new(&geometry).deadline(Instant::now());
        let is_late = MinimalError::Stopped(StopReason::Deadline);
        assert_eq!(late.minimise(&full, &[0]), Err(is_late));
    }
}
