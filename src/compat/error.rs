//! The error of the documents' functions.

use std::error::Error;
use std::fmt;

/// Why a document's function does not take its input. Assertions of the documents keep their words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompatError {
    /// The number of cells is wrong.
    Length {
        /// The number of cells that the function takes.
        expected: usize,
        /// The number of cells found.
        found: usize,
        /// The words of the document's assertion, if it has any.
        words: Option<&'static str>,
    },
    /// A sign stands for neither a value nor a blank.
    Symbol {
        /// The sign.
        symbol: char,
        /// The number of characters before it.
        at: usize,
        /// The signs that the function takes.
        expected: &'static str,
    },
    /// The document is for other sizes.
    Size {
        /// The number of rows.
        size: usize,
        /// The sizes that it takes.
        expected: &'static str,
    },
    /// The number of rows is not a square number.
    NotSquare {
        /// The number of rows.
        size: usize,
    },
    /// A value is larger than the grid allows.
    Value {
        /// The cell, row by row from 0.
        cell: usize,
        /// Its value.
        value: u8,
        /// The largest value allowed.
        size: usize,
    },
    /// A file of boards has something else than its format requires.
    File {
        /// The line, from 1.
        line: usize,
        /// The column, in characters from 1.
        column: usize,
        /// What the format requires there.
        expected: String,
        /// What is there.
        found: String,
    },
    /// One of several boards is not of the size.
    Board {
        /// The board, from 1.
        number: usize,
        /// What is wrong with it.
        error: Box<Self>,
    },
    /// One of several boards has no solution.
    NoSolution {
        /// The board, from 1.
        number: usize,
    },
}

impl fmt::Display for CompatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found, words } => {
                words.map_or(Ok(()), |words| write!(f, "{words}: "))?;
                write!(f, "expected {expected} cells, found {found}")
            }
            Self::Symbol { symbol, at, expected } => {
                write!(f, "unknown sign {symbol:?} after {at} others: expected {expected}")
            }
            Self::Size { size, expected } => {
                write!(f, "the grid is {size}x{size}: this document is for {expected}")
            }
            Self::NotSquare { size } => {
                write!(f, "{size} is not a square number, so that boxes can't be square")
            }
            Self::Value { cell, value, size } => {
                write!(f, "cell {cell} has the value {value}: expected at most {size}")
            }
            Self::File { line, column, expected, found } => {
                write!(f, "line {line}, column {column}: expected {expected}, found {found}")
            }
            Self::Board { number, error } => write!(f, "board {number}: {error}"),
            Self::NoSolution { number } => write!(f, "board {number} has no solution"),
        }
    }
}

impl Error for CompatError {}
