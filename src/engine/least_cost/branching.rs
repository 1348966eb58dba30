//! The order of decisions: the item with the least shares, and its cheapest option.

use super::multipliers::Multipliers;
use crate::engine::multiplicity::decision_state::DecisionState;
use crate::engine::multiplicity::sets::BoundedSets;
use crate::ids::{signed_f64, to_f64};
use std::cmp::Reverse;

/// The option to decide next, of the open item with the least shares; `None` if no item is open.
/// `gap` is how far the limit is above the bound, in units; `None` without a limit.
pub(super) fn next_option(
    sets: &BoundedSets,
    multipliers: &Multipliers,
    gap: Option<i64>,
) -> Option<u32> {
    let mut best: Option<(f64, Reverse<i64>, u32, u32)> = None;
    for &item in sets.open() {
        let least = best.map_or(f64::INFINITY, |(shares, ..)| shares);
        let shares = shares(sets, multipliers, gap, item, least);
        if shares > least {
            continue;
        }
        let (regret, option) = regret(sets, multipliers, item);
        let rated = (shares, Reverse(regret), item, option);
        if best.is_none_or(|best| rated < best) {
            best = Some(rated);
        }
    }
    best.map(|(.., option)| option)
}

/// The sum, over the options of an item, of the square of the part of the gap that is left if the
/// option is chosen, less the options that the item needs. Without a limit this is the slack of the
/// item. Sums above `most` need not be complete.
fn shares(
    sets: &BoundedSets,
    multipliers: &Multipliers,
    gap: Option<i64>,
    item: u32,
    most: f64,
) -> f64 {
    let gap = gap.map_or(f64::INFINITY, |gap| signed_f64(gap.max(1)));
    let mut shares = -to_f64(u64::from(sets.needs(item)));
    for option in sets.options_of(item) {
        let cost = signed_f64(multipliers.reduced_cost(option).max(0));
        let left = 1.0 - cost / gap;
        shares += left * left;
        if shares > most {
            break;
        }
    }
    shares
}

/// The regret of an open item, and its option with the least reduced cost.
fn regret(sets: &BoundedSets, multipliers: &Multipliers, item: u32) -> (i64, u32) {
    let rated = sets.options_of(item).map(|o| (multipliers.reduced_cost(o), o));
    let (best, next) = rated.fold(((i64::MAX, u32::MAX), i64::MAX), |(best, next), rated| {
        (best.min(rated), next.min(best.0.max(rated.0)))
    });
    (next.saturating_sub(best.0), best.1)
}
