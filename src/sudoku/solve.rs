//! [`SudokuSolver`]: one engine for any number of puzzles of a geometry.

use super::encode::{Encoding, NotAGrid, PuzzleError};
use super::grid::Grid;
use crate::cover::{Engine, Unsupported};
use crate::ids::OptionId;
use crate::search::{Count, Solver, StopReason};
use std::fmt;
use std::ops::ControlFlow;

/// Solves puzzles, one after another, in the whole matrix of their geometry: the matrix is built once, and the
/// clues of each puzzle are given to it.
///
/// ```
/// use quadrille::sudoku::{Encoding, Geometry, SudokuSolver, text};
///
/// let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let grid = text::parse(puzzle)?.grid;
/// let encoding = Encoding::new(Geometry::of_size(9)?);
/// let mut solver = SudokuSolver::new(&encoding)?;
/// let solution = solver.solve(&grid)?.expect("it has a solution");
/// assert!(solution.is_solution(encoding.geometry()));
/// assert_eq!(solver.load(&grid)?.count().solutions, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SudokuSolver<'e> {
    encoding: &'e Encoding,
    solver: Solver<'e>,
    givens: Vec<OptionId>,
}

impl<'e> SudokuSolver<'e> {
    /// A solver with the engine that [`Engine::Auto`] chooses.
    ///
    /// # Errors
    /// If no engine takes the problem.
    pub fn new(encoding: &'e Encoding) -> Result<Self, Unsupported> {
        Self::with_engine(encoding, Engine::Auto)
    }

    /// A solver with an engine of one's choice.
    ///
    /// # Errors
    /// If the engine can't take the problem.
    pub fn with_engine(encoding: &'e Encoding, engine: Engine) -> Result<Self, Unsupported> {
        let solver = Solver::with_engine(encoding.problem(), engine)?;
        Ok(Self { encoding, solver, givens: Vec::new() })
    }

    /// Sets limits: `configure(|solver| solver.limit(2).timeout(time))`.
    #[must_use]
    pub fn configure(mut self, set: impl FnOnce(Solver<'e>) -> Solver<'e>) -> Self {
        self.solver = set(self.solver);
        self
    }

    /// The encoding whose puzzles are solved.
    #[must_use]
    pub fn encoding(&self) -> &'e Encoding {
        self.encoding
    }

    /// Gives the clues of a puzzle to the solver, and the solver to the caller: to count, to check, to search.
    /// What it finds are options, for [`Encoding::decode`].
    ///
    /// # Errors
    /// If the grid has another size, or its clues clash; then no engine is needed to know that it has no
    /// solution.
    pub fn load(&mut self, puzzle: &Grid) -> Result<&mut Solver<'e>, PuzzleError> {
        self.encoding.read_givens(puzzle, &mut self.givens)?;
        let given = self.solver.give(&self.givens);
        debug_assert!(given.is_ok(), "clues that don't clash are options that don't conflict");
        Ok(&mut self.solver)
    }

    /// A solution of a puzzle; `None` if it has none.
    ///
    /// # Errors
    /// If the grid is no puzzle, or the solver was stopped.
    pub fn solve(&mut self, puzzle: &Grid) -> Result<Option<Grid>, SolveError> {
        let mut first = None;
        let count = self.visit(puzzle, |grid| {
            first = Some(grid);
            ControlFlow::Break(())
        })?;
        match (first, count.stop) {
            (None, stop) if stop != StopReason::Exhausted => Err(SolveError::Stopped(stop)),
            (first, _) => Ok(first),
        }
    }

    /// Shows every solution of a puzzle, until the visitor breaks.
    ///
    /// # Errors
    /// If the grid is no puzzle.
    pub fn visit(
        &mut self,
        puzzle: &Grid,
        mut visitor: impl FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<Count, SolveError> {
        let encoding = self.encoding;
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

/// Why there is no answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// The grid is no puzzle of the geometry.
    Puzzle(PuzzleError),
    /// The solver was stopped before it had an answer.
    Stopped(StopReason),
    /// An engine gave options that are no grid: a bug, which is not passed on as a solution.
    Engine(NotAGrid),
}

impl From<PuzzleError> for SolveError {
    fn from(error: PuzzleError) -> Self {
        Self::Puzzle(error)
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Puzzle(error) => write!(f, "{error}"),
            Self::Stopped(stop) => write!(f, "{stop}"),
            Self::Engine(error) => write!(f, "the engine is wrong: {error}"),
        }
    }
}

impl std::error::Error for SolveError {}
