//! Shared by the unit tests.

use crate::ids::to_u64;
use crate::splitmix;

/// Whether `QUADRILLE_THOROUGH` is set, as in `.ci/run`. Otherwise long tests try a part of their
/// cases.
pub(crate) fn is_thorough() -> bool {
    std::env::var_os("QUADRILLE_THOROUGH").is_some()
}

/// This number of cases if tests are thorough, else a quarter of it.
pub(crate) fn part_of(cases: usize) -> usize {
    if is_thorough() { cases } else { cases.div_ceil(4) }
}

/// A row of [`splitmix`] numbers.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        splitmix::next(&mut self.0)
    }

    /// A number below a bound above 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % to_u64(bound)).unwrap()
    }

    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// A list in a random order.
    pub(crate) fn shuffled<T>(&mut self, list: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut list: Vec<_> = list.into_iter().collect();
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
        list
    }
}
