//! The strategies of the lab: elimination, and the hidden singles of its bonus.
//!
//! In the lab, a strategy is a function of a cell and a sudoku that returns a value for the cell,
//! or 0. A [`Strategy`] also returns the reason, for the trace.

use super::checks::{horizontal_check, sub_square_check, vertical_check};
use super::lists::{Lists, Raised};
use crate::compat::digits::Digits;
use crate::compat::trace::StepReason;
use crate::compat::units::{UnitName, UnitShape};

/// A strategy, to be applied to the blank cells of a sudoku. Its values are not checked.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// The document's name of it.
    pub name: &'static str,
    /// Returns the value for the cell in a column and a row, in this order, and the reason; `None`
    /// if it finds none.
    pub find: fn(isize, isize, &Lists) -> Found,
}

/// A value and its reason, if a strategy finds one.
type Found = Result<Option<(u8, StepReason)>, Raised>;

/// A strategy as it is in the document: a function that returns a value, or 0.
type PlainStrategy = fn(isize, isize, &Lists) -> Result<u8, Raised>;

/// [`elimination`] as a strategy.
pub const ELIMINATION: Strategy = Strategy {
    name: "elimination",
    find: |x, y, s| {
        let value = elimination(x, y, s)?;
        Ok((value > 0).then_some((value, StepReason::OnlyCandidate)))
    },
};

/// [`hidden_singles`] as a strategy.
pub const HIDDEN_SINGLES: Strategy = Strategy { name: "hiddenSingles", find: hidden_single };

/// The process of elimination: returns the value that is available for the cell in column `x` and
/// row `y` by all three rules if there is exactly one, and 0 if there are several.
///
/// The cell should be blank. A filled cell excludes its own value.
///
/// # Errors
/// [`Raised::Invalid`] if no value is available; those of [`candidates`].
pub fn elimination(x: isize, y: isize, s: &Lists) -> Result<u8, Raised> {
    let possible = candidates(x, y, s)?;
    if possible.is_empty() {
        return Err(Raised::Invalid);
    }
    Ok(possible.single().unwrap_or(0))
}

/// Returns the values that are available for the cell in column `x` and row `y` by all three rules.
///
/// # Errors
/// [`Raised::Assertion`] or [`Raised::Index`] if there is no such row or column. In a full row the
/// column is not checked: the first rule excludes every value.
pub fn candidates(x: isize, y: isize, s: &Lists) -> Result<Digits, Raised> {
    let (sx, sy) = (corner(x).saturating_add(1), corner(y).saturating_add(1));
    let mut ans = Digits::all(9);
    for i in 1..=9 {
        let is_available = horizontal_check(y, i, s)?
            && vertical_check(x, i, s)?
            && sub_square_check(sx, sy, i, s)?;
        if !is_available {
            ans.remove(i);
        }
    }
    Ok(ans)
}

/// Returns the first column, or row, of the sub-square with this one: `3 * (x//3)`.
fn corner(x: isize) -> isize {
    x.saturating_sub(x.rem_euclid(3))
}

/// Returns the smallest value whose only place in row `y` is column `x`, or 0.
///
/// # Errors
/// Those of [`candidates`].
pub fn hidden_singles_row(x: isize, y: isize, s: &Lists) -> Result<u8, Raised> {
    only_place((x, y), (0..9).map(|i| (i, y)), s)
}

/// Returns the smallest value whose only place in column `x` is row `y`, or 0.
///
/// # Errors
/// Those of [`candidates`].
pub fn hidden_singles_column(x: isize, y: isize, s: &Lists) -> Result<u8, Raised> {
    only_place((x, y), (0..9).map(|i| (x, i)), s)
}

/// Returns the smallest value whose only place in the sub-square of column `x` and row `y` is that
/// cell, or 0.
///
/// # Errors
/// Those of [`candidates`].
pub fn hidden_singles_sub_square(x: isize, y: isize, s: &Lists) -> Result<u8, Raised> {
    let (a, b) = (corner(x), corner(y));
    let cell = |i: isize| (a.saturating_add(i / 3), b.saturating_add(i % 3));
    only_place((x, y), (0..9).map(cell), s)
}

/// Returns the smallest value that can be in a cell and in no other of some cells; 0 if there is
/// none, or if the cell is not blank.
fn only_place(
    own: (isize, isize),
    cells: impl Iterator<Item = (isize, isize)>,
    s: &Lists,
) -> Result<u8, Raised> {
    let mut blanks = Vec::new();
    for (x, y) in cells {
        if s.get(y, x)? == 0 {
            blanks.push(((x, y), candidates(x, y, s)?));
        }
    }
    let places = |value| blanks.iter().filter(move |(_, c)| c.contains(value)).map(|&(at, _)| at);
    Ok((1..=9).find(|&value| places(value).eq([own])).unwrap_or(0))
}

/// Returns the value whose only place in the row, the column or the sub-square of the cell in
/// column `x` and row `y` is that cell, or 0. The row is tried first, and the sub-square last.
///
/// # Errors
/// Those of [`candidates`].
pub fn hidden_singles(x: isize, y: isize, s: &Lists) -> Result<u8, Raised> {
    Ok(hidden_single(x, y, s)?.map_or(0, |(value, _)| value))
}

/// [`hidden_singles`] with the unit in which the value has its only place.
fn hidden_single(x: isize, y: isize, s: &Lists) -> Found {
    // Negative indices count from the end.
    let (column, row) = (x.rem_euclid(9), y.rem_euclid(9));
    let units: [(_, PlainStrategy, _); 3] = [
        (UnitShape::Row, hidden_singles_row, row),
        (UnitShape::Column, hidden_singles_column, column),
        (UnitShape::Square, hidden_singles_sub_square, corner(row) + column / 3),
    ];
    for (shape, function, number) in units {
        let value = function(x, y, s)?;
        if value > 0 {
            let number = usize::try_from(number).unwrap_or(0);
            return Ok(Some((value, StepReason::OnlyPlace(UnitName { shape, number }))));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::lab::{Cases, instantiate_cases};

    #[test]
    fn a_filled_cell_excludes_its_own_value() {
        let Cases { s, s3, .. } = instantiate_cases();
        assert_eq!(candidates(4, 4, &s3).map(Digits::is_empty), Ok(true));
        assert_eq!(elimination(4, 4, &s3), Err(Raised::Invalid));
        assert_eq!(hidden_singles(4, 4, &s3), Ok(0));
        assert_eq!(elimination(2, 0, &s), Ok(0), "3, 4, 8 and 9 are available, 7 is not");
        assert_eq!(candidates(2, 0, &s).map(|c| c.to_string()), Ok("3489".to_owned()));
    }

    #[test]
    fn indices_are_those_of_python() {
        let Cases { s, s3, m, .. } = instantiate_cases();
        assert_eq!(elimination(-3, 4, &s), elimination(6, 4, &s));
        let table = [
            ((0, -1), Err(Raised::Assertion)),
            ((0, 10), Err(Raised::Assertion)),
            ((0, 9), Err(Raised::Index)),
            ((9, 0), Err(Raised::Index)),
            ((isize::MIN, 0), Err(Raised::Index)),
            ((isize::MAX, isize::MIN), Err(Raised::Assertion)),
        ];
        for ((x, y), raised) in table {
            assert_eq!(elimination(x, y, &s), raised, "({x}, {y})");
        }
        assert_eq!(elimination(9, 0, &s3), Err(Raised::Invalid), "the row is full");
        let hidden = [hidden_singles_row, hidden_singles_column, hidden_singles_sub_square];
        let index = Err(Raised::Index);
        // A cell that does not exist is not a place of any value in its row or column.
        let table = [
            ((9, 0), [Ok(0), index, index]),
            ((isize::MAX, 0), [Ok(0), index, index]),
            ((0, 9), [index, Ok(0), index]),
            ((0, isize::MIN), [index, Ok(0), index]),
            ((0, -1), [Err(Raised::Assertion), Ok(0), Err(Raised::Assertion)]),
        ];
        for ((x, y), values) in table {
            assert_eq!(
                hidden.map(|function: PlainStrategy| function(x, y, &m)),
                values,
                "({x}, {y})"
            );
        }
    }

    #[test]
    fn a_value_with_one_place_in_a_unit_is_found_there() {
        // Cell (4, 4) can hold 1 and 9. All others of one unit can't hold 1, because of values or
        // of ones elsewhere; some others of the two other units can.
        let with = |ones: &[(usize, usize)], others: &[(usize, usize)]| {
            let mut rows = [[0; 9]; 9];
            ones.iter().for_each(|&(x, y)| rows[y][x] = 1);
            others.iter().zip(2..).for_each(|(&(x, y), value)| rows[y][x] = value);
            Lists::from_cells(rows.as_flattened()).unwrap()
        };
        let others = [0, 1, 2, 5, 6, 7, 8];
        let row = with(&[(3, 0)], &others.map(|x| (x, 4)));
        let column = with(&[(0, 3)], &others.map(|y| (4, y)));
        let square =
            with(&[(3, 0), (0, 3)], &[(4, 5), (5, 4), (5, 5), (4, 0), (4, 1), (0, 4), (1, 4)]);
        let (x, y) = (4, 4);
        for (s, expected) in [(&row, [1, 0, 0]), (&column, [0, 1, 0]), (&square, [0, 0, 1])] {
            let functions: [PlainStrategy; 3] =
                [hidden_singles_row, hidden_singles_column, hidden_singles_sub_square];
            assert_eq!(candidates(x, y, s).unwrap(), Digits::from_iter([1, 9]), "{s}");
            assert_eq!(functions.map(|function| function(x, y, s).unwrap()), expected, "{s}");
            assert_eq!(hidden_singles(x, y, s), Ok(1));
            assert_eq!(elimination(x, y, s), Ok(0));
        }
    }

    #[test]
    fn the_reason_is_that_of_the_first_function_that_finds_a_value() {
        let Cases { s, m, h, .. } = instantiate_cases();
        let mut shapes = Vec::new();
        for (s, cell) in [&s, &m, &h].into_iter().flat_map(|s| (0..81).map(move |cell| (s, cell))) {
            let (x, y) = (isize::try_from(cell % 9).unwrap(), isize::try_from(cell / 9).unwrap());
            let values = [hidden_singles_row, hidden_singles_column, hidden_singles_sub_square]
                .map(|function| function(x, y, s).unwrap());
            let first = values.iter().position(|&value| value > 0);
            assert_eq!(hidden_singles(x, y, s), Ok(first.map_or(0, |first| values[first])));
            let found = (HIDDEN_SINGLES.find)(x, y, s).unwrap();
            assert_eq!(found.map(|(value, _)| value), first.map(|first| values[first]));
            if let Some((_, reason)) = found {
                let StepReason::OnlyPlace(unit) = reason else { panic!("{cell}") };
                let (row, column) = (cell / 9, cell % 9);
                let units = [row, column, row / 3 * 3 + column / 3];
                assert_eq!(unit.number, units[first.unwrap()]);
                shapes.push(unit.shape);
            }
        }
        for shape in [UnitShape::Row, UnitShape::Column, UnitShape::Square] {
            assert!(shapes.contains(&shape), "{shape}");
        }
    }
}
