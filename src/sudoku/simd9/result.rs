//! [`PuzzleResult`]: the result of the search of one puzzle.

use super::layout::Cells;
use std::fmt;

/// The result of the search of one puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PuzzleResult {
    /// The number of solutions that were found: of all solutions if the search is
    /// [complete](Self::is_complete).
    pub solutions: u64,
    /// The first solution in the order in which a search of this puzzle alone finds them. `None` if
    /// there is no solution or first solutions are not kept.
    pub first: Option<Cells>,
    /// The reason why the search ended.
    pub end: EndReason,
}

impl PuzzleResult {
    /// Returns whether all solutions were found.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        matches!(self.end, EndReason::Exhausted | EndReason::Clash)
    }
}

/// The reason why the search of a puzzle ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum EndReason {
    /// All solutions were found.
    Exhausted,
    /// The limit on solutions was reached; there may be more.
    Limit,
    /// Two clues clash, or two cells of a unit have the same digit as their only candidate. There
    /// is no solution, and no search was made.
    Clash,
    /// The callback of [`continue_while`](super::BatchSolver::continue_while) returned `false`.
    Stopped,
    /// The visitor of the solutions broke off.
    Visitor,
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exhausted => "all solutions were found",
            Self::Limit => "the limit was reached",
            Self::Clash => "clues clash",
            Self::Stopped => "stopped",
            Self::Visitor => "the visitor broke off",
        })
    }
}
