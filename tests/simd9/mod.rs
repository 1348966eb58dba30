//! `simd9` compared with dancing links and with itself, for every instruction set, batch and order.

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
