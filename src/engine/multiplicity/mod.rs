//! Multiplicities: each primary item is covered as often as its bounds say, each set of options found once.
//!
//! This is the problem of Knuth's Algorithm M (TAOCP 7.2.2.1), solved in another way. Algorithm M covers an item
//! by one option after another, and takes care that the same options don't come in another order. Here a level
//! decides one option: first it is chosen, and then, when all solutions with it are found, it is out for good, as
//! far as the level above goes. No set of options can come twice. [`sets`] has what is left of the problem, and
//! all that follows from a decision: an item whose bounds are exhausted puts its other options out, and one
//! that needs all that it has left chooses them. [`capacity_bound`] has one thing more that follows.
//!
//! A level decides an option of the open item with the least slack, as Algorithm M takes that of the least degree,
//! but divided by how often the item has been the one to fail. That the choice may be another one after the option
//! is out is what the book's levels, which stay with their item, can't do.
//!
//! Where no item needs any more options, what was chosen is a solution; what remains undecided are *extras*, and
//! each set of them that the upper bounds allow makes one more. There are no dead ends among them.

pub(super) mod capacity_bound;
pub(super) mod sets;
mod steps;
#[cfg(test)]
mod tests;

use super::{Outcome, Part, Path, SearchEngine, Work};
use crate::ids::{OptionId, as_index, to_u32};
use crate::problem::{Problem, Reduction};
use capacity_bound::CapacityBound;
use sets::BoundedSets;

/// A level of the search: an option that is chosen, and what was decided before it.
#[derive(Clone, Copy, Debug)]
struct Level {
    option: u32,
    decided: u32,
    /// How many options were put out above and at the levels that lead here, before this one was chosen.
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

/// The machine. Its nodes are the root, the options chosen at a level and those put out there. Its updates are
/// the entries taken out of a set.
#[derive(Debug)]
pub(super) struct Multiple {
    sets: BoundedSets,
    capacity_bound: CapacityBound,
    levels: Vec<Level>,
    /// The options that were put out because all solutions with them were found, as long as they are out.
    out: Vec<u32>,
    /// At the first so many levels the option is not put out.
    floor: usize,
    nodes: u64,
    stand: Phase,
}

impl Multiple {
    pub(super) fn new(problem: &Problem, reduction: Option<&Reduction>) -> Self {
        let mut multiple = Self {
            sets: BoundedSets::new_lazy(problem, reduction),
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

    /// The levels above all extras.
    fn cuttable(&self) -> usize {
        self.levels.iter().take_while(|level| !level.extra).count()
    }

    /// Chooses an option on a new level. Says where the search then stands.
    fn choose(&mut self, option: u32, extra: bool) -> Phase {
        let (decided, out) = (self.sets.decided(), to_u32(self.out.len()));
        self.levels.push(Level { option, decided, out, extra });
        self.nodes += 1;
        self.sets.choose(option);
        self.capacity_bound.settle(&mut self.sets);
        if self.sets.failed() { self.backtrack() } else { Phase::Enter }
    }

    /// Puts the option of the last level out, and leaves the level; and so on, until something is left to be
    /// found.
    fn backtrack(&mut self) -> Phase {
        while self.levels.len() > self.floor
            && let Some(Level { option, decided, out, extra }) = self.levels.pop()
        {
            self.nodes += 1;
            self.out.truncate(as_index(out));
            self.out.push(option);
            self.sets.undo(decided);
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

impl SearchEngine for Multiple {
    fn restart(&mut self, given: &[OptionId]) {
        self.sets.begin(given);
        self.begin();
    }

    fn advance(&mut self, budget: u64) -> Outcome {
        let last = self.nodes.saturating_add(budget);
        loop {
            self.stand = match self.stand {
                Phase::Exhausted => return Outcome::Exhausted,
                Phase::Enter => match self.sets.branch() {
                    Some(option) => self.choose(option, false),
                    None => {
                        self.stand = Phase::Solution { from: 0 };
                        return Outcome::Solution;
                    }
                },
                Phase::Solution { from } => match self.sets.undecided_from(from) {
                    Some(option) => self.choose(option, true),
                    None => self.backtrack(),
                },
            };
            if self.nodes >= last && self.stand != Phase::Exhausted {
                return Outcome::Paused;
            }
        }
    }

    fn solution(&self, options: &mut Vec<OptionId>) {
        options.extend(self.sets.chosen());
    }

    fn work(&self) -> Work {
        Work { nodes: self.nodes, updates: self.sets.updates() }
    }

    fn path(&self, path: &mut Path) -> bool {
        path.clear();
        self.each_step(|step| {
            // The choice put out what its item had left.
            let mut untried =
                step.level.map_or(Vec::new(), |(level, item)| self.others(level, item));
            if step.levels <= self.floor {
                untried.clear();
            }
            let alternatives = step.out + 1 + to_u32(untried.len());
            path.push(OptionId::new(as_index(step.option)), alternatives, untried);
        });
        true
    }

    /// A level decides one option, and what is untried there is all that is possible without it. Extras end that: what is
    /// possible without one has the solution to which it was added, and that was told.
    fn parts(&self) -> Option<Vec<Part>> {
        let id = |option: u32| OptionId::new(as_index(option));
        let levels = (self.floor..self.cuttable()).rev();
        let part = |number: usize| {
            let level = &self.levels[number];
            let out = self.out[..as_index(level.out)].iter().copied().chain([level.option]);
            Part {
                options: self.levels[..number].iter().map(|level| id(level.option)).collect(),
                without: out.map(id).collect(),
                weight: 0.5_f64.powi(i32::try_from(number + 1).unwrap_or(i32::MAX)),
            }
        };
        Some(levels.map(part).collect())
    }

    fn give_up(&mut self) {
        self.floor = self.floor.max(self.cuttable());
    }

    fn restart_without(&mut self, given: &[OptionId], without: &[OptionId]) {
        self.sets.begin(given);
        let mut is_out = true;
        for option in without {
            if self.sets.is_undecided(option.number()) {
                self.sets.exclude(option.number());
            }
            is_out &= self.sets.chosen().all(|chosen| chosen != *option);
        }
        self.begin();
        if !is_out {
            self.stand = Phase::Exhausted;
        }
    }

    fn keep_below(&mut self, levels: usize) {
        let (mut left, mut floor) = (levels, self.floor);
        self.each_step(|step| {
            if left > 0 {
                (left, floor) = (left - 1, floor.max(step.levels));
            }
        });
        self.floor = floor;
    }
}
