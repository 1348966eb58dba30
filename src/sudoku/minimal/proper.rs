//! [`ProperTest`]: how many solutions many grids of one geometry have, and whether a value is forced.

use crate::engine::Subproblem;
use crate::ids::OptionId;
use crate::search::{CancelToken, Solver, StopReason, Uniqueness};
use crate::sudoku::encode::Encoding;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::sudoku::simd9::{BatchSolver, Cells, PuzzleResult, Variant, WithoutValue};
use std::borrow::Borrow;
use std::time::Instant;

/// Answers whether grids have no solution, one, or more, and whether values are forced.
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
    Search(Encoding, Box<Solver>),
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
        let grids = grids.into_iter();
        match self.solver() {
            GridSolver::Lanes(lanes) => {
                lanes.set_limit(Some(2));
                let results = lanes.solve_all(grids.map(|grid| cells(grid.borrow())));
                let answers: Option<_> = results.map(|result| answer(&result)).collect();
                answers.ok_or_else(|| self.stop_reason())
            }
            GridSolver::Search(encoding, solver) => {
                let mut answer = |grid: G| match encoding.givens(grid.borrow()) {
                    Ok(include) => {
                        assume(solver, include, Vec::new());
                        solver.is_unique()
                    }
                    Err(_) => Ok(Uniqueness::None),
                };
                grids.map(&mut answer).collect()
            }
        }
    }

    /// For each grid of the right size, cell and value: whether no solution of the grid has another
    /// value in the cell.
    ///
    /// Where the grid with this value in this cell has one solution, this is whether the grid has
    /// one solution as well. The answer takes two thirds of the work of [`answers`](Self::answers).
    pub(super) fn are_forced<G: Borrow<Grid>>(
        &mut self,
        tests: impl IntoIterator<Item = (G, usize, u8)>,
    ) -> Result<Vec<bool>, StopReason> {
        let tests = tests.into_iter();
        match self.solver() {
            GridSolver::Lanes(lanes) => {
                lanes.set_limit(Some(1));
                let puzzles = tests.map(|(grid, cell, value)| WithoutValue {
                    cells: cells(grid.borrow()),
                    cell,
                    value,
                });
                let is_forced = |result: PuzzleResult| match result.solutions {
                    0 => result.is_complete().then_some(true),
                    _ => Some(false),
                };
                let answers: Option<_> = lanes.solve_all(puzzles).map(is_forced).collect();
                answers.ok_or_else(|| self.stop_reason())
            }
            GridSolver::Search(encoding, solver) => {
                let mut is_forced = |(grid, cell, value): (G, usize, u8)| {
                    let Ok(include) = encoding.givens(grid.borrow()) else { return Ok(true) };
                    assume(solver, include, encoding.option(cell, value).into_iter().collect());
                    solver.first().map(|solution| solution.is_none())
                };
                tests.map(&mut is_forced).collect()
            }
        }
    }

    fn solver(&mut self) -> &mut GridSolver {
        let Self { geometry, token, deadline, solver } = self;
        solver.get_or_insert_with(|| GridSolver::new(geometry, token, *deadline))
    }

    /// Why the lanes were stopped.
    fn stop_reason(&self) -> StopReason {
        if self.token.is_cancelled() { StopReason::Cancelled } else { StopReason::Deadline }
    }
}

/// Restricts a solver to the solutions of a grid.
fn assume(solver: &mut Solver, include: Vec<OptionId>, exclude: Vec<OptionId>) {
    let assumed = solver.assume(Subproblem { include, exclude });
    debug_assert!(assumed.is_ok(), "consistent clues are options that do not conflict");
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
            let lanes = BatchSolver::new(variant).keep_first(false);
            let lanes = lanes.continue_while(move || !token.is_cancelled() && in_time());
            return Self::Lanes(Box::new(lanes));
        }
        let encoding = Encoding::new(geometry.clone());
        let solver = Solver::new(encoding.problem()).cancel_token(token);
        let solver = match deadline {
            Some(deadline) => solver.deadline(deadline),
            None => solver,
        };
        Self::Search(encoding, Box::new(solver))
    }
}

/// The cells of a 9x9 grid.
fn cells(grid: &Grid) -> Cells {
    grid.cells().first_chunk().copied().unwrap_or([0; 81])
}
