//! The number of lines of a block.
//!
//! For the 9x9 solver a block is what one read of the input has brought, which takes it a
//! millisecond. Engines and memos may take any time for one line, and a worker answers its block
//! alone. Their blocks grow or shrink until each takes some milliseconds: then the queues cost next
//! to nothing, the last block is not waited for long, and answers are soon written.
//!
//! The ends of blocks do not change the output, and so may depend on the time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The lines of the first block, and the most of any block, where the 9x9 solver does not take it.
const FIRST: usize = 16;
const MOST: usize = 512;

/// Blocks that take less become larger, and those that take more smaller.
const SHORT: Duration = Duration::from_millis(2);
const LONG: Duration = Duration::from_millis(16);

/// The largest number of lines of the next block.
#[derive(Debug)]
pub(super) struct BlockSize {
    lines: AtomicUsize,
    most: usize,
}

impl BlockSize {
    /// Blocks that are what one read brings, or small ones.
    pub(super) fn new(is_by_reads: bool) -> Self {
        let (first, most) = if is_by_reads { (usize::MAX, usize::MAX) } else { (FIRST, MOST) };
        Self { lines: AtomicUsize::new(first), most }
    }

    /// Whether a block may be all that one read brings.
    pub(super) fn is_by_reads(&self) -> bool {
        self.most == usize::MAX
    }

    pub(super) fn lines(&self) -> usize {
        self.lines.load(Ordering::Relaxed)
    }

    pub(super) fn set_largest(&self) {
        self.lines.store(self.most, Ordering::Relaxed);
    }

    /// Adapts the size to a block of `puzzles` that took `time`.
    pub(super) fn measured(&self, puzzles: usize, time: Duration) {
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
    fn blocks_take_some_milliseconds() {
        let size = BlockSize::new(false);
        let block = |micros: u64| {
            let lines = size.lines();
            let time = Duration::from_micros(micros) * u32::try_from(lines).unwrap();
            size.measured(lines, time);
            size.lines()
        };
        assert_eq!([10, 10, 10, 10].map(block), [32, 64, 128, 256]);
        assert_eq!([100, 100, 100, 9000].map(block), [128, 128, 128, 64]);
        assert_eq!([9000; 7].map(block), [32, 16, 8, 4, 2, 1, 1]);
    }

    #[test]
    fn a_short_block_does_not_shrink_others() {
        let size = BlockSize::new(false);
        size.measured(1, Duration::ZERO);
        size.measured(0, Duration::ZERO);
        assert_eq!(size.lines(), FIRST);
        size.measured(MOST, Duration::ZERO);
        assert_eq!(size.lines(), MOST);
    }

    #[test]
    fn blocks_for_the_9x9_solver_are_what_was_read() {
        let size = BlockSize::new(true);
        size.measured(3000, Duration::ZERO);
        assert_eq!(size.lines(), usize::MAX);
        size.measured(3000, Duration::from_secs(1));
        assert_eq!(size.lines(), 1500);
        size.set_largest();
        assert_eq!(size.lines(), usize::MAX);
        let small = BlockSize::new(false);
        small.set_largest();
        assert_eq!((small.lines(), small.is_by_reads()), (MOST, false));
    }
}
