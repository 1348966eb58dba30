//! Five documents on solving Sudoku, re-implemented.
//!
//! Each module does what one document does, in its order, with its names and its quirks. They check
//! the engines independently: they propagate and guess where the engines cover and uncover, and
//! share no code with the rest of this library.
//!
//! | module | document | method |
//! |---|---|---|
//! | [`lecture`] | "Sudoku Project Lecture Notes" | elimination, only choice and depth-first search |
//! | [`euler96`] | "Problem 96 - Su Doku" | a queue of solved cells, and guesses in the first open cell |
//! | [`agent`] | "An AI Agent to Solve Any Sudoku Puzzle" | as the lecture notes; diagonals and naked twins |
//! | [`lab`] | a lab without a title | strategies without search: naked and hidden singles |
//! | [`norvig16`] | "16x16 Sudoku Solver" | Norvig's program for 16x16, with an indentation error |
//!
//! [`System::run`] runs any of them on any puzzle that it takes. A [`TraceObserver`] receives every
//! step.
//!
//! ```
//! use quadrille::compat::{Ending, System};
//!
//! let cells: Vec<u8> = "1....2..3......4".bytes().map(|sign| if sign == b'.' { 0 } else { sign - b'0' }).collect();
//! let mut trace = Vec::new();
//! let run = System::Euler96.run(4, &cells, &mut trace)?;
//! assert!(matches!(run.ending, Ending::Solved(_)));
//! assert_eq!(System::Euler96.describe(trace[0], 4), "(0, 1) is not 1: (0, 0) has it");
//! # Ok::<(), quadrille::compat::CompatError>(())
//! ```

pub mod agent;
mod cells;
mod dictionary;
mod digits;
mod ending;
mod error;
pub mod euler96;
pub mod lab;
pub mod lecture;
pub mod norvig16;
mod notation;
mod propagation;
mod system;
mod trace;
mod units;

pub use dictionary::{Dictionary, Sudoku};
pub use digits::Digits;
pub use ending::Ending;
pub use error::CompatError;
pub use system::{System, SystemRun};
pub use trace::{Contradiction, StepReason, TraceObserver, TraceStep};
pub use units::{NamedUnit, UnitName, UnitShape, Units};
