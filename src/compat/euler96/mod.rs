//! "Problem 96 - Su Doku" (22 August 2017).
//!
//! In the document's order: [`get_constraint_sets`]; [`initial_possibilities`];
//! [`reduce_possibilities`], which is pure deduction with a queue of solved cells; [`solve_board`],
//! which is guess and test, with [`get_next0`] and [`is_solved`]; and the main program, which reads
//! the [`boards`] of a file and adds up the top left [`corner`]s of their solutions: the
//! [`answer`].
//!
//! The number of rows is a variable `N` of the document, and most of its code works for any square
//! number; so does this module. A board is a list of lists there, and its values row by row here, 0
//! for a blank.
//!
//! ```
//! use quadrille::compat::euler96::{answer, boards};
//!
//! let boards = boards("Grid 01\n4030\n0010\n0000\n2000\n", 4)?;
//! assert_eq!(answer(&boards, 4)?, 413);
//! # Ok::<(), quadrille::compat::CompatError>(())
//! ```

mod constraints;
mod file;
mod possibilities;
mod search;

pub(super) use constraints::check_size;
pub use constraints::{ConstraintSets, get_constraint_sets};
pub use file::boards;
pub use possibilities::{Possibilities, initial_possibilities, reduce_possibilities};
pub use search::{get_next0, is_solved, solve_board};

use super::dictionary::drawn;
use super::ending::Ending;
use super::error::CompatError;
use super::trace::TraceObserver;

/// The puzzle of the document.
pub(super) const PUZZLES: [(&str, &str); 1] = [(
    "example",
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
)];

/// Returns the number in the top left corner of a board: 483 if its first row begins with 4, 8 and
/// 3.
///
/// As in the document, that is a hundred times the first value, ten times the second, and the
/// third, also where values are larger than 9. On a board of 1x1 it is the one value.
#[must_use]
pub fn corner(board: &[u8]) -> u32 {
    board.iter().take(3).fold(0, |number, &value| 10 * number + u32::from(value))
}

/// The main program: returns the sum of the [`corner`]s of the solutions of boards with `n` rows.
///
/// # Errors
/// If `n` is not a square number or larger than 49, or if a board has another size or no solution.
/// The document crashes at a board without a solution.
pub fn answer(boards: &[Vec<u8>], n: usize) -> Result<u64, CompatError> {
    let const_sets = get_constraint_sets(n)?;
    let corner_of = |(number, board): (usize, &Vec<u8>)| {
        let solved = solve(board, n, &const_sets, &mut ())
            .map_err(|error| CompatError::Board { number, error: Box::new(error) })?;
        solved.map(|solved| u64::from(corner(&solved))).ok_or(CompatError::NoSolution { number })
    };
    (1..).zip(boards).map(corner_of).sum()
}

/// Solves one board as the main program does. If the first reduction fails, there is no solution
/// and no node; the document calls `solveBoard(None)` then, and crashes.
fn solve(
    board: &[u8],
    n: usize,
    const_sets: &ConstraintSets,
    observer: &mut impl TraceObserver,
) -> Result<Option<Vec<u8>>, CompatError> {
    let initial = initial_possibilities(board, n)?;
    observer.rule(None, "board");
    observer.grid(&|| drawn(&board.iter().map(u8::to_string).collect::<Vec<_>>(), n));
    let reduced = reduce_possibilities(&initial, const_sets, observer);
    Ok(reduced.and_then(|reduced| solve_board(&reduced, const_sets, observer)))
}

/// Runs the main program for one puzzle. The document prints only the sum over all puzzles, and so
/// nothing for one.
pub(super) fn run<O: TraceObserver>(
    size: usize,
    cells: &[u8],
    observer: &mut O,
) -> Result<(Ending, String), CompatError> {
    let solved = solve(cells, size, &get_constraint_sets(size)?, observer)?;
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
    fn the_error_of_an_answer_names_the_board() {
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
            (vec![blank.clone()], 5, "5 is not a square number, so that boxes can't be square"),
        ];
        for (boards, n, expected) in table {
            let answer = answer(&boards, n);
            let found = answer.map_or_else(|error| error.to_string(), |sum| sum.to_string());
            assert_eq!(found, expected);
        }
    }
}
