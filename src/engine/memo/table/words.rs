//! [`Words`]: an array that grows and never moves.

use std::sync::atomic::{AtomicU64, Ordering};

/// The binary logarithm of the length of the first segment.
const FIRST: u32 = 9;

/// Words in segments, each twice as long as the one before; only the last may be shorter.
///
/// Growing adds a segment and copies nothing. The system provides its memory at the first write.
#[derive(Debug, Default)]
pub(super) struct Words {
    segments: Vec<Vec<AtomicU64>>,
}

impl Words {
    /// The segment of a word, and the offset in it.
    #[inline(always)]
    fn split(place: usize) -> (usize, usize) {
        let from_end = place + (1 << FIRST);
        let log = from_end.ilog2();
        (crate::ids::as_index(log - FIRST), from_end - (1 << log))
    }

    /// The first word of a segment.
    fn begin(segment: usize) -> usize {
        ((1 << segment) - 1) << FIRST
    }

    /// The words from `place` to the end of its segment.
    #[inline(always)]
    pub(super) fn at(&self, place: usize) -> &[AtomicU64] {
        let (segment, offset) = Self::split(place);
        &self.segments[segment][offset..]
    }

    /// The same words, with exclusive access.
    #[inline(always)]
    #[cfg(test)]
    pub(super) fn at_mut(&mut self, place: usize) -> &mut [AtomicU64] {
        let (segment, offset) = Self::split(place);
        &mut self.segments[segment][offset..]
    }

    /// The number of words.
    pub(super) fn len(&self) -> usize {
        self.segments.last().map_or(0, |last| Self::begin(self.segments.len() - 1) + last.len())
    }

    /// The first place from `place` on with `length` words in one segment.
    #[inline]
    pub(super) fn fit(&self, place: usize, length: usize) -> Option<usize> {
        let (mut segment, offset) = Self::split(place);
        if offset + length <= self.segments.get(segment)?.len() {
            return Some(place);
        }
        loop {
            segment += 1;
            if length <= self.segments.get(segment)?.len() {
                return Some(Self::begin(segment));
            }
        }
    }

    /// Copies `length` words to an earlier place.
    pub(super) fn shift(&self, from: usize, to: usize, length: usize) {
        for (to, from) in self.at(to).iter().zip(self.at(from)).take(length) {
            to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// Adds a segment, or extends the last one, up to `most` words. Returns whether there are more
    /// words than before.
    pub(super) fn grow(&mut self, most: usize) -> bool {
        if most <= self.len() {
            return false;
        }
        let last = self.segments.len().saturating_sub(1);
        let is_short = self.segments.last().is_some_and(|words| words.len() < 1 << last << FIRST);
        let number = if is_short { last } else { self.segments.len() };
        let length = (most - Self::begin(number)).min(1 << number << FIRST);
        let mut segment = zeros(length);
        if is_short {
            let old = self.segments.pop().unwrap_or_default();
            segment.iter_mut().zip(old).for_each(|(new, old)| *new = old);
        }
        self.segments.push(segment);
        true
    }
}

/// A vector of zeros whose memory has not been written.
fn zeros(length: usize) -> Vec<AtomicU64> {
    vec![0; length].into_iter().map(AtomicU64::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_where_they_are_and_no_entry_is_split() {
        let mut words = Words::default();
        assert_eq!((words.len(), words.fit(0, 1)), (0, None));
        let (mut end, mut entries) = (0, Vec::new());
        for number in 1..2000_usize {
            let length = number % 37 + 1;
            let place = loop {
                if let Some(place) = words.fit(end, length) {
                    break place;
                }
                assert!(words.grow(usize::MAX));
            };
            assert!(place >= end && words.at(place).len() >= length);
            for word in &mut words.at_mut(place)[..length] {
                *word.get_mut() = crate::ids::to_u64(number);
            }
            entries.push((place, length));
            end = place + length;
        }
        for (number, &(place, length)) in (1..).zip(&entries) {
            let own = &mut words.at_mut(place)[..length];
            assert!(own.iter_mut().all(|word| *word.get_mut() == number));
        }
    }

    #[test]
    fn there_are_never_more_words_than_allowed() {
        let mut words = Words::default();
        for most in [1, 1, 511, 512, 513, 5000, 5000, 4000, 100_000] {
            let before = words.len();
            while words.grow(most) {}
            assert_eq!(words.len(), most.max(before));
            *words.at_mut(0)[0].get_mut() = 7;
            assert_eq!(words.fit(0, 600).is_some(), most > 1112 || before > 1112, "{most}");
        }
        assert_eq!(*words.at_mut(0)[0].get_mut(), 7);
    }
}
