//! Unavoidable sets against differences of solutions, found by other methods.

use super::{
    FULL, PUZZLE, SIX, all_grids, diagonal, difference, minimal, nine, puzzle, random_grids,
    set_of, six, small_geometries,
};
use crate::problem::{Bounds, Entry, Problem, ProblemBuilder};
use crate::search::{CancelToken, Solver, StopReason};
use crate::sudoku::simd9::{BatchSolver, Variant};
use crate::sudoku::unavoidable::{UnavoidableError, UnavoidableSets};
use crate::sudoku::{Encoding, Geometry, Grid};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Instant;

fn sets(geometry: &Geometry, grid: &Grid, max_size: usize) -> Vec<Vec<usize>> {
    UnavoidableSets::new(geometry).max_size(max_size).find(grid).unwrap()
}

#[test]
fn sets_of_4x4_grids_are_the_minimal_differences() {
    for geometry in small_geometries() {
        let grids = all_grids(&geometry);
        assert!(grids.len() > 10);
        for grid in &grids {
            let others = grids.iter().filter(|&other| other != grid);
            let differences: Vec<_> = others.map(|other| difference(grid, other)).collect();
            let mut expected = minimal(&differences);
            assert_eq!(sets(&geometry, grid, 16), expected, "{grid}");
            expected.retain(|set| set.len() <= 7);
            assert_eq!(sets(&geometry, grid, 7), expected, "{grid}");
        }
    }
}

/// The grids that differ from a grid in at most so many cells, as an exact cover: an item counts
/// the values that stay.
fn near(geometry: &Geometry, grid: &Grid, most: u32) -> (Encoding, Problem) {
    let encoding = Encoding::new(geometry.clone());
    let mut builder = ProblemBuilder::new();
    let plain = encoding.problem();
    assert_eq!(plain.secondary_items().len(), 0);
    for item in plain.items() {
        builder.primary(plain.item_name(item)).unwrap();
    }
    let cells = u32::try_from(geometry.cells()).unwrap();
    let stays = builder.primary_bounded("stays", Bounds { low: cells - most, high: cells - 1 });
    let stays = stays.unwrap();
    for option in plain.options() {
        let (cell, value) = encoding.placement(option).unwrap();
        let is_old = grid.cells()[cell] == value;
        let old = is_old.then(|| Entry::from(stays));
        builder.option(plain.entries(option).iter().copied().chain(old)).unwrap();
    }
    let problem = builder.build().unwrap();
    (encoding, problem)
}

#[test]
fn sets_are_those_of_an_exact_cover_that_counts_changes() {
    let (geometry, grid) = diagonal();
    let cases = [
        (nine(), FULL.parse().unwrap(), 6),
        (geometry, grid, 6),
        (six(), SIX.parse().unwrap(), 10),
    ];
    for (geometry, grid, most) in cases {
        let (encoding, problem) = near(&geometry, &grid, most);
        let mut differences = Vec::new();
        let count = Solver::new(&problem).visit(|options| {
            differences.push(difference(&grid, &encoding.decode(options).unwrap()));
            ControlFlow::Continue(())
        });
        assert!(count.is_complete() && differences.len() > 3, "{}", differences.len());
        let found = sets(&geometry, &grid, most.try_into().unwrap());
        assert_eq!(found, minimal(&differences));
    }
}

/// The minimal sets of at most 12 cells with at most four values: those in which the solutions of
/// puzzles differ that lack four values.
fn with_four_values(variant: Variant, grid: &Grid) -> Vec<Vec<usize>> {
    let mut solver = BatchSolver::new(variant);
    let mut found = BTreeSet::new();
    for removed in (0u32..1 << 9).filter(|removed| removed.count_ones() == 4) {
        let is_kept = |&cell: &usize| removed >> (grid.cells()[cell] - 1) & 1 == 0;
        let clues: Vec<_> = (0..81).filter(is_kept).collect();
        let puzzle = puzzle(grid, set_of(&clues));
        solver.for_each(puzzle.cells().first_chunk().unwrap(), |other| {
            let set = difference(grid, &Grid::try_from(*other).unwrap());
            if set != 0 && set.count_ones() <= 12 {
                found.insert(set);
            }
            ControlFlow::Continue(())
        });
    }
    minimal(&Vec::from_iter(found))
}

#[test]
fn sets_with_few_values_are_differences_of_puzzles_that_lack_them() {
    for (geometry, grid) in [(nine(), random_grids(1).remove(0)), diagonal()] {
        let mut found = sets(&geometry, &grid, 12);
        found.retain(|set| {
            let values: BTreeSet<_> = set.iter().map(|&cell| grid.cells()[cell]).collect();
            values.len() <= 4
        });
        let expected = with_four_values(Variant::of(&geometry).unwrap(), &grid);
        assert!(expected.len() > 5);
        assert_eq!(found, expected);
    }
}

#[test]
fn sets_of_9x9_grids_are_unavoidable_and_minimal() {
    let mut solver = BatchSolver::new(Variant::Standard).limit(3);
    for grid in random_grids(3) {
        let sets = sets(&nine(), &grid, 12);
        assert!(sets.len() > 100 && sets.iter().all(|set| set.is_sorted()));
        assert!(sets.is_sorted_by_key(|set| (set.len(), set)));
        for cells in sets {
            let set = set_of(&cells);
            let mut others = 0;
            let without = puzzle(&grid, !set);
            solver.for_each(without.cells().first_chunk().unwrap(), |other| {
                let other = difference(&grid, &Grid::try_from(*other).unwrap());
                assert!(other == set || other == 0);
                others += u32::from(other == set);
                ControlFlow::Continue(())
            });
            assert!(others > 0);
            let smaller = cells.iter().map(|cell| puzzle(&grid, !set | 1 << cell));
            let smaller = smaller.map(|grid| *grid.cells().first_chunk().unwrap());
            assert!(solver.solve_all(smaller).all(|result| result.solutions == 1));
        }
    }
}

#[test]
fn transformations_of_a_grid_transform_its_sets() {
    let grid = random_grids(2).remove(1);
    let expected = sets(&nine(), &grid, 11);
    // The cell of each cell after a permutation of rows, of columns, of bands, and of both axes.
    let rows = |cell: usize| [2, 0, 1, 3, 5, 4, 6, 7, 8][cell / 9] * 9 + cell % 9;
    let columns = |cell: usize| cell / 9 * 9 + [0, 2, 1, 5, 4, 3, 7, 8, 6][cell % 9];
    let bands = |cell: usize| (cell + 27) % 81;
    let transpose = |cell: usize| cell % 9 * 9 + cell / 9;
    let maps: [&dyn Fn(usize) -> usize; 4] = [&rows, &columns, &bands, &transpose];
    for map in maps {
        let mut cells = vec![0; 81];
        for (cell, &value) in grid.cells().iter().enumerate() {
            cells[map(cell)] = value % 9 + 1;
        }
        let moved = Grid::from_cells(9, cells).unwrap();
        let mut mapped: Vec<Vec<usize>> =
            expected.iter().map(|set| set.iter().map(|&cell| map(cell)).collect()).collect();
        mapped.iter_mut().for_each(|set| set.sort_unstable());
        mapped.sort_by_key(|set| (set.len(), set.clone()));
        assert_eq!(sets(&nine(), &moved, 11), mapped);
    }
}

#[test]
fn a_puzzle_hits_all_sets() {
    let (puzzle, grid): (Grid, Grid) = (PUZZLE.parse().unwrap(), FULL.parse().unwrap());
    assert_eq!(puzzle.clues(), 17);
    for set in sets(&nine(), &grid, 13) {
        assert!(set.iter().any(|&cell| puzzle.cells()[cell] != 0), "{set:?}");
    }
}

#[test]
fn sets_of_large_grids_are_unavoidable() {
    let geometry = Geometry::of_size(16).unwrap();
    // Each row is the one above, moved by a box, and by one cell more where a band begins.
    let value = |cell: usize| (cell / 16 * 4 + cell / 64 + cell % 16) % 16 + 1;
    let cells = (0..256).map(|cell| u8::try_from(value(cell)).unwrap()).collect();
    let grid = Grid::from_cells(16, cells).unwrap();
    assert!(grid.is_solution(&geometry));
    let found = sets(&geometry, &grid, 8);
    assert!(!found.is_empty());
    let mut solver = crate::sudoku::SudokuSolver::new(&Encoding::new(geometry));
    for set in found.iter().step_by(found.len().div_ceil(20)) {
        let mut without = grid.clone();
        set.iter().for_each(|&cell| without.set(cell, 0).unwrap());
        let crate::sudoku::PuzzleSolution::Multiple(two) = solver.solve(&without).unwrap() else {
            panic!("{set:?} is not unavoidable")
        };
        for other in two.iter().filter(|&other| *other != grid) {
            assert!(set.iter().all(|&cell| other.cells()[cell] != grid.cells()[cell]));
        }
    }
}

#[test]
fn grids_that_are_not_solutions_are_errors() {
    let found = |text: &str| {
        let grid: Grid = text.parse().unwrap();
        UnavoidableSets::new(&nine()).find(&grid).unwrap_err().to_string()
    };
    assert_eq!(found(&".".repeat(16)), "expected a grid of 9x9 cells, found one of 4x4");
    assert_eq!(found(&FULL.replacen('4', "1", 1)), "row 1 has 1 twice");
    let blank = FULL.replacen("41", "4.", 1);
    assert_eq!(found(&blank), "row 1, column 2 is blank: expected a full grid");
}

#[test]
fn a_search_for_sets_is_stopped() {
    let grid = FULL.parse().unwrap();
    let token = CancelToken::new();
    token.cancel();
    let stopped = UnavoidableSets::new(&nine()).cancel_token(token).find(&grid);
    assert_eq!(stopped, Err(UnavoidableError::Stopped(StopReason::Cancelled)));
    let late = UnavoidableSets::new(&nine()).deadline(Instant::now()).find(&grid);
    assert_eq!(late, Err(UnavoidableError::Stopped(StopReason::Deadline)));
}
