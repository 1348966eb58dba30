//! Look-ups: by the key of a subproblem, then up to renaming; the work of a search.

use super::MemoSearch;
use super::frames::Aliases;
use crate::engine::memo::isomorphism::{FEW, Isomorphism, LevelKind, Levels};
use crate::engine::memo::subproblem::MemoSubproblem;
use crate::engine::memo::table::{EntryCost, Lookup};
use crate::engine::memo::values::Values;
use crate::ids::to_u64;

/// The time of the search for each option that is chosen or dropped, for each look-up, for each
/// entry that is removed, and for each entry that a walk visits, in visits of a labelling.
/// Measured, by least squares on 33 problems: 14 to 26, 0 to 6, 1.1 and 0 to 2.3
/// (docs/measurements.md).
const CHOICE: u64 = 16;
const LOOKUP: u64 = 6;
const UPDATE: u64 = 1;
const WALK: u64 = 2;
/// The mean time of a node with its look-up, removals and walk, in such visits: 30 to 160.
pub(super) const NODE: u64 = 64;
/// The depth with which labelled subproblems are marked as being searched: all are, since a mark
/// takes much less time than a labelling.
pub(super) const ANY_DEPTH: usize = 0;

/// The work of a search: it depends on the problem and the order, not on the computer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MemoWork {
    /// Options that were chosen or dropped, the root, and labellings as the nodes that take the
    /// same time.
    pub(crate) nodes: u64,
    /// Entries of options that were removed.
    pub(crate) updates: u64,
    /// Subproblems that were looked up, and those that were found.
    pub(crate) lookups: u64,
    pub(crate) hits: u64,
    /// Look-ups with an item in progress.
    pub(crate) in_progress: u64,
    /// Subproblems that were found by their representatives.
    pub(crate) represented: u64,
    /// Searches for parts, and those that found several.
    pub(crate) walks: u64,
    pub(crate) splits: u64,
    /// Subproblems that were labelled, and those that were found up to renaming.
    pub(crate) labelled: u64,
    pub(crate) renamed: u64,
    /// The labellings, as the nodes that take the same time.
    pub(crate) labelling: u64,
}

impl MemoWork {
    /// Together with the work of another search.
    pub(crate) fn plus(self, other: Self) -> Self {
        self.with(other, u64::saturating_add)
    }

    /// What was done since an earlier point of the same search.
    pub(crate) fn since(self, earlier: Self) -> Self {
        self.with(earlier, u64::saturating_sub)
    }

    fn with(self, other: Self, make: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            nodes: make(self.nodes, other.nodes),
            updates: make(self.updates, other.updates),
            lookups: make(self.lookups, other.lookups),
            hits: make(self.hits, other.hits),
            in_progress: make(self.in_progress, other.in_progress),
            represented: make(self.represented, other.represented),
            walks: make(self.walks, other.walks),
            splits: make(self.splits, other.splits),
            labelled: make(self.labelled, other.labelled),
            renamed: make(self.renamed, other.renamed),
            labelling: make(self.labelling, other.labelling),
        }
    }
}

impl<V: Values> MemoSearch<V> {
    pub(crate) fn work(&self) -> MemoWork {
        MemoWork {
            nodes: self.nodes(),
            updates: self.subproblem.updates,
            lookups: self.lookups,
            hits: self.hits,
            in_progress: self.lookups_in_progress,
            represented: self.isomorphism.as_ref().map_or(0, |own| own.represented),
            walks: self.finder.walks,
            splits: self.finder.splits,
            labelled: self.isomorphism.as_ref().map_or(0, |own| own.labelled),
            renamed: self.isomorphism.as_ref().map_or(0, |own| own.renamed),
            labelling: self.labelling(),
        }
    }

    /// Options that were chosen or dropped, and labellings as the nodes that take the same time.
    pub(super) fn nodes(&self) -> u64 {
        self.subproblem.nodes - self.restored_nodes + self.labelling()
    }

    /// The labellings, as the nodes that take the same time.
    fn labelling(&self) -> u64 {
        self.isomorphism.as_ref().map_or(0, Isomorphism::work) / NODE
    }

    /// The work of the search without labellings, in visits of incidences.
    pub(super) fn search_work(&self) -> u64 {
        let MemoSubproblem { nodes, updates, .. } = &self.subproblem;
        let choices = CHOICE * nodes + UPDATE * updates;
        choices + LOOKUP * self.lookups + WALK * self.finder.visits
    }

    /// The work of the search and of labellings, in visits of incidences.
    pub(crate) fn effort(&self) -> u64 {
        self.search_work() + self.isomorphism.as_ref().map_or(0, Isomorphism::work)
    }

    /// The words of the key of a subproblem.
    pub(crate) fn key_words(&self) -> u64 {
        to_u64(self.subproblem.key.words.len())
    }

    pub(super) fn look_up(&mut self) -> Lookup {
        self.lookups += 1;
        self.aliases = Aliases::default();
        let key = &self.subproblem.key;
        let mut found = self.memo.get(self.frames.len(), &key.words, key.hash, &mut self.words);
        if found == Lookup::Nothing {
            found = self.look_up_renamed();
        }
        self.hits += u64::from(matches!(found, Lookup::Value { .. }));
        found
    }

    /// Looks up the current subproblem up to renaming, if that seems to pay.
    fn look_up_renamed(&mut self) -> Lookup {
        if self.measurement.is_some() {
            return Lookup::Nothing;
        }
        match self.look_up_representative() {
            Some(found) => found,
            None => self.look_up_labelled(),
        }
    }

    /// Looks up the representative of the current subproblem; `None` if the subproblem is to be
    /// labelled.
    fn look_up_representative(&mut self) -> Option<Lookup> {
        let work = self.search_work();
        let isomorphism = self.isomorphism.as_mut()?;
        let MemoSubproblem { layout, key, .. } = &self.subproblem;
        let (depth, level) = (self.frames.len(), Levels::of_key(&key.words));
        let own = &mut self.representative;
        if !isomorphism.represent(layout, key, work, own) {
            return None;
        }
        self.aliases.representative = own.hash;
        let is_own = &mut |words: &[u64]| own.words == words;
        let found = self.memo.find(own.hash, &mut self.words, is_own);
        isomorphism.enter_representative(level, found);
        if let Some(worth) = found {
            return Some(self.found_renamed(level, worth));
        }
        if self.memo.begin(depth, own.hash) {
            return None;
        }
        self.memo.release(depth, key.hash);
        Some(Lookup::Pending)
    }

    /// Labels the current subproblem, if that seems to pay, and looks it up.
    fn look_up_labelled(&mut self) -> Lookup {
        let level = Levels::of_key(&self.subproblem.key.words);
        let found = self.find_labelled(LevelKind::Items, level);
        let (depth, key) = (self.frames.len(), &self.subproblem.key);
        let Some(worth) = found else {
            if self.aliases.labelled == 0 || self.memo.begin(ANY_DEPTH, self.aliases.labelled) {
                return Lookup::Nothing;
            }
            self.memo.release(depth, key.hash);
            self.memo.release(depth, self.aliases.representative);
            return Lookup::Pending;
        };
        let may_pay = self.isomorphism.as_ref().is_some_and(|own| own.levels.may_pay());
        if self.aliases.representative != 0 {
            let own = &self.representative;
            self.memo.put(depth, &own.words, own.hash, &self.words, worth);
        } else if !may_pay {
            self.memo.put(depth, &key.words, key.hash, &self.words, worth);
        }
        self.found_renamed(level, worth)
    }

    /// Labels the current subproblem, if that seems to pay, and looks for one that is isomorphic to
    /// it, whose value is written to the scratch words. If there is none, the hash becomes an
    /// alias.
    pub(super) fn find_labelled(&mut self, kind: LevelKind, level: usize) -> Option<EntryCost> {
        let work = self.search_work();
        let isomorphism = self.isomorphism.as_mut()?;
        if !isomorphism.levels_of(kind).is_worth_it(level, work) {
            return None;
        }
        let before = isomorphism.work();
        let hash = isomorphism.label(&self.subproblem);
        let layout = &self.subproblem.layout;
        let is_same = &mut |key: &[u64]| isomorphism.is_isomorphic(layout, key, hash);
        let found = self.memo.find(hash, &mut self.words, is_same);
        let (cost, saved) = (isomorphism.work() - before, found.map_or(0, |worth| worth.cost));
        isomorphism.levels_of(kind).enter(level, cost, saved);
        isomorphism.renamed += u64::from(found.is_some());
        self.aliases.labelled = if found.is_some() { 0 } else { hash };
        found
    }

    /// Returns the value that was found up to renaming, or begins to measure what that saves.
    fn found_renamed(&mut self, level: usize, EntryCost { size, cost }: EntryCost) -> Lookup {
        self.memo.release(self.frames.len(), self.subproblem.key.hash);
        self.aliases = Aliases::default();
        let all = self.effort();
        let levels = self.isomorphism.as_mut().map(|isomorphism| &mut isomorphism.levels);
        match levels.and_then(|levels| levels.measurement(level, all, cost)) {
            Some(limit) => self.measure(limit, size),
            None => Lookup::Value { size },
        }
    }

    /// The aliases of the subproblem that was looked up last, for the frame that is about to be
    /// pushed. Saves the representative.
    pub(super) fn take_aliases(&mut self) -> Aliases {
        let aliases = std::mem::take(&mut self.aliases);
        if aliases.representative != 0 {
            self.saved.extend_from_slice(&self.representative.words);
        }
        aliases
    }

    /// Restores the representative of the frame that is being popped, if it has one.
    pub(super) fn restore_representative(&mut self, aliases: Aliases) {
        if aliases.representative != 0 {
            let begin = self.saved.len() - self.representative.words.len();
            self.representative.words.copy_from_slice(&self.saved[begin..]);
            self.representative.hash = aliases.representative;
            self.saved.truncate(begin);
        }
    }

    /// Stores the value of the frame that was popped last: under its representative if it has one,
    /// else under its key, and, if it was labelled, for all subproblems that are isomorphic to it.
    pub(super) fn store(&mut self, value: &V::Value, worth: EntryCost, aliases: Aliases) {
        self.values.write(value, &mut self.words);
        let (depth, key) = (self.frames.len(), &self.subproblem.key);
        if let Some(isomorphism) = &mut self.isomorphism {
            isomorphism.record(Levels::of_key(&key.words), worth.cost);
        }
        let own = if aliases.representative == 0 { key } else { &self.representative };
        self.memo.put(depth, &own.words, own.hash, &self.words, worth);
        if aliases.representative != 0 {
            self.memo.release(depth, key.hash);
        }
        if aliases.labelled != 0 {
            self.memo.put(ANY_DEPTH, &key.words, aliases.labelled, &self.words, worth);
        }
    }

    /// Whether the search has looked for the involutions of the problem, or needs none.
    pub(crate) fn knows_involutions(&self) -> bool {
        self.isomorphism.as_ref().is_none_or(Isomorphism::knows_involutions)
    }

    /// Looks for the involutions of the problem, whatever the search has labelled until now.
    pub(crate) fn find_involutions(&mut self) {
        if let Some(isomorphism) = &mut self.isomorphism {
            isomorphism.find_involutions(&self.subproblem.layout, FEW);
        }
    }

    /// Makes the search use representatives from its beginning.
    #[cfg(test)]
    pub(crate) fn always_find_representatives(&mut self) {
        if let Some(isomorphism) = &mut self.isomorphism {
            isomorphism.find_involutions(&self.subproblem.layout, 1);
        }
    }
}
