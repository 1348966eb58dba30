//! Orders that run at the same time, each in a thread: while labelling is much of the work and none
//! has the full lead, and while the fewest options are the best order by little, after few nodes.

use super::{Answer, Outcome, Portfolio};
use crate::engine::memo::{Order, Status, Values};
use crate::ids::to_u64;
use crate::search::count::candidate::Candidate;
use crate::search::limits::{Limits, StopReason};
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The nodes of each order between two looks at the limits.
const TOGETHER: u64 = 1 << 14;
/// Both orders run while the fewest options are the best one, have so many nodes, and their score is
/// better by less than this: their progress may end soon. Without that, two of 113 counts took five
/// times as long with two threads as with one.
const DOUBTFUL: Range<u64> = (1 << 14)..(1 << 17);
const SURE_LEAD: f64 = 4.0;

/// A slice of orders that run at the same time.
struct Slice<'s> {
    /// The nodes of each order.
    nodes: u64,
    limits: &'s Limits,
    /// The nodes of all strategies at the beginning.
    all: u64,
    /// Whether an order has ended.
    is_over: AtomicBool,
}

impl Slice<'_> {
    /// Runs an order. Returns whether its values have reached their memory limit.
    fn run<V: Values>(&self, candidate: &mut Candidate<V>) -> bool {
        let end = candidate.nodes() + self.nodes;
        let mut status = Status::Paused;
        while status == Status::Paused
            && candidate.nodes() < end
            && !self.is_over.load(Ordering::Relaxed)
            && self.limits.reached(0, self.all).is_none()
        {
            let budget = self.limits.budget(self.all).min(end - candidate.nodes());
            status = candidate.machine.advance(budget);
        }
        self.is_over.fetch_or(status == Status::Done, Ordering::Relaxed);
        candidate.note();
        status == Status::Full
    }
}

impl<V, F> Portfolio<'_, V, F>
where
    V: Values<Value: Send> + Send,
    F: Fn() -> V,
{
    /// Whether the orders are to run at the same time.
    pub(super) fn run_together(&self) -> bool {
        let is_open = if self.is_renaming() { !self.has_full_lead() } else { self.is_doubtful() };
        is_open && self.candidates.len() > 1 && self.threads.number() > 1
    }

    /// Whether the fewest options seem to be the best order, by little or after few nodes.
    fn is_doubtful(&self) -> bool {
        let Some(best) = self.best().map(|best| &self.candidates[best]) else { return false };
        let is_near = |other: &Candidate<V>| other.score() < best.score() + SURE_LEAD;
        let mut others = self.candidates.iter().filter(|own| own.plan.order == Order::Frontier);
        best.plan.order == Order::Fewest
            && DOUBTFUL.contains(&best.all_nodes())
            && others.any(is_near)
    }

    /// Runs each order in a thread for a slice. Returns the index of the order that has the answer,
    /// or of the best, with the outcome.
    pub(super) fn run_slice(&mut self) -> (usize, Outcome<V::Value>) {
        let best = self.best().unwrap_or(0);
        if let Err(stop) = self.look(best) {
            return (best, Err(stop));
        }
        (0..self.candidates.len()).for_each(|index| self.share_memory(index));
        let (limits, all, is_over) = (self.subject.limits, self.nodes(), AtomicBool::new(false));
        let orders = to_u64(self.candidates.len());
        let own = |most: u64| most.saturating_sub(all).div_ceil(orders).min(TOGETHER);
        let slice = &Slice { nodes: limits.nodes.map_or(TOGETHER, own), limits, all, is_over };
        let is_full: Vec<bool> = thread::scope(|scope| {
            let run = |own| scope.spawn(move || slice.run(own));
            let threads: Vec<_> = self.candidates.iter_mut().map(run).collect();
            let ends = threads.into_iter().map(thread::ScopedJoinHandle::join);
            ends.map(|end| end.unwrap_or_else(|panic| resume_unwind(panic))).collect()
        });
        for (index, candidate) in self.candidates.iter().enumerate() {
            if let Some(value) = candidate.machine.value()
                && !is_full[index]
            {
                return (index, Ok(Some(Answer::Value(value.clone()))));
            }
        }
        if is_full.iter().all(|&is_full| is_full) {
            return (best, Err(StopReason::MemoryLimit));
        }
        for index in (0..is_full.len()).rev().filter(|&index| is_full[index]) {
            self.candidates.remove(index).add_to(&mut self.past);
        }
        self.drop_twin();
        (0, Ok(None))
    }
}
