//! Counting by visiting every solution.

use super::contest::Subject;
use crate::engine::{EngineChoice, Outcome, SearchEngine};
use crate::search::limits::StopReason;
use crate::search::progress::Watch;
use std::time::Duration;
#[cfg(feature = "parallel")]
use {
    crate::engine::Engine,
    crate::search::pieces::{PACE, Pieces, Task},
};

/// Solutions between two looks at the limits.
const SOLUTIONS: u32 = 64;

/// The nodes at which several threads go on, if there are such.
#[cfg(feature = "parallel")]
const LONG: u64 = 1 << 16;

/// An engine that counts what it comes by.
#[derive(Debug)]
pub(super) struct Plain<'s> {
    subject: Subject<'s>,
    runner: Runner<'s>,
    found: u64,
    threads: usize,
    /// What it took to build the machine.
    #[cfg_attr(not(feature = "parallel"), allow(dead_code, reason = "threads ask for it"))]
    building: Duration,
}

/// Who searches.
#[derive(Debug)]
enum Runner<'s> {
    Alone(&'s mut (dyn SearchEngine + 's)),
    #[cfg(feature = "parallel")]
    Together(Box<Pieces<'s>>, Option<EngineChoice>),
    /// Nobody, while another one takes over.
    #[cfg(feature = "parallel")]
    Nobody,
}

impl<'s> Runner<'s> {
    fn alone(&mut self) -> Option<&mut (dyn SearchEngine + 's)> {
        match self {
            Self::Alone(machine) => Some(*machine),
            #[cfg(feature = "parallel")]
            Self::Together(..) | Self::Nobody => None,
        }
    }
}

impl<'s> Plain<'s> {
    /// With a machine at the root. In a long search, so many threads go on from where it stands then.
    pub(super) fn new(
        subject: Subject<'s>,
        machine: &'s mut (dyn SearchEngine + 's),
        threads: usize,
        building: Duration,
    ) -> Self {
        // Several threads keep no limit of nodes.
        let threads = if subject.limits.nodes.is_some() { 1 } else { threads };
        Self { subject, runner: Runner::Alone(machine), found: 0, threads, building }
    }

    pub(super) fn found(&self) -> u64 {
        match &self.runner {
            Runner::Alone(_) => self.found,
            #[cfg(feature = "parallel")]
            Runner::Together(pieces, _) => pieces.found,
            #[cfg(feature = "parallel")]
            Runner::Nobody => self.found,
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        match &self.runner {
            Runner::Alone(machine) => machine.work().nodes,
            #[cfg(feature = "parallel")]
            Runner::Together(pieces, _) => pieces.nodes,
            #[cfg(feature = "parallel")]
            Runner::Nobody => 0,
        }
    }

    pub(super) fn chosen(&self) -> Option<EngineChoice> {
        match &self.runner {
            Runner::Alone(machine) => machine.chosen(),
            #[cfg(feature = "parallel")]
            Runner::Together(_, chosen) => *chosen,
            #[cfg(feature = "parallel")]
            Runner::Nobody => None,
        }
    }

    /// How many threads are at it.
    pub(super) fn threads(&self) -> usize {
        if matches!(self.runner, Runner::Alone(_)) { 1 } else { self.threads }
    }

    /// Goes on until there have been about so many nodes, of which others have had some more. Says whether it is done.
    pub(super) fn run(
        &mut self,
        until: u64,
        others: u64,
        watch: &mut Option<Watch<'_>>,
    ) -> Result<bool, StopReason> {
        #[cfg(feature = "parallel")]
        if self.threads > 1 {
            return self.run_together(until, others, watch);
        }
        self.run_alone(until, others, watch)
    }

    fn run_alone(
        &mut self,
        until: u64,
        others: u64,
        watch: &mut Option<Watch<'_>>,
    ) -> Result<bool, StopReason> {
        let Some(machine) = self.runner.alone() else { return Ok(false) };
        let limits = self.subject.limits;
        loop {
            let nodes = machine.work().nodes;
            if let Some(stop) = limits.reached(0, nodes + others) {
                return Err(stop);
            }
            if nodes >= until {
                return Ok(false);
            }
            let slice = if watch.is_some() { Watch::SLICE } else { u64::MAX };
            let budget = limits.budget(nodes + others).min(until - nodes).min(slice);
            for _ in 0..SOLUTIONS {
                match machine.advance(budget) {
                    Outcome::Exhausted => return Ok(true),
                    Outcome::Paused => break,
                    Outcome::Solution => self.found += 1,
                }
            }
            if let Some(watch) = watch {
                watch.look_at(machine, self.found, others);
            }
        }
    }

    #[cfg(feature = "parallel")]
    fn run_together(
        &mut self,
        until: u64,
        others: u64,
        watch: &mut Option<Watch<'_>>,
    ) -> Result<bool, StopReason> {
        let nodes = self.nodes();
        if nodes < until.min(LONG) && self.run_alone(until.min(LONG), others, watch)? {
            return Ok(true);
        }
        if until <= self.nodes() {
            return Ok(false);
        }
        self.call_others();
        let Subject { problem, known, limits, .. } = self.subject;
        let start = |engine: Engine| engine.start(problem, known);
        let &mut Self { threads, building, .. } = self;
        let engine = Engine::Auto;
        let task = Task { limits, engine, start: &start, threads, building, pace: PACE };
        let Runner::Together(pieces, _) = &mut self.runner else { return Ok(false) };
        pieces.run(task, until - pieces.nodes, watch.as_mut())
    }

    /// Makes a piece of what is left, which several threads can cut.
    #[cfg(feature = "parallel")]
    fn call_others(&mut self) {
        self.runner = match std::mem::replace(&mut self.runner, Runner::Nobody) {
            Runner::Alone(machine) => {
                let (given, found, threads) = (self.subject.given, self.found, self.threads);
                let pieces = Pieces::new(machine, given, found, threads);
                let chosen = pieces.chosen();
                Runner::Together(Box::new(pieces), chosen)
            }
            other => other,
        };
    }
}
