//! [`OptionMatrix`]: a problem as bit sets of options.

use super::coverings::Coverings;
use crate::engine::bits;
use crate::engine::memo::layout::{Layout, Listed};
use crate::engine::memo::option_set::OptionSet;
use crate::ids::{ItemId, as_index, to_u32};
use crate::problem::{Bounds, Problem};

/// The words of lists that are counted in the time that an update for an entry takes. Measured: 2
/// to 10.
pub(super) const VECTOR: usize = 4;
/// The most words of a set of options whose lists are also kept as rows.
pub(super) const ROW: usize = 4;

/// The part of a problem that is constant during a search. Options and items have the numbers of
/// the layout.
#[derive(Debug)]
pub(super) struct OptionMatrix {
    pub(super) layout: Layout,
    /// The number of words of a set of options.
    pub(super) words: usize,
    /// The options of each primary item.
    pub(super) lists: Vec<OptionSet>,
    /// The same as rows of as many words, which are counted faster; none for longer sets.
    pub(super) rows: Vec<[u64; ROW]>,
    /// The primary items of option `o` are `primary_items[starts[o]..starts[o + 1]]`.
    primary_items: Vec<u32>,
    starts: Vec<u32>,
    /// The options of each secondary item, also sorted by colours.
    secondary: Vec<(OptionSet, Vec<Listed>)>,
    /// The work of counting an item's live options, in updates for an entry, and the updates for an
    /// option on the average.
    pub(super) counting: usize,
    pub(super) entries: usize,
    /// For each option that was chosen, what it rules out whatever the multiplicities: itself, and
    /// the options with which it conflicts in an item that is covered once or a secondary item.
    ruled_out: Vec<Option<OptionSet>>,
    /// The memory of all sets of options, in bytes.
    pub(super) bytes: usize,
    /// The names of the items, and their bounds.
    pub(super) items: Vec<ItemId>,
    pub(super) bounds: Vec<Bounds>,
    /// The items that are not to be covered exactly once, in ascending order.
    pub(super) multiple: Vec<u32>,
    pub(super) coverings: Coverings,
}

impl OptionMatrix {
    /// For a problem with its primary items in this order. `None` if the sets of the options of
    /// items take more memory than this, in bytes.
    pub(super) fn new(problem: &Problem, order: &[ItemId], memory: usize) -> Option<Self> {
        let layout = Layout::new(problem, order, None, &[]);
        let sets = (0..layout.items.len()).map(|item| &layout.lists[layout.list_of(to_u32(item))]);
        let bytes = sets.map(|own| OptionSet::bytes_of(own.iter().map(|own| own.option))).sum();
        if bytes > memory {
            return None;
        }
        let secondary = problem.items().filter(|&item| !problem.is_primary(item));
        let items: Vec<_> = order.iter().copied().chain(secondary).collect();
        let bounds: Vec<_> = items.iter().map(|&item| problem.bounds(item)).collect();
        let list =
            |item| OptionSet::new(layout.lists[layout.list_of(item)].iter().map(|own| own.option));
        let lists: Vec<_> = (0..layout.primary).map(list).collect();
        let by_color = |item| {
            let mut own = layout.lists[layout.list_of(item)].to_vec();
            own.sort_by_key(|own| own.color);
            own
        };
        let secondary = layout.primary..to_u32(layout.items.len());
        let secondary = secondary.map(|item| (list(item), by_color(item))).collect();
        let options = layout.names.len();
        let multiple: Vec<_> =
            (0..layout.primary).filter(|&item| bounds[as_index(item)] != Bounds::ONCE).collect();
        let words = options.div_ceil(64);
        let rows = lists.iter().filter(|_| words <= ROW).map(OptionSet::row).collect();
        let (mut primary_items, mut starts) = (Vec::new(), vec![0]);
        for option in 0..to_u32(options) {
            let items = layout.entries[layout.entries_of(option)].iter().map(|entry| entry.item);
            primary_items.extend(items.filter(|&item| item < layout.primary));
            starts.push(to_u32(primary_items.len()));
        }
        let list_words: usize = lists.iter().map(|list| list.bits.len()).sum();
        // An item that has been covered as often as it can be is closed.
        let most = |item: usize| bounds[item].high.min(lists[item].count() + 1).saturating_sub(1);
        let coverings = Coverings::new(
            words,
            lists.len(),
            multiple.iter().map(|&item| (item, most(as_index(item)))),
        );
        Some(Self {
            words,
            counting: 1 + list_words / VECTOR / lists.len().max(1),
            entries: primary_items.len() / options.max(1) + 1,
            lists,
            rows,
            primary_items,
            starts,
            secondary,
            ruled_out: vec![None; options],
            bytes,
            items,
            bounds,
            multiple,
            coverings,
            layout,
        })
    }

    /// Whether a primary item is to be covered exactly once.
    #[inline(always)]
    pub(super) fn is_once(&self, item: u32) -> bool {
        !self.coverings.counts(item)
    }

    /// The primary items of an option.
    #[inline(always)]
    pub(super) fn primary_items(&self, option: u32) -> &[u32] {
        let option = as_index(option);
        &self.primary_items[as_index(self.starts[option])..as_index(self.starts[option + 1])]
    }

    /// Makes the set of options that an option rules out, if that was not done.
    pub(super) fn prepare(&mut self, option: u32) {
        if self.ruled_out[as_index(option)].is_none() {
            let conflicts = self.conflicts(option);
            self.bytes += size_of_val(&*conflicts.bits);
            self.ruled_out[as_index(option)] = Some(conflicts);
        }
    }

    /// Removes what a prepared option rules out from a set of options.
    #[inline(always)]
    pub(super) fn rule_out(&self, option: u32, set: &mut [u64]) {
        if let Some(own) = &self.ruled_out[as_index(option)] {
            own.remove_from(set);
        }
    }

    fn conflicts(&self, option: u32) -> OptionSet {
        let layout = &self.layout;
        let mut found = vec![0; self.words];
        bits::set(&mut found, as_index(option));
        for entry in &layout.entries[layout.entries_of(option)] {
            if let Some(secondary) = entry.item.checked_sub(layout.primary) {
                let (own, by_color) = &self.secondary[as_index(secondary)];
                if entry.color == 0 {
                    own.add_to(&mut found);
                } else {
                    own.without(of_color(by_color, entry.color)).add_to(&mut found);
                }
            } else if self.is_once(entry.item) {
                self.lists[as_index(entry.item)].add_to(&mut found);
            }
        }
        OptionSet::of_words(&found)
    }
}

/// The options that give an item this colour, of those that are sorted by colours.
fn of_color(by_color: &[Listed], color: u32) -> &[Listed] {
    let begin = by_color.partition_point(|own| own.color < color);
    let end = by_color.partition_point(|own| own.color <= color);
    &by_color[begin..end]
}

impl OptionSet {
    /// The memory that the set of these numbers would take, in bytes.
    fn bytes_of(mut numbers: impl DoubleEndedIterator<Item = u32>) -> usize {
        let Some(first) = numbers.next() else { return 0 };
        let last = numbers.next_back().unwrap_or(first);
        size_of::<u64>() * (as_index(last) / 64 - as_index(first) / 64 + 1)
    }

    /// The set of the bits of these words.
    fn of_words(words: &[u64]) -> Self {
        let is_used = |&word: &u64| word != 0;
        let first = words.iter().position(is_used).unwrap_or(words.len());
        let end = words.iter().rposition(is_used).map_or(first, |last| last + 1);
        Self { first, bits: words[first..end].into() }
    }

    /// The set without these options, which it contains.
    fn without(&self, options: &[Listed]) -> Self {
        let mut left = self.clone();
        for own in options {
            bits::remove(&mut left.bits, as_index(own.option) - 64 * self.first);
        }
        left
    }

    /// Removes the set from another one.
    #[inline(always)]
    pub(super) fn remove_from(&self, set: &mut [u64]) {
        for (word, bits) in set[self.first..].iter_mut().zip(&*self.bits) {
            *word &= !bits;
        }
    }

    /// Adds the set to another one.
    fn add_to(&self, set: &mut [u64]) {
        for (word, bits) in set[self.first..].iter_mut().zip(&*self.bits) {
            *word |= bits;
        }
    }

    fn count(&self) -> u32 {
        bits::size(&self.bits)
    }

    /// The set as a row, which has at least as many words.
    fn row(&self) -> [u64; ROW] {
        let mut row = [0; ROW];
        row[self.first..self.first + self.bits.len()].copy_from_slice(&self.bits);
        row
    }
}

/// The numbers in a bit set, in ascending order.
pub(super) fn numbers(set: &[u64]) -> impl Iterator<Item = u32> + '_ {
    (0..).zip(set).flat_map(|(index, &word)| {
        let mut bits = word;
        std::iter::from_fn(move || {
            let bit = bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            (bit < 64).then(|| to_u32(index * 64) + bit)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_set_is_known_before_it_is_made() {
        for numbers in [&[][..], &[5], &[64], &[63, 64], &[3, 100, 191], &[3, 100, 192]] {
            let bytes = OptionSet::bytes_of(numbers.iter().copied());
            assert_eq!(bytes, size_of_val(&*OptionSet::new(numbers.iter().copied()).bits));
        }
    }
}
