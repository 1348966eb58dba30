//! Running an engine: [`Solver`], [`Optimizer`], [`Estimator`], [`Splitter`] and `Counter`.
//!
//! ```text
//! solver ── run ──────── frontier ── subtree ── engine
//!        └─ workers ───┘     └─ checkpoint
//! ```

mod answer;
mod assumptions;
mod cheapest;
mod checkpoint;
#[cfg(feature = "diagram")]
mod counter;
mod estimate;
mod frontier;
mod limits;
mod observers;
mod partition;
mod progress;
mod reduce;
mod run;
mod schedule;
mod solutions;
mod solver;
mod subtree;
#[cfg(test)]
mod tests;
mod workers;

pub use answer::{Count, SetupTime, Stats, Uniqueness};
pub use assumptions::AssumeError;
pub use cheapest::{BestSolutions, Optimizer};
pub use checkpoint::{Checkpoint, OpenSubproblem, ResumeError};
#[cfg(feature = "diagram")]
pub use counter::{
    BigCount, CountStrategy, Counter, CounterStats, Method, StrategyReason, UnknownMethod,
};
pub use estimate::{Estimate, Estimator};
pub use limits::{CancelToken, StopReason};
pub use partition::{SizedSubproblem, Splitter};
pub use progress::Progress;
pub use reduce::PresolveMode;
pub use solutions::Solutions;
pub use solver::Solver;
