//! [`Step`]: what a visitor sees.

use crate::ids::{Color, ItemId, OptionId};

/// A step of the algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The number of levels above: of items that have been chosen and have an option that is tried.
    pub depth: usize,
    /// The change.
    pub action: Action,
}

/// What a step does. Each action but [`Solution`](Self::Solution) has one that undoes it, and the
/// algorithm always undoes the last that is not undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Action {
    /// An item is chosen to be branched on: the leftmost of the active items with the fewest
    /// options. Nothing changes yet.
    Choose {
        /// The item.
        item: ItemId,
        /// The number of its options.
        options: usize,
        /// The number of active items with this number of options, this one included.
        ties: usize,
    },
    /// An item is covered: it leaves the list of active items. Its options are hidden next.
    Cover {
        /// The item.
        item: ItemId,
    },
    /// An option is hidden: its nodes leave the lists of its items, except that of one item.
    Hide {
        /// The option.
        option: OptionId,
        /// The item that is being covered or purified. The option stays in its list.
        item: ItemId,
    },
    /// An option of the chosen item is tried. Its other items are covered or purified next.
    Try {
        /// The option.
        option: OptionId,
        /// Its position among the options of the chosen item, from 1.
        number: usize,
        /// The number of options of the chosen item.
        of: usize,
    },
    /// A secondary item takes a colour. Its options with another colour are hidden next.
    Purify {
        /// The item.
        item: ItemId,
        /// The colour.
        color: Color,
    },
    /// No item is active: the options that are tried are a solution.
    Solution,
    /// Undoes [`Purify`](Self::Purify); the options were unhidden before.
    Unpurify {
        /// The item.
        item: ItemId,
        /// The colour that it had.
        color: Color,
    },
    /// Undoes [`Hide`](Self::Hide): the nodes return to their places.
    Unhide {
        /// The option.
        option: OptionId,
        /// The item that is being uncovered or unpurified.
        item: ItemId,
    },
    /// Undoes [`Cover`](Self::Cover): the item returns to its place; its options were unhidden
    /// before.
    Uncover {
        /// The item.
        item: ItemId,
    },
    /// Undoes [`Try`](Self::Try); the items of the option were uncovered and unpurified before.
    GiveUp {
        /// The option.
        option: OptionId,
    },
    /// Undoes [`Choose`](Self::Choose): all options of the item have been tried, and the item was
    /// uncovered before. The search goes back to the level above.
    Backtrack {
        /// The item.
        item: ItemId,
    },
}
