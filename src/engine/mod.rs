//! The engines: algorithms for exact cover.
//!
//! An engine is a `SearchEngine` over integers. It is built from a [`Problem`](crate::Problem), and uses no names, no
//! text, no clock and no thread; its only limit is the budget of each call. [`Solver`](crate::Solver) makes iterators,
//! limits and cancellation from its few methods, once for all engines.
//!
//! Engines differ in speed and in the features that they support. They never differ in their answers: `tests/suite.rs`
//! compares each of them with `naive`.

mod adaptive;
mod bitset;
mod cursor;
mod dancing_cells;
mod dancing_links;
mod kind;
mod least_cost;
#[cfg(feature = "diagram")]
pub(crate) mod memo;
mod multiplicity;
mod naive;
pub(crate) mod path;
mod root_propagation;
mod select;
mod shape;
pub(crate) mod splitmix;
mod start;
#[cfg(test)]
pub(crate) mod tests;
mod unchecked;

pub(crate) use cursor::{NodeInfo, SizeEstimate, TreeCursor, cursor};
pub use kind::{Engine, EngineChoice, EngineReason, UnknownEngine, Unsupported, UnsupportedReason};
pub(crate) use least_cost::LeastCost;
pub(crate) use path::{Part, Path};

use crate::ids::OptionId;
use std::fmt;

/// A search that runs a few nodes at a time.
///
/// A machine stands, at first and after a [`restart`](Self::restart), at the root of its search tree. Driven on
/// and on it visits every solution once, in an order that depends on the problem and on what is given alone.
pub(crate) trait SearchEngine: fmt::Debug + Send {
    /// Goes back to the root, with these options chosen for good: they have primary items and don't conflict.
    fn restart(&mut self, given: &[OptionId]);

    /// Searches on for at most about `budget` nodes: an engine may pass it by the untried alternatives of one
    /// level, and always makes progress.
    fn advance(&mut self, budget: u64) -> Outcome;

    /// After a solution: its options, those given among them, are appended.
    fn solution(&self, options: &mut Vec<OptionId>);

    /// The work done since the machine was built or restarted.
    fn work(&self) -> Work;

    /// Which engine is at work, where the machine has a choice.
    fn chosen(&self) -> Option<EngineChoice> {
        None
    }

    /// Writes where the machine stands, after [`restart`](Self::restart) or when it has paused or stands at a solution;
    /// what was in the path is dropped. Says whether it can tell at all. A level at which options don't exclude each
    /// other ends the path: what lies below is one piece.
    fn path(&self, path: &mut Path) -> bool {
        path.clear();
        false
    }

    /// Gives up the untried options of the first so many levels of the path, as it is now: they are somebody else's.
    /// The machine is then exhausted when it is done with what it has kept. A machine that can't tell its path keeps
    /// everything.
    fn keep_below(&mut self, _levels: usize) {}

    /// All that it has not tried, in the order in which it would come to it, if it can tell. With what is left below the path,
    /// that is all that it still comes by, and no two of them have a solution in common.
    fn parts(&self) -> Option<Vec<Part>> {
        let mut path = Path::default();
        self.path(&mut path).then(|| path.parts())
    }

    /// Gives up its [parts](Self::parts): it comes to its end with what is left below the path.
    fn give_up(&mut self) {
        let mut path = Path::default();
        if self.path(&mut path) {
            self.keep_below(path.levels());
        }
    }

    /// Goes to the root of a part: with these options chosen, and without others. Only a machine whose parts are without
    /// any is asked for that.
    fn restart_without(&mut self, given: &[OptionId], without: &[OptionId]) {
        assert!(without.is_empty(), "an engine that can't leave out options is not asked to");
        self.restart(given);
    }

    /// Whether it searches a part of the tree as fast if it begins there: it does not learn from what it has searched.
    fn forgets(&self) -> bool {
        true
    }
}

/// The reason why [`SearchEngine::advance`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The engine is at a solution; the next call continues the search.
    Solution,
    /// There are no more solutions; the next call returns the same.
    Exhausted,
    /// The budget is spent.
    Paused,
}

/// The work of a search: it depends on the problem and the engine, not on the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Work {
    /// Nodes of the search tree: the root, and each option that was tried at a level.
    pub(crate) nodes: u64,
    /// Changes of the data structure that are undone later; each engine defines its unit.
    pub(crate) updates: u64,
}
