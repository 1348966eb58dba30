//! "16x16 Sudoku Solver" (December 2017, by Wei Xi and Yaowei Zong).
//!
//! The document takes Peter Norvig's program, from his essay "Solving Every Sudoku Puzzle", from 9x9 to 16x16. In its
//! order: `cross`, the squares of the grid, their units and peers ([`layout`]); [`parse_grid`] and [`grid_values`];
//! [`assign()`] and [`eliminate`], which call each other; `display`, which is [`Dictionary::display`]; [`solve`],
//! [`search()`] and [`some`]; [`solve_all`] and [`solved`]. Most names end in `_16` there; here the room's name says so.
//! What the document calls a square is a *box* in this room, as it is in [`layout`](super::layout).
//!
//! Two things went wrong in the document. The cell that draws the grid was run without the one that defines
//! `display_16`, and shows the error; here the drawing works. And in `eliminate` a part of a loop has slipped out of
//! it, so that one of the two rules looks at squares only. The program still solves every puzzle, but it has to guess
//! where Norvig's knows: see [`Reading`].

mod assign;
mod report;
mod search;

pub use super::layout::cross;
pub use assign::{assign, eliminate, parse_grid};
pub(super) use report::seconds;
pub use report::{Report, solve_all, summary};
pub use search::{search, solve, solved, some};

use super::dictionary::Dictionary;
use super::digits::{Digits, value};
use super::error::CompatError;
use super::layout::{Layout, UnitKind};
use super::watch::Watch;
use super::{Ending, given};
use std::sync::LazyLock;

/// The puzzle of the document.
pub const PUZZLES: [(&str, &str); 1] = [(
    "grid1",
    ".f.1.2aec........63gc.84ef1.2...e.97b3f.........4d2c....6....f..\
     ....e1b735a..8.c3g..24...e7d..5fb.5......94..6......d.g5f..c....\
     ....9.1c.83ab.f.2c.b..e354....9.63.4..d..b91.cg2..a9......c.8.67\
     c8..g..a.d...5..5...3.46.1f......916.e.b..2...a8.e...d9.4cb8..2.",
)];

/// A grid in which each box has all digits that it may hold.
pub type Values = Dictionary<Digits>;

/// How `eliminate` is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Reading {
    /// As it is printed: the search for a digit's only place is behind the loop over the units, by a slip of
    /// indentation, and so looks at the last of them only, which is the square.
    #[default]
    Printed,
    /// As Norvig wrote it, whom the document names: the search is in the loop.
    Meant,
}

/// The number of rows.
const SIZE: u8 = 16;

/// The number of boxes.
const BOXES: usize = 256;

/// The boxes, units and peers: columns before rows before squares.
///
/// Each box has 39 peers: 15 in its column, 15 in its row, and 9 more in its square. The document says 48, which its own
/// definition of peers does not bear out; that is the number of all units.
#[must_use]
pub fn layout() -> &'static Layout {
    static LAYOUT: LazyLock<Layout> = LazyLock::new(|| {
        let kinds = [UnitKind::Column, UnitKind::Row, UnitKind::Square];
        Layout::new("ABCDEFGHIJKLMNOP", "123456789abcdefg", &kinds)
    });
    &LAYOUT
}

/// A grid as a dictionary: each box has its sign, a digit from `1` to `g`, or `0` or `.` for a blank.
///
/// As in the document, all other signs are passed over, so that a grid may be drawn. That goes for capitals, too: the
/// document makes them small where it defines its grid, and not here, so that a grid in capitals is too short.
///
/// # Errors
/// If there are not 256 signs besides those that are passed over. (The document's assert has no words.)
pub fn grid_values(grid: &str) -> Result<Dictionary<char>, CompatError> {
    let is_sign = |&sign: &char| value(sign, SIZE).is_some() || sign == '0' || sign == '.';
    let chars: Vec<_> = grid.chars().filter(is_sign).collect();
    if chars.len() != BOXES {
        return Err(CompatError::Length { expected: BOXES, found: chars.len(), words: None });
    }
    Ok(Dictionary::new(layout(), chars))
}

/// The document from end to end, for one grid: it draws the grid, and below a blank line its solution, if it has one.
/// The time that it took, which comes next, is not known here.
pub(super) fn run<W: Watch>(
    reading: Reading,
    cells: &[u8],
    watch: &mut W,
) -> Result<(Ending, String), CompatError> {
    let grid = given::string(cells);
    let found = solve(&grid, reading, watch)?;
    let drawn = report::drawn(&grid_values(&grid)?, found.as_ref());
    Ok((Ending::of(found.map(|found| found.cells())), drawn))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_units_of_a_box_are_its_column_its_row_and_its_square() {
        let layout = layout();
        let units: Vec<_> = layout.units(layout.number("Fa").unwrap()).collect();
        let kinds: Vec<_> = units.iter().map(|unit| unit.name().kind).collect();
        assert_eq!(kinds, [UnitKind::Column, UnitKind::Row, UnitKind::Square]);
        let boxes: Vec<_> = units.iter().map(|unit| unit.boxes()).collect();
        let labels = |boxes: &[usize]| -> Vec<_> {
            boxes.iter().map(|&number| layout.labels()[number].clone()).collect()
        };
        assert_eq!(labels(boxes[0]), cross("ABCDEFGHIJKLMNOP", "a"));
        assert_eq!(labels(boxes[1]), cross("F", "123456789abcdefg"));
        assert_eq!(labels(boxes[2]), cross("EFGH", "9abc"));
    }

    #[test]
    fn signs_that_are_no_digits_are_passed_over() {
        let (_, grid1) = PUZZLES[0];
        let values = grid_values(grid1).unwrap();
        assert_eq!((values.get("A2"), values.get("A3")), (Some(&'f'), Some(&'.')));
        let drawn = values.display();
        assert!(drawn.starts_with(". f . 1 |. 2 a e |c . . . |. . . . \n"), "{drawn}");
        assert_eq!(grid_values(&drawn), Ok(values));
        let zeros = grid_values(&grid1.replace('.', "0")).unwrap();
        assert_eq!(zeros.get("A1"), Some(&'0'));
    }

    #[test]
    fn a_grid_has_256_signs() {
        let (_, grid1) = PUZZLES[0];
        let capitals = grid1.to_ascii_uppercase();
        let small = grid1.chars().filter(|sign| !sign.is_ascii_alphabetic()).count();
        let table =
            [(&grid1[1..], 255), (&(grid1.to_owned() + "g"), 257), ("", 0), (&capitals, small)];
        for (grid, found) in table {
            let error = CompatError::Length { expected: 256, found, words: None };
            assert_eq!(grid_values(grid), Err(error));
        }
    }
}
