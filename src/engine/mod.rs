//! The engines: algorithms for exact cover.
//!
//! An engine is a `SearchEngine` over integers. It is built from a [`Problem`](crate::Problem), and
//! uses no names, no text, no clock and no thread; its only limit is the budget of each call.
//! [`Solver`](crate::Solver) makes iterators, limits and cancellation from its few methods, once
//! for all engines.
//!
//! Engines differ in speed and in the features that they support. They never differ in their
//! answers: `tests/suite.rs` compares each of them with `naive`.

mod adaptive;
mod bits;
mod bitset;
mod cursor;
mod dancing_cells;
mod dancing_links;
mod kind;
mod learning;
mod least_cost;
mod memo_turns;
// Counts and diagrams use all of it.
#[cfg_attr(not(feature = "diagram"), allow(dead_code, unreachable_pub, unused_imports))]
pub(crate) mod memo;
mod multiplicity;
mod naive;
mod optimizer;
pub(crate) mod path;
mod root_propagation;
mod select;
mod shape;
mod start;
mod subproblem;
#[cfg(test)]
pub(crate) mod tests;
mod turns;
pub(crate) mod unchecked;

pub(crate) use cursor::{NodeInfo, SizeEstimate, TreeCursor, cursor};
pub use kind::{Engine, EngineChoice, EngineReason, UnknownEngine, Unsupported, UnsupportedReason};
#[cfg(feature = "proof")]
pub(crate) use learning::{Refutation, RefutationStatus};
pub(crate) use optimizer::{Optimizer, SearchTurn};
pub use path::Choice;
pub(crate) use path::Path;
pub use subproblem::Subproblem;

use crate::ids::OptionId;
use std::fmt;
use std::ops::AddAssign;

/// A search that runs a few nodes at a time.
///
/// At first and after a [`restart`](Self::restart), the engine is at the root of its search tree.
/// Repeated calls of [`advance`](Self::advance) visit every solution once, in an order that depends
/// on the problem and the assumptions alone.
pub(crate) trait SearchEngine: fmt::Debug + Send {
    /// Goes back to the root of a part of the problem. Its options have primary items; those
    /// included don't conflict, and none of them is excluded.
    fn restart(&mut self, root: &Subproblem);

    /// The same for a part of a search that is split. Then an engine that has paths can be split.
    fn restart_part(&mut self, root: &Subproblem) {
        self.restart(root);
    }

    /// Sets whether searches from the root may have a memo, from the next restart on; by default
    /// they may. Counts have memos of their own. It changes the order of solutions.
    fn use_memo(&mut self, _uses_memo: bool) {}

    /// Searches on for at most about `budget` nodes: an engine may pass it by the untried
    /// alternatives of one level, and always makes progress.
    fn advance(&mut self, budget: u64) -> Outcome;

    /// After a solution: its options, those given among them, are appended.
    fn solution(&self, options: &mut Vec<OptionId>);

    /// The work done since the machine was built or restarted.
    fn work(&self) -> Work;

    /// Which engine is at work, where the machine has a choice.
    fn chosen(&self) -> Option<EngineChoice> {
        None
    }

    /// Writes the position of the engine, after [`restart`](Self::restart), a pause or a solution;
    /// what was in the path is dropped. Returns whether the engine has a path now. A level
    /// whose choices don't exclude each other ends the path: what is below is one part.
    fn path(&self, path: &mut Path) -> bool {
        path.clear();
        false
    }

    /// Whether the search may be split now, if the engine has paths.
    fn can_split(&self) -> bool {
        true
    }

    /// Gives away the untried choices of the first levels of the path as it is now. The engine is
    /// exhausted when it has searched what it has kept. An engine without paths keeps everything.
    fn keep_below(&mut self, _levels: usize) {}
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

impl AddAssign for Work {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.updates += other.updates;
    }
}
