//! [`SharedTable`]: a table that several searches use at the same time, without a lock.
//!
//! Each search enters the table, looks up and inserts for a while, and leaves it. When all have
//! left, the table may evict entries.

use super::arena::ThreadArena;
use super::{EntryCost, Lookup, Table};
use crate::ids::{high, to_u64, word_as_index};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of marks for subproblems that are being searched, and the depth down to which they
/// are set: deeper ones are done soon, and each mark moves a cache line from one core to another.
const MARKS: usize = 1 << 12;
const MARKED: usize = 16;

/// A table, and the subproblems that are being searched.
#[derive(Debug)]
pub(crate) struct SharedTable {
    table: Table,
    /// Halves of hashes, or 0. If two are equal, a subproblem is deferred for nothing; if there is
    /// no place for one, it may be searched twice. Neither changes the count.
    marks: Vec<AtomicU32>,
}

impl SharedTable {
    pub(super) fn new(mut table: Table) -> Self {
        table.make_room();
        Self { table, marks: (0..MARKS).map(|_| AtomicU32::new(0)).collect() }
    }

    /// Changes the limit, in bytes, while no search uses the table.
    pub(crate) fn set_limit(&mut self, bytes: usize) {
        let is_more = bytes > self.table.limit;
        self.table.set_limit(bytes);
        let is_too_open = self.table.open > self.table.most_words();
        if is_too_open || (is_more && self.table.is_hopeless) {
            self.table.make_room();
        }
    }

    /// Whether an entry did not fit, so that all searches must leave.
    pub(crate) fn is_full(&self) -> bool {
        self.table.is_full()
    }

    /// Frees space if an entry did not fit, while no search uses the table.
    pub(crate) fn make_room(&mut self) {
        if self.table.is_full() {
            self.table.make_room();
        }
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    /// The number of subproblems that are marked.
    #[cfg(test)]
    pub(crate) fn marks_left(&self) -> usize {
        self.marks.iter().filter(|mark| mark.load(Ordering::Relaxed) != 0).count()
    }

    /// Marks a subproblem `depth` frames below the root with this hash as being searched, unless it
    /// is too deep, or the hash is 0: there is none. Returns whether no other search had marked it.
    pub(crate) fn begin(&self, depth: usize, hash: u64) -> bool {
        if depth > MARKED || hash == 0 {
            return true;
        }
        let (place, mark) = self.mark(hash);
        let other = place.load(Ordering::Relaxed);
        if other == 0 {
            place.store(mark, Ordering::Relaxed);
        }
        other != mark
    }

    /// The place of a mark, and the mark.
    fn mark(&self, hash: u64) -> (&AtomicU32, u32) {
        (&self.marks[word_as_index(hash % to_u64(MARKS))], high(hash) | 1)
    }
}

/// The access of a search to a table.
#[derive(Debug, Default)]
pub(crate) struct Access {
    /// The table, while the search uses it.
    shared: Option<Arc<SharedTable>>,
    arena: ThreadArena,
}

impl Access {
    pub(super) fn table(&self) -> Option<&Table> {
        self.shared.as_ref().map(|shared| &shared.table)
    }

    pub(super) fn enter(&mut self, shared: &Arc<SharedTable>) {
        shared.table.enter(&mut self.arena);
        self.shared = Some(Arc::clone(shared));
    }

    pub(super) fn leave(&mut self) {
        if let Some(shared) = self.shared.take() {
            shared.table.leave(&mut self.arena);
        }
    }

    #[inline]
    pub(super) fn get(&self, depth: usize, key: &[u64], hash: u64, value: &mut Vec<u64>) -> Lookup {
        let Some(table) = self.table() else { return Lookup::Nothing };
        match table.get(key, hash, value) {
            Lookup::Nothing if !self.begin(depth, hash) => Lookup::Pending,
            found => found,
        }
    }

    pub(super) fn begin(&self, depth: usize, hash: u64) -> bool {
        self.shared.as_ref().is_none_or(|shared| shared.begin(depth, hash))
    }

    #[inline]
    pub(super) fn put(
        &mut self,
        depth: usize,
        key: &[u64],
        hash: u64,
        value: &[u64],
        worth: EntryCost,
    ) {
        if let Some(shared) = &self.shared {
            shared.table.put_beside(&mut self.arena, key, hash, value, worth);
        }
        self.release(depth, hash);
    }

    pub(super) fn release(&self, depth: usize, hash: u64) {
        let Some(shared) = self.shared.as_ref().filter(|_| depth <= MARKED) else { return };
        let (place, mark) = shared.mark(hash);
        if place.load(Ordering::Relaxed) == mark {
            place.store(0, Ordering::Relaxed);
        }
    }
}
