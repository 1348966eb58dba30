//! The order of the stacks of a row that [`RowFiller`] fills.
//!
//! Stacks that are still exchangeable are compared as a whole if nothing in them is open; otherwise
//! each of them is tried.

use super::place_set::members;
use super::row_filler::{LeastEntry, RowFiller};
use super::row_node::RowNode;
use crate::search::StopReason;

impl<const N: usize> RowFiller<'_, '_, N> {
    /// Decides which of the exchangeable stacks come first. Returns the next place to fill, or
    /// nothing if the row is too great or all branches have been searched.
    pub(super) fn choose_stacks(
        &mut self,
        node: &mut RowNode<N>,
        place: usize,
        end: usize,
    ) -> Result<Option<usize>, StopReason> {
        let width = node.order.stack_end(place) - place;
        let (mut open, mut equal) = (0_u64, 0_u64);
        let mut least: Option<[u8; N]> = None;
        for stack in (place..end).step_by(width) {
            match self.closed_entries(node, stack, place) {
                None => open |= 1 << stack,
                Some(entries) => {
                    if least.is_none_or(|least| entries < least) {
                        (least, equal) = (Some(entries), 0);
                    }
                    equal |= u64::from(least == Some(entries)) << stack;
                }
            }
        }
        if open == 0 {
            return Ok(self.fill_stacks(node, place, equal));
        }
        for stack in members(open) {
            let mut child = *node;
            child.order.swap_stacks(place, stack);
            child.order.cut_stacks(place + width);
            self.fill(child, place)?;
        }
        if equal != 0 {
            let mut child = *node;
            if let Some(next) = self.fill_stacks(&mut child, place, equal) {
                self.fill(child, next)?;
            }
        }
        Ok(None)
    }

    /// The entries of a stack from left to right, if the order of the columns does not matter.
    fn closed_entries(&self, node: &RowNode<N>, stack: usize, first: usize) -> Option<[u8; N]> {
        let mut entries = [0; N];
        let end = node.order.stack_end(stack);
        let mut place = stack;
        while place < end {
            let next = node.order.cell_end(place);
            for at in place..next {
                let entry = self.entry(node, at, first);
                match entry {
                    LeastEntry::Open(_) => return None,
                    LeastEntry::New if self.branch_on_new => return None,
                    _ => entries[at - stack] = entry.label(),
                }
            }
            entries[place - stack..next - stack].sort_unstable();
            place = next;
        }
        Some(entries)
    }

    /// Fills the next places with these stacks, which have the same entries and stay exchangeable.
    fn fill_stacks(&mut self, node: &mut RowNode<N>, place: usize, stacks: u64) -> Option<usize> {
        let mut next = place;
        for stack in members(stacks) {
            node.order.swap_stacks(next, stack);
            next = node.order.stack_end(next);
        }
        node.order.cut_stacks(next);
        let mut at = place;
        while at < next {
            at = self.fill_places(node, at).ok()??;
        }
        Some(next)
    }
}
