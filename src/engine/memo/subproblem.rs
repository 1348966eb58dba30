//! [`MemoSubproblem`]: the part of a problem that choices have left, and its key.
//!
//! # States
//!
//! Each item has a *state*. 0 is *closed*: it is covered, and no option that has it is left. A
//! primary item that is open and has been covered `n` times has `n + 1`; a secondary item has 1 as
//! long as it is not covered, and `c + 1` when it is purified with colour `c`.
//!
//! An option is *left* if it has not been chosen, dropped or removed. The number of options left is
//! known of each item in the key. An item *matters* if it is not closed and has an option left.
//!
//! # The key
//!
//! *The key is the states of the items that matter*; all other fields are 0. It determines which
//! options are left: an option is left if all its items matter and their states allow its colours.
//! So two subproblems with the same key have the same solutions. (A *dropped* option would break
//! this: until all options of its item are decided, the place of the next one is added to the key.
//! See [`MemoSubproblem::drop_option`].)
//!
//! # Undoing
//!
//! Every change of a state is recorded on the trail, and undone from its end; with sets, so is
//! every item that loses its last option. Key and hash are updated with each change; only those of
//! a part are computed from scratch.
//!
//! # Lists and sets
//!
//! Options are removed, and come back when that is undone, in one of two ways, which lead to the
//! same states and sizes:
//!
//! - [`lists`]: one by one, with the entries of each. The trail records them.
//! - [`sets`]: all at once, with the sizes counted anew, where items have so many options that this
//!   takes less time (see [`ItemSets`]). What is left is copied at each mark.

mod item_sets;
mod item_size;
mod lists;
mod sets;
#[cfg(test)]
#[cfg(feature = "diagram")]
mod tests;

use super::capacity::CapacityState;
use super::key_layout::KeyLayout;
use super::layout::Layout;
use super::option_set::all_options;
use crate::canonical::mix;
use crate::engine::bits;
use crate::engine::path::chance;
use crate::engine::unchecked::Unchecked;
use crate::ids::{as_index, high, low, to_u32};
use item_sets::ItemSets;
use item_size::ItemSize;
use std::ops::Range;

/// Marks an entry of the trail as a change of state. The others are removed options, or, with sets,
/// options that were chosen or dropped.
const STATE: u64 = 1 << 63;
/// Marks an entry of the trail as an item that lost its last option, where sets are used.
const GONE: u64 = 1 << 62;

/// A subproblem of a memoised search.
#[derive(Clone, Debug)]
pub(super) struct MemoSubproblem {
    pub(super) layout: Layout,
    /// The bits of the options that are left.
    left: Unchecked<Vec<u64>>,
    /// Set if options are removed by sets.
    sets: Option<ItemSets>,
    /// The number of options left of each item. It is exact for items in the key; with sets, that
    /// of another item can be too large.
    sizes: Unchecked<Vec<ItemSize>>,
    pub(super) states: Vec<u32>,
    pub(super) key: Key,
    trail: Vec<u64>,
    /// The options that were chosen and not undone.
    pub(super) path: Vec<u32>,
    /// Items with no more options left than they need.
    forced: Vec<u32>,
    /// Whether some item has fewer options left than it needs.
    is_wiped_out: bool,
    /// Options that were chosen or dropped, and entries of options that were removed, in all. With
    /// sets, removing takes about the time of so many entries.
    pub(super) nodes: u64,
    pub(super) updates: u64,
}

/// A key with its hash.
#[derive(Clone, Debug, Default)]
pub(super) struct Key {
    pub(super) words: Vec<u64>,
    pub(super) hash: u64,
}

impl Key {
    /// Writes a state to an empty field, or clears it.
    #[inline(always)]
    pub(super) fn toggle(&mut self, fields: &KeyLayout, item: u32, state: u32) {
        let (word, bits) = fields.place(item, state);
        self.words[word] ^= bits;
        self.hash ^= fields.mark(item, state);
    }
}

/// A position on the trail and on the path to undo to.
#[derive(Clone, Copy, Debug)]
pub(super) struct TrailMark {
    trail: u32,
    pub(super) path: u32,
    /// The number of the copy of what is left, if options are removed by sets.
    copy: u32,
}

impl MemoSubproblem {
    #[allow(unsafe_code)]
    pub(super) fn new(layout: Layout) -> Self {
        let count = layout.items.len();
        let key = Key { words: vec![0; layout.key_layout.words()], hash: 0 };
        let sizes =
            layout.items.iter().map(|i| ItemSize { left: i.end - i.begin, low: i.low }).collect();
        let mut subproblem = Self {
            // SAFETY: there is a bit for each option and a size for each item, and their lengths do
            // not change. Words of bits are indexed by the number of an option divided by 64.
            left: unsafe { Unchecked::new(all_options(layout.names.len())) },
            sets: ItemSets::is_faster(&layout).then(|| ItemSets::new(&layout)),
            sizes: unsafe { Unchecked::new(sizes) },
            states: vec![1; count],
            key,
            trail: Vec::new(),
            path: Vec::new(),
            forced: Vec::new(),
            is_wiped_out: false,
            nodes: 1,
            updates: 0,
            layout,
        };
        subproblem.open();
        subproblem
    }

    /// Sets the states of all items before the first choice.
    fn open(&mut self) {
        let primary = self.layout.primary;
        let is_void = |layout: &Layout, number| {
            let item = &layout.items[as_index(number)];
            !item.is_idle && number < primary && item.high == 0
        };
        for item in 0..to_u32(self.states.len()) {
            if self.layout.items[as_index(item)].is_idle || is_void(&self.layout, item) {
                self.states[as_index(item)] = 0;
            } else if self.size(item) > 0 {
                self.key.toggle(&self.layout.key_layout, item, 1);
            }
        }
        for item in 0..primary {
            if is_void(&self.layout, item) {
                // An item that can't be covered removes its options.
                self.is_wiped_out |= self.layout.items[as_index(item)].low > 0;
                self.remove_list(item, None);
            }
        }
        (0..primary).for_each(|item| self.watch(item, self.size(item)));
    }

    /// The number of times that an open primary item must still be covered.
    #[inline(always)]
    fn need(&self, item: u32) -> u32 {
        self.layout.items[as_index(item)].low.saturating_sub(self.states[as_index(item)] - 1)
    }

    /// The chance that an option of an open item is chosen.
    pub(super) fn chance(&self, item: u32) -> f64 {
        let most = self.capacity(item).unwrap_or(0);
        chance(self.need(item), most, self.size(item))
    }

    /// Records whether an open primary item has fewer options left than it needs, or just as many.
    #[inline(always)]
    fn watch(&mut self, item: u32, size: u32) {
        if self.states[as_index(item)] == 0 {
            return;
        }
        let need = self.need(item);
        self.is_wiped_out |= size < need;
        if size == need && need > 0 {
            self.forced.push(item);
        }
    }

    /// A mark to undo to. Marks form a stack: undoing to one of them ends the later ones.
    pub(super) fn mark(&mut self) -> TrailMark {
        let (trail, path) = (to_u32(self.trail.len()), to_u32(self.path.len()));
        let Self { sets, left, sizes, .. } = self;
        let copy = sets.as_mut().map_or(0, |sets| sets.save(trail, left, sizes));
        TrailMark { trail, path, copy }
    }

    /// The options that are left.
    pub(super) fn left(&self) -> &[u64] {
        &self.left
    }

    /// Takes the options of an item out of a set, and calls a function with each.
    #[inline(always)]
    pub(super) fn take_options(&self, item: u32, set: &mut [u64], mut call: impl FnMut(u32)) {
        if let Some(sets) = &self.sets {
            return sets.take_options(item, set, call);
        }
        for listed in &self.layout.lists[self.layout.list_of(item)] {
            if bits::has(set, as_index(listed.option)) {
                bits::remove(set, as_index(listed.option));
                call(listed.option);
            }
        }
    }

    /// Whether an option is left.
    #[inline(always)]
    pub(super) fn is_left(&self, option: u32) -> bool {
        self.left[option / 64] >> (option % 64) & 1 != 0
    }

    #[inline(always)]
    fn set_state(&mut self, item: u32, state: u32) {
        let old = self.states[as_index(item)];
        self.trail.push(STATE | u64::from(old) << 32 | u64::from(item));
        self.show(item, old, state);
        self.states[as_index(item)] = state;
    }

    /// Changes an item's state in the key.
    ///
    /// The item is in the key, because it has an option left: its state changes before the chosen
    /// option is removed, and, when that is undone, after options and sizes have been restored.
    #[inline(always)]
    fn show(&mut self, item: u32, from: u32, to: u32) {
        debug_assert!(self.size(item) > 0);
        self.key.toggle(&self.layout.key_layout, item, from);
        self.key.toggle(&self.layout.key_layout, item, to);
    }

    /// Chooses an option that is left. Returns whether every item still has the options that it
    /// needs.
    #[inline]
    pub(super) fn choose(&mut self, option: u32) -> bool {
        let changed = self.cover_items(option);
        if self.sets.is_some() {
            self.remove_by_sets(option, changed);
            self.update_sizes()
        } else {
            self.remove(option) && self.remove_conflicts(changed)
        }
    }

    /// Changes the states of the items of a chosen option. Returns the range of these changes on
    /// the trail.
    #[inline(always)]
    fn cover_items(&mut self, option: u32) -> Range<usize> {
        self.nodes += 1;
        self.path.push(option);
        let before = self.trail.len();
        for index in self.layout.entries_of(option) {
            let entry = self.layout.entries[index];
            let state = self.states[as_index(entry.item)];
            if state == 0 {
                // An idle item.
            } else if entry.item < self.layout.primary {
                let is_full = state >= self.layout.items[as_index(entry.item)].high;
                self.set_state(entry.item, if is_full { 0 } else { state + 1 });
            } else if entry.color == 0 {
                self.set_state(entry.item, 0);
            } else if state == 1 {
                self.set_state(entry.item, entry.color + 1);
            }
        }
        before..self.trail.len()
    }

    /// Updates the key and the forced items after an item has lost an option and has few left, or
    /// none.
    fn note_removal(&mut self, item: u32) {
        let (size, state) = (self.size(item), self.states[as_index(item)]);
        if state == 0 {
            return;
        }
        // With sets, an item can come here twice.
        let is_in_key = |own: &Self| own.layout.key_layout.field(item).state(&own.key.words) != 0;
        if size == 0 && is_in_key(self) {
            self.key.toggle(&self.layout.key_layout, item, state);
            if self.sets.is_some() {
                self.trail.push(GONE | u64::from(item));
            }
        }
        if item < self.layout.primary {
            self.watch(item, size);
        }
    }

    /// The number of options that an item has left.
    #[inline(always)]
    pub(super) fn size(&self, item: u32) -> u32 {
        self.sizes[as_index(item)].left
    }

    /// Decides not to choose an option that is left.
    ///
    /// The states of items do not record it. The options of an item are decided in one order, so
    /// that the place of the next one does ([`toggle_decision`](Self::toggle_decision)). When all
    /// of them are decided, each option that was not chosen has an item that does not matter, and
    /// the states are exact again.
    pub(super) fn drop_option(&mut self, option: u32) -> bool {
        self.nodes += 1;
        if self.sets.is_some() {
            self.remove_by_sets(option, 0..0);
            self.update_sizes()
        } else {
            self.remove(option)
        }
    }

    /// Chooses or drops the option at a place among the decisions of an item, and chooses what is
    /// forced then. Returns whether every item has the options that it needs.
    pub(super) fn decide(&mut self, place: u32, is_chosen: bool) -> bool {
        let option = self.layout.decision(place);
        let is_possible = if is_chosen { self.choose(option) } else { self.drop_option(option) };
        is_possible && self.propagate()
    }

    /// Chooses forced options until there are none. Returns whether every item has the options that
    /// it needs.
    #[inline]
    pub(super) fn propagate(&mut self) -> bool {
        while !self.is_wiped_out && !self.forced.is_empty() {
            if self.sets.is_some() {
                self.choose_forced_by_sets();
            } else {
                self.choose_forced_by_lists();
            }
        }
        self.forced.clear();
        !self.is_wiped_out
    }

    /// The first option of an item that is left; there must be one.
    pub(super) fn first_of(&self, item: u32) -> u32 {
        let first = match &self.sets {
            Some(sets) => sets.first_of(item, &self.left),
            None => {
                let list = &self.layout.lists[self.layout.list_of(item)];
                list.iter().map(|listed| listed.option).find(|&option| self.is_left(option))
            }
        };
        first.expect("an item that matters has an option")
    }

    /// Writes the place of the next decision to the key, or removes it.
    pub(super) fn toggle_decision(&mut self, place: u32) {
        if let Some(field) = self.layout.decision_field {
            self.key.toggle(&self.layout.key_layout, field, place + 1);
        }
    }

    /// What that changes in the hash of the key.
    pub(super) fn decision_mark(&self, place: u32) -> u64 {
        self.layout.decision_field.map_or(0, |field| self.layout.key_layout.mark(field, place + 1))
    }

    /// Whether an item is open and has options left.
    pub(super) fn matters(&self, item: u32) -> bool {
        self.states[as_index(item)] != 0 && self.size(item) > 0
    }

    /// Undoes all changes after a mark.
    #[inline]
    pub(super) fn undo(&mut self, mark: TrailMark) {
        self.is_wiped_out = false;
        self.forced.clear();
        self.path.truncate(as_index(mark.path));
        let Self { sets, left, sizes, trail, .. } = self;
        let has_sets = sets.is_some();
        if let Some(sets) = sets {
            sets.restore(mark.copy, trail.len(), left, sizes);
        }
        while self.trail.len() > as_index(mark.trail) {
            let Some(change) = self.trail.pop() else { return };
            if change & STATE != 0 {
                let (item, old) = (low(change), high(change & !STATE));
                self.show(item, self.states[as_index(item)], old);
                self.states[as_index(item)] = old;
            } else if change & GONE != 0 {
                self.return_to_key(low(change));
            } else if !has_sets {
                self.restore(low(change));
            }
        }
    }

    /// Writes the state of an item that has an option again to the key.
    fn return_to_key(&mut self, item: u32) {
        let state = self.states[as_index(item)];
        if state != 0 {
            self.key.toggle(&self.layout.key_layout, item, state);
        }
    }

    /// The number of pairs of an item that is to be covered and an option left of it.
    pub(super) fn incidences(&self) -> u64 {
        let mut sum = 0;
        self.layout.key_layout.each(&self.key.words, |item| sum += u64::from(self.size(item)));
        sum
    }

    /// The item with the fewest branches, the first of several.
    #[inline]
    pub(super) fn fewest(&self) -> Option<u32> {
        let mut best = None;
        let mut least = u32::MAX;
        self.layout.key_layout.each(&self.key.words, |item| {
            let size = self.size(item);
            let is_unit = self.layout.items[as_index(item)].is_unit();
            let ways = if is_unit { size } else { size - self.need(item) + 1 };
            if ways < least {
                (best, least) = (Some(item), ways);
            }
        });
        best
    }

    /// The first item in the order.
    #[inline]
    pub(super) fn first(&self) -> Option<u32> {
        self.layout.key_layout.first(&self.key.words)
    }

    /// A hash of the problem, of the order of its items and of what is left.
    pub(super) fn fingerprint(&self) -> u64 {
        let Layout { items, entries, names, .. } = &self.layout;
        let pair = |low: u32, high: u32| u64::from(low) << 32 | u64::from(high);
        let items = items.iter().flat_map(|item| {
            [pair(item.low, item.high), pair(item.begin, item.end), u64::from(item.is_idle)]
        });
        let entries = entries.iter().map(|entry| pair(entry.item, entry.color));
        let names = names.iter().map(|option| u64::from(option.number()));
        let decisions = self.layout.decision_field.map(|_| &self.layout.decisions);
        let decisions = decisions.into_iter().flatten().map(|&option| u64::from(option));
        let problem = items.chain(entries).chain(names).chain(decisions);
        let words = problem.chain(self.key.words.iter().copied());
        words.fold(0, |hash, word| mix(hash.wrapping_add(word).wrapping_add(1)))
    }

    /// Sets whether options are removed by sets, in a subproblem without marks.
    #[cfg(test)]
    pub(super) fn use_sets(&mut self, uses: bool) {
        self.sets = uses.then(|| ItemSets::new(&self.layout));
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.layout.bytes()
            + size_of_val(&*self.left)
            + self.sets.as_ref().map_or(0, ItemSets::bytes)
            + size_of_val(&*self.sizes)
            + size_of_val(&*self.states)
            + size_of::<u64>() * self.trail.capacity()
    }
}

impl CapacityState for MemoSubproblem {
    #[inline(always)]
    fn each_open(&self, mut look: impl FnMut(u32, u32)) {
        let open = (0..self.layout.primary).filter(|&item| self.states[as_index(item)] != 0);
        open.for_each(|item| look(item, self.need(item)));
    }

    #[inline(always)]
    fn capacity(&self, item: u32) -> Option<u32> {
        let covered = self.states[as_index(item)].checked_sub(1)?;
        Some(self.layout.items[as_index(item)].high - covered)
    }

    #[inline(always)]
    fn each_left(&self, mut look: impl FnMut(u32)) {
        bits::each(&self.left, |option| look(to_u32(option)));
    }
}
