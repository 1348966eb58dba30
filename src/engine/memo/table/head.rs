//! [`Head`]: the first word of an entry, and the [`EntryCost`] that it encodes.

use crate::ids::{floor_u64, to_f64, to_u64, word_as_index};

/// The cost of computing a value again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct EntryCost {
    /// The nodes of a search without memo.
    pub(crate) size: f64,
    /// The work that the search took, in visits of incidences.
    pub(crate) cost: u64,
}

/// An entry, with the upper half of its hash, which is all that a table holds of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct HeldEntry {
    pub(crate) hash: u32,
    pub(crate) key: Vec<u64>,
    pub(crate) value: Vec<u64>,
    pub(crate) worth: EntryCost,
}

/// The first word of an entry. From the lowest bit: the number of key words omitted at the start
/// (16 bits), the number held (16), whether the words after them are those of the root (1), the
/// number of value words (12), twice the binary logarithm of the cost (6), and eight times that of
/// the size (13).
#[derive(Clone, Copy, Debug)]
pub(super) struct Head(pub(super) u64);

const KEY: u64 = (1 << 33) - 1;
const COST_SHIFT: u32 = 45;
pub(super) const COST_BITS: u32 = 6;
const SIZE_SHIFT: u32 = COST_SHIFT + COST_BITS;
const SIZE_BITS: u32 = u64::BITS - SIZE_SHIFT;
const SIZE_STEPS: f64 = 8.0;

impl Head {
    /// The head of a key, and the range of its words to hold; `None` if a number does not fit.
    #[inline]
    pub(super) fn of_key(key: &[u64], root: &[u64]) -> Option<(Self, std::ops::Range<usize>)> {
        let begin = key.iter().position(|&word| word != 0).unwrap_or(key.len());
        let is_root = key.last() == root.last() && begin < key.len();
        let is_held = |index: &usize| key[*index] != if is_root { root[*index] } else { 0 };
        let end = (begin..key.len()).rev().find(is_held).map_or(begin, |index| index + 1);
        let length = end - begin;
        if begin > 0xffff || length > 0xffff {
            return None;
        }
        let head = to_u64(begin) | to_u64(length) << 16 | u64::from(is_root) << 32;
        Some((Self(head), begin..end))
    }

    #[inline]
    pub(super) fn with_value(self, words: usize, worth: EntryCost) -> Option<Self> {
        if words > 0xfff {
            return None;
        }
        let cost = worth.cost.max(1);
        // The second highest bit makes half a step.
        let half = if cost == 1 { 0 } else { cost >> (cost.ilog2() - 1) & 1 };
        let cost = (2 * u64::from(cost.ilog2()) + half).min((1 << COST_BITS) - 1);
        let size = match worth.size {
            // Proofs have no other.
            1.0 => 0,
            size => floor_u64(size.max(1.0).log2() * SIZE_STEPS).min((1 << SIZE_BITS) - 1),
        };
        Some(Self(self.0 | to_u64(words) << 33 | cost << COST_SHIFT | size << SIZE_SHIFT))
    }

    #[inline]
    pub(super) fn is_same_key(self, other: Self) -> bool {
        (self.0 ^ other.0) & KEY == 0
    }

    #[inline]
    pub(super) fn key_words(self) -> usize {
        word_as_index(self.0 >> 16 & 0xffff)
    }

    /// The key of an entry that holds these words of it.
    pub(super) fn whole_key(self, own: impl Iterator<Item = u64>, root: &[u64]) -> Vec<u64> {
        let (begin, is_root) = (word_as_index(self.0 & 0xffff), self.0 >> 32 & 1 == 1);
        let mut key = vec![0; begin];
        key.extend(own);
        let tail = &root[key.len()..];
        key.extend(tail.iter().map(|&word| if is_root { word } else { 0 }));
        key
    }

    /// The size and the cost that the head encodes, rounded down.
    pub(super) fn worth(self) -> EntryCost {
        EntryCost { size: self.size(), cost: self.cost() }
    }

    /// The cost that the head encodes, rounded down.
    #[inline]
    pub(super) fn cost(self) -> u64 {
        let class = self.cost_class();
        let power = 1 << (class / 2);
        power + if class % 2 == 1 { power / 2 } else { 0 }
    }

    pub(super) fn length(self) -> usize {
        1 + self.key_words() + word_as_index(self.0 >> 33 & 0xfff)
    }

    pub(super) fn cost_class(self) -> u64 {
        self.0 >> COST_SHIFT & ((1 << COST_BITS) - 1)
    }

    #[inline]
    pub(super) fn size(self) -> f64 {
        (to_f64(self.0 >> SIZE_SHIFT) / SIZE_STEPS).exp2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_in_order() {
        let class =
            |cost| Head(0).with_value(0, EntryCost { size: 1.0, cost }).unwrap().cost_class();
        let classes: Vec<_> = [0, 1, 2, 3, 4, 5, 6, 7, 8, 1 << 31, u64::MAX].map(class).to_vec();
        assert_eq!(classes, [0, 0, 2, 3, 4, 4, 5, 5, 6, 62, 63]);
    }
}
