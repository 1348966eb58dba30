//! [`Strengthening`]: how strong multipliers are computed at the root.

use super::subgradient::SubgradientRule;

/// A computation of strong multipliers.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Strengthening {
    pub(super) rule: SubgradientRule,
    /// How often violated cliques are added, at most. After each time the multipliers are computed
    /// once more.
    pub(super) separations: u32,
}

impl Strengthening {
    /// Those of a search, the shortest one first.
    pub(in crate::engine) const ALL: [Self; 3] = [
        Self { rule: SubgradientRule::SHORT, separations: 1 },
        Self { rule: SubgradientRule::MIDDLE, separations: 3 },
        Self { rule: SubgradientRule::LONG, separations: 3 },
    ];
}

/// What makes cliques, or a new beginning with stronger multipliers, worth it: that the lower bound
/// rises by this part of the gap, given as a divisor.
pub(in crate::engine) const LEAST_RISE: u128 = 25;

/// Whether a lower bound has risen by a part of the gap below a limit, given as a divisor.
pub(in crate::engine) fn has_risen(before: u128, after: u128, limit: u128, divisor: u128) -> bool {
    let least = limit.saturating_sub(before).div_ceil(divisor).max(1);
    after.saturating_sub(before) >= least
}
