//! Which items of a problem are the cells of its board, decided by the names of all items.
//!
//! All names of one [`Scheme`] are a [`Family`], a candidate for the board.
//!
//! The first of these that there is becomes the board: letters before each number; numbers with
//! signs between them; one character for each coordinate; both after `p` or `_`; both after other
//! beginnings; a chessboard; rows `r` and columns `c` that each option has one of. Families without
//! a primary item come after all of them, then a row of numbers, the longest. The last choice is a
//! single cell, whose name has digits with letters or signs between them. Of equal families the
//! first in the order of the items is taken. A row or a single cell is not taken if its names are
//! in a better family that does not qualify: that is an error.

use super::coordinates::{Coordinates, LINES};
use super::error::TilingError;
use super::family::{Choice, Family, LINES_RANK, families};
use super::names::{Scheme, readings};
use quadrille::{ItemId, Problem};
use std::collections::HashSet;

/// The items that say where an option is.
#[derive(Debug)]
pub(super) enum CellItems {
    /// Items are cells.
    Cells(Vec<(ItemId, Coordinates)>),
    /// Items are rows and columns; an option that has one of each is in a cell.
    Lines { rows: Vec<(ItemId, u32)>, columns: Vec<(ItemId, u32)> },
}

/// Finds the cells.
///
/// # Errors
/// If no family of names qualifies.
pub(super) fn cells(problem: &Problem) -> Result<CellItems, TilingError> {
    let all = families(problem);
    let qualified: Vec<_> = all.iter().filter_map(|family| family.qualified(problem)).collect();
    let best = qualified.iter().min_by_key(|family| family.rank(problem));
    match lines(problem, &all) {
        Some(lines) if best.is_none_or(|family| family.rank(problem) > LINES_RANK) => Ok(lines),
        _ => match (defect(problem, &all, best), best) {
            (Some(error), _) => Err(error),
            (None, Some(family)) => Ok(CellItems::Cells(family.cells())),
            (None, None) => Err(not_coordinates(problem)),
        },
    }
}

/// Why the first of the families with [letters or signs](Scheme::is_explicit) that do not qualify
/// is no board, unless there is a better one.
fn defect(problem: &Problem, all: &[Family<'_>], best: Option<&Family<'_>>) -> Option<TilingError> {
    if best.is_some_and(|best| best.rank(problem).0 == Choice::Board) {
        return None;
    }
    let explicit = all.iter().filter(|family| family.scheme.is_explicit());
    let defects = explicit.filter_map(|family| {
        let error = family.too_large(problem).or_else(|| family.same_cell(problem))?;
        let is_better = best.is_none_or(|best| family.has_item_of(best));
        is_better.then(|| (family.rank(problem), error))
    });
    defects.min_by_key(|(rank, _)| *rank).map(|(_, error)| error)
}

/// The error for a problem without a board: the first item without a reading, or that the readings
/// of all items do not fit together.
fn not_coordinates(problem: &Problem) -> TilingError {
    let mut names = problem.items().map(|item| problem.item_name(item));
    let first = problem.items().next().map_or("", |item| problem.item_name(item));
    match names.find(|name| readings(name).is_empty()) {
        Some(item) => TilingError::NotCoordinates { item: item.to_owned() },
        None => TilingError::NoBoard { item: first.to_owned() },
    }
}

/// Rows and columns, if there are families with these names, and each option that has one of them
/// has exactly one of each.
fn lines(problem: &Problem, all: &[Family<'_>]) -> Option<CellItems> {
    let family = |name: &str| {
        all.iter().find(|family| match &family.scheme {
            Scheme::Number { prefix } => prefix
                .trim_end_matches(|c: char| !c.is_ascii_alphabetic())
                .eq_ignore_ascii_case(name),
            _ => false,
        })
    };
    let numbers = |family: &Family<'_>| -> Option<Vec<(ItemId, u32)>> {
        let numbers: Vec<_> = family.cells().iter().map(|(item, cell)| (*item, cell[2])).collect();
        let different: HashSet<_> = numbers.iter().map(|(_, number)| number).collect();
        (different.len() == numbers.len()).then_some(numbers)
    };
    LINES.iter().find_map(|(row, column)| {
        let (rows, columns) = (numbers(family(row)?)?, numbers(family(column)?)?);
        let (row_set, column_set) = (set(problem, &rows), set(problem, &columns));
        let mut crossings = 0;
        for option in problem.options() {
            let count = |set: &[bool]| {
                problem.entries(option).iter().filter(|entry| set[entry.item.index()]).count()
            };
            match (count(&row_set), count(&column_set)) {
                (0, 0) => {}
                (1, 1) => crossings += 1,
                _ => return None,
            }
        }
        (crossings > 0).then_some(CellItems::Lines { rows, columns })
    })
}

/// For each item whether it is one of these.
fn set(problem: &Problem, items: &[(ItemId, u32)]) -> Vec<bool> {
    let mut set = vec![false; problem.items().len()];
    for (item, _) in items {
        set[item.index()] = true;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of a problem with these items, and one option with all of them.
    fn board(items: &str) -> Result<String, String> {
        let options = items.replace('|', "");
        let problem: Problem = format!("{items}\n{options}\n").parse().unwrap();
        match cells(&problem).map_err(|error| error.to_string())? {
            CellItems::Cells(cells) => {
                let names = cells.iter().map(|(item, [layer, row, column])| {
                    format!("{}:{layer},{row},{column}", problem.item_name(*item))
                });
                Ok(names.collect::<Vec<_>>().join(" "))
            }
            CellItems::Lines { rows, columns } => {
                let names = rows.iter().chain(&columns);
                let names =
                    names.map(|(item, number)| format!("{}:{number}", problem.item_name(*item)));
                Ok(names.collect::<Vec<_>>().join(" "))
            }
        }
    }

    #[test]
    fn all_names_together_decide() {
        for (items, cells) in [
            ("00 01 10 11", "00:0,0,0 01:0,0,1 10:0,1,0 11:0,1,1"),
            // The same names are numbers where others have one digit.
            ("9 10 11 12", "9:0,0,9 10:0,0,10 11:0,0,11 12:0,0,12"),
            ("p0 p1 p10 p11", "p0:0,0,0 p1:0,0,1 p10:0,0,10 p11:0,0,11"),
            ("F I 00 01 10 1a", "00:0,0,0 01:0,0,1 10:0,1,0 1a:0,1,10"),
            ("a0 d0 00 01 10", "00:0,0,0 01:0,0,1 10:0,1,0"),
            ("_000 _001 V", "_000:0,0,0 _001:0,0,1"),
            ("r0,0 r0,1 p0,0 p0,1", "p0,0:0,0,0 p0,1:0,0,1"),
            ("01 02 d0p1 d0p2", "d0p1:0,0,1 d0p2:0,0,2"),
            ("0,1 0,2 r1c1 r1c2 | r1#3", "r1c1:0,1,1 r1c2:0,1,2"),
            ("1 2 s1 s2 s3", "s1:0,0,1 s2:0,0,2 s3:0,0,3"),
            (
                "a1 a2 b1 b2",
                "a1:0,4294967294,10 a2:0,4294967293,10 b1:0,4294967294,11 b2:0,4294967293,11",
            ),
            ("r0 ca | d5", "r0:0 ca:10"),
            ("across1 | 00 01", "00:0,0,0 01:0,0,1"),
        ] {
            assert_eq!(board(items), Ok(cells.to_owned()), "{items}");
        }
    }

    #[test]
    fn letters_say_what_is_a_row_and_a_column() {
        for (items, cells) in [
            ("c1r1 c2r1 c3r1", "c1r1:0,1,1 c2r1:0,1,2 c3r1:0,1,3"),
            ("x0y0 x1y0 | x1y1", "x0y0:0,0,0 x1y0:0,0,1 x1y1:0,1,1"),
            ("x0y0z0 x1y0z2", "x0y0z0:0,0,0 x1y0z2:2,0,1"),
        ] {
            assert_eq!(board(items), Ok(cells.to_owned()), "{items}");
        }
    }

    #[test]
    fn a_board_can_have_one_cell_if_there_is_no_other() {
        for (items, cells) in [
            ("r1c1", "r1c1:0,1,1"),
            ("A 1,2", "1,2:0,1,2"),
            ("v2x3 00 01 10 11", "00:0,0,0 01:0,0,1 10:0,1,0 11:0,1,1"),
            ("s1 s2 s3 r1c1", "s1:0,0,1 s2:0,0,2 s3:0,0,3"),
            ("v2x3 r0 c0", "r0:0 c0:0"),
        ] {
            assert_eq!(board(items), Ok(cells.to_owned()), "{items}");
        }
    }

    #[test]
    fn other_names_are_no_cells() {
        let cells = "r1c1:0,1,1 r1c2:0,1,2 r2c1:0,2,1 r2c22:0,2,22";
        assert_eq!(board("r1c1 r1c2 r2c1 r2c22 r3c"), Ok(cells.to_owned()));
    }

    #[test]
    fn a_name_without_a_reading_is_named() {
        for (items, item) in
            [("A B C", "A"), ("s1 A B", "A"), ("sat-early sat-late | ann bob", "sat-early")]
        {
            let error = board(items).unwrap_err();
            assert!(error.starts_with(&format!("item `{item}` is not a cell")), "{error}");
        }
    }

    #[test]
    fn names_that_do_not_fit_together_have_a_reason() {
        let together =
            |item: &str| format!("the items, for example `{item}`, are not the cells of");
        for (items, reason) in [
            ("s1 s9 s50", together("s1")),
            ("17", together("17")),
            ("a-b", together("a-b")),
            ("1,2 01,2 3,4", "items `1,2` and `01,2` are the same cell".to_owned()),
            // `1,2` and `1,3` could be a row.
            ("1,2 1,3 1,03", "items `1,3` and `1,03` are the same cell".to_owned()),
            ("0,0 4294967296,1", "item `4294967296,1`: the row is `4294967296`".to_owned()),
            ("A r1c99999999999", "item `r1c99999999999`: the column is `99999999999`".to_owned()),
        ] {
            let error = board(items).unwrap_err();
            assert!(error.starts_with(&reason), "{items}: {error}");
        }
    }
}
