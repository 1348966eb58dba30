//! Which items of a problem are the cells of its board, decided by the names of all items.
//!
//! All names of one [`Scheme`] are a family, a candidate for the board. A family qualifies if no
//! two of its names are the same cell, and:
//!
//! - `17`, `p05`: the first characters have no gap from 0 or 1 on (names after a gap are no cells),
//!   and no other name is the same beginning with more or fewer digits: then `17` is a number.
//! - `a1`: there are two or more letters, without a gap from `a` on.
//! - `s12`: at least a quarter of the numbers between the least and the greatest occur.
//!
//! The first of these that there is becomes the board: letters before each number; numbers with
//! signs between them; one character for each coordinate; both after `p` or `_`; both after other
//! beginnings; a chessboard; rows `r` and columns `c` that each option has one of. Families without
//! a primary item come after all of them. The last choice is a row of numbers, the longest. Of
//! equal families the first in the order of the items is taken.

use super::error::TilingError;
use super::names::{Coordinates, Reading, Scheme, number, readings};
use quadrille::{ItemId, Problem};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The items that say where an option is.
#[derive(Debug)]
pub(super) enum CellItems {
    /// Items are cells.
    Cells(Vec<(ItemId, Coordinates)>),
    /// Items are rows and columns; an option that has one of each is in a cell.
    Lines { rows: Vec<(ItemId, u32)>, columns: Vec<(ItemId, u32)> },
}

/// The names of rows and columns.
const LINES: [(&str, &str); 4] = [("r", "c"), ("row", "column"), ("row", "col"), ("y", "x")];

/// The items with names of one scheme.
struct Family<'a> {
    scheme: Scheme,
    members: Vec<(ItemId, Reading<'a>)>,
}

/// Finds the cells.
///
/// # Errors
/// If no family of names qualifies.
pub(super) fn cells(problem: &Problem) -> Result<CellItems, TilingError> {
    let all = families(problem);
    let lines = lines(problem, &all);
    let all: Vec<_> = all.into_iter().filter_map(|family| family.qualified(problem)).collect();
    let best = (0..).zip(&all).min_by_key(|(index, family)| (family.rank(problem), *index));
    match (best, lines) {
        (Some((_, family)), Some(lines)) if family.rank(problem) > LINES_RANK => Ok(lines),
        (Some((_, family)), _) => Ok(CellItems::Cells(family.cells())),
        (None, Some(lines)) => Ok(lines),
        (None, None) => Err(not_coordinates(problem)),
    }
}

/// The error for a problem without a board: the first item without a reading, or the first of all.
fn not_coordinates(problem: &Problem) -> TilingError {
    let mut names = problem.items().map(|item| problem.item_name(item));
    let first = problem.items().next().map_or("", |item| problem.item_name(item));
    let item = names.find(|name| readings(name).is_empty()).unwrap_or(first);
    TilingError::NotCoordinates { item: item.to_owned() }
}

fn families(problem: &Problem) -> Vec<Family<'_>> {
    let mut all = Vec::<Family<'_>>::new();
    let mut index = HashMap::new();
    for item in problem.items() {
        for reading in readings(problem.item_name(item)) {
            let next = all.len();
            let at = *index.entry(reading.scheme.clone()).or_insert(next);
            if at == next {
                all.push(Family { scheme: reading.scheme.clone(), members: Vec::new() });
            }
            all[at].members.push((item, reading));
        }
    }
    all
}

/// The order of families: whether it is one row, whether it has no primary item, the scheme, and
/// in a row how many numbers are missing from the longest.
type Rank = (bool, bool, u8, usize);

const LINES_RANK: Rank = (false, false, 6, 0);

impl Family<'_> {
    fn rank(&self, problem: &Problem) -> Rank {
        let has_primary = self.members.iter().any(|(item, _)| problem.is_primary(*item));
        let is_plain = |prefix: &str| ["p", "_", "p_"].contains(&prefix);
        let scheme = match &self.scheme {
            Scheme::Lettered(_) => 0,
            Scheme::Separated { prefix, .. } if prefix.is_empty() => 1,
            Scheme::Characters { prefix, .. } if prefix.is_empty() => 2,
            Scheme::Separated { prefix, .. } | Scheme::Characters { prefix, .. } => {
                if is_plain(prefix) { 3 } else { 4 }
            }
            Scheme::Chess => 5,
            Scheme::Number { .. } => 7,
        };
        let is_row = matches!(self.scheme, Scheme::Number { .. });
        let missing = if is_row { problem.items().len() - self.members.len() } else { 0 };
        (is_row, !has_primary, scheme, missing)
    }

    /// The family without names that are no cells, if it can be a board.
    fn qualified(mut self, problem: &Problem) -> Option<Self> {
        match &self.scheme {
            Scheme::Characters { prefix, count } => {
                if problem.items().any(|item| is_number(problem.item_name(item), prefix, *count)) {
                    return None;
                }
                let end = end_of_run(&self.first_parts(), &[0, 1])?;
                self.members
                    .retain(|(_, reading)| number(reading.parts[0]).is_some_and(|n| n < end));
            }
            Scheme::Chess => {
                let letters = self.first_parts();
                let end = end_of_run(&letters, &[10])?;
                if letters.len() < 2 || letters.last().is_some_and(|&last| last >= end) {
                    return None;
                }
            }
            Scheme::Number { .. } => {
                let numbers = self.first_parts();
                let span = u64::from(numbers.last()? - numbers.first()?) + 1;
                let has_digits = self
                    .members
                    .iter()
                    .any(|(_, r)| r.parts[0].starts_with(|c: char| c.is_ascii_digit()));
                let count = u64::try_from(numbers.len()).unwrap_or(u64::MAX);
                if !has_digits || span > count.saturating_mul(4) {
                    return None;
                }
            }
            Scheme::Lettered(_) | Scheme::Separated { .. } => {}
        }
        let mut seen = HashSet::new();
        let are_distinct = self.cells().iter().all(|(_, cell)| seen.insert(*cell));
        (are_distinct && seen.len() > 1).then_some(self)
    }

    /// The numbers that names begin with.
    fn first_parts(&self) -> BTreeSet<u32> {
        self.members.iter().filter_map(|(_, reading)| number(reading.parts[0])).collect()
    }

    fn cells(&self) -> Vec<(ItemId, Coordinates)> {
        let cell = |(item, reading): &(ItemId, Reading<'_>)| Some((*item, reading.coordinates()?));
        self.members.iter().filter_map(cell).collect()
    }
}

/// Whether a name is a number of another length after the same beginning.
fn is_number(name: &str, prefix: &str, count: usize) -> bool {
    name.strip_prefix(prefix).is_some_and(|rest| {
        !rest.is_empty() && rest.len() != count && rest.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The first number that is missing after one of the starts that is there.
fn end_of_run(numbers: &BTreeSet<u32>, starts: &[u32]) -> Option<u32> {
    let start = *starts.iter().find(|start| numbers.contains(start))?;
    (start..).find(|number| !numbers.contains(number))
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
    fn the_first_name_that_does_not_fit_is_named() {
        for (items, item) in [
            ("A B C", "A"),
            ("s1 A B", "A"),
            ("s1 s9 s50", "s1"),
            ("sat-early sat-late | ann bob", "sat-early"),
        ] {
            let error = board(items).unwrap_err();
            assert!(error.starts_with(&format!("item `{item}` is not a cell")), "{error}");
        }
    }
}
