//! The check for a solved sudoku, and the three rules.

use super::lists::{Lists, Raised};

/// Returns whether a sudoku is solved: whether it has no zeros.
///
/// As in the document, nothing else is checked: a full grid that breaks the rules is "solved", too.
#[must_use]
pub fn solved(s: &Lists) -> bool {
    !s.cells().contains(&0)
}

/// Rule 1: returns whether row `x`, from 0, does not have the value yet. (In all other functions, x
/// is a column.)
///
/// # Errors
/// [`Raised::Assertion`] if the number is below 0 or above 9. The document's assertion allows 9,
/// which is not a row: [`Raised::Index`].
pub fn horizontal_check(x: isize, val: u8, s: &Lists) -> Result<bool, Raised> {
    if !(0..=9).contains(&x) {
        return Err(Raised::Assertion);
    }
    Ok(!s.row(x)?.contains(&val))
}

/// Returns the values of column `y`, from the top.
///
/// # Errors
/// [`Raised::Index`] if there is no such column.
pub fn get_col(y: isize, s: &Lists) -> Result<[u8; 9], Raised> {
    let mut col = [0; 9];
    for (row, value) in (0..).zip(&mut col) {
        *value = s.get(row, y)?;
    }
    Ok(col)
}

/// Rule 2: returns whether column `y`, from 0, or from -1 backwards, does not have the value yet.
/// (In all other functions but [`get_col`], y is a row.)
///
/// # Errors
/// [`Raised::Index`] if there is no such column.
pub fn vertical_check(y: isize, val: u8, s: &Lists) -> Result<bool, Raised> {
    Ok(!get_col(y, s)?.contains(&val))
}

/// Rule 3: returns whether the cell in column `x` and row `y` and its eight neighbours do not have
/// the value yet. They are the sub-square only if the cell is its centre.
///
/// Indices wrap as in Python: left of column 0 is the last column, and above row 0 the last row.
/// Indices above 8 are an error. The cells are checked column by column from the left, each from
/// the top, and the check ends at the first cell with the value.
///
/// # Errors
/// [`Raised::Index`] at a cell that does not exist.
pub fn sub_square_check(x: isize, y: isize, val: u8, s: &Lists) -> Result<bool, Raised> {
    const OFFSETS: [isize; 3] = [-1, 0, 1];
    for i in OFFSETS.map(|offset| x.saturating_add(offset)) {
        for j in OFFSETS.map(|offset| y.saturating_add(offset)) {
            if s.get(j, i)? == val {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::lab::{Cases, instantiate_cases};

    #[test]
    fn a_full_grid_that_breaks_the_rules_is_solved() {
        assert!(solved(&Lists::from_cells(&[1; 81]).unwrap()));
        let mut cells = [1; 81];
        cells[80] = 0;
        assert!(!solved(&Lists::from_cells(&cells).unwrap()));
    }

    #[test]
    fn the_assertion_allows_a_row_that_does_not_exist() {
        let Cases { s3, .. } = instantiate_cases();
        assert_eq!(horizontal_check(8, 4, &s3), Ok(false));
        assert_eq!(horizontal_check(8, 0, &s3), Ok(true));
        assert_eq!(horizontal_check(9, 4, &s3), Err(Raised::Index));
        for x in [-1, 10, isize::MIN, isize::MAX] {
            assert_eq!(horizontal_check(x, 4, &s3), Err(Raised::Assertion), "{x}");
        }
    }

    #[test]
    fn negative_columns_count_from_the_end() {
        let Cases { s, .. } = instantiate_cases();
        assert_eq!(get_col(-1, &s), Ok([5, 0, 9, 3, 1, 0, 0, 0, 0]));
        assert_eq!(get_col(8, &s), get_col(-1, &s));
        assert_eq!(vertical_check(-1, 9, &s), Ok(false));
        assert_eq!(vertical_check(-9, 7, &s), vertical_check(0, 7, &s));
        for y in [9, -10, isize::MIN, isize::MAX] {
            assert_eq!(vertical_check(y, 9, &s), Err(Raised::Index), "{y}");
        }
    }

    #[test]
    fn the_neighbours_of_a_corner_are_in_the_other_corners() {
        // Around (0, 0) of the solution: 4, 2, 9 in the last column, 1, 8, 5 in the first, 5, 9, 1
        // in the next.
        let Cases { s3, .. } = instantiate_cases();
        let free = |x, y| {
            let free = (1..=9).filter(|&val| sub_square_check(x, y, val, &s3) == Ok(true));
            free.collect::<Vec<u8>>()
        };
        assert_eq!(free(0, 0), [3, 6, 7]);
        // Column -1 has column 0 next to it; column 8, the same column, has column 9, which does
        // not exist. Nor does column -10, next to column -9.
        assert_eq!(free(-1, -1), [3, 7]);
        assert!(free(8, 8).is_empty() && free(-9, -9).is_empty());
    }

    #[test]
    fn a_value_found_first_hides_an_index_out_of_range() {
        // Around (8, 4) column 9 is missing, around (4, 8) row 9; values in earlier cells are
        // found.
        let Cases { s3, .. } = instantiate_cases();
        let table = [
            ((8, 4, 4), Ok(false)),
            ((8, 4, 7), Ok(false)),
            ((8, 4, 5), Err(Raised::Index)),
            ((4, 8, 9), Ok(false)),
            ((4, 8, 3), Err(Raised::Index)),
            ((9, 4, 3), Ok(false)),
            ((isize::MAX, 4, 3), Err(Raised::Index)),
            ((4, isize::MIN, 3), Err(Raised::Index)),
        ];
        for ((x, y, val), answer) in table {
            assert_eq!(sub_square_check(x, y, val, &s3), answer, "({x}, {y}), {val}");
        }
    }
}
