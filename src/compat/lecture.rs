//! "Sudoku Project Lecture Notes" (December 2017, by Jude Moon).
//!
//! In the document's order: `cross` and the boxes `A1` to `I9`; their units, which are rows,
//! columns and squares, and the 20 peers of each box ([`units`]); a sudoku as a string, and as a
//! dictionary in two versions; `display`, which is [`Dictionary::display`]; then three strategies:
//! [`eliminate`] and [`only_choice`], which [`iterate`] repeats, and [`search`].

use super::cells::{check_length, signs};
use super::dictionary::{Dictionary, Sudoku};
use super::digits::{Digits, value};
use super::ending::Ending;
use super::error::CompatError;
use super::propagation::{self, Rule};
use super::trace::{NodeCounter, TraceObserver};
use super::units::{UnitShape, Units};
use std::sync::LazyLock;

pub use super::propagation::{eliminate, only_choice};
pub use super::units::cross;

/// The puzzles of the document, in its order.
pub(super) const PUZZLES: [(&str, &str); 2] = [
    (
        "problem 1",
        "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
    ),
    (
        "problem 2",
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    ),
];

/// The words of its assertion.
const LENGTH: &str = "Input grid must be a string of length 81 (9x9)";

/// Returns the boxes with their units and peers: rows before columns before squares.
#[must_use]
pub fn units() -> &'static Units {
    static UNITS: LazyLock<Units> = LazyLock::new(|| {
        let shapes = [UnitShape::Row, UnitShape::Column, UnitShape::Square];
        Units::new("ABCDEFGHI", "123456789", &shapes)
    });
    &UNITS
}

/// The first version: turns a string of 81 signs into a dictionary of these signs, `.` for a blank.
///
/// As in the document, all signs are allowed.
///
/// # Errors
/// If there are not 81 signs.
pub fn str_to_dict_v1(string: &str) -> Result<Dictionary<char>, CompatError> {
    check_length(81, string.chars().count(), Some(LENGTH))?;
    Ok(Dictionary::new(units(), string.chars().collect()))
}

/// The second version: each box has the digits that it may hold, all nine of them for a blank.
///
/// # Errors
/// If there are not 81 signs, or one of them is neither `.` nor a digit from 1 to 9. (The document
/// would keep it as the value of its box.)
pub fn str_to_dict_v2(string: &str) -> Result<Sudoku, CompatError> {
    let digits = |(at, &symbol): (usize, &char)| match value(symbol, 9) {
        Some(digit) => Ok(Digits::one(digit)),
        None if symbol == '.' => Ok(Digits::all(9)),
        None => Err(CompatError::Symbol { symbol, at, expected: "a digit from 1 to 9, or `.`" }),
    };
    let signs = str_to_dict_v1(string)?;
    let values: Result<_, _> = signs.values().iter().enumerate().map(digits).collect();
    Ok(Dictionary::new(units(), values?))
}

/// Repeats [`eliminate`] and [`only_choice`] until no more boxes are solved than before. Returns
/// `false` if a box is left without any digit.
///
/// As in the document, removed digits don't count as progress unless a box comes down to one digit.
pub fn iterate<O: TraceObserver>(sudoku: &mut Sudoku, observer: &mut O) -> bool {
    propagation::reduce(sudoku, &rules(), observer)
}

/// Depth-first search: [`iterate`], then each digit, in ascending order, of a box that has the
/// fewest of them (of several, the first by label), with the same again. Returns `None` if there is
/// no solution.
pub fn search<O: TraceObserver>(sudoku: Sudoku, observer: &mut O) -> Option<Sudoku> {
    propagation::search(sudoku, &rules(), &mut NodeCounter::new(observer))
}

fn rules<O: TraceObserver>() -> [Rule<O>; 2] {
    [("eliminate", eliminate), ("only_choice", only_choice)]
}

/// Runs the document from end to end. It prints the result of [`iterate`], and if that does not
/// solve the puzzle, the result of [`search`].
pub(super) fn run<O: TraceObserver>(
    cells: &[u8],
    observer: &mut O,
) -> Result<(Ending, String), CompatError> {
    let string = signs(cells);
    let puzzle = str_to_dict_v1(&string)?;
    observer.rule(None, "str_to_dict_v1");
    observer.grid(&|| puzzle.display());
    let sudoku = str_to_dict_v2(&string)?;
    observer.rule(None, "str_to_dict_v2");
    observer.grid(&|| sudoku.display());
    Ok(propagation::run(sudoku, &rules(), observer))
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn each_box_has_three_units_and_twenty_peers() {
        let units = units();
        assert_eq!((units.labels().len(), units.list().len()), (81, 27));
        for number in 0..81 {
            assert_eq!((units.of(number).count(), units.peers(number).len()), (3, 20));
        }
    }

    #[test]
    fn other_lengths_and_signs_are_errors() {
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
        assert_eq!(search(sudoku.clone(), &mut ()), None);
        assert!(!iterate(&mut sudoku, &mut ()));
    }
}
