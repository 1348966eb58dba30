//! [`CapacityLeaves`]: residues in which too few options may still be chosen.
//!
//! An item that all live options have, such as the number of queens on a board, bounds how many of
//! them may still be chosen: its *capacity*. The *need* is how many more times open items must be
//! covered, all together, and the *gain* of an option is how many items it has that need options. If
//! the greatest gains of so many options add up to less than the need, there is no solution.
//!
//! The engine `multiple` excludes options by the same sums. Here an excluded option would be a node.

use super::option_matrix::OptionMatrix;
use super::state::State;
use crate::engine::bits;
use crate::engine::bitset::cpu::{self, CpuTask};
use crate::engine::multiplicity::capacity_bound::sum_of_greatest;
use crate::ids::{as_index, to_u32};

/// The items that bound the number of options. Without one, nothing is computed.
#[derive(Debug)]
pub(super) struct CapacityLeaves {
    items: Vec<u32>,
    /// For each option, the bit set of its primary items.
    items_of: Vec<u64>,
    /// Scratch: the items that need options, and the number of options for each gain.
    needing: Vec<u64>,
    gains: Vec<u32>,
}

/// A look at a residue, compiled for the processor.
struct Look<'a> {
    leaves: &'a mut CapacityLeaves,
    matrix: &'a OptionMatrix,
    state: &'a State,
}

impl CapacityLeaves {
    pub(super) fn new(matrix: &OptionMatrix) -> Self {
        let (layout, words) = (&matrix.layout, matrix.lists.len().div_ceil(64));
        let options = layout.names.len();
        let has_all = |&item: &u32| as_index(matrix.lists[as_index(item)].count()) == options;
        let items: Vec<u32> = matrix.multiple.iter().copied().filter(has_all).collect();
        let (mut items_of, mut most) = (Vec::new(), 0);
        if !items.is_empty() {
            items_of.resize(options * words, 0);
            for (option, own) in items_of.chunks_exact_mut(words).enumerate() {
                let entries = &layout.entries[layout.entries_of(to_u32(option))];
                most = most.max(entries.len());
                for entry in entries.iter().filter(|entry| entry.item < layout.primary) {
                    bits::set(own, as_index(entry.item));
                }
            }
        }
        Self { items, items_of, needing: vec![0; words], gains: vec![0; most + 1] }
    }

    /// An item that has too little capacity.
    #[inline]
    pub(super) fn find(&mut self, matrix: &OptionMatrix, state: &State) -> Option<u32> {
        if self.items.is_empty() {
            return None;
        }
        cpu::run_here(Look { leaves: self, matrix, state })
    }
}

impl CpuTask for Look<'_> {
    type Output = Option<u32>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { leaves, matrix, state } = self;
        let open = leaves.items.iter().copied().filter(|&item| state.is_open(item));
        let with_capacity = open.map(|item| (state.capacity(matrix, item), item));
        let (capacity, item) = with_capacity.min()?;
        let need = leaves.count_need(matrix, state);
        leaves.count_gains(matrix, state);
        (sum_of_greatest(&leaves.gains, capacity) < need).then_some(item)
    }
}

impl CapacityLeaves {
    /// Finds the items that need options, and how many all of them need together.
    #[inline(always)]
    fn count_need(&mut self, matrix: &OptionMatrix, state: &State) -> u64 {
        let mut all = 0;
        for (index, needing) in self.needing.iter_mut().enumerate() {
            let mut open = state.open[index];
            *needing = open;
            while open != 0 {
                let item = to_u32(index * 64) + open.trailing_zeros();
                let need = state.need(matrix, item);
                if need == 0 {
                    *needing &= !(open & open.wrapping_neg());
                }
                all += u64::from(need);
                open &= open - 1;
            }
        }
        all
    }

    /// Counts the live options with each gain.
    #[inline(always)]
    fn count_gains(&mut self, matrix: &OptionMatrix, state: &State) {
        self.gains.fill(0);
        let words = self.needing.len();
        for index in 0..matrix.words {
            let mut live = state.words[index];
            while live != 0 {
                let first = words * (64 * index + as_index(live.trailing_zeros()));
                live &= live - 1;
                let own = self.items_of[first..first + words].iter().zip(&self.needing);
                let gain: u32 = own.map(|(own, needing)| (own & needing).count_ones()).sum();
                self.gains[as_index(gain)] += 1;
            }
        }
    }
}
