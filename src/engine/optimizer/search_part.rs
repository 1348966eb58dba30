//! [`SearchPart`]: an engine that searches a part of a problem, in turns.

use crate::engine::least_cost::LeastCost;
use crate::engine::{Outcome, Path, SearchEngine, Work};
use crate::ids::{OptionId, to_f64, to_u64};
use crate::problem::Problem;
use std::collections::BinaryHeap;

/// The nodes of [`LeastCost`] between two looks of the caller at the clock.
pub(super) const SLICE: u64 = 16;

/// The nodes of the engine within a budget that count as one of [`LeastCost`].
pub(super) const WEIGHT: u64 = 64;

/// The updates that take as long as a node takes besides its own.
const UPDATES_OF_NODE: u64 = 16;

/// The most solutions of a turn, so that memory is bounded.
pub(super) const MOST_FOUND: usize = 1 << 12;

/// A turn of an engine.
pub(crate) trait SearchTurn: Send {
    /// Searches until the turn is over, or there is a reason to stop.
    fn run(&mut self, is_stopped: &dyn Fn() -> bool);
}

/// An engine that visits the solutions below a limit.
pub(super) trait LimitedSearch: SearchEngine + Sized {
    /// The nodes between two looks for a reason to stop.
    const SLICE: u64;

    /// Gives the untried choices of a level of the path to another engine, which continues with
    /// these. No level before it has any: its choices would be lost.
    fn fork(&mut self, level: usize) -> Self;

    /// Restricts the search to solutions that cost less, until the next restart.
    fn set_limit(&mut self, limit: u128);

    fn problem(&self) -> &Problem;
}

impl LimitedSearch for LeastCost {
    const SLICE: u64 = SLICE;

    fn fork(&mut self, level: usize) -> Self {
        self.fork(level)
    }

    fn set_limit(&mut self, limit: u128) {
        self.set_limit(limit);
    }

    fn problem(&self) -> &Problem {
        self.problem()
    }
}

/// An engine, and the part of the tree that it searches.
#[derive(Debug)]
pub(super) struct SearchPart<E> {
    engine: E,
    /// The work of the engine before it had this part.
    before: Work,
    /// The share of the tree that is not in this part, but counts as done on the path of the
    /// engine.
    outside: f64,
    is_exhausted: bool,
    limit: Option<u128>,
    /// The number of cheapest solutions that are wanted, and the nodes at which the turn ends.
    wanted: usize,
    turn_end: u64,
    /// The solutions of the turn.
    found: Vec<Vec<OptionId>>,
    /// The least costs of these, if they are below the limit at the beginning of the turn.
    costs: BinaryHeap<u128>,
}

impl<E: LimitedSearch> SearchPart<E> {
    pub(super) fn new(engine: E, limit: Option<u128>) -> Self {
        Self {
            before: engine.work(),
            engine,
            outside: 0.0,
            is_exhausted: false,
            limit,
            wanted: 0,
            turn_end: 0,
            found: Vec::new(),
            costs: BinaryHeap::new(),
        }
    }

    /// A part that was searched by this engine alone.
    pub(super) fn whole(engine: E) -> Self {
        Self { before: Work::default(), ..Self::new(engine, None) }
    }

    /// Forgets the part. Returns the engine, which is to be restarted.
    pub(super) fn begin(&mut self) -> &mut E {
        (self.before, self.outside, self.is_exhausted) = (Work::default(), 0.0, false);
        (self.limit, self.turn_end) = (None, 0);
        &mut self.engine
    }

    /// Begins a turn of this number of nodes, in a search for so many cheapest solutions.
    pub(super) fn begin_turn(&mut self, nodes: u64, wanted: usize) {
        self.wanted = wanted;
        self.costs.clear();
        self.turn_end = self.engine.work().nodes.saturating_add(nodes);
    }

    pub(super) fn engine(&self) -> &E {
        &self.engine
    }

    pub(super) fn engine_mut(&mut self) -> &mut E {
        &mut self.engine
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// The solutions of the turn.
    pub(super) fn found(&self) -> &[Vec<OptionId>] {
        &self.found
    }

    /// Removes the solutions of the turn.
    pub(super) fn take_found(&mut self) -> impl Iterator<Item = Vec<OptionId>> {
        self.found.drain(..)
    }

    /// Gives the untried choices of a level away.
    pub(super) fn fork(&mut self, level: usize) -> Self {
        let before = self.path_share();
        let mut other = Self::new(self.engine.fork(level), self.limit);
        self.outside += self.path_share() - before;
        other.outside = other.path_share();
        other
    }

    pub(super) fn set_limit(&mut self, limit: u128) {
        self.limit = Some(limit);
        self.engine.set_limit(limit);
    }

    /// Adds the solution at which the engine is, and lowers the own limit.
    fn add_solution(&mut self) {
        let mut options = Vec::new();
        self.engine.solution(&mut options);
        let cost = self.engine.problem().total_cost(&options);
        self.found.push(options);
        if self.limit.is_some_and(|limit| cost >= limit) {
            return;
        }
        self.costs.push(cost);
        if self.costs.len() > self.wanted {
            self.costs.pop();
        }
        if self.costs.len() == self.wanted
            && let Some(&limit) = self.costs.peek()
        {
            self.engine.set_limit(limit);
        }
    }

    pub(super) fn work(&self) -> Work {
        let (work, before) = (self.engine.work(), self.before);
        Work { nodes: work.nodes - before.nodes, updates: work.updates - before.updates }
    }

    /// The share of the tree that is done by the path of the engine.
    fn path_share(&self) -> f64 {
        let mut path = Path::default();
        if self.engine.path(&mut path) { path.share() } else { 0.0 }
    }

    /// The nodes that this part will have, if what is left of it is like what is done; more than
    /// any number if too little is done.
    pub(super) fn expected_nodes(&self) -> f64 {
        let nodes = to_f64(self.work().nodes);
        if self.is_exhausted {
            return nodes;
        }
        let done = self.path_share() - self.outside;
        nodes.max(1.0) * (1.0 - self.outside) / done.max(f64::MIN_POSITIVE)
    }

    /// The first level that has untried choices, and their share of the tree.
    ///
    /// A part that has not begun has none: until its first node, the path of a copy is that of the
    /// engine from which it comes, and its untried choices are all that it has.
    pub(super) fn largest_level(&self) -> Option<(f64, usize)> {
        let mut path = Path::default();
        if self.is_exhausted || self.work() == Work::default() || !self.engine.path(&mut path) {
            return None;
        }
        let mut levels = path.weights().zip(0..);
        let (weight, level) = levels.find(|&(_, level)| !path.untried(level).is_empty())?;
        Some((weight * to_f64(to_u64(path.untried(level).len())), level))
    }
}

impl<E: LimitedSearch> SearchTurn for SearchPart<E> {
    fn run(&mut self, is_stopped: &dyn Fn() -> bool) {
        loop {
            let left = self.turn_end.saturating_sub(self.engine.work().nodes);
            if left == 0 || self.found.len() >= MOST_FOUND || is_stopped() {
                return;
            }
            match self.engine.advance(left.min(E::SLICE)) {
                Outcome::Paused => {}
                Outcome::Solution => self.add_solution(),
                Outcome::Exhausted => {
                    self.is_exhausted = true;
                    return;
                }
            }
        }
    }
}

/// Work as updates of some ten nanoseconds.
pub(super) fn effort(Work { nodes, updates }: Work) -> u64 {
    updates.saturating_add(UPDATES_OF_NODE.saturating_mul(nodes))
}
