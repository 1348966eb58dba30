//! The state of a count that is saved and continued later: the frontier of enumeration, and the
//! stack of each order.
//!
//! Enumeration and each order count all solutions, so each of their states is valid without the
//! others.

use super::candidate::Candidate;
use super::portfolio::{Portfolio, PortfolioEnd};
use super::report::BigCount;
use super::subject::Subject;
use crate::engine::memo::{Counts, Order, Orders, RestoreError, SavedStack, Table, machine};
use crate::natural::Natural;
use crate::search::checkpoint::ResumeError;
use crate::search::frontier::Frontier;
use crate::search::order_checkpoint::OrderCheckpoint;
use crate::search::solver::Solver;

impl Candidate<Counts> {
    pub(super) fn save(&self) -> OrderCheckpoint {
        checkpoint(self.plan.order, self.all_nodes(), self.machine.share(), self.machine.save())
    }

    /// Continues the search of a checkpoint. Returns whether it is of this problem.
    fn restore(&mut self, saved: &OrderCheckpoint) -> bool {
        self.nodes_before = saved.nodes;
        let is_restored =
            self.machine.restore(&saved.stack).is_ok() && self.machine.restore_memo(&saved.stack);
        self.note();
        self.estimate.begin_at_progress();
        is_restored
    }
}

/// The state of a search with this logarithm of the share that is done.
pub(super) fn checkpoint(
    order: Order,
    nodes: u64,
    share: f64,
    stack: SavedStack,
) -> OrderCheckpoint {
    OrderCheckpoint { order: order.into(), nodes, share: share.exp2(), stack }
}

impl<F: Fn() -> Counts> Portfolio<'_, Counts, F> {
    /// What is left at an end: nothing of others than the winner, and what several threads continue
    /// if it was resumed.
    pub(super) fn saved_at(
        &self,
        end: &PortfolioEnd<Natural>,
        is_resumed: bool,
    ) -> Vec<OrderCheckpoint> {
        let save = |own: &Candidate<Counts>| match end {
            PortfolioEnd::Won(..) => own.machine.value().is_some().then(|| own.save()),
            PortfolioEnd::Stopped(..) => Some(own.save()),
            PortfolioEnd::Large(plan, _) => {
                let is_continued = is_resumed && own.plan.order == plan.order;
                let nodes = own.nodes_before;
                is_continued.then(|| OrderCheckpoint { nodes, ..own.save() })
            }
        };
        self.candidates.iter().filter_map(save).collect()
    }

    /// Continues the searches of a checkpoint. One that was made with other settings begins again.
    pub(super) fn restore(&mut self, saved: &[OrderCheckpoint]) {
        if saved.is_empty() {
            return;
        }
        let Subject { problem, known, canonical, .. } = self.subject;
        let mut orders = Orders::new(problem, known, canonical);
        for own in saved {
            let Some(order) = own.order.order() else { continue };
            let plan = orders.plan(order);
            self.candidates.retain(|candidate| candidate.plan.order != order);
            self.enter(plan.clone());
            if !self.candidates.last_mut().is_some_and(|candidate| candidate.restore(own)) {
                self.candidates.pop();
                self.enter(plan);
            }
        }
    }
}

impl Solver {
    /// Counts from the beginning, without checkpoints. A pending `resume` stays pending.
    pub(in crate::search) fn count_from_start(&mut self) -> BigCount {
        let frontier = std::mem::replace(&mut self.frontier, Frontier::whole());
        let orders = std::mem::take(&mut self.counting.orders);
        let (is_resumed, hook) = (std::mem::take(&mut self.is_resumed), self.hook.take());
        let count = self.big_count();
        (self.frontier, self.counting.orders) = (frontier, orders);
        (self.is_resumed, self.hook) = (is_resumed, hook);
        count
    }

    /// Checks the searches of a checkpoint, which the next count continues.
    pub(in crate::search) fn resume_orders(
        &mut self,
        saved: &[OrderCheckpoint],
    ) -> Result<(), ResumeError> {
        if saved.is_empty() {
            self.counting.orders.clear();
            return Ok(());
        }
        self.prepare();
        let (known, root) = (self.reduction.as_ref(), self.assumptions.subproblem());
        let mut orders = Orders::new(&self.problem, known, self.counting.canonical);
        for (index, own) in saved.iter().enumerate() {
            let is_new = saved[..index].iter().all(|other| other.order != own.order);
            let order = own.order.order().filter(|_| is_new);
            let order = order.ok_or(ResumeError::Order { method: own.order })?;
            let memo = |root: &[u64]| Table::new(root, 0);
            let plan = orders.plan(order);
            let mut machine = machine(&self.problem, known, root, &plan, Counts, memo);
            let restored = machine.restore(&own.stack);
            let order = own.order;
            restored.map_err(|error| match error {
                RestoreError::Problem => ResumeError::OtherProblem { order },
                RestoreError::Frame(index) => ResumeError::Frame { order, number: index + 1 },
            })?;
            if !machine.restore_memo(&own.stack) {
                return Err(ResumeError::OtherProblem { order });
            }
        }
        self.counting.orders = saved.to_vec();
        Ok(())
    }
}
