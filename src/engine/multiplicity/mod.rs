//! Multiplicities: each primary item is covered as often as its bounds say, each set of options
//! found once.
//!
//! This is the problem of Knuth's Algorithm M (TAOCP 7.2.2.1), solved in another way. Algorithm M
//! covers an item by one option after another, and takes care that the same options don't come in
//! another order. Here a level decides one option: first it is chosen, and then, when all solutions
//! with it are found, it is out for good, as far as the level above goes. No set of options can
//! come twice. A [`DecisionState`] is what is left of the problem, with all that follows from a
//! decision: an item without capacity excludes its other options, and one that needs all that it has
//! left chooses them. It is in [`words`] for problems of up to 512 options, and in [`sets`] for
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
pub(super) mod decision_state;
pub(super) mod sets;
#[cfg(test)]
mod tests;
mod words;

use super::bits;
use super::bitset::cpu::{CpuTask, run_here};
use super::{Choice, Outcome, Path, SearchEngine, Subproblem, Work};
use crate::ids::{OptionId, as_index, to_u32};
use crate::problem::{Problem, Reduction};
use capacity_bound::CapacityBound;
use decision_state::DecisionState;
use sets::BoundedSets;
use words::BoundedWords;

/// The chance of an extra: the sets of extras are those with it and those without.
const EXTRA: f64 = 0.5;

/// A level of the search: an option that is chosen, and what was decided before it.
#[derive(Clone, Copy, Debug)]
struct Level {
    option: u32,
    /// Its chance to be chosen.
    chance: f64,
    /// The mark of the state before the choice.
    mark: u32,
    /// How many options were put out above and at the levels that lead here, before this one was
    /// chosen.
    out: u32,
    /// Whether there was a solution without it.
    extra: bool,
}

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
    levels: Vec<Level>,
    /// The options that were put out because all solutions with them were found, as long as they
    /// are out, and the chance that they had.
    out: Vec<(u32, f64)>,
    /// At the first so many levels the option is not put out.
    floor: usize,
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
            levels: Vec::new(),
            out: Vec::new(),
            floor: 0,
            nodes: 0,
            stand: Phase::Enter,
        };
        multiple.begin();
        multiple
    }

    /// Stands at the root, once the sets do.
    fn begin(&mut self) {
        self.levels.clear();
        self.out.clear();
        (self.floor, self.nodes) = (0, 1);
        self.capacity_bound.settle(&mut self.sets);
        self.stand = if self.sets.failed() { Phase::Exhausted } else { Phase::Enter };
    }

    /// Adds the options to a path that were excluded from one to another.
    fn push_excluded(&self, path: &mut Path, from: u32, to: u32) {
        for &(option, chance) in &self.out[as_index(from)..as_index(to)] {
            path.push_decision(Choice::Exclude(OptionId::new(as_index(option))), None, chance);
        }
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
        let (mark, out) = (self.sets.mark(), to_u32(self.out.len()));
        self.levels.push(Level { option, chance, mark, out, extra });
        self.nodes += 1;
        self.sets.choose(option);
        self.capacity_bound.settle(&mut self.sets);
        if self.sets.failed() { self.backtrack() } else { Phase::Enter }
    }

    /// Puts the option of the last level out, and leaves the level; and so on, until something is
    /// left to be found.
    #[inline(always)]
    fn backtrack(&mut self) -> Phase {
        while self.levels.len() > self.floor
            && let Some(Level { option, chance, mark, out, extra }) = self.levels.pop()
        {
            self.nodes += 1;
            self.out.truncate(as_index(out));
            self.out.push((option, chance));
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

    /// A level decides one option. Extras end the path: without one, there is the solution to which
    /// it was added, and that was found.
    fn path(&self, path: &mut Path) -> bool {
        path.clear();
        let id = |option: u32| OptionId::new(as_index(option));
        let mut first = 0;
        for (number, level) in self.levels.iter().enumerate() {
            self.push_excluded(path, first, level.out);
            if level.extra {
                return true;
            }
            let untried = (number >= self.floor).then_some(Choice::Exclude(id(level.option)));
            path.push_decision(Choice::Include(id(level.option)), untried, level.chance);
            first = level.out;
        }
        self.push_excluded(path, first, to_u32(self.out.len()));
        true
    }

    fn keep_below(&mut self, levels: usize) {
        let is_kept = |&(number, level): &(usize, &Level)| {
            !level.extra && number + as_index(level.out) < levels
        };
        let kept = self.levels.iter().enumerate().take_while(is_kept).count();
        self.floor = self.floor.max(kept);
    }
}
