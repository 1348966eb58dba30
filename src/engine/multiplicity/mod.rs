//! Multiplicities: each primary item is covered as often as its bounds say, each set of options
//! found once.
//!
//! This is the problem of Knuth's Algorithm M (TAOCP 7.2.2.1), solved in another way. Algorithm M
//! covers an item by one option after another, and takes care that the same options don't come in
//! another order. Here a level decides one option: first it is chosen, and then, when all solutions
//! with it are found, it is out for good, as far as the level above goes. No set of options can
//! come twice. A [`DecisionState`] is what is left of the problem, with all that follows from a
//! decision: an item without capacity excludes its other options, and one that needs all that it
//! has left chooses them. It is in [`words`] for problems of up to 512 options, and in [`sets`] for
//! larger ones. [`capacity_bound`] excludes further options.
//!
//! A level decides an option of the open item with the least slack, as Algorithm M takes that of
//! the least degree, but divided by how often the item has been the one to fail. That the choice
//! may be another one after the option is out is what the book's levels, which stay with their
//! item, can't do.
//!
//! Where no item needs any more options, what was chosen is a solution; what remains undecided are
//! *extras*, and each set of them that the upper bounds allow makes one more. There are no dead
//! ends among them.

pub(super) mod capacity_bound;
pub(super) mod decision_path;
pub(super) mod decision_state;
pub(super) mod sets;
#[cfg(test)]
mod tests;
mod words;

use super::bits;
use super::bitset::cpu::{CpuTask, run_here};
use super::{Outcome, Path, SearchEngine, Subproblem, Work};
use crate::ids::OptionId;
use crate::problem::{Problem, Reduction};
use capacity_bound::CapacityBound;
use decision_path::{Decision, DecisionPath};
use decision_state::DecisionState;
use sets::BoundedSets;
use words::BoundedWords;

/// The chance of an extra: the sets of extras are those with it and those without.
const EXTRA: f64 = 0.5;

/// Where the search stands between two calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// A deeper level is to be entered.
    Enter,
    /// What is chosen is a solution; more options may be added to it, from this one on.
    Solution { from: u32 },
    /// No level is left.
    Exhausted,
}

/// The engine. Its nodes are the root, the options chosen at a level and those excluded there. Its
/// updates are those of the state.
#[derive(Debug)]
pub(super) struct Multiple<S> {
    sets: S,
    capacity_bound: CapacityBound,
    /// Each decision with the mark of the state before it.
    path: DecisionPath<u32>,
    nodes: u64,
    stand: Phase,
}

/// Builds the engine: with sets of up to eight words if all options that can be chosen fit into
/// them.
pub(super) fn start(problem: &Problem, reduction: Option<&Reduction>) -> Box<dyn SearchEngine> {
    let is_left = |&option: &OptionId| Reduction::leaves(reduction, problem, option);
    match bits::words(problem.options().filter(is_left).count()) {
        1 => Box::new(Multiple::new(problem, BoundedWords::<1>::new(problem, reduction))),
        2 => Box::new(Multiple::new(problem, BoundedWords::<2>::new(problem, reduction))),
        3..=4 => Box::new(Multiple::new(problem, BoundedWords::<4>::new(problem, reduction))),
        5..=8 => Box::new(Multiple::new(problem, BoundedWords::<8>::new(problem, reduction))),
        _ => Box::new(Multiple::new(problem, BoundedSets::new_lazy(problem, reduction))),
    }
}

impl<S: DecisionState> Multiple<S> {
    fn new(problem: &Problem, sets: S) -> Self {
        let mut multiple = Self {
            sets,
            capacity_bound: CapacityBound::new(problem),
            path: DecisionPath::new(),
            nodes: 0,
            stand: Phase::Enter,
        };
        multiple.begin();
        multiple
    }

    /// Stands at the root, once the sets do.
    fn begin(&mut self) {
        self.path.clear();
        self.nodes = 1;
        self.capacity_bound.settle(&mut self.sets);
        self.stand = if self.sets.failed() { Phase::Exhausted } else { Phase::Enter };
    }

    /// [`SearchEngine::advance`], compiled for the features of this processor.
    #[inline(always)]
    fn advance_here(&mut self, budget: u64) -> Outcome {
        let last = self.nodes.saturating_add(budget);
        loop {
            self.stand = match self.stand {
                Phase::Exhausted => return Outcome::Exhausted,
                Phase::Enter => match self.sets.branch() {
                    Some((option, chance)) => self.choose(option, chance, false),
                    None => {
                        self.stand = Phase::Solution { from: 0 };
                        return Outcome::Solution;
                    }
                },
                Phase::Solution { from } => match self.sets.undecided_from(from) {
                    Some(option) => self.choose(option, EXTRA, true),
                    None => self.backtrack(),
                },
            };
            if self.nodes >= last && self.stand != Phase::Exhausted {
                return Outcome::Paused;
            }
        }
    }

    /// Chooses an option on a new level. Says where the search then stands.
    #[inline(always)]
    fn choose(&mut self, option: u32, chance: f64, extra: bool) -> Phase {
        let mark = self.sets.mark();
        self.path.choose(Decision { option, chance, extra, mark });
        self.nodes += 1;
        self.sets.choose(option);
        self.capacity_bound.settle(&mut self.sets);
        if self.sets.failed() { self.backtrack() } else { Phase::Enter }
    }

    /// Puts the option of the last level out, and leaves the level; and so on, until something is
    /// left to be found.
    #[inline(always)]
    fn backtrack(&mut self) -> Phase {
        while let Some(Decision { option, extra, mark, .. }) = self.path.exclude() {
            self.nodes += 1;
            self.sets.undo(mark);
            self.sets.exclude(option);
            self.capacity_bound.settle(&mut self.sets);
            if extra {
                return Phase::Solution { from: option };
            }
            if !self.sets.failed() {
                return Phase::Enter;
            }
        }
        Phase::Exhausted
    }
}

/// A call of [`SearchEngine::advance`].
struct Advance<'a, S> {
    search: &'a mut Multiple<S>,
    budget: u64,
}

impl<S: DecisionState> CpuTask for Advance<'_, S> {
    type Output = Outcome;

    #[inline(always)]
    fn run(self) -> Outcome {
        self.search.advance_here(self.budget)
    }
}

impl<S: DecisionState + std::fmt::Debug + Send> SearchEngine for Multiple<S> {
    fn restart(&mut self, root: &Subproblem) {
        self.sets.begin(root);
        self.begin();
    }

    fn advance(&mut self, budget: u64) -> Outcome {
        run_here(Advance { search: self, budget })
    }

    fn solution(&self, options: &mut Vec<OptionId>) {
        options.extend(self.sets.chosen());
    }

    fn work(&self) -> Work {
        Work { nodes: self.nodes, updates: self.sets.updates() }
    }

    fn path(&self, path: &mut Path) -> bool {
        self.path.write(path);
        true
    }

    fn keep_below(&mut self, levels: usize) {
        self.path.keep_below(levels);
    }
}
