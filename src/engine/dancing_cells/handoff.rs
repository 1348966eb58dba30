//! [`Handoff`]: an engine that stops at small subproblems, to be searched by another engine.

use crate::engine::{Outcome, SearchEngine};

/// An engine that hands off small subproblems.
pub(in crate::engine) trait Handoff: SearchEngine {
    /// Continues the search for about `budget` nodes, but stops at a small node, which has at most
    /// `most` options and open items. The caller searches what is [`left`](Self::left) there.
    fn descend(&mut self, budget: u64, most: u32) -> Descent;

    /// At a small node: appends the options that are left, and the open primary items, by number
    /// and ascending.
    fn left(&self, options: &mut Vec<u32>, items: &mut Vec<u32>);

    /// Leaves a small node after the caller has searched it.
    fn pass(&mut self);

    /// The number of levels of the path.
    fn levels(&self) -> usize;
}

/// The reason why a descent ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine) enum Descent {
    Outcome(Outcome),
    /// The engine is at a small node.
    Small,
}
