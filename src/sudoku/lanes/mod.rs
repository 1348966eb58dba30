//! Sudoku of 9x9, sixteen at a time: each in a lane of vector registers.
//!
//! Many puzzles together are solved with far less time for each than one alone, because all that is done is done
//! to sixteen of them by the same instructions: no table is looked up, and next to nothing is asked.
//!
//! ```
//! use quadrille::sudoku::lanes::{End, Lanes, Rules};
//!
//! let mut puzzle = [0; 81];
//! let clues = [(0, 4), (5, 8), (10, 3), (40, 8), (80, 1)];
//! for (cell, value) in clues {
//!     puzzle[cell] = value;
//! }
//! let mut lanes = Lanes::new(Rules::Plain).limit(2);
//! let answers: Vec<_> = lanes.answers([puzzle, [1; 81], [0; 81]]).collect();
//! assert_eq!((answers[0].solutions, answers[0].end), (2, End::Limit));
//! assert_eq!((answers[1].solutions, answers[1].end), (0, End::Clash));
//! assert_eq!((answers[2].solutions, answers[2].end), (2, End::Limit));
//! ```
//!
//! This is exact cover as well: a state is the 729 options as bits, a pass finds items with one option left, and a
//! guess takes an option of an item with few. But nothing here sees the exact-cover engines, so that a comparison
//! with them means something.
//!
//! # From top to bottom
//!
//! [`Lanes`] searches many puzzles or one, in `search`, as a client of the machine in `machine`, which says what becomes
//! of a state. A `pass` propagates; a `branch` guesses; `load` makes states of puzzles. All are written once over the
//! vectors of `vector`, and compiled for each kind of processor in `backend`. `layout` says which bit is which.

mod answer;
mod backend;
mod branch;
mod candidates;
mod clients;
mod diagonal;
mod held;
mod layout;
mod load;
mod logic;
mod machine;
mod number;

mod page;
mod pass;
mod puzzles;
mod search;
mod vector;
mod work;

pub use answer::{Answer, End};
pub use backend::{Instructions, UnknownInstructions};
pub use candidates::{Candidates, CandidatesError};
pub use search::{Answers, Lanes, Puzzle, Rules};
pub use work::Work;

use layout::WORDS;
use vector::Row;

/// The values of a grid, row by row: 1 to 9, or 0 for a blank. What is above 9 is no digit, and then there is no
/// solution.
pub type Cells = [u8; 81];

/// Sixteen states: each row has one word of all of them.
#[derive(Clone, Debug)]
struct Block([Row; WORDS]);

#[cfg(test)]
mod tests;
