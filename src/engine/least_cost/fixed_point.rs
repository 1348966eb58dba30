//! [`FixedPoint`]: costs in units, such that an `i64` holds all sums of a bound.
//!
//! Costs are up to `u64::MAX`. They are divided by their greatest common divisor, and then
//! multiplied by a power of two, so that multipliers can be fractions; or, if they are too large
//! for that, divided by one and *rounded down*. A lower bound of rounded costs is one of the costs.

use crate::problem::Problem;

/// The greatest power of two by which costs are multiplied.
const FINEST: u32 = 10;

/// No rest passes this, nor does the sum of all prices as often as they can be paid, or of all
/// rests.
const WIDEST: i64 = 1 << 59;

/// How costs become units, and units costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FixedPoint {
    gcd: u64,
    up: u32,
    down: u32,
    /// The greatest price that an item may have, and four times the greatest cost of an option, in
    /// units.
    highest: i64,
}

impl FixedPoint {
    pub(super) fn new(problem: &Problem) -> Self {
        let costs = || problem.options().map(|option| problem.cost(option));
        let gcd = costs().fold(0, gcd).max(1);
        let terms = problem.entry_count() + problem.items().len() + 1;
        let highest = WIDEST / i64::try_from(terms).unwrap_or(WIDEST).min(WIDEST);
        let most = bits(costs().max().unwrap_or(0) / gcd);
        // A number of so many bits is less than a quarter of the highest price.
        let capacity = bits(highest.unsigned_abs() / 4).saturating_sub(1);
        let up = capacity.saturating_sub(most).min(FINEST);
        Self { gcd, up, down: most.saturating_sub(capacity), highest }
    }

    /// Whether another one has the same units.
    pub(super) fn has_units_of(&self, other: &Self) -> bool {
        (self.gcd, self.up, self.down) == (other.gcd, other.up, other.down)
    }

    /// The greatest price that an item may have, above 0 or below.
    pub(super) fn highest(&self) -> i64 {
        self.highest
    }

    /// The cost of an option in units, rounded down.
    pub(super) fn units(&self, cost: u64) -> i64 {
        let units = (cost / self.gcd) >> self.down << self.up;
        i64::try_from(units).expect("the scale leaves less than 58 bits")
    }

    /// What options may come to in units that cost no more than this together.
    pub(super) fn most_units(&self, costs: u128) -> i64 {
        let whole = (costs / u128::from(self.gcd)) >> self.down;
        let whole = i64::try_from(whole).unwrap_or(i64::MAX);
        whole.saturating_mul(1 << self.up).min(8 * WIDEST)
    }

    /// What options cost at least that come to at least so many units.
    pub(super) fn least_cost(&self, units: i64) -> u128 {
        let units = u128::from(units.max(0).unsigned_abs());
        (units.div_ceil(1 << self.up) << self.down) * u128::from(self.gcd)
    }
}

/// The bits that a number needs.
fn bits(number: u64) -> u32 {
    u64::BITS - number.leading_zeros()
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(costs: &[u64]) -> FixedPoint {
        let options: String = costs.iter().map(|cost| format!("a |{cost}\n")).collect();
        FixedPoint::new(&format!("a\n{options}").parse().unwrap())
    }

    #[test]
    fn a_bound_on_units_is_one_on_costs() {
        let max = u64::MAX;
        let table: [&[u64]; 8] = [
            &[0, 0],
            &[1],
            &[3, 5, 7],
            &[600, 1000, 400],
            &[max, max, max],
            &[max, max - 1, 1],
            &[1 << 63, 3 << 62],
            &[max - 1, (max - 1) / 2],
        ];
        for costs in table {
            let scale = scale(costs);
            let units: i64 = costs.iter().map(|&cost| scale.units(cost)).sum();
            let sum = costs.iter().copied().map(u128::from).sum();
            assert!(scale.least_cost(units) <= sum, "{costs:?}");
            assert!(units <= scale.most_units(sum), "{costs:?}");
            assert!(costs.iter().all(|&cost| scale.units(cost) <= scale.highest / 4), "{costs:?}");
        }
    }

    #[test]
    fn small_costs_lose_nothing() {
        for costs in [&[3, 5, 7][..], &[600, 1000, 400], &[1 << 40, 1]] {
            let scale = scale(costs);
            for &cost in costs {
                assert_eq!(scale.least_cost(scale.units(cost)), u128::from(cost));
                // A little more than a cost is the next one that can be.
                assert!(scale.least_cost(scale.units(cost) + 1) > u128::from(cost));
                assert!(scale.most_units(u128::from(cost) - 1) < scale.units(cost));
            }
        }
    }

    #[test]
    fn what_costs_have_in_common_does_not_matter() {
        let (one, ten) = (scale(&[3, 5, 7]), scale(&[30, 50, 70]));
        assert_eq!((one.units(5), one.highest), (ten.units(50), ten.highest));
        assert_eq!(one.least_cost(one.units(5) + 1), 6);
        assert_eq!(ten.least_cost(ten.units(50) + 1), 60);
    }
}
