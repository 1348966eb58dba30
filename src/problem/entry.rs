//! The parts of a problem: [`Entry`], [`Bounds`] and [`Features`].

use crate::ids::{Color, ItemId};

/// An item of an option, and the colour that the option gives to it, if any.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Entry {
    /// The item that the option covers.
    pub item: ItemId,
    /// The colour that the option gives to it; only secondary items take one.
    pub color: Option<Color>,
}

impl Entry {
    /// An entry that gives a colour to a secondary item.
    #[must_use]
    pub fn colored(item: ItemId, color: Color) -> Self {
        Self { item, color: Some(color) }
    }
}

impl From<ItemId> for Entry {
    fn from(item: ItemId) -> Self {
        Self { item, color: None }
    }
}

/// How often a primary item is to be covered: at least `low` and at most `high` times.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// The least number of chosen options that have the item.
    pub low: u32,
    /// The greatest number of chosen options that have the item; not below `low`.
    pub high: u32,
}

impl Bounds {
    /// Exactly once, the default.
    pub const ONCE: Self = Self { low: 1, high: 1 };
}

/// What an engine must support to solve a problem, besides covering items exactly once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Features {
    /// Some option gives a colour to an item.
    pub colors: bool,
    /// Some primary item has bounds other than [`Bounds::ONCE`].
    pub multiplicities: bool,
    /// Some option has a cost other than 0.
    pub costs: bool,
}
