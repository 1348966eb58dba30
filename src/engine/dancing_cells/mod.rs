//! Dancing cells: Algorithms X and C over sparse sets, as in Knuth's SSXCC (2023).
//!
//! [`sets`] has the data structure and its operations; this file has the search. Where dancing
//! links undo every step by its reverse, sparse sets are restored at once. An item that has one
//! option left is covered by it immediately, without a level: whatever led there is undone together
//! with it. A level is kept only as long as something remains to be tried there, so that going back
//! is one step, however many options were chosen since.
//!
//! # What is not in Knuth's program
//!
//! As in [`dancing_links`](super::dancing_links), items that come down to one option are queued, an
//! option must contain all items that were wiped out when its level was entered, and what is forced
//! before anything is tried is chosen in [`Root`]. Moreover the last *conflict item*, the one that
//! was wiped out last, is looked at first: if all its options conflict with the one about to be
//! chosen, nothing needs to be hidden to see that it fails. Options of one item often fail for the
//! same reason.

mod handoff;
mod heuristic;
mod sets;
#[cfg(test)]
mod tests;

use super::root_propagation::Root;
use super::{Outcome, Path, SearchEngine, Subproblem, Work};
use crate::ids::{OptionId, as_index, to_u32};
use crate::problem::{Problem, Reduction};
pub(super) use handoff::{Descent, Handoff};
pub(super) use heuristic::Heuristic;
use sets::{Savepoint, SparseSets};

/// A level of the search: an item that was covered, and has options that have not been tried.
#[derive(Clone, Copy, Debug)]
struct Level {
    item: u32,
    /// The places of these options in the set of the item.
    next: u32,
    end: u32,
    /// The number of options chosen before.
    chosen: u32,
    mark: Savepoint,
}

/// Where the search stands between two calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// An option was chosen, or none yet: another item is to be covered.
    Enter,
    /// All below was searched, or was a solution: another option is to be tried.
    Passed,
    /// Nothing is left to be tried.
    Exhausted,
}

/// The engine. Its updates are the cells removed from a set; what undoes them is not counted.
#[derive(Debug)]
pub(super) struct DancingCells<const COLORS: bool> {
    problem: Problem,
    root: Root,
    sets: SparseSets<COLORS>,
    levels: Vec<Level>,
    /// The cells of the options chosen since the root.
    chosen: Vec<u32>,
    assumed: Subproblem,
    nodes: u64,
    phase: Phase,
}

/// Builds the engine for a problem with or without colours.
pub(super) fn start(
    problem: &Problem,
    heuristic: Heuristic,
    reduction: Option<&Reduction>,
) -> Box<dyn Handoff> {
    if problem.features().colors {
        Box::new(DancingCells::<true>::new(problem, heuristic, reduction))
    } else {
        Box::new(DancingCells::<false>::new(problem, heuristic, reduction))
    }
}

impl<const COLORS: bool> DancingCells<COLORS> {
    fn new(problem: &Problem, heuristic: Heuristic, reduction: Option<&Reduction>) -> Self {
        let mut cells = Self {
            problem: problem.clone(),
            root: Root::new(problem, reduction),
            sets: SparseSets::new(problem, heuristic),
            levels: Vec::new(),
            chosen: Vec::new(),
            assumed: Subproblem::default(),
            nodes: 0,
            phase: Phase::Enter,
        };
        cells.begin();
        cells
    }

    /// Builds the structure of what the root leaves anew: a search leaves its sets in another
    /// order, and would find the same solutions in another order the next time.
    fn begin(&mut self) {
        self.sets.build(&self.root, &self.problem);
        self.levels.clear();
        self.chosen.clear();
        self.nodes = 1;
        self.phase = self.first_phase();
    }

    fn first_phase(&self) -> Phase {
        if self.root.is_wiped_out() { Phase::Exhausted } else { Phase::Enter }
    }

    /// Covers an item, by its only option or by the first that can be chosen. If there is none,
    /// chooses another option of an earlier level. Returns whether there was one.
    fn enter(&mut self, item: u32) -> bool {
        self.sets.cover(item);
        let (next, end) = self.sets.set(item);
        if end - next > 1 {
            let chosen = to_u32(self.chosen.len());
            self.levels.push(Level { item, next, end, chosen, mark: self.sets.save() });
            return self.next_option();
        }
        let cell = self.sets.cell(next);
        self.nodes += 1;
        self.chosen.push(cell);
        let can = self.sets.commit(cell, 0);
        self.sets.learn(item, can);
        can || self.next_option()
    }

    /// Chooses the next option of the last level that can be chosen. Returns whether there was one.
    fn next_option(&mut self) -> bool {
        while let Some(level) = self.levels.last_mut() {
            let (item, cell, mark) = (level.item, self.sets.cell(level.next), level.mark);
            self.sets.restore(&mark);
            self.chosen.truncate(as_index(level.chosen));
            level.next += 1;
            // The last option is tried as part of the level before.
            if level.next == level.end {
                self.sets.drop_saved(&mark);
                self.levels.pop();
            }
            self.nodes += 1;
            let can = self.sets.commit(cell, mark.wiped_out);
            self.sets.learn(item, can);
            if can {
                self.chosen.push(cell);
                return true;
            }
        }
        false
    }
}

impl<const COLORS: bool> SearchEngine for DancingCells<COLORS> {
    fn restart(&mut self, root: &Subproblem) {
        if self.assumed != *root {
            self.assumed.clone_from(root);
            self.root.settle(root);
        } else if self.nodes == 1 {
            // Every step from the root tries an option: nothing has been done yet.
            self.phase = self.first_phase();
            return;
        }
        self.begin();
    }

    fn advance(&mut self, budget: u64) -> Outcome {
        match self.descend(budget, 0) {
            Descent::Outcome(event) => event,
            // With at most 0 options, no node is small.
            Descent::Small => Outcome::Paused,
        }
    }

    fn solution(&self, options: &mut Vec<OptionId>) {
        options.extend(self.root.chosen());
        let chosen = self.chosen.iter().map(|&cell| self.sets.option_of(cell));
        options.extend(chosen.map(|option| OptionId::new(as_index(option))));
    }

    fn work(&self) -> Work {
        Work { nodes: self.nodes, updates: self.sets.updates() }
    }

    /// The set of an item stays as it is while the item is covered, so that each chosen cell
    /// implies how many others there were, though its level is no longer kept when the last of them
    /// is tried.
    fn path(&self, path: &mut Path) -> bool {
        path.clear();
        let mut levels = self.levels.iter().peekable();
        for (number, &cell) in self.chosen.iter().enumerate() {
            let option = |cell| OptionId::new(as_index(self.sets.option_of(cell)));
            let level = levels.next_if(|level| as_index(level.chosen) == number);
            let untried = level.map_or(0..0, |level| level.next..level.end);
            let (start, end) = self.sets.set(self.sets.item_of(cell));
            let untried = untried.map(|place| option(self.sets.cell(place)));
            path.push(option(cell), end - start, untried);
        }
        true
    }

    /// What was saved for a level that is not kept lies below the rest, and is dropped with it.
    fn keep_below(&mut self, levels: usize) {
        let kept = self.levels.partition_point(|level| as_index(level.chosen) < levels);
        self.levels.drain(..kept);
    }
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
