//! What the search makes of the solutions of a subproblem: a count, or a diagram.

use crate::diagram::{DiagramBuilder, NodeId};
use crate::ids::{OptionId, as_index, low, to_f64};
use crate::natural::Natural;

/// Something that is known of a family of solutions, made of what is known of smaller ones.
pub(crate) trait Values: Clone + std::fmt::Debug {
    type Value: Clone + std::fmt::Debug;

    /// Whether isomorphic subproblems have the same value.
    const IS_INVARIANT: bool;

    /// Of no solution.
    fn none(&self) -> Self::Value;

    /// Of the empty solution alone.
    fn unit(&self) -> Self::Value;

    fn is_none(&self, value: &Self::Value) -> bool;

    /// Adds to `sum` the solutions of `child`, each with all options of a path. The first option of
    /// the path is in no solution of `sum`; if the path is empty, `sum` is that of no solution.
    fn add(&mut self, sum: &mut Self::Value, path: &[u32], names: &[OptionId], child: &Self::Value);

    /// Makes of `product` all unions of one of its solutions with one of `part`.
    fn multiply(&mut self, product: &mut Self::Value, part: &Self::Value);

    /// Writes a value as words, and reads it again.
    fn write(&self, value: &Self::Value, words: &mut Vec<u64>);
    fn read(&self, words: &[u64]) -> Self::Value;

    /// About how many solutions there are, as far as that is known.
    fn estimate(&self, value: &Self::Value) -> f64;

    /// The memory in use, in bytes, and whether nothing more can be made.
    fn bytes(&self) -> usize {
        0
    }
    fn is_full(&self) -> bool {
        false
    }
}

/// How many solutions there are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts;

impl Values for Counts {
    type Value = Natural;
    const IS_INVARIANT: bool = true;

    fn none(&self) -> Natural {
        Natural::ZERO
    }

    fn unit(&self) -> Natural {
        Natural::ONE
    }

    #[inline]
    fn is_none(&self, value: &Natural) -> bool {
        value.is_zero()
    }

    #[inline]
    fn add(&mut self, sum: &mut Natural, _: &[u32], _: &[OptionId], child: &Natural) {
        sum.add(child);
    }

    #[inline]
    fn multiply(&mut self, product: &mut Natural, part: &Natural) {
        product.multiply(part);
    }

    #[inline]
    fn write(&self, value: &Natural, words: &mut Vec<u64>) {
        value.write(words);
    }

    #[inline]
    fn read(&self, words: &[u64]) -> Natural {
        Natural::read(words)
    }

    fn estimate(&self, value: &Natural) -> f64 {
        match value {
            Natural::Word(number) => to_f64(*number),
            Natural::Wide(number) => {
                to_f64(u64::try_from(number >> 64).unwrap_or(u64::MAX)) * 64f64.exp2()
            }
            Natural::Big(_) => f64::MAX.sqrt(),
        }
    }
}

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
