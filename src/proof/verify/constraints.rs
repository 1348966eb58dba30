//! The constraints of a residue, to compare residues up to renaming.

use super::residue::{Residue, Rules};
use crate::ids::{OptionId, as_index, to_u32, to_u64};
use std::collections::BTreeSet;

/// A condition on the options that are chosen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Constraint {
    /// Of these options, in ascending order, at least and at most so many are chosen.
    Bounds(u64, u64, Vec<u32>),
    /// The options that are chosen are all of the same class. The classes and their options are in
    /// ascending order.
    Classes(Vec<Vec<u32>>),
}

/// The set of the constraints of a residue, with each option replaced by its image.
pub(super) fn constraints(
    rules: &Rules,
    residue: &Residue,
    image: impl Fn(u32) -> u32,
) -> BTreeSet<Constraint> {
    let live = |item: crate::ids::ItemId| {
        let live = rules.options_of[item.index()].in_set(residue.words());
        live.map(to_u32).collect::<Vec<_>>()
    };
    let sorted = |options: &[u32]| {
        let mut images: Vec<_> = options.iter().map(|&option| image(option)).collect();
        images.sort_unstable();
        images
    };
    let mut constraints = BTreeSet::new();
    for item in rules.open_items(residue) {
        let options = live(item);
        let bounds = rules.problem.bounds(item);
        let covered = if rules.is_once(item) { 0 } else { rules.covered(residue, item) };
        let low = u64::from(bounds.low).saturating_sub(covered);
        let high = u64::from(bounds.high).saturating_sub(covered).min(to_u64(options.len()));
        if (low, high) != (0, to_u64(options.len())) {
            constraints.insert(Constraint::Bounds(low, high, sorted(&options)));
        }
    }
    for item in rules.problem.secondary_items() {
        let classes = classes(rules, item, &live(item));
        if classes.len() < 2 {
            continue;
        }
        if classes.iter().all(|class| class.len() == 1) {
            constraints.insert(Constraint::Bounds(0, 1, sorted(&classes.concat())));
        } else {
            let mut images: Vec<_> = classes.iter().map(|class| sorted(class)).collect();
            images.sort_unstable();
            constraints.insert(Constraint::Classes(images));
        }
    }
    constraints
}

/// Options of a secondary item by the colours that they give it. An option without a colour is a
/// class of its own.
fn classes(rules: &Rules, item: crate::ids::ItemId, options: &[u32]) -> Vec<Vec<u32>> {
    let color = |option: u32| {
        let mut entries = rules.problem.entries(OptionId::new(as_index(option))).iter();
        entries.find(|entry| entry.item == item).and_then(|entry| entry.color)
    };
    let mut colored: Vec<_> = options.iter().map(|&option| (color(option), option)).collect();
    colored.sort_unstable();
    let is_same = |a: &(Option<_>, u32), b: &(Option<_>, u32)| a.0.is_some() && a.0 == b.0;
    let classes = colored.chunk_by(is_same);
    classes.map(|class| class.iter().map(|&(_, option)| option).collect()).collect()
}
