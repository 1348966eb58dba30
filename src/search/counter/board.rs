//! [`Board`]: a memo that several threads use at the same time, without a lock for each look.
//!
//! Each holds a lock to read while it searches a few hundred nodes, and lets it go in between. There the first who has
//! met the end of the room takes the table for itself and makes more.

use crate::engine::memo::{EntryCost, Lookup, Memo, MemoStats, Table, ThreadArena};
use crate::ids::{high, to_u64, word_as_index};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

/// The marks of residues at which somebody is, and the depth down to which they are made: what is deeper is soon done,
/// and each mark moves a line of memory from one core to another.
const MARKS: usize = 1 << 12;
const MARKED: usize = 16;

/// The memo of several threads.
#[derive(Debug)]
pub(super) struct Board {
    table: RwLock<Table>,
    /// Halves of hashes, or 0. If two are the same, a residue is put off for nothing; if there is no place for one, it
    /// may be searched twice. Neither changes what is found.
    marks: Vec<AtomicU32>,
    /// Held by whoever makes room. Who would search on meanwhile waits here: at the lock to read, it might get ahead of
    /// the one that waits to write, again and again.
    making: Mutex<()>,
}

impl Board {
    /// One with what a table holds already, in so many bytes.
    pub(super) fn new(mut table: Table, bytes: usize) -> Self {
        table.set_limit(bytes);
        table.make_room();
        Self {
            table: RwLock::new(table),
            marks: (0..MARKS).map(|_| AtomicU32::new(0)).collect(),
            making: Mutex::new(()),
        }
    }

    fn read(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes room, if it is needed, or waits until somebody has.
    fn tidy(&self) {
        if self.read().is_full() {
            let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
            if self.read().is_full() {
                self.table.write().unwrap_or_else(PoisonError::into_inner).make_room();
            }
        }
    }

    pub(super) fn holding(&self) -> MemoStats {
        self.read().holding()
    }

    /// The place of a mark, and the mark.
    fn mark(&self, hash: u64) -> (&AtomicU32, u32) {
        (&self.marks[word_as_index(hash % to_u64(MARKS))], high(hash) | 1)
    }
}

/// A thread's way to the memo.
#[derive(Debug)]
pub(super) struct Handle<'b> {
    board: &'b Board,
    /// Held while the thread searches.
    table: Option<RwLockReadGuard<'b, Table>>,
    chunk: ThreadArena,
}

impl<'b> Handle<'b> {
    pub(super) fn new(board: &'b Board) -> Self {
        Self { board, table: None, chunk: ThreadArena::default() }
    }

    /// Begins to use the memo.
    pub(super) fn enter(&mut self) {
        self.table.insert(self.board.read()).enter(&mut self.chunk);
    }

    /// Lets others make room.
    pub(super) fn leave(&mut self) {
        if let Some(table) = self.table.take() {
            table.leave(&mut self.chunk);
        }
        self.board.tidy();
    }
}

impl Memo for Handle<'_> {
    #[inline]
    fn get(&mut self, depth: usize, key: &[u64], hash: u64, value: &mut Vec<u64>) -> Lookup {
        let Some(table) = &self.table else { return Lookup::Nothing };
        if let Some(size) = table.lookup(key, hash, value) {
            return Lookup::Value { size };
        }
        if depth > MARKED {
            return Lookup::Nothing;
        }
        let (place, mark) = self.board.mark(hash);
        match place.load(Ordering::Relaxed) {
            0 => place.store(mark, Ordering::Relaxed),
            other if other == mark => return Lookup::Pending,
            _ => {}
        }
        Lookup::Nothing
    }

    #[inline]
    fn put(&mut self, depth: usize, key: &[u64], hash: u64, value: &[u64], worth: EntryCost) {
        let Some(table) = &self.table else { return };
        table.put_beside(&mut self.chunk, key, hash, value, worth);
        if depth <= MARKED {
            let (place, mark) = self.board.mark(hash);
            if place.load(Ordering::Relaxed) == mark {
                place.store(0, Ordering::Relaxed);
            }
        }
    }
}
