//! Unavoidable sets of a solution grid, and all puzzles with a number of clues within it.
//!
//! A set of cells of a solution grid is *unavoidable* if the grid without their values has another
//! solution. A puzzle has the grid as its only solution if and only if its clues hit all
//! unavoidable sets (G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku: Solving the
//! Sudoku Minimum Number of Clues Problem via Hitting Set Enumeration", Experimental Mathematics
//! 23, 2014). [`UnavoidableSets`] finds the minimal ones up to a size. [`ClueSearch`] finds all
//! puzzles with a given number of clues. [`HittingProblem`] finds the same puzzles, of small grids,
//! by exact covers with multiplicities.
//!
//! ```text
//! places ── differences ── sets ─┬─ hitting_problem
//!                      checker ──┤
//!   set_table ── clue_branch ── clue_tree ── clue_search
//! ```

mod checker;
mod clue_branch;
mod clue_search;
mod clue_tree;
mod differences;
mod hitting_problem;
mod places;
mod set_table;
mod sets;

#[cfg(test)]
mod tests;

pub use clue_search::ClueSearch;
pub use hitting_problem::HittingProblem;
pub use sets::{UnavoidableError, UnavoidableSets};
