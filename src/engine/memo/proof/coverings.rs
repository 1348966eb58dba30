//! [`Coverings`]: how often items have been covered, in a few bits of the words of a residue.
//!
//! Only items that are not to be covered exactly once are counted. An item takes as many bits as
//! the greatest number while it is open: none if it is covered once at most.

use crate::ids::{as_index, low};

/// Where the words of a residue have the coverings of each item.
#[derive(Debug)]
pub(super) struct Coverings {
    fields: Vec<Option<Field>>,
    /// The number of words of a residue.
    pub(super) end: usize,
}

/// Some bits of a word.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: usize,
    shift: u32,
    mask: u64,
}

impl Coverings {
    /// In the words from `first` on: for these of `items` items, numbers up to these.
    pub(super) fn new(
        first: usize,
        items: usize,
        counted: impl Iterator<Item = (u32, u32)>,
    ) -> Self {
        let mut fields = vec![None; items];
        let (mut end, mut used) = (first, u64::BITS);
        for (item, most) in counted {
            let bits = u32::BITS - most.leading_zeros();
            if bits == 0 {
                // Nothing is to be counted: any word will do, if there is one.
                end = end.max(1);
                fields[as_index(item)] = Some(Field { word: 0, shift: 0, mask: 0 });
                continue;
            }
            if used + bits > u64::BITS {
                (end, used) = (end + 1, 0);
            }
            let mask = (1 << bits) - 1;
            fields[as_index(item)] = Some(Field { word: end - 1, shift: used, mask });
            used += bits;
        }
        Self { fields, end }
    }

    /// Whether the coverings of an item are counted.
    #[inline(always)]
    pub(super) fn counts(&self, item: u32) -> bool {
        self.fields[as_index(item)].is_some()
    }

    /// How often an item has been covered; 0 if it is closed, or not counted.
    #[inline(always)]
    pub(super) fn of(&self, item: u32, words: &[u64]) -> u32 {
        let Some(Field { word, shift, mask }) = self.fields[as_index(item)] else { return 0 };
        low(words[word] >> shift & mask)
    }

    /// Writes how often an item has been covered, if that is counted.
    #[inline(always)]
    pub(super) fn set(&self, item: u32, times: u32, words: &mut [u64]) {
        if let Some(Field { word, shift, mask }) = self.fields[as_index(item)] {
            words[word] = words[word] & !(mask << shift) | u64::from(times) << shift;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_has_bits_of_its_own() {
        // 60 items with numbers up to 5 fill more than one word; every fourth item is not counted,
        // and some are covered once at most.
        let counted = (0..80).filter(|item| item % 4 != 0);
        let coverings = Coverings::new(2, 80, counted.map(|item| (item, item % 6)));
        let mut words = vec![u64::MAX; 2];
        words.resize(coverings.end, 0);
        for item in 0..80 {
            coverings.set(item, item % 6, &mut words);
            for other in 0..80 {
                let times = if other <= item && other % 4 != 0 { other % 6 } else { 0 };
                assert_eq!(coverings.of(other, &words), times, "{item} {other}");
            }
        }
        assert_eq!((coverings.end, coverings.counts(4), coverings.counts(6)), (4, false, true));
        assert_eq!(words[..2], [u64::MAX; 2]);
        (0..80).for_each(|item| coverings.set(item, 0, &mut words));
        assert_eq!(words[2..], [0; 2]);
    }

    #[test]
    fn nothing_is_counted_if_items_are_covered_once() {
        assert_eq!(Coverings::new(3, 2, std::iter::empty()).end, 3);
    }
}
