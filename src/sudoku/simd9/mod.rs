//! 9x9 Sudoku, sixteen puzzles at a time in the lanes of SIMD vectors.
//!
//! Solving many puzzles together takes far less time for each than solving one alone, because every
//! instruction works on sixteen puzzles: there are no table lookups and next to no branches.
//!
//! ```
//! use quadrille::sudoku::simd9::{BatchSolver, EndReason, Variant};
//!
//! let mut puzzle = [0; 81];
//! let clues = [(0, 4), (5, 8), (10, 3), (40, 8), (80, 1)];
//! for (cell, value) in clues {
//!     puzzle[cell] = value;
//! }
//! let mut solver = BatchSolver::new(Variant::Standard).limit(2);
//! let results: Vec<_> = solver.solve_all([puzzle, [1; 81], [0; 81]]).collect();
//! assert_eq!((results[0].solutions, results[0].end), (2, EndReason::Limit));
//! assert_eq!((results[1].solutions, results[1].end), (0, EndReason::Clash));
//! assert_eq!((results[2].solutions, results[2].end), (2, EndReason::Limit));
//! ```
//!
//! The algorithm is exact cover as well: a state is the 729 options as bits, propagation finds
//! items with one option left, and a guess takes an option of an item with few. It shares no code
//! with the exact-cover engines, so that comparing the two is a real test.
//!
//! # Structure
//!
//! [`BatchSolver`] (`solver`) runs a `scheduler`, which decides what happens to each state. One
//! puzzle alone is searched depth first by `single`; the scheduler continues large searches, and
//! those whose solutions are visited after the first one.
//! `propagate` removes candidates, `branch` guesses, and `input` converts puzzles to states. All of
//! them are written once over the vectors of `vector`, and compiled for each instruction set in
//! `backend`. `layout` defines the meaning of each bit.

mod backend;
mod bit_planes;
mod branch;
mod candidates;
mod clash;
mod deferred;
mod diagonal;
mod drivers;
mod in_solutions;
mod input;
mod lane_batch;
mod layout;
mod logic;
mod propagate;
mod queue;
mod result;
mod scheduler;
mod single;
mod solver;
mod stack;
mod stats;
mod vector;

pub use backend::{InstructionSet, UnknownInstructionSet};
pub use candidates::{Candidates, CandidatesError};
pub use input::{BatchInput, WithoutValue};
pub use layout::Cells;
pub use result::{EndReason, PuzzleResult};
pub use solver::{BatchResults, BatchSolver, Variant};
pub use stats::BatchStats;

#[cfg(test)]
mod tests;
