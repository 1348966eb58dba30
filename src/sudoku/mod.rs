//! Sudoku: grids, their text formats, their exact cover, and their solvers.
//!
//! [`solve()`] answers in one line whether a puzzle has no solution, one, or several:
//!
//! ```
//! use quadrille::sudoku::{self, PuzzleSolution};
//!
//! let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
//! let PuzzleSolution::Unique(grid) = sudoku::solve(puzzle)? else { panic!("it has one solution") };
//! assert!(grid.to_string().starts_with("417369825632158947958724316"));
//! # Ok::<(), sudoku::SolveError>(())
//! ```
//!
//! # Sudoku as an exact cover
//!
//! An option is a value in a cell. It covers the cell, and for each unit (row, column or box) of
//! the cell, the value in that unit. A grid is full and obeys the rules if and only if its options
//! cover each item exactly once.
//!
//! | Sudoku | options | items |
//! |---|--:|--:|
//! | 4x4 | 64 | 64 |
//! | 9x9 | 729 | 4 · 81 = 324 |
//! | 9x9 with both diagonals | 729 | 324 + 2 · 9 = 342 |
//! | 16x16 | 4096 | 4 · 256 = 1024 |
//!
//! [`Encoding`] builds this problem for any [`Geometry`] and converts its solutions to [`Grid`]s.
//!
//! # Which engine solves what
//!
//! [`solve()`] and [`solve_grid`] use [`simd9`] for 9x9 grids, standard or with both diagonals: it
//! solves sixteen states at a time in the lanes of SIMD vectors, several times as fast as any
//! engine for general exact covers. All other sizes and variants are solved as exact covers by the
//! engine that [`Engine::Auto`](crate::Engine::Auto) selects. [`SudokuSolver`] solves any number of
//! puzzles of a geometry with an engine of choice, [`simd9::BatchSolver`] any number of 9x9
//! puzzles. [`text::Reader`] reads the puzzles, [`minimal::Minimiser`] removes their redundant
//! clues, and [`canonical::Canonicaliser`] finds which of them are equivalent.

mod box_layout;
mod candidate_grid;
pub mod canonical;
mod cell_storage;
#[cfg(feature = "proof")]
pub mod certificate;
mod clash;
mod encode;
mod extra_rule;
#[cfg(feature = "generate")]
pub mod generate;
pub mod geometry;
mod geometry_error;
pub mod grid;
mod grid_tests;
pub mod grids9;
pub mod hunt;
pub mod minimal;
mod puzzle_problem;
mod puzzle_solution;
pub mod rating;
mod region_drawing;
pub mod simd9;
mod solve;
mod solver;
mod stop_poll;
pub mod text;
pub mod unavoidable;

pub use box_layout::{BoxLayout, IrregularBoxes};
pub use candidate_grid::CandidateGrid;
pub use clash::Clash;
pub use encode::{Encoding, NotAGrid, PuzzleError};
pub use extra_rule::{ExtraRule, UnknownRule};
pub use geometry::{Geometry, Unit, UnitKind};
pub use geometry_error::GeometryError;
pub use grid::{Grid, GridError};
pub use puzzle_problem::PuzzleProblem;
pub use puzzle_solution::PuzzleSolution;
pub use region_drawing::DrawingErrorKind;
pub use solve::{solve, solve_grid, solve_restricted};
pub use solver::{SolveError, SudokuSolver};
