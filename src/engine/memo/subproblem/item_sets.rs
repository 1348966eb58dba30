//! [`ItemSets`]: the options of each item as bit sets, and copies of what was left.
//!
//! Where items have many options, a choice removes many. By lists, each of them is visited with its
//! items, and again when the choice is undone. By sets, options are removed by a few operations on
//! words. Then the options of each open item are counted anew, or, if few were removed, their items
//! are updated. What is left is copied at a mark, and copied back to undo choices.

use super::item_size::ItemSize;
use crate::engine::bits;
use crate::engine::bitset::cpu::{self, CpuTask};
use crate::engine::memo::layout::Layout;
use crate::engine::memo::option_set::OptionSet;
use crate::ids::{as_index, to_u32, to_u64};

/// The words of sets that are counted in the time that an update for an entry takes. Measured on
/// networks: 4 and 8 take the same time, 16 more.
const WORDS_PER_UPDATE: usize = 8;
/// How many times as long a choice by lists must take, by an estimate at the root, for sets to be
/// used. Measured: near this, both take the same time, because deep in a search fewer options are
/// left, but not fewer words.
const LEAST_GAIN: u64 = 6;
/// The most memory that the copies of a search can take, in bytes.
const MOST_BYTES: u64 = 1 << 26;

/// The options of each item, and copies of what was left.
#[derive(Clone, Debug)]
pub(super) struct ItemSets {
    /// The options of each item.
    of_items: Vec<OptionSet>,
    /// The words of an item's set, and the entries of an option, on average, rounded up.
    words: usize,
    entries: usize,
    /// The options that were removed since sizes were last updated.
    removed: Vec<u64>,
    /// The items that had few options left when sizes were last updated. An item can be there
    /// twice.
    pub(super) with_few_left: Vec<u32>,
    copies: Vec<LeftCopy>,
    /// The number of copies in use.
    depth: usize,
}

/// What was left when the trail had this length.
#[derive(Clone, Debug, Default)]
struct LeftCopy {
    trail: u32,
    left: Vec<u64>,
    sizes: Vec<ItemSize>,
}

/// An update of the sizes, compiled for the processor.
struct SizeUpdate<'a> {
    sets: &'a mut ItemSets,
    layout: &'a Layout,
    key: &'a [u64],
    left: &'a [u64],
    sizes: &'a mut [ItemSize],
}

impl CpuTask for SizeUpdate<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(mut self) -> u64 {
        let updates = as_index(bits::size(&self.sets.removed)) * self.sets.entries;
        // The bits of a key are about its items.
        let words = as_index(bits::size(self.key)) * self.sets.words / WORDS_PER_UPDATE;
        if updates < words {
            self.update_removed();
        } else {
            self.count_all();
        }
        let copies = (2 * self.left.len() + self.sizes.len()) / WORDS_PER_UPDATE;
        to_u64(copies + updates.min(words))
    }
}

impl SizeUpdate<'_> {
    /// Updates the sizes of the items of removed options.
    #[inline(always)]
    fn update_removed(&mut self) {
        let mut removed = std::mem::take(&mut self.sets.removed);
        bits::each(&removed, |option| {
            for entry in &self.layout.entries[self.layout.entries_of(to_u32(option))] {
                let size = self.sizes[as_index(entry.item)].left - 1;
                self.set_size(entry.item, size);
            }
        });
        removed.fill(0);
        self.sets.removed = removed;
    }

    /// Counts the options left of all items in the key.
    #[inline(always)]
    fn count_all(&mut self) {
        self.sets.removed.fill(0);
        self.layout.key_layout.each_state(self.key, |item, _| {
            let size = self.sets.of_items[as_index(item)].count_in(self.left);
            if size != self.sizes[as_index(item)].left {
                self.set_size(item, size);
            }
        });
    }

    #[inline(always)]
    fn set_size(&mut self, item: u32, size: u32) {
        let own = &mut self.sizes[as_index(item)];
        own.left = size;
        if size <= own.low {
            self.sets.with_few_left.push(item);
        }
    }
}

impl ItemSets {
    /// Whether removing options by sets takes less time than one by one. The estimate is that of a
    /// choice at the root: the entries that are removed, and the words that are counted and copied.
    pub(super) fn is_faster(layout: &Layout) -> bool {
        let (mut removed, mut words, mut depth) = (0, 0, 0);
        for (rank, item) in (0..).zip(&layout.items) {
            let list = &layout.lists[layout.list_of(rank)];
            if let (Some(first), Some(last)) = (list.first(), list.last()) {
                // An item with multiplicities removes its options only when it is covered for the
                // last time.
                removed += to_u64(list.len()).pow(2) / u64::from(item.high.max(1));
                words += to_u64(as_index(last.option / 64 - first.option / 64) + 1);
                // There is a mark for each item that is branched on, or for each option of it.
                depth += if item.is_unit() { 1 } else { to_u64(list.len()) };
            }
        }
        let options = to_u64(layout.names.len()).max(1);
        let updates = removed / options * to_u64(layout.entries.len()) / options;
        let items = to_u64(layout.items.len());
        // The options that are left are copied, and those that were removed are cleared.
        let copied = items + 2 * options.div_ceil(64);
        depth * copied <= MOST_BYTES / to_u64(size_of::<u64>())
            && updates * to_u64(WORDS_PER_UPDATE) >= LEAST_GAIN * (words + copied)
    }

    pub(super) fn new(layout: &Layout) -> Self {
        let set = |item| {
            let list = &layout.lists[layout.list_of(item)];
            OptionSet::new(list.iter().map(|listed| listed.option))
        };
        let of_items: Vec<_> = (0..to_u32(layout.items.len())).map(set).collect();
        let options = layout.names.len();
        let words = of_items.iter().map(|set| set.bits.len()).sum::<usize>();
        Self {
            words: words / of_items.len().max(1) + 1,
            entries: layout.entries.len() / options.max(1) + 1,
            of_items,
            removed: vec![0; options.div_ceil(64)],
            with_few_left: Vec::new(),
            copies: Vec::new(),
            depth: 0,
        }
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let sets = self.of_items.iter().map(|set| size_of_val(&*set.bits));
        let copies = self.copies.iter();
        let copies = copies.map(|copy| size_of_val(&*copy.left) + size_of_val(&*copy.sizes));
        let own = size_of_val(&*self.of_items) + size_of_val(&*self.removed);
        own + sets.sum::<usize>() + copies.sum::<usize>()
    }

    /// Copies what is left, unless that was done at this length of the trail. Returns the number of
    /// the copy.
    pub(super) fn save(&mut self, trail: u32, left: &[u64], sizes: &[ItemSize]) -> u32 {
        if self.depth == 0 || self.copies[self.depth - 1].trail != trail {
            if self.depth == self.copies.len() {
                self.copies.push(LeftCopy::default());
            }
            let copy = &mut self.copies[self.depth];
            copy.trail = trail;
            copy.left.clear();
            copy.left.extend_from_slice(left);
            copy.sizes.clear();
            copy.sizes.extend_from_slice(sizes);
            self.depth += 1;
        }
        to_u32(self.depth - 1)
    }

    /// Copies back what was left, if the trail has got longer; later copies are discarded.
    pub(super) fn restore(
        &mut self,
        number: u32,
        trail: usize,
        left: &mut [u64],
        sizes: &mut [ItemSize],
    ) {
        debug_assert!(as_index(number) < self.depth, "marks form a stack");
        let copy = &self.copies[as_index(number)];
        self.depth = as_index(number) + 1;
        if trail > as_index(copy.trail) {
            left.copy_from_slice(&copy.left);
            sizes.copy_from_slice(&copy.sizes);
            self.removed.fill(0);
        }
    }

    /// Removes an option that is left. The sizes are updated later.
    pub(super) fn remove(&mut self, option: u32, left: &mut [u64]) {
        bits::remove(left, as_index(option));
        bits::set(&mut self.removed, as_index(option));
    }

    /// Removes all options of an item.
    pub(super) fn remove_all(&mut self, item: u32, left: &mut [u64]) {
        let OptionSet { first, bits } = &self.of_items[as_index(item)];
        let left = &mut left[*first..*first + bits.len()];
        let removed = &mut self.removed[*first..*first + bits.len()];
        for index in 0..bits.len() {
            removed[index] |= left[index] & bits[index];
            left[index] &= !bits[index];
        }
    }

    /// Takes the options of an item out of a set, and calls a function with each.
    #[inline(always)]
    pub(super) fn take_options(&self, item: u32, set: &mut [u64], mut call: impl FnMut(u32)) {
        let OptionSet { first, bits } = &self.of_items[as_index(item)];
        let set = &mut set[*first..*first + bits.len()];
        for index in 0..bits.len() {
            let mut both = set[index] & bits[index];
            set[index] &= !bits[index];
            while both != 0 {
                call(to_u32((*first + index) * 64) + both.trailing_zeros());
                both &= both - 1;
            }
        }
    }

    /// The first option of an item that is left.
    pub(super) fn first_of(&self, item: u32, left: &[u64]) -> Option<u32> {
        self.of_items[as_index(item)].common_from(0, left)
    }

    /// Updates the sizes after options were removed. Returns the work, in updates of entries.
    pub(super) fn update(
        &mut self,
        layout: &Layout,
        key: &[u64],
        left: &[u64],
        sizes: &mut [ItemSize],
    ) -> u64 {
        self.with_few_left.clear();
        cpu::run_here(SizeUpdate { sets: self, layout, key, left, sizes })
    }
}
