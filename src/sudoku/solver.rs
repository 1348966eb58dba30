//! [`SudokuSolver`]: solves any number of puzzles of a geometry with one engine.

use super::encode::{Encoding, NotAGrid, PuzzleError};
use super::geometry::GeometryError;
use super::grid::Grid;
use super::puzzle_solution::PuzzleSolution;
use super::text::TextError;
use crate::engine::{Engine, Unsupported};
use crate::ids::OptionId;
use crate::search::{Count, Solver, StopReason};
use std::fmt;
use std::ops::ControlFlow;

/// Solves puzzles one after another as exact covers. The exact cover of the geometry is built once;
/// the clues of each puzzle are given to the solver.
///
/// ```
/// use quadrille::sudoku::{Encoding, Geometry, Grid, SudokuSolver};
///
/// let puzzle: Grid =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let encoding = Encoding::new(Geometry::of_size(9)?);
/// let mut solver = SudokuSolver::new(&encoding);
/// let grid = solver.solve(&puzzle)?.into_first().expect("it has a solution");
/// assert!(grid.is_solution(encoding.geometry()));
/// assert_eq!(solver.load(&puzzle)?.count().solutions, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SudokuSolver {
    encoding: Encoding,
    solver: Solver,
    givens: Vec<OptionId>,
}

impl SudokuSolver {
    /// Creates a solver with the engine that [`Engine::Auto`] selects.
    #[must_use]
    pub fn new(encoding: &Encoding) -> Self {
        Self::of(encoding, Solver::new(encoding.problem()))
    }

    /// Creates a solver with the given engine.
    ///
    /// # Errors
    /// If the engine does not support the problem.
    pub fn with_engine(encoding: &Encoding, engine: Engine) -> Result<Self, Unsupported> {
        Ok(Self::of(encoding, Solver::with_engine(encoding.problem(), engine)?))
    }

    fn of(encoding: &Encoding, solver: Solver) -> Self {
        Self { encoding: encoding.clone(), solver, givens: Vec::new() }
    }

    /// Configures the solver: `configure(|solver| solver.limit(2).timeout(time))`.
    #[must_use]
    pub fn configure(mut self, set: impl FnOnce(Solver) -> Solver) -> Self {
        self.solver = set(self.solver);
        self
    }

    /// The encoding of the puzzles.
    #[must_use]
    pub fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    /// Gives the clues of a puzzle to the solver, and returns the solver for any question. Its
    /// solutions are options for [`Encoding::decode`].
    ///
    /// # Errors
    /// If the grid has another size, or two clues contradict each other, so that no search is
    /// needed.
    pub fn load(&mut self, puzzle: &Grid) -> Result<&mut Solver, PuzzleError> {
        self.encoding.read_givens(puzzle, &mut self.givens)?;
        let given = self.solver.assume(&self.givens);
        debug_assert!(given.is_ok(), "consistent clues are options that do not conflict");
        Ok(&mut self.solver)
    }

    /// Searches for up to two solutions of a puzzle.
    ///
    /// # Errors
    /// If the grid has another size, or the search was stopped before it was over.
    pub fn solve(&mut self, puzzle: &Grid) -> Result<PuzzleSolution, SolveError> {
        let mut found = Vec::new();
        let count = self.visit(puzzle, |grid| {
            found.push(grid);
            if found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        match count {
            Err(SolveError::Puzzle(PuzzleError::Clash(_))) => Ok(PuzzleSolution::None),
            Err(error) => Err(error),
            Ok(count) if found.len() < 2 && !count.is_complete() => {
                Err(SolveError::Stopped(count.stop))
            }
            Ok(_) => Ok(PuzzleSolution::from_first_two(found)),
        }
    }

    /// Calls the visitor with each solution of a puzzle until it breaks.
    ///
    /// # Errors
    /// If the grid has another size, or two clues contradict each other.
    pub fn visit(
        &mut self,
        puzzle: &Grid,
        mut visitor: impl FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<Count, SolveError> {
        let encoding = self.encoding.clone();
        let mut wrong = None;
        let count = self.load(puzzle)?.visit(|options| match encoding.decode(options) {
            Ok(grid) => visitor(grid),
            Err(error) => {
                wrong = Some(error);
                ControlFlow::Break(())
            }
        });
        match wrong {
            Some(error) => Err(SolveError::Engine(error)),
            None => Ok(count),
        }
    }
}

/// The error for a puzzle that could not be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// The text contains no grid.
    Text(TextError),
    /// There is no geometry for the size of the grid.
    Geometry(GeometryError),
    /// The grid is not a puzzle of the geometry.
    Puzzle(PuzzleError),
    /// The search was stopped before it was over.
    Stopped(StopReason),
    /// An engine returned options that are not a grid. This is a bug; the options are not passed on
    /// as a solution.
    Engine(NotAGrid),
}

impl From<TextError> for SolveError {
    fn from(error: TextError) -> Self {
        Self::Text(error)
    }
}

impl From<GeometryError> for SolveError {
    fn from(error: GeometryError) -> Self {
        Self::Geometry(error)
    }
}

impl From<PuzzleError> for SolveError {
    fn from(error: PuzzleError) -> Self {
        Self::Puzzle(error)
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Geometry(error) => error.fmt(f),
            Self::Puzzle(error) => error.fmt(f),
            Self::Stopped(stop) => stop.fmt(f),
            Self::Engine(error) => write!(f, "wrong solution of an engine: {error}"),
        }
    }
}

impl std::error::Error for SolveError {}
