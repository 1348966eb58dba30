//! The most expensive entries of a table, to be saved.
//!
//! They spread over all depths of the search, as those that survive an eviction do.

use super::head::{COST_BITS, Head, HeldEntry};
use super::{EMPTY, HALF, Table, word};
use crate::ids::{high, to_u64, word_as_index};
use std::sync::atomic::Ordering;

impl Table {
    /// The most expensive entries, at most `most` with at most `most_words` words of keys: all that
    /// cost more than some number.
    pub(crate) fn expensive(&self, most: u64, most_words: u64) -> Vec<HeldEntry> {
        let most = most.min(most_words / to_u64(self.root.len()).max(1));
        let mut classes = [0; 1 << COST_BITS];
        self.heads().for_each(|(_, head)| classes[word_as_index(head.cost_class())] += 1);
        let mut sum = 0;
        let fits = |&class: &usize| {
            sum += classes[class];
            sum <= most
        };
        let least = (0..classes.len()).rev().take_while(fits).last().unwrap_or(classes.len());
        let heads = self.heads().filter(|(_, head)| head.cost_class() >= to_u64(least));
        heads.map(|(slot, head)| self.held(slot, head)).collect()
    }

    fn heads(&self) -> impl Iterator<Item = (u64, Head)> {
        let slots = self.slots.iter().map(|slot| slot.load(Ordering::Acquire));
        let held = slots.filter(|&slot| slot != EMPTY);
        held.map(|slot| (slot, self.head(word_as_index(slot & HALF))))
    }

    fn held(&self, slot: u64, head: Head) -> HeldEntry {
        let entry = self.words.at(word_as_index(slot & HALF));
        let (key, value) = entry[1..head.length()].split_at(head.key_words());
        let key = head.whole_key(key.iter().map(word), &self.root);
        let value = value.iter().map(word).collect();
        HeldEntry { hash: high(slot), key, value, worth: head.worth() }
    }
}
