//! [`Trail`]: the changes of a partition, to undo them.

use super::partition::Partition;
use crate::ids::as_index;

/// The changes of a partition in their order, if they are recorded.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    pub(super) is_on: bool,
    /// The cells that were split, and the first positions of their other parts.
    cuts: Vec<[u32; 2]>,
    /// Edges and points, with their sums before.
    edges: Vec<(u32, u64)>,
    points: Vec<(u32, u64)>,
}

/// A state of a partition: the numbers of changes before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    cuts: usize,
    edges: usize,
    points: usize,
}

impl Mark {
    /// The number of cuts before the state.
    pub(super) fn cuts(self) -> usize {
        self.cuts
    }
}

impl Trail {
    /// Records that a cell was cut at a position.
    #[inline(always)]
    pub(super) fn cut(&mut self, start: u32, at: u32) {
        if self.is_on {
            self.cuts.push([start, at]);
        }
    }

    /// Records the sums that edges had before.
    #[inline(always)]
    pub(super) fn edges(&mut self, edges: &[(u32, u64)]) {
        if self.is_on {
            self.edges.extend_from_slice(edges);
        }
    }

    /// Records the sum that a point had before.
    #[inline(always)]
    pub(super) fn point(&mut self, point: u32, sum: u64) {
        if self.is_on {
            self.points.push((point, sum));
        }
    }

    /// All cuts: a cell that was split, and the first position of its other part.
    pub(super) fn cuts(&self) -> &[[u32; 2]] {
        &self.cuts
    }

    /// The current state.
    pub(super) fn mark(&self) -> Mark {
        Mark { cuts: self.cuts.len(), edges: self.edges.len(), points: self.points.len() }
    }

    /// The first positions of the cells that were made or have become smaller since a state; some
    /// more than once.
    pub(super) fn cells_since(&self, mark: Mark) -> impl Iterator<Item = u32> + '_ {
        self.cuts[mark.cuts..].iter().copied().flatten()
    }

    /// Returns to an earlier state.
    pub(super) fn undo(&mut self, partition: &mut Partition, mark: Mark) {
        for [start, at] in self.cuts.drain(mark.cuts..).rev() {
            partition.join(start, at);
        }
        for (edge, sum) in self.edges.drain(mark.edges..).rev() {
            partition.edge_sums[as_index(edge)] = sum;
        }
        for (point, sum) in self.points.drain(mark.points..).rev() {
            partition.point_sums[as_index(point)] = sum;
        }
    }
}
