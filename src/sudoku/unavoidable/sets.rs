//! [`UnavoidableSets`]: the minimal unavoidable sets of a solution grid, up to a size.

use super::differences::DifferenceSearch;
use super::places::Places;
use crate::search::{CancelToken, StopReason};
use crate::sudoku::encode::PuzzleError;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::sudoku::stop_poll::StopPoll;
use std::fmt;
use std::time::Instant;

/// The default size limit.
const SIZE: usize = 12;

/// Finds the minimal unavoidable sets of solution grids of one geometry.
///
/// A set of cells of a solution grid is *unavoidable* if the grid without their values has another
/// solution, and *minimal* if no smaller set within it is. A puzzle has the grid as its only
/// solution if and only if it has a clue in each of them (G. McGuire, B. Tugemann, G. Civario,
/// "There is no 16-clue Sudoku", Experimental Mathematics 23, 2014).
///
/// ```
/// use quadrille::sudoku::{Geometry, Grid, unavoidable::UnavoidableSets};
///
/// let grid: Grid = "1234341221434321".parse()?;
/// let sets = UnavoidableSets::new(&Geometry::of_size(4)?).max_size(4).find(&grid)?;
/// assert_eq!(sets[0], [0, 1, 8, 9]);
/// assert!(sets.iter().all(|set| set.len() == 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct UnavoidableSets {
    geometry: Geometry,
    max_size: usize,
    stop: StopPoll,
}

impl UnavoidableSets {
    /// Creates a search for sets of up to 12 cells.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Self {
        Self { geometry: geometry.clone(), max_size: SIZE, stop: StopPoll::default() }
    }

    /// Sets the most cells of a set. Each cell more takes about twice as long.
    #[must_use]
    pub fn max_size(mut self, cells: usize) -> Self {
        self.max_size = cells;
        self
    }

    /// Sets a token that ends the search.
    #[must_use]
    pub fn cancel_token(mut self, token: CancelToken) -> Self {
        self.stop.token = token;
        self
    }

    /// Sets a time at which the search ends.
    #[must_use]
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.stop.deadline = Some(deadline);
        self
    }

    /// All minimal unavoidable sets of a solution grid that have at most
    /// [`max_size`](Self::max_size) cells, each as an ascending list of cells. Smaller sets come
    /// first, those of a size in lexicographic order.
    ///
    /// # Errors
    /// If the grid is not a solution of the geometry, or the search was stopped.
    pub fn find(&self, grid: &Grid) -> Result<Vec<Vec<usize>>, UnavoidableError> {
        check_solution(&self.geometry, grid)?;
        let places = Places::new(&self.geometry, grid);
        minimal_sets(&places, self.max_size, self.stop.clone()).map_err(UnavoidableError::Stopped)
    }
}

/// All minimal unavoidable sets of at most `max_size` cells, by size, then in lexicographic order.
fn minimal_sets(
    places: &Places,
    max_size: usize,
    stop: StopPoll,
) -> Result<Vec<Vec<usize>>, StopReason> {
    let mut sets = Vec::new();
    let mut search = DifferenceSearch::new(places, max_size, stop);
    for first in 0..places.cells() {
        search.visit(first, &mut |cells| {
            let mut set = cells.to_vec();
            set.sort_unstable();
            sets.push(set);
        })?;
    }
    sort_sets(&mut sets);
    Ok(without_supersets(sets, places.cells()))
}

/// Sorts sets by size, then in lexicographic order, and removes repeated ones.
fn sort_sets(sets: &mut Vec<Vec<usize>>) {
    sets.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    sets.dedup();
}

/// The sets, which are sorted by size, that contain no other one.
fn without_supersets(sets: Vec<Vec<usize>>, cells: usize) -> Vec<Vec<usize>> {
    let mut minimal: Vec<Vec<usize>> = Vec::new();
    // The minimal sets by their first cells: one that a set contains begins with a cell of it.
    let mut by_first = vec![Vec::new(); cells];
    let mut is_in_set = vec![false; cells];
    for set in sets {
        set.iter().for_each(|&cell| is_in_set[cell] = true);
        let is_within = |&smaller: &usize| minimal[smaller].iter().all(|&cell| is_in_set[cell]);
        let is_minimal = !set.iter().any(|&cell| by_first[cell].iter().any(is_within));
        set.iter().for_each(|&cell| is_in_set[cell] = false);
        if let (true, Some(&first)) = (is_minimal, set.first()) {
            by_first[first].push(minimal.len());
            minimal.push(set);
        }
    }
    minimal
}

/// Checks that a grid is a solution of a geometry.
pub(super) fn check_solution(geometry: &Geometry, grid: &Grid) -> Result<(), UnavoidableError> {
    let (expected, found) = (geometry.size(), grid.size());
    if expected != found {
        return Err(UnavoidableError::Grid(PuzzleError::WrongSize { expected, found }));
    }
    if let Some(clash) = grid.clash(geometry) {
        return Err(UnavoidableError::Grid(PuzzleError::Clash(clash)));
    }
    match grid.cells().iter().position(|&value| value == 0) {
        Some(cell) => Err(UnavoidableError::Blank { cell, size: expected }),
        None => Ok(()),
    }
}

/// Why a question about a solution grid has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum UnavoidableError {
    /// The grid has another size than the geometry, or a value twice in a unit.
    Grid(PuzzleError),
    /// A cell of the grid is blank.
    Blank {
        /// The number of the cell.
        cell: usize,
        /// The size of the grid.
        size: usize,
    },
    /// The grid is too large for the search.
    TooLarge {
        /// The number of cells.
        cells: usize,
        /// The most cells that the search supports.
        most: usize,
    },
    /// The search was stopped before it was over.
    Stopped(StopReason),
}

impl fmt::Display for UnavoidableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grid(error) => error.fmt(f),
            Self::Blank { cell, size } => {
                let (row, column) = (cell / size + 1, cell % size + 1);
                write!(f, "row {row}, column {column} is blank: expected a full grid")
            }
            Self::TooLarge { cells, most } => {
                write!(f, "the grid has {cells} cells: expected at most {most}")
            }
            Self::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for UnavoidableError {}
