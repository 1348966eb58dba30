//! Running an engine: [`Solver`], [`Cheapest`], [`Estimator`], [`Splitter`] and `Counter`, their limits, and the reasons why a run ends.

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

pub use answer::{Count, Preparation, Stats, Uniqueness};
pub use cheapest::{Cheapest, Ranking};
#[cfg(feature = "diagram")]
pub use counter::{BigCount, Counter, CounterStats, Method, UnknownMethod, Way, WayWhy};
pub use estimate::{Estimate, Estimator};
pub use given::GivenError;
pub use job::{Job, Left, ResumeError};
pub use limits::{CancelToken, StopReason};
pub use progress::Progress;
pub use reduce::Reduce;
pub use run::Solutions;
pub use sections::Section;
pub use solver::Solver;
pub use split::{Shard, Splitter};
