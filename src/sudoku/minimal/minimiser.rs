//! [`Minimiser`]: redundant clues, and puzzles without them.

use crate::search::{CancelToken, StopReason, Uniqueness};
use crate::sudoku::encode::PuzzleError;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::sudoku::grid_tests::GridTests;
use std::fmt;
use std::time::Instant;

/// Finds redundant clues of puzzles of one geometry, and removes them.
///
/// 9x9 puzzles, plain or diagonal, are tested many at a time in the lanes of
/// [`simd9`](crate::sudoku::simd9), which many puzzles in one call fill.
///
/// ```
/// use quadrille::sudoku::{Geometry, Grid, minimal::Minimiser};
///
/// let full: Grid = "1234341221434321".parse()?;
/// let mut minimiser = Minimiser::new(&Geometry::of_size(4)?);
/// let minimal = minimiser.minimise(&full, &Vec::from_iter(0..16))?;
/// assert!(full.extends(&minimal) && minimal.clues() < 7);
/// assert!(minimiser.redundant(&minimal)?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Minimiser {
    pub(super) tests: GridTests,
}

impl Minimiser {
    /// A minimiser for the puzzles of a geometry.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Self {
        Self { tests: GridTests::new(geometry) }
    }

    /// Sets a token that ends the searches.
    #[must_use]
    pub fn cancel_token(mut self, token: CancelToken) -> Self {
        self.tests.set_token(token);
        self
    }

    /// Sets a time at which the searches end.
    #[must_use]
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.tests.set_deadline(deadline);
        self
    }

    /// The cells of the redundant clues of a puzzle, in ascending order. Each of them can be
    /// removed alone, but not always with another one.
    ///
    /// # Errors
    /// If the puzzle does not have one solution or has another size, or the search was stopped.
    pub fn redundant(&mut self, puzzle: &Grid) -> Result<Vec<usize>, MinimalError> {
        one(self.redundant_all(std::slice::from_ref(puzzle)))
    }

    /// The same for many puzzles, in their order.
    pub fn redundant_all(&mut self, puzzles: &[Grid]) -> Vec<Result<Vec<usize>, MinimalError>> {
        let proper = self.check(puzzles);
        let is_proper = |&puzzle: &usize| proper[puzzle].is_ok();
        let tries: Vec<_> = (0..puzzles.len())
            .filter(is_proper)
            .flat_map(|puzzle| puzzles[puzzle].clue_cells().map(move |clue| (puzzle, clue)))
            .collect();
        let tests = tries.iter().map(|&(puzzle, clue)| without(&puzzles[puzzle], clue));
        let is_redundant = match self.tests.are_forced(tests) {
            Ok(is_redundant) => is_redundant,
            Err(stop) => return proper.into_iter().map(|is| stopped(is, stop)).collect(),
        };
        let mut found = vec![Vec::new(); puzzles.len()];
        for (&(puzzle, clue), is_redundant) in tries.iter().zip(is_redundant) {
            if is_redundant {
                found[puzzle].push(clue);
            }
        }
        proper.into_iter().zip(found).map(|(is, found)| is.map(|()| found)).collect()
    }

    /// A minimal puzzle within a puzzle: the clues of these cells are removed in this order, each
    /// if it is redundant then. If the order has all clues, the result is minimal. Blank and
    /// unknown cells in the order are ignored.
    ///
    /// # Errors
    /// If the puzzle does not have one solution or has another size, or the search was stopped.
    pub fn minimise(&mut self, puzzle: &Grid, order: &[usize]) -> Result<Grid, MinimalError> {
        one(self.minimise_all(vec![(puzzle.clone(), order.to_vec())]))
    }

    /// The same for many puzzles with their orders.
    pub fn minimise_all(
        &mut self,
        puzzles: Vec<(Grid, Vec<usize>)>,
    ) -> Vec<Result<Grid, MinimalError>> {
        let (mut grids, orders): (Vec<_>, Vec<_>) = puzzles.into_iter().unzip();
        let proper = self.check(&grids);
        let longest = orders.iter().map(Vec::len).max().unwrap_or(0);
        // In each round, each puzzle loses one clue, and gets it back if it had to have it.
        for round in 0..longest {
            let mut tries = Vec::new();
            for (puzzle, order) in orders.iter().enumerate().filter(|(at, _)| proper[*at].is_ok()) {
                let cell = order.get(round).copied();
                let value = cell.and_then(|cell| grids[puzzle].get(cell));
                if let (Some(cell), Some(value @ 1..)) = (cell, value) {
                    grids[puzzle].put(cell, 0);
                    tries.push((puzzle, cell, value));
                }
            }
            let tests = tries.iter().map(|&(at, cell, value)| (&grids[at], cell, value));
            let is_redundant = match self.tests.are_forced(tests) {
                Ok(is_redundant) => is_redundant,
                Err(stop) => return proper.into_iter().map(|is| stopped(is, stop)).collect(),
            };
            for ((puzzle, cell, value), is_redundant) in tries.into_iter().zip(is_redundant) {
                if !is_redundant {
                    grids[puzzle].put(cell, value);
                }
            }
        }
        proper.into_iter().zip(grids).map(|(is, grid)| is.map(|()| grid)).collect()
    }

    /// Checks that each puzzle has one solution.
    pub(super) fn check(&mut self, puzzles: &[Grid]) -> Vec<Result<(), MinimalError>> {
        let expected = self.tests.geometry().size();
        let fits = |grid: &&Grid| grid.size() == expected;
        let mut answers = match self.tests.answers(puzzles.iter().filter(fits)) {
            Ok(answers) => answers.into_iter(),
            Err(stop) => return vec![Err(MinimalError::Stopped(stop)); puzzles.len()],
        };
        let checked = puzzles.iter().map(|grid| {
            if !fits(&grid) {
                let found = grid.size();
                return Err(MinimalError::Puzzle(PuzzleError::WrongSize { expected, found }));
            }
            match answers.next() {
                Some(Uniqueness::Unique) => Ok(()),
                Some(Uniqueness::None) => Err(MinimalError::NoSolution),
                _ => Err(MinimalError::SeveralSolutions),
            }
        });
        checked.collect()
    }
}

/// A puzzle without a clue, and the clue: its cell and value.
pub(super) fn without(puzzle: &Grid, clue: usize) -> (Grid, usize, u8) {
    let mut grid = puzzle.clone();
    grid.put(clue, 0);
    (grid, clue, puzzle.cells()[clue])
}

fn stopped<T>(is_proper: Result<(), MinimalError>, stop: StopReason) -> Result<T, MinimalError> {
    is_proper.and(Err(MinimalError::Stopped(stop)))
}

/// The only result of a call with one puzzle.
fn one<T>(results: Vec<Result<T, MinimalError>>) -> Result<T, MinimalError> {
    let mut results = results.into_iter();
    results.next().unwrap_or(Err(MinimalError::Stopped(StopReason::Cancelled)))
}

/// Why there is no minimal puzzle within a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MinimalError {
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has more than one solution, so that no clue is redundant.
    SeveralSolutions,
    /// The grid is not a puzzle of the geometry.
    Puzzle(PuzzleError),
    /// The search was stopped before it was over.
    Stopped(StopReason),
}

impl fmt::Display for MinimalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSolution => f.write_str("the puzzle has no solution"),
            Self::SeveralSolutions => f.write_str("the puzzle has more than one solution"),
            Self::Puzzle(error) => error.fmt(f),
            Self::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for MinimalError {}
