//! A problem, or a part of it, as a matrix of bits: options are columns, and each item has a row.
//!
//! The rows of primary items say which options cover them. Secondary items have rows too, and so
//! has each colour of an item. With them the options that conflict with an option are an OR of its
//! rows, where of an item in a colour only the options count that give it another colour or none.
//! That is why colours cost nothing in the search: they are conflicts.

use crate::engine::bits::{WORD, has, set, subtract, words};
use crate::ids::{ItemId, OptionId, as_index, to_u32};
use crate::problem::Problem;

/// No colour of an item.
const PLAIN: u32 = u32::MAX;

/// In [`Source::item_rows`]: the item has no row in any matrix.
const NO_ROUND: u32 = u32::MAX;

/// The problem from which matrices are built, with a number for each colour of each item, its
/// *shade*.
#[derive(Clone, Debug)]
pub(super) struct Source {
    problem: Problem,
    /// For each entry of the problem: its shade, or [`PLAIN`].
    shades: Vec<u32>,
    /// For each item and shade: a round, and its row in the matrix of that round. An idle item has
    /// [`NO_ROUND`].
    item_rows: Vec<(u32, u32)>,
    shade_rows: Vec<(u32, u32)>,
    round: u32,
}

impl Source {
    pub(super) fn new(problem: &Problem, idle: impl Iterator<Item = ItemId>) -> Self {
        let (shades, count) = shades(problem);
        let mut item_rows = vec![(0, 0); problem.items().len()];
        idle.for_each(|item| item_rows[item.index()] = (NO_ROUND, 0));
        let shade_rows = vec![(0, 0); count];
        Self { problem: problem.clone(), shades, item_rows, shade_rows, round: 0 }
    }

    pub(super) fn problem(&self) -> &Problem {
        &self.problem
    }
}

/// An upper bound of the rows of a problem's matrix. The exact number requires the shades.
pub(super) fn most_rows(problem: &Problem) -> usize {
    let secondary = problem.items().len() - problem.primary_items().len();
    let shades = secondary.saturating_mul(problem.color_count()).min(problem.entry_count());
    problem.items().len() + shades
}

/// The shade of each entry of the problem, and the number of shades.
fn shades(problem: &Problem) -> (Vec<u32>, usize) {
    let (_, entries) = problem.arrays();
    let mut shades = vec![PLAIN; entries.len()];
    let mut starts = vec![0; problem.items().len() + 1];
    let colored = || entries.iter().enumerate().filter_map(|(at, e)| Some((at, e.item, e.color?)));
    colored().for_each(|(_, item, _)| starts[item.index() + 1] += 1);
    for item in 1..starts.len() {
        starts[item] += starts[item - 1];
    }
    let mut by_item = vec![0; starts[starts.len() - 1]];
    for (entry, item, _) in colored() {
        by_item[starts[item.index()]] = entry;
        starts[item.index()] += 1;
    }
    // For each colour, the item that had it last, and their shade.
    let (mut last, mut count) = (vec![None; problem.color_count()], 0);
    for entry in by_item {
        let (item, Some(color)) = (entries[entry].item, entries[entry].color) else { continue };
        let shade = match last[color.index()] {
            Some((known, shade)) if known == item => shade,
            _ => {
                count += 1;
                count - 1
            }
        };
        last[color.index()] = Some((item, shade));
        shades[entry] = to_u32(shade);
    }
    (shades, count)
}

/// An entry of an option: the row of the item, and that of the shade.
#[derive(Clone, Copy, Debug)]
struct Covered {
    item: u32,
    shade: u32,
}

/// Some options and items of a problem as bits. Its memory is reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Matrix {
    /// The options, by their numbers in the problem.
    pub(super) options: Vec<u32>,
    /// The primary items, by their numbers in the problem.
    pub(super) items: Vec<u32>,
    /// The words of a row.
    pub(super) width: usize,
    /// The words of a set of primary items.
    pub(super) item_width: usize,
    /// The rows: those of primary items first.
    rows: Vec<u64>,
    /// Of each option, the primary items that it covers.
    covered_items: Vec<u64>,
    /// What option `o` covers is `covered[starts[o]..starts[o + 1]]`.
    starts: Vec<u32>,
    covered: Vec<Covered>,
    /// For each known option, the set of options that don't conflict with it; and the set of known
    /// options.
    keeps: Vec<u64>,
    known: Vec<u64>,
    /// Whether no option covers anything but primary items.
    pub(super) is_plain: bool,
}

impl Matrix {
    /// The number of words of a set of options or of items, whichever is greater.
    pub(super) fn words(&self) -> usize {
        words(self.options.len()).max(words(self.items.len()))
    }

    /// The number of entries of all options.
    pub(super) fn entry_count(&self) -> usize {
        self.covered.len()
    }

    /// Becomes the matrix of its options and items, which have been set: each primary item of an
    /// option is among the items, or need not be looked at.
    pub(super) fn build(&mut self, source: &mut Source) {
        self.width = words(self.options.len());
        self.item_width = words(self.items.len());
        self.covered.clear();
        self.starts.clear();
        self.covered_items.clear();
        self.covered_items.resize(self.options.len() * self.item_width, 0);
        let rows = self.number_rows(source);
        self.is_plain = rows == self.items.len();
        self.rows.clear();
        self.rows.resize(rows * self.width, 0);
        for option in 0..self.options.len() {
            let (from, to) = (as_index(self.starts[option]), as_index(self.starts[option + 1]));
            for covered in &self.covered[from..to] {
                set(&mut self.rows[as_index(covered.item) * self.width..], option);
                if covered.shade != PLAIN {
                    set(&mut self.rows[as_index(covered.shade) * self.width..], option);
                }
                if as_index(covered.item) < self.items.len() {
                    set(
                        &mut self.covered_items[option * self.item_width..],
                        as_index(covered.item),
                    );
                }
            }
        }
        self.known.clear();
        self.known.resize(self.width, 0);
        self.keeps.clear();
    }

    /// Numbers the rows, and notes what each option covers. Gives the number of rows.
    fn number_rows(&mut self, source: &mut Source) -> usize {
        let Source { problem, shades, item_rows, shade_rows, round } = source;
        let (starts, entries) = problem.arrays();
        *round += 1;
        for (row, &item) in (0..).zip(&self.items) {
            item_rows[as_index(item)] = (*round, row);
        }
        let mut rows = to_u32(self.items.len());
        let mut row = |known: &mut (u32, u32)| {
            if known.0 != *round {
                *known = (*round, rows);
                rows += 1;
            }
            known.1
        };
        for &option in &self.options {
            self.starts.push(to_u32(self.covered.len()));
            for entry in as_index(starts[as_index(option)])..as_index(starts[as_index(option) + 1])
            {
                let known = &mut item_rows[entries[entry].item.index()];
                if known.0 == NO_ROUND {
                    continue;
                }
                let item = row(known);
                let shade = match shades[entry] {
                    PLAIN => PLAIN,
                    shade => row(&mut shade_rows[as_index(shade)]),
                };
                self.covered.push(Covered { item, shade });
            }
        }
        self.starts.push(to_u32(self.covered.len()));
        as_index(rows)
    }

    /// The options that cover a primary item.
    #[inline(always)]
    pub(super) fn row(&self, item: usize) -> &[u64] {
        &self.rows[item * self.width..(item + 1) * self.width]
    }

    /// The primary items that an option covers.
    #[inline(always)]
    pub(super) fn items_of(&self, option: usize) -> &[u64] {
        &self.covered_items[option * self.item_width..(option + 1) * self.item_width]
    }

    /// The option as the problem knows it.
    pub(super) fn option(&self, option: usize) -> OptionId {
        OptionId::new(as_index(self.options[option]))
    }

    /// Takes the options that conflict with one, itself among them, out of a set.
    #[inline(always)]
    pub(super) fn strike(&self, option: usize, active: &mut [u64]) {
        let (from, to) = (as_index(self.starts[option]), as_index(self.starts[option + 1]));
        for covered in &self.covered[from..to] {
            let items = self.row(as_index(covered.item));
            if covered.shade == PLAIN {
                subtract(active, items);
            } else {
                let shade = self.row(as_index(covered.shade));
                for word in 0..active.len() {
                    active[word] &= !items[word] | shade[word];
                }
            }
        }
        active[option / WORD] &= !(1 << (option % WORD));
    }

    /// The options that don't conflict with one, remembered for the next time.
    #[inline(always)]
    pub(super) fn keep(&mut self, option: usize) -> &[u64] {
        let range = option * self.width..(option + 1) * self.width;
        if !has(&self.known, option) {
            self.remember(option);
        }
        &self.keeps[range]
    }

    #[inline(never)]
    fn remember(&mut self, option: usize) {
        self.keeps.resize(self.options.len() * self.width, 0);
        let range = option * self.width..(option + 1) * self.width;
        let mut keeps = std::mem::take(&mut self.keeps);
        keeps[range.clone()].fill(u64::MAX);
        self.strike(option, &mut keeps[range]);
        self.keeps = keeps;
        set(&mut self.known, option);
    }
}
