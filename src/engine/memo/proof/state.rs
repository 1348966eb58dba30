//! [`State`]: the residue of a node, as bit sets.
//!
//! A choice makes a new state from that of its parent; nothing is undone. It removes options with
//! a few operations on words. Then the slack of all open items is counted anew; if few options were
//! removed, only the items of these are updated.

use super::option_matrix::{OptionMatrix, ROW, VECTOR};
use super::selection::{ItemRule, ItemSelection};
use crate::engine::bits;
use crate::engine::bitset::cpu::{self, CpuTask};
use crate::engine::memo::capacity::CapacityState;
use crate::engine::memo::option_set::all_options;
use crate::ids::{as_index, to_u32, to_u64};

/// A choice of an option.
#[derive(Clone, Copy, Debug)]
pub(super) enum OptionChoice {
    Choose(u32),
    Exclude(u32),
}

/// A choice and the next item, compiled for the processor.
struct Step<'a> {
    matrix: &'a OptionMatrix,
    parent: &'a State,
    choice: OptionChoice,
    child: &'a mut State,
    rule: ItemRule<'a>,
}

impl CpuTask for Step<'_> {
    type Output = Result<Option<u32>, Starved>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Step { matrix, parent, choice, child, rule } = self;
        match choice {
            OptionChoice::Choose(option) => child.choose(matrix, parent, option)?,
            OptionChoice::Exclude(option) => child.exclude(matrix, parent, option)?,
        }
        Ok(child.selection(rule).run())
    }
}

/// What is left of a problem.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// The live options, then how often each open item that is not to be covered exactly once has
    /// been covered: equal residues have equal words, and others differ, unless an item has no live
    /// option and needs one.
    pub(super) words: Vec<u64>,
    /// The open primary items.
    pub(super) open: Vec<u64>,
    /// How many more live options each open item has than it needs; for others, as in
    /// [`ItemSelection::slack`].
    pub(super) slack: Vec<u32>,
    /// The number of live options.
    pub(super) live: u32,
    /// About the work of making it, in visits of entries.
    pub(super) work: u64,
}

/// An item that has fewer live options than it needs.
pub(super) struct Starved(pub(super) u32);

impl State {
    /// The residue at the beginning.
    pub(super) fn beginning(matrix: &OptionMatrix) -> Result<Self, Starved> {
        let (options, primary) = (matrix.layout.names.len(), matrix.lists.len());
        let mut words = all_options(options);
        words.resize(matrix.coverings.end, 0);
        let mut open = vec![0; primary.div_ceil(64)];
        (0..primary).for_each(|item| open[item / 64] |= 1 << (item % 64));
        let mut state = Self { words, open, slack: vec![0; primary], live: 0, work: 0 };
        for &item in &matrix.multiple {
            if matrix.bounds[as_index(item)].high == 0 {
                state.close(matrix, item);
            }
        }
        state.live = bits::size(&state.words[..matrix.words]);
        state.count_all(matrix)?;
        Ok(state)
    }

    /// Makes this the state after choosing a live option of another one, which is prepared, or
    /// after excluding it. Returns the item to branch on next; `None` if no item is open.
    pub(super) fn become_child(
        &mut self,
        matrix: &OptionMatrix,
        parent: &Self,
        choice: OptionChoice,
        rule: ItemRule<'_>,
    ) -> Result<Option<u32>, Starved> {
        cpu::run_here(Step { matrix, parent, choice, child: self, rule })
    }

    #[inline(always)]
    fn choose(&mut self, matrix: &OptionMatrix, from: &Self, option: u32) -> Result<(), Starved> {
        self.copy(from);
        matrix.rule_out(option, &mut self.words);
        for &item in matrix.primary_items(option) {
            if matrix.is_once(item) {
                self.shut(item);
            } else {
                self.cover(matrix, item);
            }
        }
        self.update_slack(matrix, from)
    }

    #[inline(always)]
    fn exclude(&mut self, matrix: &OptionMatrix, from: &Self, option: u32) -> Result<(), Starved> {
        self.copy(from);
        self.words[as_index(option) / 64] &= !(1 << (option % 64));
        self.update_slack(matrix, from)
    }

    /// The item to branch on; `None` if no item is open.
    pub(super) fn next_item(&self, rule: ItemRule<'_>) -> Option<u32> {
        cpu::run_here(self.selection(rule))
    }

    #[inline(always)]
    fn selection<'a>(&'a self, rule: ItemRule<'a>) -> ItemSelection<'a> {
        ItemSelection { slack: &self.slack, open: &self.open, rule }
    }

    /// Whether an open item needs all options that it has left.
    pub(super) fn needs_all(&self, item: u32) -> bool {
        self.slack[as_index(item)] == 0
    }

    /// Copies what determines a residue; not what is counted when it is made.
    #[inline(always)]
    pub(super) fn copy(&mut self, from: &Self) {
        self.words.clone_from(&from.words);
        self.open.clone_from(&from.open);
        self.slack.clone_from(&from.slack);
    }

    /// Counts one more covering of an item that is not to be covered exactly once.
    #[inline(always)]
    fn cover(&mut self, matrix: &OptionMatrix, item: u32) {
        let (bounds, covered) =
            (matrix.bounds[as_index(item)], matrix.coverings.of(item, &self.words));
        if covered + 1 == bounds.high {
            return self.close(matrix, item);
        }
        matrix.coverings.set(item, covered + 1, &mut self.words);
        // The option still counts as live; its removal takes 1 off again.
        self.slack[as_index(item)] += u32::from(covered < bounds.low);
    }

    /// Closes an item, and removes its options.
    #[inline(always)]
    fn close(&mut self, matrix: &OptionMatrix, item: u32) {
        matrix.lists[as_index(item)].remove_from(&mut self.words);
        matrix.coverings.set(item, 0, &mut self.words);
        self.shut(item);
    }

    /// Marks an item as closed.
    #[inline(always)]
    fn shut(&mut self, item: u32) {
        self.open[as_index(item) / 64] &= !(1 << (item % 64));
        self.slack[as_index(item)] = u32::MAX;
    }

    /// Updates the slack after options of another state were removed.
    #[inline(always)]
    fn update_slack(&mut self, matrix: &OptionMatrix, from: &Self) -> Result<(), Starved> {
        self.live = bits::size(&self.words[..matrix.words]);
        let removed = from.live - self.live;
        let updates = as_index(removed) * matrix.entries;
        let counts = self.open_items() * matrix.counting;
        self.work = to_u64((self.words.len() + self.slack.len()) / VECTOR + updates.min(counts));
        if updates >= counts {
            return self.count_all(matrix);
        }
        for index in 0..matrix.words {
            let mut bits = from.words[index] & !self.words[index];
            while bits != 0 {
                let option = to_u32(index * 64) + bits.trailing_zeros();
                bits &= bits - 1;
                for &item in matrix.primary_items(option) {
                    let slack = &mut self.slack[as_index(item)];
                    *slack = slack.checked_sub(1).ok_or(Starved(item))?;
                    if *slack == 0 {
                        self.settle(matrix, item);
                    }
                }
            }
        }
        Ok(())
    }

    /// Counts the live options of all open items.
    #[inline(always)]
    fn count_all(&mut self, matrix: &OptionMatrix) -> Result<(), Starved> {
        if matrix.rows.is_empty() {
            self.count_each(matrix, |words, item| matrix.lists[item].count_in(words))
        } else {
            let mut live = [0; ROW];
            live[..matrix.words].copy_from_slice(&self.words[..matrix.words]);
            let rows = &matrix.rows;
            self.count_each(matrix, |_, item| bits::common_size(&rows[item], &live))
        }
    }

    /// Counts the live options of all open items by a function of the live options and an item.
    #[inline(always)]
    fn count_each(
        &mut self,
        matrix: &OptionMatrix,
        count: impl Fn(&[u64], usize) -> u32,
    ) -> Result<(), Starved> {
        for index in 0..self.open.len() {
            let mut bits = self.open[index];
            while bits != 0 {
                let item = to_u32(index * 64) + bits.trailing_zeros();
                bits &= bits - 1;
                let size = count(&self.words, as_index(item));
                let slack = size.checked_sub(self.need(matrix, item)).ok_or(Starved(item))?;
                self.slack[as_index(item)] = slack;
                if slack == 0 {
                    self.settle(matrix, item);
                }
            }
        }
        Ok(())
    }

    /// Closes an item without slack if it needs no option, and so has no live one.
    #[inline(always)]
    fn settle(&mut self, matrix: &OptionMatrix, item: u32) {
        if !matrix.is_once(item) && self.need(matrix, item) == 0 {
            self.close(matrix, item);
        }
    }

    #[inline(always)]
    fn is_open(&self, item: u32) -> bool {
        self.open[as_index(item) / 64] >> (item % 64) & 1 == 1
    }

    /// How many options an open item needs.
    #[inline(always)]
    fn need(&self, matrix: &OptionMatrix, item: u32) -> u32 {
        if matrix.is_once(item) {
            return 1;
        }
        match matrix.bounds[as_index(item)].low {
            0 => 0,
            low => low.saturating_sub(matrix.coverings.of(item, &self.words)),
        }
    }

    /// The number of open items.
    #[inline(always)]
    pub(super) fn open_items(&self) -> usize {
        as_index(bits::size(&self.open))
    }

    pub(super) fn is_live(&self, option: u32) -> bool {
        bits::has(&self.words, as_index(option))
    }

    /// The first live option of an item from one on, which must exist.
    #[inline(always)]
    pub(super) fn live_from(&self, matrix: &OptionMatrix, item: u32, option: u32) -> u32 {
        let found = matrix.lists[as_index(item)].common_from(option, &self.words);
        found.expect("open items have live options, and are asked for as many")
    }

    /// The number of live options of an open item.
    pub(super) fn size(&self, matrix: &OptionMatrix, item: u32) -> u32 {
        self.slack[as_index(item)] + self.need(matrix, item)
    }

    /// Makes this a part of another state, with these live options and open items.
    pub(super) fn become_part(
        &mut self,
        matrix: &OptionMatrix,
        whole: &Self,
        options: &[u32],
        items: &[u32],
    ) {
        self.copy(whole);
        self.words.fill(0);
        self.open.fill(0);
        self.slack.fill(u32::MAX);
        self.live = to_u32(options.len());
        for &option in options {
            bits::set(&mut self.words, as_index(option));
        }
        for &item in items {
            bits::set(&mut self.open, as_index(item));
            self.slack[as_index(item)] = whole.slack[as_index(item)];
            let covered = matrix.coverings.of(item, &whole.words);
            matrix.coverings.set(item, covered, &mut self.words);
        }
    }

    /// The memory of the fields, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.words) + size_of_val(&*self.open) + size_of_val(&*self.slack)
    }
}

/// A state with its problem.
pub(super) struct MatrixResidue<'a> {
    pub(super) matrix: &'a OptionMatrix,
    pub(super) state: &'a State,
}

impl CapacityState for MatrixResidue<'_> {
    #[inline(always)]
    fn each_open(&self, mut look: impl FnMut(u32, u32)) {
        for (index, &open) in self.state.open.iter().enumerate() {
            let mut bits = open;
            while bits != 0 {
                let item = to_u32(index * 64) + bits.trailing_zeros();
                bits &= bits - 1;
                look(item, self.state.need(self.matrix, item));
            }
        }
    }

    #[inline(always)]
    fn capacity(&self, item: u32) -> Option<u32> {
        let covered = self.matrix.coverings.of(item, &self.state.words);
        self.state.is_open(item).then(|| self.matrix.bounds[as_index(item)].high - covered)
    }

    #[inline(always)]
    fn each_left(&self, mut look: impl FnMut(u32)) {
        for (index, &live) in self.state.words[..self.matrix.words].iter().enumerate() {
            let mut bits = live;
            while bits != 0 {
                look(to_u32(index * 64) + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }
}
