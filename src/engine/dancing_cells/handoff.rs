//! Handing off: cells search while much is left, and hand off what is left to another engine when it is small.

use super::{DancingCells, Phase};
use crate::engine::{Outcome, SearchEngine};

/// An engine that hands off small subproblems.
pub(in crate::engine) trait Handoff: SearchEngine {
    /// Searches on for about `budget` nodes, but stops at a node with at most `most` options and open items: such a
    /// node is small, and what is [`left`](Self::left) there is for the caller to search.
    fn descend(&mut self, budget: u64, most: u32) -> Descent;

    /// At a small node: appends the options that are left, and the open primary items, by number and ascending.
    fn left(&self, options: &mut Vec<u32>, items: &mut Vec<u32>);

    /// Leaves a small node: all below it has been searched.
    fn pass(&mut self);

    /// The number of levels of the path.
    fn levels(&self) -> usize;
}

/// Why a descent ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) enum Descent {
    Outcome(Outcome),
    /// The engine is at a small node.
    Small,
}

impl<const COLORS: bool> Handoff for DancingCells<COLORS> {
    fn descend(&mut self, budget: u64, most: u32) -> Descent {
        let last = self.nodes.saturating_add(budget);
        loop {
            let is_alive = match self.phase {
                Phase::Exhausted => return Descent::Outcome(Outcome::Exhausted),
                Phase::Passed => self.next_option(),
                Phase::Enter if self.sets.is_small(most) => return Descent::Small,
                Phase::Enter => {
                    let Some(item) = self.sets.choose() else {
                        self.phase = Phase::Passed;
                        return Descent::Outcome(Outcome::Solution);
                    };
                    self.enter(item)
                }
            };
            self.phase = if is_alive { Phase::Enter } else { Phase::Exhausted };
            if self.nodes >= last && is_alive {
                return Descent::Outcome(Outcome::Paused);
            }
        }
    }

    fn left(&self, options: &mut Vec<u32>, items: &mut Vec<u32>) {
        items.extend(self.sets.active_items());
        items.sort_unstable();
        for &item in &*items {
            let (start, end) = self.sets.set(item);
            options.extend((start..end).map(|place| self.sets.option_of(self.sets.cell(place))));
        }
        options.sort_unstable();
        options.dedup();
    }

    fn pass(&mut self) {
        self.phase = Phase::Passed;
    }

    fn levels(&self) -> usize {
        self.chosen.len()
    }
}
