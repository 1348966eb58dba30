//! Lookahead: an option is dead if choosing it would leave an item that it doesn't cover without
//! options.
//!
//! With bits, the options that are dead because of one item are quick to compute: those outside its
//! row that none of its options keeps. To remove them for all items until none is left is domain
//! consistency, which Knuth's XCCDC maintains at every node and which costs more than it saves. So
//! each node checks only the item on which the search is about to branch: its options will be
//! tried, so that the sets that they keep are needed anyway. All items are checked once in a part,
//! if its search is expected to be long. docs/measurements.md has the figures.

use super::{Narrow, NodeState, Shared};
use crate::engine::bits::{WORD, and, each, subtract};
use crate::engine::bitset::cpu::Cpu;
use crate::ids::as_index;

impl<const W: usize> Narrow<W> {
    /// Removes dead options before the search branches on an item. Returns whether there were any.
    #[inline(always)]
    pub(super) fn look_ahead<C: Cpu>(
        &mut self,
        cpu: C,
        state: &mut NodeState<W>,
        item: usize,
        shared: &mut Shared,
    ) -> bool {
        // In one word a node costs less than the lookahead.
        if W == 1 {
            return false;
        }
        if self.is_long && std::mem::take(&mut self.is_new) {
            let open = state.open;
            let mut is_less = false;
            each(&open, |item| is_less |= self.look_from(cpu, state, item, shared));
            return is_less;
        }
        self.look_from(cpu, state, item, shared)
    }

    /// Removes the options that would leave an item without options.
    #[inline(always)]
    fn look_from<C: Cpu>(
        &mut self,
        cpu: C,
        state: &mut NodeState<W>,
        item: usize,
        shared: &mut Shared,
    ) -> bool {
        let left = and(&self.rows[item], &state.active);
        let mut dead = state.active;
        subtract(&mut dead, &left);
        for (word, mut rest) in left.into_iter().enumerate() {
            while rest != 0 {
                let option = word * WORD + as_index(rest.trailing_zeros());
                rest &= rest - 1;
                let keep = self.keep(cpu, option, &mut shared.matrix);
                subtract(&mut dead, &keep.active);
                if dead == [0; W] {
                    return false;
                }
            }
        }
        subtract(&mut state.active, &dead);
        true
    }
}
