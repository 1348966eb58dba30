//! Puzzles that differ from a given one in a few clues.
//!
//! ```text
//! neighbours ──┬── combinations      which clues are removed
//!              └── additions         which clues, added instead, leave one solution
//!                      └── candidate_sets
//! ```
//!
//! Puzzles with few clues are rare among all, and frequent near each other: most of the known
//! puzzles with 17 clues become another one if one or two clues are replaced. [`Neighbours`] finds
//! all of them.

mod additions;
mod candidate_sets;
mod combinations;
mod neighbours;

#[cfg(test)]
mod tests;

pub use neighbours::{Neighbours, Replacement, UnknownReplacement};
