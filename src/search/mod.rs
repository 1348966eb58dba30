//! Running an engine: [`Solver`] and [`Cheapest`], their limits, and the reasons why a run ends.

mod cheapest;
mod given;
mod limits;
mod reduce;
mod solver;

pub use cheapest::{Cheapest, Priced, Ranking};
pub use given::GivenError;
pub use limits::{CancelToken, StopReason};
pub use reduce::Reduce;
pub use solver::{Count, Preparation, Solutions, Solver, Stats, Uniqueness};
