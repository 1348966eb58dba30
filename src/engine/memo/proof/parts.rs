//! [`PartFinder`]: independent parts of a residue, by the rule of proofs.
//!
//! Live options belong together if they share an open primary item, or a secondary item unless all
//! live options give it the same colour. As in the memoised count, walks have a [`WalkBudget`].

use super::option_matrix::{OptionMatrix, numbers};
use super::state::State;
use crate::engine::memo::layout::Listed;
use crate::engine::memo::walk_budget::WalkBudget;
use crate::ids::{as_index, to_u32, to_u64};

/// The search for parts, and its budget.
#[derive(Debug)]
pub(super) struct PartFinder {
    /// The last walk that visited an item, or an option.
    item_walks: Vec<u32>,
    option_walks: Vec<u32>,
    walk: u32,
    stack: Vec<u32>,
    budget: WalkBudget<40>,
}

/// Independent parts: the live options and the open items of each.
#[derive(Debug, Default)]
pub(super) struct PartLists {
    options: Vec<u32>,
    items: Vec<u32>,
    /// Where the options and the items of each part end.
    ends: Vec<[usize; 2]>,
}

impl PartFinder {
    pub(super) fn new(matrix: &OptionMatrix) -> Self {
        Self {
            item_walks: vec![0; matrix.items.len()],
            option_walks: vec![0; matrix.layout.names.len()],
            walk: 0,
            stack: Vec::new(),
            budget: WalkBudget::new(),
        }
    }

    /// The parts in the order of their least options; none if there is one alone, or if the budget
    /// is spent. `work` is that of the search.
    pub(super) fn find(
        &mut self,
        matrix: &OptionMatrix,
        state: &State,
        work: u64,
    ) -> Option<PartLists> {
        if self.budget.is_spent(work) {
            return None;
        }
        if self.walk == u32::MAX {
            self.item_walks.fill(0);
            self.option_walks.fill(0);
            self.walk = 0;
        }
        self.walk += 1;
        let (mut parts, mut cost, mut largest) = (PartLists::default(), 1, 0);
        for option in numbers(&state.words[..matrix.words]) {
            if self.option_walks[as_index(option)] == self.walk {
                continue;
            }
            let own = self.take_part(matrix, state, option, &mut parts);
            parts.ends.push([parts.options.len(), parts.items.len()]);
            cost += own;
            largest = largest.max(own);
        }
        let is_split = parts.ends.len() > 1;
        self.budget.enter(work, cost, is_split.then_some(largest));
        is_split.then_some(parts)
    }

    /// Appends the part of an option. Returns the number of entries and options visited.
    fn take_part(
        &mut self,
        matrix: &OptionMatrix,
        state: &State,
        first: u32,
        parts: &mut PartLists,
    ) -> u64 {
        let layout = &matrix.layout;
        let mut cost = 0;
        self.meet_option(first, parts);
        while let Some(option) = self.stack.pop() {
            let entries = &layout.entries[layout.entries_of(option)];
            cost += to_u64(entries.len());
            for entry in entries {
                let walk = &mut self.item_walks[as_index(entry.item)];
                if *walk == self.walk {
                    continue;
                }
                *walk = self.walk;
                let list = &layout.lists[layout.list_of(entry.item)];
                cost += to_u64(list.len());
                if entry.item < layout.primary {
                    parts.items.push(entry.item);
                } else if has_one_color(list, state) {
                    continue;
                }
                for own in list {
                    if state.is_live(own.option)
                        && self.option_walks[as_index(own.option)] != self.walk
                    {
                        self.meet_option(own.option, parts);
                    }
                }
            }
        }
        cost
    }

    fn meet_option(&mut self, option: u32, parts: &mut PartLists) {
        self.option_walks[as_index(option)] = self.walk;
        parts.options.push(option);
        self.stack.push(option);
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.item_walks) + size_of_val(&*self.option_walks)
    }
}

impl PartLists {
    pub(super) fn count(&self) -> u32 {
        to_u32(self.ends.len())
    }

    /// The options and the open items of a part.
    pub(super) fn part(&self, index: usize) -> [&[u32]; 2] {
        let [options, items] = self.ends[index];
        let [first, first_item] = index.checked_sub(1).map_or([0; 2], |before| self.ends[before]);
        [&self.options[first..options], &self.items[first_item..items]]
    }
}

/// Whether all live options of a secondary item give it the same colour.
fn has_one_color(list: &[Listed], state: &State) -> bool {
    let mut colors = list.iter().filter(|own| state.is_live(own.option)).map(|own| own.color);
    let first = colors.next().unwrap_or(0);
    first != 0 && colors.all(|color| color == first)
}
