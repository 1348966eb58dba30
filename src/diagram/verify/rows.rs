//! Tables with a row for each node, of as many columns as fit into a bound of memory.

use crate::diagram::NodeId;
use crate::diagram::node::Nodes;
use crate::ids::{Color, OptionId, at, narrow};
use crate::problem::Problem;
use std::ops::Range;

/// What a strip of a table may take, in bytes.
#[cfg(not(test))]
const BYTES: usize = 1 << 27;

/// So little that small diagrams are looked at in many strips.
#[cfg(test)]
const BYTES: usize = 1 << 7;

/// The columns of a table in strips that are as wide as memory allows.
pub(super) fn strips(
    columns: usize,
    nodes: &Nodes,
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
    pub(super) fn new(nodes: &Nodes, width: usize) -> Self {
        Self { cells: vec![T::default(); nodes.all() * width], width }
    }

    pub(super) fn row(&self, id: NodeId) -> &[T] {
        &self.cells[id.index() * self.width..][..self.width]
    }

    /// The row of a node, and the rows of all before it.
    #[inline]
    pub(super) fn split(&mut self, id: NodeId) -> (Below<'_, T>, &mut [T]) {
        let (below, row) = self.cells.split_at_mut(id.index() * self.width);
        (Below { cells: below, width: self.width }, &mut row[..self.width])
    }
}

/// The rows of all nodes before one.
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

/// Of each option the items in a strip, as columns of it, and the colours as numbers from 1 (0 without one).
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
                    all.entries.push((narrow(entry.item.index() - strip.start), color));
                }
            }
            all.starts.push(narrow(all.entries.len()));
        }
        all
    }

    /// Columns and colours of an option.
    pub(super) fn of(&self, option: OptionId) -> impl Iterator<Item = (usize, u32)> {
        let [begin, end] = [0, 1].map(|more| at(self.starts[option.index() + more]));
        self.entries[begin..end].iter().map(|&(column, color)| (at(column), color))
    }
}
