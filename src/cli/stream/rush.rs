//! Whether an input brings enough at once for several threads.

use quadrille::sudoku::text::Record;
use std::time::{Duration, Instant};

/// As many cells of one read, those of 256 puzzles of 9x9, show that the next read brings many, too.
const MANY: usize = 256 * 81;

/// What takes longer is worth it to make ready for it in several threads, each with a solver of its own.
const LONG: Duration = Duration::from_millis(100);

/// What has come without any waiting for more.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::cli) struct Rush {
    cells: usize,
    /// When the first of it was answered: to answer that one may have meant to make ready.
    since: Option<Instant>,
}

impl Rush {
    /// Notes that these records were answered.
    pub(in crate::cli) fn brought(&mut self, records: &[Record]) {
        self.cells += records.iter().map(|record| record.grid.cells().len()).sum::<usize>();
        self.since.get_or_insert_with(Instant::now);
    }

    /// Whether that is many.
    pub(super) fn is_large(&self) -> bool {
        self.cells >= MANY
    }

    /// Whether the answers have taken long.
    pub(super) fn is_long(&self) -> bool {
        self.since.is_some_and(|since| since.elapsed() >= LONG)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::sudoku::text;

    #[test]
    fn much_is_a_number_of_cells() {
        for (size, puzzles) in [(4, 1296), (9, 256), (16, 81), (36, 16)] {
            let records = [text::parse(&".".repeat(size * size)).unwrap()];
            let mut rush = Rush::default();
            assert!(!rush.is_large() && !rush.is_long());
            (0..puzzles).for_each(|_| {
                assert!(!rush.is_large());
                rush.brought(&records);
            });
            assert!(rush.is_large());
        }
    }

    #[test]
    fn what_it_took_to_make_ready_is_not_long() {
        let since = Instant::now().checked_sub(LONG);
        assert!(Rush { cells: 2, since }.is_long());
        let mut rush = Rush::default();
        rush.brought(&[]);
        assert!(rush.since.is_some_and(|begun| since.is_some_and(|before| before < begun)));
    }
}
