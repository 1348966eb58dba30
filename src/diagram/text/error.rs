//! Why a text is no diagram, and where.

use super::{NAME, VERSION};
use crate::diagram::DiagramError;
use crate::place::Place;
use crate::problem::Short;
use std::fmt;

/// Why a text is no diagram, and where.
///
/// Its `Display` is one line, `file:line:column: what is wrong`; [`place`](Self::place) also shows the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub(super) kind: ParseErrorKind,
    pub(super) place: Place,
}

impl ParseError {
    /// What was wrong.
    #[must_use]
    pub fn kind(&self) -> &ParseErrorKind {
        &self.kind
    }

    /// Where it was.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The same error, in the file with this name.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Self {
        self.place = self.place.in_file(file);
        self
    }
}

/// The ways in which a text can fail to be a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// Something else was expected.
    Expected {
        /// What.
        expected: Expected,
        /// What stands there; empty at the end of a line or of the text.
        found: String,
    },
    /// It is a diagram in a version of the form that is not known.
    UnknownVersion {
        /// The version.
        found: u64,
    },
    /// A choice has an option that there is not.
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

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

/// What was wrong, without the place.
impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected { expected, found } if found.is_empty() => {
                write!(f, "expected {expected}, found nothing")
            }
            Self::Expected { expected, found } => {
                write!(f, "expected {expected}, found `{}`", Short(found))
            }
            Self::UnknownVersion { found } => {
                write!(f, "version {found} of the form is not known, only {VERSION}")
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

impl std::error::Error for ParseError {}
