//! [`Run`]: the search of one thread, from a frontier to a reason to stop.

use super::answer::Stats;
use super::frontier::{Frontier, Taken};
use super::limits::{Limits, StopReason};
use super::observers::Observers;
use super::schedule::Schedule;
use super::subtree::{Subtree, SubtreeOutcome, SubtreeSearch};
use crate::engine::{Path, SearchEngine, Subproblem, Work};
use crate::ids::OptionId;

/// What all subtrees of a search have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'t> {
    pub(super) limits: &'t Limits,
    pub(super) assumptions: &'t Subproblem,
    pub(super) schedule: Schedule,
    /// Whether solutions are emitted, and not only counted.
    pub(super) emits: bool,
}

/// A subtree that is being searched.
#[derive(Debug)]
pub(super) struct Current {
    pub(super) id: u64,
    pub(super) search: SubtreeSearch,
    /// The number of solutions that are still to be skipped, because they were emitted before.
    pub(super) skip: u64,
    /// The solutions that were counted.
    pub(super) found: u64,
}

impl Current {
    pub(super) fn start(engine: &mut dyn SearchEngine, task: Task<'_>, taken: Taken) -> Self {
        let Taken { id, subtree, emitted } = taken;
        let search = SubtreeSearch::start(engine, task.assumptions, subtree, task.schedule);
        Self { id, search, skip: emitted, found: 0 }
    }

    /// Whether the engine, which is at a solution, has found it for the first time.
    pub(super) fn is_new(&mut self) -> bool {
        let is_new = self.skip == 0;
        self.skip = self.skip.saturating_sub(1);
        is_new
    }
}

/// The reason why [`Run::next`] returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    /// The engine is at a solution that is to be emitted or was counted.
    Solution,
    /// The first subtree is done, and others are left.
    Split,
    Stopped(StopReason),
}

/// One thread that searches the subtrees of a frontier one after another.
#[derive(Debug)]
pub(super) struct Run<'r> {
    pub(super) task: Task<'r>,
    pub(super) engine: &'r mut dyn SearchEngine,
    pub(super) frontier: &'r mut Frontier,
    pub(super) observers: Observers<'r>,
    current: Option<Current>,
}

impl<'r> Run<'r> {
    pub(super) fn new(
        task: Task<'r>,
        engine: &'r mut dyn SearchEngine,
        frontier: &'r mut Frontier,
        observers: Observers<'r>,
    ) -> Self {
        Self { task, engine, frontier, observers, current: None }
    }

    /// The solutions of all runs.
    pub(super) fn found(&self) -> u64 {
        self.frontier.found + self.current.as_ref().map_or(0, |current| current.found)
    }

    /// Searches up to the next solution, the end of a subtree that was split, or the end of the
    /// run.
    pub(super) fn next(&mut self) -> Event {
        // Before the search goes on, the solution that was returned last has been emitted.
        if self.observers.is_due_at_solution() {
            self.observe();
        }
        loop {
            // Only a limit of nodes needs their number.
            let nodes = self.task.limits.nodes.map_or(0, |_| self.stats().nodes);
            if let Some(stop) = self.task.limits.reached(self.found(), nodes) {
                return Event::Stopped(stop);
            }
            let Some(current) = &mut self.current else {
                let Some(taken) = self.frontier.take() else {
                    return Event::Stopped(StopReason::Exhausted);
                };
                self.current = Some(Current::start(self.engine, self.task, taken));
                continue;
            };
            let budget = self.task.limits.budget(nodes).min(self.observers.slice());
            match current.search.step(self.engine, budget) {
                SubtreeOutcome::Paused => self.observe(),
                SubtreeOutcome::Solution => {
                    if current.is_new() {
                        self.count_solution();
                        return Event::Solution;
                    }
                }
                SubtreeOutcome::Done(split) => {
                    let is_split = !split.is_empty();
                    self.finish(split);
                    if is_split {
                        return Event::Split;
                    }
                }
            }
        }
    }

    fn count_solution(&mut self) {
        if self.task.emits {
            self.frontier.emit(1);
        } else if let Some(current) = &mut self.current {
            current.found += 1;
        }
    }

    fn finish(&mut self, split: Vec<Subtree>) {
        let Some(Current { id, found, .. }) = self.current.take() else { return };
        self.frontier.found += found;
        self.frontier.add(self.engine.work());
        self.frontier.finish(id, split);
        self.frontier.remove(id);
        self.observe();
    }

    fn observe(&mut self) {
        let Self { engine, frontier, current, .. } = self;
        let (nodes, found) = match current {
            Some(current) => (engine.work().nodes, current.found),
            None => (0, 0),
        };
        self.observers.observe(frontier, |path| {
            let mut standing = frontier.standing(nodes, found);
            if let Some(Current { search, .. }) = current {
                standing.share = share(search, *engine, frontier, path);
            }
            standing
        });
    }

    /// Ends the run, and reports the number of solutions.
    pub(super) fn stop(&mut self, stop: StopReason, found: u64) {
        self.release();
        self.observers.end(stop, found, self.frontier.nodes);
    }

    /// Leaves the frontier as what is left of the search. A subtree that was being searched is to
    /// be searched again.
    pub(super) fn release(&mut self) {
        if self.current.take().is_some() {
            self.frontier.add(self.engine.work());
        }
        self.frontier.release();
    }

    /// The work of this run.
    pub(super) fn stats(&self) -> Stats {
        let work = self.current.as_ref().map_or_else(Work::default, |_| self.engine.work());
        Stats {
            nodes: self.frontier.nodes + work.nodes,
            updates: self.frontier.updates + work.updates,
        }
    }

    /// Appends the options of the solution at which the engine is.
    pub(super) fn read(&self, options: &mut Vec<OptionId>) {
        options.clear();
        self.engine.solution(options);
    }
}

/// The share of the tree that is done while a subtree is searched.
fn share(
    search: &SubtreeSearch,
    engine: &dyn SearchEngine,
    frontier: &Frontier,
    path: &mut Path,
) -> Option<f64> {
    if search.is_split() {
        // What was split off is not done, and the rest is small.
        return Some(frontier.share());
    }
    let done = |path: &mut Path| frontier.share() + search.weight() * path.share();
    engine.path(path).then(|| f64::min(done(path), 1.0))
}
