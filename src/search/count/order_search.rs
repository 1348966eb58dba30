//! [`OrderSearch`]: the search of an order, by one thread or by several that share a memo.
//!
//! Each thread runs the whole search, and looks up what others have found. Near the root, a thread
//! defers a subproblem that another one is searching, or one that is the same up to renaming, and
//! returns to it when its siblings are done. If both were labelled, it does so at any depth. Every
//! other thread tries options from the last to the first, and chooses an option first where the
//! others drop it first, so that two threads that reach the same subproblem at the same time search
//! different parts of it. No work is distributed, so that nothing has to be balanced. The value is
//! that of one thread, because a subproblem has one value.
//!
//! All threads pause at the end of a turn, and when the memo is full.

#[cfg(test)]
mod tests;

use crate::engine::memo::{MemoSearch, MemoStats, MemoWork, SharedTable, Status, Table, Values};
use crate::search::limits::Limits;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

/// The nodes between two looks at the clock, if there is a callback for progress, and between two
/// looks at what other threads have done.
const SLICE: u64 = 256;
/// The reciprocal of the share of the memory that labelled subproblems may take.
const FORM_PARTS: usize = 8;

/// The search of an order.
#[derive(Debug)]
pub(super) struct OrderSearch<V: Values> {
    /// The search of each thread; at least one.
    searches: Vec<MemoSearch<V>>,
    /// The memo, if it is shared.
    shared: Option<Arc<SharedTable>>,
    /// The work of the search when others joined it. They began with its counters.
    work_when_shared: MemoWork,
}

/// What a search may do in a turn.
#[derive(Clone, Copy)]
pub(super) struct Allowance<'a> {
    pub(super) nodes: u64,
    pub(super) limits: &'a Limits,
    /// The nodes of all strategies before.
    pub(super) nodes_before: u64,
    /// Whether there is a callback for progress.
    pub(super) is_watched: bool,
}

impl<V: Values> OrderSearch<V> {
    pub(super) fn new(search: MemoSearch<V>) -> Self {
        Self { searches: vec![search], shared: None, work_when_shared: MemoWork::default() }
    }

    /// Sets how many nodes a search that has not begun may need.
    pub(super) fn expect(&mut self, nodes: f64) {
        self.searches.iter_mut().for_each(|search| search.expect(nodes));
    }

    /// The search that has the value, or else the first. Others can have a larger share, because
    /// theirs is easier.
    pub(super) fn first_or_finished(&self) -> &MemoSearch<V> {
        let finished = self.searches.iter().find(|search| search.value().is_some());
        finished.unwrap_or(&self.searches[0])
    }

    /// The search of the only thread.
    pub(super) fn only(&mut self) -> Option<&mut MemoSearch<V>> {
        if let [search] = &mut self.searches[..] { Some(search) } else { None }
    }

    /// The search that has the value.
    ///
    /// # Panics
    /// If there is no value.
    pub(super) fn into_finished(self) -> MemoSearch<V> {
        let mut searches = self.searches.into_iter();
        searches.find(|search| search.value().is_some()).expect("a search has the value")
    }

    pub(super) fn searches(&self) -> impl Iterator<Item = &MemoSearch<V>> {
        self.searches.iter()
    }

    /// The value of all solutions, once a search is finished.
    pub(super) fn value(&self) -> Option<&V::Value> {
        self.searches.iter().find_map(MemoSearch::value)
    }

    /// The work of all threads.
    pub(super) fn work(&self) -> MemoWork {
        let others =
            self.searches[1..].iter().map(|search| search.work().since(self.work_when_shared));
        others.fold(self.searches[0].work(), MemoWork::plus)
    }

    /// The binary logarithm of the share that is done: that of the first thread, and the largest of
    /// the threads that begin at the last options, but at most as much again, because the last
    /// options can be far easier. Other threads that begin at the first options don't count: they
    /// defer the hard subproblems that the first thread is searching.
    pub(super) fn share(&self) -> f64 {
        let [first, other] = self.of_first_and_backwards(MemoSearch::share, f64::NEG_INFINITY);
        if other.is_finite() {
            (first + (1.0 + (other - first).exp2()).log2()).min(0.0)
        } else {
            first
        }
    }

    /// The approximate number of nodes that a search without memo would have visited so far, by the
    /// same rule.
    pub(super) fn size(&self) -> f64 {
        self.of_first_and_backwards(MemoSearch::size, 0.0).iter().sum()
    }

    /// The number of the first thread, and the greatest of those that begin at the last options, at
    /// most as great.
    fn of_first_and_backwards(&self, of: fn(&MemoSearch<V>) -> f64, least: f64) -> [f64; 2] {
        let first = of(&self.searches[0]);
        let backwards = self.searches.iter().filter(|search| search.is_backwards);
        [first, backwards.map(of).fold(least, f64::max).min(first)]
    }

    /// The memory of a thread without the memo and the values, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.searches[0].bytes()
    }

    /// The memory of the values, in bytes.
    pub(super) fn value_bytes(&self) -> usize {
        self.searches.iter().map(|search| search.values.bytes()).sum()
    }

    pub(super) fn table(&self) -> Option<&Table> {
        match &self.shared {
            Some(shared) => Some(shared.table()),
            None => self.searches[0].memo.table(),
        }
    }

    pub(super) fn holding(&self) -> MemoStats {
        self.table().map_or_else(MemoStats::default, Table::holding)
    }

    /// Limits the memory of the memo and of labelled subproblems that are kept, in bytes.
    pub(super) fn limit_memory(&mut self, bytes: usize) {
        let own = bytes / FORM_PARTS / self.searches.len();
        let forms: usize = self.searches.iter_mut().map(|search| search.limit_forms(own)).sum();
        let bytes = bytes.saturating_sub(forms);
        match &mut self.shared {
            Some(shared) => idle(shared).set_limit(bytes),
            None => {
                if let Some(table) = self.searches[0].memo.own() {
                    table.set_limit(bytes);
                }
            }
        }
    }

    /// Adds searches up to this number of threads, unless the search is shared already.
    pub(super) fn share_among(&mut self, threads: usize) {
        // A node of a diagram is a number of one search.
        if self.shared.is_some() || threads < 2 || !V::IS_INVARIANT {
            return;
        }
        let search = &mut self.searches[0];
        self.work_when_shared = search.work();
        let (table, other) = search.share_memo();
        self.shared = Some(Arc::new(table));
        self.searches.extend((1..threads).map(|thread| other.beside(thread % 2 == 1)));
    }

    /// Searches on for a part of the allowed nodes or, if threads share the search, for about all
    /// of them. From time to time, `look` gets the search of the calling thread and the nodes of
    /// all strategies.
    pub(super) fn advance(
        &mut self,
        allowance: Allowance<'_>,
        look: &mut dyn FnMut(&MemoSearch<V>, u64),
    ) -> Status
    where
        V: Send,
        V::Value: Send,
    {
        let Allowance { nodes, limits, nodes_before, is_watched } = allowance;
        let Some(shared) = &mut self.shared else {
            let slice = if is_watched { SLICE } else { u64::MAX };
            let search = &mut self.searches[0];
            let before = search.work().nodes;
            let status = search.advance(limits.budget(nodes_before).min(nodes).min(slice));
            look(search, nodes_before + search.work().nodes - before);
            return status;
        };
        idle(shared).make_room();
        let turn = &SharedTurn {
            limits,
            until: nodes_before.saturating_add(nodes),
            nodes: AtomicU64::new(nodes_before),
            is_over: AtomicBool::new(false),
            knows_involutions: AtomicBool::new(
                self.searches.iter().any(MemoSearch::knows_involutions),
            ),
        };
        let shared = &*shared;
        let (own, others) = self.searches.split_first_mut().expect("there is at least one");
        thread::scope(|scope| {
            let run = |search| move || turn.run(search, shared, &mut |_, _| ());
            // If the system has no threads left, the others search.
            let spawn = |search| thread::Builder::new().spawn_scoped(scope, run(search)).ok();
            let others: Vec<_> = others.iter_mut().filter_map(spawn).collect();
            let own = turn.run(own, shared, look);
            let others = others
                .into_iter()
                .map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            others.fold(own, |one, other| if one == Status::Paused { other } else { one })
        })
    }
}

/// A turn of threads that share a search.
struct SharedTurn<'a> {
    limits: &'a Limits,
    /// The nodes of all strategies at the end of the turn.
    until: u64,
    /// The nodes of all strategies until now.
    nodes: AtomicU64,
    /// Whether a thread has ended its turn. Then all do.
    is_over: AtomicBool,
    /// Whether a thread has looked for the involutions of the problem. Then all do: if each waited
    /// for labellings of its own, they would search twice what representatives find.
    knows_involutions: AtomicBool,
}

impl SharedTurn<'_> {
    /// The turn of a thread.
    fn run<V: Values>(
        &self,
        search: &mut MemoSearch<V>,
        shared: &Arc<SharedTable>,
        look: &mut dyn FnMut(&MemoSearch<V>, u64),
    ) -> Status {
        let _ending = Ending(&self.is_over);
        search.memo.enter(shared);
        let mut status = Status::Paused;
        while status == Status::Paused && !self.is_over.load(Ordering::Relaxed) {
            let nodes = self.nodes.load(Ordering::Relaxed);
            let is_over = nodes >= self.until || self.limits.reached(0, nodes).is_some();
            if is_over || shared.is_full() {
                break;
            }
            let before = search.work().nodes;
            let rest = self.until - nodes;
            status = search.advance(self.limits.budget(nodes).min(SLICE).min(rest));
            self.exchange(search);
            let own = search.work().nodes - before;
            let nodes = self.nodes.fetch_add(own, Ordering::Relaxed) + own;
            look(search, nodes);
        }
        search.memo.leave();
        status
    }

    /// Lets all threads look for involutions as soon as one does.
    fn exchange<V: Values>(&self, search: &mut MemoSearch<V>) {
        match (search.knows_involutions(), self.knows_involutions.load(Ordering::Relaxed)) {
            (true, false) => self.knows_involutions.store(true, Ordering::Relaxed),
            (false, true) => search.find_involutions(),
            _ => {}
        }
    }
}

/// Ends the turn of all threads when it is dropped, even if a thread fails.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A table between two turns.
fn idle(shared: &mut Arc<SharedTable>) -> &mut SharedTable {
    Arc::get_mut(shared).expect("searches leave it at the end of a turn")
}
