//! [`CapacityLeaves`]: finds subproblems without a solution by the capacity of an item.
//!
//! An item that all options have, such as the number of queens on a board, bounds how many of them
//! may still be chosen: its *capacity*. The *need* is how many more times open items must be
//! covered, all together, and the *gain* of an option is how many of its items need options. If the
//! greatest gains, as many as the capacity, add up to less than the need, there is no solution.
//!
//! The engine `multiple` also excludes options by this bound. Only items with multiplicities that
//! all options of the problem have are looked at.

use super::layout::Layout;
use crate::engine::bits;
use crate::engine::bitset::cpu::{self, CpuTask};
use crate::engine::multiplicity::capacity_bound::sum_of_greatest;
use crate::ids::{as_index, to_u32};

/// What is left of a problem, as capacities need it.
pub(super) trait CapacityState {
    /// Calls a function with each open primary item, and how many more options it must have.
    fn each_open(&self, look: impl FnMut(u32, u32));

    /// How many more options of an item may be chosen; `None` if it is closed.
    fn capacity(&self, item: u32) -> Option<u32>;

    /// Calls a function with each option that is left.
    fn each_left(&self, look: impl FnMut(u32));
}

/// The items that bound the number of options. Without one, nothing is computed.
#[derive(Clone, Debug)]
pub(super) struct CapacityLeaves {
    items: Vec<u32>,
    /// For each option, the bit set of its primary items.
    items_of: Vec<u64>,
    /// Scratch: the items that need options, and the number of options for each gain.
    needing: Vec<u64>,
    gains: Vec<u32>,
}

/// A check of a subproblem, compiled for the processor.
struct CapacityCheck<'a, S> {
    leaves: &'a mut CapacityLeaves,
    state: &'a S,
}

impl CapacityLeaves {
    pub(super) fn new(layout: &Layout) -> Self {
        let options = to_u32(layout.names.len());
        let has_all = |&item: &u32| {
            let own = &layout.items[as_index(item)];
            !own.is_unit() && !own.is_idle && own.end - own.begin == options
        };
        let items: Vec<u32> = (0..layout.primary).filter(has_all).collect();
        let words = as_index(layout.primary).div_ceil(64);
        let (mut items_of, mut most) = (Vec::new(), 0);
        if !items.is_empty() {
            items_of.resize(as_index(options) * words, 0);
            for (option, own) in (0..).zip(items_of.chunks_exact_mut(words)) {
                let entries = &layout.entries[layout.entries_of(option)];
                most = most.max(entries.len());
                for entry in entries.iter().filter(|entry| entry.item < layout.primary) {
                    bits::set(own, as_index(entry.item));
                }
            }
        }
        let (needing, gains) = (vec![0; words], vec![0; most + 1]);
        Self { items, items_of, needing, gains }
    }

    /// An item that has too little capacity.
    #[inline]
    pub(super) fn find(&mut self, state: &impl CapacityState) -> Option<u32> {
        if self.items.is_empty() {
            return None;
        }
        cpu::run_here(CapacityCheck { leaves: self, state })
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.items_of)
    }
}

impl<S: CapacityState> CpuTask for CapacityCheck<'_, S> {
    type Output = Option<u32>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { leaves, state } = self;
        let open = leaves.items.iter().filter_map(|&item| Some((state.capacity(item)?, item)));
        let (capacity, item) = open.min()?;
        let need = leaves.find_needing(state);
        // There is enough: either each option taken gains 1 or more, or all that gain anything are
        // taken, and no item has too few.
        if need <= u64::from(capacity) {
            return None;
        }
        leaves.count_gains(state);
        (sum_of_greatest(&leaves.gains, capacity) < need).then_some(item)
    }
}

impl CapacityLeaves {
    /// Finds the items that need options, and how many all of them need together.
    #[inline(always)]
    fn find_needing(&mut self, state: &impl CapacityState) -> u64 {
        self.needing.fill(0);
        let mut all = 0;
        state.each_open(|item, need| {
            all += u64::from(need);
            self.needing[as_index(item) / 64] |= u64::from(need > 0) << (item % 64);
        });
        all
    }

    /// Counts the options that are left with each gain.
    #[inline(always)]
    fn count_gains(&mut self, state: &impl CapacityState) {
        self.gains.fill(0);
        let words = self.needing.len();
        state.each_left(|option| {
            let first = as_index(option) * words;
            let own = self.items_of[first..first + words].iter().zip(&self.needing);
            let gain: u32 = own.map(|(own, needing)| (own & needing).count_ones()).sum();
            self.gains[as_index(gain)] += 1;
        });
    }
}
