//! What may end a run before it is exhausted.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The reason why a run ended. Only [`Exhausted`](Self::Exhausted) makes an answer complete.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum StopReason {
    /// The whole tree was searched.
    Exhausted,
    /// As many solutions as were asked for have been found.
    SolutionLimit,
    /// The caller's function for solutions has ended the run.
    Interrupted,
    /// As many nodes as were allowed have been searched.
    NodeLimit,
    /// The deadline has passed.
    Deadline,
    /// The run was cancelled by its [`CancelToken`].
    Cancelled,
    /// There was no memory for the answer.
    MemoryLimit,
}

impl StopReason {
    /// The reason as a word for programs to read, such as `node-limit`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exhausted => "exhausted",
            Self::SolutionLimit => "solution-limit",
            Self::Interrupted => "interrupted",
            Self::NodeLimit => "node-limit",
            Self::Deadline => "deadline",
            Self::Cancelled => "cancelled",
            Self::MemoryLimit => "memory-limit",
        }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exhausted => "the whole tree was searched",
            Self::SolutionLimit => "the limit of solutions was reached",
            Self::Interrupted => "the caller ended the search",
            Self::NodeLimit => "the limit of nodes was reached",
            Self::Deadline => "the time was up",
            Self::Cancelled => "the search was cancelled",
            Self::MemoryLimit => "the limit of memory was reached",
        })
    }
}

/// The reason why there is no answer, where a run was stopped before it had one.
impl std::error::Error for StopReason {}

/// Cancels runs from another thread. Clones share one flag, which stays set.
///
/// ```
/// use quadrille::{CancelToken, Problem, Solver, StopReason};
///
/// let problem: Problem = "a b\na\nb\n".parse()?;
/// let token = CancelToken::new();
/// let mut solver = Solver::new(&problem).cancel_token(token.clone());
/// token.cancel();
/// assert_eq!(solver.count().stop, StopReason::Cancelled);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks all runs that have the token to end; they do so within a few hundred nodes.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`cancel`](Self::cancel) was called.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of a run; without any, it goes on until the tree is exhausted.
#[derive(Clone, Debug, Default)]
pub(super) struct Limits {
    pub(super) solutions: Option<u64>,
    pub(super) nodes: Option<u64>,
    pub(super) deadline: Option<Instant>,
    pub(super) cancel: Option<CancelToken>,
}

impl Limits {
    /// Nodes between two looks at the clock: with nodes of 50 ns, a look costs less than half a per
    /// cent.
    const SLICE: u64 = 256;

    /// The reason to stop now, if there is one.
    pub(super) fn reached(&self, solutions: u64, nodes: u64) -> Option<StopReason> {
        if self.solutions.is_some_and(|most| solutions >= most) {
            Some(StopReason::SolutionLimit)
        } else if self.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            Some(StopReason::Cancelled)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(StopReason::Deadline)
        } else if self.nodes.is_some_and(|most| nodes >= most) {
            Some(StopReason::NodeLimit)
        } else {
            None
        }
    }

    /// The limits of a question that does not visit solutions.
    pub(super) fn without_solutions(&self) -> Self {
        Self { solutions: None, ..self.clone() }
    }

    /// How many nodes may be searched before the limits are looked at again.
    pub(super) fn budget(&self, nodes: u64) -> u64 {
        let slice =
            if self.deadline.is_some() || self.cancel.is_some() { Self::SLICE } else { u64::MAX };
        self.nodes.map_or(slice, |most| slice.min(most.saturating_sub(nodes)))
    }
}
