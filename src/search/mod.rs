//! Running an engine: [`Solver`].
//!
//! ```text
//! best  count  enumerate  estimate  partition      questions
//!                  └─ solver                       problem, settings, state
//!                       └─ run, workers            one thread, several
//!                            └─ frontier           subproblems that are left: checkpoint
//!                                 └─ subtree       one of them, searched by an engine
//! ```

mod answer;
mod assumptions;
mod best;
mod checkpoint;
#[cfg(feature = "diagram")]
mod count;
#[cfg(feature = "diagram")]
mod counting;
mod enumerate;
mod estimate;
mod frontier;
#[cfg(feature = "proof")]
mod learned_proof;
mod limits;
#[cfg(feature = "diagram")]
mod method;
mod observers;
#[cfg(feature = "diagram")]
mod order_checkpoint;
mod partition;
mod presolve;
mod progress;
mod rounds;
mod run;
mod schedule;
mod settings;
mod solutions;
mod solver;
mod subtree;
#[cfg(feature = "diagram")]
mod symmetry_method;
mod symmetry_stage;
#[cfg(test)]
mod tests;
mod thread_count;
#[cfg(feature = "diagram")]
mod up_to;
mod workers;

#[cfg(feature = "diagram")]
pub use crate::engine::memo::{CanonicalMode, SavedStack, UnknownCanonicalMode};
pub use answer::{Count, SetupTime, Stats, Uniqueness};
pub use assumptions::AssumeError;
pub use best::BestSolutions;
pub use checkpoint::{Checkpoint, OpenSubproblem, ResumeError};
#[cfg(feature = "proof")]
pub use count::NoProof;
#[cfg(feature = "diagram")]
pub use count::{BigCount, Sampler, Uses};
#[cfg(feature = "diagram")]
pub use counting::CountStats;
pub use estimate::{Estimate, Probes};
#[cfg(feature = "proof")]
pub use learned_proof::{LearnedProof, NoLearnedProof};
pub use limits::{CancelToken, StopReason};
#[cfg(feature = "diagram")]
pub use method::{CountStrategy, Method, StrategyReason, UnknownMethod};
#[cfg(feature = "diagram")]
pub use order_checkpoint::OrderCheckpoint;
pub use partition::SizedSubproblem;
pub use presolve::PresolveMode;
pub use progress::Progress;
pub use solutions::Solutions;
pub use solver::Solver;
#[cfg(feature = "diagram")]
pub use symmetry_method::SymmetryMethod;
pub use symmetry_stage::SymmetryStage;
#[cfg(feature = "diagram")]
pub use up_to::ClassCount;
