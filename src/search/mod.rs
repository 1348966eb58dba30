//! Running an engine: [`Solver`], its limits, and the reasons why a run ends.

mod limits;
mod reduce;
mod solver;

pub use limits::{CancelToken, StopReason};
pub use reduce::Reduce;
pub use solver::{Count, GivenError, Solutions, Solver, Stats, Uniqueness};
