//! Errors in texts, with their locations.

use super::alphabet::Alphabet;
use super::sizes::SIZES;
use super::stated_rules::StatedRules;
use crate::location::ParseError;
use crate::sudoku::box_layout::BoxLayout;
use std::{fmt, io};

/// The error for a puzzle that cannot be read.
pub type TextError = ParseError<TextErrorKind>;

/// The kind of a [`TextError`]: what was found instead of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TextErrorKind {
    /// A line has no field with the length of a grid.
    NoGrid {
        /// The length of its longest field.
        found: usize,
    },
    /// A text contains no row of a grid.
    NoRows,
    /// A grid has too few or too many symbols.
    Length {
        /// The number of cells of the grid.
        expected: usize,
        /// The number of symbols.
        found: usize,
    },
    /// A text has not the number of cells of any grid.
    CellCount {
        /// The number of cells.
        found: usize,
    },
    /// A character is neither a symbol of the alphabet nor a blank.
    Symbol {
        /// The character.
        found: char,
        /// The alphabet.
        alphabet: Alphabet,
    },
    /// A number is not a value of the grid.
    Number {
        /// The number.
        found: String,
        /// The largest value.
        size: usize,
    },
    /// A cell holds several values (pencil marks).
    Candidates {
        /// The content of the cell.
        found: String,
    },
    /// A cell of a drawing is neither a symbol nor several candidates.
    Marks {
        /// The content of the cell.
        found: String,
        /// The alphabet.
        alphabet: Alphabet,
    },
    /// A symbol of a candidate grid is neither the one of its place nor a blank.
    Mark {
        /// The symbol of the value of this place.
        expected: String,
        /// The character.
        found: char,
    },
    /// A line has no field with the length of a candidate grid.
    NoCandidates {
        /// The length of its longest field.
        found: usize,
    },
    /// A clue is not a candidate of its cell.
    NoSuchCandidate {
        /// The row of the cell, from 1.
        row: usize,
        /// The column of the cell, from 1.
        column: usize,
        /// The clue.
        clue: u8,
    },
    /// A first line neither names a column of puzzles nor has a field that is a grid.
    NoColumn,
    /// A line has too few fields.
    MissingField {
        /// The number of the field, from 1.
        expected: usize,
        /// The number of fields of the line.
        found: usize,
    },
    /// A text does not follow the syntax of its format.
    Syntax {
        /// What may stand here.
        expected: &'static str,
        /// What stands here; empty at the end of the text.
        found: String,
    },
    /// An object has no puzzle.
    NoPuzzle,
    /// Several puzzles are in an object with one solution, or in a place for one.
    SeveralPuzzles,
    /// A puzzle has other rules than the [options](super::ReadOptions::rules) say.
    Rules {
        /// The rules that the text states for it.
        stated: Box<StatedRules>,
    },
    /// A puzzle has other rules than the first one, unlike the
    /// [options](super::ReadOptions::rules_of_first) say.
    OtherRules {
        /// The rules that the text states for it.
        stated: Box<StatedRules>,
        /// The rules that the text states for the first one.
        first: Box<StatedRules>,
    },
    /// A text states boxes for a puzzle that has another size.
    BoxesOfOtherSize {
        /// The boxes.
        boxes: BoxLayout,
        /// The size of the puzzle.
        size: usize,
    },
    /// A puzzle is written in too many characters.
    LongPuzzle {
        /// The maximum number of bytes.
        limit: usize,
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
    /// A carriage return is not followed by a line feed, but by something else.
    CarriageReturn,
    /// A line is too long to be a puzzle.
    LongLine {
        /// The maximum length of a line, in bytes.
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
            Self::CarriageReturn => f.write_str("expected a line feed after a carriage return"),
            Self::NoRows => {
                let sizes = SIZES.map(|size| size.to_string()).join(", ");
                write!(f, "no grid: expected rows of as many cells as one of {sizes}")
            }
            Self::Length { expected, found } => {
                write!(f, "expected {expected} symbols, found {found}")
            }
            Self::CellCount { found } => {
                write!(f, "expected 1, 4, 9, 16 ... 1296 cells, found {found}")
            }
            Self::Symbol { found, alphabet } => {
                write!(f, "expected a symbol of {alphabet}, found {found:?}")
            }
            Self::Number { found, size } => {
                write!(f, "expected a number from 1 to {size}, found '{found}'")
            }
            Self::Candidates { found } => {
                write!(f, "expected one symbol in a cell, found the candidates '{found}'")
            }
            Self::Marks { found, alphabet } => write!(
                f,
                "expected a symbol of {alphabet} or different ones in a cell, found '{found}'"
            ),
            Self::Mark { expected, found } => {
                write!(f, "expected {expected} or a blank, found {found:?}")
            }
            Self::NoCandidates { found } => {
                let lengths = SIZES.map(|size| size.pow(3).to_string()).join(", ");
                write!(f, "no candidate grid: expected a field of as many symbols as one of ")?;
                write!(f, "{lengths}, found at most {found}")
            }
            Self::NoSuchCandidate { row, column, clue } => {
                write!(f, "the clue {clue} in r{row}c{column} is not a candidate")
            }
            Self::NoColumn => write!(
                f,
                "expected a column with a name such as puzzle, quizzes or board, or a field that \
                 is a grid"
            ),
            Self::MissingField { expected, found } => {
                let fields = if *found == 1 { "field" } else { "fields" };
                write!(f, "expected a puzzle in field {expected}, found {found} {fields}")
            }
            Self::Syntax { expected, found } if found.is_empty() => {
                write!(f, "expected {expected}, found the end of the text")
            }
            Self::Syntax { expected, found } => write!(f, "expected {expected}, found '{found}'"),
            Self::NoPuzzle => {
                write!(f, "expected an object with a key such as puzzle, board or grid")
            }
            Self::SeveralPuzzles => write!(f, "expected one puzzle, found several"),
            Self::Rules { stated } => {
                write!(f, "the puzzle has {stated}, unlike the given rules")
            }
            Self::OtherRules { stated, first } => {
                write!(f, "the puzzle has {stated}, and the first one has {first}")
            }
            Self::BoxesOfOtherSize { boxes, size } => {
                write!(
                    f,
                    "the puzzle has {size}x{size} cells, and its boxes `{boxes}` are for another size"
                )
            }
            Self::LongPuzzle { limit } => write!(f, "the puzzle is longer than {limit} bytes"),
            Self::RowLength { expected, found } => {
                write!(f, "expected {expected} cells in the row, found {found}")
            }
            Self::Rows { expected, found } => write!(f, "expected {expected} rows, found {found}"),
            Self::LongLine { limit } => write!(f, "the line is longer than {limit} bytes"),
        }
    }
}

/// The error of a [`Reader`](super::Reader).
#[derive(Debug)]
pub enum ReadError {
    /// One puzzle cannot be read. Reading continues after it.
    Text(TextError),
    /// The input cannot be read. No record follows.
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

/// The error within is displayed as it is, and its source is the source of this one.
impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => std::error::Error::source(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::location::Location;

    #[test]
    fn a_cause_is_reported_once() {
        let cause = "".parse::<u8>().unwrap_err();
        let error = ReadError::from(io::Error::other(cause.clone()));
        assert_eq!(error.to_string(), cause.to_string());
        assert!(std::error::Error::source(&error).is_none());
    }

    #[test]
    fn messages_state_the_location_and_what_was_expected() {
        let location = Location::new(3, b"12?4", 2).in_file("a.txt");
        let alphabet = Alphabet::of_size(4).unwrap();
        let error = TextError::new(location, TextErrorKind::Symbol { found: '?', alphabet });
        assert_eq!(error.to_string(), "a.txt:3:3: expected a symbol of 1-4, found '?'");
        let kinds = [
            (TextErrorKind::Length { expected: 81, found: 80 }, "expected 81 symbols, found 80"),
            (
                TextErrorKind::RowLength { expected: 9, found: 8 },
                "expected 9 cells in the row, found 8",
            ),
            (TextErrorKind::Rows { expected: 9, found: 8 }, "expected 9 rows, found 8"),
            (
                TextErrorKind::Rules {
                    stated: StatedRules::default().with_boxes("3x2".parse().unwrap()).into(),
                },
                "the puzzle has boxes of 3x2, unlike the given rules",
            ),
            (TextErrorKind::LongLine { limit: 100 }, "the line is longer than 100 bytes"),
            (
                TextErrorKind::Symbol { found: '\0', alphabet },
                "expected a symbol of 1-4, found '\\0'",
            ),
            (
                TextErrorKind::Number { found: "17".to_owned(), size: 16 },
                "expected a number from 1 to 16, found '17'",
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
            (TextErrorKind::CarriageReturn, "expected a line feed after a carriage return"),
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
