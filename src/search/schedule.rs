//! [`Schedule`]: when the search of a subproblem is split.
//!
//! Where a search is split decides the order of solutions of engines whose choices depend on the
//! path that led to a node, and checkpoints depend on it too. So split points depend on nodes
//! alone, never on time, threads or limits.

use crate::ids::to_u64;

/// The sizes at which subproblems are split, in nodes.
///
/// To begin a subproblem takes about as long as two to five hundred nodes, because nodes are
/// expensive where structures are large. A split makes some dozen subproblems, or thousands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// The nodes after which the whole search is split. Each split multiplies them by four.
    pub(super) first: u64,
    /// The most nodes after which a subproblem is split.
    pub(super) most: u64,
    /// The least number of nodes for each subproblem that a split makes.
    pub(super) each: u64,
}

impl Schedule {
    /// For all searches whose order matters, or that several threads share.
    pub(super) const SPLIT: Self = Self { first: 1 << 16, most: 1 << 20, each: 1 << 10 };

    /// For searches that one thread runs from beginning to end.
    pub(super) const WHOLE: Self = Self { first: u64::MAX, most: u64::MAX, each: 0 };

    /// The nodes after which a subproblem below this number of splits is split.
    pub(super) fn size(self, depth: u32) -> u64 {
        self.first.saturating_mul(1 << (2 * depth.min(16))).min(self.most)
    }

    /// The nodes after which a split into this number of subproblems pays off.
    pub(super) fn price(self, subproblems: usize) -> u64 {
        to_u64(subproblems).saturating_mul(self.each)
    }
}
