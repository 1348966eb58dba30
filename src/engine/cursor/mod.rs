//! Cursors in a search tree, which move down and up along any path.
//!
//! An engine visits a tree in a fixed order. A [`TreeCursor`] visits any parts of a tree: an
//! estimate of its size samples a thousand nodes of each level. The tree is that of the rule "the
//! leftmost item with the fewest options", without lookahead and learning, so that the tree below a
//! node depends on the path to it alone. It is the tree of dancing links, node by node; with
//! multiplicities, that of [`multiplicity`](super::multiplicity) without learned weights.

mod multiple;
mod start;
#[cfg(test)]
mod tests;

pub(crate) use start::cursor;

use super::subproblem::Subproblem;
use std::fmt;

/// The degree of a node, and whether it is a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct NodeInfo {
    /// The number of its branches; 0 at a solution and at a dead end.
    pub(crate) degree: u32,
    /// Whether the node is a solution. With multiplicities a solution can have branches: more
    /// options can be chosen.
    pub(crate) is_solution: bool,
}

/// A position in a search tree: the root at first.
///
/// Branches have names, which are the same whenever the cursor comes back to the node.
pub(crate) trait TreeCursor: fmt::Debug + Send {
    /// Goes to the root of the tree of a subproblem, as an engine
    /// [does](super::SearchEngine::restart).
    fn restart(&mut self, root: &Subproblem);

    /// Describes the node.
    fn node(&self) -> NodeInfo;

    /// Appends the names of its branches.
    fn branches(&mut self, names: &mut Vec<u32>);

    /// Goes down a branch.
    fn down(&mut self, branch: u32);

    /// Goes up to the parent. At the root nothing happens.
    fn up(&mut self);

    /// The changes of the structure since the last restart, as the engine counts its updates.
    fn updates(&self) -> u64;

    /// Estimates the tree below the node. It must be called right after [`down`](Self::down),
    /// before the branches.
    fn size(&self) -> SizeEstimate;
}

/// An estimate of the tree below a node, to compare it with others of its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct SizeEstimate {
    /// The items that are still to be covered.
    pub(crate) items: u32,
    /// The sum of the logarithms of their numbers of options, in units of 1/256 bit.
    pub(crate) bits: u32,
}

impl SizeEstimate {
    /// Adds an item with this number of options.
    pub(crate) fn add(&mut self, options: u32) {
        self.items += 1;
        self.bits = self.bits.saturating_add(bits(options));
    }
}

/// The binary logarithm in units of 1/256, by straight lines between the powers of two: whole
/// numbers are the same on every computer.
fn bits(number: u32) -> u32 {
    let number = number.max(1);
    let power = number.ilog2();
    let rest = u64::from(number - (1 << power)) << 8 >> power;
    (power << 8) + u32::try_from(rest).unwrap_or(0)
}
