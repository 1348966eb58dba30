//! What is to be covered: [`Problem`], its builder, and Knuth's text format.
//!
//! A problem is a list of *items* and a list of *options*, each option a set of items. To solve it is to
//! choose options so that every *primary* item is covered exactly once (or as often as its [`Bounds`] say)
//! and every *secondary* item at most once, or any number of times in one colour. This module knows that and
//! nothing of how it is done: engines live in [`cover`](crate::Engine), which looks at a problem only through
//! the arrays here.
//!
//! Everything is checked when it is added to a [`ProblemBuilder`]; a `Problem` can't be changed, so an engine
//! never meets a repeated item, an unknown one, or a coloured primary item.

pub(crate) mod builder;
pub mod dlx;
mod names;
pub(crate) mod reduce;

use crate::ids::{Color, ItemId, OptionId, at};
use names::Names;
use std::ops::Range;

#[cfg(feature = "diagram")]
pub(crate) use names::Short;

pub use builder::{BuildError, BuildErrorKind, ProblemBuilder};
pub use reduce::Reduction;

/// An immutable, validated exact-cover problem.
///
/// Items are numbered from 0, the primary ones first ([`ItemId`]); options are numbered from 0
/// ([`OptionId`]). The entries of all options stand one after another in one array, with the offsets of the
/// options in a second, so that an engine copies them into its own structure in one pass.
///
/// ```
/// use quadrille::ProblemBuilder;
///
/// let mut builder = ProblemBuilder::new();
/// let (a, b) = (builder.primary("a")?, builder.primary("b")?);
/// builder.option([a])?;
/// builder.option([a, b])?;
/// let problem = builder.build()?;
/// assert_eq!(problem.items().len(), 2);
/// assert_eq!(problem.item_name(b), "b");
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    items: Names,
    /// Items below this are primary, the others secondary.
    primary: usize,
    /// Of each primary item; empty when each is to be covered exactly once.
    bounds: Vec<Bounds>,
    colors: Names,
    /// The entries of option `o` are `entries[starts[o]..starts[o + 1]]`.
    starts: Vec<u32>,
    entries: Vec<Entry>,
    /// Of each option; empty when all are 0.
    costs: Vec<u64>,
}

/// An item of an option, with the colour that the option gives to it, if any.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Entry {
    /// The item that the option covers.
    pub item: ItemId,
    /// The colour that the option gives to it; only secondary items take one.
    pub color: Option<Color>,
}

impl Entry {
    /// An item in a colour.
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
    /// Exactly once: what a primary item asks for unless it is said otherwise.
    pub const ONCE: Self = Self { low: 1, high: 1 };
}

/// What a problem asks of an engine beyond covering items exactly once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Features {
    /// Some option gives a colour to an item.
    pub colors: bool,
    /// Some primary item is to be covered other than exactly once.
    pub multiplicities: bool,
    /// Some option has a cost other than 0.
    pub costs: bool,
}

impl Problem {
    /// All items, the primary ones first.
    pub fn items(&self) -> impl ExactSizeIterator<Item = ItemId> + use<> {
        (0..self.items.len()).map(ItemId::new)
    }

    /// The items that must be covered.
    pub fn primary_items(&self) -> impl ExactSizeIterator<Item = ItemId> + use<> {
        (0..self.primary).map(ItemId::new)
    }

    /// The items that may be covered.
    pub fn secondary_items(&self) -> impl ExactSizeIterator<Item = ItemId> + use<> {
        (self.primary..self.items.len()).map(ItemId::new)
    }

    /// Whether the item must be covered.
    #[must_use]
    pub fn is_primary(&self, item: ItemId) -> bool {
        item.index() < self.primary
    }

    /// The name of an item.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn item_name(&self, item: ItemId) -> &str {
        self.items.name(item.index())
    }

    /// The item with this name.
    #[must_use]
    pub fn item(&self, name: &str) -> Option<ItemId> {
        self.items.find(name).map(ItemId::new)
    }

    /// How often a primary item is to be covered. For a secondary item that is at most once, or as often as
    /// options agree on its colour, and this gives 0 to 1.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn bounds(&self, item: ItemId) -> Bounds {
        assert!(item.index() < self.items.len(), "no such item");
        if !self.is_primary(item) {
            return Bounds { low: 0, high: 1 };
        }
        self.bounds.get(item.index()).copied().unwrap_or(Bounds::ONCE)
    }

    /// The number of colours.
    #[must_use]
    pub fn color_count(&self) -> usize {
        self.colors.len()
    }

    /// The name of a colour.
    ///
    /// # Panics
    /// If the problem has no such colour.
    #[must_use]
    pub fn color_name(&self, color: Color) -> &str {
        self.colors.name(color.index())
    }

    /// All options.
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> + use<> {
        (0..self.starts.len() - 1).map(OptionId::new)
    }

    /// What an option covers, in the order in which it was written.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn entries(&self, option: OptionId) -> &[Entry] {
        &self.entries[self.entry_range(option)]
    }

    /// The number of entries of all options together.
    #[must_use]
    pub fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// Whether any option gives a colour to any item, and so on: what an engine has to be able to do.
    #[must_use]
    pub fn features(&self) -> Features {
        Features {
            colors: self.entries.iter().any(|entry| entry.color.is_some()),
            multiplicities: !self.bounds.is_empty(),
            costs: !self.costs.is_empty(),
        }
    }

    /// The cost of an option, 0 unless it was given one.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn cost(&self, option: OptionId) -> u64 {
        assert!(option.index() + 1 < self.starts.len(), "no such option");
        self.costs.get(option.index()).copied().unwrap_or(0)
    }

    /// Whether an option has a primary item. One that has none is never chosen: nothing asks for it.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn is_choosable(&self, option: OptionId) -> bool {
        self.entries(option).iter().any(|entry| self.is_primary(entry.item))
    }

    /// The arrays themselves, for the loops of engines: the entries of option `o` are
    /// `entries[starts[o]..starts[o + 1]]`.
    pub(crate) fn arrays(&self) -> (&[u32], &[Entry]) {
        (&self.starts, &self.entries)
    }

    fn entry_range(&self, option: OptionId) -> Range<usize> {
        at(self.starts[option.index()])..at(self.starts[option.index() + 1])
    }
}
