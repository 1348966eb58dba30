//! [`Budget`]: a limit of what the chosen options may cost together.
//!
//! No option has a negative cost. So an option is too expensive at a node if it costs more than the
//! budget leaves after the options that are chosen there. The options of a matrix are in ascending
//! order of their costs: those that are too expensive are the last ones, and one AND removes them.
//! This is the cutoff of Knuth's DLX5, where lists of options are in that order.

use crate::engine::bits::{and, first};
use crate::ids::{OptionId, as_index};

/// A budget, if the engine has one, and what has been spent of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Budget {
    /// The cost of each option of the problem. Empty if there is no budget.
    costs: Vec<i64>,
    /// The greatest sum of costs.
    most: i64,
    /// The cost of the options chosen at the root.
    root: i64,
    /// The cost of all options chosen before the narrow parts, and after each choice in them.
    spent: Vec<i64>,
}

impl Budget {
    /// A budget without limit. Costs are not negative, and their sum fits into an `i64`.
    pub(super) fn new(costs: Vec<i64>) -> Self {
        debug_assert!(costs.iter().all(|&cost| cost >= 0));
        Self { costs, most: i64::MAX, root: 0, spent: vec![0] }
    }

    /// Sets the greatest sum of costs of the solutions that are searched from now on.
    pub(super) fn set(&mut self, most: i64) {
        self.most = most;
    }

    #[inline(always)]
    pub(super) fn is_limited(&self) -> bool {
        !self.costs.is_empty()
    }

    /// The cost of an option of the problem; 0 without a budget.
    pub(super) fn cost(&self, option: u32) -> i64 {
        self.costs.get(as_index(option)).copied().unwrap_or(0)
    }

    /// Orders options of the problem by their costs.
    pub(super) fn sort(&self, options: &mut [u32]) {
        if self.is_limited() {
            options.sort_by_key(|&option| (self.cost(option), option));
        }
    }

    /// Begins at the root, where these options are chosen.
    pub(super) fn begin(&mut self, chosen: &[OptionId]) {
        self.root = chosen.iter().map(|option| self.cost(option.number())).sum();
    }

    /// Begins in the narrow parts, after the choice of these options.
    pub(super) fn enter(&mut self, chosen: &[u32]) {
        let spent = self.most - self.left_after(chosen);
        self.spent.clear();
        self.spent.push(spent);
    }

    /// Records the choice of an option after `chosen` other ones in the narrow parts.
    #[inline(always)]
    pub(super) fn spend(&mut self, chosen: usize, cost: i64) {
        self.spent.truncate(chosen + 1);
        self.spent.push(self.spent[chosen] + cost);
    }

    /// What is left after `chosen` choices in the narrow parts. Negative if too much is spent.
    #[inline(always)]
    pub(super) fn left(&self, chosen: usize) -> i64 {
        self.most - self.spent[chosen]
    }

    /// What is left after the choice of these options before the narrow parts.
    pub(super) fn left_after(&self, chosen: &[u32]) -> i64 {
        self.most - self.root - chosen.iter().map(|&option| self.cost(option)).sum::<i64>()
    }
}

/// Removes the options that cost more than is left from a set, given all costs in ascending order.
#[inline(always)]
pub(super) fn cut<const W: usize>(active: &mut [u64; W], costs: &[i64], left: i64) {
    let affordable = first::<W>(costs.partition_point(|&cost| cost <= left));
    *active = and(active, &affordable);
}
