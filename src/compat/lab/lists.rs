//! The lab's representation of a sudoku, a list of nine lists, and its exceptions.
//!
//! The lists are indexed as in Python ([`Lists::get`]): an index out of range is a typed error and
//! never a panic.

use crate::compat::CompatError;
use crate::compat::cells;
use crate::compat::digits::value;
use std::error::Error;
use std::fmt;

/// The number of rows and columns.
const SIZE: usize = 9;

/// A sudoku: a list of nine rows, each a list of nine values, 0 for a blank.
///
/// `Display` writes it as Python prints such a list. Its values may break the rules.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lists([[u8; SIZE]; SIZE]);

impl Lists {
    /// Creates the sudoku with these 81 cells, row by row.
    ///
    /// # Errors
    /// If there are not 81 of them, or a value is above 9.
    pub fn from_cells(cells: &[u8]) -> Result<Self, CompatError> {
        cells::check(SIZE, cells)?;
        let mut rows = [[0; SIZE]; SIZE];
        rows.as_flattened_mut().copy_from_slice(cells);
        Ok(Self(rows))
    }

    /// Creates the sudoku with these 81 signs, of which those from 1 to 9 are values.
    pub(super) fn from_signs(signs: &str) -> Self {
        let mut rows = [[0; SIZE]; SIZE];
        for (cell, sign) in rows.as_flattened_mut().iter_mut().zip(signs.chars()) {
            *cell = value(sign, 9).unwrap_or(0);
        }
        Self(rows)
    }

    /// Returns all cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        self.0.as_flattened()
    }

    /// Returns `s[y]`: the row with this number, from 0, or from -1 backwards.
    ///
    /// # Errors
    /// [`Raised::Index`] if the number is below -9 or above 8.
    pub fn row(&self, y: isize) -> Result<&[u8; SIZE], Raised> {
        at(&self.0, y)
    }

    /// Returns `s[y][x]`: the value in a row and a column, with numbers as in [`row`](Self::row).
    ///
    /// # Errors
    /// [`Raised::Index`] if one of the numbers is below -9 or above 8.
    pub fn get(&self, y: isize, x: isize) -> Result<u8, Raised> {
        at(self.row(y)?, x).copied()
    }

    /// Sets one of the 81 cells to any value.
    pub(super) fn put(&mut self, cell: usize, value: u8) {
        self.0.as_flattened_mut()[cell] = value;
    }
}

/// Returns the element of a Python list at an index.
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

/// The exceptions of the document's functions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Raised {
    /// `Exception("Sudoku Invalid")`: a cell has no candidate.
    Invalid,
    /// `Exception("Sudoku Unsolvable")`: the strategies find nothing more, and there are blanks
    /// left.
    Unsolvable,
    /// Python's `IndexError`: there is no such row or column.
    Index,
    /// Python's `AssertionError`, in [`horizontal_check`](super::horizontal_check).
    Assertion,
}

impl fmt::Display for Raised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Invalid => "Sudoku Invalid",
            Self::Unsolvable => "Sudoku Unsolvable",
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
    fn indices_are_those_of_python() {
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
    fn wrong_cells_are_an_error() {
        let mut cells = vec![0; 81];
        cells[80] = 9;
        assert_eq!(Lists::from_cells(&cells).unwrap().cells(), cells);
        let too_few = Lists::from_cells(&cells[1..]).unwrap_err();
        assert_eq!(too_few.to_string(), "expected 81 cells, found 80");
        cells[12] = 10;
        let too_large = Lists::from_cells(&cells).unwrap_err();
        assert_eq!(too_large.to_string(), "cell 12 has the value 10: expected at most 9");
    }
}
