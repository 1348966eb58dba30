//! [`Narrowing`]: a limit below that of the search.
//!
//! With strong multipliers the cheapest solution often costs little more than the bound, while the
//! limit, which is the cost of the best solution found, is far above it. Below a narrow limit, most
//! options are fixed at the root, so the search is short. If it ends without the solutions wanted,
//! it begins again with twice the gap. If the tree doubles with the gap, all these searches
//! together are twice as long as the last one; at worst there are five of the same length.

/// The first part of the gap, given as a divisor.
const FIRST_PART: u128 = 16;

/// A limit, as a bound of the cost of all solutions and a gap. See the head of this file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Narrowing {
    bound: u128,
    gap: u128,
}

impl Narrowing {
    /// The first narrow limit, between a bound and a limit.
    pub(super) fn new(bound: u128, limit: u128) -> Self {
        let gap = limit.saturating_sub(bound) / FIRST_PART;
        Self { bound, gap: gap.max(1) }
    }

    pub(super) fn limit(self) -> u128 {
        self.bound.saturating_add(self.gap)
    }

    /// The next limit, after a search below this one: that of the whole search if that one is not
    /// much farther from the bound.
    pub(super) fn widened(self, limit: u128) -> Self {
        let gap = self.gap.saturating_mul(2);
        let whole = limit.saturating_sub(self.bound);
        Self { gap: if gap.saturating_mul(2) >= whole { whole } else { gap }, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gap_doubles_until_it_is_nearly_whole() {
        for (bound, limit) in [(0, 0), (7, 7), (9, 7), (0, 1), (100, 1124), (5, u128::MAX)] {
            let mut narrowing = Narrowing::new(bound, limit);
            let mut limits = vec![narrowing.limit()];
            while narrowing.limit() < limit {
                narrowing = narrowing.widened(limit);
                limits.push(narrowing.limit());
            }
            assert!(limits.is_sorted_by(|a, b| a < b), "{limits:?}");
            assert!(limits.len() <= 5, "{limits:?}");
        }
        let first = Narrowing::new(100, 1124);
        let limits = [first, first.widened(1124), first.widened(1124).widened(1124)];
        assert_eq!(limits.map(Narrowing::limit), [164, 228, 356]);
        // A better solution was found in the meantime.
        assert_eq!(first.widened(300).limit(), 300);
    }
}
