//! [`RatingError`]: why a number of a puzzle is not known.

use crate::search::StopReason;
use crate::sudoku::encode::{NotAGrid, PuzzleError};
use std::fmt;

/// A number of a rating.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum RatingNumber {
    /// The number of clues.
    Clues,
    /// The size of the least backdoor.
    Backdoor,
    /// The depth of trial and error.
    Depth,
    /// The average number of guesses.
    Guesses,
    /// The hardest technique that is needed.
    Technique,
}

impl RatingNumber {
    /// All numbers, the cheapest first.
    pub const ALL: [Self; 5] =
        [Self::Clues, Self::Backdoor, Self::Depth, Self::Guesses, Self::Technique];

    /// The name in a [`Condition`](super::Condition), such as `backdoor`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clues => "clues",
            Self::Backdoor => "backdoor",
            Self::Depth => "depth",
            Self::Guesses => "guesses",
            Self::Technique => "technique",
        }
    }
}

impl fmt::Display for RatingNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a number of a puzzle is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RatingError {
    /// The puzzle has no solution.
    NoSolution,
    /// The puzzle has more than one solution.
    SeveralSolutions,
    /// The grid is not a puzzle of the geometry.
    Puzzle(PuzzleError),
    /// The search was stopped before it was over.
    Stopped(StopReason),
    /// The search was stopped before it was over; the number is larger than this one.
    Above {
        /// The number.
        number: RatingNumber,
        /// What it is larger than.
        bound: usize,
        /// Why the search was stopped.
        stop: StopReason,
    },
    /// Guesses are those of `simd9`, which solves other puzzles.
    NoGuesses,
    /// An engine returned options that are not a grid. This is a bug.
    Engine(NotAGrid),
}

impl fmt::Display for RatingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSolution => f.write_str("the puzzle has no solution"),
            Self::SeveralSolutions => f.write_str("the puzzle has more than one solution"),
            Self::Puzzle(error) => error.fmt(f),
            Self::Stopped(stop) => stop.fmt(f),
            Self::Above { number, bound, stop } => write!(f, "{number} > {bound}: {stop}"),
            Self::NoGuesses => f.write_str(
                "guesses are counted for 9x9 puzzles without other regions than the diagonals",
            ),
            Self::Engine(error) => write!(f, "wrong solution of an engine: {error}"),
        }
    }
}

impl std::error::Error for RatingError {}
