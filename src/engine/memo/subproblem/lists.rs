//! Removes options one by one, and decrements the size of each of their items.

use super::MemoSubproblem;
use crate::ids::{as_index, low, to_u32, to_u64};
use std::ops::Range;

impl MemoSubproblem {
    /// Chooses the next forced options.
    #[inline(always)]
    pub(super) fn choose_forced_by_lists(&mut self) {
        let Some(item) = self.forced.pop() else { return };
        let is_open = self.states[as_index(item)] != 0;
        if is_open && self.need(item) > 0 && self.size(item) == self.need(item) {
            let first = self.first_of(item);
            // If more options are forced, this pushes the item again.
            self.choose(first);
        }
    }

    /// Removes the options that conflict with the one chosen last. `changed` is the range of its
    /// changes of state on the trail.
    #[inline]
    pub(super) fn remove_conflicts(&mut self, changed: Range<usize>) -> bool {
        for index in changed {
            let item = low(self.trail[index]);
            let state = self.states[as_index(item)];
            let color = match state {
                0 => None,
                _ if item < self.layout.primary => continue,
                _ => Some(state - 1),
            };
            if self.size(item) > 0 && !self.remove_list(item, color) {
                return false;
            }
        }
        true
    }

    /// Removes the options of an item, except those that give it this colour.
    #[inline]
    pub(super) fn remove_list(&mut self, item: u32, color: Option<u32>) -> bool {
        let list = self.layout.list_of(item);
        for index in to_u32(list.start)..to_u32(list.end) {
            let listed = self.layout.lists[index];
            let conflicts = color.is_none_or(|color| color != listed.color);
            if conflicts && self.is_left(listed.option) && !self.remove(listed.option) {
                return false;
            }
        }
        true
    }

    /// Removes an option that is left.
    #[inline]
    pub(super) fn remove(&mut self, option: u32) -> bool {
        self.left[option / 64] &= !(1 << (option % 64));
        self.trail.push(u64::from(option));
        let entries = self.layout.entries_of(option);
        self.updates += to_u64(entries.len());
        for index in to_u32(entries.start)..to_u32(entries.end) {
            let item = self.layout.entries[index].item;
            let size = &mut self.sizes[item];
            size.left -= 1;
            if size.left <= size.low {
                self.note_removal(item);
            }
        }
        !self.is_wiped_out
    }

    /// Restores an option that was removed.
    #[inline]
    pub(super) fn restore(&mut self, option: u32) {
        self.left[option / 64] |= 1 << (option % 64);
        let entries = self.layout.entries_of(option);
        for index in to_u32(entries.start)..to_u32(entries.end) {
            let item = self.layout.entries[index].item;
            let size = &mut self.sizes[item].left;
            *size += 1;
            if *size == 1 {
                self.return_to_key(item);
            }
        }
    }
}
