//! What the documents' asserts and exceptions are here.

use super::layout::UnitName;
use super::watch::Naming;
use std::error::Error;
use std::fmt;

/// Why a re-enactment does not take a puzzle, in the document's words where it has any.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompatError {
    /// The puzzle has too few cells or too many.
    Length {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
        /// What the document says, if it says anything.
        words: Option<&'static str>,
    },
    /// A sign stands for no value and no blank.
    Symbol {
        /// The sign.
        symbol: char,
        /// The number of characters before it.
        at: usize,
        /// What should be there instead.
        expected: &'static str,
    },
    /// The document's method is for other sizes.
    Size {
        /// The number of rows.
        size: usize,
        /// The sizes that it takes.
        expected: &'static str,
    },
    /// The number of rows is no square number, and so there are no square boxes.
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
        /// The largest that is allowed.
        size: usize,
    },
    /// Two clues contradict the rules.
    Clash {
        /// What they share.
        unit: UnitName,
        /// The cells, row by row from 0.
        cells: (usize, usize),
        /// The value of both.
        value: u8,
        /// The number of rows.
        size: usize,
        /// How the document names cells.
        naming: Naming,
        /// What the document says, if it says anything.
        words: Option<&'static str>,
    },
    /// The method knows no diagonals.
    Diagonals,
}

impl fmt::Display for CompatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length { expected, found, words } => {
                said(f, words)?;
                write!(f, "expected {expected} cells, found {found}")
            }
            Self::Symbol { symbol, at, expected } => {
                write!(f, "unknown sign {symbol:?} after {at} others: expected {expected}")
            }
            Self::Size { size, expected } => {
                write!(f, "a grid of {size}x{size}: this method is for {expected}")
            }
            Self::NotSquare { size } => {
                write!(f, "{size} is no square number, so that there are no square boxes")
            }
            Self::Value { cell, value, size } => {
                write!(f, "cell {cell} has the value {value}: expected at most {size}")
            }
            Self::Clash { unit, cells: (first, second), value, size, naming, words } => {
                said(f, words)?;
                let (unit, value) = (naming.unit(unit), naming.value(value));
                let (first, second) = (naming.cell(first, size), naming.cell(second, size));
                write!(f, "{unit} has {value} twice, in {first} and {second}")
            }
            Self::Diagonals => f.write_str("this method knows no diagonals: `agent` does"),
        }
    }
}

/// Writes a document's own words in front.
fn said(f: &mut fmt::Formatter<'_>, words: Option<&str>) -> fmt::Result {
    words.map_or(Ok(()), |words| write!(f, "{words}: "))
}

impl Error for CompatError {}
