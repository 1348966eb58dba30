//! The nodes of a diagram, packed: twelve bytes for a choice, and four more for each part of a
//! conjunction.

use crate::ids::{OptionId, as_index, to_u32};
use std::ops::Range;

/// A node of a [`Diagram`](super::Diagram), or one of the two terminals.
///
/// Ids belong to one diagram: the terminals are 0 and 1, and the nodes follow, children before
/// parents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The terminal of the empty family: no solution.
    pub const NONE: Self = Self(0);
    /// The terminal of the family that has the empty set alone: one solution, which takes no
    /// option.
    pub const UNIT: Self = Self(1);

    /// The number of the node, from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        as_index(self.0)
    }

    /// Whether this is [`NONE`](Self::NONE) or [`UNIT`](Self::UNIT).
    #[inline]
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        self.0 < FIRST
    }

    #[inline]
    pub(crate) const fn number(self) -> u32 {
        self.0
    }

    /// The node with this number.
    #[inline]
    pub(crate) const fn from_number(number: u32) -> Self {
        Self(number)
    }
}

/// A node of a [`Diagram`](super::Diagram).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node<'d> {
    /// The solutions of one node, and those of another with an option added to each.
    Choice {
        /// The option that is taken or not.
        option: OptionId,
        /// The solutions without the option.
        without: NodeId,
        /// The solutions to which the option is added: never [`NodeId::NONE`].
        with: NodeId,
    },
    /// All unions of one solution of each part. There are at least two parts; none is a terminal or
    /// a conjunction, and no option is in two of them. The part with the smallest option comes
    /// first.
    And(&'d [NodeId]),
}

/// The number of the first node that is not a terminal.
const FIRST: u32 = 2;

/// In place of the option of a choice.
const AND: u32 = u32::MAX;

/// The nodes of a diagram, children before parents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NodeStore {
    /// Option, without and with; or [`AND`], the index of the first part, and the number of parts.
    words: Vec<[u32; 3]>,
    parts: Vec<NodeId>,
}

impl NodeStore {
    pub(super) fn with_capacity(nodes: usize, parts: usize) -> Self {
        Self { words: Vec::with_capacity(nodes), parts: Vec::with_capacity(parts) }
    }

    /// The number of nodes, without the terminals.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// The number of nodes and terminals: the length of an array with an element for each.
    pub(super) fn all(&self) -> usize {
        self.words.len() + as_index(FIRST)
    }

    /// The number of parts of all conjunctions.
    pub(super) fn part_count(&self) -> usize {
        self.parts.len()
    }

    /// The node with this id; `None` for a terminal, or if there is no such node.
    #[inline]
    pub(super) fn get(&self, id: NodeId) -> Option<Node<'_>> {
        let index = as_index(id.0.checked_sub(FIRST)?);
        let &[option, left, right] = self.words.get(index)?;
        Some(match option {
            AND => Node::And(&self.parts[as_index(left)..][..as_index(right)]),
            _ => Node::Choice {
                option: OptionId::new(as_index(option)),
                without: NodeId(left),
                with: NodeId(right),
            },
        })
    }

    /// All nodes, children before parents.
    pub(super) fn iter(
        &self,
    ) -> impl ExactSizeIterator<Item = (NodeId, Node<'_>)> + DoubleEndedIterator {
        self.between(0..self.words.len())
    }

    /// The nodes in a range of indices that do not count the terminals.
    pub(super) fn between(
        &self,
        range: Range<usize>,
    ) -> impl ExactSizeIterator<Item = (NodeId, Node<'_>)> + DoubleEndedIterator {
        range.map(|index| {
            let id = NodeId(to_u32(index) + FIRST);
            (id, self.get(id).expect("it is one of the nodes"))
        })
    }

    /// Adds a choice; `None` if there are too many nodes.
    pub(super) fn push_choice(
        &mut self,
        option: OptionId,
        without: NodeId,
        with: NodeId,
    ) -> Option<NodeId> {
        debug_assert!(option.number() != AND && with != NodeId::NONE);
        self.push([option.number(), without.0, with.0])
    }

    /// Adds a conjunction; `None` if there are too many nodes or parts.
    pub(super) fn push_and(&mut self, parts: &[NodeId]) -> Option<NodeId> {
        let begin = u32::try_from(self.parts.len()).ok()?;
        let id = self.push([AND, begin, u32::try_from(parts.len()).ok()?])?;
        self.parts.extend_from_slice(parts);
        Some(id)
    }

    fn push(&mut self, words: [u32; 3]) -> Option<NodeId> {
        let id = u32::try_from(self.all()).ok()?;
        self.words.push(words);
        Some(NodeId(id))
    }

    /// The parts of each conjunction, to reorder them.
    pub(super) fn each_parts_mut(&mut self) -> impl Iterator<Item = &mut [NodeId]> {
        let mut rest = &mut self.parts[..];
        self.words.iter().filter(|words| words[0] == AND).map(move |&[_, _, length]| {
            let (parts, after) = std::mem::take(&mut rest).split_at_mut(as_index(length));
            rest = after;
            parts
        })
    }

    /// Memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<[u32; 3]>() + self.parts.capacity() * size_of::<NodeId>()
    }

    pub(super) fn shrink(&mut self) {
        self.words.shrink_to_fit();
        self.parts.shrink_to_fit();
    }
}
