//! [`BatchStats`]: work counters that are the same on every processor.

use std::ops::Add;

/// Work counters. They are the same on every processor and with every instruction set.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BatchStats {
    /// Propagation passes, each over up to sixteen states.
    pub passes: u64,
    /// The same, each pass counted once for each state.
    pub lane_passes: u64,
    /// Stuck states that were split in two.
    pub guesses: u64,
    /// Branching steps, each of which splits up to sixteen stuck states.
    pub branches: u64,
}

impl Add for BatchStats {
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
