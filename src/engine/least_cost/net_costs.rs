//! [`NetCosts`]: costs that are not negative, and the rest of the cost of every solution.
//!
//! Net costs are the reduced costs of [`Multipliers`] at the root, changed such that none is
//! negative. The cost of a solution is at least the sum of the net costs of its options, plus a
//! part that all solutions have in common. The larger that part, the earlier a search with a budget
//! of net costs excludes options. DLX5 has multipliers of this kind, from one pass over the items;
//! it calls them taxes.

use super::cost_state::CostState;
use super::fixed_point::FixedPoint;
use super::multipliers::Multipliers;
use crate::engine::multiplicity::sets::BoundedSets;
use crate::problem::Problem;

/// The net costs of the options of a problem. See the module documentation.
#[derive(Debug)]
pub(in crate::engine) struct NetCosts {
    scale: FixedPoint,
    /// The net cost of each option in units; 0 if it is decided at the root.
    costs: Vec<i64>,
    /// The cost of the options that are chosen at the root.
    spent: u128,
    /// The part that all solutions have in common, in units.
    common: i64,
}

impl NetCosts {
    pub(super) fn new(
        problem: &Problem,
        sets: &BoundedSets,
        multipliers: &Multipliers,
        costs: &CostState,
    ) -> Self {
        let cost = |option: u32| match sets.is_undecided(option) {
            true => multipliers.reduced_cost(option),
            false => 0,
        };
        Self {
            scale: *multipliers.scale(),
            costs: problem.options().map(|option| cost(option.number())).collect(),
            spent: costs.spent(),
            common: multipliers.bound(sets, costs.undecided()),
        }
    }

    /// The net cost of each option. Their sum fits into an `i64`.
    pub(in crate::engine) fn costs(&self) -> &[i64] {
        &self.costs
    }

    /// The lower bound of the cost of every solution.
    pub(in crate::engine) fn bound(&self) -> u128 {
        self.spent + self.scale.least_cost(self.common)
    }

    /// The greatest sum of net costs of a solution that costs less than a limit; negative if there
    /// is none.
    pub(in crate::engine) fn budget(&self, limit: u128) -> i64 {
        match limit.checked_sub(self.spent + 1) {
            Some(left) => self.scale.most_units(left) - self.common,
            None => -1,
        }
    }
}
