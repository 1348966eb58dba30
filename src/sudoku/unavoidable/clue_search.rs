//! [`ClueSearch`]: all puzzles with a number of clues within a solution grid, or a proof that there
//! is none.

use super::checker::{MAX_CELLS, PuzzleChecker, puzzle};
use super::clue_branch::ClueBranch;
use super::clue_tree::ClueTree;
use super::sets::{UnavoidableError, UnavoidableSets};
use crate::ids::to_u64;
use crate::search::{CancelToken, StopReason};
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use std::ops::{ControlFlow, Range};
use std::time::Instant;

/// The most cells of the unavoidable sets that a search begins with.
const SIZE: usize = 14;

/// The fewest parts, if there are so many branches.
const PARTS: usize = 256;

/// The fewest clues to add in a branch that is divided into more parts.
const LEAST_LEFT: usize = 3;

/// Finds all puzzles with a number of clues within a solution grid.
///
/// The clues of a puzzle hit all unavoidable sets. The search takes a small set that is unhit and
/// tries its cells, one after the other. A cell is dead after all puzzles with it have been found,
/// so that each puzzle is found once (G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue
/// Sudoku", Experimental Mathematics 23, 2014). A branch ends if more sets without common live
/// cells are unhit than clues are left. If as many are unhit, all other cells are dead.
///
/// The search is divided into numbered parts, which threads can share and from which a search can
/// be resumed. One that was stopped has to be visited again. Parts differ in size.
///
/// ```
/// use quadrille::StopReason;
/// use quadrille::sudoku::{Geometry, Grid, unavoidable::ClueSearch};
/// use std::ops::ControlFlow;
///
/// let grid: Grid = "1234341221434321".parse()?;
/// let mut puzzles = Vec::new();
/// let mut search = ClueSearch::new(&Geometry::of_size(4)?, &grid, 4)?;
/// let stop = search.visit(|puzzle| {
///     puzzles.push(puzzle.clone());
///     ControlFlow::Continue(())
/// });
/// assert_eq!((stop, puzzles.len()), (StopReason::Exhausted, 12));
///
/// let mut fewer = ClueSearch::new(&Geometry::of_size(4)?, &grid, 3)?;
/// assert_eq!(fewer.visit(|_| unreachable!()), StopReason::Exhausted);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ClueSearch {
    grid: Grid,
    tree: ClueTree,
    pub(super) parts: Vec<ClueBranch>,
}

impl ClueSearch {
    /// A search for the puzzles with `clues` clues. Finding the unavoidable sets takes some 40 ms
    /// for a 9x9 grid.
    ///
    /// # Errors
    /// If the grid is not a solution of the geometry, or has more than 128 cells.
    pub fn new(geometry: &Geometry, grid: &Grid, clues: usize) -> Result<Self, UnavoidableError> {
        let cells = geometry.cells();
        if cells > MAX_CELLS {
            return Err(UnavoidableError::TooLarge { cells, most: MAX_CELLS });
        }
        let sets = UnavoidableSets::new(geometry).max_size(SIZE).find(grid)?;
        let known = sets.iter().map(|set| set.iter().fold(0, |cells, cell| cells | 1 << cell));
        let mut tree = ClueTree::new(PuzzleChecker::new(geometry, grid), known.collect());
        let live = u128::MAX >> (MAX_CELLS - cells);
        let mut parts = Vec::new();
        if clues <= cells {
            parts.push(ClueBranch { clues: 0, live, left: clues });
        }
        for _ in LEAST_LEFT..clues.min(PARTS) {
            if parts.len() >= PARTS {
                break;
            }
            parts = parts.into_iter().flat_map(|part| tree.split(part)).collect();
        }
        Ok(Self { grid: grid.clone(), tree, parts })
    }

    /// Sets a token that ends the search.
    #[must_use]
    pub fn cancel_token(mut self, token: CancelToken) -> Self {
        self.tree.stop.token = token;
        self
    }

    /// Sets a time at which the search ends.
    #[must_use]
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.tree.stop.deadline = Some(deadline);
        self
    }

    /// The number of parts: the same for each search with the same geometry, grid and clues.
    #[must_use]
    pub fn parts(&self) -> u64 {
        to_u64(self.parts.len())
    }

    /// Calls the visitor with each puzzle until it breaks. Each puzzle is visited once, in the same
    /// order in each run. Only after [`StopReason::Exhausted`] have all been visited;
    /// [`StopReason::Interrupted`] means that the visitor has ended the search.
    pub fn visit(&mut self, visitor: impl FnMut(&Grid) -> ControlFlow<()>) -> StopReason {
        self.visit_parts(0..self.parts(), visitor)
    }

    /// The same for some of the parts: those of the range that exist, in their order. Puzzles and
    /// their order do not depend on how parts are grouped.
    pub fn visit_parts(
        &mut self,
        parts: Range<u64>,
        mut visitor: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> StopReason {
        let Self { grid, tree, parts: branches } = self;
        let mut visit = |clues| match visitor(&puzzle(grid, clues)) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(()) => ControlFlow::Break(StopReason::Interrupted),
        };
        for (part, &branch) in (0..).zip(&*branches) {
            if parts.contains(&part) {
                tree.stop.restart();
                if let ControlFlow::Break(stop) = tree.search(branch, &mut visit) {
                    return stop;
                }
            }
        }
        StopReason::Exhausted
    }
}
