//! [`ProperTest`]: how many solutions many grids of one geometry have.

use crate::search::{CancelToken, StopReason, Uniqueness};
use crate::sudoku::encode::Encoding;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::sudoku::simd9::{BatchSolver, Cells, PuzzleResult, Variant};
use crate::sudoku::solver::SudokuSolver;
use std::borrow::Borrow;
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

    /// The answer for each grid, all of the right size.
    pub(super) fn answers<G: Borrow<Grid>>(
        &mut self,
        grids: impl IntoIterator<Item = G>,
    ) -> Result<Vec<Uniqueness>, StopReason> {
        let Self { geometry, token, deadline, solver } = self;
        let answers =
            match solver.get_or_insert_with(|| GridSolver::new(geometry, token, *deadline)) {
                GridSolver::Lanes(lanes) => {
                    let cells = grids.into_iter().map(|grid| cells(grid.borrow()));
                    lanes.solve_all(cells).map(|result| answer(&result)).collect::<Option<_>>()
                }
                GridSolver::Search(solver) => {
                    let answer = |grid: G| match solver.load(grid.borrow()) {
                        Ok(solver) => solver.is_unique(),
                        Err(_) => Ok(Uniqueness::None),
                    };
                    return grids.into_iter().map(answer).collect();
                }
            };
        answers.ok_or_else(|| match self.token.is_cancelled() {
            true => StopReason::Cancelled,
            false => StopReason::Deadline,
        })
    }
}

/// The answer of the lanes; `None` if they were stopped before.
fn answer(result: &PuzzleResult) -> Option<Uniqueness> {
    match (result.solutions, result.is_complete()) {
        (0, true) => Some(Uniqueness::None),
        (1, true) => Some(Uniqueness::Unique),
        (0 | 1, false) => None,
        _ => Some(Uniqueness::Multiple),
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
