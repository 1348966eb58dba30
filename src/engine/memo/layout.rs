//! A problem as arrays for the search: items by rank, the entries of each option, the options of
//! each item.

use super::key_layout::KeyLayout;
use super::order::option_sweep::{self, OptionSweep};
use crate::engine::unchecked::Unchecked;
use crate::ids::{Color, ItemId, OptionId, as_index, to_u32, to_u64};
use crate::problem::{Problem, Reduction};
use fixedbitset::FixedBitSet;
use std::ops::Range;

/// The fewest options of an item for which a sweep may pay.
const LEAST: u32 = 16;

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
    /// The options of each item in the order in which they are decided if the item can be covered
    /// several times, at the places of `lists`.
    pub(super) decisions: Vec<u32>,
    /// The numbers of the options in the problem.
    pub(super) names: Vec<OptionId>,
    pub(super) key_layout: KeyLayout,
    /// The field of the key for the next decision of an item in progress, after those of the items;
    /// `None` if all items are to be covered once.
    pub(super) decision_field: Option<u32>,
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
        let (key_layout, decision_field) = key_layout(&mut items, order.len(), &lists);
        let primary = to_u32(order.len());
        let decisions = decisions(primary, &items, &starts, &entries, &lists);
        // SAFETY: both are indexed by what `entries_of` and `list_of` return, which ends at their
        // length.
        let (entries, lists) = unsafe { (Unchecked::new(entries), Unchecked::new(lists)) };
        Self {
            primary,
            items,
            starts,
            entries,
            lists,
            decisions,
            names,
            key_layout,
            decision_field,
        }
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

    /// The place of the first option of an item that is left, in the order of decisions; there must
    /// be one. If the last decision was on the same item, the search begins after its place.
    pub(super) fn next_decision(
        &self,
        item: u32,
        last: Option<u32>,
        is_left: impl Fn(u32) -> bool,
    ) -> u32 {
        let list = self.list_of(item);
        let last = last.map(as_index).filter(|last| list.contains(last));
        let begin = last.map_or(list.start, |last| last + 1);
        let next = self.decisions[begin..list.end].iter().position(|&option| is_left(option));
        to_u32(begin + next.expect("an item that matters has an option"))
    }

    /// The option that is decided at a place.
    #[inline(always)]
    pub(super) fn decision(&self, place: u32) -> u32 {
        self.decisions[as_index(place)]
    }

    /// The item whose list has this place.
    pub(super) fn item_at(&self, place: u32) -> u32 {
        to_u32(self.items.partition_point(|item| item.begin <= place) - 1)
    }

    /// The options of an item that are decided before the one at a place.
    pub(super) fn decided_before(&self, place: u32) -> &[u32] {
        let begin = self.items[as_index(self.item_at(place))].begin;
        &self.decisions[as_index(begin)..as_index(place)]
    }

    /// Whether a key is that of a subproblem with an item in progress.
    #[cfg(test)]
    pub(super) fn is_in_progress(&self, key: &[u64]) -> bool {
        self.decision_field.is_some_and(|field| self.key_layout.field(field).state(key) != 0)
    }

    /// The memory of the arrays, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.items)
            + size_of_val(&*self.starts)
            + size_of_val(&*self.entries)
            + size_of_val(&*self.lists)
            + size_of_val(&*self.decisions)
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

/// The key layout for the greatest state of each item, and the field of decisions. Lowers `high` to
/// the number of an item's options.
fn key_layout(
    items: &mut [RankedItem],
    primary: usize,
    lists: &[Listed],
) -> (KeyLayout, Option<u32>) {
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
    let is_multiple = |item: &RankedItem| !item.is_idle && !item.is_unit();
    let decision_field = items[..primary].iter().any(is_multiple).then_some(to_u32(items.len()));
    greatest.extend(decision_field.map(|_| to_u32(lists.len())));
    (KeyLayout::new(&greatest, primary), decision_field)
}

/// The options of all lists; those of items that can be covered several times in the order of a
/// sweep, where that has a small front.
fn decisions(
    primary: u32,
    items: &[RankedItem],
    starts: &[u32],
    entries: &[RankedEntry],
    lists: &[Listed],
) -> Vec<u32> {
    let mut decisions: Vec<_> = lists.iter().map(|listed| listed.option).collect();
    let mut budget = option_sweep::BUDGET;
    for own in 0..primary {
        let item = &items[as_index(own)];
        if item.is_idle || item.is_unit() || item.end - item.begin < LEAST {
            continue;
        }
        let list = &mut decisions[as_index(item.begin)..as_index(item.end)];
        let all = |option: u32| {
            as_index(starts[as_index(option)])..as_index(starts[as_index(option) + 1])
        };
        let work = list.iter().map(|&option| to_u64(all(option).len())).sum();
        let Some(rest) = budget.checked_sub(work) else { continue };
        budget = rest;
        let others = |&option: &u32| -> Vec<u32> {
            let others = entries[all(option)].iter().map(|entry| entry.item);
            others.filter(|&other| other != own && !items[as_index(other)].is_idle).collect()
        };
        let options: Vec<_> = list.iter().map(others).collect();
        if let Some(order) = OptionSweep::new(&options).find(&mut budget) {
            let sorted: Vec<_> = order.into_iter().map(|index| list[index]).collect();
            list.copy_from_slice(&sorted);
        }
    }
    decisions
}
