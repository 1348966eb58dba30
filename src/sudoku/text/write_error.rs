//! [`WriteError`]: why a puzzle can't be written in a format.

use super::alphabet::Alphabet;
use super::format::Format;
use std::fmt;

/// The reason why a puzzle can't be written in a [`Format`]. [`Format::Json`] can hold every
/// puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The puzzle and the geometry have different sizes.
    Geometry {
        /// The size of the geometry.
        expected: usize,
        /// The size of the puzzle.
        found: usize,
    },
    /// The format is for puzzles of size 9 with the usual rules.
    Size {
        /// The format.
        format: Format,
        /// The size of the puzzle.
        size: usize,
    },
    /// The format is for rows, columns and 3x3 boxes.
    Rules {
        /// The format.
        format: Format,
    },
    /// The format has the digits 1 to 9.
    Alphabet {
        /// The format.
        format: Format,
        /// The alphabet of the puzzle.
        alphabet: Alphabet,
    },
    /// The format can't restrict a cell to its candidates.
    Candidates {
        /// The format.
        format: Format,
        /// The row of the first such cell, from 1.
        row: usize,
        /// Its column, from 1.
        column: usize,
    },
    /// The format can't have a cell without candidates.
    NoCandidates {
        /// The format.
        format: Format,
        /// The row of the first such cell, from 1.
        row: usize,
        /// Its column, from 1.
        column: usize,
    },
    /// A table has no columns for the rules of a puzzle, since its first puzzle has the usual ones.
    NoColumns,
    /// A text in this format has one puzzle.
    SecondPuzzle {
        /// The format.
        format: Format,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Geometry { expected, found } => {
                write!(f, "the puzzle is of size {found}: expected {expected}")
            }
            Self::Size { format, size } => write!(
                f,
                "{format} can hold puzzles of size 9 with rows, columns and 3x3 boxes alone, and this \
                 one is of size {size}: line, csv or json can hold it"
            ),
            Self::Rules { format } => write!(
                f,
                "{format} can hold puzzles with rows, columns and 3x3 boxes alone: line, csv or json \
                 can hold the clues of this one"
            ),
            Self::Alphabet { format, alphabet } => write!(
                f,
                "{format} can hold the digits 1-9, not the symbols {alphabet}: line, csv or json can \
                 hold them"
            ),
            Self::Candidates { format, row, column } => write!(
                f,
                "{format} can't hold the candidates of r{row}c{column}: candidates or json can hold \
                 them"
            ),
            Self::NoCandidates { format, row, column } => write!(
                f,
                "{format} can't hold a cell without candidates such as r{row}c{column}: candidates or \
                 json can hold it"
            ),
            Self::NoColumns => f.write_str(
                "the table has no columns for other rules than those of its first puzzle: json can \
                 hold both",
            ),
            Self::SecondPuzzle { format } => write!(
                f,
                "a text in the format {format} has one puzzle, and another was written already: line, \
                 csv or json can hold both"
            ),
        }
    }
}

impl std::error::Error for WriteError {}
