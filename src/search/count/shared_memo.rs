//! [`SharedMemo`]: a memo that several threads use at the same time, without a lock for each
//! look-up.
//!
//! Each thread holds a read lock while it searches a few hundred nodes. Between two such slices,
//! the first thread that finds the table full locks it and evicts entries.

use crate::engine::memo::{EntryCost, HeldEntry, Lookup, Memo, MemoStats, Table, ThreadArena};
use crate::ids::{high, to_u64, word_as_index};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

/// The number of marks for subproblems that are being searched, and the depth down to which they
/// are set: deeper ones are done soon, and each mark moves a cache line from one core to another.
const MARKS: usize = 1 << 12;
const MARKED: usize = 16;

/// The memo of several threads.
#[derive(Debug)]
pub(super) struct SharedMemo {
    table: RwLock<Table>,
    /// Halves of hashes, or 0. If two are equal, a subproblem is deferred for nothing; if there is
    /// no place for one, it may be searched twice. Neither changes the count.
    marks: Vec<AtomicU32>,
    /// Held by the thread that evicts entries. Other threads wait for it: at the read lock, they
    /// could starve the writer.
    eviction: Mutex<()>,
}

impl SharedMemo {
    /// A memo with the entries of a table, and a limit in bytes.
    pub(super) fn new(mut table: Table, bytes: usize) -> Self {
        table.set_limit(bytes);
        table.make_room();
        Self {
            table: RwLock::new(table),
            marks: (0..MARKS).map(|_| AtomicU32::new(0)).collect(),
            eviction: Mutex::new(()),
        }
    }

    fn read(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Evicts entries if the table is full, or waits until another thread has.
    fn tidy(&self) {
        if self.read().is_full() {
            let _eviction = self.eviction.lock().unwrap_or_else(PoisonError::into_inner);
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

/// The access of a thread to the memo.
#[derive(Debug)]
pub(super) struct Handle<'b> {
    shared: &'b SharedMemo,
    /// Held while the thread searches.
    table: Option<RwLockReadGuard<'b, Table>>,
    chunk: ThreadArena,
}

impl<'b> Handle<'b> {
    pub(super) fn new(shared: &'b SharedMemo) -> Self {
        Self { shared, table: None, chunk: ThreadArena::default() }
    }

    /// Begins to use the memo.
    pub(super) fn enter(&mut self) {
        self.table.insert(self.shared.read()).enter(&mut self.chunk);
    }

    /// Lets other threads evict entries.
    pub(super) fn leave(&mut self) {
        if let Some(table) = self.table.take() {
            table.leave(&mut self.chunk);
        }
        self.shared.tidy();
    }
}

impl Memo for Handle<'_> {
    #[inline]
    fn get(&mut self, depth: usize, key: &[u64], hash: u64, value: &mut Vec<u64>) -> Lookup {
        let Some(table) = &self.table else { return Lookup::Nothing };
        if let Some(size) = table.lookup(key, hash, value) {
            return Lookup::Value { size };
        }
        if self.begin(depth, hash) { Lookup::Nothing } else { Lookup::Pending }
    }

    fn begin(&mut self, depth: usize, hash: u64) -> bool {
        if depth > MARKED {
            return true;
        }
        let (place, mark) = self.shared.mark(hash);
        let other = place.load(Ordering::Relaxed);
        if other == 0 {
            place.store(mark, Ordering::Relaxed);
        }
        other != mark
    }

    fn find(
        &mut self,
        hash: u64,
        value: &mut Vec<u64>,
        is_same: &mut dyn FnMut(&[u64]) -> bool,
    ) -> Option<EntryCost> {
        self.table.as_ref()?.find_entry(hash, value, is_same)
    }

    #[inline]
    fn put(&mut self, depth: usize, key: &[u64], hash: u64, value: &[u64], worth: EntryCost) {
        let Some(table) = &self.table else { return };
        table.put_beside(&mut self.chunk, key, hash, value, worth);
        self.release(depth, hash);
    }

    fn expensive(&self, most: u64, most_words: u64) -> Vec<HeldEntry> {
        self.shared.read().expensive(most, most_words)
    }

    fn release(&mut self, depth: usize, hash: u64) {
        if depth > MARKED {
            return;
        }
        let (place, mark) = self.shared.mark(hash);
        if place.load(Ordering::Relaxed) == mark {
            place.store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Subproblem;
    use crate::engine::memo::tests::{latin, symmetric};
    use crate::engine::memo::{
        CanonicalMode, Counts, MemoSearch, Order, Orders, Plan, Status, machine,
    };
    use crate::problem::Problem;

    /// Counts by two searches that share a memo and take turns of so many nodes. Returns how many
    /// marks are left.
    fn marks_left(problem: &Problem, plan: &Plan, turns: [u64; 2]) -> usize {
        let root = Subproblem::default();
        let memo = |key: &[u64]| Table::new(key, 1 << 22);
        let table = machine(problem, None, &root, plan, Counts, memo).memo;
        let shared = SharedMemo::new(table, 1 << 22);
        let mut searches = [false, true].map(|is_backwards| {
            let mut search = machine(problem, None, &root, plan, Counts, |_| Handle::new(&shared));
            search.is_backwards = is_backwards;
            search.always_find_representatives();
            search
        });
        let mut is_over = false;
        while !is_over {
            is_over = true;
            for (search, nodes) in searches.iter_mut().zip(turns) {
                search.memo.enter();
                is_over &= search.advance(nodes) == Status::Done;
                search.memo.leave();
            }
        }
        let [one, other] = searches.each_ref().map(MemoSearch::value);
        assert!(one == other && one.is_some());
        shared.marks.iter().filter(|mark| mark.load(Ordering::Relaxed) != 0).count()
    }

    #[test]
    fn searches_that_are_over_leave_no_marks() {
        let mut seed = 5;
        let mut random = |bound: u64| crate::engine::splitmix::next(&mut seed) % bound;
        for number in 0..300 {
            let problem: Problem = symmetric(&mut random).parse().unwrap();
            for order in [Order::Fewest, Order::Frontier] {
                let plan = Orders::new(&problem, None, CanonicalMode::Auto).plan(order);
                for turns in [[1, 1], [2, 3], [7, 1 << 20]] {
                    assert_eq!(
                        marks_left(&problem, &plan, turns),
                        0,
                        "{number} {order:?} {turns:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn measurements_leave_no_marks() {
        let problem: Problem = latin(7).parse().unwrap();
        let plan = Orders::new(&problem, None, CanonicalMode::Auto).plan(Order::Fewest);
        assert_eq!(marks_left(&problem, &plan, [1, 1]), 0);
    }
}
