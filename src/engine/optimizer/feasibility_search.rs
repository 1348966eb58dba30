//! [`FeasibilitySearch`]: a search for any solutions, whatever they cost.
//!
//! Until as many solutions are known as are asked for, there is no limit, and bounds of costs
//! exclude nothing. Tight or infeasible problems then need learned clauses or a memo.
//! [`Engine::Auto`] has both. It visits all solutions, each once; if it ends, the optimizer ends.

#[cfg(test)]
mod tests;

use super::search_part::{MOST_FOUND, SearchTurn, effort};
use crate::engine::{Engine, Outcome, SearchEngine, Subproblem, Work};
use crate::ids::OptionId;
use crate::problem::Problem;

/// The nodes between two looks at the effort and for a reason to stop.
const SLICE: u64 = 256;

/// The search. See the head of this file.
#[derive(Debug)]
pub(super) struct FeasibilitySearch {
    engine: Box<dyn SearchEngine>,
    is_exhausted: bool,
    /// The effort at which the turn ends, and the nodes. A turn that takes more shortens the next.
    effort_end: u64,
    nodes_end: u64,
    /// The solutions found and not taken yet.
    found: Vec<Vec<OptionId>>,
}

impl FeasibilitySearch {
    /// The search of a part of a problem.
    pub(super) fn new(problem: &Problem, root: &Subproblem) -> Self {
        let mut engine = Engine::Auto.start(problem, None);
        engine.restart(root);
        let effort_end = effort(engine.work());
        Self { engine, is_exhausted: false, effort_end, nodes_end: 0, found: Vec::new() }
    }

    /// Begins a turn of this effort, with at most about `nodes` nodes.
    pub(super) fn begin_turn(&mut self, effort_of_turn: u64, nodes: u64) {
        let work = self.engine.work();
        self.effort_end = self.effort_end.min(effort(work)).saturating_add(effort_of_turn);
        self.nodes_end = work.nodes.saturating_add(nodes);
    }

    /// Whether all solutions have been found.
    pub(super) fn is_exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// The work since the search was built.
    pub(super) fn work(&self) -> Work {
        self.engine.work()
    }

    /// Whether no solution waits to be taken.
    pub(super) fn is_drained(&self) -> bool {
        self.found.is_empty()
    }

    /// Removes the solutions found so far.
    pub(super) fn take_found(&mut self) -> impl Iterator<Item = Vec<OptionId>> {
        self.found.drain(..)
    }
}

impl SearchTurn for FeasibilitySearch {
    fn run(&mut self, is_stopped: &dyn Fn() -> bool) {
        loop {
            let work = self.engine.work();
            let left = self.nodes_end.saturating_sub(work.nodes);
            let is_over = left == 0 || effort(work) >= self.effort_end;
            if is_over || self.found.len() >= MOST_FOUND || is_stopped() {
                return;
            }
            match self.engine.advance(left.min(SLICE)) {
                Outcome::Paused => {}
                Outcome::Solution => {
                    let mut options = Vec::new();
                    self.engine.solution(&mut options);
                    self.found.push(options);
                }
                Outcome::Exhausted => {
                    self.is_exhausted = true;
                    return;
                }
            }
        }
    }
}
