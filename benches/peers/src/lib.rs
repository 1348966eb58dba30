//! quadrille and the solvers of other crates on the same instances, in one run.
//!
//! ```text
//! cargo run --release --manifest-path benches/peers/Cargo.toml
//! cargo bench --manifest-path benches/peers/Cargo.toml
//! ```
//!
//! - [`instances`]: what is solved, with the answers that are known; [`cover`] is an exact cover as
//!   plain arrays.
//! - [`peers`]: the solvers, a file for each crate that implements one small trait.
//! - [`report`]: the table of both programs; `quadrille-bench` measures and writes it.
//! - [`args`]: the arguments of the program.
//! - [`sudokus`]: a program of its own, for many Sudoku at once.
//!
//! `benches/README.md` says what is timed, and why so.

pub mod args;
pub mod cover;
pub mod instances;
pub mod peers;
pub mod report;
pub mod sudokus;
