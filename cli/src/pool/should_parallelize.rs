//! Whether an input brings enough at once for several threads.

use crate::handler::PoolConfig;
use quadrille::sudoku::text::Record;
use std::time::{Duration, Instant};

/// The cells of one read, those of 256 puzzles of 9x9, from which on the next read is expected to
/// bring many, too.
const MANY: usize = 256 * 81;

/// Above this duration, starting workers pays off, each with a solver of its own.
const LONG: Duration = Duration::from_millis(100);

/// The puzzles that arrived without waiting for input.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Burst {
    cells: usize,
    /// When the first batch was answered, whose time may include setup.
    since: Option<Instant>,
}

impl Burst {
    pub(crate) fn add(&mut self, records: &[Record]) {
        self.cells += records.iter().map(|record| record.grid.cells().len()).sum::<usize>();
        self.since.get_or_insert_with(Instant::now);
    }

    /// Whether there is enough for any pool. Its configuration is not needed for this, which can
    /// depend on the number of cores.
    pub(crate) fn is_enough(&self, has_more: bool) -> bool {
        self.is_large() || has_more && self.is_long()
    }

    /// Whether a pool should take over. A counter with several threads handles long counts better
    /// than a pool does where puzzles are few.
    pub(crate) fn should_parallelize(&self, config: &PoolConfig, has_more: bool) -> bool {
        self.is_large() || has_more && self.is_long() && !config.uses_memo
    }

    fn is_large(&self) -> bool {
        self.cells >= MANY
    }

    fn is_long(&self) -> bool {
        self.since.is_some_and(|since| since.elapsed() >= LONG)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::sudoku::text;

    #[test]
    fn a_burst_is_large_by_its_cells() {
        for (size, puzzles) in [(4, 1296), (9, 256), (16, 81), (36, 16)] {
            let records = [text::parse(&".".repeat(size * size)).unwrap()];
            let mut burst = Burst::default();
            assert!(!burst.is_large() && !burst.is_long() && !burst.is_enough(true));
            (0..puzzles).for_each(|_| {
                assert!(!burst.is_large());
                burst.add(&records);
            });
            assert!(burst.is_large() && burst.is_enough(false));
        }
    }

    #[test]
    fn setup_is_not_part_of_the_duration() {
        let since = Instant::now().checked_sub(LONG);
        assert!(Burst { cells: 2, since }.is_long());
        let mut burst = Burst::default();
        burst.add(&[]);
        assert!(burst.since.is_some_and(|begun| since.is_some_and(|before| before < begun)));
    }
}
