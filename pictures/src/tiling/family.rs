//! [`Family`]: all names of one scheme, and whether they can be the cells of a board.
//!
//! A family is a candidate for the board. It qualifies if no two of its names are the same cell, no
//! number is too large, and:
//!
//! - `17`, `p05`: the first characters have no gap from 0 or 1 on (names after a gap are no cells),
//!   and no other name is the same beginning with more or fewer digits: then `17` is a number.
//! - `a1`: there are two or more letters, without a gap from `a` on.
//! - `s12`: at least a quarter of the numbers between the least and the greatest occur.

use super::coordinates::{Coordinates, number};
use super::error::TilingError;
use super::names::{Reading, Scheme, readings};
use quadrille::{ItemId, Problem};
use std::collections::{BTreeSet, HashMap};

/// The items with names of one scheme.
#[derive(Clone)]
pub(super) struct Family<'a> {
    pub(super) scheme: Scheme,
    members: Vec<(ItemId, Reading<'a>)>,
}

/// The families of all readings, in the order of the items.
pub(super) fn families(problem: &Problem) -> Vec<Family<'_>> {
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

/// What the names of a family would be, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Choice {
    Board,
    Row,
    SingleCell,
}

/// The order of families: what it would be, whether it has no primary item, the scheme, and in a
/// row how many numbers are missing from the longest.
pub(super) type Rank = (Choice, bool, u8, usize);

/// The rank of rows and columns.
pub(super) const LINES_RANK: Rank = (Choice::Board, false, 6, 0);

impl Family<'_> {
    pub(super) fn rank(&self, problem: &Problem) -> Rank {
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
        let choice = match &self.scheme {
            Scheme::Number { .. } => Choice::Row,
            _ if self.members.len() == 1 => Choice::SingleCell,
            _ => Choice::Board,
        };
        let is_row = choice == Choice::Row;
        let missing = if is_row { problem.items().len() - self.members.len() } else { 0 };
        (choice, !has_primary, scheme, missing)
    }

    /// Whether an item is in both.
    pub(super) fn has_item_of(&self, other: &Family<'_>) -> bool {
        let is_in = |item| other.members.iter().any(|(other, _)| *other == item);
        self.members.iter().any(|(item, _)| is_in(*item))
    }

    /// The error for the first number that is too large.
    pub(super) fn too_large(&self, problem: &Problem) -> Option<TilingError> {
        self.members.iter().find_map(|(item, reading)| reading.too_large(problem.item_name(*item)))
    }

    /// The error for the first name that is the same cell as one before.
    pub(super) fn same_cell(&self, problem: &Problem) -> Option<TilingError> {
        let mut seen = HashMap::new();
        self.cells().into_iter().find_map(|(item, cell)| {
            let first = seen.insert(cell, item)?;
            let [first, second] = [first, item].map(|item| problem.item_name(item).to_owned());
            Some(TilingError::SameCell { first, second })
        })
    }

    /// The family without names that are no cells, if it can be a board.
    pub(super) fn qualified(&self, problem: &Problem) -> Option<Self> {
        let mut family = self.clone();
        match &self.scheme {
            Scheme::Characters { prefix, count } => {
                if problem.items().any(|item| is_number(problem.item_name(item), prefix, *count)) {
                    return None;
                }
                let end = end_of_run(&self.first_parts(), &[0, 1])?;
                family
                    .members
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
        let has_defect = family.too_large(problem).or_else(|| family.same_cell(problem)).is_some();
        let is_board = match &family.members[..] {
            [(_, cell)] => self.scheme.is_explicit() && cell.has_digits(),
            members => !members.is_empty(),
        };
        (is_board && !has_defect).then_some(family)
    }

    /// The numbers that names begin with.
    fn first_parts(&self) -> BTreeSet<u32> {
        self.members.iter().filter_map(|(_, reading)| number(reading.parts[0])).collect()
    }

    pub(super) fn cells(&self) -> Vec<(ItemId, Coordinates)> {
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
