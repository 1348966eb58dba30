//! The first line of the text of a diagram.

/// The first word.
pub(super) const NAME: &str = "quadrille-diagram";

/// The version of the format that is written and read.
pub(super) const VERSION: u64 = 1;
