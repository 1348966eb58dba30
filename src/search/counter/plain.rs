//! Counting by visiting every solution.

use crate::cover::{Chosen, Event, Machine};
use crate::search::limits::{Limits, StopReason};

/// Solutions between two looks at the limits.
const SOLUTIONS: u32 = 64;

/// An engine that counts what it comes by.
#[derive(Debug)]
pub(super) struct Plain<'s> {
    machine: &'s mut dyn Machine,
    pub(super) found: u64,
}

impl<'s> Plain<'s> {
    /// With a machine at the root.
    pub(super) fn new(machine: &'s mut dyn Machine) -> Self {
        Self { machine, found: 0 }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.machine.work().nodes
    }

    pub(super) fn chosen(&self) -> Option<Chosen> {
        self.machine.chosen()
    }

    /// Goes on until there have been about so many nodes, of which others have had some more. Says whether it is done.
    pub(super) fn run(
        &mut self,
        until: u64,
        others: u64,
        limits: &Limits,
    ) -> Result<bool, StopReason> {
        loop {
            let nodes = self.nodes();
            if let Some(stop) = limits.reached(0, nodes + others) {
                return Err(stop);
            }
            if nodes >= until {
                return Ok(false);
            }
            let budget = limits.budget(nodes + others).min(until - nodes);
            for _ in 0..SOLUTIONS {
                match self.machine.advance(budget) {
                    Event::Exhausted => return Ok(true),
                    Event::Paused => break,
                    Event::Solution => self.found += 1,
                }
            }
        }
    }
}
