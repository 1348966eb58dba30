//! Dancing links: Knuth's Algorithm X, and with `COLORS` his Algorithm C (TAOCP 7.2.2.1).
//!
//! [`links`] has the data structure and its operations; this file has the search: steps C1 to C8 of
//! the book with an explicit stack, so that a problem may have as many levels as memory holds. It
//! branches, as the book says, on the leftmost of the items with the fewest options, so that its
//! nodes are those of Knuth's program DLX1 where nothing is forced at the root: 1199 for 8 queens,
//! 211716 for 12.
//!
//! # What is not in the book
//!
//! - An item whose list comes down to one option is queued as a *unit*. If there is one, the search
//!   covers it without a scan of the items; if there is none, the scan ends at the first item with
//!   two options.
//! - An item that loses its last option is *wiped out*, and ends the branch at once: before
//!   anything is hidden, if the option about to be tried does not contain all items that were wiped
//!   out when its level was entered; otherwise as soon as it is seen. The failed option counts as a
//!   node, as it does in the book.
//! - What is forced before anything is tried is chosen in [`Root`], and is no part of the search.
//!
//! None of them changes which solutions are found, or their order.

mod cursor;
mod links;
#[cfg(test)]
mod tests;

use super::cursor::TreeCursor;
use super::root_propagation::Root;
use super::{Outcome, Path, SearchEngine, Subproblem, Work};
use crate::ids::{OptionId, as_index, to_u32};
use crate::problem::{Problem, Reduction};
use links::{Links, UnitRange};

/// A level of the search: an item that was covered, and the option that is being tried for it.
#[derive(Clone, Copy, Debug)]
struct Level {
    item: u32,
    /// The node of `item` in the option; at first the head of the list.
    node: u32,
    /// How many active items were wiped out when `item` was covered: its option must contain them
    /// all.
    wiped_out: u32,
    /// The units among which `item` was chosen.
    range: UnitRange,
    /// The number of units after `item` was covered.
    units: u32,
}

/// Where the search stands between two calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The option of the last level is chosen: a deeper level is to be entered.
    Enter,
    /// The same, and it is a solution.
    Solution,
    /// No level is left.
    Exhausted,
}

/// The engine. Its updates are the nodes unlinked from a list; linking them again is not counted.
#[derive(Debug)]
pub(super) struct DancingLinks<const COLORS: bool> {
    root: Root,
    links: Links<COLORS>,
    levels: Vec<Level>,
    /// The levels above those, at which no other option is tried: the search ends below them.
    kept: Vec<Level>,
    assumed: Subproblem,
    nodes: u64,
    phase: Phase,
}

/// Builds the engine for a problem with or without colours.
pub(super) fn start(problem: &Problem, reduction: Option<&Reduction>) -> Box<dyn SearchEngine> {
    if problem.features().colors {
        Box::new(DancingLinks::<true>::new(problem, reduction))
    } else {
        Box::new(DancingLinks::<false>::new(problem, reduction))
    }
}

/// Builds a cursor in the same search tree.
pub(super) fn cursor(problem: &Problem, reduction: Option<&Reduction>) -> Box<dyn TreeCursor> {
    if problem.features().colors {
        Box::new(cursor::DlxCursor::<true>::new(problem, reduction))
    } else {
        Box::new(cursor::DlxCursor::<false>::new(problem, reduction))
    }
}

impl<const COLORS: bool> DancingLinks<COLORS> {
    fn new(problem: &Problem, reduction: Option<&Reduction>) -> Self {
        let mut engine = Self {
            root: Root::new(problem, reduction),
            links: Links::new(problem),
            levels: Vec::new(),
            kept: Vec::new(),
            assumed: Subproblem::default(),
            nodes: 0,
            phase: Phase::Enter,
        };
        engine.links.build(&engine.root);
        engine.begin();
        engine
    }

    /// C1. Initialize, once the structure is as it was built.
    fn begin(&mut self) {
        self.links.begin();
        self.nodes = 1;
        self.phase = if self.root.is_wiped_out() { Phase::Exhausted } else { Phase::Enter };
    }

    /// C2. Enter a level; C3. choose its item; C4. cover it. If no item is active, there is none to
    /// choose.
    fn enter(&mut self) -> bool {
        let above = self.levels.last().or(self.kept.last());
        let range = above.map_or(UnitRange::default(), |level| level.range);
        let Some((item, range)) = self.links.choose(range) else { return false };
        let wiped_out = self.links.cover(item);
        let units = self.links.unit_count();
        self.levels.push(Level { item, node: item, wiped_out, range, units });
        true
    }

    /// C5 and C6. Tries the next option of the last level, then the next one, until one can be
    /// chosen. C7 and C8. Backtracks, and leaves the level, when it has no more. The option of the
    /// last level must not be chosen. Says whether there was one.
    fn next_option(&mut self) -> bool {
        while let Some(level) = self.levels.last_mut() {
            level.node = self.links.below(level.node);
            self.links.truncate_units(level.units);
            if level.node == level.item {
                self.links.uncover(level.item);
                self.levels.pop();
                self.take_back();
                continue;
            }
            self.nodes += 1;
            if self.links.commit(level.node, level.wiped_out) {
                return true;
            }
        }
        false
    }

    /// Takes back the choice of the last level's option.
    fn take_back(&mut self) {
        if let Some(level) = self.levels.last() {
            self.links.uncommit(level.node);
        }
    }

    /// Goes back to the root by undoing what was chosen.
    fn unwind(&mut self) {
        while let Some(level) = self.levels.pop().or_else(|| self.kept.pop()) {
            self.links.uncommit(level.node);
            self.links.uncover(level.item);
        }
    }
}

impl<const COLORS: bool> SearchEngine for DancingLinks<COLORS> {
    fn restart(&mut self, root: &Subproblem) {
        if self.assumed == *root {
            self.unwind();
        } else {
            self.assumed.clone_from(root);
            self.root.settle(root);
            self.links.build(&self.root);
            self.levels.clear();
            self.kept.clear();
        }
        self.begin();
    }

    fn advance(&mut self, budget: u64) -> Outcome {
        let last = self.nodes.saturating_add(budget);
        loop {
            match self.phase {
                Phase::Exhausted => return Outcome::Exhausted,
                Phase::Enter => {
                    if !self.enter() {
                        self.phase = Phase::Solution;
                        return Outcome::Solution;
                    }
                }
                Phase::Solution => self.take_back(),
            }
            self.phase = if self.next_option() { Phase::Enter } else { Phase::Exhausted };
            if self.nodes >= last && self.phase == Phase::Enter {
                return Outcome::Paused;
            }
        }
    }

    fn solution(&self, options: &mut Vec<OptionId>) {
        options.extend(self.root.chosen());
        let tried =
            self.kept.iter().chain(&self.levels).map(|level| self.links.option_of(level.node));
        options.extend(tried.map(|option| OptionId::new(as_index(option))));
    }

    fn work(&self) -> Work {
        Work { nodes: self.nodes, updates: self.links.updates() }
    }

    /// The list of a covered item stays as it is until it is uncovered: above the chosen node are
    /// the options that were tried, and below it those that were not.
    fn path(&self, path: &mut Path) -> bool {
        path.clear();
        let option = |node| OptionId::new(as_index(self.links.option_of(node)));
        for (number, &Level { item, node, .. }) in self.kept.iter().chain(&self.levels).enumerate()
        {
            let below = |above| self.links.list_below(above, item);
            let untried = if number < self.kept.len() { item } else { node };
            let alternatives = to_u32(below(item).count());
            // The list is a ring, so that nothing is below its head but what is asked from there.
            let untried = below(untried).filter(|_| untried != item).map(option);
            path.push(option(node), alternatives, untried);
        }
        true
    }

    fn keep_below(&mut self, levels: usize) {
        let more = levels.saturating_sub(self.kept.len()).min(self.levels.len());
        self.kept.extend(self.levels.drain(..more));
    }
}
