//! [`OrbitAccounts`]: the sizes of subproblems at which looking for automorphisms pays.
//!
//! As with labelling ([`Levels`](super::Levels)), each level has an account. The automorphisms of a
//! subproblem earn the work that equivalent options save. They are looked for if the level has
//! earned what it has cost, or as long as what was lost in all levels is a small part of the
//! search.

/// The work of finding orbits for each incidence: that of about three labellings. Where nothing is
/// equivalent, that of one refinement is lost.
const INCIDENCE: u64 = 64;
const REFINEMENT: u64 = 8;
/// How many times as much work the options must seem to take.
const MANY: u64 = 4;
/// The least number of options for which orbits are looked for, and the least work of all.
const FEW: u32 = 10;
const LEAST: u64 = 1 << 14;
/// The reciprocal of the share of the search's work that may be lost.
const SHARE: u64 = 32;

/// The accounts of all levels.
#[derive(Clone, Debug)]
pub(in crate::engine::memo) struct OrbitAccounts {
    /// What each level has earned and spent.
    levels: Vec<(u64, u64)>,
    /// What was spent and not earned.
    lost: u64,
    /// The least number of options for which orbits are looked for, and the least price of each.
    pub(in crate::engine::memo) few: u32,
    least_price: u64,
}

/// The untried options of an item: their number, and the work that each one seems to take.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::memo) struct Untried {
    pub(in crate::engine::memo) options: u64,
    pub(in crate::engine::memo) price: u64,
}

impl OrbitAccounts {
    pub(super) fn new() -> Self {
        Self { levels: Vec::new(), lost: 0, few: FEW, least_price: 0 }
    }

    /// Accounts by which orbits are looked for at every branch, before its first option.
    #[cfg(test)]
    pub(in crate::engine::memo) fn always() -> Self {
        Self { levels: vec![(1 << 62, 0); 1 << 10], lost: 0, few: 2, least_price: 1 << 40 }
    }

    /// Untried options: their number, and the work that the last one before them has taken.
    #[inline]
    pub(in crate::engine::memo) fn untried(&self, options: u32, last: u64) -> Untried {
        Untried { options: u64::from(options), price: last.max(self.least_price) }
    }

    /// Whether the untried options can be enough for any subproblem.
    #[inline]
    pub(in crate::engine::memo) fn is_promising(&self, untried: Untried) -> bool {
        untried.options.saturating_mul(untried.price) >= LEAST
    }

    /// Whether to look for orbits in a subproblem, given its level, its number of incidences, and
    /// the work of the search so far.
    pub(in crate::engine::memo) fn is_worth_it(
        &self,
        level: usize,
        untried: Untried,
        incidences: u64,
        work: u64,
    ) -> bool {
        let (earned, spent) = self.levels.get(level).copied().unwrap_or_default();
        let may_be_lost = || self.lost + REFINEMENT * incidences <= work / SHARE;
        untried.options.saturating_mul(untried.price) >= MANY * INCIDENCE * incidences
            && (earned > spent || may_be_lost())
    }

    /// Enters what orbits have cost and saved.
    pub(super) fn enter(&mut self, level: usize, cost: u64, saved: u64) {
        if self.levels.len() <= level {
            self.levels.resize(level + 1, (0, 0));
        }
        let (earned, spent) = &mut self.levels[level];
        *earned = earned.saturating_add(saved);
        *spent += cost;
        self.lost += cost.saturating_sub(saved);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The search of a huge problem can be expected to take more work than fits in 64 bits.
    #[test]
    fn what_is_saved_can_be_as_much_as_a_number_can_be() {
        let mut accounts = OrbitAccounts::new();
        let untried = accounts.untried(11, u64::MAX);
        assert!(accounts.is_promising(untried) && accounts.is_worth_it(3, untried, 100, u64::MAX));
        accounts.enter(3, 1000, u64::MAX);
        accounts.enter(3, 1000, u64::MAX);
        assert!(accounts.is_worth_it(3, untried, 100, 0));
    }
}
