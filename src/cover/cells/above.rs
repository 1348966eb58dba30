//! Cells above another machine: they search while much is left, and hand down what is left when it is little.

use super::{Cells, Stand};
use crate::cover::{Event, Machine};

/// A machine that hands subproblems down.
pub(in crate::cover) trait Above: Machine {
    /// Searches on for about `budget` nodes, but stops at a node with at most `most` options and open items: such a
    /// node is little, and what is [`left`](Self::left) there is to be searched by whoever asked.
    fn descend(&mut self, budget: u64, most: u32) -> Descent;

    /// At a little node: appends the options that are left, and the open primary items, by number and ascending.
    fn left(&self, options: &mut Vec<u32>, items: &mut Vec<u32>);

    /// Leaves a little node: all below it has been searched.
    fn pass(&mut self);

    /// The number of levels of the path.
    fn levels(&self) -> usize;
}

/// Why a descent ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cover) enum Descent {
    Event(Event),
    /// The machine stands at a little node.
    Little,
}

impl<const COLORS: bool> Above for Cells<'_, COLORS> {
    fn descend(&mut self, budget: u64, most: u32) -> Descent {
        let last = self.nodes.saturating_add(budget);
        loop {
            let went_on = match self.stand {
                Stand::Exhausted => return Descent::Event(Event::Exhausted),
                Stand::Passed => self.next_option(),
                Stand::Enter if self.sets.is_little(most) => return Descent::Little,
                Stand::Enter => {
                    let Some(item) = self.sets.choose() else {
                        self.stand = Stand::Passed;
                        return Descent::Event(Event::Solution);
                    };
                    self.enter(item)
                }
            };
            self.stand = if went_on { Stand::Enter } else { Stand::Exhausted };
            if self.nodes >= last && went_on {
                return Descent::Event(Event::Paused);
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
        self.stand = Stand::Passed;
    }

    fn levels(&self) -> usize {
        self.chosen.len()
    }
}
