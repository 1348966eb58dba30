//! [`UniqueSolver`]: the solution of a puzzle, if there is exactly one.

use super::error::RatingError;
use crate::search::StopReason;
use crate::sudoku::encode::Encoding;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::sudoku::puzzle_solution::PuzzleSolution;
use crate::sudoku::simd9::{BatchSolver, Cells, EndReason, Variant};
use crate::sudoku::solver::{SolveError, SudokuSolver};
use crate::sudoku::stop_poll::StopPoll;
use std::ops::ControlFlow;

/// Solves puzzles of one geometry, and counts guesses where `simd9` solves them.
#[derive(Debug)]
pub(super) enum UniqueSolver {
    /// 9x9 puzzles.
    Lanes(Box<BatchSolver>),
    Search(Box<SudokuSolver>),
}

impl UniqueSolver {
    pub(super) fn new(geometry: &Geometry, poll: &StopPoll) -> Self {
        if let Some(variant) = Variant::of(geometry) {
            let (lanes, stop) =
                (BatchSolver::new(variant).limit(2).keep_first(false), poll.clone());
            let lanes = lanes.continue_while(move || stop.look().is_ok());
            return Self::Lanes(Box::new(lanes));
        }
        let solver = SudokuSolver::new(&Encoding::new(geometry.clone()));
        let solver = solver.configure(|solver| {
            let solver = solver.cancel_token(poll.token.clone());
            match poll.deadline {
                Some(deadline) => solver.deadline(deadline),
                None => solver,
            }
        });
        Self::Search(Box::new(solver))
    }

    /// The only solution of a puzzle of the right size.
    pub(super) fn solve(&mut self, puzzle: &Grid, poll: &StopPoll) -> Result<Grid, RatingError> {
        let solution = match self {
            Self::Lanes(lanes) => {
                let mut found = Vec::new();
                let result = lanes.for_each(&cells(puzzle), |cells| {
                    found.push(Grid::from_checked_9x9(*cells));
                    ControlFlow::Continue(())
                });
                if result.end == EndReason::Stopped && found.len() < 2 {
                    return Err(RatingError::Stopped(poll.reason()));
                }
                PuzzleSolution::from_first_two(found)
            }
            Self::Search(solver) => solver.solve(puzzle).map_err(|error| match error {
                SolveError::Stopped(stop) => RatingError::Stopped(stop),
                SolveError::Puzzle(error) => RatingError::Puzzle(error),
                SolveError::Engine(error) => RatingError::Engine(error),
                _ => RatingError::NoSolution,
            })?,
        };
        match solution {
            PuzzleSolution::Unique(grid) => Ok(grid),
            PuzzleSolution::None => Err(RatingError::NoSolution),
            PuzzleSolution::Multiple(_) => Err(RatingError::SeveralSolutions),
        }
    }

    /// The guesses of `simd9` for the whole search tree of a puzzle with one solution; `None` for
    /// other geometries.
    pub(super) fn guesses(
        &mut self,
        puzzle: &Cells,
        poll: &StopPoll,
    ) -> Option<Result<u64, StopReason>> {
        let Self::Lanes(lanes) = self else { return None };
        let before = lanes.stats().guesses;
        let result = lanes.solve(puzzle);
        Some(match result.end {
            EndReason::Stopped => Err(poll.reason()),
            _ => Ok(lanes.stats().guesses - before),
        })
    }
}

/// The cells of a 9x9 grid.
pub(super) fn cells(grid: &Grid) -> Cells {
    grid.cells().first_chunk().copied().unwrap_or([0; 81])
}
