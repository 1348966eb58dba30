//! [`BuildError`]: why a builder rejects something.

use crate::ids::{ItemId, OptionId};
use crate::location::Truncated;
use std::fmt;

/// The reason why a builder rejects an item, an option or a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    kind: BuildErrorKind,
}

impl BuildError {
    /// What was wrong.
    #[must_use]
    pub fn kind(&self) -> &BuildErrorKind {
        &self.kind
    }
}

impl From<BuildErrorKind> for BuildError {
    fn from(kind: BuildErrorKind) -> Self {
        Self { kind }
    }
}

/// The ways in which a problem can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildErrorKind {
    /// The name of an item or a colour is empty, or has a blank or a control character; or that of
    /// an item has `:` or `|`.
    BadName {
        /// The name.
        name: String,
    },
    /// Two items have the same name.
    DuplicateItem {
        /// Their name.
        item: String,
    },
    /// A primary item was added after a secondary one.
    PrimaryAfterSecondary {
        /// The name of the primary item.
        item: String,
    },
    /// The lower bound is above the upper bound.
    BadBounds {
        /// The name of the item.
        item: String,
        /// The lower bound.
        low: u32,
        /// The upper bound.
        high: u32,
    },
    /// An option has no items.
    EmptyOption {
        /// The id that it would have had.
        option: OptionId,
    },
    /// An option has an item that was never added.
    UnknownItem {
        /// The item.
        item: ItemId,
        /// The id that the option would have had.
        option: OptionId,
    },
    /// An option has an item twice.
    RepeatedItem {
        /// The name of the item.
        item: String,
        /// The id that the option would have had.
        option: OptionId,
    },
    /// An option gives a colour to a primary item.
    ColoredPrimary {
        /// The name of the item.
        item: String,
        /// The id that the option would have had.
        option: OptionId,
    },
    /// An option gives a colour that was never added.
    UnknownColor {
        /// The name of the item.
        item: String,
        /// The id that the option would have had.
        option: OptionId,
    },
    /// A label is empty, has a control character, or has blanks at its ends.
    BadLabel {
        /// The label.
        label: String,
    },
    /// A cost or a label is for an option that was never added.
    UnknownOption {
        /// The option.
        option: OptionId,
    },
    /// The problem has no items at all.
    NoItems,
    /// More than 2^30 items, colours or entries.
    TooLarge,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use BuildErrorKind as Kind;
        let number = |option: &OptionId| option.index() + 1;
        match &self.kind {
            Kind::BadName { name } if name.is_empty() => write!(f, "a name is empty"),
            Kind::BadName { name } => {
                write!(
                    f,
                    "`{}` is not a valid name: it contains a blank, a control character, `:` or `|`",
                    Truncated(name)
                )
            }
            Kind::DuplicateItem { item } => write!(f, "there are two items `{item}`"),
            Kind::PrimaryAfterSecondary { item } => {
                write!(f, "the primary item `{item}` comes after a secondary item")
            }
            Kind::BadBounds { item, low, high } => write!(
                f,
                "the bounds of item `{item}` are {low} and {high}: the lower bound is above the upper bound"
            ),
            Kind::EmptyOption { option } => write!(f, "option {} has no items", number(option)),
            Kind::UnknownItem { item, option } => {
                write!(f, "option {} has unknown item {}", number(option), item.index() + 1)
            }
            Kind::RepeatedItem { item, option } => {
                write!(f, "option {} has item `{item}` twice", number(option))
            }
            Kind::ColoredPrimary { item, option } => write!(
                f,
                "option {} gives a colour to `{item}`, a primary item: only secondary items take colours",
                number(option)
            ),
            Kind::UnknownColor { item, option } => {
                write!(f, "option {} gives an unknown colour to item `{item}`", number(option))
            }
            Kind::UnknownOption { option } => write!(f, "there is no option {}", number(option)),
            Kind::BadLabel { label } => write!(
                f,
                "`{}` is not a valid label: expected one line of text without blanks at its ends",
                Truncated(label)
            ),
            Kind::NoItems => write!(f, "a problem needs at least one item"),
            Kind::TooLarge => write!(f, "more than 2^30 items, colours or entries"),
        }
    }
}

impl std::error::Error for BuildError {}
