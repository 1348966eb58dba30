//! [`SymmetryError`]: why a question about symmetries has no answer.

use std::fmt;

/// The reason why a question about symmetries has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SymmetryError {
    /// A list of images has a number twice, or one that is not below its length.
    NotAPermutation {
        /// The first such image.
        image: u32,
    },
    /// The symmetries are those of a problem with another number of items or options.
    OtherProblem,
    /// The solver assumes options, which symmetries need not keep.
    Assumptions,
    /// Burnside's lemma was asked for, and the options of an orbit cover an item more than once.
    RepeatedItem {
        /// The name of the item.
        item: String,
    },
    /// Burnside's lemma was asked for, and not all conjugacy classes of the group were found, or
    /// they are too many.
    MissingClasses,
}

impl fmt::Display for SymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAPermutation { image } => {
                write!(f, "the images are not a permutation: {image} is repeated or too large")
            }
            Self::OtherProblem => write!(f, "the symmetries belong to another problem"),
            Self::Assumptions => write!(
                f,
                "solutions below assumed options can't be counted up to symmetry: the symmetries move these options"
            ),
            Self::RepeatedItem { item } => write!(
                f,
                "Burnside's lemma does not apply: options that a symmetry exchanges cover item `{item}` more than once together"
            ),
            Self::MissingClasses => write!(
                f,
                "Burnside's lemma can't be used: not all conjugacy classes of the group were found"
            ),
        }
    }
}

impl std::error::Error for SymmetryError {}
