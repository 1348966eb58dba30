//! [`ItemRule`]: which item is branched on.
//!
//! An item that needs all options that it has left is always the next one.

use crate::engine::bitset::cpu::CpuTask;
use crate::ids::{as_index, to_u32};

/// The weight of an item that has not failed, as in the engine `multiple` with bit sets.
const UNFAILED: u32 = 256;

/// Which of the open items is branched on.
#[derive(Clone, Copy, Debug)]
pub(super) enum ItemRule<'a> {
    /// The first one.
    First,
    /// The first of those with the least slack.
    LeastSlack,
    /// The first of those with the least slack in proportion to their weights.
    LeastWeighted(&'a [u32]),
}

/// How items are selected, and what that depends on.
#[derive(Debug)]
pub(super) struct Branching {
    /// Whether to branch on the first open item.
    pub(super) takes_first: bool,
    /// For each primary item, how many children had too few options of it, those included that need
    /// not be tried, and [`UNFAILED`] more.
    weights: Vec<u32>,
    /// Whether items are selected by `weights`.
    pub(super) weighs: bool,
}

impl Branching {
    pub(super) fn new(items: usize, takes_first: bool, weighs: bool) -> Self {
        Self { takes_first, weights: vec![UNFAILED; items], weighs }
    }

    /// The rule by which an item is selected.
    #[inline(always)]
    pub(super) fn rule(&self) -> ItemRule<'_> {
        if self.takes_first {
            ItemRule::First
        } else if self.weighs {
            ItemRule::LeastWeighted(&self.weights)
        } else {
            ItemRule::LeastSlack
        }
    }

    /// Records a child in which an item has fewer live options than it needs.
    pub(super) fn fail(&mut self, item: u32) {
        let weight = &mut self.weights[as_index(item)];
        *weight = weight.saturating_add(1);
    }
}

/// The least slack of an item that is not open: less than when it was closed by the options that
/// were removed since then.
const CLOSED: u32 = 1 << 31;

/// A selection of the item to branch on, compiled for the processor; `None` if no item is open.
pub(super) struct ItemSelection<'a> {
    /// How many more live options each open item has than it needs; from [`CLOSED`] on for other
    /// items.
    pub(super) slack: &'a [u32],
    pub(super) open: &'a [u64],
    pub(super) rule: ItemRule<'a>,
}

impl CpuTask for ItemSelection<'_> {
    type Output = Option<u32>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let mut best = None;
        for (index, &open) in self.open.iter().enumerate().filter(|&(_, &open)| open != 0) {
            let first = 64 * index;
            let slack = &self.slack[first..self.slack.len().min(first + 64)];
            let least = slack.iter().fold(CLOSED, |least, &slack| least.min(slack));
            let place_of_least = || slack.iter().position(|&slack| slack == least);
            if least == 0 {
                return place_of_least().map(|place| to_u32(first + place));
            }
            let own = match self.rule {
                ItemRule::First if best.is_some() => continue,
                ItemRule::First => to_u32(first) + open.trailing_zeros(),
                ItemRule::LeastSlack => to_u32(first + place_of_least()?),
                ItemRule::LeastWeighted(_) => self.least_weighted(index),
            };
            if best.is_none_or(|best| self.is_before(own, best)) {
                best = Some(own);
            }
        }
        best
    }
}

impl ItemSelection<'_> {
    /// Of the open items of a word.
    #[inline(always)]
    fn least_weighted(&self, index: usize) -> u32 {
        let first = to_u32(64 * index);
        let mut bits = self.open[index];
        let mut best = first + bits.trailing_zeros();
        while bits != 0 {
            let item = first + bits.trailing_zeros();
            bits &= bits - 1;
            if self.is_before(item, best) {
                best = item;
            }
        }
        best
    }

    /// Whether an item is branched on rather than one before it.
    #[inline(always)]
    fn is_before(&self, item: u32, best: u32) -> bool {
        let slack = |item: u32| u64::from(self.slack[as_index(item)]);
        match self.rule {
            ItemRule::First => false,
            ItemRule::LeastSlack => slack(item) < slack(best),
            ItemRule::LeastWeighted(weights) => {
                let weight = |item: u32| u64::from(weights[as_index(item)]);
                slack(item) * weight(best) < slack(best) * weight(item)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::bitset::cpu;

    fn select(slack: &[(usize, u32)], rule: ItemRule<'_>) -> Option<u32> {
        let (mut all, mut open) = (vec![CLOSED; 150], vec![0; 3]);
        for &(item, own) in slack {
            all[item] = own;
            open[item / 64] |= 1 << (item % 64);
        }
        cpu::run_here(ItemSelection { slack: &all, open: &open, rule })
    }

    #[test]
    fn items_are_selected_by_the_rule() {
        let mut weights = vec![1; 150];
        (weights[9], weights[149]) = (2, 6);
        // Open items with their slack, and the item that each rule selects.
        type Open = &'static [(usize, u32)];
        let table: [(Open, [Option<u32>; 3]); 7] = [
            (&[], [None; 3]),
            (&[(149, 3)], [Some(149); 3]),
            (&[(5, 3), (70, 2), (149, 4)], [Some(5), Some(70), Some(149)]),
            (&[(5, 3), (70, 2), (149, 0)], [Some(149); 3]),
            (&[(5, 3), (6, 0), (70, 2), (149, 0)], [Some(6); 3]),
            (&[(5, 2), (70, 2), (130, 2)], [Some(5); 3]),
            (&[(8, 4), (9, 7), (12, 4), (149, 21)], [Some(8), Some(8), Some(9)]),
        ];
        for (open, expected) in table {
            let rules = [ItemRule::First, ItemRule::LeastSlack, ItemRule::LeastWeighted(&weights)];
            assert_eq!(rules.map(|rule| select(open, rule)), expected, "{open:?}");
        }
    }
}
