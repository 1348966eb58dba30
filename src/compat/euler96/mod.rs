//! "Problem 96 - Su Doku" (22 August 2017).
//!
//! In the document's order: [`get_constraint_sets`]; [`initial_possibilities`]; [`reduce_possibilities`], which is
//! pure deduction with a queue of solved cells; [`solve_board`], which is guess and test, with [`get_next0`] and
//! [`is_solved`]; and the main program. That one reads the [`boards`] of a file and adds up the top left
//! [`corner`]s of their solutions: the [`answer`].
//!
//! The document has a variable `N` for the number of rows, so that most of it goes for any square number, and so
//! it does here. Its lists of lists are flat here, row by row.
//!
//! ```
//! use quadrille::compat::euler96::{answer, boards};
//!
//! let boards = boards("Grid 01\n4030\n0010\n0000\n2000\n", 4)?;
//! assert_eq!(answer(&boards, 4)?, 413);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod constraints;
mod file;
mod possibilities;
mod search;

pub use constraints::{ConstraintSets, get_constraint_sets};
pub use file::{FileError, FileErrorKind, boards};
pub use possibilities::{Possibilities, initial_possibilities, reduce_possibilities};
pub use search::{get_next0, is_solved, solve_board};

use super::watch::{Silent, Watch};
use super::{CompatError, Ending};
use std::error::Error;
use std::fmt;

/// The puzzle of the document.
pub const PUZZLES: [(&str, &str); 1] = [(
    "example",
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
)];

/// The values of a board, row by row, 0 for a blank.
pub type Board = Vec<u8>;

/// The number that is written in the top left corner of a board: 483 if its first row begins with 4, 8 and 3.
///
/// As in the document, that is a hundred times the first value, ten times the second, and the third, also where
/// values are larger than 9. On a board of 1x1 it is the one value.
#[must_use]
pub fn corner(board: &[u8]) -> u32 {
    board.iter().take(3).fold(0, |number, &value| 10 * number + u32::from(value))
}

/// The main program: the sum of the [`corner`]s of the solutions of boards with `n` rows.
///
/// # Errors
/// If `n` is no square number or larger than 49, or if a board is none of that size or has no solution. The
/// document crashes at a board without a solution.
pub fn answer(boards: &[Board], n: usize) -> Result<u64, AnswerError> {
    let const_sets = get_constraint_sets(n).map_err(AnswerError::Size)?;
    let corner_of = |(index, board): (usize, &Board)| {
        let number = index + 1;
        let solved = solve(board, n, &const_sets, &mut Silent)
            .map_err(|error| AnswerError::Board { number, error })?;
        solved.map(|solved| u64::from(corner(&solved))).ok_or(AnswerError::NoSolution { number })
    };
    boards.iter().enumerate().map(corner_of).sum()
}

/// What the main program does with a board. If the very first reduction fails, there is no solution and there was
/// no node; the document calls `solveBoard(None)` then, and crashes.
fn solve(
    board: &[u8],
    n: usize,
    const_sets: &ConstraintSets,
    watch: &mut impl Watch,
) -> Result<Option<Board>, CompatError> {
    let initial = initial_possibilities(board, n)?;
    let reduced = reduce_possibilities(&initial, const_sets, watch);
    Ok(reduced.and_then(|reduced| solve_board(&reduced, const_sets, watch)))
}

/// Why there is no [`answer`]. Boards are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AnswerError {
    /// There are no boards of this size.
    Size(CompatError),
    /// A board is none of the size.
    Board {
        /// Which one.
        number: usize,
        /// What is wrong with it.
        error: CompatError,
    },
    /// A board has no solution.
    NoSolution {
        /// Which one.
        number: usize,
    },
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(error) => error.fmt(f),
            Self::Board { number, error } => write!(f, "board {number}: {error}"),
            Self::NoSolution { number } => write!(f, "board {number} has no solution"),
        }
    }
}

impl Error for AnswerError {}

/// The main program for one puzzle. The document prints nothing but the sum over all, and so nothing for one.
pub(super) fn run<W: Watch>(
    size: usize,
    cells: &[u8],
    watch: &mut W,
) -> Result<(Ending, String), CompatError> {
    let solved = solve(cells, size, &get_constraint_sets(size)?, watch)?;
    Ok((Ending::of(solved), String::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_is_a_number_of_three_digits() {
        let table: [(&[u8], u32); 4] =
            [(&[4, 8, 3, 9], 483), (&[0, 0, 7], 7), (&[1], 1), (&[16, 1, 12], 1622)];
        for (board, number) in table {
            assert_eq!(corner(board), number);
        }
    }

    #[test]
    fn the_answer_names_the_board_that_has_none() {
        let blank = vec![0; 16];
        let with = |values: &[u8]| [values, &blank[values.len()..]].concat();
        let table = [
            (vec![], 4, "0"),
            (vec![blank.clone(), with(&[4, 3, 2])], 4, "555"),
            (vec![blank.clone(), with(&[1, 1])], 4, "board 2 has no solution"),
            (vec![with(&[1, 2, 0, 0, 0, 0, 3, 4])], 4, "board 1 has no solution"),
            (vec![with(&[5])], 4, "board 1: cell 0 has the value 5: expected at most 4"),
            (vec![vec![1], vec![0]], 1, "2"),
            (vec![vec![0], blank.clone()], 1, "board 2: expected 1 cells, found 16"),
            (vec![blank.clone()], 5, "5 is no square number, so that there are no square boxes"),
        ];
        for (boards, n, told) in table {
            let answer = answer(&boards, n);
            let found = answer.map_or_else(|error| error.to_string(), |sum| sum.to_string());
            assert_eq!(found, told);
        }
    }
}
