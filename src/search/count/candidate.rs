//! [`Candidate`]: an order of a portfolio, with its search.

use super::runtime_estimate::RuntimeEstimate;
use crate::engine::memo::{MemoSearch, Order, Plan, Table, Values};
use crate::ids::{to_f64, to_u64};
use crate::search::counting::CountStats;

/// The nodes of an order's first turn.
pub(super) const FIRST: u64 = 256;
/// An order gets a turn, which doubles its nodes, when the best one has more nodes by this factor:
/// after the turn it has at most two fifteenths. Where the fewest options seem to be the best order,
/// that is less certain (see `LOOKS`), and the factor is smaller.
const ORDER_PARTS: u64 = 15;
const FEWEST_PARTS: u64 = 3;
/// The nodes of an order after the first trials of labelling.
const RENAMING: u64 = 1 << 15;

/// An order, with its search.
#[derive(Debug)]
pub(super) struct Candidate<V: Values> {
    pub(super) plan: Plan,
    pub(super) machine: MemoSearch<V, Table>,
    pub(super) estimate: RuntimeEstimate,
}

impl<V: Values> Candidate<V> {
    pub(super) fn new(plan: Plan, machine: MemoSearch<V, Table>) -> Self {
        Self { plan, machine, estimate: RuntimeEstimate::default() }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.machine.work().nodes
    }

    /// A turn: the first one, or as much again as it has had.
    pub(super) fn turn(&self) -> u64 {
        self.nodes().max(FIRST)
    }

    /// While it is the best, others get a turn when it has more nodes by this factor.
    pub(super) fn parts(&self) -> u64 {
        if self.plan.order == Order::Fewest { FEWEST_PARTS } else { ORDER_PARTS }
    }

    /// Whether labelling subproblems is one of so many parts of the work, or more, after the first
    /// trials. Then it pays, and each one that is found may be the last of a whole class: the
    /// estimate says little.
    pub(super) fn labels(&self, parts: u64) -> bool {
        let work = self.machine.work();
        work.nodes >= RENAMING && parts * work.labelling >= work.nodes
    }

    /// What it can't do without, and what it holds, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.machine.bytes() + usize::try_from(self.machine.memo.holding().bytes).unwrap_or(0)
    }

    /// Estimates the time of the whole search anew.
    pub(super) fn note(&mut self) {
        let size = self.machine.size().clamp(1.0, f64::MAX).log2();
        self.estimate.note(to_f64(self.nodes()), size, self.machine.share());
    }

    /// Adds its work to that of others.
    pub(super) fn add_to(&self, stats: &mut CountStats) {
        let values = to_u64(self.machine.values.bytes());
        stats.add(self.machine.work(), self.machine.memo.holding(), values);
    }
}
