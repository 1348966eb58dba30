//! What was done: counters that are the same on every processor.

use std::ops::Add;

/// What was done. It is the same on every processor.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Work {
    /// Passes over all sixteen lanes.
    pub passes: u64,
    /// The same, each counted as often as lanes held a state.
    pub lane_passes: u64,
    /// States that were stuck, and became two.
    pub guesses: u64,
    /// How often stuck states branched, up to sixteen of them together.
    pub branches: u64,
}

impl Add for Work {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            passes: self.passes + other.passes,
            lane_passes: self.lane_passes + other.lane_passes,
            guesses: self.guesses + other.guesses,
            branches: self.branches + other.branches,
        }
    }
}
