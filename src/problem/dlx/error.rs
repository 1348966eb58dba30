//! [`DlxErrorKind`]: why a text is not in Knuth's format.

use crate::location::Truncated;
use crate::problem::build_error::{BuildError, BuildErrorKind};
use std::fmt;

/// What is wrong with a text in Knuth's format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DlxErrorKind {
    /// The text has no item line.
    NoItemLine,
    /// A line is not UTF-8.
    NotUtf8,
    /// The item line has a second bar.
    SecondBar,
    /// A secondary item has bounds.
    BoundedSecondary,
    /// The text before the bar of `n|name` or `low:high|name` is not a number or two.
    BadBounds {
        /// The text that was found.
        found: String,
    },
    /// The text after the bar of a cost is not a number, or the costs of an option exceed 2^64.
    BadCost {
        /// The text that was found.
        found: String,
    },
    /// An option has an item that is not in the item line.
    UnknownItem {
        /// Its name.
        name: String,
    },
    /// The builder rejects what the line adds.
    Build(BuildErrorKind),
}

impl From<BuildError> for DlxErrorKind {
    fn from(error: BuildError) -> Self {
        Self::Build(error.kind().clone())
    }
}

impl fmt::Display for DlxErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use DlxErrorKind as Kind;
        match self {
            Kind::NoItemLine => write!(f, "the text ends before a line that names the items"),
            Kind::NotUtf8 => write!(f, "the line is not UTF-8"),
            Kind::SecondBar => write!(f, "the item line has a second `|`"),
            Kind::BoundedSecondary => {
                write!(f, "a secondary item has bounds: expected them on primary items only")
            }
            Kind::BadBounds { found } => {
                write!(
                    f,
                    "expected `n|name` or `low:high|name`, found `{}` before the bar",
                    Truncated(found)
                )
            }
            Kind::BadCost { found } => write!(
                f,
                "expected a cost, with the sum of an option's costs below 2^64, found `{}`",
                Truncated(found)
            ),
            Kind::UnknownItem { name } => {
                write!(f, "item `{}` is not in the item line", Truncated(name))
            }
            Kind::Build(kind) => write!(f, "{}", BuildError::from(kind.clone())),
        }
    }
}
