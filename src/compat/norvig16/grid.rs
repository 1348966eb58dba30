//! The grid of the document: its boxes with their units and peers, and the signs of a puzzle.

use crate::compat::cells::check_length;
use crate::compat::dictionary::Dictionary;
use crate::compat::digits::value;
use crate::compat::error::CompatError;
use crate::compat::units::{UnitShape, Units};
use std::sync::LazyLock;

/// The reading of `eliminate`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Reading {
    /// As printed: by an error of indentation, the search for a digit's only place follows the loop
    /// over the units instead of being in it, and so examines only the last unit, the square.
    #[default]
    Printed,
    /// As Norvig, the source that the document names, wrote it: the search is in the loop.
    Meant,
}

/// The number of rows.
pub(super) const SIZE: u8 = 16;

/// The number of boxes.
pub(super) const BOXES: usize = 256;

/// Returns the boxes with their units and peers: columns before rows before squares.
///
/// Each box has 39 peers: 15 in its column, 15 in its row, and 9 more in its square. The document
/// says 48, which is the number of all units; its own code has 39.
#[must_use]
pub fn units() -> &'static Units {
    static UNITS: LazyLock<Units> = LazyLock::new(|| {
        let shapes = [UnitShape::Column, UnitShape::Row, UnitShape::Square];
        Units::new("ABCDEFGHIJKLMNOP", "123456789abcdefg", &shapes)
    });
    &UNITS
}

/// Turns a grid into a dictionary of its signs: a digit from `1` to `g`, or `0` or `.` for a blank.
///
/// As in the document, all other signs are skipped, so that a drawn grid can be read. Capitals are
/// skipped, too: the document converts them to lower case where it defines its grid, and not here,
/// so that a grid in capitals is too short.
///
/// # Errors
/// If there are not 256 signs besides those that are skipped. (The document's assertion has no
/// words.)
pub fn grid_values(grid: &str) -> Result<Dictionary<char>, CompatError> {
    let is_sign = |&sign: &char| value(sign, SIZE).is_some() || sign == '0' || sign == '.';
    let chars: Vec<_> = grid.chars().filter(is_sign).collect();
    check_length(BOXES, chars.len(), None)?;
    Ok(Dictionary::new(units(), chars))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::norvig16::PUZZLES;
    use crate::compat::units::cross;

    #[test]
    fn the_units_of_a_box_are_its_column_its_row_and_its_square() {
        let all = units();
        let units: Vec<_> = all.of(all.number("Fa").unwrap()).collect();
        let shapes: Vec<_> = units.iter().map(|unit| unit.name.shape).collect();
        assert_eq!(shapes, [UnitShape::Column, UnitShape::Row, UnitShape::Square]);
        let boxes: Vec<_> = units.iter().map(|unit| &unit.boxes[..]).collect();
        let labels = |boxes: &[usize]| -> Vec<_> {
            boxes.iter().map(|&number| all.labels()[number].clone()).collect()
        };
        assert_eq!(labels(boxes[0]), cross("ABCDEFGHIJKLMNOP", "a"));
        assert_eq!(labels(boxes[1]), cross("F", "123456789abcdefg"));
        assert_eq!(labels(boxes[2]), cross("EFGH", "9abc"));
    }

    #[test]
    fn signs_other_than_digits_and_blanks_are_skipped() {
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
