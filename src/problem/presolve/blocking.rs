//! Which options leave an item too few?
//!
//! An item that needs `need` of its `left` options can lose `left - need` of them. An option that
//! conflicts with more than that blocks the item, whether it has the item itself or not. In other
//! words, an option does not block the item if at least `need` options of the item, itself
//! included, do not conflict with it.
//!
//! So a blocking option conflicts with at least one of any `need` options of the item. The options
//! that conflict with one of the first `need` are the *candidates*, and each option of the item
//! releases the candidates with which it does not conflict. Mostly two or three options leave no
//! candidate, which makes this cheap. Trying every option, and counting what is left for the items,
//! finds the same at a higher cost.

use super::state::{PresolveState, number};
use crate::ids::as_index;

/// In [`BlockingSearch::covering`]: the item is covered without a colour.
const COVERED: u32 = u32::MAX;

/// An option that may block the item.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    option: u32,
    /// It is released by this many more options that do not conflict with it.
    spare: u32,
}

/// Finds the options that block an item. Keeps its buffers from one item to the next.
#[derive(Debug)]
pub(super) struct BlockingSearch {
    candidates: Vec<Candidate>,
    /// Whether an option is one of them.
    is_candidate: Vec<bool>,
    /// How the current option covers each item: 0 for not at all, [`COVERED`], or a colour.
    covering: Vec<u32>,
    /// The options of the item.
    options: Vec<u32>,
}

impl BlockingSearch {
    pub(super) fn new(state: &PresolveState<'_>) -> Self {
        Self {
            candidates: Vec::new(),
            is_candidate: vec![false; state.option_states.len()],
            covering: vec![0; state.items.len()],
            options: Vec::new(),
        }
    }

    /// Appends the options that block an item; `None` if the budget does not suffice.
    pub(super) fn find(
        &mut self,
        item: u32,
        state: &mut PresolveState<'_>,
        budget: u64,
        found: &mut Vec<u32>,
    ) -> Option<()> {
        let need = state.items[as_index(item)].need;
        if need > 0 {
            self.take_options(item, state);
            self.add_candidates(need, state);
            self.sift(need, state, budget)?;
            found.extend(self.candidates.iter().map(|candidate| candidate.option));
        }
        Some(())
    }

    /// Lists the options of an item. Those with few conflicts come first: they release the most
    /// candidates.
    fn take_options(&mut self, item: u32, state: &mut PresolveState<'_>) {
        self.options.clear();
        self.options.extend(state.undecided(item));
        let mut work = 0;
        self.options.sort_by_cached_key(|&option| {
            let entries = state.entries(option);
            work += entries.len();
            let tight = entries.iter().filter(|entry| state.is_tight(entry.item));
            tight.map(|entry| u64::from(state.items[entry.item.index()].left)).sum::<u64>()
        });
        state.work += u64::try_from(work).unwrap_or(u64::MAX);
    }

    /// Lets the options of the item release candidates. Those that remain block the item.
    fn sift(&mut self, need: u32, state: &mut PresolveState<'_>, budget: u64) -> Option<()> {
        // If one option is needed, the first one has nothing to release: all candidates conflict
        // with it.
        for index in usize::from(need == 1)..self.options.len() {
            if self.candidates.is_empty() {
                break;
            }
            if state.work >= budget {
                return None;
            }
            self.release(self.options[index], state);
        }
        Some(())
    }

    /// Makes the options that conflict with one of the first `need` options candidates. An option
    /// of an item that needs one does not block it.
    fn add_candidates(&mut self, need: u32, state: &mut PresolveState<'_>) {
        self.candidates.clear();
        if need == 1 {
            self.options.iter().for_each(|&own| self.is_candidate[as_index(own)] = true);
        }
        for &option in &self.options[..as_index(need)] {
            let tight = state.entries(option).iter().filter(|entry| state.is_tight(entry.item));
            let mut work = 0;
            for entry in tight {
                let color = number(entry);
                for other in state.uses(entry.item.number()) {
                    work += 1;
                    let is_known = &mut self.is_candidate[as_index(other.option)];
                    if (color == 0 || color != other.color) && !*is_known {
                        *is_known = true;
                        self.candidates.push(Candidate { option: other.option, spare: need });
                    }
                }
            }
            state.work += work;
        }
        let candidates = self.candidates.iter().map(|candidate| candidate.option);
        candidates
            .chain(self.options.iter().copied())
            .for_each(|o| self.is_candidate[as_index(o)] = false);
    }

    /// Counts an option of the item for the candidates that do not conflict with it, and drops
    /// those that have enough.
    fn release(&mut self, option: u32, state: &mut PresolveState<'_>) {
        let Self { candidates, covering, .. } = self;
        for entry in state.entries(option).iter().filter(|entry| state.is_tight(entry.item)) {
            covering[entry.item.index()] = entry.color.map_or(COVERED, |_| number(entry));
        }
        let mut work = state.entries(option).len();
        candidates.retain_mut(|candidate| {
            let entries = state.entries(candidate.option);
            let conflict = entries.iter().position(|entry| {
                let covering = covering[entry.item.index()];
                covering != 0 && (covering == COVERED || covering != number(entry))
            });
            work += conflict.map_or(entries.len(), |before| before + 1);
            if conflict.is_some() && candidate.option != option {
                return true;
            }
            candidate.spare -= 1;
            candidate.spare > 0
        });
        for entry in state.entries(option) {
            covering[entry.item.index()] = 0;
        }
        state.work += u64::try_from(work).unwrap_or(u64::MAX);
    }
}
