//! Residues in which too few options may still be chosen.

use super::residue::{Residue, Rules};
use crate::ids::{ItemId, OptionId, to_u64};

impl Rules {
    /// Whether an open item has too little capacity: all live options have it, and the greatest
    /// gains, as many as its capacity, add up to less than all open items need.
    pub(in crate::proof) fn lacks_capacity(&self, residue: &Residue, item: ItemId) -> bool {
        let live: Vec<_> = self.live(residue).map(OptionId::new).collect();
        let has_item = |&option: &OptionId| {
            self.problem.entries(option).iter().any(|entry| entry.item == item)
        };
        if !self.is_open(residue, item) || !live.iter().all(has_item) {
            return false;
        }
        let needs = self.needs(residue);
        let mut gains: Vec<u64> = live.iter().map(|&own| self.gain(&needs, own)).collect();
        gains.sort_unstable_by(|one, other| other.cmp(one));
        let capacity = u64::from(self.problem.bounds(item).high) - self.covered(residue, item);
        let taken = gains.iter().zip(0..capacity).map(|(gain, _)| gain);
        taken.sum::<u64>() < needs.iter().sum()
    }

    /// How many options each item needs: 0 if it is not open.
    pub(in crate::proof) fn needs(&self, residue: &Residue) -> Vec<u64> {
        let mut needs = vec![0; self.problem.items().len()];
        for item in self.open_items(residue) {
            needs[item.index()] = self.need(residue, item);
        }
        needs
    }

    /// The number of items of an option that need more options.
    pub(in crate::proof) fn gain(&self, needs: &[u64], option: OptionId) -> u64 {
        let items = self.problem.entries(option).iter().map(|entry| entry.item.index());
        to_u64(items.filter(|&item| needs[item] > 0).count())
    }
}
