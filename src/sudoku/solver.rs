//! [`SudokuSolver`]: solves any number of puzzles of a geometry with one engine.

use super::candidate_grid::CandidateGrid;
use super::encode::{Encoding, NotAGrid, PuzzleError};
use super::geometry_error::GeometryError;
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

    /// Configures the solver: `configure(|solver| solver.limit(2).threads(0))`.
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

    /// The same for the solutions in which each cell has one of its candidates:
    /// [`Encoding::restricted`].
    ///
    /// # Errors
    /// If the grid or the candidates have another size, or clues clash.
    pub fn load_restricted(
        &mut self,
        puzzle: &Grid,
        candidates: &CandidateGrid,
    ) -> Result<&mut Solver, PuzzleError> {
        let given = self.solver.assume(&self.encoding.restricted(puzzle, candidates)?);
        debug_assert!(given.is_ok(), "no option is both a clue and excluded");
        Ok(&mut self.solver)
    }

    /// Searches for up to two solutions of a puzzle.
    ///
    /// # Errors
    /// If the grid has another size, or the search was stopped before it was over.
    pub fn solve(&mut self, puzzle: &Grid) -> Result<PuzzleSolution, SolveError> {
        let encoding = self.encoding.clone();
        first_two(&encoding, self.load(puzzle))
    }

    /// The same for the solutions in which each cell has one of its candidates.
    ///
    /// # Errors
    /// If the grid or the candidates have another size, or the search was stopped before it was
    /// over.
    pub fn solve_restricted(
        &mut self,
        puzzle: &Grid,
        candidates: &CandidateGrid,
    ) -> Result<PuzzleSolution, SolveError> {
        let encoding = self.encoding.clone();
        first_two(&encoding, self.load_restricted(puzzle, candidates))
    }

    /// The values that each cell has in some solution of a puzzle, as masks: bit `v - 1` stands for
    /// value `v`. All masks are 0 if there is no solution.
    ///
    /// Two solutions are searched for first. If there are two, each other value is assumed in turn,
    /// up to its first solution, whose values need no search of their own.
    ///
    /// ```
    /// use quadrille::sudoku::{Encoding, Geometry, Grid, SudokuSolver};
    ///
    /// let puzzle: Grid = "1...............".parse()?;
    /// let mut solver = SudokuSolver::new(&Encoding::new(Geometry::of_size(4)?));
    /// let masks = solver.candidates(&puzzle)?;
    /// assert_eq!((masks[0], masks[1], masks[6]), (0b0001, 0b1110, 0b1111));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the grid has another size, or a search was stopped before it was over.
    pub fn candidates(&mut self, puzzle: &Grid) -> Result<Vec<u64>, SolveError> {
        let mut masks = vec![0; puzzle.cells().len()];
        match self.solve(puzzle)? {
            PuzzleSolution::None => return Ok(masks),
            PuzzleSolution::Unique(only) => {
                add_values(&only, &mut masks);
                return Ok(masks);
            }
            PuzzleSolution::Multiple(grids) => {
                grids.iter().for_each(|grid| add_values(grid, &mut masks));
            }
        }
        let Self { encoding, solver, givens } = self;
        let clues = givens.len();
        for option in encoding.problem().options() {
            let Some((cell, value)) = encoding.placement(option) else { continue };
            if puzzle.cells()[cell] != 0 || masks[cell] >> (value - 1) & 1 == 1 {
                continue;
            }
            givens.truncate(clues);
            givens.push(option);
            if solver.assume(&*givens).is_err() {
                continue;
            }
            if let Some(solution) = solver.first().map_err(SolveError::Stopped)? {
                let grid = encoding.decode(solution.options()).map_err(SolveError::Engine)?;
                add_values(&grid, &mut masks);
            }
        }
        Ok(masks)
    }

    /// Calls the visitor with each solution of a puzzle until it breaks.
    ///
    /// # Errors
    /// If the grid has another size, or two clues contradict each other.
    pub fn visit(
        &mut self,
        puzzle: &Grid,
        visitor: impl FnMut(Grid) -> ControlFlow<()>,
    ) -> Result<Count, SolveError> {
        let encoding = self.encoding.clone();
        visit(&encoding, self.load(puzzle)?, visitor)
    }
}

/// Calls the visitor with each solution of a loaded puzzle until it breaks.
fn visit(
    encoding: &Encoding,
    solver: &mut Solver,
    mut visitor: impl FnMut(Grid) -> ControlFlow<()>,
) -> Result<Count, SolveError> {
    let mut wrong = None;
    let count = solver.visit(|options| match encoding.decode(options) {
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

/// Searches for up to two solutions of a loaded puzzle.
fn first_two(
    encoding: &Encoding,
    loaded: Result<&mut Solver, PuzzleError>,
) -> Result<PuzzleSolution, SolveError> {
    let solver = match loaded {
        Ok(solver) => solver,
        Err(PuzzleError::Clash(_)) => return Ok(PuzzleSolution::None),
        Err(error) => return Err(error.into()),
    };
    let mut found = Vec::new();
    let count = visit(encoding, solver, |grid| {
        found.push(grid);
        if found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    if found.len() < 2 && !count.is_complete() {
        return Err(SolveError::Stopped(count.stop));
    }
    Ok(PuzzleSolution::from_first_two(found))
}

/// Adds the values of a full grid to the masks of its cells.
fn add_values(grid: &Grid, masks: &mut [u64]) {
    for (mask, &value) in masks.iter_mut().zip(grid.cells()) {
        *mask |= 1 << (value - 1);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::geometry::Geometry;
    use crate::sudoku::simd9::{BatchSolver, Candidates, Variant};

    /// The masks of all values in all solutions.
    fn by_visits(solver: &mut SudokuSolver, puzzle: &Grid) -> Vec<u64> {
        let mut masks = vec![0; puzzle.cells().len()];
        let visited = solver.visit(puzzle, |grid| {
            add_values(&grid, &mut masks);
            ControlFlow::Continue(())
        });
        assert!(matches!(visited, Ok(_) | Err(SolveError::Puzzle(PuzzleError::Clash(_)))));
        masks
    }

    #[test]
    fn candidates_are_the_values_in_all_solutions() {
        let four = Geometry::of_size(4).unwrap();
        let cage = four.clone().with_region("cage", &[1, 6]).unwrap();
        let texts =
            ["................", "1...............", "12343412........", "11.............."];
        for geometry in [four.clone().diagonal(), cage, four] {
            let mut solver = SudokuSolver::new(&Encoding::new(geometry));
            for text in texts {
                let puzzle: Grid = text.parse().unwrap();
                let expected = by_visits(&mut solver, &puzzle);
                assert_eq!(solver.candidates(&puzzle), Ok(expected), "{text}");
            }
        }
    }

    #[test]
    fn candidates_of_9x9_grids_are_the_same_by_both_solvers() {
        let full =
            "684723519195684237723951648419532876572816394368497125937268451256149783841375962";
        let geometry = Geometry::of_size(9).unwrap();
        for geometry in [geometry.clone(), geometry.diagonal()] {
            let mut lanes = BatchSolver::new(Variant::of(&geometry).unwrap());
            let mut solver = SudokuSolver::new(&Encoding::new(geometry));
            for keep in [1, 2, 3] {
                let mut puzzle: Grid = full.parse().unwrap();
                for cell in (0..81).filter(|cell| cell * 5 % 7 >= keep) {
                    puzzle.set(cell, 0).unwrap();
                }
                for first in [puzzle.get(1).unwrap(), 3] {
                    puzzle.set(1, first).unwrap();
                    let masks = solver.candidates(&puzzle).unwrap();
                    let cells = puzzle.cells().first_chunk().unwrap();
                    let narrow = |cell: usize| u16::try_from(masks[cell]).unwrap();
                    let expected = Candidates::from_masks(std::array::from_fn(narrow));
                    assert_eq!(lanes.candidates(cells), Some(expected), "{puzzle}");
                }
            }
            let mut stopped = BatchSolver::new(Variant::Standard).continue_while(|| false);
            assert_eq!(stopped.candidates(&[0; 81]), None);
        }
    }
}
