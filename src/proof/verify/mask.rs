//! [`Mask`]: a set of options or items, as the words of a bit set that are not zero.

use crate::ids::{as_index, to_u32};

/// A set of numbers that is applied to bit sets.
#[derive(Clone, Debug, Default)]
pub(in crate::proof) struct Mask {
    words: Vec<(u32, u64)>,
}

impl Mask {
    /// The set of these numbers, in ascending order; a number may be repeated.
    pub(in crate::proof) fn new(numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut words: Vec<(u32, u64)> = Vec::new();
        for number in numbers {
            let (word, bit) = (to_u32(number / 64), 1 << (number % 64));
            match words.last_mut() {
                Some((last, bits)) if *last == word => *bits |= bit,
                _ => words.push((word, bit)),
            }
        }
        Self { words }
    }

    /// The mask as a bit set of so many words.
    pub(in crate::proof) fn to_set(&self, words: usize) -> Vec<u64> {
        let mut set = vec![0; words];
        self.words.iter().for_each(|&(word, bits)| set[as_index(word)] |= bits);
        set
    }

    /// Removes the numbers of the mask from a bit set.
    #[inline]
    pub(in crate::proof) fn remove_from(&self, set: &mut [u64]) {
        for &(word, bits) in &self.words {
            set[as_index(word)] &= !bits;
        }
    }

    /// Memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// Whether a bit set has a number of the mask.
    #[inline]
    pub(in crate::proof) fn meets(&self, set: &[u64]) -> bool {
        self.words.iter().any(|&(word, bits)| set[as_index(word)] & bits != 0)
    }

    /// The numbers of the mask that a bit set has, in ascending order.
    pub(in crate::proof) fn in_set<'a>(
        &'a self,
        set: &'a [u64],
    ) -> impl Iterator<Item = usize> + 'a {
        self.words.iter().flat_map(move |&(word, bits)| {
            let word = as_index(word);
            bits_of(set[word] & bits).map(move |bit| 64 * word + bit)
        })
    }

    /// How many numbers of the mask a bit set has.
    pub(in crate::proof) fn count(&self, set: &[u64]) -> u32 {
        self.words.iter().map(|&(word, bits)| (set[as_index(word)] & bits).count_ones()).sum()
    }
}

/// The numbers of a bit set, in ascending order.
pub(in crate::proof) fn numbers(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(word, &bits)| bits_of(bits).map(move |bit| 64 * word + bit))
}

fn bits_of(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = as_index(bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
