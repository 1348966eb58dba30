//! The solvers of a run, one for each size of Sudoku.

use super::encodings::Encodings;
use super::engine::{EngineArg, Refused};
use super::progress::Reporter;
use super::settings::Settings;
use super::simd9::SIZE;
use quadrille::sudoku::text::Record;
use quadrille::sudoku::{PuzzleError, SudokuSolver};
use quadrille::{CancelToken, Problem, Solver};
use std::collections::BTreeMap;
use std::time::Instant;

/// Gives the clues and the candidates of a puzzle to a solver.
pub(super) fn load<'s>(
    solver: &'s mut SudokuSolver,
    record: &Record,
) -> Result<&'s mut Solver, PuzzleError> {
    match &record.candidates {
        None => solver.load(&record.grid),
        Some(candidates) => solver.load_restricted(&record.grid, candidates),
    }
}

/// Why an engine can't answer a problem.
pub(super) type NoSolver = String;

/// The solvers of all sizes that occur in a run, built when they are first needed.
#[derive(Debug)]
pub(super) struct Solvers<'e> {
    encodings: &'e Encodings,
    by_size: BTreeMap<usize, SudokuSolver>,
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
        let (by_size, deadline, progress) = (BTreeMap::new(), None, Reporter::silent());
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
        if !self.by_size.contains_key(&size) {
            self.by_size.insert(size, self.built(size)?);
        }
        Ok(self.by_size.get_mut(&size).expect("it was built"))
    }

    fn built(&self, size: usize) -> Result<SudokuSolver, NoSolver> {
        let encoding = self.encodings.of_size(size)?;
        let refused = || if size == SIZE { Refused::Rules } else { Refused::Size(size) };
        let engine = self.engine.cover().ok_or_else(|| refused().to_string())?;
        let solver = SudokuSolver::with_engine(encoding, engine);
        let solver = solver.map_err(|error| error.to_string())?;
        Ok(solver.configure(|solver| self.configured(solver, false)))
    }

    pub(super) fn of_cover(&self, problem: &Problem) -> Result<Solver, NoSolver> {
        let engine = self.engine.cover().ok_or_else(|| Refused::Cover.to_string())?;
        let solver = Solver::with_engine(problem, engine).map_err(|error| error.to_string())?;
        Ok(self.configured(solver, true))
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
