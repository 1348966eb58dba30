//! Removes options by sets: the sizes of items are updated afterwards.

use super::MemoSubproblem;
use crate::engine::bits;
use crate::ids::{as_index, low};
use std::ops::Range;

impl MemoSubproblem {
    /// Chooses all options that are forced, and updates the sizes.
    pub(super) fn choose_forced_by_sets(&mut self) {
        while let Some(item) = self.forced.pop() {
            while self.states[as_index(item)] != 0 && self.need(item) > 0 {
                let option = self.sets.as_ref().and_then(|sets| sets.first_of(item, &self.left));
                let Some(option) = option else {
                    // Another forced option has removed those of this item.
                    self.is_wiped_out = true;
                    return;
                };
                let changed = self.cover_items(option);
                self.remove_by_sets(option, changed);
            }
        }
        self.update_sizes();
    }

    /// Removes an option that was chosen or dropped, and those that conflict with it. `changed` is
    /// the range of its changes of state on the trail. The sizes are updated later.
    pub(super) fn remove_by_sets(&mut self, option: u32, changed: Range<usize>) {
        let Some(sets) = &mut self.sets else { return };
        // The trail gets longer with each choice: its length identifies a copy of what is left.
        self.trail.push(u64::from(option));
        sets.remove(option, &mut self.left);
        for index in changed {
            let item = low(self.trail[index]);
            let state = self.states[as_index(item)];
            if state == 0 {
                sets.remove_all(item, &mut self.left);
            } else if item >= self.layout.primary {
                for listed in &self.layout.lists[self.layout.list_of(item)] {
                    if listed.color != state - 1 && bits::has(&self.left, as_index(listed.option)) {
                        sets.remove(listed.option, &mut self.left);
                    }
                }
            }
        }
    }

    /// Updates the sizes, the key and the forced items after options were removed. Returns whether
    /// every item still has the options that it needs.
    pub(super) fn update_sizes(&mut self) -> bool {
        let Some(sets) = &mut self.sets else { return !self.is_wiped_out };
        self.updates += sets.update(&self.layout, &self.key.words, &self.left, &mut self.sizes);
        let mut index = 0;
        while let Some(&item) = self.sets.as_ref().and_then(|sets| sets.with_few_left.get(index)) {
            index += 1;
            self.note_removal(item);
        }
        !self.is_wiped_out
    }
}
