//! All solutions of a problem at once: [`Diagram`], and what can be asked of it.
//!
//! A decision diagram is a directed acyclic graph. Each node decides whether an option is taken,
//! and every path from the root to the terminal [`NodeId::UNIT`] is a solution. Paths share nodes,
//! so that a diagram of some thousand nodes can hold more solutions than there are atoms. Questions
//! about all solutions become one pass over the nodes, children first: how many solutions there
//! are, how many have an option, which are cheapest, which one is the millionth.
//!
//! The diagrams are *zero-suppressed* (Minato, 1993; Knuth, TAOCP 4A, 7.1.4): an option that a path
//! does not mention is not taken. Nishino, Yasuda, Minato and Nagata ("Dancing with Decision
//! Diagrams", 2017) build them during a search with dancing links, which is Knuth's Algorithm Z.
//! Here the options may come in different orders on different paths, as the search chose them.
//! Where the remaining problem splits into independent parts, a node is a *conjunction* of their
//! diagrams, as in the DNNF of knowledge compilation.

mod builder;
mod cheapest;
mod count;
mod dot;
mod error;
mod fold;
mod node;
mod node_counts;
mod of_solutions;
mod renumber;
mod sample;
mod solutions;
#[cfg(test)]
mod tests;
pub mod text;
mod unique_table;
mod uses;
mod verify;

use std::fmt;

pub(crate) use builder::DiagramBuilder;
pub use count::Counted;
pub use error::DiagramError;
pub use fold::Algebra;
pub use node::{Node, NodeId};
pub use solutions::DiagramSolutions;

use node::NodeStore;

/// A decision diagram of all solutions of a problem: zero-suppressed, hash-consed, and with
/// conjunctions.
///
/// Two diagrams are equal if they have the same nodes. Diagrams of the same solutions may differ in
/// the order of their options.
#[derive(Clone, PartialEq, Eq)]
pub struct Diagram {
    options: usize,
    nodes: NodeStore,
    root: NodeId,
}

impl Diagram {
    /// The number of options of the problem.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.options
    }

    /// The number of nodes, without the two terminals.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The root, whose solutions are those of the diagram; a terminal if there is no solution or
    /// only the empty one.
    #[must_use]
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The node with this id; `None` for a terminal, or if the diagram has no such node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        self.nodes.get(id)
    }

    /// All nodes without the terminals, children before parents: the root is last.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = (NodeId, Node<'_>)> + DoubleEndedIterator {
        self.nodes.iter()
    }
}

/// Writes the sizes, not millions of nodes.
impl fmt::Debug for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Diagram")
            .field("options", &self.options)
            .field("nodes", &self.nodes.len())
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}
