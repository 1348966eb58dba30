//! Colours that no option of an item gives.
//!
//! If every option of an item gives a colour to one secondary item, an option that gives the
//! secondary item a colour conflicts with all of them but those that give it the same. So if fewer
//! give that colour than the item needs, the option blocks the item, and so does one without a
//! colour. [`blocking`](super::blocking) finds this, too, by pairs of options; here each entry is
//! visited a few times. Where items are lines of cells or words, that is much less.

use super::state::PresolveState;
use crate::ids::{as_index, to_u64};

/// Finds options with a colour that an item does not give. Keeps its buffers from one item to the
/// next.
#[derive(Debug)]
pub(super) struct ColorSupport {
    /// For each item, how many options of the current one give it a colour.
    given: Vec<u32>,
    /// The items to which they give one.
    secondary: Vec<u32>,
    /// Whether an option is one of the current item, and whether it is found.
    is_own: Vec<bool>,
    is_found: Vec<bool>,
    /// For each colour of the current secondary item, how many of them give it.
    by_color: Vec<u32>,
}

impl ColorSupport {
    pub(super) fn new(state: &PresolveState<'_>) -> Self {
        Self {
            given: vec![0; state.items.len()],
            secondary: Vec::new(),
            is_own: vec![false; state.option_states.len()],
            is_found: vec![false; state.option_states.len()],
            by_color: vec![0; state.problem.color_count() + 1],
        }
    }

    /// Appends the options that block an item by a colour.
    pub(super) fn find(&mut self, item: u32, state: &mut PresolveState<'_>, found: &mut Vec<u32>) {
        self.count_given(item, state);
        let (need, left) = (state.items[as_index(item)].need, state.items[as_index(item)].left);
        let mut secondary = std::mem::take(&mut self.secondary);
        for other in secondary.drain(..) {
            if std::mem::take(&mut self.given[as_index(other)]) == left {
                self.find_by(other, need, state, found);
            }
        }
        self.secondary = secondary;
        found.iter().for_each(|&option| self.is_found[as_index(option)] = false);
        state.undecided(item).for_each(|option| self.is_own[as_index(option)] = false);
    }

    /// Counts to which items the options of an item give a colour.
    fn count_given(&mut self, item: u32, state: &mut PresolveState<'_>) {
        let mut work = 0;
        for option in state.undecided(item) {
            self.is_own[as_index(option)] = true;
            let entries = state.entries(option);
            work += entries.len();
            for entry in entries.iter().filter(|entry| entry.color.is_some()) {
                let given = &mut self.given[entry.item.index()];
                *given += 1;
                if *given == 1 {
                    self.secondary.push(entry.item.number());
                }
            }
        }
        state.work += to_u64(work);
    }

    /// Adds the options that give a secondary item a colour which too few options of the current
    /// item give.
    fn find_by(
        &mut self,
        secondary: u32,
        need: u32,
        state: &mut PresolveState<'_>,
        found: &mut Vec<u32>,
    ) {
        let Self { is_own, is_found, by_color, .. } = self;
        let mut work = 0;
        for one in state.uses(secondary).filter(|one| is_own[as_index(one.option)]) {
            by_color[as_index(one.color)] += 1;
        }
        for one in state.uses(secondary) {
            work += 3;
            let is_known = &mut is_found[as_index(one.option)];
            if by_color[as_index(one.color)] < need && !*is_known {
                *is_known = true;
                found.push(one.option);
            }
        }
        state.uses(secondary).for_each(|one| by_color[as_index(one.color)] = 0);
        state.work += work;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;

    const NONE: [u32; 0] = [];

    /// What the first item of a problem shows.
    fn found(text: &str) -> Vec<u32> {
        let problem: Problem = text.parse().unwrap();
        let mut state = PresolveState::new(&problem, &[]);
        let mut support = ColorSupport::new(&state);
        let mut found = Vec::new();
        // The second time, the buffers must be as they were.
        for _ in 0..2 {
            found.clear();
            support.find(0, &mut state, &mut found);
        }
        found
    }

    #[test]
    fn colors_that_no_option_gives_are_found() {
        let lines = "a b | x y\na x:1 y:1\na x:2 y:1\n";
        let others = "b x:1 y:2\nb x:2\nb x:3\nb x y:1\nb y:3\nb\n";
        assert_eq!(found(&format!("{lines}{others}")), [4, 5, 2, 6]);
    }

    #[test]
    fn an_option_without_the_color_leaves_all() {
        assert_eq!(found("a b | x y\na x:1\na\nb x:2\nb x\nb\n"), NONE);
        assert_eq!(found("a b | x y\na x:1\na x\nb x:2\nb x\nb\n"), NONE);
    }

    #[test]
    fn an_item_that_needs_two_needs_two_of_a_color() {
        let text = "2:3|a b | x\na x:1\na x:1\na x:2\na x:1\nb x:1\nb x:2\nb\n";
        assert_eq!(found(text), [2, 5]);
        assert_eq!(found(&text.replace("2:3|a", "0:3|a")), NONE);
    }
}
