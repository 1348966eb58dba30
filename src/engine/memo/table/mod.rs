//! The memo: a hash table from the keys of subproblems to their values, in bounded memory.
//!
//! # Keys are compared in full
//!
//! A hash is not a key. With 64 bits and ten million subproblems, two of them share a hash in one
//! run of four hundred thousand; with 32 bits, in every run. Then one of the two gets the other's
//! count, and nothing shows it. Here the hash selects the slot, and the words of the key decide.
//!
//! # Layout
//!
//! Entries are stored one after another: a head, the middle words of the key, and the value. Two
//! runs of words are omitted: the words 0 at the start, and the words at the end that are 0, or are
//! equal to those of the root's key (nothing has changed there). The head has the lengths and the
//! kind of the run at the end, so that the whole key can be restored.
//!
//! Slots are an open-addressed table with linear probing: the upper half of a slot is that of the
//! hash, the lower half the position of the entry. The upper bits also determine the slot's
//! position, so that the table grows without reading the entries.
//!
//! All words are atomic, so that several threads can share one table (see [`SharedTable`]). A
//! single thread pays nothing for this: a relaxed load or store is an ordinary instruction.
//!
//! # Eviction
//!
//! Each entry has a *cost*: the nodes of the search that computed it, with the memo as it was then.
//! When the memory is full, the cheapest entries are evicted until half of the words are free. An
//! evicted entry is cheap to recompute as long as the entries that it depends on are held; after
//! that it returns as an expensive entry, and stays. So the entries spread over all depths of the
//! search. Eviction changes the time of a count, never the count.

mod arena;
mod expensive;
mod head;
mod memo;
mod shared;
#[cfg(test)]
mod tests;
mod words;

use crate::ids::{to_u64, word_as_index};
use head::{COST_BITS, Head};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use words::Words;

pub(crate) use head::{EntryCost, HeldEntry};
pub(crate) use memo::Memo;
pub(crate) use shared::SharedTable;

/// The result of a lookup.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Lookup {
    /// The key is held, and its value has been written. `size`: the nodes of a search without memo.
    Value { size: f64 },
    /// The key is not held.
    Nothing,
    /// The key is not held, but another search is working on its subproblem.
    Pending,
}

/// The size of a memo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MemoStats {
    /// Entries that are held.
    pub(crate) entries: u64,
    /// Entries that were evicted.
    pub(crate) evicted: u64,
    /// The peak memory, in bytes.
    pub(crate) bytes: u64,
}

/// A memo in bounded memory.
#[derive(Debug)]
pub(crate) struct Table {
    /// The slots; their number is a power of two.
    slots: Vec<AtomicU64>,
    /// The binary logarithm of the number of slots.
    bits: u32,
    words: Words,
    /// The number of words in use, from the first.
    used: AtomicUsize,
    entries: AtomicU64,
    /// For shared use: the end of the words that threads may take, and whether it was reached.
    open: usize,
    is_full: AtomicBool,
    /// Whether the limit is too low for any entry.
    is_hopeless: bool,
    /// The words of the key at the root.
    root: Vec<u64>,
    /// The limit of slots and words, in bytes.
    limit: usize,
    /// The number of calls of [`Table::make_room`]; each one invalidates the threads' arenas.
    generation: u64,
    /// Entries that were evicted.
    evicted: u64,
    /// The peak memory before the last eviction, in bytes.
    bytes: u64,
}

/// The binary logarithm of the number of slots at first.
const SMALLEST: u32 = 4;

impl Table {
    /// An empty table of at most `limit` bytes for the subproblems of a problem with this root key.
    pub(crate) fn new(root: &[u64], limit: usize) -> Self {
        Self {
            slots: empty(1 << SMALLEST),
            bits: SMALLEST,
            words: Words::default(),
            used: AtomicUsize::new(0),
            entries: AtomicU64::new(0),
            open: 0,
            is_full: AtomicBool::new(false),
            is_hopeless: false,
            root: root.to_vec(),
            limit,
            evicted: 0,
            generation: 0,
            bytes: 0,
        }
    }

    /// Changes the limit, in bytes. Entries above a lower limit are evicted by the next insertion
    /// of a search that has the table to itself.
    pub(crate) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    pub(crate) fn holding(&self) -> MemoStats {
        let used = self.used.load(Ordering::Relaxed);
        MemoStats {
            entries: self.entries.load(Ordering::Relaxed),
            evicted: self.evicted,
            bytes: to_u64(size_of::<u64>() * (self.slots.len() + used)).max(self.bytes),
        }
    }

    /// Looks up a key. If it is held, writes its value to `value`.
    #[inline]
    pub(crate) fn get(&self, key: &[u64], hash: u64, value: &mut Vec<u64>) -> Lookup {
        self.head_of(key, hash, value)
            .map_or(Lookup::Nothing, |head| Lookup::Value { size: head.size() })
    }

    /// Looks up a key. If it is held, writes its value to `value`, and returns the cost of
    /// computing it again.
    #[cfg(feature = "proof")]
    #[inline]
    pub(crate) fn get_with_cost(
        &self,
        key: &[u64],
        hash: u64,
        value: &mut Vec<u64>,
    ) -> Option<u64> {
        self.head_of(key, hash, value).map(Head::cost)
    }

    #[inline]
    fn head_of(&self, key: &[u64], hash: u64, value: &mut Vec<u64>) -> Option<Head> {
        let (head, range) = Head::of_key(key, &self.root)?;
        let own = &key[range];
        self.probe(hash, value, |held, words| is_same_key(held, words, head, own))
    }

    /// Looks for an entry with a hash whose key is accepted. If there is one, writes its value to
    /// `value`.
    pub(crate) fn find(
        &self,
        hash: u64,
        value: &mut Vec<u64>,
        is_same: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Option<EntryCost> {
        let found = self.probe(hash, value, |held, words| {
            is_same(&held.whole_key(words.iter().map(word), &self.root))
        });
        found.map(Head::worth)
    }

    /// Looks for an entry with a hash that is accepted by its head and the words of its key. If
    /// there is one, writes its value to `value`.
    #[inline(always)]
    fn probe(
        &self,
        hash: u64,
        value: &mut Vec<u64>,
        mut is_wanted: impl FnMut(Head, &[AtomicU64]) -> bool,
    ) -> Option<Head> {
        let last = self.slots.len() - 1;
        let mut place = word_as_index(hash >> (u64::BITS - self.bits));
        loop {
            let slot = self.slots[place].load(Ordering::Acquire);
            if slot == EMPTY {
                return None;
            }
            if let Some((head, key, own_value)) = self.entry(slot, hash)
                && is_wanted(head, key)
            {
                value.clear();
                value.extend(own_value.iter().map(word));
                return Some(head);
            }
            place = (place + 1) & last;
        }
    }

    /// The head, the words of the key, and the value of a slot's entry, if its hash begins in the
    /// same way.
    #[inline(always)]
    fn entry(&self, slot: u64, hash: u64) -> Option<(Head, &[AtomicU64], &[AtomicU64])> {
        if slot >> 32 != hash >> 32 {
            return None;
        }
        let entry = self.words.at(word_as_index(slot & HALF));
        let head = Head(word(&entry[0]));
        let (key, value) = entry[1..head.length()].split_at(head.key_words());
        Some((head, key, value))
    }

    /// Stores the value of a key that is not held.
    #[inline]
    pub(crate) fn put(&mut self, key: &[u64], hash: u64, value: &[u64], worth: EntryCost) {
        let Some((head, range)) = Head::of_key(key, &self.root) else { return };
        let Some(head) = head.with_value(value.len(), worth) else { return };
        let Some(place) = self.allocate(head.length()) else { return };
        write(self.words.at(place), head, &key[range], value);
        *self.used.get_mut() = place + head.length();
        *self.entries.get_mut() += 1;
        self.place(hash & !HALF | to_u64(place));
    }

    /// The greatest number of words that the limit allows beside the slots.
    fn most_words(&self) -> usize {
        (self.limit / size_of::<u64>()).saturating_sub(self.slots.len()).min(word_as_index(HALF))
    }

    /// Returns the place for an entry of `words` words, after eviction if need be. `None` if the
    /// limit is too low for it.
    fn allocate(&mut self, words: usize) -> Option<usize> {
        let is_crowded =
            |table: &mut Self| (*table.entries.get_mut() + 1) * 2 > to_u64(table.slots.len());
        if !is_crowded(self) || self.widen() {
            let place = self.fit(words);
            if place.is_some() {
                return place;
            }
        }
        if words > self.most_words() {
            // The entry is too large for an empty table.
            return None;
        }
        self.sweep();
        if is_crowded(self) { None } else { self.fit(words) }
    }

    /// The next place for an entry of `words` words, unless it exceeds the limit.
    fn fit(&mut self, words: usize) -> Option<usize> {
        let (used, most) = (*self.used.get_mut(), self.most_words());
        loop {
            if let Some(place) = self.words.fit(used, words) {
                return Some(place).filter(|place| place + words <= most);
            }
            if !self.words.grow(most) {
                return None;
            }
        }
    }

    /// Doubles the slots, if the limit allows the old and the new ones together.
    fn widen(&mut self) -> bool {
        let slots = self.slots.len();
        if size_of::<u64>() * (3 * slots + *self.used.get_mut()) > self.limit {
            return false;
        }
        self.bits += 1;
        let old = std::mem::replace(&mut self.slots, empty(2 * slots));
        old.into_iter().map(AtomicU64::into_inner).filter(|&slot| slot != EMPTY).for_each(|slot| {
            self.place(slot);
        });
        true
    }

    fn place(&mut self, slot: u64) {
        let last = self.slots.len() - 1;
        let mut place = word_as_index(slot >> (u64::BITS - self.bits));
        while *self.slots[place].get_mut() != EMPTY {
            place = (place + 1) & last;
        }
        *self.slots[place].get_mut() = slot;
    }

    /// Evicts the cheapest entries until half of the words are free, and compacts the others.
    fn sweep(&mut self) {
        self.bytes = self.holding().bytes;
        let slots = self.slots.len();
        let old = std::mem::take(&mut self.slots).into_iter().map(AtomicU64::into_inner);
        let mut old: Vec<u64> = old.filter(|&slot| slot != EMPTY).collect();
        self.slots = empty(slots);
        old.sort_unstable_by_key(|slot| slot & HALF);
        let (class, share) = self.median_cost(&old);
        let (mut end, mut due, mut held) = (0, 0, 0);
        for slot in &old {
            let from = word_as_index(slot & HALF);
            let head = self.head(from);
            if head.cost_class() == class {
                // Of the entries in this class, an even share is evicted.
                due += share;
            }
            if head.cost_class() < class || due >= WHOLE {
                due %= WHOLE;
                continue;
            }
            // The new place is never after the old one, where the entry fitted.
            let Some(to) = self.words.fit(end, head.length()) else { continue };
            self.words.shift(from, to, head.length());
            self.place(slot & !HALF | to_u64(to));
            end = to + head.length();
            held += 1;
        }
        *self.used.get_mut() = end;
        *self.entries.get_mut() = held;
        self.evicted += to_u64(old.len()) - held;
    }

    /// Splits the entries by cost so that evicting the cheaper ones frees half of the words:
    /// returns a class, below which all are evicted, and the share of the class itself, in units of
    /// 1/256.
    fn median_cost(&self, slots: &[u64]) -> (u64, u64) {
        let mut classes = [0; 1 << COST_BITS];
        for slot in slots {
            let head = self.head(word_as_index(slot & HALF));
            classes[word_as_index(head.cost_class())] += head.length();
        }
        let mut rest = classes.iter().sum::<usize>().div_ceil(2);
        for (class, &words) in classes.iter().enumerate() {
            if words > 0 && words >= rest {
                let share = (rest * word_as_index(WHOLE)).div_ceil(words);
                return (to_u64(class), to_u64(share));
            }
            rest -= words;
        }
        (to_u64(classes.len()), 0)
    }

    fn head(&self, place: usize) -> Head {
        Head(word(&self.words.at(place)[0]))
    }
}

/// A vector of empty slots.
fn empty(slots: usize) -> Vec<AtomicU64> {
    (0..slots).map(|_| AtomicU64::new(EMPTY)).collect()
}

/// The value of a word. The acquiring load of the slot makes the words of its entry visible.
#[inline(always)]
fn word(word: &AtomicU64) -> u64 {
    word.load(Ordering::Relaxed)
}

/// Whether an entry with a head and words of its key has the same key as another one.
#[inline(always)]
fn is_same_key(head: Head, words: &[AtomicU64], other: Head, own: &[u64]) -> bool {
    head.is_same_key(other) && own.iter().zip(words).all(|(own, held)| *own == word(held))
}

/// Writes an entry to its place.
#[inline]
fn write(place: &[AtomicU64], head: Head, key: &[u64], value: &[u64]) {
    let words = std::iter::once(&head.0).chain(key).chain(value);
    place.iter().zip(words).for_each(|(place, &word)| place.store(word, Ordering::Relaxed));
}

/// An empty slot: no entry is in the last place. The value is not 0, because the system maps
/// zeroed pages twice, at the first read and at the first write, and the second time interrupts
/// all threads.
const EMPTY: u64 = u64::MAX;

/// The lower half of a slot.
const HALF: u64 = 0xffff_ffff;

/// The unit of a share of a cost class.
const WHOLE: u64 = 256;
