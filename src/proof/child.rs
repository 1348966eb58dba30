//! [`Child`]: what a node of a proof refers to.

use crate::ids::{ItemId, as_index, to_u32};
use std::fmt;

/// A reference of a node, in 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Child(u32);

/// What a [`Child`] refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChildKind {
    /// The node this many lines further down, from 1.
    Node(usize),
    /// Nothing is left: the empty solution alone.
    Solved,
    /// There is no solution, by an open item: it has fewer live options than it needs, or may be
    /// covered too few times for what all items need.
    Dead(ItemId),
    /// A part that is not looked at, because another part has no solution.
    Skipped,
}

/// The lowest word of a dead item, and those of the other leaves.
const DEAD: u32 = 1 << 31;
const SOLVED: u32 = u32::MAX;
const SKIPPED: u32 = u32::MAX - 1;

impl Child {
    /// The greatest distance of a node, and the greatest index of an item.
    pub(super) const MOST: usize = as_index(DEAD) - 3;
    pub(crate) const SOLVED: Self = Self(SOLVED);
    pub(crate) const SKIPPED: Self = Self(SKIPPED);

    /// The node this many lines further down, from 1 to [`MOST`](Self::MOST).
    pub(crate) fn node(distance: usize) -> Self {
        debug_assert!((1..=Self::MOST).contains(&distance));
        Self(to_u32(distance))
    }

    /// An item, of an index of at most [`MOST`](Self::MOST), that can't be covered.
    pub(crate) fn dead(item: ItemId) -> Self {
        debug_assert!(item.index() <= Self::MOST);
        Self(DEAD | item.number())
    }

    /// As a number, and back.
    pub(super) fn number(self) -> u32 {
        self.0
    }
    pub(super) fn from_number(number: u32) -> Self {
        Self(number)
    }

    /// What it refers to.
    #[must_use]
    pub fn kind(self) -> ChildKind {
        match self.0 {
            SOLVED => ChildKind::Solved,
            SKIPPED => ChildKind::Skipped,
            word if word >= DEAD => ChildKind::Dead(ItemId::new(as_index(word - DEAD))),
            word => ChildKind::Node(as_index(word)),
        }
    }
}

impl fmt::Debug for Child {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind().fmt(f)
    }
}
