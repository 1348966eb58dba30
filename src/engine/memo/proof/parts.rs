//! [`PartFinder`]: independent parts of a residue, by the rule of proofs.
//!
//! Live options belong together if they share an open primary item, or a secondary item unless all
//! live options give it the same colour. As in the memoised count, walks have a [`WalkBudget`].

use super::option_matrix::{OptionMatrix, numbers};
use super::state::State;
use crate::engine::memo::layout::Listed;
use crate::engine::memo::walk_budget::WalkBudget;
use crate::ids::{as_index, to_u64};

/// The search for parts, and its budget.
#[derive(Debug)]
pub(super) struct PartFinder {
    /// The last walk that visited an item, or an option.
    item_walks: Vec<u32>,
    option_walks: Vec<u32>,
    walk: u32,
    stack: Vec<u32>,
    budget: WalkBudget<20>,
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
    pub(super) fn find(&mut self, matrix: &OptionMatrix, state: &State, work: u64) -> Vec<State> {
        if self.budget.is_spent(work) {
            return Vec::new();
        }
        if self.walk == u32::MAX {
            self.item_walks.fill(0);
            self.option_walks.fill(0);
            self.walk = 0;
        }
        self.walk += 1;
        let (mut parts, mut cost, mut largest) = (Vec::new(), 1, 0);
        for option in numbers(&state.words[..matrix.words]) {
            if self.option_walks[as_index(option)] == self.walk {
                continue;
            }
            let mut part = state.emptied();
            let own = self.take_part(matrix, state, option, &mut part);
            parts.push(part);
            cost += own;
            largest = largest.max(own);
        }
        let is_split = parts.len() > 1;
        self.budget.enter(work, cost, is_split.then_some(largest));
        if is_split { parts } else { Vec::new() }
    }

    /// Moves the part of an option to another state. Returns the number of entries and options
    /// visited.
    fn take_part(
        &mut self,
        matrix: &OptionMatrix,
        state: &State,
        first: u32,
        part: &mut State,
    ) -> u64 {
        let layout = &matrix.layout;
        let mut cost = 0;
        self.meet_option(first, part);
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
                    part.add_item(matrix, state, entry.item);
                } else if has_one_color(list, state) {
                    continue;
                }
                for own in list {
                    if state.is_live(own.option)
                        && self.option_walks[as_index(own.option)] != self.walk
                    {
                        self.meet_option(own.option, part);
                    }
                }
            }
        }
        cost
    }

    fn meet_option(&mut self, option: u32, part: &mut State) {
        self.option_walks[as_index(option)] = self.walk;
        part.add_option(option);
        self.stack.push(option);
    }
}

/// Whether all live options of a secondary item give it the same colour.
fn has_one_color(list: &[Listed], state: &State) -> bool {
    let mut colors = list.iter().filter(|own| state.is_live(own.option)).map(|own| own.color);
    let first = colors.next().unwrap_or(0);
    first != 0 && colors.all(|color| color == first)
}
