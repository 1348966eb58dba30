//! Sudoku in lanes, held against dancing links and against itself: whatever the processor, the company and the order.

#[path = "../common/mod.rs"]
mod common;

mod against;
mod batches;
mod candidates;
mod fuzz;
mod laws;
mod machines;
mod puzzles;
mod truth;
mod visits;
mod watch;
