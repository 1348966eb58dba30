//! [`LookAhead`]: chooses the item to branch on.
//!
//! Every option of the candidate items is chosen and propagated in turn. Each child that is neither
//! refuted nor solved is expected to need a tree whose size grows by 4 % with each live option
//! beyond one for each open cell. The item whose children are expected to need the least is chosen,
//! the first one of those. An item whose children are all refuted or solved needs nothing more.

use super::singles::SinglesState;
use crate::ids::{ItemId, OptionId, as_index};

/// Up to this number of live options, all items are candidates: those of 9x9 cells.
const SMALL: u32 = 729;

/// Above that, items with this number of live options or fewer, or with the fewest.
const FEW: u32 = 4;

/// The expected size of a tree that has lost nothing, as a fixed-point number. The sum of all
/// options of an item fits.
const ONE: u64 = 1 << 40;

/// Chooses items, with memory that is reused.
#[derive(Debug)]
pub(super) struct LookAhead {
    /// For each number of options that a child has lost, its expected size.
    sizes: Vec<u64>,
    /// For each option, the expected size of its child, if it is known.
    children: Vec<Option<u64>>,
}

impl LookAhead {
    pub(super) fn new(options: usize) -> Self {
        // 25/26 for each option, until the product is below 1.
        let shrink = |&size: &u64| Some(size - size.div_ceil(26));
        let sizes = std::iter::successors(Some(ONE), shrink).take_while(|&size| size > 0).collect();
        Self { sizes, children: vec![None; options] }
    }

    /// The best item to branch on. The state is propagated and neither refuted nor solved, and is
    /// the same afterwards.
    pub(super) fn best(&mut self, state: &mut SinglesState) -> Option<ItemId> {
        self.children.fill(None);
        let most = if state.live_count() <= SMALL {
            u32::MAX
        } else {
            state.open_items().map(|(_, size)| size).min().unwrap_or(0).max(FEW)
        };
        let items: Vec<_> = state.open_items().filter(|&(_, size)| size <= most).collect();
        let (mut best, mut least) = (None, u64::MAX);
        for (item, _) in items {
            let options: Vec<_> = state.live_options(item).collect();
            let mut sum = 0;
            for option in options {
                sum += self.child(state, option);
                if sum >= least {
                    break;
                }
            }
            if sum < least {
                (best, least) = (Some(item), sum);
            }
            if least == 0 {
                break;
            }
        }
        best
    }

    /// The expected size of the tree after choosing an option; 0 if it is decided.
    fn child(&mut self, state: &mut SinglesState, option: OptionId) -> u64 {
        if let Some(known) = self.children[option.index()] {
            return known;
        }
        let (before, mark) = (state.excess(), state.mark());
        state.choose(option);
        let size = match state.propagate() {
            true if !state.is_solved() => {
                let lost = as_index(before.saturating_sub(state.excess()));
                self.sizes.get(lost).copied().unwrap_or(1)
            }
            _ => 0,
        };
        state.undo(mark);
        self.children[option.index()] = Some(size);
        size
    }
}
