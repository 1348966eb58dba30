//! A sudoku as the lab has it, a list of nine lists, and what it raises.
//!
//! Whatever is read from the list is read as Python does it ([`Lists::get`]), so that a number which is no row
//! or column is a typed error and never a panic.

use super::{INVALID, UNSOLVABLE};
use crate::compat::CompatError;
use crate::compat::digits::value;
use std::error::Error;
use std::fmt;

/// Rows and columns.
const SIZE: usize = 9;

/// A sudoku: a list of nine rows, each a list of nine values, 0 for a blank.
///
/// It is written as Python prints such a list. It may hold what breaks the rules.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lists([[u8; SIZE]; SIZE]);

impl Lists {
    /// The sudoku with these rows.
    ///
    /// # Errors
    /// If a value is above 9.
    pub fn from_rows(rows: [[u8; SIZE]; SIZE]) -> Result<Self, CompatError> {
        let wrong = rows.as_flattened().iter().enumerate().find(|&(_, &value)| value > 9);
        match wrong {
            Some((cell, &value)) => Err(CompatError::Value { cell, value, size: SIZE }),
            None => Ok(Self(rows)),
        }
    }

    /// The sudoku with these 81 cells, row by row.
    ///
    /// # Errors
    /// If there are not 81 of them, or a value is above 9.
    pub fn from_cells(cells: &[u8]) -> Result<Self, CompatError> {
        let mut rows = [[0; SIZE]; SIZE];
        let (expected, found) = (SIZE * SIZE, cells.len());
        if found != expected {
            return Err(CompatError::Length { expected, found, words: None });
        }
        rows.as_flattened_mut().copy_from_slice(cells);
        Self::from_rows(rows)
    }

    /// The sudoku with these 81 signs, of which those from 1 to 9 are values.
    pub(super) fn from_signs(signs: &str) -> Self {
        let mut rows = [[0; SIZE]; SIZE];
        for (cell, sign) in rows.as_flattened_mut().iter_mut().zip(signs.chars()) {
            *cell = value(sign, 9).unwrap_or(0);
        }
        Self(rows)
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> &[[u8; SIZE]; SIZE] {
        &self.0
    }

    /// All cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        self.0.as_flattened()
    }

    /// `s[y]`: the row with this number, from 0, or from -1 backwards.
    ///
    /// # Errors
    /// [`Raised::Index`] if the number is below -9 or above 8.
    pub fn row(&self, y: isize) -> Result<&[u8; SIZE], Raised> {
        at(&self.0, y)
    }

    /// `s[y][x]`: the value in a row and a column, with numbers as in [`row`](Self::row).
    ///
    /// # Errors
    /// [`Raised::Index`] if one of the numbers is below -9 or above 8.
    pub fn get(&self, y: isize, x: isize) -> Result<u8, Raised> {
        at(self.row(y)?, x).copied()
    }

    /// Puts a value, whatever it is, into one of the 81 cells.
    pub(super) fn put(&mut self, cell: usize, value: u8) {
        self.0.as_flattened_mut()[cell] = value;
    }
}

/// What a Python list has at an index.
fn at<T>(list: &[T], index: isize) -> Result<&T, Raised> {
    let place = match usize::try_from(index) {
        Ok(place) => Some(place),
        Err(_) => list.len().checked_sub(index.unsigned_abs()),
    };
    place.and_then(|place| list.get(place)).ok_or(Raised::Index)
}

impl fmt::Display for Lists {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// What the document's functions raise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Raised {
    /// Nothing can be in a cell.
    Invalid,
    /// The strategies find nothing more, and there are blanks left.
    Unsolvable,
    /// Python's IndexError: there is no such row or column.
    Index,
    /// Python's AssertionError: what is no number of a row, in [`horizontal_check`](super::horizontal_check).
    Assertion,
}

impl fmt::Display for Raised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Invalid => INVALID,
            Self::Unsolvable => UNSOLVABLE,
            Self::Index => "list index out of range",
            Self::Assertion => "assert 0 <= x <= len(s)",
        })
    }
}

impl Error for Raised {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::lab::instantiate_cases;

    #[test]
    fn numbers_of_rows_and_columns_are_those_of_python() {
        let s3 = instantiate_cases().s3;
        let table = [
            ((0, 0), Ok(8)),
            ((8, 7), Ok(9)),
            ((-1, -2), Ok(9)),
            ((-9, -9), Ok(8)),
            ((9, 0), Err(Raised::Index)),
            ((0, 9), Err(Raised::Index)),
            ((-10, 0), Err(Raised::Index)),
            ((isize::MAX, isize::MIN), Err(Raised::Index)),
            ((0, isize::MIN), Err(Raised::Index)),
        ];
        for ((y, x), value) in table {
            assert_eq!(s3.get(y, x), value, "s3[{y}][{x}]");
        }
        assert_eq!(s3.row(-1), Ok(&[1, 5, 8, 7, 3, 6, 2, 9, 4]));
    }

    #[test]
    fn what_is_no_sudoku_is_refused() {
        let mut cells = vec![0; 81];
        cells[80] = 9;
        assert_eq!(Lists::from_cells(&cells).unwrap().cells(), cells);
        let too_few = Lists::from_cells(&cells[1..]).unwrap_err();
        assert_eq!(too_few.to_string(), "expected 81 cells, found 80");
        cells[12] = 10;
        let too_large = Lists::from_cells(&cells).unwrap_err();
        assert_eq!(too_large.to_string(), "cell 12 has the value 10: expected at most 9");
        let mut rows = [[0; 9]; 9];
        rows[1][3] = 10;
        assert_eq!(Lists::from_rows(rows), Err(too_large));
    }

    #[test]
    fn what_is_raised_is_said_in_the_words_of_the_document_and_of_python() {
        let words = [Raised::Invalid, Raised::Unsolvable, Raised::Index, Raised::Assertion];
        assert_eq!(
            words.map(|raised| raised.to_string()),
            [
                "Sudoku Invalid",
                "Sudoku Unsolvable",
                "list index out of range",
                "assert 0 <= x <= len(s)"
            ]
        );
    }
}
