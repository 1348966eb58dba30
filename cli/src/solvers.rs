//! The solvers and counters of a run, one for each size of Sudoku.

use super::encodings::{Encodings, LARGEST};
use super::engine::{EngineArg, Refused};
use super::progress::Reporter;
use super::settings::Settings;
use quadrille::sudoku::{Encoding, GeometryError, Grid, PuzzleError, SudokuSolver};
use quadrille::{CancelToken, Counter, Problem, Unsupported};
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
        let encoding = self.encodings.of_size(size)?;
        let engine = self.engine.cover().ok_or(Refused::Size(size))?;
        let solver = self.by_size.get_mut(size).ok_or(GeometryError::Size { size })?;
        Ok(match solver {
            Some(solver) => solver,
            None => {
                let new = SudokuSolver::with_engine(encoding, engine)?;
                let new = new.configure(|solver| self.settings.solver(solver, &self.token));
                let new = new.configure(|solver| self.progress.solver(solver, false));
                let new = new.configure(|solver| match self.limit {
                    Some(limit) => solver.limit(limit),
                    None => solver,
                });
                solver.insert(new.configure(|solver| match self.deadline {
                    Some(deadline) => solver.deadline(deadline),
                    None => solver,
                }))
            }
        })
    }
}

/// The counters of all sizes of Sudoku that occur in a run, built when they are first needed.
#[derive(Debug)]
pub(super) struct Counters<'e> {
    encodings: &'e Encodings,
    by_size: [Option<PuzzleCounter<'e>>; LARGEST + 1],
    settings: Settings,
    token: CancelToken,
    progress: Reporter,
}

impl<'e> Counters<'e> {
    pub(super) fn new(encodings: &'e Encodings, settings: Settings, token: CancelToken) -> Self {
        let (by_size, progress) = ([const { None }; LARGEST + 1], Reporter::silent());
        Self { encodings, by_size, settings, token, progress }
    }

    /// The same with reports of progress.
    pub(super) fn with_progress(self, progress: Reporter) -> Self {
        Self { progress, ..self }
    }

    pub(super) fn of_size(&mut self, size: usize) -> Result<&mut PuzzleCounter<'e>, GeometryError> {
        let encoding = self.encodings.of_size(size)?;
        let counter = self.by_size.get_mut(size).ok_or(GeometryError::Size { size })?;
        Ok(counter.get_or_insert_with(|| {
            let counter = self.settings.counter(encoding.problem(), &self.token);
            PuzzleCounter { encoding, counter: self.progress.counter(counter, false) }
        }))
    }

    /// The counter of an exact cover.
    pub(super) fn of_cover(&self, problem: &Problem) -> Counter {
        self.progress.counter(self.settings.counter(problem, &self.token), true)
    }
}

/// A counter for the puzzles of one size.
#[derive(Debug)]
pub(super) struct PuzzleCounter<'e> {
    encoding: &'e Encoding,
    counter: Counter,
}

impl<'e> PuzzleCounter<'e> {
    pub(super) fn encoding(&self) -> &'e Encoding {
        self.encoding
    }

    /// Gives the clues of a puzzle to the counter.
    pub(super) fn load(&mut self, puzzle: &Grid) -> Result<&mut Counter, PuzzleError> {
        let given = self.counter.assume(&self.encoding.givens(puzzle)?);
        debug_assert!(given.is_ok(), "clues that don't clash are options that don't conflict");
        Ok(&mut self.counter)
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
