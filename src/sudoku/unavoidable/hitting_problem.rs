//! [`HittingProblem`]: the puzzles within a solution grid as an exact cover with multiplicities.

use super::checker::{MAX_CELLS, PuzzleChecker, puzzle};
use super::sets::{UnavoidableError, UnavoidableSets};
use crate::ids::{OptionId, to_u32};
use crate::problem::{Bounds, BuildError, Problem, ProblemBuilder};
use crate::search::{CancelToken, Solver, StopReason};
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::sudoku::stop_poll::StopPoll;
use std::ops::ControlFlow;
use std::time::Instant;

/// The fewest new sets for which a search begins again.
const LEAST_NEW: usize = 8;

/// Finds all puzzles with a number of clues within a solution grid by exact covers.
///
/// An option is a clue in a cell. An item `clues` is covered as often as there are clues. Each
/// unavoidable set is an item that is covered at least once. So the solutions are the choices of
/// clues that hit all known unavoidable sets. If one has another solution than the grid, it misses
/// a set that was not known, which becomes an item of the next problem: in the end all solutions
/// are puzzles.
///
/// This is fast enough for grids of up to 6x6 cells. [`ClueSearch`](super::ClueSearch) finds the
/// same puzzles faster, in 9x9 grids, too. This problem is what it is compared with, and it can be
/// given to any exact-cover solver.
///
/// ```
/// use quadrille::Solver;
/// use quadrille::sudoku::{Geometry, Grid, unavoidable::HittingProblem};
///
/// let grid: Grid = "1234341221434321".parse()?;
/// let mut hitting = HittingProblem::new(&Geometry::of_size(4)?, &grid, 4)?;
/// let problem = hitting.problem();
/// assert_eq!(problem.options().len(), 16);
/// assert_eq!(problem.items().len(), 1 + hitting.sets().len());
/// assert_eq!(hitting.puzzles()?.len(), 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct HittingProblem {
    grid: Grid,
    clues: u32,
    sets: Vec<Vec<usize>>,
    checker: PuzzleChecker,
    stop: StopPoll,
}

impl HittingProblem {
    /// The problem for puzzles with `clues` clues, with the minimal unavoidable sets of up to 12
    /// cells.
    ///
    /// # Errors
    /// If the grid is not a solution of the geometry, or has more than 128 cells.
    pub fn new(geometry: &Geometry, grid: &Grid, clues: usize) -> Result<Self, UnavoidableError> {
        if geometry.cells() > MAX_CELLS {
            return Err(UnavoidableError::TooLarge { cells: geometry.cells(), most: MAX_CELLS });
        }
        let sets = UnavoidableSets::new(geometry).find(grid)?;
        Ok(Self {
            grid: grid.clone(),
            clues: to_u32(clues.min(geometry.cells() + 1)),
            sets,
            checker: PuzzleChecker::new(geometry, grid),
            stop: StopPoll::default(),
        })
    }

    /// Sets a token that stops the search.
    #[must_use]
    pub fn cancel_token(mut self, token: CancelToken) -> Self {
        self.stop.token = token;
        self
    }

    /// Sets a time at which the search stops.
    #[must_use]
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.stop.deadline = Some(deadline);
        self
    }

    /// The known unavoidable sets: all minimal ones of up to 12 cells, then those that were
    /// learned.
    #[must_use]
    pub fn sets(&self) -> &[Vec<usize>] {
        &self.sets
    }

    /// The exact cover whose solutions hit all known sets. Option `i` is a clue in cell `i`.
    #[must_use]
    pub fn problem(&self) -> Problem {
        self.build().expect("names and entries follow from the cells and are distinct")
    }

    fn build(&self) -> Result<Problem, BuildError> {
        let mut builder = ProblemBuilder::new();
        let exactly = Bounds { low: self.clues, high: self.clues };
        let clues = builder.primary_bounded("clues", exactly)?;
        let mut items_of = vec![vec![clues]; self.grid.cells().len()];
        for (index, set) in self.sets.iter().enumerate() {
            let bounds = Bounds { low: 1, high: to_u32(set.len()) };
            let item = builder.primary_bounded(&format!("u{}", index + 1), bounds)?;
            set.iter().for_each(|&cell| items_of[cell].push(item));
        }
        let size = self.grid.size();
        for (cell, items) in items_of.into_iter().enumerate() {
            let option = builder.option(items)?;
            builder.label(option, &format!("r{}c{}", cell / size + 1, cell % size + 1))?;
        }
        builder.build()
    }

    /// All puzzles. New sets are learned, and stay known.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn puzzles(&mut self) -> Result<Vec<Grid>, UnavoidableError> {
        loop {
            if let Some(puzzles) = self.round().map_err(UnavoidableError::Stopped)? {
                return Ok(puzzles.into_iter().map(|clues| puzzle(&self.grid, clues)).collect());
            }
        }
    }

    /// The puzzles among the solutions of the problem; `None` if the search ended early because it
    /// has learned as many sets as were known before.
    fn round(&mut self) -> Result<Option<Vec<u128>>, StopReason> {
        let mut solver = Solver::new(&self.problem()).cancel_token(self.stop.token.clone());
        if let Some(deadline) = self.stop.deadline {
            solver = solver.deadline(deadline);
        }
        let many = self.sets.len().max(LEAST_NEW);
        let (mut puzzles, mut learned) = (Vec::new(), Vec::<u128>::new());
        let mut failed = None;
        let count = solver.visit(|options| {
            let clues = cell_set(options);
            if learned.iter().any(|set| set & clues == 0) {
                return ControlFlow::Continue(());
            }
            match self.checker.are_unique(&[clues]) {
                Ok(is_unique) if is_unique == [true] => puzzles.push(clues),
                Ok(_) => learned.extend(self.checker.unhit_set(clues)),
                Err(stop) => failed = Some(stop),
            }
            let goes_on = failed.is_none() && learned.len() < many;
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let cells = 0..self.grid.cells().len();
        let cells_of = |set: u128| cells.clone().filter(|cell| set >> cell & 1 == 1).collect();
        self.sets.extend(learned.into_iter().map(cells_of));
        match (count.stop, failed) {
            (_, Some(stop)) => Err(stop),
            (StopReason::Exhausted, _) => Ok(Some(puzzles)),
            (StopReason::Interrupted, _) => Ok(None),
            (stop, _) => Err(stop),
        }
    }
}

/// The cells of options.
fn cell_set(options: &[OptionId]) -> u128 {
    options.iter().fold(0, |set, option| set | 1 << option.index())
}
