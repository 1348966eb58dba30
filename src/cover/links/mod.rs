//! Dancing links: Knuth's Algorithm X, and with `COLORS` his Algorithm C (TAOCP 7.2.2.1).
//!
//! [`lists`] has the structure and the steps of the dance; this file has the search, which is the steps C1 to
//! C8 of the book with an explicit stack: a problem may have as many levels as memory holds.
//!
//! # What is not in the books
//!
//! Algorithm X scans all active items for the one with the fewest options. Here an item that comes down to its
//! last option is *noted*, and taken from the notes without a scan; the scan, when nothing is noted, ends at
//! the first item with two options. And an item that runs *dry*, down to no option while it is active, ends
//! the branch at once: before anything is hidden, if the option about to be tried has not all the items that
//! ran dry when its level was entered; otherwise as soon as it is seen. Neither changes which solutions are
//! found, only how soon a dead end is seen. What is forced before anything is tried is settled in [`Root`],
//! and has no part in the dance.

mod lists;
#[cfg(test)]
mod tests;
mod walk;

use super::probe::Walk;
use super::root::Root;
use super::{Event, Machine, Path, Work};
use crate::ids::{OptionId, at, narrow};
use crate::problem::{Problem, Reduction};
use lists::Lists;

/// A level of the search: an item that was covered, and the option that is being tried for it.
#[derive(Clone, Copy, Debug)]
struct Level {
    item: u32,
    /// The node of `item` in the option; at first the head of the list.
    node: u32,
    /// How many active items ran dry when `item` was covered: its option must have them all.
    dry: u32,
    /// The first note that may name an active item below this level.
    scan: u32,
    /// The number of notes after `item` was covered.
    notes: u32,
}

/// Where the search stands between two calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stand {
    /// The option of the last level is chosen: a deeper level is to be entered.
    Enter,
    /// The same, and it is a solution.
    Solution,
    /// No level is left.
    Exhausted,
}

/// The machine. Its updates are the nodes taken out of a list; putting them back is not counted.
#[derive(Debug)]
pub(super) struct Links<'p, const COLORS: bool> {
    root: Root<'p>,
    lists: Lists<COLORS>,
    levels: Vec<Level>,
    /// The levels above those, at which no other option is tried: the search ends below them.
    kept: Vec<Level>,
    given: Vec<OptionId>,
    nodes: u64,
    stand: Stand,
}

/// The machine for a problem with or without colours.
pub(super) fn start<'p>(
    problem: &'p Problem,
    reduction: Option<&Reduction>,
) -> Box<dyn Machine + 'p> {
    if problem.features().colors {
        Box::new(Links::<true>::new(problem, reduction))
    } else {
        Box::new(Links::<false>::new(problem, reduction))
    }
}

/// The walk in the same tree.
pub(super) fn walk<'p>(problem: &'p Problem, reduction: Option<&Reduction>) -> Box<dyn Walk + 'p> {
    if problem.features().colors {
        Box::new(walk::Dance::<true>::new(problem, reduction))
    } else {
        Box::new(walk::Dance::<false>::new(problem, reduction))
    }
}

impl<'p, const COLORS: bool> Links<'p, COLORS> {
    fn new(problem: &'p Problem, reduction: Option<&Reduction>) -> Self {
        let mut links = Self {
            root: Root::new(problem, reduction),
            lists: Lists::new(problem),
            levels: Vec::new(),
            kept: Vec::new(),
            given: Vec::new(),
            nodes: 0,
            stand: Stand::Enter,
        };
        links.lists.build(&links.root);
        links.begin();
        links
    }

    /// C1. Initialize, once the structure is as it was built.
    fn begin(&mut self) {
        self.lists.begin();
        self.nodes = 1;
        self.stand = if self.root.is_dry() { Stand::Exhausted } else { Stand::Enter };
    }

    /// C2. Enter a level; C3. choose its item; C4. cover it. If no item is active, there is none to choose.
    fn enter(&mut self) -> bool {
        let scan = self.levels.last().or(self.kept.last()).map_or(0, |level| level.scan);
        let Some((item, scan)) = self.lists.choose(scan) else { return false };
        let dry = self.lists.cover(item);
        self.levels.push(Level { item, node: item, dry, scan, notes: self.lists.notes() });
        true
    }

    /// C5 and C6. Tries the next option of the last level, then the next one, until one can be chosen.
    /// C7 and C8. Backtracks, and leaves the level, when it has no more. The option of the last level must not
    /// be chosen. Says whether there was one.
    fn next_option(&mut self) -> bool {
        while let Some(level) = self.levels.last_mut() {
            level.node = self.lists.below(level.node);
            self.lists.forget_notes(level.notes);
            if level.node == level.item {
                self.lists.uncover(level.item);
                self.levels.pop();
                self.take_back();
                continue;
            }
            self.nodes += 1;
            if self.lists.commit(level.node, level.dry) {
                return true;
            }
        }
        false
    }

    /// Takes back the choice of the last level's option.
    fn take_back(&mut self) {
        if let Some(level) = self.levels.last() {
            self.lists.uncommit(level.node);
        }
    }

    /// Goes back to the root by undoing what was chosen.
    fn unwind(&mut self) {
        while let Some(level) = self.levels.pop().or_else(|| self.kept.pop()) {
            self.lists.uncommit(level.node);
            self.lists.uncover(level.item);
        }
    }
}

impl<const COLORS: bool> Machine for Links<'_, COLORS> {
    fn restart(&mut self, given: &[OptionId]) {
        if self.given == given {
            self.unwind();
        } else {
            self.given.clear();
            self.given.extend(given);
            self.root.settle(given);
            self.lists.build(&self.root);
            self.levels.clear();
            self.kept.clear();
        }
        self.begin();
    }

    fn advance(&mut self, budget: u64) -> Event {
        let last = self.nodes.saturating_add(budget);
        loop {
            match self.stand {
                Stand::Exhausted => return Event::Exhausted,
                Stand::Enter => {
                    if !self.enter() {
                        self.stand = Stand::Solution;
                        return Event::Solution;
                    }
                }
                Stand::Solution => self.take_back(),
            }
            self.stand = if self.next_option() { Stand::Enter } else { Stand::Exhausted };
            if self.nodes >= last && self.stand == Stand::Enter {
                return Event::Paused;
            }
        }
    }

    fn solution(&self, options: &mut Vec<OptionId>) {
        options.extend(self.root.chosen());
        let tried =
            self.kept.iter().chain(&self.levels).map(|level| self.lists.option_of(level.node));
        options.extend(tried.map(|option| OptionId::new(at(option))));
    }

    fn work(&self) -> Work {
        Work { nodes: self.nodes, updates: self.lists.updates() }
    }

    /// The list of a covered item stays as it is until it is uncovered: above the chosen node are the options that
    /// were tried, and below it those that were not.
    fn path(&self, path: &mut Path) -> bool {
        path.clear();
        let option = |node| OptionId::new(at(self.lists.option_of(node)));
        for (number, &Level { item, node, .. }) in self.kept.iter().chain(&self.levels).enumerate()
        {
            let below = |above| self.lists.list_below(above, item);
            let untried = if number < self.kept.len() { item } else { node };
            let alternatives = narrow(below(item).count());
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
