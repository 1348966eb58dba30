//! [`ProofBuilder`]: builds proofs from below.

use super::Proof;
use super::child::{Child, ChildKind};
use super::line_order::line_order;
use super::node::{ProofNode, ProofNodes};
use crate::ids::{ItemId, OptionId, to_u32};
use crate::problem::Problem;

/// A node that was built, or a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Built(
    /// For a node, one more than its index instead of a distance.
    Child,
);

impl Built {
    pub(crate) const SOLVED: Self = Self(Child::SOLVED);
    pub(crate) const SKIPPED: Self = Self(Child::SKIPPED);

    pub(crate) fn dead(item: ItemId) -> Self {
        Self(Child::dead(item))
    }

    /// As a number, and back.
    pub(crate) fn number(self) -> u32 {
        self.0.number()
    }
    pub(crate) fn from_number(number: u32) -> Self {
        Self(Child::from_number(number))
    }

    /// The index of a node.
    fn index(self) -> Option<usize> {
        match self.0.kind() {
            ChildKind::Node(number) => Some(number - 1),
            _ => None,
        }
    }
}

/// Builds the nodes of a proof, each after its children.
#[derive(Debug, Default)]
pub(crate) struct ProofBuilder {
    nodes: ProofNodes,
    /// For each node, whether it has a solution.
    is_alive: Vec<bool>,
    /// The child and the node of each renaming.
    renamings: Vec<(u32, u32)>,
    /// Scratch: the children of a node.
    children: Vec<Child>,
    is_full: bool,
}

impl ProofBuilder {
    pub(crate) fn branch(&mut self, item: ItemId, children: &[Built]) -> Built {
        let is_alive = children.iter().any(|&child| self.is_alive(child));
        self.push(children, &[], is_alive, |children, _| ProofNode::Branch { item, children })
    }

    pub(crate) fn decision(&mut self, option: OptionId, own: [Built; 2]) -> Built {
        let is_alive = own.iter().any(|&child| self.is_alive(child));
        self.push(&own, &[], is_alive, |children, _| ProofNode::Decision {
            option,
            children: [children[0], children[1]],
        })
    }

    /// Parts in the order of their least options. If one of them has no solution, others can be
    /// skipped.
    pub(crate) fn parts(&mut self, parts: &[Built]) -> Built {
        let is_alive = parts.iter().all(|&part| self.is_alive(part));
        self.push(parts, &[], is_alive, |children, _| ProofNode::Parts { children })
    }

    /// A child, which must be a node, up to renaming.
    pub(crate) fn renaming(&mut self, child: Built, images: &[OptionId]) -> Built {
        let is_alive = self.is_alive(child);
        self.renamings.extend(child.index().map(|child| (to_u32(child), to_u32(self.nodes.len()))));
        self.push(&[child], images, is_alive, |children, images| ProofNode::Renaming {
            child: children[0],
            images,
        })
    }

    /// Whether what was built has a solution.
    pub(crate) fn is_alive(&self, built: Built) -> bool {
        built.index().map_or(built == Built::SOLVED, |index| self.is_alive[index])
    }

    /// The number of nodes, and of those that have a solution.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }
    pub(crate) fn alive_count(&self) -> usize {
        self.is_alive.iter().filter(|&&is_alive| is_alive).count()
    }

    fn push(
        &mut self,
        own: &[Built],
        images: &[OptionId],
        is_alive: bool,
        node: impl for<'a> FnOnce(&'a [Child], &'a [OptionId]) -> ProofNode<'a>,
    ) -> Built {
        let new = self.nodes.len();
        self.is_full |= !self.nodes.fits(own.len(), images.len());
        if self.is_full {
            return Built::SKIPPED;
        }
        self.children.clear();
        for child in own {
            self.children.push(child.index().map_or(child.0, |index| Child::node(new - index)));
        }
        self.nodes.push(node(&self.children, images));
        self.is_alive.push(is_alive);
        Built(Child::node(new + 1))
    }

    /// Whether a node was not built, because there are too many. Then the proof is useless.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Memory in use, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.bytes() + self.is_alive.capacity()
    }

    /// The proof with this root, which is the last node: parents before children, and some parent
    /// that refers to a child directly before those that rename it.
    pub(crate) fn finish(self, root: Built, problem: Problem) -> Proof {
        let mut nodes = self.nodes;
        if root.index().is_none() {
            nodes.push(ProofNode::Leaf(root.0));
        } else if self.renamings.is_empty() {
            nodes.reverse();
        } else {
            let order = line_order(&nodes, self.renamings);
            nodes.arrange(order);
        }
        Proof { problem, nodes }
    }
}
