//! What is known of a puzzle.

use super::Cells;
use std::fmt;

/// What is known of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// How many solutions were found: all there are, or as `end` says.
    pub solutions: u64,
    /// The first solution in the order in which a search of this puzzle alone finds them; `None` if there is none, and
    /// where first solutions are not kept.
    pub first: Option<Cells>,
    /// Why there was no further search.
    pub end: End,
}

impl Answer {
    /// Whether the number of solutions is that of all there are.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        matches!(self.end, End::Exhausted | End::Clash)
    }
}

/// Why the search for solutions of a puzzle ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum End {
    /// All solutions were found.
    Exhausted,
    /// As many solutions were found as were asked for; there may be more.
    Limit,
    /// Two clues clash, or two cells of a unit have the same digit as their only candidate. There is no solution, and
    /// there was no search.
    Clash,
    /// The watch stopped it.
    Stopped,
    /// The visitor of the solutions wanted no more.
    Visitor,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exhausted => "all solutions were found",
            Self::Limit => "the limit was reached",
            Self::Clash => "clues clash",
            Self::Stopped => "stopped",
            Self::Visitor => "the visitor ended it",
        })
    }
}
