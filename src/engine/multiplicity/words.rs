//! [`BoundedWords`]: what is left of a small problem, as sets of `W` machine words.
//!
//! The undecided options are a set of bits, and each item has one of its options. An item counts
//! how many more of its options must be chosen and how many may be. To exclude options that an item
//! has no capacity for is one AND; to see which items have too few options left is an AND and a
//! count of bits for each. Where few options were excluded, only their items are looked at, until
//! nothing more follows; then all are. Undoing restores the set of undecided options that the mark
//! has saved, and adds the chosen options to the counts of their items.
//!
//! The item to branch on is the one with the least slack divided by its weight, as in
//! [`BoundedSets`](super::sets::BoundedSets). But it is not known which item has failed first. Of
//! several, the first one that is looked at counts as the conflict item: one of an excluded option,
//! or else the one with the fewest options. Weights begin at [`WEIGHT`], so that few failures
//! hardly change the order (docs/measurements.md).
//!
//! # Invariant
//! A chosen option is counted by its items. No undecided option has an item without capacity, or in
//! another colour than the chosen ones.

use super::decision_state::DecisionState;
use super::sets::product;
use crate::engine::bits::{and, first, has, lowest, ones, remove, set, size, subtract};
use crate::engine::path::chance;
use crate::engine::subproblem::Subproblem;
use crate::ids::{ItemId, OptionId, as_index, to_u32};
use crate::problem::{Problem, Reduction};
use std::collections::BTreeMap;

/// The weight of an item that has not failed.
const WEIGHT: u32 = 256;

/// The items of excluded options are looked at first if they are so many times fewer than the items
/// with a lower bound. Their number is estimated by the mean number of items of an option.
const FEW: usize = 4;

/// No bit.
const NONE: u32 = u32::MAX;

/// An entry of an option: its item, and the options that remain when this option has used up the
/// capacity of the item.
#[derive(Clone, Copy, Debug)]
struct Entry {
    item: u32,
    /// The index of the set in [`BoundedWords::compatible`].
    compatible: u32,
}

/// How many more options of an item must be chosen, not positive if none, and how many may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Demand {
    needs: i32,
    capacity: i32,
}

/// The state at a mark.
#[derive(Clone, Copy, Debug)]
struct Saved<const W: usize> {
    undecided: [u64; W],
    chosen: u32,
}

/// See the module documentation.
#[derive(Clone, Debug)]
pub(super) struct BoundedWords<const W: usize> {
    problem: Problem,
    /// The options that can be chosen, by their numbers in the problem: the bits of all sets.
    options: Vec<u32>,
    /// For each option of the problem its bit, or [`NONE`].
    bit_of: Vec<u32>,
    /// Whether it is known that there is no solution.
    is_hopeless: bool,
    /// For each item, its options.
    rows: Vec<[u64; W]>,
    /// The entries of bit `b` are `entries[starts[b]..starts[b + 1]]`.
    starts: Vec<u32>,
    entries: Vec<Entry>,
    compatible: Vec<[u64; W]>,
    /// The items that have a lower bound above 0, those with fewer options first.
    required: Vec<u32>,
    undecided: [u64; W],
    /// The undecided options, and those that were excluded since exclusions were last followed. It
    /// only saves time: all items are looked at in the end.
    unseen: [u64; W],
    demands: Vec<Demand>,
    /// The chosen bits, in the order of the choices.
    chosen: Vec<u32>,
    saved: Vec<Saved<W>>,
    failed: bool,
    conflict_item: u32,
    /// How often each item was the conflict item, and [`WEIGHT`] more.
    weights: Vec<u32>,
    /// The item to branch on.
    next: Option<u32>,
    updates: u64,
}

impl<const W: usize> BoundedWords<W> {
    /// The state of a whole problem. At most `64 * W` options can be chosen.
    pub(super) fn new(problem: &Problem, reduction: Option<&Reduction>) -> Self {
        let is_left = |&option: &OptionId| Reduction::leaves(reduction, problem, option);
        let options = problem.options().filter(is_left).map(OptionId::number).collect();
        let mut words = Self {
            problem: problem.clone(),
            is_hopeless: reduction.is_some_and(Reduction::has_no_solution),
            rows: vec![[0; W]; problem.items().len()],
            bit_of: vec![NONE; problem.options().len()],
            starts: vec![0],
            entries: Vec::new(),
            compatible: Vec::new(),
            required: Vec::new(),
            undecided: [0; W],
            unseen: [0; W],
            demands: Vec::new(),
            chosen: Vec::new(),
            saved: Vec::new(),
            failed: false,
            conflict_item: 0,
            weights: Vec::new(),
            next: None,
            updates: 0,
            options,
        };
        for (bit, &option) in (0..).zip(&words.options) {
            words.bit_of[as_index(option)] = bit;
        }
        words.add_entries();
        let has_low = |item: &ItemId| problem.bounds(*item).low > 0;
        words.required = problem.items().filter(has_low).map(ItemId::number).collect();
        words.required.sort_by_key(|&item| size(&words.rows[as_index(item)]));
        words.begin(&Subproblem::default());
        words
    }

    /// Fills the rows, and the entries of all bits with their compatible sets: one for each item,
    /// and one for each of its colours.
    fn add_entries(&mut self) {
        let mut shades = BTreeMap::new();
        for (bit, &option) in self.options.iter().enumerate() {
            for entry in self.problem.entries(OptionId::new(as_index(option))) {
                set(&mut self.rows[entry.item.index()], bit);
                let number = self.compatible.len();
                let shade = *shades.entry((entry.item, entry.color)).or_insert(number);
                if shade == number {
                    self.compatible.push([0; W]);
                }
                if entry.color.is_some() {
                    set(&mut self.compatible[shade], bit);
                }
                self.entries.push(Entry { item: entry.item.number(), compatible: to_u32(shade) });
            }
            self.starts.push(to_u32(self.entries.len()));
        }
        for ((item, _), shade) in shades {
            let row = &self.rows[item.index()];
            let same_color = self.compatible[shade];
            self.compatible[shade] = std::array::from_fn(|word| !row[word] | same_color[word]);
        }
    }

    #[inline(always)]
    fn entries_of(&self, bit: usize) -> std::ops::Range<usize> {
        as_index(self.starts[bit])..as_index(self.starts[bit + 1])
    }

    /// The bit of an option that can be chosen.
    #[inline(always)]
    fn bit(&self, option: u32) -> Option<usize> {
        let bit = self.bit_of[as_index(option)];
        (bit != NONE).then(|| as_index(bit))
    }

    #[inline(always)]
    fn choose_bit(&mut self, bit: usize) {
        remove(&mut self.undecided, bit);
        remove(&mut self.unseen, bit);
        self.chosen.push(to_u32(bit));
        for index in self.entries_of(bit) {
            let Entry { item, compatible } = self.entries[index];
            let demand = &mut self.demands[as_index(item)];
            demand.needs -= 1;
            demand.capacity -= 1;
            if demand.capacity == 0 {
                self.undecided = and(&self.undecided, &self.compatible[as_index(compatible)]);
            }
        }
        self.updates += 1;
    }

    /// Chooses the options of an item if it needs all that it has left. Returns how many more it
    /// has than it needs, 0 or less also after a failure.
    #[inline(always)]
    fn choose_if_forced(&mut self, item: u32) -> i32 {
        let left = and(&self.rows[as_index(item)], &self.undecided);
        let slack = size(&left).cast_signed() - self.demands[as_index(item)].needs;
        if slack < 0 {
            self.fail(item);
        } else if slack == 0 {
            for bit in ones(left) {
                // A choice before it can have excluded it.
                if !has(&self.undecided, bit) {
                    self.fail(item);
                    break;
                }
                self.choose_bit(bit);
            }
        }
        slack
    }

    /// Chooses the options of items that need all that excluded options have left them, and so on,
    /// as long as few options are excluded.
    #[inline(always)]
    fn follow_exclusions(&mut self) {
        while !self.failed {
            let mut excluded = std::mem::replace(&mut self.unseen, self.undecided);
            subtract(&mut excluded, &self.undecided);
            let work = as_index(size(&excluded)) * self.entries.len();
            if work == 0 || work * FEW > self.required.len() * self.options.len() {
                return;
            }
            for bit in ones(excluded) {
                for index in self.entries_of(bit) {
                    let item = self.entries[index].item;
                    if !self.failed && self.demands[as_index(item)].needs > 0 {
                        self.choose_if_forced(item);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn fail(&mut self, item: u32) {
        (self.failed, self.conflict_item) = (true, item);
    }

    /// Chooses the options of the items that need all that they have left, once. Returns whether
    /// there were any.
    #[inline(always)]
    fn choose_forced(&mut self) -> bool {
        let (mut best, mut is_forced) = (None, false);
        let (mut slack, mut weight) = (0, 1);
        for index in 0..self.required.len() {
            let item = self.required[index];
            if self.demands[as_index(item)].needs <= 0 {
                continue;
            }
            let other = self.choose_if_forced(item);
            if self.failed {
                return false;
            }
            let heavy = self.weights[as_index(item)];
            if other == 0 {
                is_forced = true;
            } else if best.is_none() || product(other, weight) < product(slack, heavy) {
                (best, slack, weight) = (Some(item), other, heavy);
            }
        }
        self.next = best;
        is_forced
    }
}

impl<const W: usize> DecisionState for BoundedWords<W> {
    fn begin(&mut self, root: &Subproblem) {
        let demand = |item| {
            let (bounds, most) = (self.problem.bounds(item), i32::MAX.cast_unsigned());
            let (low, high) = (bounds.low.min(most), bounds.high.min(most));
            Demand { needs: low.cast_signed(), capacity: high.cast_signed() }
        };
        self.demands = self.problem.items().map(demand).collect();
        self.weights = vec![WEIGHT; self.demands.len()];
        self.undecided = first(self.options.len());
        self.unseen = self.undecided;
        self.chosen.clear();
        self.saved.clear();
        (self.failed, self.next, self.updates) = (self.is_hopeless, None, 0);
        for item in self.problem.primary_items().map(ItemId::index) {
            if self.demands[item].capacity == 0 {
                let others = self.rows[item].map(|word| !word);
                self.undecided = and(&self.undecided, &others);
            }
        }
        for option in &root.include {
            match self.bit(option.number()) {
                Some(bit) if has(&self.undecided, bit) => self.choose_bit(bit),
                _ => self.failed = true,
            }
        }
        for option in &root.exclude {
            if let Some(bit) = self.bit(option.number()) {
                self.failed |= self.chosen.contains(&to_u32(bit));
                remove(&mut self.undecided, bit);
            }
        }
        self.settle();
    }

    #[inline(always)]
    fn failed(&self) -> bool {
        self.failed
    }

    #[inline(always)]
    fn mark(&mut self) -> u32 {
        let saved = Saved { undecided: self.undecided, chosen: to_u32(self.chosen.len()) };
        self.saved.push(saved);
        to_u32(self.saved.len() - 1)
    }

    #[inline(always)]
    fn undo(&mut self, mark: u32) {
        if std::mem::take(&mut self.failed) {
            let weight = &mut self.weights[as_index(self.conflict_item)];
            *weight = weight.saturating_add(1);
        }
        let Saved { undecided, chosen } = self.saved[as_index(mark)];
        self.saved.truncate(as_index(mark));
        (self.undecided, self.unseen) = (undecided, undecided);
        for index in as_index(chosen)..self.chosen.len() {
            for entry in self.entries_of(as_index(self.chosen[index])) {
                let demand = &mut self.demands[as_index(self.entries[entry].item)];
                demand.needs += 1;
                demand.capacity += 1;
            }
        }
        self.chosen.truncate(as_index(chosen));
    }

    #[inline(always)]
    fn choose(&mut self, option: u32) {
        if let Some(bit) = self.bit(option) {
            self.choose_bit(bit);
        }
    }

    #[inline(always)]
    fn exclude(&mut self, option: u32) {
        if let Some(bit) = self.bit(option) {
            remove(&mut self.undecided, bit);
        }
    }

    #[inline(always)]
    fn settle(&mut self) {
        loop {
            self.follow_exclusions();
            if self.failed || !self.choose_forced() {
                return;
            }
        }
    }

    #[inline(always)]
    fn branch(&self) -> Option<(u32, f64)> {
        let item = as_index(self.next?);
        let (left, demand) = (and(&self.rows[item], &self.undecided), self.demands[item]);
        let (need, most) = (demand.needs.unsigned_abs(), demand.capacity.unsigned_abs());
        Some((self.options[lowest(&left)], chance(need, most, size(&left))))
    }

    #[inline(always)]
    fn undecided_from(&self, option: u32) -> Option<u32> {
        let before = first::<W>(self.options.partition_point(|&known| known < option));
        let mut rest = self.undecided;
        subtract(&mut rest, &before);
        (size(&rest) > 0).then(|| self.options[lowest(&rest)])
    }

    fn chosen(&self) -> impl Iterator<Item = OptionId> {
        self.chosen.iter().map(|&bit| OptionId::new(as_index(self.options[as_index(bit)])))
    }

    fn updates(&self) -> u64 {
        self.updates
    }

    #[inline(always)]
    fn capacity(&self, item: u32) -> u32 {
        self.demands[as_index(item)].capacity.unsigned_abs()
    }

    #[inline(always)]
    fn need(&self) -> u64 {
        let needs = self.required.iter().map(|&item| self.demands[as_index(item)].needs.max(0));
        needs.map(|needs| u64::from(needs.unsigned_abs())).sum()
    }

    #[inline(always)]
    fn options_of(&self, item: u32) -> impl Iterator<Item = u32> {
        let left = and(&self.rows[as_index(item)], &self.undecided);
        ones(left).map(|bit| self.options[bit])
    }

    #[inline(always)]
    fn gain(&self, option: u32) -> u32 {
        let entries = self.bit(option).map_or(0..0, |bit| self.entries_of(bit));
        let is_open = |entry: &Entry| self.demands[as_index(entry.item)].needs > 0;
        to_u32(self.entries[entries].iter().filter(|entry| is_open(entry)).count())
    }
}
