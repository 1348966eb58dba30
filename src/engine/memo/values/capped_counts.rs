//! [`CappedCounts`]: how many solutions there are, up to a number.

use super::Values;
use crate::ids::{OptionId, to_f64};

/// How many solutions there are, up to a number.
#[derive(Clone, Debug)]
pub(crate) struct CappedCounts {
    /// Below 2^32, so that products fit.
    pub(crate) most: u64,
}

impl Values for CappedCounts {
    type Value = u64;
    const IS_INVARIANT: bool = true;

    fn none(&self) -> u64 {
        0
    }

    fn unit(&self) -> u64 {
        1
    }

    #[inline]
    fn is_none(&self, value: &u64) -> bool {
        *value == 0
    }

    #[inline]
    fn is_enough(&self, value: &u64) -> bool {
        *value >= self.most
    }

    #[inline]
    fn add(&mut self, sum: &mut u64, _: &[u32], _: &[OptionId], child: &u64) {
        *sum = (*sum + child).min(self.most);
    }

    #[inline]
    fn multiply(&mut self, product: &mut u64, part: &u64) {
        *product = (*product * part).min(self.most);
    }

    #[inline]
    fn write(&self, value: &u64, words: &mut Vec<u64>) {
        words.clear();
        words.extend((*value > 0).then_some(*value));
    }

    #[inline]
    fn read(&self, words: &[u64]) -> u64 {
        words.first().copied().unwrap_or(0)
    }

    fn estimate(&self, value: &u64) -> f64 {
        to_f64(*value)
    }
}
