//! Subproblems with an item in progress: some of its options are decided, others are not.
//!
//! Options of an item that can be covered several times are decided in one order
//! ([`Layout::decisions`]). So which of them were dropped is known from the place of the next one,
//! which is added to the key. Where all options have the same item, such as the number of queens on
//! a board, these are the only subproblems besides the whole.
//!
//! Such a subproblem has one option fewer than the one before, and its look-up takes more time than
//! the choice. [`Levels`] decide with how many options left it pays, and with how many labelling
//! does: many are the same up to renaming where all options of a row or of a point are decided.
//!
//! [`Layout::decisions`]: crate::engine::memo::layout::Layout::decisions
//! [`Levels`]: crate::engine::memo::isomorphism::Levels

use super::MemoSearch;
use super::frames::{Aliases, Frame, Next, Pick, PickKey};
use super::lookup::ANY_DEPTH;
use crate::engine::memo::isomorphism::LevelKind;
use crate::engine::memo::table::{EntryCost, Lookup};
use crate::engine::memo::values::Values;
use crate::ids::as_index;

/// The work of looking such a subproblem up and storing it, in visits of a labelling: about that of
/// two choices. And the work that one which is found saves at most.
const COST: u64 = 40;
const MOST_SAVED: u64 = 1 << 20;

impl<V: Values> MemoSearch<V> {
    /// Looks up the current subproblem, which has this item in progress, if that seems to pay; if
    /// its value is not known, decides on the next option.
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
        let found = self.look_up_in_progress(level);
        self.subproblem.toggle_decision(place);
        match found {
            Lookup::Value { size } => {
                self.hits += 1;
                self.decision_levels.enter(level, COST, MOST_SAVED);
                return Next::Give(self.values.read(&self.words), size);
            }
            Lookup::Pending if self.defer() => return self.resume(),
            Lookup::Pending | Lookup::Nothing => {}
        }
        self.decision_levels.enter(level, COST, 0);
        self.push_item();
        if let Some(Frame::Pick(pick)) = self.frames.last_mut() {
            pick.key = PickKey::Decision;
        }
        self.resume()
    }

    /// Looks up the current subproblem, whose key has the place of the next decision: by its key,
    /// then up to renaming, unless another search is working on it.
    fn look_up_in_progress(&mut self, level: usize) -> Lookup {
        self.aliases = Aliases::default();
        let (depth, key) = (self.frames.len(), &self.subproblem.key);
        let found = self.memo.get(depth, &key.words, key.hash, &mut self.words);
        if found != Lookup::Nothing || self.measurement.is_some() {
            return found;
        }
        let Some(worth) = self.find_labelled(LevelKind::Decisions, level) else {
            return Lookup::Nothing;
        };
        let key = &self.subproblem.key;
        self.memo.put(depth, &key.words, key.hash, &self.words, worth);
        Lookup::Value { size: worth.size }
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

    /// Records the work of the frame that was popped last, which has this item in progress.
    pub(super) fn record_in_progress(&mut self, item: u32, cost: u64) {
        let level = as_index(self.subproblem.size(item));
        self.decision_levels.record(level, cost);
        if let Some(isomorphism) = &mut self.isomorphism {
            isomorphism.levels_of(LevelKind::Decisions).record(level, cost);
        }
    }

    /// Stores the value of that frame with the place of its option, and, if it was labelled, for
    /// all subproblems that are isomorphic to it.
    pub(super) fn store_in_progress(
        &mut self,
        value: &V::Value,
        worth: EntryCost,
        place: u32,
        labelled: u64,
    ) {
        self.values.write(value, &mut self.words);
        self.subproblem.toggle_decision(place);
        let (depth, key) = (self.frames.len(), &self.subproblem.key);
        self.memo.put(depth, &key.words, key.hash, &self.words, worth);
        if labelled != 0 {
            self.memo.put(ANY_DEPTH, &key.words, labelled, &self.words, worth);
        }
        self.subproblem.toggle_decision(place);
    }

    /// Makes the search look up all subproblems with an item in progress, and label all that are
    /// not found by their key, if it labels any.
    #[cfg(test)]
    pub(in crate::engine::memo) fn always_look_up_in_progress(&mut self) {
        use crate::engine::memo::isomorphism::{CanonicalMode, Levels};
        self.decision_levels = Levels::new(CanonicalMode::On);
        if let Some(isomorphism) = &mut self.isomorphism {
            *isomorphism.levels_of(LevelKind::Decisions) = self.decision_levels.clone();
        }
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

#[cfg(test)]
#[cfg(feature = "diagram")]
mod tests {
    use super::*;
    use crate::engine::memo::subproblem::MemoSubproblem;
    use crate::engine::memo::tests::{ORDERS, TEXTS};
    use crate::engine::memo::{CanonicalMode, Counts, MemoWork, Order, Orders, Status, machine};
    use crate::engine::subproblem::Subproblem;
    use crate::engine::tests::partial_latin;
    use crate::natural::Natural;
    use crate::problem::Problem;

    type Search = MemoSearch<Counts>;

    fn search(problem: &Problem, order: Order) -> Search {
        let plan = Orders::new(problem, None, CanonicalMode::On).plan(order);
        let mut search = machine(problem, None, &Subproblem::default(), &plan, Counts, 1 << 24);
        search.always_look_up_in_progress();
        search
    }

    /// The hashes of the current subproblem, if it has an item in progress: labelled as it is, and
    /// as an entry of the memo with its key.
    fn labels(search: &mut Search) -> Option<[u64; 2]> {
        let item = search.item_in_progress()?;
        let place = search.next_decision(item);
        search.subproblem.toggle_decision(place);
        let MemoSubproblem { layout, key, .. } = &search.subproblem;
        let isomorphism = search.isomorphism.as_mut()?;
        let own = isomorphism.label(&search.subproblem);
        let from_key = isomorphism.label_key(layout, &key.words, |_| true);
        search.subproblem.toggle_decision(place);
        Some([own, from_key])
    }

    #[test]
    fn a_key_determines_which_options_are_left() {
        let texts = TEXTS.iter().map(|text| text.parse().unwrap());
        let mut compared = 0;
        for problem in texts.chain([partial_latin(3).parse().unwrap()]) {
            for order in ORDERS {
                let mut search = search(&problem, order);
                while search.advance(1) != Status::Done {
                    if let Some([own, from_key]) = labels(&mut search) {
                        assert_eq!(own, from_key);
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 100, "{compared}");
    }

    /// After each row, what is left depends on which symbols each column has, up to renaming.
    #[test]
    fn subproblems_are_found_up_to_renaming() {
        for (n, count, most) in [(3, 11_776, 200), (4, 127_545_137, 4000)] {
            for order in ORDERS {
                let mut search = search(&partial_latin(n).parse().unwrap(), order);
                assert_eq!(search.advance(u64::MAX), Status::Done);
                assert_eq!(search.value(), Some(&Natural::Word(count)));
                let MemoWork { labelled, renamed, .. } = search.work();
                assert!(labelled < most && 3 * renamed > labelled, "{renamed} of {labelled}");
            }
        }
    }
}
