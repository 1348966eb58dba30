//! The state of a count that is saved and continued later: the frontier of enumeration, and the
//! stack of each order.
//!
//! Enumeration and each order count all solutions, so each of their states is valid without the
//! others.

use super::candidate::Candidate;
use super::enumeration::Enumeration;
use super::order_search::OrderSearch;
use super::portfolio::{Portfolio, PortfolioEnd};
use super::report::BigCount;
use super::subject::Subject;
use crate::engine::memo::{Counts, MemoSearch, Orders, RestoreError, SavedStack, machine};
use crate::natural::Natural;
use crate::search::checkpoint::ResumeError;
use crate::search::frontier::Frontier;
use crate::search::order_checkpoint::OrderCheckpoint;
use crate::search::solver::Solver;

impl OrderSearch<Counts> {
    /// A lower bound of the number of solutions.
    pub(super) fn at_least(&self) -> Natural {
        let bounds = self.searches().map(MemoSearch::at_least);
        self.value().cloned().or(bounds.max()).unwrap_or(Natural::ZERO)
    }

    /// Continues a search of one thread. Returns whether that is possible.
    pub(super) fn restore(&mut self, saved: &SavedStack) -> bool {
        self.only()
            .is_some_and(|search| search.restore(saved).is_ok() && search.restore_memo(saved))
    }

    /// The state of one thread, with entries of the memo that all threads share.
    pub(super) fn save(&self) -> SavedStack {
        let saved = self.first_or_finished().save();
        if let Some(table) = self.table() { saved.with_memo(table) } else { saved }
    }
}

impl Candidate<Counts> {
    pub(super) fn save(&self) -> OrderCheckpoint {
        let (order, nodes) = (self.plan.order.into(), self.all_nodes());
        let share = self.search.first_or_finished().share().exp2();
        OrderCheckpoint { order, nodes, share, stack: self.search.save() }
    }

    /// Continues the search of a checkpoint. Returns whether it is of this problem.
    fn restore(&mut self, saved: &OrderCheckpoint) -> bool {
        self.nodes_before = saved.nodes;
        let is_restored = self.search.restore(&saved.stack);
        self.note();
        self.estimate.begin_at_progress();
        is_restored
    }
}

impl<F: Fn() -> Counts> Portfolio<'_, Counts, F> {
    /// A lower bound of the number of solutions.
    pub(super) fn at_least(&self) -> Natural {
        let visited = self.plain.as_ref().map_or(0, Enumeration::found);
        let orders = self.candidates.iter().map(|candidate| candidate.search.at_least());
        orders.fold(Natural::Word(visited), Natural::max)
    }

    /// The states to be saved at an end: that of the winner, or those of all orders.
    pub(super) fn saved_at(&self, end: &PortfolioEnd<Natural>) -> Vec<OrderCheckpoint> {
        let is_over = matches!(end, PortfolioEnd::Won(..));
        let left = self.candidates.iter().filter(|own| !is_over || own.search.value().is_some());
        left.map(Candidate::save).collect()
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
            let plan = orders.plan(order);
            let mut machine = machine(&self.problem, known, root, &plan, Counts, 0);
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
