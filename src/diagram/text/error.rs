//! [`DiagramErrorKind`]: why a text is not a diagram.

use super::header::{NAME, VERSION};
use crate::diagram::DiagramError;
use crate::location::Truncated;
use std::fmt;

/// What is wrong with the text of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiagramErrorKind {
    /// The text has something else than expected.
    Expected {
        /// What was expected.
        expected: Expected,
        /// What was found; empty at the end of a line or of the text.
        found: String,
    },
    /// The version of the format is unknown.
    UnknownVersion {
        /// The version.
        found: u64,
    },
    /// A choice has an unknown option.
    NoSuchOption {
        /// Its number, from 1.
        found: u64,
        /// The number of options.
        options: usize,
    },
    /// A node refers to one that does not come before it.
    NotBefore {
        /// The number of the node that is referred to.
        found: u64,
    },
    /// What the line says can't be part of a diagram.
    Diagram(DiagramError),
}

/// What was expected in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Expected {
    /// The first word, which says that this is a diagram.
    Name,
    /// The number of the version.
    Version,
    /// `options` and a number.
    Options,
    /// `nodes` and a number.
    Nodes,
    /// A node, its number first.
    Node(u64),
    /// The option of a choice, or `&`.
    OptionOrAnd,
    /// The number of a node.
    Child,
    /// `root` and a number.
    Root,
    /// The end of the line.
    EndOfLine,
    /// The end of the text.
    EndOfText,
}

impl fmt::Display for DiagramErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected { expected, found } if found.is_empty() => {
                write!(f, "expected {expected}, found nothing")
            }
            Self::Expected { expected, found } => {
                write!(f, "expected {expected}, found `{}`", Truncated(found))
            }
            Self::UnknownVersion { found } => {
                write!(f, "expected version {VERSION} of the format, found {found}")
            }
            Self::NoSuchOption { found, options } => {
                write!(f, "expected an option from 1 to {options}, found `{found}`")
            }
            Self::NotBefore { found } => {
                write!(f, "expected a node that comes before this line, found `{found}`")
            }
            Self::Diagram(error) => write!(f, "{error}"),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => write!(f, "`{NAME}`"),
            Self::Version => write!(f, "the number of a version"),
            Self::Options => write!(f, "`options` and a number below 2^32"),
            Self::Nodes => write!(f, "`nodes` and a number below 2^32"),
            Self::Node(number) => write!(f, "`{number}:`, a node"),
            Self::OptionOrAnd => write!(f, "the number of an option, or `&`"),
            Self::Child => write!(f, "the number of a node"),
            Self::Root => write!(f, "`root` and the number of a node"),
            Self::EndOfLine => write!(f, "the end of the line"),
            Self::EndOfText => write!(f, "the end of the text"),
        }
    }
}
