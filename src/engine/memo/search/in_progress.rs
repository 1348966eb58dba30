//! Subproblems with an item in progress: some of its options are decided, others are not.
//!
//! Options of an item that can be covered several times are decided in one order
//! ([`Layout::decisions`]). So which of them were dropped is known from the place of the next one,
//! which is added to the key. Where all options have the same item, such as the number of queens on a
//! board, these are the only subproblems besides the whole.
//!
//! Such a subproblem has one option fewer than the one before, and its look-up takes more time than
//! the choice. [`Levels`] decide with how many options left it pays.
//!
//! [`Layout::decisions`]: crate::engine::memo::layout::Layout::decisions
//! [`Levels`]: crate::engine::memo::isomorphism::Levels

use super::MemoSearch;
use super::frames::{Frame, Next, Pick, PickKey};
use crate::engine::memo::table::{EntryCost, Lookup};
use crate::engine::memo::values::Values;
use crate::ids::as_index;

/// The work of looking such a subproblem up and storing it, in visits of a labelling: about that of two
/// choices. And the work that one which is found saves at most.
const COST: u64 = 40;
const MOST_SAVED: u64 = 1 << 20;

impl<V: Values> MemoSearch<V> {
    /// Looks up the current subproblem, which has this item in progress, if that seems to pay; if its
    /// value is not known, decides on the next option.
    pub(super) fn enter_in_progress(&mut self, item: u32) -> Next<V::Value> {
        let level = as_index(self.subproblem.size(item));
        let work = self.search_work();
        if !self.decision_levels.is_worth_it(level, work) {
            return self.expand();
        }
        self.lookups += 1;
        self.lookups_in_progress += 1;
        let place = self.next_decision(item);
        self.subproblem.toggle_decision(place);
        let key = &self.subproblem.key;
        let found = self.memo.get(self.frames.len(), &key.words, key.hash, &mut self.words);
        self.subproblem.toggle_decision(place);
        if let Lookup::Value { size } = found {
            self.hits += 1;
            self.decision_levels.enter(level, COST, MOST_SAVED);
            return Next::Give(self.values.read(&self.words), size);
        }
        self.decision_levels.enter(level, COST, 0);
        self.push_item();
        if let Some(Frame::Pick(pick)) = self.frames.last_mut() {
            pick.key = PickKey::Decision;
        }
        self.resume()
    }

    /// The place of the option of an item that is decided next.
    pub(super) fn next_decision(&self, item: u32) -> u32 {
        let last = match self.frames.last() {
            Some(Frame::Pick(pick)) => Some(pick.place),
            _ => None,
        };
        let subproblem = &self.subproblem;
        subproblem.layout.next_decision(item, last, |option| subproblem.is_left(option))
    }

    /// Records the work of the frame that was popped last, which has this item in progress. If it was
    /// looked up, stores its value with the place of its option.
    pub(super) fn store_in_progress(
        &mut self,
        value: &V::Value,
        worth: EntryCost,
        item: u32,
        place: Option<u32>,
    ) {
        self.decision_levels.record(as_index(self.subproblem.size(item)), worth.cost);
        let Some(place) = place else { return };
        self.values.write(value, &mut self.words);
        self.subproblem.toggle_decision(place);
        let key = &self.subproblem.key;
        self.memo.put(self.frames.len(), &key.words, key.hash, &self.words, worth);
        self.subproblem.toggle_decision(place);
    }

    /// Makes the search look up all subproblems with an item in progress.
    #[cfg(test)]
    pub(in crate::engine::memo) fn always_look_up_in_progress(&mut self) {
        use crate::engine::memo::isomorphism::{CanonicalMode, Levels};
        self.decision_levels = Levels::new(CanonicalMode::On);
    }

    /// The hash of the key of the frame that was popped last.
    pub(super) fn hash_of(&self, frame: &Frame<V::Value>) -> u64 {
        let hash = self.subproblem.key.hash;
        match frame {
            Frame::Pick(Pick { place, key: PickKey::Decision, .. }) => {
                hash ^ self.subproblem.decision_mark(*place)
            }
            _ => hash,
        }
    }
}
