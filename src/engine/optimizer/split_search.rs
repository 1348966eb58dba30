//! [`SplitSearch`]: engines that search disjoint parts of a problem, in turns that several threads
//! can run.
//!
//! At first one engine searches the whole problem. To split the search, the engine with the largest
//! untried branch gives this to a copy of itself. A [`SearchTurn`] is a number of nodes of one
//! engine. Nothing that an engine does in its turn depends on what others do at the same time.

#[cfg(test)]
mod tests;

use crate::engine::{Outcome, Path, SearchEngine, Subproblem, Work};
use crate::ids::{OptionId, to_f64, to_u64};
use crate::problem::Problem;
use std::collections::BinaryHeap;
use std::iter;

/// The most solutions of a turn, so that memory is bounded.
const MOST_FOUND: usize = 1 << 12;

/// The turn of the first engine has up to so many times the nodes of another one. It goes on where
/// a single engine would, which tries the most promising options first.
const LEAD: u64 = 3;

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

/// An engine, and the part of the tree that it searches.
#[derive(Debug)]
struct SearchPart<E> {
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
    fn new(engine: E, limit: Option<u128>) -> Self {
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

    /// Gives the untried choices of a level away.
    fn fork(&mut self, level: usize) -> Self {
        let before = self.path_share();
        let mut other = Self::new(self.engine.fork(level), self.limit);
        self.outside += self.path_share() - before;
        other.outside = other.path_share();
        other
    }

    fn set_limit(&mut self, limit: u128) {
        self.limit = Some(limit);
        self.engine.set_limit(limit);
    }

    /// Adds the solution at which the engine is, and lowers the own limit.
    fn add_solution(&mut self) {
        let mut options = Vec::new();
        self.engine.solution(&mut options);
        let problem = self.engine.problem();
        let cost = options.iter().map(|&option| u128::from(problem.cost(option))).sum();
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

    fn work(&self) -> Work {
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
    fn expected_nodes(&self) -> f64 {
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
    fn largest_level(&self) -> Option<(f64, usize)> {
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

/// The engines. See the head of this file.
#[derive(Debug)]
pub(super) struct SplitSearch<E> {
    parts: Vec<SearchPart<E>>,
    /// The work in parts that are no longer here, and before the last beginning.
    earlier: Work,
}

impl<E: LimitedSearch> SplitSearch<E> {
    /// One of a single engine, which was built or restarted before.
    pub(super) fn new(engine: E) -> Self {
        let mut first = SearchPart::new(engine, None);
        first.before = Work::default();
        Self { parts: vec![first], earlier: Work::default() }
    }

    /// The first engine, which searches the whole problem at first.
    pub(super) fn first(&self) -> &E {
        &self.parts[0].engine
    }

    pub(super) fn first_mut(&mut self) -> &mut E {
        &mut self.parts[0].engine
    }

    pub(super) fn engines(&self) -> impl Iterator<Item = &E> {
        self.parts.iter().map(|part| &part.engine)
    }

    /// Removes all engines but the first one, which is to be restarted.
    pub(super) fn begin(&mut self) -> &mut E {
        self.earlier = self.work();
        self.parts.truncate(1);
        let first = &mut self.parts[0];
        (first.before, first.outside, first.is_exhausted) = (Work::default(), 0.0, false);
        (first.limit, first.turn_end) = (None, 0);
        &mut first.engine
    }

    /// Removes all engines but the first one, and restarts that one. No work is counted anymore.
    pub(super) fn restart(&mut self, root: &Subproblem) {
        self.begin().restart(root);
        self.earlier = Work::default();
    }

    /// The work since the search was built or restarted.
    pub(super) fn work(&self) -> Work {
        self.parts.iter().fold(self.earlier, |mut sum, part| {
            sum += part.work();
            sum
        })
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.parts.iter().all(|part| part.is_exhausted)
    }

    /// The nodes that the search will have, if what is left of each part is like what is done.
    pub(super) fn expected_nodes(&self) -> f64 {
        self.parts.iter().fold(to_f64(self.earlier.nodes), |sum, part| sum + part.expected_nodes())
    }

    pub(super) fn set_limit(&mut self, limit: u128) {
        self.parts.iter_mut().for_each(|part| part.set_limit(limit));
    }

    fn running(&self) -> usize {
        self.parts.iter().filter(|part| !part.is_exhausted).count()
    }

    /// Splits the search until it has this number of engines, or no part can be split.
    pub(super) fn split_up_to(&mut self, engines: usize) {
        while self.running() < engines && self.split() {}
    }

    /// Gives the untried choices with the greatest share of the tree to another engine. Returns
    /// whether there are any.
    fn split(&mut self) -> bool {
        let mut largest = None::<(f64, usize, usize)>;
        for (index, part) in self.parts.iter().enumerate() {
            if let Some((share, level)) = part.largest_level()
                && largest.is_none_or(|(most, ..)| share > most)
            {
                largest = Some((share, index, level));
            }
        }
        let Some((_, index, level)) = largest else { return false };
        let part = self.parts[index].fork(level);
        match self.parts.iter_mut().find(|part| part.is_exhausted) {
            Some(idle) => {
                self.earlier += idle.work();
                *idle = part;
            }
            None => self.parts.push(part),
        }
        true
    }

    /// A turn for each engine, with about so many nodes in all.
    pub(super) fn turns(
        &mut self,
        nodes: u64,
        wanted: usize,
    ) -> impl Iterator<Item = &mut dyn SearchTurn> {
        let others = to_u64(self.running().saturating_sub(1));
        let lead = others.clamp(1, LEAD);
        let mut shares = [lead].into_iter().chain(iter::repeat(1));
        self.parts.iter_mut().filter(|part| !part.is_exhausted).map(move |part| {
            let own = nodes * shares.next().unwrap_or(1) / (lead + others);
            part.turn_end = part.engine.work().nodes.saturating_add(own.max(1));
            part.wanted = wanted;
            part.costs.clear();
            let turn: &mut dyn SearchTurn = part;
            turn
        })
    }

    /// Removes the solutions of the last turns.
    pub(super) fn take_found(&mut self) -> impl Iterator<Item = Vec<OptionId>> {
        self.parts.iter_mut().flat_map(|part| part.found.drain(..))
    }
}
