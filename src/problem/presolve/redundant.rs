//! Redundant items: they constrain nothing once options are removed.
//!
//! A *primary* item is redundant if another one has the same options left and bounds that are as
//! tight: then it is covered whenever the other is. Dominated items end like this.
//!
//! A *secondary* item is redundant if no two of its options can be chosen together anyway, or if it
//! allows that:
//! - it has at most one option;
//! - all its options give it the same colour;
//! - all its options share another item that allows only one of them: a primary item, or a
//!   secondary one without a colour.
//!
//! The other item in these reasons is not redundant when the reason is found, so that all redundant
//! items can be ignored together. Removing or choosing options later keeps the reasons valid.

use super::state::{PresolveState, number};
use crate::ids::{ItemId, OptionId, as_index};
use fixedbitset::FixedBitSet;

/// Finds the redundant items of a state that has not failed. Returns whether the budget sufficed.
pub(super) fn find(
    state: &mut PresolveState<'_>,
    budget: u64,
    redundant: &mut FixedBitSet,
) -> bool {
    find_duplicates(state, budget, redundant) && find_secondary(state, budget, redundant)
}

/// Finds primary items with the same options as another. Such items share their first option, so
/// that only items with the same first option are compared.
fn find_duplicates(
    state: &mut PresolveState<'_>,
    budget: u64,
    redundant: &mut FixedBitSet,
) -> bool {
    let problem = state.problem;
    let first = |item: ItemId| state.undecided(item.number()).next();
    let firsts: Vec<_> = problem.primary_items().map(first).collect();
    for option in problem.options() {
        let own = problem.entries(option).iter().map(|entry| entry.item);
        let is_first = |item: &ItemId| firsts.get(item.index()) == Some(&Some(option.number()));
        let mut duplicates: Vec<_> = own.filter(is_first).collect();
        duplicates.sort_unstable();
        // Of two equal items, the first one stays.
        for &item in duplicates.iter().rev() {
            for &other in duplicates.iter().filter(|&&other| other != item) {
                if state.work >= budget {
                    return false;
                }
                if !redundant.contains(other.index()) && implies(other, item, state) {
                    redundant.insert(item.index());
                    break;
                }
            }
        }
    }
    true
}

/// Whether an item has the same options as another, and bounds that are not tighter.
fn implies(other: ItemId, item: ItemId, state: &mut PresolveState<'_>) -> bool {
    let (a, b) = (state.items[other.index()], state.items[item.index()]);
    state.work += 1;
    if a.left != b.left || a.need < b.need || a.capacity > b.capacity {
        return false;
    }
    let options = state.undecided(other.number()).zip(state.undecided(item.number()));
    let same = options.take_while(|(a, b)| a == b).count();
    state.work += 2 * u64::try_from(same).unwrap_or(u64::MAX);
    same == as_index(a.left)
}

fn find_secondary(state: &mut PresolveState<'_>, budget: u64, redundant: &mut FixedBitSet) -> bool {
    let problem = state.problem;
    let mut common = Vec::new();
    for item in problem.secondary_items() {
        if state.work >= budget {
            return false;
        }
        if is_of_one_color(item, state)
            || is_implied_by_another(item, state, redundant, &mut common)
        {
            redundant.insert(item.index());
        }
    }
    true
}

/// Whether at most one option has the item, or all give it the same colour.
fn is_of_one_color(item: ItemId, state: &mut PresolveState<'_>) -> bool {
    state.work += 1;
    if state.items[item.index()].left <= 1 {
        return true;
    }
    let first = state.uses(item.number()).next().map_or(0, |one| one.color);
    let same = state.uses(item.number()).take_while(|one| one.color == first).count();
    state.work += u64::try_from(same).unwrap_or(u64::MAX);
    first != 0 && same == as_index(state.items[item.index()].left)
}

/// Whether all options of a secondary item share another item that allows only one of them.
fn is_implied_by_another(
    item: ItemId,
    state: &mut PresolveState<'_>,
    redundant: &FixedBitSet,
    common: &mut Vec<ItemId>,
) -> bool {
    common.clear();
    let mut work = 0;
    for (index, option) in state.undecided(item.number()).enumerate() {
        let entries = state.problem.entries(OptionId::new(as_index(option)));
        let others =
            entries.iter().filter(|e| number(e) == 0 && e.item != item).map(|entry| entry.item);
        if index == 0 {
            let is_tight =
                |&other: &ItemId| state.is_tight(other) && !redundant.contains(other.index());
            common.extend(others.filter(is_tight));
        } else {
            work += common.len() * entries.len();
            common.retain(|&other| others.clone().any(|other_item| other_item == other));
        }
        work += entries.len();
        if common.is_empty() {
            break;
        }
    }
    state.work += u64::try_from(work).unwrap_or(u64::MAX);
    !common.is_empty()
}
