//! "Sudoku Project Lecture Notes" (December 2017, by Jude Moon).
//!
//! In the document's order: `cross` and the boxes `A1` to `I9`; rows, columns and squares of them, which are the
//! units, and the 20 peers of each box ([`layout`]); a sudoku as a string, and as a dictionary in two versions;
//! `display`; then three strategies: [`eliminate`], [`only_choice`], which [`iterate`] repeats, and [`search`].

use super::dictionary::Dictionary;
use super::digits::{Digits, value};
use super::error::CompatError;
use super::layout::{Layout, UnitKind};
use super::propagation::{self, Strategy};
use super::watch::{Meter, Watch};
use super::{Ending, given};
use std::sync::LazyLock;

pub use super::layout::cross;
pub use super::propagation::{Sudoku, eliminate, only_choice};

/// The puzzles of the document, in its order.
pub const PUZZLES: [(&str, &str); 2] = [
    (
        "problem 1",
        "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
    ),
    (
        "problem 2",
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    ),
];

/// What its assert says.
const LENGTH: &str = "Input grid must be a string of length 81 (9x9)";

/// The boxes, units and peers: rows before columns before squares.
#[must_use]
pub fn layout() -> &'static Layout {
    static LAYOUT: LazyLock<Layout> = LazyLock::new(|| {
        Layout::new("ABCDEFGHI", "123456789", &[UnitKind::Row, UnitKind::Column, UnitKind::Square])
    });
    &LAYOUT
}

/// The first way to make a dictionary of a string of 81 signs: each box has its sign, `.` for a blank.
///
/// As in the document, any sign goes.
///
/// # Errors
/// If there are not 81 signs.
pub fn str_to_dict_v1(string: &str) -> Result<Dictionary<char>, CompatError> {
    let found = string.chars().count();
    if found != 81 {
        return Err(CompatError::Length { expected: 81, found, words: Some(LENGTH) });
    }
    Ok(Dictionary::new(layout(), string.chars().collect()))
}

/// The second way: each box has the digits that it may hold, all nine of them for a blank.
///
/// # Errors
/// If there are not 81 signs, or one of them is neither `.` nor a digit from 1 to 9. (The document would keep it
/// as the value of its box.)
pub fn str_to_dict_v2(string: &str) -> Result<Sudoku, CompatError> {
    let digits = |(at, &symbol): (usize, &char)| match value(symbol, 9) {
        Some(digit) => Ok(Digits::one(digit)),
        None if symbol == '.' => Ok(Digits::all(9)),
        None => Err(CompatError::Symbol { symbol, at, expected: "a digit from 1 to 9, or `.`" }),
    };
    let signs = str_to_dict_v1(string)?;
    let values: Result<_, _> = signs.values().iter().enumerate().map(digits).collect();
    Ok(Dictionary::new(layout(), values?))
}

/// Repeats [`eliminate`] and [`only_choice`] until no more boxes are solved than before. `false` if a box is left
/// without any digit.
///
/// As in the document, digits that were taken away don't count as progress, unless a box came down to one.
pub fn iterate<W: Watch>(sudoku: &mut Sudoku, watch: &mut W) -> bool {
    propagation::reduce(sudoku, &strategies(), watch)
}

/// Depth-first search: [`iterate`], then each digit, in ascending order, of a box that has the fewest of them (of
/// several, the first by label), with the same again. `None` if there is no solution.
pub fn search<W: Watch>(sudoku: Sudoku, watch: &mut W) -> Option<Sudoku> {
    propagation::search(sudoku, &strategies(), &mut Meter::new(watch))
}

fn strategies<W: Watch>() -> [Strategy<W>; 2] {
    [eliminate, only_choice]
}

/// The document from end to end: it draws what [`iterate`] comes to, and if that does not solve the puzzle, what
/// [`search`] finds.
pub(super) fn run<W: Watch>(cells: &[u8], watch: &mut W) -> Result<(Ending, String), CompatError> {
    let sudoku = str_to_dict_v2(&given::string(cells))?;
    Ok(propagation::run(sudoku, &strategies(), watch))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::watch::Silent;

    #[test]
    fn each_box_has_three_units_and_twenty_peers() {
        let layout = layout();
        assert_eq!((layout.labels().len(), layout.unitlist().len()), (81, 27));
        for number in 0..81 {
            assert_eq!((layout.units(number).count(), layout.peers(number).len()), (3, 20));
        }
    }

    #[test]
    fn what_is_no_puzzle_is_refused() {
        let error = str_to_dict_v1(&".".repeat(80)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "Input grid must be a string of length 81 (9x9): expected 81 cells, found 80"
        );
        assert_eq!(str_to_dict_v2(&".".repeat(80)).unwrap_err(), error);
        let error = str_to_dict_v2(&PUZZLES[0].1.replacen("..3", ".x3", 1)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown sign 'x' after 1 others: expected a digit from 1 to 9, or `.`"
        );
    }

    #[test]
    fn clues_that_clash_leave_a_box_without_digits() {
        let mut sudoku = str_to_dict_v2(&PUZZLES[0].1.replacen("..3", "3.3", 1)).unwrap();
        assert_eq!(search(sudoku.clone(), &mut Silent), None);
        assert!(!iterate(&mut sudoku, &mut Silent));
    }
}
