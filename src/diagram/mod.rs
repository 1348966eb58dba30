//! All solutions of a problem at once: [`Diagram`], and what can be asked of it.
//!
//! A decision diagram is a directed graph without cycles. It says of options, one after another, whether they are
//! taken; every way from its root down to the terminal [`NodeId::UNIT`] is a solution. Ways share what they have in
//! common, so that a diagram of some thousand nodes can have more solutions than there are atoms. What would be asked
//! of all solutions is asked of the nodes instead, from below: how many there are, how many of them have an option,
//! which are cheapest, which one is the millionth.
//!
//! Such diagrams are *zero-suppressed* (Minato, 1993; Knuth, TAOCP 4A, 7.1.4): an option of which nothing is said is
//! not taken. Nishino, Yasuda, Minato and Nagata ("Dancing with Decision Diagrams", 2017) build them while links
//! dance; that is Knuth's Algorithm Z. Here the options on different ways may come in different orders, as the search
//! chose them; and where what is left falls apart into problems that have nothing to do with each other, there is a
//! *conjunction* of their diagrams, as in the DNNF of knowledge compilation.

mod builder;
mod cheapest;
mod count;
mod dot;
mod error;
mod fold;
mod natural;
mod node;
mod numbers;
mod of_solutions;
mod renumber;
mod sample;
mod table;
#[cfg(test)]
mod tests;
pub mod text;
mod uses;
mod verify;
mod walk;

use std::fmt;

pub(crate) use builder::Builder;
pub use count::Counted;
pub use error::DiagramError;
pub use fold::Algebra;
pub use node::{Node, NodeId};
pub use walk::Solutions;

use node::Nodes;

/// A decision diagram of all solutions of a problem: zero-suppressed, hash-consed, and with conjunctions.
///
/// Two diagrams are equal if they have the same nodes. Those of the same solutions may still differ, because options
/// are asked for in another order.
#[derive(Clone, PartialEq, Eq)]
pub struct Diagram {
    options: usize,
    nodes: Nodes,
    root: NodeId,
}

impl Diagram {
    /// The number of options of the problem that it is of. Those of the diagram are below.
    #[must_use]
    pub fn option_count(&self) -> usize {
        self.options
    }

    /// The number of nodes, without the two terminals.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The node above all others, of all solutions; a terminal if there is none or one without options.
    #[must_use]
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// What a node says; `None` of a terminal, or where the diagram has no such node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        self.nodes.get(id)
    }

    /// All nodes, without the terminals. What is below a node comes before it; the root is the last.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = (NodeId, Node<'_>)> + DoubleEndedIterator {
        self.nodes.iter()
    }
}

/// The numbers, and not millions of nodes.
impl fmt::Debug for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Diagram")
            .field("options", &self.options)
            .field("nodes", &self.nodes.len())
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}
