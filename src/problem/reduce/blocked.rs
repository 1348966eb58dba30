//! Which options would leave an item too few?
//!
//! An item that needs `need` of its `left` options can do without `left - need` of them. An option that conflicts
//! with more than that is blocked, whether it has the item itself or not. In other words, it is blocked unless
//! there are `need` options of the item with which it does not conflict, where it may be one of them itself.
//!
//! So a blocked option conflicts with at least one of any `need` options of the item. Those that conflict with the
//! first ones are the *candidates*, and each option of the item in turn lets those go with which it does not
//! conflict. Mostly two or three options leave none, and that is why it costs so little. To try each option instead,
//! and see what is left for the items, is to do the same the long way round.

use super::state::{State, number};
use crate::ids::at;

/// In [`Blocked::held`]: the item is covered, and has no colour.
const COVERED: u32 = u32::MAX;

/// An option that may be blocked.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    option: u32,
    /// How many more options, with which it does not conflict, would let it go.
    spare: u32,
}

/// Asks the question. Its memory is kept from one item to the next.
#[derive(Debug)]
pub(super) struct Blocked {
    candidates: Vec<Candidate>,
    /// Whether an option is one of them.
    is_candidate: Vec<bool>,
    /// What an option makes of each item: 0 for nothing, [`COVERED`], or a colour.
    held: Vec<u32>,
    /// The options of the item.
    options: Vec<u32>,
    found: Vec<u32>,
}

impl Blocked {
    pub(super) fn new(state: &State<'_>) -> Self {
        Self {
            candidates: Vec::new(),
            is_candidate: vec![false; state.fates.len()],
            held: vec![0; state.items.len()],
            options: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Finds the options that leave too few to an item. If the budget is not enough, there is no answer.
    pub(super) fn by(&mut self, item: u32, state: &mut State<'_>, budget: u64) -> Option<&[u32]> {
        self.found.clear();
        if state.work >= budget {
            return None;
        }
        state.untouch(item);
        let need = state.items[at(item)].need;
        if need > 0 {
            self.take_options(item, state);
            self.add_candidates(need, state);
            self.sift(need, state, budget)?;
        }
        Some(&self.found)
    }

    /// Takes the options of an item. Those that conflict with few come first: they let the most candidates go.
    fn take_options(&mut self, item: u32, state: &mut State<'_>) {
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

    /// Shows the candidates to one option of the item after another. Those that remain are found.
    fn sift(&mut self, need: u32, state: &mut State<'_>, budget: u64) -> Option<()> {
        // Of a single option, the candidates are those that conflict with it.
        for index in usize::from(need == 1)..self.options.len() {
            if self.candidates.is_empty() {
                break;
            }
            if state.work >= budget {
                return None;
            }
            self.let_go(self.options[index], state);
        }
        self.found.extend(self.candidates.iter().map(|candidate| candidate.option));
        Some(())
    }

    /// All options that conflict with one of the first `need` options of an item become candidates. An item that
    /// needs one option gets it from any of its own, so that these are none.
    fn add_candidates(&mut self, need: u32, state: &mut State<'_>) {
        self.candidates.clear();
        if need == 1 {
            self.options.iter().for_each(|&own| self.is_candidate[at(own)] = true);
        }
        for &option in &self.options[..at(need)] {
            let tight = state.entries(option).iter().filter(|entry| state.is_tight(entry.item));
            let mut work = 0;
            for entry in tight {
                let color = number(entry);
                for other in state.uses(entry.item.number()) {
                    work += 1;
                    let is_known = &mut self.is_candidate[at(other.option)];
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
            .for_each(|o| self.is_candidate[at(o)] = false);
    }

    /// Lets those candidates go that don't conflict with an option of the item and have nothing to spare.
    fn let_go(&mut self, option: u32, state: &mut State<'_>) {
        let Self { candidates, held, .. } = self;
        for entry in state.entries(option).iter().filter(|entry| state.is_tight(entry.item)) {
            held[entry.item.index()] = entry.color.map_or(COVERED, |_| number(entry));
        }
        let mut work = state.entries(option).len();
        candidates.retain_mut(|candidate| {
            let entries = state.entries(candidate.option);
            let conflict = entries.iter().position(|entry| {
                let held = held[entry.item.index()];
                held != 0 && (held == COVERED || held != number(entry))
            });
            work += conflict.map_or(entries.len(), |before| before + 1);
            if conflict.is_some() && candidate.option != option {
                return true;
            }
            candidate.spare -= 1;
            candidate.spare > 0
        });
        for entry in state.entries(option) {
            held[entry.item.index()] = 0;
        }
        state.work += u64::try_from(work).unwrap_or(u64::MAX);
    }
}
