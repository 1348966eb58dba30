//! [`Run`]: one machine, from the root to a reason to stop.

use super::answer::{Count, Stats};
use super::limits::{Limits, StopReason};
use super::progress::Watch;
use crate::engine::{Outcome, SearchEngine};
use crate::ids::OptionId;
use crate::solution::Solution;

/// One run of a machine, from the root to a reason to stop.
#[derive(Debug)]
pub(super) struct Run<'s> {
    machine: &'s mut dyn SearchEngine,
    pub(super) limits: Limits,
    watch: Option<Watch<'s>>,
    /// The reason at which somebody goes on.
    pub(super) goes_on: Option<StopReason>,
    pub(super) found: u64,
}

impl<'s> Run<'s> {
    pub(super) fn start(
        machine: &'s mut dyn SearchEngine,
        limits: Limits,
        watch: Option<Watch<'s>>,
        given: &[OptionId],
    ) -> Self {
        machine.restart(given);
        Self { machine, limits, watch, goes_on: None, found: 0 }
    }

    /// Goes on to the next solution, or says why there is none.
    pub(super) fn next(&mut self) -> Result<(), StopReason> {
        loop {
            // Only a limit of nodes needs to know how many there are.
            let nodes = self.limits.nodes.map_or(0, |_| self.machine.work().nodes);
            if let Some(stop) = self.limits.reached(self.found, nodes) {
                return Err(self.end(stop));
            }
            let slice = if self.watch.is_some() { Watch::SLICE } else { u64::MAX };
            match self.machine.advance(self.limits.budget(nodes).min(slice)) {
                Outcome::Paused => {
                    if let Some(watch) = &mut self.watch {
                        watch.look_at(self.machine, self.found, 0);
                    }
                }
                Outcome::Exhausted => return Err(self.end(StopReason::Exhausted)),
                Outcome::Solution => {
                    self.found += 1;
                    if let Some(watch) = &mut self.watch {
                        watch.look_at_solution(self.machine, self.found);
                    }
                    return Ok(());
                }
            }
        }
    }

    pub(super) fn count(&mut self) -> Count {
        loop {
            if let Err(stop) = self.next() {
                return Count { solutions: self.found, stop };
            }
        }
    }

    /// Tells that the run has ended, for this reason.
    pub(super) fn end(&mut self, stop: StopReason) -> StopReason {
        if let Some(watch) = self.watch.as_mut().filter(|_| self.goes_on != Some(stop)) {
            watch.end(stop, self.found, self.machine.work().nodes);
        }
        stop
    }

    pub(super) fn read(&self, options: &mut Vec<OptionId>) {
        options.clear();
        self.machine.solution(options);
    }
}

/// The solutions of a problem, from [`Solver::solutions`](crate::Solver::solutions).
#[derive(Debug)]
pub struct Solutions<'s> {
    run: Run<'s>,
    options: &'s mut Vec<OptionId>,
    stop: Option<StopReason>,
}

impl<'s> Solutions<'s> {
    /// What a run comes by, with memory for one solution.
    pub(super) fn of(run: Run<'s>, options: &'s mut Vec<OptionId>) -> Self {
        Self { run, options, stop: None }
    }
}

impl Solutions<'_> {
    /// EngineReason there are no more solutions, once [`next`](Iterator::next) has given `None`.
    #[must_use]
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.stop
    }

    /// The work done so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        Stats::of(self.run.machine)
    }
}

impl Iterator for Solutions<'_> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        if self.stop.is_some() {
            return None;
        }
        self.stop = self.run.next().err();
        if self.stop.is_some() {
            return None;
        }
        self.run.read(self.options);
        Some(Solution::new(self.options.clone()))
    }
}

impl std::iter::FusedIterator for Solutions<'_> {}
