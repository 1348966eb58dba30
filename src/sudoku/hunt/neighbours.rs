//! [`Neighbours`]: all puzzles in which some clues are replaced by others.

use super::additions;
use super::combinations::{choose, combinations};
use crate::search::{CancelToken, StopReason};
use crate::sudoku::encode::PuzzleError;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::sudoku::grid_tests::GridTests;
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::str::FromStr;
use std::time::Instant;

/// How many clues are removed, and how many are added: `-2+1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Replacement {
    /// The number of clues that are removed.
    pub removed: usize,
    /// The number of clues that are added.
    pub added: usize,
}

impl fmt::Display for Replacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "-{}+{}", self.removed, self.added)
    }
}

impl FromStr for Replacement {
    type Err = UnknownReplacement;

    fn from_str(text: &str) -> Result<Self, UnknownReplacement> {
        let number = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => text.parse().ok(),
            false => None,
        };
        let numbers = text.trim_matches(['{', '}']).strip_prefix('-');
        let parsed = numbers.and_then(|numbers| {
            let (removed, added) = numbers.split_once('+')?;
            Some(Self { removed: number(removed)?, added: number(added)? })
        });
        parsed.ok_or_else(|| UnknownReplacement { text: text.to_owned() })
    }
}

/// The error for a text that is not a [`Replacement`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownReplacement {
    text: String,
}

impl fmt::Display for UnknownReplacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown replacement '{}': expected one like -1+1", self.text)
    }
}

impl std::error::Error for UnknownReplacement {}

/// Finds all puzzles with one solution that a replacement of clues makes of a puzzle.
///
/// The clues that are added can be those that were removed, so that `-2+2` finds what `-1+1` finds,
/// too.
///
/// ```
/// use quadrille::sudoku::hunt::{Neighbours, Replacement};
/// use quadrille::sudoku::{Geometry, Grid};
/// use std::ops::ControlFlow;
///
/// let puzzle: Grid =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let mut neighbours =
///     Neighbours::new(&Geometry::of_size(9)?, Replacement { removed: 1, added: 1 });
/// let mut found = Vec::new();
/// neighbours.visit(&puzzle, |neighbour| {
///     found.push(neighbour.clone());
///     ControlFlow::Continue(())
/// })?;
/// found.retain(|neighbour| *neighbour != puzzle);
/// assert_eq!(found.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Neighbours {
    replacement: Replacement,
    tests: GridTests,
}

impl Neighbours {
    /// A search for neighbours of puzzles of a geometry.
    #[must_use]
    pub fn new(geometry: &Geometry, replacement: Replacement) -> Self {
        Self { replacement, tests: GridTests::new(geometry) }
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

    /// The number of ways to remove clues of a puzzle.
    #[must_use]
    pub fn ways(&self, puzzle: &Grid) -> u64 {
        choose(puzzle.clues(), self.replacement.removed).unwrap_or(u64::MAX)
    }

    /// Calls the visitor with each neighbour of a puzzle, the puzzle itself included, until it
    /// breaks. The order is the same in each run. A neighbour can occur several times, for several
    /// ways to remove clues. Returns why the search ended.
    ///
    /// # Errors
    /// If the puzzle has another size.
    pub fn visit(
        &mut self,
        puzzle: &Grid,
        visitor: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<StopReason, PuzzleError> {
        self.visit_ways(puzzle, 0..u64::MAX, visitor)
    }

    /// The same for a part of the [ways](Self::ways) to remove clues, by their indices.
    ///
    /// # Errors
    /// If the puzzle has another size.
    pub fn visit_ways(
        &mut self,
        puzzle: &Grid,
        ways: Range<u64>,
        mut visitor: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<StopReason, PuzzleError> {
        let (expected, found) = (self.tests.geometry().size(), puzzle.size());
        if expected != found {
            return Err(PuzzleError::WrongSize { expected, found });
        }
        let clues: Vec<_> = puzzle.clue_cells().collect();
        let Replacement { removed, added } = self.replacement;
        let most = usize::try_from(ways.end.saturating_sub(ways.start)).unwrap_or(usize::MAX);
        for removed in combinations(clues.len(), removed, ways.start).take(most) {
            let mut rest = puzzle.clone();
            removed.iter().for_each(|&clue| rest.put(clues[clue], 0));
            let mut visit =
                |neighbour: &Grid| visitor(neighbour).map_break(|()| StopReason::Interrupted);
            if let ControlFlow::Break(stop) =
                additions::visit(&rest, added, 0, &mut self.tests, &mut visit)
            {
                return Ok(stop);
            }
        }
        Ok(StopReason::Exhausted)
    }
}
