//! Random puzzles: minimal ones, with a number of clues, with a symmetry, or with a pattern.
//!
//! ```text
//! generator ── attempts ──┬── removal ── symmetry      clues are removed in a random order
//!                         └── weighted                 the same, with weights for averages
//!     └── pattern                                      clues in given cells
//! solutions                                            random solution grids
//! ```
//!
//! [`Generator`] makes puzzles by attempts. An attempt begins with a random solution grid and
//! random numbers of its own, which depend on a seed, the number of the puzzle and the number of
//! the attempt alone. So a puzzle with a number is the same whatever else is generated.
//!
//! Hundreds of attempts go forward together: each asks whether a grid has one solution, and the
//! lanes of [`simd9`](crate::sudoku::simd9) answer all of them at once.

mod attempts;
mod generator;
mod grid_generator;
mod options;
mod pattern;
mod removal;
mod solutions;
mod symmetry;
mod weighted;

#[cfg(test)]
mod tests;

pub use generator::{GeneratedPuzzle, Generator};
pub use grid_generator::GridGenerator;
pub use options::{GeneratorError, GeneratorOptions, Sampling};
pub use symmetry::{PatternSymmetry, UnknownSymmetry};
