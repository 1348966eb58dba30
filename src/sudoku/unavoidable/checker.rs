//! [`PuzzleChecker`]: whether puzzles within a grid have other solutions, and where these differ.

use crate::search::StopReason;
use crate::sudoku::encode::Encoding;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::sudoku::simd9::{BatchSolver, Cells, Variant};
use crate::sudoku::solver::{SolveError, SudokuSolver};
use std::ops::ControlFlow;

/// The most cells of a grid: sets of cells are bits of a word.
pub(super) const MAX_CELLS: usize = 128;

/// The number of solutions that are compared to find one that differs in few cells.
const COMPARED: usize = 16;

/// Checks puzzles within one solution grid. A puzzle is the set of its clues' cells.
#[derive(Debug)]
pub(super) struct PuzzleChecker {
    grid: Grid,
    solver: GridSolver,
}

#[derive(Debug)]
enum GridSolver {
    /// 9x9 grids, many at a time.
    Lanes(Box<BatchSolver>),
    Search(Box<SudokuSolver>),
}

impl PuzzleChecker {
    /// A checker for a grid of at most 128 cells that is a solution of the geometry.
    pub(super) fn new(geometry: &Geometry, grid: &Grid) -> Self {
        debug_assert!(geometry.cells() <= MAX_CELLS);
        let solver = match Variant::of(geometry) {
            Some(variant) => {
                GridSolver::Lanes(Box::new(BatchSolver::new(variant).keep_first(false)))
            }
            None => {
                GridSolver::Search(Box::new(SudokuSolver::new(&Encoding::new(geometry.clone()))))
            }
        };
        Self { grid: grid.clone(), solver }
    }

    /// For each puzzle, whether the grid is its only solution.
    pub(super) fn are_unique(&mut self, puzzles: &[u128]) -> Result<Vec<bool>, StopReason> {
        let grids: Vec<_> = puzzles.iter().map(|&clues| puzzle(&self.grid, clues)).collect();
        match &mut self.solver {
            GridSolver::Lanes(lanes) => {
                lanes.set_limit(Some(2));
                let results = lanes.solve_all(grids.iter().map(cells));
                Ok(results.map(|result| result.solutions == 1).collect())
            }
            GridSolver::Search(solver) => grids
                .iter()
                .map(|grid| match solver.solve(grid) {
                    Ok(solution) => Ok(solution.is_unique()),
                    Err(SolveError::Stopped(stop)) => Err(stop),
                    Err(_) => Ok(false),
                })
                .collect(),
        }
    }

    /// A small unavoidable set without clues of a puzzle; `None` if the grid is the puzzle's only
    /// solution. It is not always minimal.
    pub(super) fn unhit_set(&mut self, clues: u128) -> Option<u128> {
        let mut least = self.difference(clues)?;
        // Solutions that agree with the grid outside of it differ in fewer cells.
        while let Some(smaller) = self.difference(!least).filter(|&set| set != least) {
            least = smaller;
        }
        Some(least)
    }

    /// The cells in which some solution of a puzzle differs from the grid: of the first solutions
    /// one that differs in the fewest.
    fn difference(&mut self, clues: u128) -> Option<u128> {
        let puzzle = puzzle(&self.grid, clues);
        let (mut least, mut compared) = (None, 0);
        let grid = self.grid.cells();
        let mut compare = |other: &[u8]| {
            let cells = grid.iter().zip(other).enumerate();
            let set: u128 =
                cells.filter(|(_, (a, b))| a != b).fold(0, |set, (cell, _)| set | 1 << cell);
            let is_less = |least: u128| set.count_ones() < least.count_ones();
            if set != 0 && least.is_none_or(is_less) {
                least = Some(set);
            }
            compared += 1;
            // The grid itself is one of two solutions.
            if compared < COMPARED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        match &mut self.solver {
            GridSolver::Lanes(lanes) => {
                lanes.set_limit(None);
                lanes.for_each(&cells(&puzzle), |other| compare(other));
            }
            GridSolver::Search(solver) => {
                let visited = solver.visit(&puzzle, |other| compare(other.cells()));
                debug_assert!(visited.is_ok(), "the clues are those of a solution");
            }
        }
        least
    }
}

/// The grid with the values of these cells only.
pub(super) fn puzzle(grid: &Grid, clues: u128) -> Grid {
    let mut puzzle = grid.clone();
    for cell in (0..grid.cells().len()).filter(|cell| clues >> cell & 1 == 0) {
        puzzle.put(cell, 0);
    }
    puzzle
}

/// The cells of a 9x9 grid.
fn cells(grid: &Grid) -> Cells {
    grid.cells().first_chunk().copied().unwrap_or([0; 81])
}
