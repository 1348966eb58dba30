//! [`Observers`]: the callbacks of a run.

use super::checkpoint::{Checkpoint, CheckpointHook};
use super::frontier::Frontier;
use super::limits::StopReason;
use super::progress::{Standing, Watch};
use crate::engine::Path;

/// Callbacks for progress and checkpoints. They are called by the thread that has begun the run.
#[derive(Debug, Default)]
pub(super) struct Observers<'o> {
    pub(super) watch: Option<Watch<'o>>,
    pub(super) hook: Option<&'o mut CheckpointHook>,
    /// The solutions since the last look at the clock.
    solutions: u32,
}

impl<'o> Observers<'o> {
    /// Nodes between two looks at the clock: with nodes of 50 ns, a look costs a thousandth.
    pub(super) const NODES: u64 = 1024;
    /// Solutions between two looks.
    const SOLUTIONS: u32 = 256;

    pub(super) fn new(watch: Option<Watch<'o>>, hook: Option<&'o mut CheckpointHook>) -> Self {
        Self { watch, hook, solutions: 0 }
    }

    fn is_empty(&self) -> bool {
        self.watch.is_none() && self.hook.is_none()
    }

    /// The number of nodes after which [`observe`](Self::observe) is to be called.
    pub(super) fn slice(&self) -> u64 {
        if self.is_empty() { u64::MAX } else { Self::NODES }
    }

    /// Called at each solution; returns whether [`observe`](Self::observe) is to be called.
    pub(super) fn is_due_at_solution(&mut self) -> bool {
        if self.is_empty() {
            return false;
        }
        self.solutions = (self.solutions + 1) % Self::SOLUTIONS;
        self.solutions == 0
    }

    /// Calls those whose time has come.
    pub(super) fn observe(
        &mut self,
        frontier: &Frontier,
        standing: impl FnOnce(&mut Path) -> Standing,
    ) {
        if let Some(watch) = &mut self.watch {
            watch.look(standing);
        }
        if let Some(hook) = &mut self.hook {
            hook.look(|engine| Checkpoint::new(engine, frontier));
        }
    }

    /// Reports the end of a run.
    pub(super) fn end(&mut self, stop: StopReason, solutions: u64, nodes: u64) {
        if let Some(watch) = &mut self.watch {
            watch.end(stop, solutions, nodes);
        }
    }
}
