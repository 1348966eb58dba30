//! Ratings of puzzles: how hard they are for people, and how hard for solvers.
//!
//! Hard for a person is not slow for a solver, so there is no single number:
//!
//! | number | definition | what it says |
//! |---|---|---|
//! | `technique` | the hardest technique that a logical solver needs, of the list in [`Technique`] | how hard the hardest step is for a person that knows these techniques and takes the easiest one |
//! | `depth` | the least depth of trial and error over naked and hidden singles that solves the puzzle | how deeply assumptions have to be nested if one knows nothing but singles |
//! | `backdoor` | the fewest cells whose values let singles solve the puzzle | how far away singles are; with luck, so many guesses suffice |
//! | `guesses` | the guesses of [`simd9`](crate::sudoku::simd9) that prove the solution unique, averaged over equivalent forms | how slow a backtracking solver with good propagation is; nothing about people |
//! | `clues` | the number of clues | next to nothing |
//!
//! All but `guesses` are the same for all equivalent forms of a puzzle: rows and columns permuted,
//! values renamed. `guesses` belongs to the solver: another solver, or another version of this one,
//! has other numbers. A random sample of forms stands for all of them, drawn by SplitMix64 from a
//! seed, so that a seed gives the same number everywhere.
//!
//! No technique assumes that the solution is unique, and each is sound in every
//! [`Geometry`](crate::sudoku::Geometry): a region with fewer cells than values only forbids equal
//! values, other regions are units like rows, columns and boxes. Only fish distinguish rows and
//! columns from other units.
//!
//! [`Rater`] checks puzzles and finds their numbers on demand. [`LogicPath`] explains a puzzle step
//! by step. A [`Condition`] like `technique>=x-wing, depth=1` says which puzzles are wanted.
//!
//! # Structure
//! ```text
//! unit_table ── board ─┬─ depth, backdoor                                        ─┬─ rater ── condition
//!                      ├─ singles, subsets, wings, chains, forcing ── logic, path ─┤
//!                      └─ unique_solution ── guesses                             ─┘
//! ```

mod backdoor;
mod board;
mod chains;
mod condition;
mod depth;
mod error;
mod forcing;
mod guesses;
mod inference;
mod logic;
mod path;
mod rater;
mod singles;
mod step;
mod subsets;
mod technique;
#[cfg(test)]
mod tests;
mod unique_solution;
mod unit_table;
mod wings;

pub use condition::{Condition, ConditionError, ExpectedPart};
pub use error::{RatingError, RatingNumber};
pub use guesses::Guesses;
pub use path::LogicPath;
pub use rater::{Rater, Rating};
pub use step::{CellValue, LogicStep, Premise};
pub use technique::{HardestTechnique, Technique, UnknownTechnique};
