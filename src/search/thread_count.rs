//! [`ThreadCount`]: a number of threads, be it that of the cores.

use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::thread::available_parallelism;

/// The number of threads of a search. 0 stands for the number of cores, which is requested from the
/// system when a search is split: that takes longer than a small search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ThreadCount(usize);

impl ThreadCount {
    pub(super) const ONE: Self = Self(1);

    pub(super) const fn new(threads: usize) -> Self {
        Self(threads)
    }

    /// Whether there may be more than one. The number of cores is not requested for this.
    pub(super) fn may_be_several(self) -> bool {
        self != Self::ONE
    }

    /// The number, at least 1.
    pub(super) fn number(self) -> usize {
        static CORES: OnceLock<usize> = OnceLock::new();
        match self.0 {
            0 => *CORES.get_or_init(|| available_parallelism().map_or(1, NonZeroUsize::get)),
            threads => threads,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_the_number_of_cores() {
        let cores = ThreadCount::new(0);
        assert!(cores.may_be_several() && cores.number() >= 1);
        assert_eq!((ThreadCount::ONE.may_be_several(), ThreadCount::ONE.number()), (false, 1));
        assert_eq!((ThreadCount::new(3).may_be_several(), ThreadCount::new(3).number()), (true, 3));
    }
}
