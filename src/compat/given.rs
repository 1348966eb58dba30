//! What every re-enactment is given: the cells of a puzzle, row by row, 0 for a blank.

use super::digits::sign;
use super::error::CompatError;
use super::layout::{UnitKind, UnitName};
use super::watch::Naming;

/// A puzzle as a string of signs, `.` for a blank.
pub(super) fn string(cells: &[u8]) -> String {
    cells.iter().map(|&value| sign(value).unwrap_or('.')).collect()
}

/// Checks that there are `size * size` cells with values up to `size`, and that no unit holds a value twice.
///
/// The documents don't check their puzzles, and find out in different ways, or not at all. Some of their words
/// fit.
pub(super) fn check(
    size: usize,
    cells: &[u8],
    has_diagonals: bool,
    naming: Naming,
    words: Option<&'static str>,
) -> Result<(), CompatError> {
    let expected = size.saturating_mul(size);
    if cells.len() != expected {
        return Err(CompatError::Length { expected, found: cells.len(), words: None });
    }
    if let Some(cell) = cells.iter().position(|&value| usize::from(value) > size) {
        return Err(CompatError::Value { cell, value: cells[cell], size });
    }
    let side = size.isqrt();
    if side * side != size || size == 0 {
        return Err(CompatError::NotSquare { size });
    }
    for first in (0..expected).filter(|&cell| cells[cell] != 0) {
        for second in first + 1..expected {
            if cells[first] == cells[second]
                && let Some(unit) = shared(first, second, size, side, has_diagonals)
            {
                let (cells, value) = ((first, second), cells[first]);
                return Err(CompatError::Clash { unit, cells, value, size, naming, words });
            }
        }
    }
    Ok(())
}

/// A unit of both cells.
fn shared(
    first: usize,
    second: usize,
    size: usize,
    side: usize,
    has_diagonals: bool,
) -> Option<UnitName> {
    let square = |cell: usize| cell / size / side * side + cell % size / side;
    let falling = |cell: usize| (cell / size == cell % size).then_some(0);
    let rising = |cell: usize| (cell / size + cell % size == size - 1).then_some(1);
    let same = |kind, number: &dyn Fn(usize) -> Option<usize>| {
        let number = number(first).filter(|&own| number(second) == Some(own))?;
        Some(UnitName { kind, number })
    };
    let of_diagonals =
        || same(UnitKind::Diagonal, &falling).or_else(|| same(UnitKind::Diagonal, &rising));
    same(UnitKind::Row, &|cell| Some(cell / size))
        .or_else(|| same(UnitKind::Column, &|cell| Some(cell % size)))
        .or_else(|| same(UnitKind::Square, &|cell| Some(square(cell))))
        .or_else(|| of_diagonals().filter(|_| has_diagonals))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(size: usize, cells: &[u8], has_diagonals: bool) -> String {
        let checked = check(size, cells, has_diagonals, Naming::Labels, None);
        checked.map_or_else(|error| error.to_string(), |()| "fine".to_owned())
    }

    #[test]
    fn puzzles_are_checked() {
        let with = |clues: &[(usize, u8)]| {
            let mut cells = vec![0; 16];
            clues.iter().for_each(|&(cell, value)| cells[cell] = value);
            cells
        };
        let table: [(&[(usize, u8)], &str); 7] = [
            (&[], "fine"),
            (&[(0, 1), (3, 2)], "fine"),
            (&[(0, 1), (3, 1)], "row A has 1 twice, in A1 and A4"),
            (&[(1, 4), (13, 4)], "column 2 has 4 twice, in A2 and D2"),
            (&[(2, 3), (7, 3)], "square 2 has 3 twice, in A3 and B4"),
            (&[(5, 3), (15, 3)], "diagonal 1 has 3 twice, in B2 and D4"),
            (&[(6, 2), (12, 2)], "diagonal 2 has 2 twice, in B3 and D1"),
        ];
        for (clues, told) in table {
            assert_eq!(checked(4, &with(clues), true), told);
            let plain = if told.starts_with("diagonal") { "fine" } else { told };
            assert_eq!(checked(4, &with(clues), false), plain);
        }
        assert_eq!(checked(4, &[0; 15], true), "expected 16 cells, found 15");
        assert_eq!(
            checked(4, &with(&[(2, 5)]), true),
            "cell 2 has the value 5: expected at most 4"
        );
        assert!(checked(10, &[0; 100], true).starts_with("10 is no square number"));
        assert!(checked(0, &[], true).starts_with("0 is no square number"));
    }
}
