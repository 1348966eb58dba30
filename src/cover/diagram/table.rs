//! The memo: what is known of residues, by their keys.
//!
//! # Why keys are compared in full
//!
//! A hash is not a key. With 64 bits and ten million residues, two of them share a hash in one run of four hundred
//! thousand; with 32 bits, in every run. Then one of the two gets the other's count, and nothing shows it. Here the
//! hash says where to look, and the words of the key decide.
//!
//! # How it is held
//!
//! Entries stand one after another in one array of words: a head, the part of the key that is not plain, and the value.
//! Words of a key in front that are 0 are not held, nor those behind that are as they were at the root (nothing was
//! done there yet) or 0. The head says how many words were left out in front, how many are held, what those behind
//! are, and so the whole key can be told from it.
//!
//! Slots are a table with linear probing: the upper half of a slot is that of the hash, the lower half the place of
//! the entry. The upper bits say where a slot belongs, so that a larger table is made without a look at the entries.
//!
//! # When it is full
//!
//! Each entry has its *cost*, the nodes that it took to find it with the help of the memo as it was. When there is no
//! more room, those that were cheap go, until half of the room is free. To find one of them again is cheap as long as
//! what it was made of is still there; if that has gone too, it comes back as one that was dear, and stays. So what is
//! held spreads over all depths of the search by itself. The count stays exact; the search takes longer.

use crate::ids::{at_word, double, whole, wide};

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

/// Where residues are kept.
pub(crate) trait Memo: std::fmt::Debug {
    /// Looks for a key. A value is written into `value`.
    fn get(&mut self, key: &[u64], hash: u64, value: &mut Vec<u64>) -> Found;

    /// Keeps the value of a key.
    fn put(&mut self, key: &[u64], hash: u64, value: &[u64], worth: Worth);
}

/// How much a value is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    /// The nodes of a search for it that would look nothing up.
    pub(crate) size: f64,
    /// Those that it has taken.
    pub(crate) cost: u64,
}

/// How a memo stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Holding {
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
    /// Powers of two of them; 0 is an empty one.
    slots: Vec<u64>,
    /// The number of bits of a slot's number.
    bits: u32,
    words: Vec<u64>,
    /// The words of the key at the root.
    root: Vec<u64>,
    /// The bytes that slots and words may take.
    limit: usize,
    holding: Holding,
}

/// The bits of the smallest table.
const SMALLEST: u32 = 4;

impl Table {
    /// An empty table for the residues of a problem with this key at its root, in so many bytes.
    pub(crate) fn new(root: &[u64], limit: usize) -> Self {
        Self {
            slots: vec![0; 1 << SMALLEST],
            bits: SMALLEST,
            // No entry is at 0, so that no slot but an empty one is 0.
            words: vec![0],
            root: root.to_vec(),
            limit,
            holding: Holding::default(),
        }
    }

    /// Changes the bytes that it may take. What is above a lower limit goes when the next entry comes.
    pub(crate) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Keeps the value of a key, unless it is there already.
    pub(crate) fn put_new(&mut self, key: &[u64], hash: u64, value: &[u64], worth: Worth) {
        if self.find(key, hash).is_none() {
            self.put(key, hash, value, worth);
        }
    }

    pub(crate) fn holding(&self) -> Holding {
        let bytes = wide(self.bytes(self.slots.len(), self.words.len()));
        Holding { bytes: bytes.max(self.holding.bytes), ..self.holding }
    }

    fn bytes(&self, slots: usize, words: usize) -> usize {
        size_of::<u64>() * (slots + words)
    }

    /// The place of the entry with this key.
    #[inline]
    fn find(&self, key: &[u64], hash: u64) -> Option<usize> {
        let (head, range) = Head::of_key(key, &self.root)?;
        let last = self.slots.len() - 1;
        let mut place = at_word(hash >> (64 - self.bits));
        loop {
            let slot = self.slots[place];
            if slot == 0 {
                return None;
            }
            if slot >> 32 == hash >> 32 {
                let entry = at_word(slot & HALF);
                let held = Head(self.words[entry]);
                if held.is_same_key(head) {
                    let own = &self.words[entry + 1..=entry + held.key_words()];
                    if *own == key[range.clone()] {
                        return Some(entry);
                    }
                }
            }
            place = (place + 1) & last;
        }
    }

    /// Makes room for an entry of so many words. Says whether there is.
    fn has_room(&mut self, words: usize) -> bool {
        let is_crowded = (self.holding.entries + 1) * 2 > wide(self.slots.len());
        // While a table is made, the old one is still there.
        let slots = if is_crowded { self.slots.len() * 3 } else { self.slots.len() };
        if self.words.len() + words > at_word(HALF)
            || self.bytes(slots, self.words.len() + words) > self.limit
        {
            if self.bytes(self.slots.len(), 1 + words) > self.limit {
                // Not even an empty table has room for it.
                return false;
            }
            self.sweep();
            let fits = self.bytes(self.slots.len(), self.words.len() + words) <= self.limit;
            return fits && (self.holding.entries + 1) * 2 <= wide(self.slots.len());
        }
        if is_crowded {
            self.widen();
        }
        let length = self.words.len() + words;
        if length > self.words.capacity() {
            // Twice as much, but no more than is allowed.
            let most = (self.limit / size_of::<u64>()).saturating_sub(self.slots.len());
            let wanted = (2 * length).min(most).max(length);
            self.words.reserve_exact(wanted - self.words.len());
        }
        true
    }

    /// Twice as many slots.
    fn widen(&mut self) {
        self.bits += 1;
        let old = std::mem::replace(&mut self.slots, vec![0; 1 << self.bits]);
        old.into_iter().filter(|&slot| slot != 0).for_each(|slot| self.place(slot));
    }

    fn place(&mut self, slot: u64) {
        let last = self.slots.len() - 1;
        let mut place = at_word(slot >> (64 - self.bits));
        while self.slots[place] != 0 {
            place = (place + 1) & last;
        }
        self.slots[place] = slot;
    }

    /// Throws away what was cheap, until half of the words are free.
    fn sweep(&mut self) {
        let bytes = self.bytes(self.slots.len(), self.words.len());
        self.holding.bytes = self.holding.bytes.max(wide(bytes));
        let (class, share) = self.median_cost();
        let mut old = std::mem::replace(&mut self.slots, vec![0; 1 << self.bits]);
        old.retain(|&slot| slot != 0);
        old.sort_unstable_by_key(|slot| slot & HALF);
        let (mut end, mut due) = (1, 0);
        let before = self.holding.entries;
        self.holding.entries = 0;
        for slot in old {
            let entry = at_word(slot & HALF);
            let head = Head(self.words[entry]);
            if head.cost_class() == class {
                // Of those that cost as much, one goes whenever a whole one is due.
                due += share;
            }
            if head.cost_class() < class || due >= WHOLE {
                due %= WHOLE;
                continue;
            }
            self.words.copy_within(entry..entry + head.length(), end);
            self.place(slot & !HALF | wide(end));
            end += head.length();
            self.holding.entries += 1;
        }
        self.words.truncate(end);
        self.holding.evicted += before - self.holding.entries;
    }

    /// The class of costs below which all can go, and how many parts in 256 of the class itself, so that half of the
    /// words are free.
    fn median_cost(&self) -> (u64, u64) {
        let mut classes = [0; 1 << COST_BITS];
        let mut entry = 1;
        while entry < self.words.len() {
            let head = Head(self.words[entry]);
            classes[at_word(head.cost_class())] += head.length();
            entry += head.length();
        }
        let mut rest = self.words.len().div_ceil(2);
        for (class, &words) in classes.iter().enumerate() {
            if words >= rest {
                let share = (rest * at_word(WHOLE)).div_ceil(words);
                return (wide(class), wide(share));
            }
            rest -= words;
        }
        (wide(classes.len()), 0)
    }
}

impl Memo for Table {
    #[inline]
    fn get(&mut self, key: &[u64], hash: u64, value: &mut Vec<u64>) -> Found {
        let Some(entry) = self.find(key, hash) else { return Found::Nothing };
        let head = Head(self.words[entry]);
        value.clear();
        value.extend_from_slice(&self.words[entry + 1 + head.key_words()..entry + head.length()]);
        Found::Value { size: head.size() }
    }

    #[inline]
    fn put(&mut self, key: &[u64], hash: u64, value: &[u64], worth: Worth) {
        let Some((head, range)) = Head::of_key(key, &self.root) else { return };
        let Some(head) = head.with_value(value.len(), worth) else { return };
        if !self.has_room(head.length()) {
            return;
        }
        let entry = wide(self.words.len());
        self.words.push(head.0);
        self.words.extend_from_slice(&key[range]);
        self.words.extend_from_slice(value);
        self.holding.entries += 1;
        self.place(hash & !HALF | entry);
    }
}

/// The lower half of a slot.
const HALF: u64 = 0xffff_ffff;

/// Parts of a class of costs.
const WHOLE: u64 = 256;

/// The first word of an entry: from the lowest bit, the words of the key left out in front (16 bits), those held (16),
/// whether those behind are as at the root (1), the words of the value (12), twice the binary logarithm of the cost (6),
/// and eight times that of the size (13).
#[derive(Clone, Copy, Debug)]
struct Head(u64);

const KEY: u64 = (1 << 33) - 1;
const COST_SHIFT: u32 = 45;
const COST_BITS: u32 = 6;
const SIZE_SHIFT: u32 = COST_SHIFT + COST_BITS;
const SIZE_BITS: u32 = u64::BITS - SIZE_SHIFT;
const SIZE_STEPS: f64 = 8.0;

impl Head {
    /// The head of a key, and the words that are to be held; `None` if they are too many.
    #[inline]
    fn of_key(key: &[u64], root: &[u64]) -> Option<(Self, std::ops::Range<usize>)> {
        let begin = key.iter().position(|&word| word != 0).unwrap_or(key.len());
        let is_root = key.last() == root.last() && begin < key.len();
        let is_held = |index: &usize| key[*index] != if is_root { root[*index] } else { 0 };
        let end = (begin..key.len()).rev().find(is_held).map_or(begin, |index| index + 1);
        let length = end - begin;
        if begin > 0xffff || length > 0xffff {
            return None;
        }
        let head = wide(begin) | wide(length) << 16 | u64::from(is_root) << 32;
        Some((Self(head), begin..end))
    }

    #[inline]
    fn with_value(self, words: usize, worth: Worth) -> Option<Self> {
        if words > 0xfff {
            return None;
        }
        let cost = worth.cost.max(1);
        // The second highest bit is half a step.
        let half = if cost == 1 { 0 } else { cost >> (cost.ilog2() - 1) & 1 };
        let cost = (2 * u64::from(cost.ilog2()) + half).min((1 << COST_BITS) - 1);
        let size = whole(worth.size.max(1.0).log2() * SIZE_STEPS).min((1 << SIZE_BITS) - 1);
        Some(Self(self.0 | wide(words) << 33 | cost << COST_SHIFT | size << SIZE_SHIFT))
    }

    #[inline]
    fn is_same_key(self, other: Self) -> bool {
        (self.0 ^ other.0) & KEY == 0
    }

    #[inline]
    fn key_words(self) -> usize {
        at_word(self.0 >> 16 & 0xffff)
    }

    fn length(self) -> usize {
        1 + self.key_words() + at_word(self.0 >> 33 & 0xfff)
    }

    fn cost_class(self) -> u64 {
        self.0 >> COST_SHIFT & ((1 << COST_BITS) - 1)
    }

    #[inline]
    fn size(self) -> f64 {
        (double(self.0 >> SIZE_SHIFT) / SIZE_STEPS).exp2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(table: &mut Table, key: &[u64], hash: u64) -> Option<Vec<u64>> {
        let mut value = Vec::new();
        matches!(table.get(key, hash, &mut value), Found::Value { .. }).then_some(value)
    }

    fn worth(cost: u64) -> Worth {
        Worth { size: 1.0, cost }
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
            table.put(key, 42, &vec![wide(index); index], worth(1));
        }
        for (index, key) in keys.iter().enumerate() {
            assert_eq!(get(&mut table, key, 42), Some(vec![wide(index); index]), "{key:?}");
        }
    }

    #[test]
    fn the_dear_stay_when_there_is_no_room() {
        let mut table = Table::new(&[0; 2], 1 << 15);
        let hash = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for number in 1..100_000 {
            let cost = if number % 1000 == 0 { 1_000_000 } else { number % 7 };
            table.put(&[number, number], hash(number), &[number], worth(cost));
            assert!(table.bytes(table.slots.len(), table.words.capacity()) <= 1 << 15);
        }
        let holding = table.holding();
        assert!(holding.evicted > 90_000 && holding.entries > 100, "{holding:?}");
        assert!(holding.bytes <= 1 << 15);
        let held = (1..100_000).filter(|&n| get(&mut table, &[n, n], hash(n)) == Some(vec![n]));
        assert_eq!(wide(held.count()), holding.entries);
        for dear in (1000..100_000).step_by(1000) {
            assert_eq!(get(&mut table, &[dear, dear], hash(dear)), Some(vec![dear]));
        }
    }

    #[test]
    fn half_goes_where_all_cost_as_much() {
        let mut table = Table::new(&[0], 1 << 20);
        let hash = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (1..10_000).for_each(|n| table.put(&[n], hash(n), &[n], worth(3)));
        table.sweep();
        let entries = table.holding().entries;
        assert!((4500..5500).contains(&entries), "{entries}");
    }

    #[test]
    fn a_size_is_kept_to_a_tenth() {
        let mut table = Table::new(&[0], 1 << 15);
        table.put(&[1], 1, &[], Worth { size: 1e9, cost: 1 });
        let Found::Value { size } = table.get(&[1], 1, &mut Vec::new()) else { panic!() };
        assert!((size / 1e9 - 1.0).abs() < 0.1, "{size}");
    }

    #[test]
    fn costs_are_in_order() {
        let class = |cost| Head(0).with_value(0, worth(cost)).unwrap().cost_class();
        let classes: Vec<_> = [0, 1, 2, 3, 4, 5, 6, 7, 8, 1 << 31, u64::MAX].map(class).to_vec();
        assert_eq!(classes, [0, 0, 2, 3, 4, 4, 5, 5, 6, 62, 63]);
    }
}
