//! Minimal puzzles: those of which no clue can be removed without a second solution.
//!
//! A clue is *redundant* if the puzzle without it still has one solution. [`Minimiser`] finds
//! redundant clues, removes them in a given order, and finds all minimal puzzles within one, or
//! one with the fewest clues.

mod minimal_subsets;
mod minimiser;

#[cfg(test)]
mod tests;

pub use minimal_subsets::FewestClues;
pub use minimiser::{MinimalError, Minimiser};
