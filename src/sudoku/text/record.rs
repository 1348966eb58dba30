//! [`Record`]: a grid that was read from a text.

use super::alphabet::Alphabet;
use crate::sudoku::grid::Grid;

/// A grid that was read, and how it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Record {
    /// The grid.
    pub grid: Grid,
    /// The number of its first line, from 1.
    pub line: u64,
    /// The name: the heading of a grid, or the text before the puzzle in its line.
    pub name: Option<String>,
    /// The alphabet in which it was written.
    pub alphabet: Alphabet,
    /// The symbol of its blank cells. Without blank cells, the one of the previous grid, or `.` for
    /// the first.
    pub blank: char,
}
