//! [`Family`]: all names of one scheme, and whether they can be the cells of a board.
//!
//! A family is a candidate for the board. It qualifies if no two of its names are the same cell, no
//! number is too large, and:
//!
//! - `6_e`, `17`, `p0a`: letters continue the digits: names with a letter after a gap are no cells.
//!   With commas letters are no numbers. `6_e` needs names with digits instead of each letter.
//! - `17`, `p05`: the first digits begin with 0 or 1, and no other name is the same beginning with
//!   more or fewer digits: then `17` is a number.
//! - `a1`: there are two or more columns, without a gap from `a` on. Names after a gap are no
//!   cells; then most entries of options are cells. Cells are no fewer than entries with names that
//!   can be no coordinates.
//! - `s12`: at least a quarter of the numbers between the least and the greatest occur, and at
//!   least half of the entries of options are cells.
//! - A minus sign that all numbers after letters have is none.
//!
//! The entries that count are those with primary items, unless a family has only secondary ones.

use super::coordinates::{Coordinates, has_lines};
use super::error::TilingError;
use super::names::{Reading, Scheme, readings};
use quadrille::{ItemId, Problem};
use std::cmp::Reverse;
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

/// How surely names are cells, the surest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// The letters of a row and a column.
    RowAndColumn,
    /// Several numbers that follow nothing, `p`, `_` or `cell`, or letters before each.
    Plain,
    /// A row and a column in each option.
    Lines,
    /// Several numbers with signs or brackets, after another beginning.
    Prefixed,
    /// Names that also mean numbered pieces, for example.
    Other,
}

/// The order of families: what it would be, whether it has no primary item, the class, how many
/// cells the options have, and the scheme.
pub(super) type Rank = (Choice, bool, Class, Reverse<usize>, u8);

/// How often items are in options, and how many digits their names end with.
pub(super) struct ItemUses<'a> {
    of_item: Vec<usize>,
    /// The sum over all items, and over the primary ones.
    all: usize,
    primary: usize,
    /// The sum over the items whose names have no reading.
    unreadable: usize,
    /// For each beginning of names, the fewest and the most digits that follow it.
    digits: HashMap<&'a str, (usize, usize)>,
}

impl<'a> ItemUses<'a> {
    pub(super) fn new(problem: &'a Problem) -> Self {
        let mut of_item = vec![0; problem.items().len()];
        for option in problem.options() {
            for entry in problem.entries(option) {
                of_item[entry.item.index()] += 1;
            }
        }
        let sum = |is_counted: &dyn Fn(ItemId) -> bool| {
            let items = problem.items().filter(|&item| is_counted(item));
            items.map(|item| of_item[item.index()]).sum()
        };
        let all = sum(&|_| true);
        let primary = sum(&|item| problem.is_primary(item));
        let unreadable = sum(&|item| readings(problem.item_name(item)).is_empty());
        let mut digits = HashMap::new();
        for item in problem.items() {
            let name = problem.item_name(item);
            let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
            let count = name.len() - prefix.len();
            if count > 0 {
                let (least, most) = digits.entry(prefix).or_insert((count, count));
                (*least, *most) = (count.min(*least), count.max(*most));
            }
        }
        Self { of_item, all, primary, unreadable, digits }
    }
}

impl Family<'_> {
    pub(super) fn rank(&self, problem: &Problem, uses: &ItemUses<'_>) -> Rank {
        let after = |prefix: &str, scheme: u8| match prefix {
            "" => (Class::Plain, scheme),
            "p" | "_" | "p_" | "cell" | "cell_" => (Class::Plain, 3),
            _ if self.scheme.is_explicit() => (Class::Prefixed, 0),
            _ => (Class::Other, 0),
        };
        let (class, scheme) = match &self.scheme {
            Scheme::Lettered(letters) if has_lines(letters) => (Class::RowAndColumn, 0),
            Scheme::Lettered(_) => (Class::Plain, 0),
            Scheme::Separated { prefix, .. } => after(prefix, 1),
            Scheme::Bracketed { texts } => after(texts[0].trim_end_matches(['(', '[']), 1),
            Scheme::Characters { prefix, .. } => after(prefix, 2),
            Scheme::Chess { .. } => (Class::Other, 1),
            Scheme::Number { .. } => (Class::Other, 2),
        };
        let choice = match &self.scheme {
            Scheme::Number { .. } => Choice::Row,
            _ if self.members.len() == 1 => Choice::SingleCell,
            _ => Choice::Board,
        };
        // The sums of cages can have more names than the cells, so that the first names decide.
        let cells = if class == Class::Prefixed { 0 } else { self.uses(uses) };
        (choice, !self.has_primary(problem), class, Reverse(cells), scheme)
    }

    fn has_primary(&self, problem: &Problem) -> bool {
        self.members.iter().any(|(item, _)| problem.is_primary(*item))
    }

    /// How many cells the options have.
    fn uses(&self, uses: &ItemUses<'_>) -> usize {
        self.members.iter().map(|(item, _)| uses.of_item[item.index()]).sum()
    }

    /// The entries of all options: those with primary items if one of the family is primary.
    fn all_uses(&self, problem: &Problem, uses: &ItemUses<'_>) -> usize {
        if self.has_primary(problem) { uses.primary } else { uses.all }
    }

    /// The number of items.
    pub(super) fn len(&self) -> usize {
        self.members.len()
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
    pub(super) fn qualified(&self, problem: &Problem, uses: &ItemUses<'_>) -> Option<Self> {
        if self.has_separating_minus() {
            return None;
        }
        let mut family = self.clone();
        match &self.scheme {
            Scheme::Separated { sign, count, .. } => {
                for index in 0..*count {
                    let end = if *sign == ',' { None } else { self.end_of_run(index, &[9]) };
                    family.retain_letters_below(index, end.unwrap_or_default());
                }
            }
            Scheme::Characters { prefix, count } => {
                let lengths = uses.digits.get(prefix.as_str());
                if lengths.is_some_and(|lengths| *lengths != (*count, *count)) {
                    return None;
                }
                let end = self.end_of_run(0, &[0, 1])?;
                family.retain_letters_below(0, end);
            }
            Scheme::Chess { .. } => {
                let end = self.end_of_run(0, &[10])?;
                family.members.retain(|(_, reading)| reading.number(0).is_some_and(|n| n < end));
                let is_most = family.len() == self.len()
                    || 2 * family.uses(uses) > family.all_uses(problem, uses);
                let is_readable = family.uses(uses) >= uses.unreadable;
                if family.numbers(0).len() < 2 || !is_most || !is_readable {
                    return None;
                }
            }
            Scheme::Number { .. } => {
                let numbers = self.numbers(0);
                let span = numbers.first()?.abs_diff(*numbers.last()?) + 1;
                let has_digits = self.members.iter().any(|(_, reading)| reading.has_digits(0));
                let count = u64::try_from(numbers.len()).unwrap_or(u64::MAX);
                let is_half = 2 * self.uses(uses) >= self.all_uses(problem, uses);
                if !has_digits || span > count.saturating_mul(4) || !is_half {
                    return None;
                }
            }
            Scheme::Lettered(_) | Scheme::Bracketed { .. } => {}
        }
        let has_defect = family.too_large(problem).or_else(|| family.same_cell(problem)).is_some();
        let is_board = match &family.members[..] {
            [(_, cell)] => {
                self.scheme.is_explicit() && (0..cell.parts.len()).all(|at| cell.has_digits(at))
            }
            members => !members.is_empty(),
        };
        (is_board && !has_defect).then_some(family)
    }

    /// Whether a number after letters has a minus sign in all names, which then only separates it.
    fn has_separating_minus(&self) -> bool {
        let after_letters = match &self.scheme {
            Scheme::Lettered(letters) => letters.len(),
            Scheme::Separated { prefix, .. } => {
                usize::from(prefix.ends_with(|c: char| c.is_ascii_alphabetic()))
            }
            Scheme::Number { .. } => 1,
            _ => 0,
        };
        let has_minus = |at| self.members.iter().all(|(_, reading)| reading.has_minus(at));
        (0..after_letters).any(has_minus)
    }

    /// Drops the names with a letter for a coordinate that is not below an end.
    fn retain_letters_below(&mut self, index: usize, end: i64) {
        self.members.retain(|(_, reading)| {
            reading.has_digits(index) || reading.number(index).is_some_and(|number| number < end)
        });
    }

    /// The numbers of a coordinate.
    fn numbers(&self, index: usize) -> BTreeSet<i64> {
        self.members.iter().filter_map(|(_, reading)| reading.number(index)).collect()
    }

    /// The first number of a coordinate that is missing after one of the starts that is there.
    fn end_of_run(&self, index: usize, starts: &[i64]) -> Option<i64> {
        let numbers = self.numbers(index);
        let start = *starts.iter().find(|start| numbers.contains(start))?;
        (start..).find(|number| !numbers.contains(number))
    }

    pub(super) fn cells(&self) -> Vec<(ItemId, Coordinates)> {
        let cell = |(item, reading): &(ItemId, Reading<'_>)| Some((*item, reading.coordinates()?));
        self.members.iter().filter_map(cell).collect()
    }
}
