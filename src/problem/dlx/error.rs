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
    /// A bound is too large.
    LargeBounds {
        /// The text that was found.
        found: String,
    },
    /// The text after the bar of a cost is not a number.
    BadCost {
        /// The text that was found.
        found: String,
    },
    /// The costs of an option add up to 2^64 or more.
    LargeCost {
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
            Kind::LargeBounds { found } => write!(
                f,
                "the bounds `{}` are too large: expected numbers up to {}",
                Truncated(found),
                u32::MAX
            ),
            Kind::BadCost { found } => {
                write!(f, "expected a cost, a whole number from 0, found `{}`", Truncated(found))
            }
            Kind::LargeCost { found } => write!(
                f,
                "the cost `{}` is too large: expected the costs of an option to add up to less \
                 than 2^64",
                Truncated(found)
            ),
            Kind::UnknownItem { name } => {
                write!(f, "item `{}` is not in the item line", Truncated(name))?;
                let is_cost = |(_, cost): (&str, &str)| cost.parse::<u64>().is_ok();
                if name.rsplit_once('|').is_some_and(is_cost) {
                    write!(f, ": expected a space before the bar of a cost")?;
                }
                Ok(())
            }
            Kind::Build(kind) => write!(f, "{}", BuildError::from(kind.clone())),
        }
    }
}
