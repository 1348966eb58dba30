//! [`ProperTest`]: how many solutions many grids of one geometry have.

use crate::search::{CancelToken, StopReason, Uniqueness};
use crate::sudoku::encode::{Encoding, PuzzleError};
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::sudoku::simd9::{BatchSolver, Cells, Variant};
use crate::sudoku::solver::SudokuSolver;
use std::time::Instant;

/// Answers whether grids have no solution, one, or more.
#[derive(Debug)]
pub(super) struct ProperTest {
    geometry: Geometry,
    token: CancelToken,
    deadline: Option<Instant>,
    /// Made when it is first needed.
    solver: Option<GridSolver>,
}

/// What solves the grids of a geometry.
#[derive(Debug)]
enum GridSolver {
    /// 9x9 grids, many at a time.
    Lanes(Box<BatchSolver>),
    Search(Box<SudokuSolver>),
}

impl ProperTest {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let (geometry, token) = (geometry.clone(), CancelToken::new());
        Self { geometry, token, deadline: None, solver: None }
    }

    pub(super) fn set_token(&mut self, token: CancelToken) {
        (self.token, self.solver) = (token, None);
    }

    pub(super) fn set_deadline(&mut self, deadline: Instant) {
        (self.deadline, self.solver) = (Some(deadline), None);
    }

    pub(super) fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The answer for each grid of the right size.
    pub(super) fn answers<'g>(
        &mut self,
        grids: impl IntoIterator<Item = &'g Grid>,
    ) -> Result<Vec<Uniqueness>, StopReason> {
        let stopped = self.stopped();
        let Self { geometry, token, deadline, solver } = self;
        match solver.get_or_insert_with(|| GridSolver::new(geometry, token, *deadline)) {
            GridSolver::Lanes(lanes) => {
                let results = lanes.solve_all(grids.into_iter().map(cells));
                let answer = |solutions, is_complete| match (solutions, is_complete) {
                    (0, true) => Some(Uniqueness::None),
                    (1, true) => Some(Uniqueness::Unique),
                    (0 | 1, false) => None,
                    _ => Some(Uniqueness::Multiple),
                };
                let answers = results.map(|result| answer(result.solutions, result.is_complete()));
                answers.collect::<Option<_>>().ok_or_else(stopped)
            }
            GridSolver::Search(solver) => {
                let answer = |grid| match solver.load(grid) {
                    Ok(solver) => solver.is_unique(),
                    Err(PuzzleError::Clash(_)) => Ok(Uniqueness::None),
                    Err(_) => Ok(Uniqueness::Multiple),
                };
                grids.into_iter().map(answer).collect()
            }
        }
    }

    /// Why the lanes have stopped.
    fn stopped(&self) -> impl FnOnce() -> StopReason + use<> {
        let token = self.token.clone();
        move || if token.is_cancelled() { StopReason::Cancelled } else { StopReason::Deadline }
    }
}

impl GridSolver {
    fn new(geometry: &Geometry, token: &CancelToken, deadline: Option<Instant>) -> Self {
        let token = token.clone();
        if let Some(variant) = Variant::of(geometry) {
            let in_time = move || deadline.is_none_or(|deadline| Instant::now() < deadline);
            let lanes = BatchSolver::new(variant).limit(2).keep_first(false);
            let lanes = lanes.continue_while(move || !token.is_cancelled() && in_time());
            return Self::Lanes(Box::new(lanes));
        }
        let solver = SudokuSolver::new(&Encoding::new(geometry.clone()));
        let solver = solver.configure(|solver| match deadline {
            Some(deadline) => solver.cancel_token(token).deadline(deadline),
            None => solver.cancel_token(token),
        });
        Self::Search(Box::new(solver))
    }
}

/// The cells of a 9x9 grid.
fn cells(grid: &Grid) -> Cells {
    grid.cells().first_chunk().copied().unwrap_or([0; 81])
}
