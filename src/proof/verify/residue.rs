//! [`Residue`]: what choices have left of a problem; [`Rules`]: how choices change it.

use super::mask::{self, Mask};
use crate::ids::{Color, ItemId, OptionId};
use crate::problem::{Bounds, Problem};
use std::collections::HashMap;

/// The live options, the open primary items, and how often each open item of other bounds than
/// exactly once has been covered. Equal residues have equal words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::proof) struct Residue {
    words: Box<[u64]>,
}

/// The most memory of masks that are kept, in bytes.
const MOST_KEPT: usize = 1 << 28;

/// A problem as the rules of choices need it.
#[derive(Debug)]
pub(in crate::proof) struct Rules {
    pub(in crate::proof) problem: Problem,
    /// The options with a primary item of each item.
    pub(in crate::proof) options_of: Vec<Mask>,
    /// The options that give a secondary item a colour.
    same_color: HashMap<(ItemId, Color), Mask>,
    /// The items that are not to be covered exactly once.
    pub(in crate::proof) multiple: Vec<ItemId>,
    /// The index of each of these among them; 0 for other items.
    index_of_multiple: Vec<usize>,
    /// The bounds of all items.
    bounds: Vec<Bounds>,
    /// For each item, whether it is to be covered exactly once.
    is_once: Vec<bool>,
    /// What each option that was chosen rules out, whatever the multiplicities: itself, the other
    /// options of its items that are covered once, and those with which it conflicts in a secondary
    /// item. Made when it is first needed.
    ruled_out: Vec<Option<Mask>>,
    /// The memory of these masks, in bytes.
    kept: usize,
    /// The index of the first word of open items, and that of the first count.
    open: usize,
    counts: usize,
}

impl Rules {
    pub(in crate::proof) fn new(problem: &Problem) -> Self {
        let mut lists = vec![Vec::new(); problem.items().len()];
        let mut same_color: HashMap<_, Vec<_>> = HashMap::new();
        for option in problem.options().filter(|&option| problem.is_choosable(option)) {
            for entry in problem.entries(option) {
                lists[entry.item.index()].push(option.index());
                if let Some(color) = entry.color {
                    same_color.entry((entry.item, color)).or_default().push(option.index());
                }
            }
        }
        let is_once = |item| problem.is_primary(item) && problem.bounds(item) == Bounds::ONCE;
        let open = problem.options().len().div_ceil(64);
        let multiple: Vec<_> = problem.primary_items().filter(|&item| !is_once(item)).collect();
        let mut index_of_multiple = vec![0; problem.items().len()];
        for (index, item) in multiple.iter().enumerate() {
            index_of_multiple[item.index()] = index;
        }
        Self {
            options_of: lists.into_iter().map(Mask::new).collect(),
            same_color: same_color.into_iter().map(|(own, list)| (own, Mask::new(list))).collect(),
            index_of_multiple,
            bounds: problem.items().map(|item| problem.bounds(item)).collect(),
            multiple,
            is_once: problem.items().map(is_once).collect(),
            ruled_out: vec![None; problem.options().len()],
            kept: 0,
            open,
            counts: open + problem.primary_items().len().div_ceil(64),
            problem: problem.clone(),
        }
    }

    /// The residue before the first choice.
    pub(in crate::proof) fn beginning(&self) -> Residue {
        let words = vec![0; self.counts + self.multiple.len()].into();
        let mut residue = Residue { words };
        for option in self.problem.options().filter(|&option| self.problem.is_choosable(option)) {
            residue.words[option.index() / 64] |= 1 << (option.index() % 64);
        }
        for item in self.problem.primary_items() {
            self.open_item(&mut residue, item);
        }
        for &item in self.multiple.iter().filter(|&&item| self.problem.bounds(item).high == 0) {
            self.close(&mut residue, item);
        }
        self.multiple.iter().for_each(|&item| self.settle(&mut residue, item));
        residue
    }

    /// The residue after choosing a live option.
    pub(in crate::proof) fn choose(&mut self, residue: &Residue, option: OptionId) -> Residue {
        let mut next = residue.clone();
        self.rule_out(option, &mut next.words);
        for entry in self.problem.entries(option) {
            if self.is_once[entry.item.index()] {
                self.shut(&mut next, entry.item);
            } else if self.problem.is_primary(entry.item) {
                let count = &mut next.words[self.count_index(entry.item)];
                *count += 1;
                if *count == u64::from(self.problem.bounds(entry.item).high) {
                    self.close(&mut next, entry.item);
                }
            }
        }
        self.multiple.iter().for_each(|&item| self.settle(&mut next, item));
        next
    }

    /// The residue after excluding a live option.
    pub(in crate::proof) fn exclude(&self, residue: &Residue, option: OptionId) -> Residue {
        let mut next = residue.clone();
        next.words[option.index() / 64] &= !(1 << (option.index() % 64));
        // Other items have lost no option.
        self.problem.entries(option).iter().for_each(|entry| self.settle(&mut next, entry.item));
        next
    }

    /// Removes what an option rules out from a set of options.
    fn rule_out(&mut self, option: OptionId, set: &mut [u64]) {
        if let Some(mask) = &self.ruled_out[option.index()] {
            return mask.remove_from(set);
        }
        let mask = self.conflicts(option);
        mask.remove_from(set);
        if self.kept + mask.bytes() <= MOST_KEPT {
            self.kept += mask.bytes();
            self.ruled_out[option.index()] = Some(mask);
        }
    }

    fn conflicts(&self, option: OptionId) -> Mask {
        let mut found = Mask::new([option.index()]).to_set(self.open);
        for entry in self.problem.entries(option) {
            if self.is_once[entry.item.index()] || !self.problem.is_primary(entry.item) {
                let mut others = self.options_of[entry.item.index()].to_set(self.open);
                if let Some(color) = entry.color {
                    self.same_color[&(entry.item, color)].remove_from(&mut others);
                }
                found.iter_mut().zip(others).for_each(|(found, others)| *found |= others);
            }
        }
        Mask::new(mask::numbers(&found))
    }

    /// Closes an item of other bounds that has been covered often enough and has no live option.
    #[inline]
    fn settle(&self, residue: &mut Residue, item: ItemId) {
        if !self.is_once[item.index()]
            && self.is_open(residue, item)
            && !self.has_live(residue, item)
            && self.need(residue, item) == 0
        {
            self.shut(residue, item);
        }
    }

    /// Closes an item, and rules its options out.
    fn close(&self, residue: &mut Residue, item: ItemId) {
        self.options_of[item.index()].remove_from(&mut residue.words);
        self.shut(residue, item);
    }

    /// Marks an item as closed.
    fn shut(&self, residue: &mut Residue, item: ItemId) {
        residue.words[self.open + item.index() / 64] &= !(1 << (item.index() % 64));
        if !self.is_once[item.index()] {
            residue.words[self.count_index(item)] = 0;
        }
    }

    pub(in crate::proof) fn open_item(&self, residue: &mut Residue, item: ItemId) {
        residue.words[self.open + item.index() / 64] |= 1 << (item.index() % 64);
    }

    fn count_index(&self, item: ItemId) -> usize {
        self.counts + self.index_of_multiple[item.index()]
    }

    /// Whether an item is primary and open.
    pub(in crate::proof) fn is_open(&self, residue: &Residue, item: ItemId) -> bool {
        self.problem.is_primary(item)
            && residue.words[self.open + item.index() / 64] >> (item.index() % 64) & 1 == 1
    }

    /// Whether an item is among those that must be covered exactly once.
    pub(in crate::proof) fn is_once(&self, item: ItemId) -> bool {
        self.is_once[item.index()]
    }

    /// How often an open item of other bounds has been covered; 0 for those of once.
    pub(in crate::proof) fn covered(&self, residue: &Residue, item: ItemId) -> u64 {
        if self.is_once[item.index()] { 0 } else { residue.words[self.count_index(item)] }
    }

    /// How many options an open item needs at least.
    pub(in crate::proof) fn need(&self, residue: &Residue, item: ItemId) -> u64 {
        let low = u64::from(self.bounds[item.index()].low);
        low.saturating_sub(self.covered(residue, item))
    }

    /// Whether an item has a live option.
    pub(in crate::proof) fn has_live(&self, residue: &Residue, item: ItemId) -> bool {
        self.options_of[item.index()].meets(&residue.words)
    }

    /// Whether no option is live and no item is open.
    pub(in crate::proof) fn is_solved(&self, residue: &Residue) -> bool {
        residue.words.iter().all(|&word| word == 0)
    }

    /// Whether a primary item is open and has fewer live options than it needs.
    pub(in crate::proof) fn is_starved(&self, residue: &Residue, item: ItemId) -> bool {
        if !self.is_open(residue, item) {
            return false;
        }
        if self.is_once[item.index()] {
            return !self.has_live(residue, item);
        }
        let live = u64::from(self.options_of[item.index()].count(&residue.words));
        live < self.need(residue, item)
    }

    /// The residue of a part: these live options of a residue, and the open items among these.
    pub(in crate::proof) fn part(
        &self,
        residue: &Residue,
        options: impl Iterator<Item = usize>,
        items: impl Iterator<Item = ItemId>,
    ) -> Residue {
        let mut part = Residue { words: vec![0; residue.words.len()].into() };
        options.for_each(|option| part.words[option / 64] |= 1 << (option % 64));
        for item in items {
            self.open_item(&mut part, item);
            if !self.is_once[item.index()] {
                part.words[self.count_index(item)] = self.covered(residue, item);
            }
        }
        part
    }
}

impl Residue {
    /// The words of which the first ones are the bit set of live options.
    pub(in crate::proof) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Whether an option is live.
    pub(in crate::proof) fn is_live(&self, option: OptionId) -> bool {
        self.words[option.index() / 64] >> (option.index() % 64) & 1 == 1
    }
}

impl Rules {
    /// The live options of a residue, in ascending order.
    pub(in crate::proof) fn live<'a>(
        &'a self,
        residue: &'a Residue,
    ) -> impl Iterator<Item = usize> + 'a {
        mask::numbers(&residue.words[..self.open])
    }

    /// The open items of a residue, in ascending order.
    pub(in crate::proof) fn open_items<'a>(
        &'a self,
        residue: &'a Residue,
    ) -> impl Iterator<Item = ItemId> + 'a {
        mask::numbers(&residue.words[self.open..self.counts]).map(ItemId::new)
    }
}
