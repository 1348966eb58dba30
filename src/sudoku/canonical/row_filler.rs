//! [`RowFiller`]: the least ways in which a row of a grid can be the next row of an image.
//!
//! The row is filled from left to right. At each place, the columns that may stand there are
//! compared by the least entry that each of them can have:
//!
//! - Blanks, and values with a known label: all columns with the least entry take the next places
//!   together, and their order stays open.
//! - New values: the same; their labels are in the order of the columns.
//! - A value whose label is open, because its *home*, the column in which it got the label, is not
//!   fixed. The least label that it can have is that of the first place of the cell of its home. If
//!   several columns can have it, their homes are in one cell: the order of the columns is then the
//!   order of their homes, so that the two cells are linked. Where that is impossible, the search
//!   branches, and fixes a column and its home.
//!
//! Stacks that are still exchangeable are compared first (`row_stacks`).

use super::place_set::{first, members};
use super::row_node::{RowNode, ValueLabel};
use super::tree_search::LeastChildren;
use crate::ids::as_index;
use crate::search::StopReason;

/// Fills one row.
pub(super) struct RowFiller<'a, 'b, const N: usize> {
    /// The row of the grid, by columns.
    pub(super) row: &'a [u8],
    /// The row of the image.
    pub(super) level: usize,
    /// Whether the order of new values has to be decided at once, because some occur twice.
    pub(super) branch_on_new: bool,
    pub(super) children: &'a mut LeastChildren<'b, RowNode<N>>,
}

/// The least entry of the image that a column can have.
#[derive(Clone, Copy)]
pub(super) enum LeastEntry {
    /// A label, 0 for a blank, that does not depend on the order of the columns.
    Known(u8),
    /// The least of several labels.
    Open(u8),
    /// The next label.
    New,
}

impl LeastEntry {
    /// The label, where that of a new value is greater than all others.
    pub(super) fn label(self) -> u8 {
        match self {
            Self::Known(label) | Self::Open(label) => label,
            Self::New => u8::MAX,
        }
    }
}

impl<const N: usize> RowFiller<'_, '_, N> {
    /// Fills the places from one on in all ways that give the least row, and adds the nodes.
    pub(super) fn fill(
        &mut self,
        mut node: RowNode<N>,
        mut place: usize,
    ) -> Result<(), StopReason> {
        self.children.step()?;
        while place < self.row.len() {
            let stacks_end = node.order.stack_cell_end(place);
            let next = if node.order.stack_end(place) < stacks_end {
                self.choose_stacks(&mut node, place, stacks_end)?
            } else {
                self.fill_places(&mut node, place)?
            };
            match next {
                Some(next) => place = next,
                None => return Ok(()),
            }
        }
        self.children.push(node)
    }

    /// The value in the column at a place.
    fn value(&self, node: &RowNode<N>, place: usize) -> u8 {
        self.row[usize::from(node.order.column(place))]
    }

    /// The least entry that the column at a place can have at the place `at`.
    pub(super) fn entry(&self, node: &RowNode<N>, place: usize, at: usize) -> LeastEntry {
        let Some(value) = usize::from(self.value(node, place)).checked_sub(1) else {
            return LeastEntry::Known(0);
        };
        let (row, column) = match node.values[value] {
            ValueLabel::New => return LeastEntry::New,
            ValueLabel::Known(label) => return LeastEntry::Known(label),
            ValueLabel::At { row, column } => (row, column),
        };
        let label = |place: usize| self.children.cell(usize::from(row) * self.row.len() + place);
        let home = node.order.place(column);
        if node.order.is_fixed(home) {
            return LeastEntry::Known(label(home));
        }
        let first = node.order.first_place(home);
        // If the cell of the home is linked to that of the place, one column takes both first ones.
        let is_taken =
            home - node.order.cell_start(home) != place - at && node.order.are_linked(at, first);
        LeastEntry::Open(label(first + usize::from(is_taken)))
    }

    /// Fills the first places of a cell. Returns the next one, or nothing if the row is too great
    /// or all branches have been searched.
    pub(super) fn fill_places(
        &mut self,
        node: &mut RowNode<N>,
        place: usize,
    ) -> Result<Option<usize>, StopReason> {
        let (mut least, mut ties) = (LeastEntry::New, 0_u64);
        for at in place..node.order.cell_end(place) {
            let entry = self.entry(node, at, place);
            if entry.label() < least.label() {
                (least, ties) = (entry, 0);
            }
            ties |= u64::from(entry.label() == least.label()) << at;
        }
        let label = match least {
            LeastEntry::Known(label) | LeastEntry::Open(label) => label,
            LeastEntry::New => node.labels + 1,
        };
        if !self.admits(place, label) {
            return Ok(None);
        }
        Ok(match least {
            LeastEntry::Known(_) => self.fill_known(node, place, ties, label),
            LeastEntry::New if !self.branch_on_new => self.fill_new(node, place, ties),
            LeastEntry::Open(_) if self.link(node, place, ties) => {
                self.fill_linked(place, ties.count_ones(), label)
            }
            _ => return self.branch(node, place, ties, label),
        })
    }

    /// Whether the image may have an entry at a place.
    fn admits(&mut self, place: usize, label: u8) -> bool {
        self.children.admits(self.level * self.row.len() + place, label)
    }

    /// Fills places with one label.
    fn fill_known(
        &mut self,
        node: &mut RowNode<N>,
        place: usize,
        ties: u64,
        label: u8,
    ) -> Option<usize> {
        let mut next = place;
        for at in members(ties) {
            if !self.admits(next, label) {
                return None;
            }
            node.order.swap(next, at);
            next += 1;
        }
        node.order.cut(next);
        Some(next)
    }

    /// Fills places with new values, all of them different.
    fn fill_new(&mut self, node: &mut RowNode<N>, place: usize, ties: u64) -> Option<usize> {
        let mut next = place;
        for at in members(ties) {
            node.labels += 1;
            if !self.admits(next, node.labels) {
                return None;
            }
            node.order.swap(next, at);
            let value = usize::from(self.value(node, next)) - 1;
            let row = u8::try_from(self.level).unwrap_or(u8::MAX);
            node.values[value] = ValueLabel::At { row, column: node.order.column(next) };
            next += 1;
        }
        node.order.cut(next);
        Some(next)
    }

    /// The place of the column in which the value at a place has its label, if that is open.
    fn home(&self, node: &RowNode<N>, place: usize) -> Option<usize> {
        match node.values[usize::from(self.value(node, place)).checked_sub(1)?] {
            ValueLabel::At { column, .. } => Some(node.order.place(column)),
            _ => None,
        }
    }

    /// Moves columns with the same least label to the beginning of their cell and their homes to
    /// the beginning of theirs, and links the two, if that is possible.
    fn link(&self, node: &mut RowNode<N>, place: usize, ties: u64) -> bool {
        let Some(any) = self.home(node, first(ties)) else { return false };
        let start = node.order.cell_start(any);
        let are_linked = node.order.are_linked(place, start);
        let mut homes = 0_u64;
        for at in members(ties) {
            match self.home(node, at).filter(|&home| node.order.cell_start(home) == start) {
                // Columns of linked cells have their homes in order, or in none that is open.
                Some(home) if !are_linked || home - start == at - place => homes |= 1 << home,
                _ => return false,
            }
        }
        if homes.count_ones() != ties.count_ones() {
            return false;
        }
        let to = node.order.first_place(any);
        node.order.fix_stack(any);
        for (count, at) in members(ties).enumerate() {
            node.order.swap(place + count, at);
            if let Some(home) = self.home(node, place + count).filter(|_| !are_linked) {
                node.order.swap(to + count, home);
            }
        }
        let count = as_index(ties.count_ones());
        node.order.cut(place + count);
        node.order.cut(to + count);
        if !are_linked && count > 1 {
            node.order.link(place, to);
        }
        true
    }

    /// Fills places with labels from one on.
    fn fill_linked(&mut self, place: usize, count: u32, label: u8) -> Option<usize> {
        let next = place + as_index(count);
        (place..next).zip(label..).all(|(place, label)| self.admits(place, label)).then_some(next)
    }

    /// Tries each of the columns that can have a label at a place.
    fn branch(
        &mut self,
        node: &mut RowNode<N>,
        place: usize,
        ties: u64,
        label: u8,
    ) -> Result<Option<usize>, StopReason> {
        if ties.is_power_of_two() {
            self.take(node, place, first(ties), label);
            return Ok(Some(place + 1));
        }
        for at in members(ties) {
            let mut child = *node;
            self.take(&mut child, place, at, label);
            self.fill(child, place + 1)?;
        }
        Ok(None)
    }

    /// Fills a place with the column at another place of the cell, and decides the label of its
    /// value.
    fn take(&mut self, node: &mut RowNode<N>, place: usize, at: usize, label: u8) {
        let value = usize::from(self.value(node, at)) - 1;
        node.order.swap(place, at);
        node.order.cut(place + 1);
        match node.values[value] {
            ValueLabel::At { column, .. } => node.order.fix(column),
            _ => node.labels = label,
        }
        node.values[value] = ValueLabel::Known(label);
    }
}
