//! Running an engine: [`Solver`], [`Optimizer`], [`Estimator`], [`Splitter`] and `Counter`, their limits, and the reasons why a run ends.

mod answer;
mod cheapest;
#[cfg(feature = "diagram")]
mod counter;
mod estimate;
mod given;
mod job;
mod limits;
#[cfg(feature = "parallel")]
mod pieces;
mod progress;
mod reduce;
mod run;
mod sections;
mod solver;
mod split;

pub use answer::{Count, SetupTime, Stats, Uniqueness};
pub use cheapest::{BestSolutions, Optimizer};
#[cfg(feature = "diagram")]
pub use counter::{
    BigCount, CountStrategy, Counter, CounterStats, Method, StrategyReason, UnknownMethod,
};
pub use estimate::{Estimate, Estimator};
pub use given::GivenError;
pub use job::{Job, Left, ResumeError};
pub use limits::{CancelToken, StopReason};
pub use progress::Progress;
pub use reduce::PresolveMode;
pub use run::Solutions;
pub use sections::Section;
pub use solver::Solver;
pub use split::{Shard, Splitter};
