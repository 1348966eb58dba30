//! [`ThreadArena`]: insertion into one table by several threads.
//!
//! Each thread takes words by the chunk, writes its entries there, where no other thread writes,
//! and then stores the entry's slot at an empty position. So a thread that reads a slot sees the
//! whole entry. Nothing is changed or removed while several threads use the table. When a thread
//! needs a chunk and there is none, the table is full until one thread has exclusive access and
//! frees space ([`Table::make_room`]).

use super::{EMPTY, EntryCost, HALF, Head, Table, is_same_key, write};
use crate::ids::{to_u64, word_as_index};
use std::ops::Range;
use std::sync::atomic::Ordering;

/// The number of words in a chunk: a page of memory.
const CHUNK: usize = 1 << 9;
/// The number of words at first, if the limit allows: all threads pause while the table grows.
const FIRST: usize = 1 << 16;

/// The words that belong to one thread.
#[derive(Debug, Default)]
pub(crate) struct ThreadArena {
    words: Range<usize>,
    /// The table's generation when the words were taken. In another generation they are lost: the
    /// number of entries that can follow is known then.
    generation: u64,
    /// The entries that the thread has put and that are not in the table's total yet.
    entries: u64,
}

impl Table {
    /// Whether an entry did not fit, and [`Table::make_room`] can help.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Grows by half of the words in use, or as far as the limit allows; after eviction if need be.
    pub(crate) fn make_room(&mut self) {
        let used = *self.used.get_mut();
        let mut has_room = self.has_opened(used / 16);
        if !has_room {
            self.sweep();
            has_room = self.has_opened(0);
        }
        self.is_hopeless = !has_room;
        *self.is_full.get_mut() = false;
        self.generation += 1;
    }

    /// Opens half as many words again as are in use. Returns whether there are at least `least`.
    fn has_opened(&mut self, least: usize) -> bool {
        let (used, entries) = (*self.used.get_mut(), word_as_index(*self.entries.get_mut()));
        let wanted = used + (used / 2).max(FIRST);
        // An entry has two words or more, and at most half of the slots are used.
        let slots = |table: &Self| used + table.slots.len().saturating_sub(2 * entries);
        while slots(self) < wanted && self.widen() {}
        let most = self.most_words();
        while self.words.len() < wanted.min(most) && self.words.grow(most) {}
        self.open = slots(self).min(self.words.len()).min(most);
        self.open >= used + least.max(2 * CHUNK)
    }

    /// Begins shared use of the table by a thread.
    pub(crate) fn enter(&self, chunk: &mut ThreadArena) {
        if chunk.generation != self.generation {
            *chunk = ThreadArena { generation: self.generation, ..ThreadArena::default() };
        }
    }

    /// Ends shared use of the table by a thread, and adds its entries to the total.
    pub(crate) fn leave(&self, chunk: &mut ThreadArena) {
        self.entries.fetch_add(std::mem::take(&mut chunk.entries), Ordering::Relaxed);
    }

    /// Stores the value of a key in shared use, unless another thread has done so before.
    #[inline]
    pub(crate) fn put_beside(
        &self,
        chunk: &mut ThreadArena,
        key: &[u64],
        hash: u64,
        value: &[u64],
        worth: EntryCost,
    ) {
        let Some((head, range)) = Head::of_key(key, &self.root) else { return };
        let own = &key[range];
        let Some(held) = head.with_value(value.len(), worth) else { return };
        let Some(begin) = self.take(chunk, held.length()) else { return };
        write(self.words.at(begin), held, own, value);
        let slot = hash & !HALF | to_u64(begin);
        let last = self.slots.len() - 1;
        let mut place = word_as_index(hash >> (u64::BITS - self.bits));
        let (shown, seen) = (Ordering::Release, Ordering::Acquire);
        while let Err(old) = self.slots[place].compare_exchange(EMPTY, slot, shown, seen) {
            let entry = self.entry(old, hash);
            if entry.is_some_and(|(held, words, _)| is_same_key(held, words, head, own)) {
                // Another thread was faster.
                chunk.words.start = begin;
                return;
            }
            place = (place + 1) & last;
        }
        chunk.entries += 1;
    }

    /// Takes `words` words from the arena, which takes another chunk if need be.
    #[inline]
    fn take(&self, chunk: &mut ThreadArena, words: usize) -> Option<usize> {
        if chunk.words.len() < words {
            chunk.words = self.take_chunk(words.max(CHUNK))?;
        }
        let begin = chunk.words.start;
        chunk.words.start += words;
        Some(begin)
    }

    fn take_chunk(&self, words: usize) -> Option<Range<usize>> {
        let take = |used| Some(used + words).filter(|&end| end <= self.open);
        loop {
            let Ok(begin) = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
            else {
                self.is_full.store(!self.is_hopeless, Ordering::Relaxed);
                return None;
            };
            // Otherwise the chunk would cross the end of a segment.
            if self.words.fit(begin, words) == Some(begin) {
                return Some(begin..begin + words);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::memo::table::Lookup;
    use std::sync::RwLock;
    use std::thread;

    fn hash(number: u64) -> u64 {
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Puts every number from every thread, and frees space when the table is full. Returns the
    /// table and how many numbers are found in it.
    fn filled(numbers: u64, threads: u64, bytes: usize) -> (Table, u64) {
        let mut table = Table::new(&[0; 2], bytes);
        table.make_room();
        let table = RwLock::new(table);
        let put = |thread: u64| {
            let mut chunk = ThreadArena::default();
            for slice in (0..numbers).collect::<Vec<_>>().chunks(100) {
                let read = table.read().unwrap();
                read.enter(&mut chunk);
                for &number in slice {
                    let number = if thread < 2 { number } else { numbers - 1 - number };
                    let worth = EntryCost { size: 1.0, cost: number };
                    let value = [number; 3];
                    let value = &value[..word_as_index(number % 3) + 1];
                    read.put_beside(&mut chunk, &[number, !number], hash(number), value, worth);
                }
                read.leave(&mut chunk);
                let is_full = read.is_full();
                drop(read);
                if is_full {
                    table.write().unwrap().make_room();
                }
            }
        };
        thread::scope(|scope| {
            for thread in 0..threads {
                scope.spawn(move || put(thread));
            }
        });
        let table = table.into_inner().unwrap();
        let mut value = Vec::new();
        let found = (0..numbers).filter(|&number| {
            let found = table.get(&[number, !number], hash(number), &mut value) != Lookup::Nothing;
            assert!(!found || value == vec![number; word_as_index(number % 3) + 1], "{number}");
            found
        });
        let found = to_u64(found.count());
        (table, found)
    }

    #[test]
    fn an_entry_of_several_threads_is_held_once() {
        let (table, found) = filled(50_000, 4, 1 << 26);
        assert_eq!((found, table.holding().entries, table.holding().evicted), (50_000, 50_000, 0));
    }

    #[test]
    fn a_full_table_evicts_entries() {
        for bytes in [40 << 10, 300 << 10] {
            let (table, found) = filled(50_000, 4, bytes);
            let holding = table.holding();
            assert!(holding.entries == found && found > 100, "{holding:?} {found}");
            assert!(holding.evicted > 1000 && holding.bytes <= to_u64(bytes), "{holding:?}");
        }
    }

    #[test]
    fn without_memory_nothing_is_kept() {
        for bytes in [0, 1 << 10, 4 << 10] {
            let (table, found) = filled(5000, 2, bytes);
            assert_eq!((found, table.holding().entries), (0, 0));
            assert!(!table.is_full(), "freeing space is hopeless");
        }
    }
}
