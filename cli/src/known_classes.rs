//! [`KnownClasses`]: the classes of equivalent puzzles that were seen.

use super::stats::units::counted;
use quadrille::sudoku::Grid;
use std::collections::HashSet;

/// The memory limit, unless an argument says otherwise.
pub(super) const MEMORY: usize = 1 << 30;

/// The memory of a form in a set beside its own bytes: its address and length, its share of the
/// set's free places, and what allocation adds.
const OVERHEAD: usize = 56;

/// Classes by their whole canonical forms, in bounded memory.
#[derive(Debug)]
pub(super) struct KnownClasses {
    seen: HashSet<Box<[u8]>>,
    bytes: usize,
    limit: usize,
}

impl KnownClasses {
    pub(super) fn new(limit: usize) -> Self {
        Self { seen: HashSet::new(), bytes: 0, limit }
    }

    /// Adds the class of a form. Returns whether it is new; the error says that it does not fit.
    pub(super) fn insert(&mut self, form: &Grid) -> Result<bool, String> {
        let key = packed(form);
        if self.seen.contains(&key) {
            return Ok(false);
        }
        self.bytes += key.len() + OVERHEAD;
        if self.bytes > self.limit {
            let classes = u64::try_from(self.seen.len()).unwrap_or(u64::MAX);
            let classes = counted(classes, "class");
            return Err(format!("the memory is full with {classes}: --memory can allow more"));
        }
        Ok(self.seen.insert(key))
    }
}

/// A grid in few bytes: its size, which cells have clues, and these, two to a byte up to size 15.
fn packed(grid: &Grid) -> Box<[u8]> {
    let mut bytes = vec![u8::try_from(grid.size()).unwrap_or(0)];
    for cells in grid.cells().chunks(8) {
        let clues = cells.iter().enumerate().filter(|(_, value)| **value != 0);
        bytes.push(clues.fold(0, |clues, (place, _)| clues | 1 << place));
    }
    let values: Vec<u8> = grid.cells().iter().copied().filter(|&value| value != 0).collect();
    if grid.size() < 16 {
        let pair = |pair: &[u8]| pair[0] | pair.get(1).map_or(0, |second| second << 4);
        bytes.extend(values.chunks(2).map(pair));
    } else {
        bytes.extend(values);
    }
    bytes.into_boxed_slice()
}
