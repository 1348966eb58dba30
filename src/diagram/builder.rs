//! [`Builder`]: makes diagrams from below, and never the same node twice.

use super::Diagram;
use super::node::{Node, NodeId, Nodes};
use super::renumber::renumbered;
use super::table::{Table, hash};
use crate::ids::OptionId;

/// Makes nodes bottom up. Nodes that say the same are the same (they are *hash-consed*), and none is made that says
/// nothing new (the diagram is *zero-suppressed*).
///
/// Whoever calls it sees to it that no set comes twice: an option is nowhere below a choice of itself, and parts of a
/// conjunction share no option. [`Diagram::verify`] checks that.
#[derive(Clone, Debug)]
pub(crate) struct Builder {
    options: usize,
    nodes: Nodes,
    table: Table,
    /// The parts of the conjunction that is being made.
    parts: Vec<NodeId>,
}

impl Builder {
    /// A builder of diagrams over the options below a number.
    pub(crate) fn new(options: usize) -> Self {
        Self { options, nodes: Nodes::default(), table: Table::default(), parts: Vec::new() }
    }

    /// The nodes that were made so far, without the terminals.
    #[cfg(test)]
    pub(crate) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The sets of `without`, and those of `with` with an option added. It is `None` if there are more nodes than
    /// 32 bits number.
    pub(crate) fn choice(
        &mut self,
        option: OptionId,
        without: NodeId,
        with: NodeId,
    ) -> Option<NodeId> {
        debug_assert!(option.index() < self.options);
        if with == NodeId::NONE {
            return Some(without);
        }
        let nodes = &mut self.nodes;
        let key = Node::Choice { option, without, with };
        if let Some(id) = self.table.find(hash(&key), |id| nodes.get(id) == Some(key)) {
            return Some(id);
        }
        let id = nodes.push_choice(option, without, with)?;
        self.table.insert(id, hash(&key), nodes);
        Some(id)
    }

    /// All unions of one set of each part. Parts that are conjunctions are taken apart, and one part alone is itself.
    /// It is `None` if there are more nodes than 32 bits number.
    pub(crate) fn and(&mut self, parts: &[NodeId]) -> Option<NodeId> {
        if parts.contains(&NodeId::NONE) {
            return Some(NodeId::NONE);
        }
        let mut all = std::mem::take(&mut self.parts);
        all.clear();
        for &part in parts {
            match self.nodes.get(part) {
                Some(Node::And(parts)) => all.extend_from_slice(parts),
                Some(Node::Choice { .. }) => all.push(part),
                None => {}
            }
        }
        all.sort_unstable();
        let id = match all[..] {
            [] => Some(NodeId::UNIT),
            [part] => Some(part),
            _ => self.conjunction(&all),
        };
        self.parts = all;
        id
    }

    /// The conjunction of at least two parts, which are sorted choices.
    fn conjunction(&mut self, parts: &[NodeId]) -> Option<NodeId> {
        let nodes = &mut self.nodes;
        let key = Node::And(parts);
        if let Some(id) = self.table.find(hash(&key), |id| nodes.get(id) == Some(key)) {
            return Some(id);
        }
        let id = nodes.push_and(parts)?;
        self.table.insert(id, hash(&key), nodes);
        Some(id)
    }

    /// Memory in use, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.bytes() + self.table.bytes()
    }

    /// The nodes as they were made.
    pub(super) fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// The diagram below a node: only what can be reached, in an order that depends on what the diagram says and not
    /// on how it was made.
    pub(crate) fn finish(self, root: NodeId) -> Diagram {
        let Self { options, nodes, table, parts } = self;
        drop((table, parts));
        let (nodes, root) = renumbered(nodes, root);
        Diagram { options, nodes, root }
    }
}
