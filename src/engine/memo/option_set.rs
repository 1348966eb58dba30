//! [`OptionSet`]: a set of options as bits.

use crate::engine::bits;
use crate::ids::{as_index, to_u32};

/// A set of options as the words of a bit set, from the first that is not 0 to the last.
#[derive(Clone, Debug, Default)]
pub(super) struct OptionSet {
    pub(super) first: usize,
    pub(super) bits: Box<[u64]>,
}

impl OptionSet {
    /// The set of these numbers, in ascending order.
    pub(super) fn new(numbers: impl Iterator<Item = u32>) -> Self {
        let (mut first, mut bits) = (0, Vec::new());
        for number in numbers {
            let word = as_index(number) / 64;
            if bits.is_empty() {
                first = word;
            }
            bits.resize(word - first + 1, 0);
            bits[word - first] |= 1 << (number % 64);
        }
        Self { first, bits: bits.into() }
    }

    /// The least number from one on that is in another set as well.
    #[inline(always)]
    pub(super) fn common_from(&self, number: u32, set: &[u64]) -> Option<u32> {
        let set = &set[self.first..self.first + self.bits.len()];
        let word = as_index(number / 64);
        (word.saturating_sub(self.first)..self.bits.len()).find_map(|index| {
            let mut both = set[index] & self.bits[index];
            if self.first + index == word {
                both &= u64::MAX << (number % 64);
            }
            (both != 0).then(|| to_u32(64 * (self.first + index)) + both.trailing_zeros())
        })
    }

    /// How many numbers of the set are in another one.
    #[inline(always)]
    pub(super) fn count_in(&self, set: &[u64]) -> u32 {
        bits::common_size(&self.bits, &set[self.first..self.first + self.bits.len()])
    }
}

/// The words of the set of all options.
pub(super) fn all_options(count: usize) -> Vec<u64> {
    let mut words = vec![u64::MAX; count.div_ceil(bits::WORD)];
    if let (Some(last), rest @ 1..) = (words.last_mut(), count % bits::WORD) {
        *last = (1 << rest) - 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_numbers_are_found_one_after_another() {
        let own = OptionSet::new([70, 127, 128, 200].into_iter());
        let mut set = vec![0; 4];
        [3, 70, 71, 128, 200].into_iter().for_each(|number| bits::set(&mut set, number));
        let table = [(0, Some(70)), (70, Some(70)), (71, Some(128)), (128, Some(128))];
        let table = table.into_iter().chain([(129, Some(200)), (200, Some(200)), (201, None)]);
        for (from, expected) in table.chain([(255, None), (256, None)]) {
            assert_eq!(own.common_from(from, &set), expected, "{from}");
        }
        assert_eq!(OptionSet::default().common_from(0, &set), None);
    }

    #[test]
    fn all_options_are_in_as_few_words_as_hold_them() {
        let table = [(0, vec![]), (1, vec![1]), (64, vec![u64::MAX]), (66, vec![u64::MAX, 3])];
        for (count, words) in table {
            assert_eq!(all_options(count), words, "{count}");
        }
    }
}
