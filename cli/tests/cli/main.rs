//! Runs the program: its output, its messages, and its exit codes.

mod bench;
mod candidates;
mod cheapest;
mod checkpoint;
mod compat;
mod compat_grids;
mod convert;
mod count;
mod diagram;
mod documents;
mod errors;
mod estimate;
mod formats;
mod json;
mod lanes;
mod pictures;
mod program;
mod progress;
mod sample;
mod shell;
mod stats;
mod stops;
mod threads;
mod trace;
mod units;
mod verbs;
