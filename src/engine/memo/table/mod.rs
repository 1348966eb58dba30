//! The memo: what is known of subproblems, by their keys.
//!
//! # EngineReason keys are compared in full
//!
//! A hash is not a key. With 64 bits and ten million subproblems, two of them share a hash in one run of four hundred
//! thousand; with 32 bits, in every run. Then one of the two gets the other's count, and nothing shows it. Here the
//! hash says where to look, and the words of the key decide.
//!
//! # How it is held
//!
//! Entries stand one after another: a head, the part of the key that is not plain, and the value. Words of a key in
//! front that are 0 are not held, nor those behind that are as they were at the root (nothing was done there yet) or 0.
//! The head says how many words were left out in front, how many are held, what those behind are, and so the whole key
//! can be told from it.
//!
//! Slots are a table with linear probing: the upper half of a slot is that of the hash, the lower half the place of
//! the entry. The upper bits say where a slot belongs, so that a larger table is made without a look at the entries.
//!
//! All words are atomic, so that several threads can use one table (see [`ThreadArena`]). Who has it alone pays nothing for
//! that: to load such a word, or to store one, takes the same instruction.
//!
//! # When it is full
//!
//! Each entry has its *cost*, the nodes that it took to find it with the help of the memo as it was. When there is no
//! more room, those that were cheap go, until half of the room is free. To find one of them again is cheap as long as
//! what it was made of is still there; if that has gone too, it comes back as one that was dear, and stays. So what is
//! held spreads over all depths of the search by itself. The count stays exact; the search takes longer.

mod arena;
mod head;
mod words;

use crate::ids::{to_u64, word_as_index};
use head::{COST_BITS, Head};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use words::Words;

pub(crate) use arena::ThreadArena;

/// What is known of a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Found {
    /// The value, which was written, and the nodes of a search that would look nothing up.
    Value { size: f64 },
    /// Nobody knows it.
    Nothing,
    /// Nobody knows it, but somebody is about to.
    Pending,
}

/// Where subproblems are kept.
pub(crate) trait Memo: std::fmt::Debug {
    /// Looks for the key of a subproblem so many frames below the root. A value is written into `value`.
    fn get(&mut self, depth: usize, key: &[u64], hash: u64, value: &mut Vec<u64>) -> Found;

    /// Keeps the value of a key, with the depth at which it was looked for.
    fn put(&mut self, depth: usize, key: &[u64], hash: u64, value: &[u64], worth: EntryCost);
}

/// How much a value is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryCost {
    /// The nodes of a search for it that would look nothing up.
    pub(crate) size: f64,
    /// Those that it has taken.
    pub(crate) cost: u64,
}

/// How a memo stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MemoStats {
    /// Entries that are held.
    pub(crate) entries: u64,
    /// Entries that were thrown away.
    pub(crate) evicted: u64,
    /// The greatest memory that it took, in bytes.
    pub(crate) bytes: u64,
}

/// A memo in bounded memory.
#[derive(Debug)]
pub(crate) struct Table {
    /// Powers of two of them.
    slots: Vec<AtomicU64>,
    /// The number of bits of a slot's number.
    bits: u32,
    words: Words,
    /// The words in front that are in use.
    used: AtomicUsize,
    entries: AtomicU64,
    /// Where several put: the words that they may use, and whether that was not enough.
    open: usize,
    is_full: AtomicBool,
    /// Whether there is not enough memory for anything.
    is_hopeless: bool,
    /// The words of the key at the root.
    root: Vec<u64>,
    /// The bytes that slots and words may take.
    limit: usize,
    /// How often room was made for several.
    rooms: u64,
    /// Entries that were thrown away.
    evicted: u64,
    /// The greatest memory that it took before it was last swept, in bytes.
    bytes: u64,
}

/// The bits of the smallest table.
const SMALLEST: u32 = 4;

impl Table {
    /// An empty table for the subproblems of a problem with this key at its root, in so many bytes.
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
            rooms: 0,
            bytes: 0,
        }
    }

    /// Changes the bytes that it may take. What is above a lower limit goes when the next entry comes.
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

    /// Looks for a key. A value is written into `value`, and the size of its search is given.
    #[inline]
    pub(crate) fn lookup(&self, key: &[u64], hash: u64, value: &mut Vec<u64>) -> Option<f64> {
        let (head, range) = Head::of_key(key, &self.root)?;
        let own = &key[range];
        let last = self.slots.len() - 1;
        let mut place = word_as_index(hash >> (u64::BITS - self.bits));
        loop {
            let slot = self.slots[place].load(Ordering::Acquire);
            if slot == EMPTY {
                return None;
            }
            if let Some((held, entry)) = self.entry(slot, hash, head, own) {
                value.clear();
                value.extend(entry[1 + own.len()..held.length()].iter().map(word));
                return Some(held.size());
            }
            place = (place + 1) & last;
        }
    }

    /// The entry that a slot leads to, if it is that of a key.
    #[inline]
    fn entry(&self, slot: u64, hash: u64, head: Head, own: &[u64]) -> Option<(Head, &[AtomicU64])> {
        if slot >> 32 != hash >> 32 {
            return None;
        }
        let entry = self.words.at(word_as_index(slot & HALF));
        let held = Head(word(&entry[0]));
        let is_same = held.is_same_key(head)
            && own.iter().zip(&entry[1..]).all(|(own, held)| *own == word(held));
        is_same.then_some((held, entry))
    }

    /// The words that there may be beside the slots.
    fn most_words(&self) -> usize {
        (self.limit / size_of::<u64>()).saturating_sub(self.slots.len()).min(word_as_index(HALF))
    }

    /// Makes room for an entry of so many words, and gives its place.
    fn room_for(&mut self, words: usize) -> Option<usize> {
        let is_crowded =
            |table: &mut Self| (*table.entries.get_mut() + 1) * 2 > to_u64(table.slots.len());
        if !is_crowded(self) || self.widen() {
            let place = self.fit(words);
            if place.is_some() {
                return place;
            }
        }
        if words > self.most_words() {
            // Not even an empty table has room for it.
            return None;
        }
        self.sweep();
        if is_crowded(self) { None } else { self.fit(words) }
    }

    /// The next place for an entry of so many words, if there is room for it.
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

    /// Makes twice as many slots, if there is memory for them and the old ones.
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

    /// Throws away what was cheap, until half of the words are free.
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
                // Of those that cost as much, one goes whenever a whole one is due.
                due += share;
            }
            if head.cost_class() < class || due >= WHOLE {
                due %= WHOLE;
                continue;
            }
            // Never behind where it was: it did fit there.
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

    /// The class of costs below which all can go, and how many parts in 256 of the class itself, so that half of the
    /// words are free.
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

impl Memo for Table {
    #[inline]
    fn get(&mut self, _: usize, key: &[u64], hash: u64, value: &mut Vec<u64>) -> Found {
        self.lookup(key, hash, value).map_or(Found::Nothing, |size| Found::Value { size })
    }

    #[inline]
    fn put(&mut self, _: usize, key: &[u64], hash: u64, value: &[u64], worth: EntryCost) {
        let Some((head, range)) = Head::of_key(key, &self.root) else { return };
        let Some(head) = head.with_value(value.len(), worth) else { return };
        let Some(place) = self.room_for(head.length()) else { return };
        write(self.words.at(place), head, &key[range], value);
        *self.used.get_mut() = place + head.length();
        *self.entries.get_mut() += 1;
        self.place(hash & !HALF | to_u64(place));
    }
}

/// Empty slots.
fn empty(slots: usize) -> Vec<AtomicU64> {
    (0..slots).map(|_| AtomicU64::new(EMPTY)).collect()
}

/// What a word is, for those to whom the slot with its place has shown it.
#[inline(always)]
fn word(word: &AtomicU64) -> u64 {
    word.load(Ordering::Relaxed)
}

/// Writes an entry.
#[inline]
fn write(place: &[AtomicU64], head: Head, key: &[u64], value: &[u64]) {
    let words = std::iter::once(&head.0).chain(key).chain(value);
    place.iter().zip(words).for_each(|(place, &word)| place.store(word, Ordering::Relaxed));
}

/// An empty slot: no entry is in the last place. If it was 0, slots would be had from the system untouched, and each page
/// of them given twice, when it is first read and when it is first written to; the second time all threads are
/// interrupted.
const EMPTY: u64 = u64::MAX;

/// The lower half of a slot.
const HALF: u64 = 0xffff_ffff;

/// Parts of a class of costs.
const WHOLE: u64 = 256;

#[cfg(test)]
mod tests {
    use super::*;

    fn get(table: &mut Table, key: &[u64], hash: u64) -> Option<Vec<u64>> {
        let mut value = Vec::new();
        matches!(table.get(0, key, hash, &mut value), Found::Value { .. }).then_some(value)
    }

    fn worth(cost: u64) -> EntryCost {
        EntryCost { size: 1.0, cost }
    }

    #[test]
    fn keys_of_the_same_hash_are_told_apart() {
        let root = [7, 7, 7, 7];
        let mut table = Table::new(&root, 1 << 20);
        let keys: [[u64; 4]; 8] = [
            [7, 7, 7, 7],
            [0, 7, 7, 7],
            [0, 0, 7, 7],
            [0, 0, 7, 0],
            [0, 7, 0, 0],
            [0, 0, 0, 0],
            [7, 0, 0, 7],
            [1, 7, 0, 7],
        ];
        for (index, key) in keys.iter().enumerate() {
            assert_eq!(get(&mut table, key, 42), None, "{key:?}");
            table.put(0, key, 42, &vec![to_u64(index); index], worth(1));
        }
        for (index, key) in keys.iter().enumerate() {
            assert_eq!(get(&mut table, key, 42), Some(vec![to_u64(index); index]), "{key:?}");
        }
    }

    #[test]
    fn the_dear_stay_when_there_is_no_room() {
        let mut table = Table::new(&[0; 2], 1 << 15);
        let hash = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for number in 1..100_000 {
            let cost = if number % 1000 == 0 { 1_000_000 } else { number % 7 };
            table.put(0, &[number, number], hash(number), &[number], worth(cost));
            assert!(8 * (table.slots.len() + table.used.load(Ordering::Relaxed)) <= 1 << 15);
        }
        let holding = table.holding();
        assert!(holding.evicted > 90_000 && holding.entries > 100, "{holding:?}");
        assert!(holding.bytes <= 1 << 15);
        let held = (1..100_000).filter(|&n| get(&mut table, &[n, n], hash(n)) == Some(vec![n]));
        assert_eq!(to_u64(held.count()), holding.entries);
        for dear in (1000..100_000).step_by(1000) {
            assert_eq!(get(&mut table, &[dear, dear], hash(dear)), Some(vec![dear]));
        }
    }

    #[test]
    fn half_goes_where_all_cost_as_much() {
        let mut table = Table::new(&[0], 1 << 20);
        let hash = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (1..10_000).for_each(|n| table.put(0, &[n], hash(n), &[n], worth(3)));
        table.sweep();
        let entries = table.holding().entries;
        assert!((4500..5500).contains(&entries), "{entries}");
    }

    #[test]
    fn a_size_is_kept_to_a_tenth() {
        let mut table = Table::new(&[0], 1 << 15);
        table.put(0, &[1], 1, &[], EntryCost { size: 1e9, cost: 1 });
        let Found::Value { size } = table.get(0, &[1], 1, &mut Vec::new()) else { panic!() };
        assert!((size / 1e9 - 1.0).abs() < 0.1, "{size}");
    }
}
