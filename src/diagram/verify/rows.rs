//! Tables with a row for each node, in strips of as many columns as a memory bound allows.

use crate::diagram::NodeId;
use crate::diagram::node::NodeStore;
use crate::ids::{Color, OptionId, as_index, to_u32};
use crate::problem::Problem;
use std::ops::Range;

/// The size of a strip, in bytes.
#[cfg(not(test))]
const BYTES: usize = 1 << 27;

/// In tests, small diagrams take many strips.
#[cfg(test)]
const BYTES: usize = 1 << 7;

/// The columns of a table, in strips as wide as memory allows.
pub(super) fn strips(
    columns: usize,
    nodes: &NodeStore,
    cell: usize,
) -> impl Iterator<Item = Range<usize>> {
    let width = (BYTES / (cell * nodes.all())).clamp(1, columns.max(1));
    (0..columns).step_by(width).map(move |begin| begin..columns.min(begin + width))
}

/// A row for each node and for each terminal.
#[derive(Debug)]
pub(super) struct Rows<T> {
    cells: Vec<T>,
    width: usize,
}

impl<T: Copy + Default> Rows<T> {
    pub(super) fn new(nodes: &NodeStore, width: usize) -> Self {
        Self { cells: vec![T::default(); nodes.all() * width], width }
    }

    pub(super) fn row(&self, id: NodeId) -> &[T] {
        &self.cells[id.index() * self.width..][..self.width]
    }

    /// The row of a node, and the rows of all earlier nodes.
    #[inline]
    pub(super) fn split(&mut self, id: NodeId) -> (Below<'_, T>, &mut [T]) {
        let (below, row) = self.cells.split_at_mut(id.index() * self.width);
        (Below { cells: below, width: self.width }, &mut row[..self.width])
    }
}

/// The rows of the nodes before one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Below<'a, T> {
    cells: &'a [T],
    width: usize,
}

impl<'a, T> Below<'a, T> {
    #[inline]
    pub(super) fn row(self, id: NodeId) -> &'a [T] {
        &self.cells[id.index() * self.width..][..self.width]
    }
}

/// The entries of each option in a strip: the column of the item, and the number of the colour from
/// 1 (0 for none).
#[derive(Debug)]
pub(super) struct Entries {
    starts: Vec<u32>,
    entries: Vec<(u32, u32)>,
}

impl Entries {
    pub(super) fn new(problem: &Problem, strip: &Range<usize>) -> Self {
        let mut all = Self { starts: vec![0], entries: Vec::new() };
        for option in problem.options() {
            for entry in problem.entries(option) {
                if strip.contains(&entry.item.index()) {
                    let color = entry.color.map_or(0, Color::number);
                    all.entries.push((to_u32(entry.item.index() - strip.start), color));
                }
            }
            all.starts.push(to_u32(all.entries.len()));
        }
        all
    }

    /// The columns and colours of an option.
    pub(super) fn of(&self, option: OptionId) -> impl Iterator<Item = (usize, u32)> {
        let [begin, end] = [0, 1].map(|more| as_index(self.starts[option.index() + more]));
        self.entries[begin..end].iter().map(|&(column, color)| (as_index(column), color))
    }
}
