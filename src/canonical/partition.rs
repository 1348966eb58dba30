//! [`Partition`]: an ordered partition of the points of a hypergraph.

use super::mix::mix;
use crate::ids::as_index;
use std::ops::Range;

/// An ordered partition. A cell is identified by its first position; the order of the points of a
/// cell means nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Partition {
    /// The points, cell by cell, and the position of each point.
    pub(super) elements: Vec<u32>,
    pub(super) places: Vec<u32>,
    /// The cell of each point.
    pub(super) cells: Vec<u32>,
    /// The number of points of each cell.
    pub(super) lengths: Vec<u32>,
    pub(super) edge_sums: Vec<u64>,
    /// The sums of points, which the points of a cell have in common; those of points that are
    /// alone are not kept up to date.
    pub(super) point_sums: Vec<u64>,
    /// The number of cells.
    pub(super) count: usize,
}

impl Partition {
    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let numbers = 4 * size_of::<u32>() + size_of::<u64>();
        numbers * self.elements.capacity() + size_of::<u64>() * self.edge_sums.capacity()
    }

    /// Whether every cell has one point.
    pub(super) fn is_discrete(&self) -> bool {
        self.count == self.elements.len()
    }

    /// The last of the smallest cells with several points, as a range of positions. Small parts of
    /// cells that were split come after the large ones.
    ///
    /// `singles`: a position from which on every cell has one point, such as the number of points.
    /// It becomes the first one. If cells are only split until the next call, it remains valid.
    pub(super) fn smallest_cell(&self, singles: &mut usize) -> Option<Range<usize>> {
        let (mut best, mut end) = (None, *singles);
        *singles = 0;
        while end > 0 {
            let start = as_index(self.cells[as_index(self.elements[end - 1])]);
            let least = best.as_ref().map_or(usize::MAX, Range::len);
            if 1 < end - start && end - start < least {
                if best.is_none() {
                    *singles = end;
                }
                best = Some(start..end);
                if end - start == 2 {
                    break;
                }
            }
            end = start;
        }
        best
    }

    /// A hash of the whole hypergraph as the partition describes it.
    pub(super) fn sum(&self) -> u64 {
        self.edge_sums.iter().fold(0, |sum: u64, &edge| sum.wrapping_add(mix(edge)))
    }

    /// Exchanges a point with the one at a position of its cell.
    #[inline]
    pub(super) fn move_to(&mut self, point: u32, place: u32) {
        let (other, from) = (self.elements[as_index(place)], self.places[as_index(point)]);
        (self.elements[as_index(from)], self.elements[as_index(place)]) = (other, point);
        (self.places[as_index(other)], self.places[as_index(point)]) = (from, place);
    }

    /// Makes the points from a position to the end of a cell a cell of their own.
    #[inline]
    pub(super) fn cut(&mut self, start: u32, at: u32) {
        let length = &mut self.lengths[as_index(start)];
        let own = start + *length - at;
        *length -= own;
        self.lengths[as_index(at)] = own;
        for &point in &self.elements[as_index(at)..as_index(at + own)] {
            self.cells[as_index(point)] = at;
        }
        self.count += 1;
    }

    /// Undoes the last [`cut`](Self::cut) that was not undone.
    pub(super) fn join(&mut self, start: u32, at: u32) {
        let own = self.lengths[as_index(at)];
        for &point in &self.elements[as_index(at)..as_index(at + own)] {
            self.cells[as_index(point)] = start;
        }
        self.lengths[as_index(start)] += own;
        self.count -= 1;
    }
}
