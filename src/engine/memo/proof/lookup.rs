//! Look-ups: by the words of a residue, then up to renaming.

use super::option_matrix::OptionMatrix;
use super::state::State;
use super::{EntryCost, Isomorphism, LevelKind, ProofSearch};
use crate::canonical::mix;
use crate::engine::bits;
use crate::ids::{OptionId, as_index, low, to_u32, to_u64};
use crate::proof::Built;

/// The work of a search, as visits of a labelling, that a renaming must save for each of its
/// options. That is the work of some nodes, of eight bytes in a proof; an option of a renaming
/// takes five.
const WORTH: u64 = 256;

impl ProofSearch {
    /// The node of the current residue, if it has been built and look-ups pay.
    pub(super) fn look_up(&mut self) -> Option<Built> {
        let State { words, live, .. } = &self.residues.current;
        self.hash = hash(words);
        let is_between = std::mem::take(&mut self.is_between);
        let savings = if is_between { &mut self.forced_savings } else { &mut self.savings };
        if !savings.is_wanted(*live, self.hash) {
            self.hash = 0;
            return None;
        }
        let found = self.memo.get_with_cost(words, self.hash, &mut self.value);
        savings.enter(*live, found.unwrap_or(0));
        found.map(|_| built(&self.value))
    }

    /// Whether to look up the current residue between two forced choices.
    pub(super) fn wants_look_up_between(&self) -> bool {
        let State { words, live, .. } = &self.residues.current;
        self.forced_savings.is_wanted(*live, hash(words))
    }

    /// A node that renames the current residue to one that has been built, if labelling seems to
    /// pay and there is one.
    pub(super) fn look_up_renamed(&mut self) -> Option<Built> {
        let isomorphism = self.isomorphism.as_mut()?;
        let (matrix, state) = (&self.matrix, &self.residues.current);
        let ((kind, level), words) = (self.level, &state.words);
        if !isomorphism.levels_of(kind).is_worth_it(level, self.work) {
            return None;
        }
        let before = isomorphism.work();
        matrix.key(words, &mut self.key);
        let hash = isomorphism
            .label_key(&matrix.layout, &self.key, |option| bits::has(words, as_index(option)));
        let (layout, entry, entry_key) = (&matrix.layout, &mut self.entry, &mut self.entry_key);
        let is_same = &mut |other: &[u64]| {
            matrix.key(other, entry_key);
            let own = (&entry_key[..], |option| bits::has(other, as_index(option)));
            let is_same = isomorphism.is_isomorphic_to(layout, other, own, hash);
            if is_same {
                other.clone_into(entry);
            }
            is_same
        };
        let found = self.memo.find(hash, &mut self.value, is_same);
        let (cost, saved) = (isomorphism.work() - before, found.map_or(0, |worth| worth.cost));
        isomorphism.levels_of(kind).enter(level, cost, saved);
        let Some(worth) = found else {
            self.labelled = hash;
            return None;
        };
        let live = bits::size(&words[..matrix.words]);
        if worth.cost < WORTH * u64::from(live) {
            return None;
        }
        let images = isomorphism.images(
            layout,
            (&self.key, |option| bits::has(words, as_index(option))),
            (&self.entry_key, |option| bits::has(&self.entry, as_index(option))),
        );
        let name = |(_, image)| layout.names[as_index(image)];
        let images: Vec<OptionId> = images.into_iter().map(name).collect();
        let built = self.builder.renaming(built(&self.value), &images);
        self.put(self.hash, built, worth);
        Some(built)
    }

    /// Stores the node of the current residue, and, if it was labelled, for all that are isomorphic
    /// to it.
    pub(super) fn store(
        &mut self,
        built: Built,
        begun: u64,
        [hash, labelled]: [u64; 2],
        (kind, level): (LevelKind, usize),
    ) {
        let worth = EntryCost { size: 1.0, cost: self.effort() - begun };
        self.put(hash, built, worth);
        self.put(labelled, built, worth);
        if let Some(isomorphism) = &mut self.isomorphism {
            isomorphism.levels_of(kind).record(level, worth.cost);
        }
    }

    /// Stores the node of the current residue, unless the hash is 0.
    fn put(&mut self, hash: u64, built: Built, worth: EntryCost) {
        if hash == 0 {
            return;
        }
        self.value.clear();
        self.value.push(u64::from(built.number()));
        self.memo.put(&self.residues.current.words, hash, &self.value, worth);
    }

    /// The work of choices and labellings.
    pub(super) fn effort(&self) -> u64 {
        self.work + self.isomorphism.as_ref().map_or(0, Isomorphism::work)
    }
}

impl OptionMatrix {
    /// Writes the key of a residue, as the hypergraphs of keys need it.
    fn key(&self, words: &[u64], key: &mut Vec<u64>) {
        let layout = &self.layout;
        key.clear();
        key.resize(layout.key_layout.words(), 0);
        for item in 0..layout.items.len() {
            let item = to_u32(item);
            let list = layout.lists[layout.list_of(item)].iter();
            let mut live = list.filter(|own| bits::has(words, as_index(own.option)));
            let Some(first) = live.next() else { continue };
            let state = if item >= layout.primary {
                let agree = first.color != 0 && live.all(|own| own.color == first.color);
                if agree { first.color + 1 } else { 1 }
            } else if self.is_once(item) {
                1
            } else {
                1 + self.coverings.of(item, words)
            };
            let (word, bits) = layout.key_layout.place(item, state);
            key[word] |= bits;
        }
    }
}

/// A hash of the words of a residue. They are compared in full.
fn hash(words: &[u64]) -> u64 {
    // Several sums at once: each product waits for the one before it.
    let mut sums = [0, 1, 2, to_u64(words.len())];
    for words in words.chunks(sums.len()) {
        sums.iter_mut().zip(words).for_each(|(sum, word)| *sum = mix(sum.wrapping_add(*word)));
    }
    sums.into_iter().fold(0, |hash, sum| mix(hash.wrapping_add(sum)))
}

/// The node of an entry of the memo.
fn built(words: &[u64]) -> Built {
    Built::from_number(words.first().map_or(0, |&word| low(word)))
}
