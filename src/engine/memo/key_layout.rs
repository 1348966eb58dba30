//! [`KeyLayout`]: the position of each item's state in a key.
//!
//! A key is an array of words. Each item has a few bits of one word, its *field*: one bit if its
//! only states are open and closed, more if it can be covered several times or purified with one of
//! several colours. Fields are in the order of branching, the primary items first. So the next open
//! item is the lowest bit set, and covered items are a run of zero words.

use crate::ids::{as_index, low, to_u32};
use crate::splitmix;

/// The fields of all items, by rank.
#[derive(Clone, Debug)]
pub(super) struct KeyLayout {
    places: Vec<Field>,
    /// The item of each bit, and [`UNUSED`] for padding.
    owners: Vec<u32>,
    /// The bits of primary items.
    primary: Vec<u64>,
    /// The bits that are whole fields.
    single: Vec<u64>,
    /// For each item, the random factor of its state in the hash.
    marks: Vec<u64>,
    /// The greatest state of each item.
    greatest: Vec<u32>,
}

/// The position of an item's state: the index of its word, that of its lowest bit, and as many ones
/// as it has bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) word: u32,
    pub(super) shift: u32,
    pub(super) mask: u64,
}

impl Field {
    /// The state in a key.
    #[inline(always)]
    pub(super) fn state(self, words: &[u64]) -> u32 {
        low(words[as_index(self.word)] >> self.shift & self.mask)
    }
}

const UNUSED: u32 = u32::MAX;

impl KeyLayout {
    /// The layout for items with these greatest states, of which the first `primary` are primary.
    pub(super) fn new(greatest: &[u32], primary: usize) -> Self {
        let (mut places, mut owners) = (Vec::with_capacity(greatest.len()), Vec::new());
        let mut primary_bits = 0;
        for (item, &most) in greatest.iter().enumerate() {
            let width = as_index((u32::BITS - most.leading_zeros()).max(1));
            if owners.len() % 64 + width > 64 {
                owners.resize(owners.len().next_multiple_of(64), UNUSED);
            }
            let (word, shift) = (to_u32(owners.len() / 64), to_u32(owners.len() % 64));
            places.push(Field { word, shift, mask: (1 << width) - 1 });
            owners.resize(owners.len() + width, to_u32(item));
            if item < primary {
                primary_bits = owners.len();
            }
        }
        owners.resize(owners.len().next_multiple_of(64).max(64), UNUSED);
        let mut primary = vec![0; owners.len() / 64];
        let mut single = primary.clone();
        for field in places.iter().filter(|field: &&Field| field.mask == 1) {
            single[as_index(field.word)] |= 1 << field.shift;
        }
        for bit in 0..primary_bits {
            primary[bit / 64] |= 1 << (bit % 64);
        }
        let mut seed = 0;
        let marks = greatest.iter().map(|_| next_random(&mut seed)).collect();
        Self { places, owners, primary, single, marks, greatest: greatest.to_vec() }
    }

    /// The number of words of a key.
    pub(super) fn words(&self) -> usize {
        self.primary.len()
    }

    /// The index of the word that holds an item's state, and the bits of the state in it.
    #[inline(always)]
    pub(super) fn place(&self, item: u32, state: u32) -> (usize, u64) {
        let field = self.places[as_index(item)];
        (as_index(field.word), u64::from(state) << field.shift)
    }

    /// The position of an item's state.
    pub(super) fn field(&self, item: u32) -> Field {
        self.places[as_index(item)]
    }

    /// The contribution of a state to the hash. State 0 contributes 0.
    #[inline(always)]
    pub(super) fn mark(&self, item: u32, state: u32) -> u64 {
        self.marks[as_index(item)].wrapping_mul(u64::from(state))
    }

    /// Whether these are the words of a key: a state of at most the greatest one for each field
    /// that is not empty, and nothing else.
    pub(super) fn is_key(&self, words: &[u64]) -> bool {
        let is_field = |(index, &word): (usize, &u64)| {
            let bits = (0..64).filter(|bit| word >> bit & 1 == 1);
            bits.into_iter().all(|bit| self.owners[index * 64 + bit] != UNUSED)
        };
        if words.len() != self.words() || !words.iter().enumerate().all(is_field) {
            return false;
        }
        let mut is_valid = true;
        self.each_state(words, |item, state| is_valid &= state <= self.greatest[as_index(item)]);
        is_valid
    }

    /// Computes the hash of a key from scratch.
    pub(super) fn hash(&self, words: &[u64]) -> u64 {
        let mut hash = 0;
        self.each_state(words, |item, state| hash ^= self.mark(item, state));
        hash
    }

    /// The hash of a key, computed from that of another key by what differs.
    pub(super) fn rehash(&self, words: &[u64], other: &[u64], hash: u64) -> u64 {
        let mut own = hash;
        for (index, (&word, &before)) in words.iter().zip(other).enumerate() {
            let owners = &self.owners[index * 64..][..64];
            let mut bits = (word ^ before) & self.single[index];
            while bits != 0 {
                own ^= self.marks[as_index(owners[as_index(bits.trailing_zeros())])];
                bits &= bits - 1;
            }
            let mut rest = (word ^ before) & !self.single[index];
            while rest != 0 {
                let item = owners[as_index(rest.trailing_zeros())];
                let field = self.places[as_index(item)];
                own ^= self.mark(item, low(word >> field.shift & field.mask));
                own ^= self.mark(item, low(before >> field.shift & field.mask));
                rest &= !(field.mask << field.shift);
            }
        }
        own
    }

    /// Calls `show` with every item in a key and its state.
    #[inline(always)]
    pub(super) fn each_state(&self, words: &[u64], mut show: impl FnMut(u32, u32)) {
        for (index, &word) in words.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let item = self.owners[index * 64 + as_index(rest.trailing_zeros())];
                let field = self.places[as_index(item)];
                show(item, low(rest >> field.shift & field.mask));
                rest &= !(field.mask << field.shift);
            }
        }
    }

    /// The first primary item in a key.
    #[inline]
    pub(super) fn first(&self, words: &[u64]) -> Option<u32> {
        let masked = words.iter().zip(&self.primary).map(|(word, primary)| word & primary);
        let found = masked.enumerate().find(|&(_, bits)| bits != 0);
        found.map(|(index, bits)| self.owners[index * 64 + as_index(bits.trailing_zeros())])
    }

    /// Calls `show` with every primary item in a key.
    #[inline]
    pub(super) fn each(&self, words: &[u64], mut show: impl FnMut(u32)) {
        for (index, (word, primary)) in words.iter().zip(&self.primary).enumerate() {
            let mut rest = word & primary;
            while rest != 0 {
                let item = self.owners[index * 64 + as_index(rest.trailing_zeros())];
                let field = self.places[as_index(item)];
                rest &= !(field.mask << field.shift);
                show(item);
            }
        }
    }
}

/// An odd pseudorandom number. Odd numbers are invertible, so that the products of an item's states
/// differ.
fn next_random(seed: &mut u64) -> u64 {
    splitmix::next(seed) | 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_does_not_cross_words() {
        let greatest = [vec![1; 63], vec![3, 1, 200, 1]].concat();
        let fields = KeyLayout::new(&greatest, 65);
        assert_eq!(fields.words(), 2);
        assert_eq!(fields.place(62, 1), (0, 1 << 62));
        assert_eq!(fields.place(63, 3), (1, 3));
        assert_eq!(fields.place(65, 200), (1, 200 << 3));
    }

    #[test]
    fn items_are_found_in_order_and_the_hash_adds_up() {
        let greatest = [vec![1; 70], vec![5, 9]].concat();
        let fields = KeyLayout::new(&greatest, 71);
        let mut words = vec![0; fields.words()];
        assert_eq!(fields.first(&words), None);
        let states = [(3, 1), (69, 1), (70, 4), (71, 7)];
        let mut hash = 0;
        for (item, state) in states {
            let (word, bits) = fields.place(item, state);
            words[word] ^= bits;
            hash ^= fields.mark(item, state);
        }
        assert_eq!(fields.hash(&words), hash);
        let mut other = words.clone();
        for (item, before, after) in [(3, 1, 0), (5, 0, 1), (70, 4, 2), (71, 7, 8)] {
            let (word, bits) = fields.place(item, before);
            other[word] ^= bits ^ fields.place(item, after).1;
        }
        assert_eq!(fields.rehash(&other, &words, hash), fields.hash(&other));
        assert_eq!(fields.first(&words), Some(3));
        let mut seen = Vec::new();
        fields.each(&words, |item| seen.push(item));
        assert_eq!(seen, [3, 69, 70], "the last is secondary");
    }
}
