//! Unavoidable sets of a solution grid.
//!
//! A set of cells of a solution grid is *unavoidable* if the grid without their values has another
//! solution. A puzzle has the grid as its only solution if and only if its clues hit all
//! unavoidable sets (G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku: Solving the
//! Sudoku Minimum Number of Clues Problem via Hitting Set Enumeration", Experimental Mathematics
//! 23, 2014). [`UnavoidableSets`] finds the minimal ones up to a size.
//!
//! ```text
//! places ── differences ── sets
//! ```

mod differences;
mod places;
mod run_limits;
mod sets;

#[cfg(test)]
mod tests;

pub use sets::{UnavoidableError, UnavoidableSets};
