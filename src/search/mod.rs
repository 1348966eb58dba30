//! Running an engine: [`Solver`], its limits, and the reasons why a run ends.

mod limits;
mod solver;

pub use limits::{CancelToken, StopReason};
pub use solver::{Count, GivenError, Solutions, Solver, Stats, Uniqueness};
