//! What can be wrong with a text, and where.

use super::SIZES;
use super::alphabet::Alphabet;
use crate::place::Place;
use std::{error, fmt, io};

/// A puzzle that can't be read. Its `Display` is `file:line:column: message`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    inner: Box<(Place, TextErrorKind)>,
}

impl TextError {
    pub(super) fn new(place: Place, kind: TextErrorKind) -> Self {
        Self { inner: Box::new((place, kind)) }
    }

    /// Where it was found.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.inner.0
    }

    /// What was found. Its `Display` is the message without the place.
    #[must_use]
    pub fn kind(&self) -> &TextErrorKind {
        &self.inner.1
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place(), self.kind())
    }
}

impl error::Error for TextError {}

/// What was found instead of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// A line has no field of the length of a grid.
    NoGrid {
        /// The length of its longest field.
        found: usize,
    },
    /// A text has no row of a grid.
    NoRows,
    /// A grid has too few or too many signs.
    Length {
        /// The number of cells of the grid.
        expected: usize,
        /// The number of signs.
        found: usize,
    },
    /// A sign is neither a symbol of the alphabet nor a blank.
    Symbol {
        /// The sign.
        found: char,
        /// The alphabet.
        alphabet: Alphabet,
    },
    /// A number is not one of the values.
    Number {
        /// The number.
        found: String,
        /// The largest value.
        size: usize,
    },
    /// A cell has several values, as when somebody notes the candidates.
    Candidates {
        /// What is in the cell.
        found: String,
    },
    /// A row has too few or too many cells.
    RowLength {
        /// The size of the grid.
        expected: usize,
        /// The number of cells of the row.
        found: usize,
    },
    /// A grid ends before it has all its rows.
    Rows {
        /// The size of the grid.
        expected: usize,
        /// The number of its rows.
        found: usize,
    },
    /// A line is too long to be a puzzle.
    LongLine {
        /// The number of bytes that a line may have.
        limit: usize,
    },
}

impl fmt::Display for TextErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGrid { found } => {
                let lengths = SIZES.map(|size| (size * size).to_string()).join(", ");
                write!(f, "no grid: expected a field of as many symbols as one of {lengths}, ")?;
                write!(f, "found at most {found}")
            }
            Self::NoRows => {
                let sizes = SIZES.map(|size| size.to_string()).join(", ");
                write!(f, "no grid: expected rows of as many cells as one of {sizes}")
            }
            Self::Length { expected, found } => {
                write!(f, "expected {expected} symbols, found {found}")
            }
            Self::Symbol { found, alphabet } => write!(f, "{found:?} is no symbol of {alphabet}"),
            Self::Number { found, size } => write!(f, "'{found}' is no number from 1 to {size}"),
            Self::Candidates { found } => {
                write!(f, "expected one symbol in a cell, found the candidates '{found}'")
            }
            Self::RowLength { expected, found } => {
                write!(f, "expected {expected} cells in the row, found {found}")
            }
            Self::Rows { expected, found } => write!(f, "expected {expected} rows, found {found}"),
            Self::LongLine { limit } => write!(f, "the line is longer than {limit} bytes"),
        }
    }
}

/// Why a reader has no record to give.
#[derive(Debug)]
pub enum ReadError {
    /// The text of one puzzle is wrong. Reading goes on after it.
    Text(TextError),
    /// The input can't be read. Nothing comes after it.
    Io(io::Error),
}

impl From<TextError> for ReadError {
    fn from(error: TextError) -> Self {
        Self::Text(error)
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl error::Error for ReadError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_where_and_what_was_expected() {
        let place = Place::new(3, b"12?4", 2).in_file("a.txt");
        let alphabet = Alphabet::of_size(4).unwrap();
        let error = TextError::new(place, TextErrorKind::Symbol { found: '?', alphabet });
        assert_eq!(error.to_string(), "a.txt:3:3: '?' is no symbol of 1-4");
        let kinds = [
            (TextErrorKind::Length { expected: 81, found: 80 }, "expected 81 symbols, found 80"),
            (
                TextErrorKind::RowLength { expected: 9, found: 8 },
                "expected 9 cells in the row, found 8",
            ),
            (TextErrorKind::Rows { expected: 9, found: 8 }, "expected 9 rows, found 8"),
            (TextErrorKind::LongLine { limit: 100 }, "the line is longer than 100 bytes"),
            (TextErrorKind::Symbol { found: '\0', alphabet }, "'\\0' is no symbol of 1-4"),
            (
                TextErrorKind::Number { found: "17".to_owned(), size: 16 },
                "'17' is no number from 1 to 16",
            ),
            (
                TextErrorKind::Candidates { found: "45".to_owned() },
                "expected one symbol in a cell, found the candidates '45'",
            ),
            (
                TextErrorKind::NoGrid { found: 5 },
                "no grid: expected a field of as many symbols as one of 16, 36, 64, 81, 100, 144, \
                 225, 256, 400, 625, 1296, found at most 5",
            ),
            (
                TextErrorKind::NoRows,
                "no grid: expected rows of as many cells as one of 4, 6, 8, 9, 10, 12, 15, 16, 20, \
                 25, 36",
            ),
        ];
        for (kind, message) in kinds {
            assert_eq!(kind.to_string(), message);
        }
    }
}
