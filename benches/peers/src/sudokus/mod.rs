//! Many Sudoku of 9x9 at once, and single ones: quadrille against solvers that are made for nothing else.
//!
//! ```text
//! cargo run --release --manifest-path benches/peers/Cargo.toml --bin sudokus
//! ```
//!
//! - [`generator`]: puzzles at random, the same in every run.
//! - [`sets`]: the built-in sets, and those of files.
//! - [`counters`]: the solvers, each an implementation of one small trait.
//! - [`timing`]: from the lines to the counts, in turn, and whether all agree.
//! - [`table`]: the Markdown.
//! - [`args`]: the arguments of the program.

pub mod args;
pub mod counters;
pub mod generator;
pub mod sets;
pub mod table;
pub mod timing;
