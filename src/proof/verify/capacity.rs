//! Residues in which too few options may still be chosen.

use super::residue::{Residue, Rules};
use crate::ids::{ItemId, OptionId, to_u64};

impl Rules {
    /// Whether an open item has too little capacity: all live options have it, and no so many of
    /// them as it may still be covered give all open items together as many options as they need.
    pub(in crate::proof) fn lacks_capacity(&self, residue: &Residue, item: ItemId) -> bool {
        let live: Vec<_> = self.live(residue).map(OptionId::new).collect();
        let has_item = |&option: &OptionId| {
            self.problem.entries(option).iter().any(|entry| entry.item == item)
        };
        if !self.is_open(residue, item) || !live.iter().all(has_item) {
            return false;
        }
        let mut gains: Vec<u64> = live.iter().map(|&own| self.gain(residue, own)).collect();
        gains.sort_unstable_by(|one, other| other.cmp(one));
        let capacity = u64::from(self.problem.bounds(item).high) - self.covered(residue, item);
        let taken = gains.iter().zip(0..capacity).map(|(gain, _)| gain);
        let need = self.open_items(residue).map(|open| self.need(residue, open));
        taken.sum::<u64>() < need.sum()
    }

    /// The number of items of an option that need more options.
    pub(in crate::proof) fn gain(&self, residue: &Residue, option: OptionId) -> u64 {
        let items = self.problem.entries(option).iter().map(|entry| entry.item);
        let needs = |&item: &ItemId| self.is_open(residue, item) && self.need(residue, item) > 0;
        to_u64(items.filter(needs).count())
    }
}
