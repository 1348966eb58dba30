//! Measures programs that solve the same problems, in turn, and prints a table of their CPU times.
//!
//! - [`measure()`]: rounds in turn, repetition of short work, medians, comparison of counts.
//! - [`Table`]: the measurements as Markdown of at most 100 columns, row by row.
//!
//! `quadrille bench` and `benches/peers` share this package. A module of the program could not be
//! used by the peers, which would then depend on all that reads arguments and draws progress bars;
//! and the library has no use for a clock. It depends on no solver: a benchmark is a closure that
//! counts solutions.

mod measure;
mod table;

pub use measure::{
    Benchmark, Disagreement, MeasureError, Measurement, NoAnswer, Outcome, Plan, Stopwatch, measure,
};
pub use table::{Headings, Row, Table};
