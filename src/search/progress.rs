//! [`Progress`]: how far a run has come.
//!
//! A run with a callback pauses every thousand nodes and looks at the clock. When enough time has
//! passed, it computes its progress from the [`Path`] of the engine. A run without one does
//! neither.

#[cfg(test)]
mod tests;

use super::limits::StopReason;
use super::symmetry_stage::SymmetryStage;
use crate::engine::Path;
use std::fmt;
use std::time::{Duration, Instant};

/// How far a run has come.
///
/// The share of a search tree that is done is that of a tree in which, at each level, all
/// alternatives are of the same size. Trees are not like that, and what is left may take much
/// longer or less long than the share says.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Progress {
    share: Option<f64>,
    solutions: u64,
    nodes: u64,
    elapsed: Duration,
    stage: Option<SymmetryStage>,
    stop: Option<StopReason>,
    least_cost: Option<u128>,
    bound: Option<u128>,
}

impl Progress {
    /// The share of the search that is done, from 0 to 1; `None` as long as it is not known. It
    /// never falls, and is 1 when the whole tree was searched.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        self.share
    }

    /// The solutions that were found up to now. Of a count that looks up what it remembers: how
    /// many there are at least, or 2^64-1 if that is less. `diagram` reports those that it has
    /// listed.
    #[must_use]
    pub fn solutions(&self) -> u64 {
        self.solutions
    }

    /// The nodes that were searched.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The time since the run began; in a run up to symmetry, since the count of all solutions or
    /// what follows it began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// What a run up to symmetry does at present; `None` in all other runs, and while it counts or
    /// visits all solutions.
    #[must_use]
    pub fn stage(&self) -> Option<SymmetryStage> {
        self.stage
    }

    /// The reason why the run has ended, in the last report.
    #[must_use]
    pub fn stop(&self) -> Option<StopReason> {
        self.stop
    }

    /// The cost of the cheapest solution that [`best`](super::Solver::best) has found; `None` if it
    /// has found none, and in all other runs.
    #[must_use]
    pub fn least_cost(&self) -> Option<u128> {
        self.least_cost
    }

    /// A lower bound of the cost of every solution that [`best`](super::Solver::best) has not
    /// found. It never falls. `None` if there is no such solution, and in all other runs.
    #[must_use]
    pub fn bound(&self) -> Option<u128> {
        self.bound
    }
}

/// The callback for the progress of all runs.
pub(super) struct Listener {
    every: Duration,
    call: Box<dyn FnMut(&Progress) + Send>,
    begun: Instant,
    /// The time of the last report.
    reported: Instant,
    /// The stage of a run up to symmetry, whose counts have one clock.
    stage: Option<SymmetryStage>,
}

impl Listener {
    pub(super) fn new(every: Duration, call: impl FnMut(&Progress) + Send + 'static) -> Self {
        let now = Instant::now();
        Self { every, call: Box::new(call), begun: now, reported: now, stage: None }
    }

    /// Watches a run that begins now, or the stage that was entered.
    pub(super) fn watch(&mut self) -> Watch<'_> {
        if self.stage.is_none() {
            self.start();
        }
        Watch { listener: self, most: Standing::default(), path: Path::default() }
    }

    fn start(&mut self) {
        self.begun = Instant::now();
        self.reported = self.begun;
    }

    /// Enters a stage of a run up to symmetry, or leaves the last one.
    #[cfg(feature = "diagram")]
    pub(super) fn enter(&mut self, stage: Option<SymmetryStage>) {
        if self.stage.is_none() {
            self.start();
        }
        self.stage = stage;
        if stage.is_some() {
            self.watch().look(|_| Standing::default());
        }
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener").field("every", &self.every).finish_non_exhaustive()
    }
}

/// Watches a run.
pub(super) struct Watch<'s> {
    listener: &'s mut Listener,
    /// The greatest values that were reported.
    most: Standing,
    path: Path,
}

/// Where a search stands: the share that is done, if that is known, the solutions and the nodes; in
/// a search for the cheapest, the least cost and the bound, too.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Standing {
    pub(super) share: Option<f64>,
    pub(super) solutions: u64,
    pub(super) nodes: u64,
    pub(super) least_cost: Option<u128>,
    pub(super) bound: Option<u128>,
}

impl Watch<'_> {
    /// Reports the progress, if it is time.
    pub(super) fn look(&mut self, stand: impl FnOnce(&mut Path) -> Standing) {
        let now = Instant::now();
        if now.duration_since(self.listener.reported) >= self.listener.every {
            let standing = stand(&mut self.path);
            self.listener.reported = now;
            self.report(standing, None);
        }
    }

    /// Enters a stage of a run up to symmetry.
    #[cfg(feature = "diagram")]
    pub(super) fn enter(&mut self, stage: SymmetryStage) {
        self.listener.stage = Some(stage);
    }

    /// Reports the end of the run, unless it is a count within another run.
    pub(super) fn end(&mut self, stop: StopReason, solutions: u64, nodes: u64) {
        self.end_at(stop, Standing { solutions, nodes, ..Standing::default() });
    }

    /// The same for all that is known of a run.
    pub(super) fn end_at(&mut self, stop: StopReason, standing: Standing) {
        if let Some(SymmetryStage::Burnside { .. }) = self.listener.stage {
            return;
        }
        let share = (stop == StopReason::Exhausted).then_some(1.0);
        self.report(Standing { share, ..standing }, Some(stop));
    }

    fn report(&mut self, standing: Standing, stop: Option<StopReason>) {
        let most = &mut self.most;
        // The greater of two, where none is less than some.
        most.share = match (most.share, standing.share) {
            (Some(one), Some(other)) => Some(one.max(other)),
            (known, new) => known.or(new),
        };
        // Several searches may take turns, each of which knows only what it has done.
        most.solutions = most.solutions.max(standing.solutions);
        most.nodes = most.nodes.max(standing.nodes);
        let Standing { share, solutions, nodes, .. } = *most;
        let Standing { least_cost, bound, .. } = standing;
        let Listener { call, begun, stage, .. } = &mut *self.listener;
        let (elapsed, stage) = (begun.elapsed(), *stage);
        call(&Progress { share, solutions, nodes, elapsed, stage, stop, least_cost, bound });
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("most", &self.most).finish_non_exhaustive()
    }
}
