//! Which items of a problem are the cells of its board, decided by the names of all items.
//!
//! All names of one [`Scheme`] are a [`Family`], a candidate for the board.
//!
//! Boards come before rows of numbers, and these before a single cell. A single cell needs a name
//! of digits with letters or signs between them. Of boards, and of rows, those with a primary item
//! come first. The others follow in classes:
//!
//! 1. the letters of a row and a column before each number;
//! 2. other letters; numbers with signs between or brackets around them; one character for each
//!    coordinate; all these after `p`, `_` or `cell` too;
//! 3. rows `r` and columns `c` that each option has one of;
//! 4. numbers with signs or brackets after other beginnings;
//! 5. one character for each coordinate after other beginnings; a chessboard.
//!
//! In a class, the board is taken of which the options have the most cells, except in the fourth;
//! of equal ones the first in this order, and then in the order of the items.
//!
//! A row or a single cell is not taken if its names are in a better family that does not qualify:
//! that is an error.

use super::coordinates::{Coordinates, LINES};
use super::error::TilingError;
use super::family::{Choice, Class, Family, ItemUses, Rank, families};
use super::names::{Scheme, readings};
use quadrille::{ItemId, Problem};
use std::cmp::Reverse;
use std::collections::HashSet;

/// The items that say where an option is.
#[derive(Debug)]
pub(super) enum CellItems {
    /// Items are cells.
    Cells(Vec<(ItemId, Coordinates)>),
    /// Items are rows and columns; an option that has one of each is in a cell.
    Lines { rows: Vec<(ItemId, i64)>, columns: Vec<(ItemId, i64)> },
}

/// Finds the cells.
///
/// # Errors
/// If no family of names qualifies.
pub(super) fn cells(problem: &Problem) -> Result<CellItems, TilingError> {
    let all = families(problem);
    let uses = ItemUses::new(problem);
    let rank = |family: &Family<'_>| family.rank(problem, &uses);
    let qualified: Vec<_> =
        all.iter().filter_map(|family| family.qualified(problem, &uses)).collect();
    let best = qualified.iter().min_by_key(|family| rank(family));
    match lines(problem, &all) {
        Some((lines_rank, lines)) if best.is_none_or(|best| rank(best) > lines_rank) => Ok(lines),
        _ => match (defect(problem, &all, best, &rank), best) {
            (Some(error), _) => Err(error),
            (None, Some(family)) => Ok(CellItems::Cells(family.cells())),
            (None, None) => Err(not_coordinates(problem)),
        },
    }
}

/// Why the first of the families with [letters or signs](Scheme::is_explicit) that do not qualify
/// is no board, unless there is a better one.
fn defect(
    problem: &Problem,
    all: &[Family<'_>],
    best: Option<&Family<'_>>,
    rank: &dyn Fn(&Family<'_>) -> Rank,
) -> Option<TilingError> {
    if best.is_some_and(|best| rank(best).0 == Choice::Board) {
        return None;
    }
    let explicit = all.iter().filter(|family| family.scheme.is_explicit());
    let defects = explicit.filter_map(|family| {
        let error = family.too_large(problem).or_else(|| family.same_cell(problem))?;
        let is_better = best.is_none_or(|best| family.has_item_of(best));
        is_better.then(|| (rank(family), error))
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

/// Rows and columns with their rank, if there are families with these names, and each option that
/// has one of them has exactly one of each.
fn lines(problem: &Problem, all: &[Family<'_>]) -> Option<(Rank, CellItems)> {
    let family = |name: &str| {
        let is_named = |family: &&Family<'_>| match &family.scheme {
            Scheme::Number { prefix } => prefix
                .trim_end_matches(|c: char| !c.is_ascii_alphanumeric())
                .eq_ignore_ascii_case(name),
            _ => false,
        };
        all.iter().filter(is_named).min_by_key(|family| Reverse(family.len()))
    };
    let numbers = |family: &Family<'_>| -> Option<Vec<(ItemId, i64)>> {
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
        let has_primary = rows.iter().chain(&columns).any(|(item, _)| problem.is_primary(*item));
        let rank = (Choice::Board, !has_primary, Class::Lines, Reverse(crossings), 0);
        (crossings > 0).then_some((rank, CellItems::Lines { rows, columns }))
    })
}

/// For each item whether it is one of these.
fn set(problem: &Problem, items: &[(ItemId, i64)]) -> Vec<bool> {
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
            ("a1 a2 b1 b2", "a1:0,-1,10 a2:0,-2,10 b1:0,-1,11 b2:0,-2,11"),
            ("r0 ca | d5", "r0:0 ca:10"),
            ("across1 | 00 01", "00:0,0,0 01:0,0,1"),
            // Letters continue the digits, and not after a comma.
            ("0_9 0_a 0_b 0_d L_1", "0_9:0,0,9 0_a:0,0,10 0_b:0,0,11"),
            ("L,1 L,2 0,0 0,1", "0,0:0,0,0 0,1:0,0,1"),
            ("a,1 b,1 0,9", "0,9:0,0,9"),
            // Digits may have a gap.
            ("00 01 30 31", "00:0,0,0 01:0,0,1 30:0,3,0 31:0,3,1"),
            ("cell00 cell01 cell10 K", "cell00:0,0,0 cell01:0,0,1 cell10:0,1,0"),
            ("tile8 tile9 tile10", "tile8:0,0,8 tile9:0,0,9 tile10:0,0,10"),
            ("(0,3) (0,_4) L", "(0,3):0,0,3"),
            ("-1,0 0,0", "-1,0:0,-1,0 0,0:0,0,0"),
            ("p-1,0 p0,0 p1,0", "p-1,0:0,-1,0 p0,0:0,0,0 p1,0:0,1,0"),
            ("p-1,0 p-2,0", "p-1,0:0,1,0 p-2,0:0,2,0"),
            ("slot-3 slot-4", "slot-3:0,0,3 slot-4:0,0,4"),
        ] {
            assert_eq!(board(items), Ok(cells.to_owned()), "{items}");
        }
    }

    /// The items of the board of a problem.
    fn drawn(problem: &str) -> Result<String, String> {
        let problem: Problem = problem.parse().unwrap();
        let items: Vec<_> = match cells(&problem).map_err(|error| error.to_string())? {
            CellItems::Cells(cells) => cells.into_iter().map(|(item, _)| item).collect(),
            CellItems::Lines { rows, columns } => {
                rows.into_iter().chain(columns).map(|(item, _)| item).collect()
            }
        };
        let names: Vec<_> = items.iter().map(|&item| problem.item_name(item)).collect();
        Ok(names.join(" "))
    }

    #[test]
    fn numbered_pieces_are_no_cells() {
        let options = |pieces: &str| {
            let dominoes = ["a1 a2", "b1 b2", "a1 b1", "a2 b2"];
            let of_piece = |piece| dominoes.map(|cells| format!("{piece} {cells}\n")).concat();
            pieces.split(' ').map(of_piece).collect::<String>()
        };
        for pieces in ["L1 L2", "l1 l2", "A1 A2", "A1 B1", "L_1 L_2"] {
            let (options, cells) = (options(pieces), "a1 a2 b1 b2");
            assert_eq!(drawn(&format!("{pieces} {cells}\n{options}")), Ok(cells.to_owned()));
            // With other names of cells there is no board.
            let unreadable = |text: &str| {
                let names = [("a1", "x0y0z"), ("a2", "x0y1z"), ("b1", "x1y0z"), ("b2", "x1y1z")];
                names.iter().fold(text.to_owned(), |text, (old, new)| text.replace(old, new))
            };
            let error = drawn(&unreadable(&format!("{pieces} {cells}\n{options}"))).unwrap_err();
            assert!(error.starts_with("item `x"), "{error}");
        }
        // Most cells of the options are at `00`, although `0,1` is an earlier row of the table.
        let dominoes = "0,0 0,1 00 01 10 11\n0,0 00 01\n0,0 00 10\n0,1 10 11\n0,1 01 11\n";
        assert_eq!(drawn(dominoes), Ok("00 01 10 11".to_owned()));
    }

    #[test]
    fn diagonals_and_sums_are_no_cells() {
        let queens = "r0 r1 c0 c1 | a0 a1 a2 b0 b1 b2\n\
                      r0 c0 a0 b1\nr0 c1 a1 b0\nr1 c0 a1 b2\nr1 c1 a2 b1\n";
        assert_eq!(drawn(queens), Ok("r0 r1 c0 c1".to_owned()));
        let commas = queens.replace(['r'], "r,").replace('c', "c,").replace('a', "a,");
        assert_eq!(drawn(&commas), Ok("r,0 r,1 c,0 c,1".to_owned()));
        let (rows, columns) = ("r00 r01 r10", "c00 c01 c10");
        let two_digits = format!("{rows} {columns}\nr00 c00\nr01 c01\nr10 c10\n");
        assert_eq!(drawn(&two_digits), Ok(format!("{rows} {columns}")));
        let negative = "r-1 r0 c-1 c0\nr-1 c0\nr0 c-1\n";
        assert_eq!(drawn(negative), Ok("r-1 r0 c-1 c0".to_owned()));
        // Cells of a killer Sudoku, and the numbers of its cages.
        let cages = "c0_0 c0_1 k1_1 k1_2 k1_3\nc0_0 k1_2 k1_3\nc0_1 k1_1\n";
        assert_eq!(drawn(cages), Ok("c0_0 c0_1".to_owned()));
    }

    #[test]
    fn a_row_has_half_of_the_entries() {
        assert_eq!(drawn("s1 s2 A B C\ns1 A\ns2 B\nC s1\n"), Ok("s1 s2".to_owned()));
        let error = drawn("s1 s2 A B C\ns1 A B\ns2 B C\n").unwrap_err();
        assert!(error.starts_with("item `A` is not a cell"), "{error}");
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
