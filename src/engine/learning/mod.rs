//! Conflict-driven clause learning on options.
//!
//! The other engines forget why a choice failed. This one learns from each conflict a clause that
//! excludes all choices that would fail for the same reason, and goes back to the level at which
//! the clause would have decided otherwise, as SAT solvers do (Marques-Silva and Sakallah, "GRASP",
//! 1999). That pays off where solutions are rare and the problem is too large to search: a Latin
//! square of order 33 with a third of its cells open, or a Sudoku of 36x36.
//!
//! Options need no encoding: [`model`] keeps the items as constraints, of which [`propagation`]
//! derives what follows and why. Clauses are needed only for items to be covered at least once, for
//! colours that need an option, and for what is learned. [`analysis`] learns, [`decisions`] selects
//! an option, [`phases`] its value, [`branching`] an option to choose rather than to exclude it,
//! [`restarts`] and [`deletion`] keep the search from being stuck in one region and in too many
//! clauses. An [`observer`] is called for what is learned: with it, `refutation` writes a
//! derivation that others can check.
//!
//! # Every solution once
//!
//! After a solution the last decision is flipped, and stays flipped until everything with it is
//! searched: up to that level, the search is a plain depth-first search, and a conflict there flips
//! the last decision before it (Gebser et al., "Conflict-driven answer set enumeration", 2007).
//! Above, it learns. So no clause is needed that excludes a solution.

mod analysis;
mod branching;
mod clauses;
mod decisions;
mod deletion;
mod lists;
mod literal;
mod model;
mod observer;
mod phases;
mod propagation;
#[cfg(feature = "proof")]
mod refutation;
mod rest;
mod restarts;
#[cfg(test)]
mod tests;
mod trail;

use super::{Outcome, SearchEngine, Subproblem, Work};
use crate::ids::{OptionId, as_index};
use crate::problem::{Problem, Reduction};
use analysis::Analysis;
use decisions::DecisionQueue;
use deletion::Deletion;
use literal::Lit;
use model::Model;
use observer::Observer;
use phases::Phases;
use propagation::{Conflict, Propagator};
#[cfg(feature = "proof")]
pub(crate) use refutation::{Refutation, RefutationStatus};
use restarts::Restarts;
use trail::Reason;

/// The number of conflicts between restarts, deletions and resets of the phases, at first.
#[derive(Clone, Copy, Debug)]
struct Intervals {
    restarts: u64,
    deletions: u64,
    phases: u64,
}

impl Default for Intervals {
    fn default() -> Self {
        Self { restarts: restarts::UNIT, deletions: deletion::FIRST, phases: phases::INTERVAL }
    }
}

/// The conflicts after which their mean says something.
const LEAST_CONFLICTS: u64 = 64;

/// Where the search stands between two calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SearchState {
    /// Something is left to be searched.
    Search,
    /// All options are assigned: those that are true are a solution.
    Solution,
    /// Nothing is left.
    Exhausted,
}

/// A literal that is true up to the base although nothing implies it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Settled {
    /// Everything with its negation, which was decided before, is searched.
    Flipped(Lit),
    /// It belongs to the path from which the search went on.
    Given(Lit),
}

/// The engine. Its nodes are the root, the conflicts and the solutions that it has left; its
/// updates are assignments of variables.
#[derive(Debug)]
pub(super) struct Learning {
    intervals: Intervals,
    propagator: Propagator,
    decisions: DecisionQueue,
    phases: Phases,
    analysis: Analysis,
    restarts: Restarts,
    deletion: Deletion,
    /// Levels up to this one are searched chronologically: backjumps and restarts end here.
    base: u32,
    /// What was settled up to the base, each with the level that it became part of.
    settled: Vec<(u32, Settled)>,
    /// Literals that are true in all solutions, learned when the base was not 0.
    units: Vec<Lit>,
    conflicts: u64,
    /// The levels that it went back after conflicts, in all.
    jumped: u64,
    /// The solutions that the search has left.
    passed: u64,
    state: SearchState,
}

impl Learning {
    /// The search of a subproblem.
    pub(super) fn new(problem: &Problem, reduction: Option<&Reduction>, root: &Subproblem) -> Self {
        Self::with_intervals(problem, reduction, root, Intervals::default())
    }

    fn with_intervals(
        problem: &Problem,
        reduction: Option<&Reduction>,
        root: &Subproblem,
        intervals: Intervals,
    ) -> Self {
        let model = Model::new(problem, reduction);
        let (options, variables) = (model.options, model.len());
        let mut engine = Self {
            intervals,
            propagator: Propagator::new(model),
            decisions: DecisionQueue::new(options),
            phases: Phases::new(options, intervals.phases),
            analysis: Analysis::new(variables),
            restarts: Restarts::new(intervals.restarts),
            deletion: Deletion::new(intervals.deletions),
            base: 0,
            settled: Vec::new(),
            units: Vec::new(),
            conflicts: 0,
            jumped: 0,
            passed: 0,
            state: SearchState::Exhausted,
        };
        engine.restart(root);
        engine
    }

    /// Goes back to a level.
    fn backtrack(&mut self, level: u32) {
        let Self { propagator, decisions, phases, .. } = self;
        propagator.backtrack(level, |literal| {
            phases.save(literal);
            decisions.push(literal.variable());
        });
    }

    /// Flips the decision of the last level, which becomes part of the level before. If that is
    /// known to have no solution, flips the decision before it. Returns whether anything is left to
    /// be searched.
    fn flip(&mut self) -> bool {
        while let Some(before) = self.propagator.trail.level().checked_sub(1) {
            let decision = self.propagator.trail.decision(before + 1);
            self.backtrack(before);
            self.base = before;
            while self.settled.last().is_some_and(|&(level, _)| level > before) {
                self.settled.pop();
            }
            self.settled.push((before, Settled::Flipped(!decision)));
            let (propagator, units) = (&mut self.propagator, &self.units);
            if propagator.assume(!decision) && units.iter().all(|&unit| propagator.assume(unit)) {
                return true;
            }
        }
        false
    }

    /// Learns from a conflict above the base, goes back and assigns what follows.
    fn learn(&mut self, conflict: Conflict, observer: &mut impl Observer) {
        let trail = &self.propagator.trail;
        self.phases.update(trail.before_last_level(), self.conflicts);
        let learned = self.analysis.learn(&mut self.propagator, conflict);
        learned.met.iter().for_each(|&variable| self.decisions.bump(variable));
        self.decisions.decay();
        let (first, level) = (learned.clause[0], learned.level.max(self.base));
        let reason = if learned.clause.len() > 1 {
            Reason::Clause(self.propagator.clauses.add(learned.clause, learned.rank))
        } else {
            if self.base > 0 {
                self.units.push(first);
            }
            Reason::None
        };
        observer.learned(&self.propagator, conflict, learned.clause, reason);
        self.jumped += u64::from(self.propagator.trail.level() - level);
        self.backtrack(level);
        self.propagator.trail.assign(first, reason);
    }

    /// After a conflict, goes on elsewhere. Returns whether there is anything left.
    fn resolve(&mut self, conflict: Conflict, observer: &mut impl Observer) -> bool {
        self.conflicts += 1;
        if self.propagator.trail.level() == self.base {
            if self.base == 0 {
                observer.refuted(&self.propagator, conflict);
            }
            return self.flip();
        }
        self.learn(conflict, observer);
        if self.restarts.is_due(self.conflicts) {
            self.backtrack(self.base);
        }
        self.deletion.run(&mut self.propagator, self.conflicts, observer);
        true
    }

    /// Decides an option. Returns whether one was left to be decided.
    fn decide(&mut self) -> bool {
        let propagator = &mut self.propagator;
        while let Some(option) = self.decisions.pop() {
            if propagator.trail.is_assigned(option) {
                continue;
            }
            let mut literal = self.phases.decide(option);
            if !literal.is_positive()
                && let Some(other) = branching::chosen_instead(propagator, &self.phases, option)
            {
                // A conflict may come before the option is excluded: it stays in the queue.
                self.decisions.push(option);
                literal = Lit::positive(other);
            }
            propagator.trail.decide(literal);
            return true;
        }
        false
    }

    /// Searches on for at most about `budget` nodes, and reports what is derived.
    fn run(&mut self, budget: u64, observer: &mut impl Observer) -> Outcome {
        let end = self.nodes().saturating_add(budget);
        if self.state == SearchState::Solution {
            self.passed += 1;
            self.state = if self.flip() { SearchState::Search } else { SearchState::Exhausted };
        }
        while self.state == SearchState::Search {
            if let Some(conflict) = self.propagator.propagate() {
                if !self.resolve(conflict, observer) {
                    self.state = SearchState::Exhausted;
                } else if self.nodes() >= end {
                    return Outcome::Paused;
                }
            } else if !self.decide() {
                self.state = SearchState::Solution;
                return Outcome::Solution;
            }
        }
        Outcome::Exhausted
    }

    /// Whether these options are chosen.
    pub(super) fn has_chosen(&self, options: &[OptionId]) -> bool {
        let trail = &self.propagator.trail;
        options.iter().all(|option| trail.is_true(Lit::positive(option.number())))
    }

    /// Whether a conflict takes the search back at least so many levels on average, after enough of
    /// them.
    pub(super) fn jumps_far(&self, levels: u64) -> bool {
        self.conflicts >= LEAST_CONFLICTS && self.jumped >= self.conflicts.saturating_mul(levels)
    }

    fn nodes(&self) -> u64 {
        1 + self.conflicts + self.passed
    }
}

impl SearchEngine for Learning {
    fn restart(&mut self, root: &Subproblem) {
        let options = self.propagator.options();
        let is_possible = self.propagator.restart(root);
        self.decisions = DecisionQueue::new(options);
        self.phases = Phases::new(options, self.intervals.phases);
        self.restarts = Restarts::new(self.intervals.restarts);
        self.deletion = Deletion::new(self.intervals.deletions);
        self.units.clear();
        self.settled.clear();
        (self.base, self.conflicts, self.jumped, self.passed) = (0, 0, 0, 0);
        self.state = if is_possible { SearchState::Search } else { SearchState::Exhausted };
    }

    fn advance(&mut self, budget: u64) -> Outcome {
        self.run(budget, &mut ())
    }

    fn solution(&self, options: &mut Vec<OptionId>) {
        let (before, all) = (options.len(), self.propagator.options());
        let literals = self.propagator.trail.literals().iter();
        let chosen = literals.filter(|literal| literal.is_positive() && literal.variable() < all);
        options.extend(chosen.map(|literal| OptionId::new(as_index(literal.variable()))));
        options[before..].sort_unstable();
    }

    fn work(&self) -> Work {
        Work { nodes: self.nodes(), updates: self.propagator.trail.assignments() }
    }
}
