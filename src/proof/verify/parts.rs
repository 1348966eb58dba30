//! The independent parts of a residue.

use super::residue::{Residue, Rules};
use crate::ids::{Color, ItemId, OptionId, as_index, to_u32};
use std::collections::BTreeMap;

/// The residues of the parts, in the order of their least options.
///
/// # Errors
/// An open item without a live option: it is in no part.
pub(in crate::proof) fn parts(rules: &Rules, residue: &Residue) -> Result<Vec<Residue>, ItemId> {
    if let Some(item) = rules.open_items(residue).find(|&item| !rules.has_live(residue, item)) {
        return Err(item);
    }
    let connects = connecting_items(rules, residue);
    let mut components = Components::new(rules.problem.options().len());
    let mut first_of = vec![None; connects.len()];
    for option in rules.live(residue) {
        for entry in rules.problem.entries(OptionId::new(option)) {
            if connects[entry.item.index()] {
                let first = *first_of[entry.item.index()].get_or_insert(option);
                components.join(first, option);
            }
        }
    }
    // The least option of a component is its root, so that the map is in the order of parts.
    let mut parts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for option in rules.live(residue) {
        parts.entry(components.root(option)).or_default().push(option);
    }
    let residues = parts.into_values().map(|options| {
        let entries =
            options.iter().flat_map(|&option| rules.problem.entries(OptionId::new(option)));
        let items = entries.map(|entry| entry.item).filter(|&item| rules.problem.is_primary(item));
        rules.part(residue, options.iter().copied(), items)
    });
    Ok(residues.collect())
}

/// For each item, whether live options that share it belong together: not those of a secondary item
/// to which all give the same colour.
fn connecting_items(rules: &Rules, residue: &Residue) -> Vec<bool> {
    let problem = &rules.problem;
    let mut connects: Vec<_> = problem.items().map(|item| problem.is_primary(item)).collect();
    let mut colors: Vec<Option<Option<Color>>> = vec![None; connects.len()];
    for option in rules.live(residue) {
        for entry in problem.entries(OptionId::new(option)) {
            let first = *colors[entry.item.index()].get_or_insert(entry.color);
            connects[entry.item.index()] |= entry.color.is_none() || first != entry.color;
        }
    }
    connects
}

/// Sets of options that are joined step by step; the root of a set is its least option.
struct Components {
    parents: Vec<u32>,
}

impl Components {
    fn new(options: usize) -> Self {
        Self { parents: (0..to_u32(options)).collect() }
    }

    fn root(&mut self, option: usize) -> usize {
        let mut at = option;
        while as_index(self.parents[at]) != at {
            let parent = as_index(self.parents[at]);
            self.parents[at] = self.parents[parent];
            at = parent;
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = to_u32(a.min(b));
    }
}
