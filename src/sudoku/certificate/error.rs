//! [`CertificateError`]: what is wrong with a certificate, and in which line.

use std::fmt;
use std::io;

/// An error of a certificate file. Its `Display` is like `line 5: item 17 is not open`.
#[derive(Debug)]
#[non_exhaustive]
pub enum CertificateError {
    /// The file can't be read.
    Io(io::Error),
    /// A line is wrong.
    Line {
        /// The number of the line in the file, from 1.
        line: u64,
        /// What is wrong.
        kind: CertificateErrorKind,
    },
    /// The certificate is for other puzzles: their hash or their number differs.
    OtherPuzzles {
        /// The number of puzzles of the certificate.
        expected: u64,
        /// The number of puzzles that were to be checked.
        found: u64,
    },
}

/// What is wrong with a line of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CertificateErrorKind {
    /// The line has not the form that it must have.
    Syntax {
        /// The column of the error, from 1, in bytes.
        column: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// The line is longer than any line that is read.
    TooLong,
    /// The file ends before this line.
    Missing,
    /// The header says that the line before is the last one.
    Surplus,
    /// The grid of the puzzle has another size than the checker.
    PuzzleSize {
        /// The size of the checker.
        expected: usize,
        /// The size of the puzzle.
        found: usize,
    },
    /// There is no item with this number that must be covered.
    NoSuchItem {
        /// The number of the item, from 1.
        item: usize,
    },
    /// An item that is branched on is covered already.
    NotOpen {
        /// The number of the item, from 1.
        item: usize,
    },
    /// Singles neither refute nor solve a node, and the list of items has ended.
    ItemNeeded,
    /// Items of the list are left at the end of the search.
    ItemsLeft {
        /// The number of items that are left.
        count: usize,
    },
    /// The search found another number of solutions than the line says.
    Count {
        /// The number of the line.
        stated: u64,
        /// The number of solutions that were found.
        found: u64,
    },
    /// A grid of the line is not a solution of the puzzle.
    NotASolution {
        /// The number of the grid in the line, 1 or 2.
        number: usize,
    },
    /// The two solutions of the line are equal.
    SameSolutions,
}

impl fmt::Display for CertificateErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { column, expected } => write!(f, "column {column}: expected {expected}"),
            Self::TooLong => f.write_str("the line is longer than 64 MiB, the most that is read"),
            Self::Missing => f.write_str("the file ends before this line"),
            Self::Surplus => {
                f.write_str("expected the end of the file: the header has fewer lines")
            }
            Self::PuzzleSize { expected, found } => {
                write!(f, "expected a puzzle of {expected}x{expected} cells, found {found}x{found}")
            }
            Self::NoSuchItem { item } => write!(f, "there is no primary item {item}"),
            Self::NotOpen { item } => write!(f, "item {item} is not open"),
            Self::ItemNeeded => {
                f.write_str("singles do not decide a node, and no item is left to branch on")
            }
            Self::ItemsLeft { count } => write!(f, "items of the list that are not used: {count}"),
            Self::Count { stated, found } => {
                write!(f, "solutions: the line says {stated}, and the search has found {found}")
            }
            Self::NotASolution { number } => {
                write!(f, "grid {number} of the line is not a solution of the puzzle")
            }
            Self::SameSolutions => f.write_str("the two solutions are equal"),
        }
    }
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Line { line, kind } => write!(f, "line {line}: {kind}"),
            Self::OtherPuzzles { expected, found } if expected != found => {
                write!(f, "the certificate is for {expected} other puzzles, not for these {found}")
            }
            Self::OtherPuzzles { .. } => {
                f.write_str("the certificate is for other puzzles: their SHA-256 differs")
            }
        }
    }
}

impl std::error::Error for CertificateErrorKind {}

/// The error within is displayed as it is, and its source is the source of this one.
impl std::error::Error for CertificateError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => std::error::Error::source(error),
            _ => None,
        }
    }
}

impl From<io::Error> for CertificateError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
