//! The solvers of a run, one for each size of Sudoku.

use super::encodings::{Encodings, LARGEST};
use super::engine::{EngineArg, Refused};
use super::progress::Reporter;
use super::settings::Settings;
use quadrille::engine::Unsupported;
use quadrille::sudoku::{GeometryError, SudokuSolver};
use quadrille::{CancelToken, Problem, Solver};
use std::fmt;
use std::time::Instant;

/// The solvers of all sizes that occur in a run, built when they are first needed.
#[derive(Debug)]
pub(super) struct Solvers<'e> {
    encodings: &'e Encodings,
    by_size: [Option<SudokuSolver>; LARGEST + 1],
    engine: EngineArg,
    settings: Settings,
    limit: Option<u64>,
    token: CancelToken,
    deadline: Option<Instant>,
    progress: Reporter,
}

impl<'e> Solvers<'e> {
    pub(super) fn new(
        encodings: &'e Encodings,
        engine: EngineArg,
        settings: Settings,
        limit: Option<u64>,
        token: CancelToken,
    ) -> Self {
        let by_size = [const { None }; LARGEST + 1];
        let (deadline, progress) = (None, Reporter::silent());
        Self { encodings, by_size, engine, settings, limit, token, deadline, progress }
    }

    /// Sets the time at which solvers stop that are built from now on.
    pub(super) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Reports the progress of all solvers that are built from now on.
    pub(super) fn set_progress(&mut self, progress: Reporter) {
        self.progress = progress;
    }

    pub(super) fn of_size(&mut self, size: usize) -> Result<&mut SudokuSolver, NoSolver> {
        let known = self.by_size.get(size).ok_or(GeometryError::Size { size })?;
        if known.is_none() {
            let encoding = self.encodings.of_size(size)?;
            let engine = self.engine.cover().ok_or(Refused::Size(size))?;
            let solver = SudokuSolver::with_engine(encoding, engine)?;
            self.by_size[size] = Some(solver.configure(|solver| self.configured(solver, false)));
        }
        self.by_size[size].as_mut().ok_or(NoSolver::Geometry(GeometryError::Size { size }))
    }

    /// The solver of an exact cover.
    pub(super) fn of_cover(&self, problem: &Problem) -> Result<Solver, NoSolver> {
        let engine = self.engine.cover().ok_or(Refused::Cover)?;
        Ok(self.configured(Solver::with_engine(problem, engine)?, true))
    }

    fn configured(&self, solver: Solver, reports_end: bool) -> Solver {
        let mut solver = self.settings.solver(solver, &self.token);
        if let Some(limit) = self.limit {
            solver = solver.limit(limit);
        }
        if let Some(deadline) = self.deadline {
            solver = solver.deadline(deadline);
        }
        self.progress.solver(solver, reports_end)
    }
}

/// The reasons why a size has no solver.
#[derive(Debug)]
pub(super) enum NoSolver {
    Geometry(GeometryError),
    Engine(Unsupported),
    Lanes(Refused),
}

impl From<GeometryError> for NoSolver {
    fn from(error: GeometryError) -> Self {
        Self::Geometry(error)
    }
}

impl From<Unsupported> for NoSolver {
    fn from(error: Unsupported) -> Self {
        Self::Engine(error)
    }
}

impl From<Refused> for NoSolver {
    fn from(error: Refused) -> Self {
        Self::Lanes(error)
    }
}

impl fmt::Display for NoSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Geometry(error) => error.fmt(f),
            Self::Engine(error) => error.fmt(f),
            Self::Lanes(error) => error.fmt(f),
        }
    }
}
