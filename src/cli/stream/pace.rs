//! How many lines are a block.
//!
//! For lanes it is what one read of the input has brought: they take a millisecond for it. Engines and counters may take any
//! time for one line, and whoever has taken up a block has to answer it alone. So their blocks are made of few lines, and of
//! more, or fewer, until each takes some milliseconds: then to hand it over costs next to nothing, nobody waits long for
//! the last one, and answers that are known are soon written.
//!
//! Where blocks end changes nothing of what is written, and so it may depend on the time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The lines of the first block that is not for lanes, and the most that any has where the first was none.
const FIRST: usize = 16;
const MOST: usize = 512;

/// Blocks that take less are to be larger, and those that take more smaller.
const SHORT: Duration = Duration::from_millis(2);
const LONG: Duration = Duration::from_millis(16);

/// The lines of the next block, at most.
#[derive(Debug)]
pub(super) struct Pace {
    lines: AtomicUsize,
    most: usize,
}

impl Pace {
    /// Blocks that are what a read brings, or small ones.
    pub(super) fn new(is_by_reads: bool) -> Self {
        let (first, most) = if is_by_reads { (usize::MAX, usize::MAX) } else { (FIRST, MOST) };
        Self { lines: AtomicUsize::new(first), most }
    }

    /// Whether a block may be all that a read brings.
    pub(super) fn is_by_reads(&self) -> bool {
        self.most == usize::MAX
    }

    pub(super) fn lines(&self) -> usize {
        self.lines.load(Ordering::Relaxed)
    }

    /// Makes blocks as large as can be.
    pub(super) fn quicken(&self) {
        self.lines.store(self.most, Ordering::Relaxed);
    }

    /// Learns that a block of so many puzzles took so long.
    pub(super) fn took(&self, puzzles: usize, time: Duration) {
        if time < SHORT {
            self.lines.fetch_max((2 * puzzles).min(self.most), Ordering::Relaxed);
        } else if time > LONG {
            self.lines.fetch_min((puzzles / 2).max(1), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_to_take_some_milliseconds() {
        let pace = Pace::new(false);
        let block = |micros: u64| {
            let lines = pace.lines();
            let time = Duration::from_micros(micros) * u32::try_from(lines).unwrap();
            pace.took(lines, time);
            pace.lines()
        };
        assert_eq!([10, 10, 10, 10].map(block), [32, 64, 128, 256]);
        assert_eq!([100, 100, 100, 9000].map(block), [128, 128, 128, 64]);
        assert_eq!([9000; 7].map(block), [32, 16, 8, 4, 2, 1, 1]);
    }

    #[test]
    fn a_short_block_makes_no_others_short() {
        let pace = Pace::new(false);
        pace.took(1, Duration::ZERO);
        pace.took(0, Duration::ZERO);
        assert_eq!(pace.lines(), FIRST);
        pace.took(MOST, Duration::ZERO);
        assert_eq!(pace.lines(), MOST);
    }

    #[test]
    fn for_lanes_blocks_are_what_was_read() {
        let pace = Pace::new(true);
        pace.took(3000, Duration::ZERO);
        assert_eq!(pace.lines(), usize::MAX);
        pace.took(3000, Duration::from_secs(1));
        assert_eq!(pace.lines(), 1500);
        pace.quicken();
        assert_eq!(pace.lines(), usize::MAX);
        let small = Pace::new(false);
        small.quicken();
        assert_eq!((small.lines(), small.is_by_reads()), (MOST, false));
    }
}
