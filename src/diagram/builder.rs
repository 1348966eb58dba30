//! [`DiagramBuilder`]: builds diagrams bottom up, without duplicate nodes.

use super::Diagram;
use super::node::{Node, NodeId, NodeStore};
use super::renumber::renumbered;
use super::unique_table::{UniqueTable, hash};
use crate::ids::OptionId;

/// Builds nodes bottom up. Equal nodes are built once (they are *hash-consed*), and choices that
/// never take their option are not built (the diagram is *zero-suppressed*).
///
/// The caller ensures that no solution is repeated: an option is nowhere below a choice of itself,
/// and the parts of a conjunction share no option. [`Diagram::verify`] checks this.
#[derive(Clone, Debug)]
pub(crate) struct DiagramBuilder {
    options: usize,
    nodes: NodeStore,
    table: UniqueTable,
    /// Scratch: the parts of a conjunction.
    parts: Vec<NodeId>,
}

impl DiagramBuilder {
    /// A builder for a problem with this many options.
    pub(crate) fn new(options: usize) -> Self {
        Self {
            options,
            nodes: NodeStore::default(),
            table: UniqueTable::default(),
            parts: Vec::new(),
        }
    }

    /// The number of nodes, without the terminals.
    #[cfg(test)]
    pub(crate) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The solutions of `without`, and those of `with` with an option added. `None` if there are
    /// more than 2^32 nodes.
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

    /// All unions of one solution of each part. Parts that are conjunctions are flattened, and a
    /// single part is returned as it is. `None` if there are more than 2^32 nodes.
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

    /// The nodes in the order in which they were built.
    pub(super) fn nodes(&self) -> &NodeStore {
        &self.nodes
    }

    /// The diagram with this root: only reachable nodes, in an order that does not depend on how
    /// they were built.
    pub(crate) fn finish(self, root: NodeId) -> Diagram {
        let Self { options, nodes, table, parts } = self;
        drop((table, parts));
        let (nodes, root) = renumbered(nodes, root);
        Diagram { options, nodes, root }
    }
}
