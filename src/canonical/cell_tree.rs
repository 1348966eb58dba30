//! [`CellTree`]: the smallest cell of a partition, kept up to date.
//!
//! A tournament tree has a leaf for each position and at each node the least of its children. The
//! cells that have changed are entered when the smallest one is asked for, in a time that is
//! logarithmic in the number of points for each.

use super::partition::Partition;
use super::trail::{Mark, Trail};
use crate::ids::{as_index, high, low, to_u32};
use std::ops::Range;

/// The cells with several points of a partition whose changes are recorded, by length.
#[derive(Debug, Default)]
pub(super) struct CellTree {
    /// The root is node 1, and the children of node `i` are nodes `2 * i` and `2 * i + 1`. The
    /// leaves are the last nodes. The upper half of a key is the length of a cell, and the lower
    /// half is its first position, inverted.
    keys: Vec<u64>,
    /// The number of cuts that are entered.
    known: usize,
    /// Positions of entered cuts that were undone since.
    undone: Vec<u32>,
}

/// The key of a position that is not the first one of a cell with several points.
const NONE: u64 = u64::MAX;

impl CellTree {
    /// Enters all cells of a partition.
    pub(super) fn begin(&mut self, partition: &Partition, trail: &Trail) {
        let points = partition.elements.len();
        self.keys.clear();
        self.keys.resize(2 * points.max(1), NONE);
        self.known = trail.cuts().len();
        self.undone.clear();
        let mut start = 0;
        while start < points {
            self.enter(partition, to_u32(start));
            start += as_index(partition.lengths[start]);
        }
    }

    /// To be called before a partition returns to an earlier state.
    pub(super) fn undo(&mut self, trail: &Trail, mark: Mark) {
        if let Some(cuts) = trail.cuts()[..self.known].get(mark.cuts()..) {
            self.undone.extend(cuts.iter().flatten());
            self.known = mark.cuts();
        }
    }

    /// The same cell as that of [`Partition::smallest_cell`].
    pub(super) fn smallest(
        &mut self,
        partition: &Partition,
        trail: &Trail,
    ) -> Option<Range<usize>> {
        let mut undone = std::mem::take(&mut self.undone);
        undone.drain(..).for_each(|start| self.enter(partition, start));
        self.undone = undone;
        let new = &trail.cuts()[self.known..];
        new.iter().flatten().for_each(|&start| self.enter(partition, start));
        self.known = trail.cuts().len();
        let key = self.keys[1];
        let start = as_index(!low(key));
        (key != NONE).then(|| start..start + as_index(high(key)))
    }

    /// Enters what begins at a position.
    fn enter(&mut self, partition: &Partition, start: u32) {
        let place = as_index(start);
        let is_cell = partition.cells[as_index(partition.elements[place])] == start;
        let length = partition.lengths[place];
        let mut key = NONE;
        if is_cell && length > 1 {
            key = u64::from(length) << 32 | u64::from(!start);
        }
        let mut node = self.keys.len() / 2 + place;
        while std::mem::replace(&mut self.keys[node], key) != key && node > 1 {
            key = key.min(self.keys[node ^ 1]);
            node /= 2;
        }
    }
}
