//! A problem as arrays for the search: items by rank, the entries of each option, the options of
//! each item.

use super::key_layout::KeyLayout;
use crate::engine::unchecked::Unchecked;
use crate::ids::{Color, ItemId, OptionId, as_index, to_u32};
use crate::problem::{Problem, Reduction};
use fixedbitset::FixedBitSet;
use std::ops::Range;

/// The part of a problem that is constant during a search. Items are identified by rank: the
/// primary ones in the order of branching, then the secondary ones. Options that are excluded or
/// in no solution have no number here.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Items of a lower rank are primary.
    pub(super) primary: u32,
    pub(super) items: Vec<RankedItem>,
    /// The entries of option `o` are `entries[starts[o]..starts[o + 1]]`.
    starts: Vec<u32>,
    pub(super) entries: Unchecked<Vec<RankedEntry>>,
    /// The options of each item, one list after another, in ascending order.
    pub(super) lists: Unchecked<Vec<Listed>>,
    /// The numbers of the options in the problem.
    pub(super) names: Vec<OptionId>,
    pub(super) key_layout: KeyLayout,
}

/// An item.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedItem {
    /// The multiplicity; a secondary item has 0 and 1.
    pub(super) low: u32,
    pub(super) high: u32,
    /// Its list is `lists[begin..end]`.
    pub(super) begin: u32,
    pub(super) end: u32,
    /// Whether the search ignores the item.
    pub(super) is_idle: bool,
}

impl RankedItem {
    /// Whether the item is to be covered exactly once.
    #[inline(always)]
    pub(super) fn is_unit(&self) -> bool {
        (self.low, self.high) == (1, 1)
    }
}

/// An item of an option, and the number of its colour from 1; 0 is no colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedEntry {
    pub(super) item: u32,
    pub(super) color: u32,
}

/// An option of an item, and the colour that it gives to the item.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Listed {
    pub(super) option: u32,
    pub(super) color: u32,
}

impl Layout {
    /// The arrays of a problem with this order of primary items, without the options that presolve
    /// removed and those that are excluded.
    #[allow(unsafe_code)]
    pub(super) fn new(
        problem: &Problem,
        order: &[ItemId],
        known: Option<&Reduction>,
        exclude: &[OptionId],
    ) -> Self {
        let mut ranks: Vec<u32> = problem.items().map(ItemId::number).collect();
        for (rank, item) in order.iter().enumerate() {
            ranks[item.index()] = to_u32(rank);
        }
        let exclude: FixedBitSet = exclude.iter().map(|option| option.index()).collect();
        let is_left = |&option: &OptionId| {
            Reduction::leaves(known, problem, option) && !exclude.contains(option.index())
        };
        let names: Vec<_> = problem.options().filter(is_left).collect();
        let (mut starts, mut entries) = (vec![0], Vec::new());
        for &option in &names {
            let own = problem.entries(option).iter();
            entries.extend(own.map(|entry| RankedEntry {
                item: ranks[entry.item.index()],
                color: entry.color.map_or(0, Color::number),
            }));
            starts.push(to_u32(entries.len()));
        }
        let mut items =
            vec![RankedItem { low: 0, high: 1, begin: 0, end: 0, is_idle: false }; ranks.len()];
        for item in problem.items() {
            let bounds = problem.bounds(item);
            let own = &mut items[as_index(ranks[item.index()])];
            (own.low, own.high) = (bounds.low, bounds.high);
        }
        for item in known.into_iter().flat_map(Reduction::redundant_items) {
            items[as_index(ranks[item.index()])].is_idle = true;
        }
        let lists = lists(&mut items, &starts, &entries);
        let key_layout = key_layout(&mut items, order.len(), &lists);
        // SAFETY: both are indexed by what `entries_of` and `list_of` return, which ends at their
        // length.
        let (entries, lists) = unsafe { (Unchecked::new(entries), Unchecked::new(lists)) };
        Self { primary: to_u32(order.len()), items, starts, entries, lists, names, key_layout }
    }

    #[inline(always)]
    pub(super) fn entries_of(&self, option: u32) -> Range<usize> {
        as_index(self.starts[as_index(option)])..as_index(self.starts[as_index(option) + 1])
    }

    #[inline(always)]
    pub(super) fn list_of(&self, item: u32) -> Range<usize> {
        let item = &self.items[as_index(item)];
        as_index(item.begin)..as_index(item.end)
    }

    /// The memory of the arrays, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.items)
            + size_of_val(&*self.starts)
            + size_of_val(&*self.entries)
            + size_of_val(&*self.lists)
            + size_of_val(&*self.names)
    }
}

/// The options of each item, by counting sort.
fn lists(items: &mut [RankedItem], starts: &[u32], entries: &[RankedEntry]) -> Vec<Listed> {
    for entry in entries {
        items[as_index(entry.item)].end += 1;
    }
    let mut begin = 0;
    for item in items.iter_mut() {
        let size = item.end;
        (item.begin, item.end) = (begin, begin);
        begin += size;
    }
    let mut lists = vec![Listed::default(); entries.len()];
    for option in 0..starts.len() - 1 {
        for entry in &entries[as_index(starts[option])..as_index(starts[option + 1])] {
            let end = &mut items[as_index(entry.item)].end;
            lists[as_index(*end)] = Listed { option: to_u32(option), color: entry.color };
            *end += 1;
        }
    }
    lists
}

/// The key layout for the greatest state of each item. Lowers `high` to the number of an item's
/// options.
fn key_layout(items: &mut [RankedItem], primary: usize, lists: &[Listed]) -> KeyLayout {
    let mut greatest = Vec::with_capacity(items.len());
    for (rank, item) in items.iter_mut().enumerate() {
        let list = &lists[as_index(item.begin)..as_index(item.end)];
        greatest.push(if rank < primary {
            item.high = item.high.min(to_u32(list.len()));
            item.high
        } else {
            1 + list.iter().map(|listed| listed.color).max().unwrap_or(0)
        });
    }
    KeyLayout::new(&greatest, primary)
}
