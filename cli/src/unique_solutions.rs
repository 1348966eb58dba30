//! [`UniqueSolutions`]: the solutions of puzzles that have exactly one.

use super::puzzle_verb::{NoAnswer, PerGeometry};
use quadrille::CancelToken;
use quadrille::StopReason;
use quadrille::sudoku::simd9::{BatchSolver, Cells, Variant};
use quadrille::sudoku::text::Record;
use quadrille::sudoku::{Encoding, Geometry, Grid, PuzzleSolution, SolveError, SudokuSolver};

pub(super) const NO_SOLUTION: &str = "the puzzle has no solution";
const SEVERAL: &str = "the puzzle has more than one solution";

/// Solves puzzles that have one solution.
pub(super) struct UniqueSolutions(PerGeometry<GridSolver>);

enum GridSolver {
    /// 9x9 puzzles.
    Lanes(Box<BatchSolver>),
    Search(Box<SudokuSolver>),
}

impl UniqueSolutions {
    pub(super) fn new(token: CancelToken) -> Self {
        Self(PerGeometry::new(move |geometry| GridSolver::new(geometry, token.clone())))
    }

    /// The solution of each puzzle, or why there is none.
    pub(super) fn of(
        &mut self,
        geometry: &Geometry,
        records: &[Record],
    ) -> Vec<Result<Grid, NoAnswer>> {
        match self.0.of(geometry) {
            GridSolver::Lanes(lanes) => {
                let cells = |record: &Record| -> Cells {
                    record.grid.cells().first_chunk().copied().unwrap_or([0; 81])
                };
                let results = lanes.solve_all(records.iter().map(cells));
                results
                    .map(|result| match (result.solutions, result.first) {
                        (0 | 1, _) if !result.is_complete() => {
                            Err(NoAnswer::Stopped(StopReason::Cancelled))
                        }
                        (0, _) | (_, None) => Err(NoAnswer::Error(NO_SOLUTION.to_owned())),
                        (1, Some(first)) => Grid::from_cells(9, first.to_vec())
                            .map_err(|error| NoAnswer::Error(error.to_string())),
                        _ => Err(NoAnswer::Error(SEVERAL.to_owned())),
                    })
                    .collect()
            }
            GridSolver::Search(solver) => {
                records.iter().map(|record| solution(solver.solve(&record.grid))).collect()
            }
        }
    }
}

/// The only solution of a puzzle.
fn solution(found: Result<PuzzleSolution, SolveError>) -> Result<Grid, NoAnswer> {
    match found {
        Ok(PuzzleSolution::Unique(solution)) => Ok(solution),
        Ok(PuzzleSolution::None) => Err(NoAnswer::Error(NO_SOLUTION.to_owned())),
        Ok(PuzzleSolution::Multiple(_)) => Err(NoAnswer::Error(SEVERAL.to_owned())),
        Err(error) => Err(error.into()),
    }
}

impl GridSolver {
    fn new(geometry: &Geometry, token: CancelToken) -> Self {
        match Variant::of(geometry) {
            Some(variant) => {
                let lanes = BatchSolver::new(variant).limit(2);
                Self::Lanes(Box::new(lanes.continue_while(move || !token.is_cancelled())))
            }
            None => {
                let solver = SudokuSolver::new(&Encoding::new(geometry.clone()));
                Self::Search(Box::new(solver.configure(|solver| solver.cancel_token(token))))
            }
        }
    }
}
