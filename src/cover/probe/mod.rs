//! Walks in a search tree: down and up along whatever path one likes, where an engine knows one order.
//!
//! An engine is a tree and an order in which to visit it. A [`Walk`] is the tree alone, for whoever wants to see parts
//! of it: an estimate of its size looks at a thousand nodes of each level. The tree is that of the rule "an item with
//! the fewest options", without any look-ahead and without anything learned, so that what is below a node depends
//! on the path to it alone. It is the tree that [`links`] visits, node by node; and where items have
//! multiplicities, that of [`multiple`](super::multiple), if it did not learn.

mod multiple;
#[cfg(test)]
mod tests;

use super::links;
use crate::ids::OptionId;
use crate::problem::{Problem, Reduction};
use std::fmt;

/// What there is at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Fork {
    /// Its branches; none at a solution and at a dead end.
    pub(crate) degree: u32,
    /// Whether it is where a solution is found. With multiplicities a solution may have branches: more options can
    /// be chosen.
    pub(crate) is_solution: bool,
}

/// A search tree, and one of its nodes, where the walk stands: the root at first.
///
/// Branches have names, which are the same whenever the walk comes back to the node.
pub(crate) trait Walk: fmt::Debug + Send {
    /// Goes to the root of the tree below these options, which have primary items and don't conflict.
    fn restart(&mut self, given: &[OptionId]);

    /// What there is at the node.
    fn fork(&self) -> Fork;

    /// Appends the names of its branches.
    fn branches(&mut self, names: &mut Vec<u32>);

    /// Goes down a branch.
    fn down(&mut self, branch: u32);

    /// Goes back up to where the last step down began. At the root nothing happens.
    fn up(&mut self);

    /// The changes of the structure since the walk was at the root after a restart, as the engine counts its updates.
    fn updates(&self) -> u64;

    /// How much is left of the problem at the node, in numbers that are greater where there is more below. It is asked for
    /// when the walk has just come down, before the branches.
    fn outlook(&self) -> Outlook;
}

/// What is left of a problem at a node: the [`Walk`]'s guess how large the tree below it is, next to others of its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Outlook {
    /// The items that are still to be covered.
    pub(crate) items: u32,
    /// The sum of the logarithms of their numbers of options, in units of 1/256 bit.
    pub(crate) bits: u32,
}

impl Outlook {
    /// Adds an item with so many options.
    pub(crate) fn add(&mut self, options: u32) {
        self.items += 1;
        self.bits = self.bits.saturating_add(bits(options));
    }
}

/// The binary logarithm in units of 1/256, by straight lines between the powers of two: whole numbers are the same on
/// every computer.
fn bits(number: u32) -> u32 {
    let number = number.max(1);
    let power = number.ilog2();
    let rest = u64::from(number - (1 << power)) << 8 >> power;
    (power << 8) + u32::try_from(rest).unwrap_or(0)
}

/// The walk in the tree of a problem, of which something may be known.
pub(crate) fn walk<'p>(problem: &'p Problem, known: Option<&Reduction>) -> Box<dyn Walk + 'p> {
    if problem.features().multiplicities {
        Box::new(multiple::Decisions::new(problem, known))
    } else {
        links::walk(problem, known)
    }
}
