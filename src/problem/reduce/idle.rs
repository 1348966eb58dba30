//! Items that constrain nothing once options have been removed.
//!
//! A *primary* item is idle if another one has the same options left and asks for no less: then it is covered
//! whenever the other is. Items that were dominated come to this.
//!
//! A *secondary* item is idle if no two of its options could be chosen together anyhow, or if it would not mind:
//! - it has one option or none;
//! - all its options give it the same colour;
//! - they all have another item that takes one of them at most: a primary item, or a secondary one without a colour.
//!
//! What makes an item idle is never idle itself when that is found. So the last reason is always an item that is
//! not, and all idle items can be left out at once. To remove further options, or to choose some, changes nothing in
//! these reasons.

use super::state::{State, number};
use crate::ids::{ItemId, OptionId, at};
use fixedbitset::FixedBitSet;

/// Finds the idle items of a state that has not failed. Says whether the budget was enough.
pub(super) fn find(state: &mut State<'_>, budget: u64, idle: &mut FixedBitSet) -> bool {
    find_twins(state, budget, idle) && find_secondary(state, budget, idle)
}

/// The primary items that have the same options as another. They have the same first option, so only the items of
/// an option that is the first of theirs have to be compared.
fn find_twins(state: &mut State<'_>, budget: u64, idle: &mut FixedBitSet) -> bool {
    let problem = state.problem;
    let first = |item: ItemId| state.undecided(item.number()).next();
    let firsts: Vec<_> = problem.primary_items().map(first).collect();
    for option in problem.options() {
        let own = problem.entries(option).iter().map(|entry| entry.item);
        let is_first = |item: &ItemId| firsts.get(item.index()) == Some(&Some(option.number()));
        let mut twins: Vec<_> = own.filter(is_first).collect();
        twins.sort_unstable();
        // The first of two that ask for the same stays.
        for &item in twins.iter().rev() {
            for &other in twins.iter().filter(|&&other| other != item) {
                if state.work >= budget {
                    return false;
                }
                if !idle.contains(other.index()) && implies(other, item, state) {
                    idle.insert(item.index());
                    break;
                }
            }
        }
    }
    true
}

/// Whether an item is covered as it should be whenever another is, because they have the same options.
fn implies(other: ItemId, item: ItemId, state: &mut State<'_>) -> bool {
    let (a, b) = (state.items[other.index()], state.items[item.index()]);
    state.work += 1;
    if a.left != b.left || a.need < b.need || a.room > b.room {
        return false;
    }
    let options = state.undecided(other.number()).zip(state.undecided(item.number()));
    let same = options.take_while(|(a, b)| a == b).count();
    state.work += 2 * u64::try_from(same).unwrap_or(u64::MAX);
    same == at(a.left)
}

fn find_secondary(state: &mut State<'_>, budget: u64, idle: &mut FixedBitSet) -> bool {
    let problem = state.problem;
    let mut common = Vec::new();
    for item in problem.secondary_items() {
        if state.work >= budget {
            return false;
        }
        if is_of_one_color(item, state) || has_keeper(item, state, idle, &mut common) {
            idle.insert(item.index());
        }
    }
    true
}

/// Whether at most one option has the item, or all give it the same colour.
fn is_of_one_color(item: ItemId, state: &mut State<'_>) -> bool {
    state.work += 1;
    if state.items[item.index()].left <= 1 {
        return true;
    }
    let first = state.uses(item.number()).next().map_or(0, |one| one.color);
    let same = state.uses(item.number()).take_while(|one| one.color == first).count();
    state.work += u64::try_from(same).unwrap_or(u64::MAX);
    first != 0 && same == at(state.items[item.index()].left)
}

/// Whether all options of a secondary item have another that keeps them from being chosen together.
fn has_keeper(
    item: ItemId,
    state: &mut State<'_>,
    idle: &FixedBitSet,
    common: &mut Vec<ItemId>,
) -> bool {
    common.clear();
    let mut work = 0;
    for (index, option) in state.undecided(item.number()).enumerate() {
        let entries = state.problem.entries(OptionId::new(at(option)));
        let keepers =
            entries.iter().filter(|e| number(e) == 0 && e.item != item).map(|entry| entry.item);
        if index == 0 {
            let awake = |&other: &ItemId| state.is_tight(other) && !idle.contains(other.index());
            common.extend(keepers.filter(awake));
        } else {
            work += common.len() * entries.len();
            common.retain(|&other| keepers.clone().any(|keeper| keeper == other));
        }
        work += entries.len();
        if common.is_empty() {
            break;
        }
    }
    state.work += u64::try_from(work).unwrap_or(u64::MAX);
    !common.is_empty()
}
