//! [`Nodes`]: the solutions themselves, as nodes of a diagram.

use super::Values;
use crate::diagram::{DiagramBuilder, NodeId};
use crate::ids::{OptionId, as_index, low};

/// The solutions themselves, as nodes of a diagram.
#[derive(Clone, Debug)]
pub(crate) struct Nodes {
    pub(crate) builder: DiagramBuilder,
    /// The bytes that the nodes may take.
    limit: usize,
    is_full: bool,
}

impl Nodes {
    /// Nodes over so many options, in so many bytes.
    pub(crate) fn new(options: usize, limit: usize) -> Self {
        Self { builder: DiagramBuilder::new(options), limit, is_full: false }
    }

    /// The node; `NONE` if the limit was reached, which makes the diagram useless.
    fn made(&mut self, node: Option<NodeId>) -> NodeId {
        self.is_full |= node.is_none();
        node.unwrap_or(NodeId::NONE)
    }
}

impl Values for Nodes {
    type Value = NodeId;
    const IS_INVARIANT: bool = false;

    fn none(&self) -> NodeId {
        NodeId::NONE
    }

    fn unit(&self) -> NodeId {
        NodeId::UNIT
    }

    fn is_none(&self, value: &NodeId) -> bool {
        *value == NodeId::NONE
    }

    fn add(&mut self, sum: &mut NodeId, path: &[u32], names: &[OptionId], child: &NodeId) {
        let mut with = *child;
        for (index, &option) in path.iter().enumerate().rev() {
            let without = if index == 0 { *sum } else { NodeId::NONE };
            let node = self.builder.choice(names[as_index(option)], without, with);
            with = self.made(node);
        }
        *sum = with;
    }

    fn multiply(&mut self, product: &mut NodeId, part: &NodeId) {
        let node = self.builder.and(&[*product, *part]);
        *product = self.made(node);
    }

    fn write(&self, value: &NodeId, words: &mut Vec<u64>) {
        words.clear();
        words.push(u64::from(value.number()));
    }

    fn read(&self, words: &[u64]) -> NodeId {
        NodeId::from_number(words.first().map_or(0, |&word| low(word)))
    }

    fn estimate(&self, value: &NodeId) -> f64 {
        if self.is_none(value) { 0.0 } else { 1.0 }
    }

    fn bytes(&self) -> usize {
        self.builder.bytes()
    }

    fn is_full(&self) -> bool {
        self.is_full || self.bytes() > self.limit
    }
}
