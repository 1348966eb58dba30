//! [`WorkerPool`]: several threads that search the subtrees of a frontier.
//!
//! A worker that is idle takes the first subtree that waits, so that what is needed next is
//! searched next. When solutions are emitted, the calling thread emits those of the first subtree
//! at once, and those of others are buffered until it is their turn. A worker blocks while the
//! buffers are full. It does not block forever: after the first subtree, the next one is searched
//! if it waits, and its solutions are emitted.
//!
//! When solutions are only counted, their order does not matter. Then a worker also splits its
//! subtree when another worker is idle.

use super::frontier::{Frontier, FrontierEntry, SolutionBuffer, Taken};
use super::limits::StopReason;
use super::observers::Observers;
use super::run::{Current, Task};
use super::subtree::{Subtree, SubtreeOutcome};
use crate::engine::SearchEngine;
use crate::ids::OptionId;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The longest time between two looks of the calling thread at the clock.
const LOOK: Duration = Duration::from_millis(20);

/// A function that is called with the options of each solution.
pub(super) type Visitor<'v> = dyn FnMut(&[OptionId]) -> ControlFlow<()> + 'v;

/// How often workers communicate, and how much is buffered.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommunicationSizes {
    /// The nodes, and the solutions, between two looks of a worker at the others.
    pub(super) nodes: u64,
    pub(super) solutions: u32,
    /// The words that buffers may hold: that of the first subtree, and all together.
    pub(super) first_buffer: usize,
    pub(super) buffers: usize,
}

pub(super) const SIZES: CommunicationSizes = CommunicationSizes {
    nodes: 1 << 9,
    solutions: 1 << 5,
    first_buffer: 1 << 16,
    buffers: 1 << 23,
};

/// What workers need besides the frontier.
#[derive(Clone, Copy)]
pub(super) struct PoolConfig<'t> {
    pub(super) task: Task<'t>,
    pub(super) start: &'t (dyn Fn() -> Box<dyn SearchEngine> + Sync),
    pub(super) threads: usize,
    pub(super) sizes: CommunicationSizes,
}

impl fmt::Debug for PoolConfig<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PoolConfig").field("threads", &self.threads).finish_non_exhaustive()
    }
}

/// The workers of a search, which may pause.
#[derive(Debug)]
pub(super) struct WorkerPool {
    workers: Vec<Worker>,
    /// The solutions and nodes of the whole search, with those of subtrees that are not done.
    pub(super) found: u64,
    pub(super) nodes: u64,
}

/// A worker, with the subtree that it is searching.
#[derive(Debug, Default)]
struct Worker {
    engine: Option<Box<dyn SearchEngine>>,
    current: Option<Current>,
    /// What the others know of its subtree.
    reported: Reported,
}

#[derive(Clone, Copy, Debug, Default)]
struct Reported {
    nodes: u64,
    found: u64,
}

impl WorkerPool {
    /// A pool that continues a search.
    pub(super) fn after(frontier: &Frontier) -> Self {
        Self { workers: Vec::new(), found: frontier.found, nodes: frontier.nodes }
    }

    /// Searches the frontier until it is empty, about so many nodes were searched in all, or there
    /// is a reason to stop. Returns whether it is empty. Solutions go to the visitor if the task
    /// emits them.
    pub(super) fn run(
        &mut self,
        frontier: &mut Frontier,
        config: PoolConfig<'_>,
        until: u64,
        observers: &mut Observers<'_>,
        visitor: &mut Visitor<'_>,
    ) -> Result<bool, StopReason> {
        self.workers.resize_with(config.threads.max(1), Worker::default);
        let in_progress = |of: fn(&Reported) -> u64| -> u64 {
            self.workers.iter().map(|worker| of(&worker.reported)).sum()
        };
        let nodes = frontier.nodes + in_progress(|reported| reported.nodes);
        let found = frontier.found + in_progress(|reported| reported.found);
        let shared = Shared {
            config,
            until,
            frontier: Mutex::new(std::mem::take(frontier)),
            work: Condvar::new(),
            news: Condvar::new(),
            is_over: AtomicBool::new(false),
            idle: AtomicUsize::new(0),
            nodes: AtomicU64::new(nodes),
            found: AtomicU64::new(found),
        };
        let end = thread::scope(|scope| {
            let shared = &shared;
            let spawn = |worker| {
                thread::Builder::new().spawn_scoped(scope, move || shared.search(worker)).is_ok()
            };
            let spawned = self.workers.iter_mut().map(spawn).filter(|&spawned| spawned).count();
            if spawned == 0 {
                // The system has no threads left. The caller can search.
                return Ok(false);
            }
            shared.emit(observers, visitor)
        });
        (self.nodes, self.found) = (shared.nodes.into_inner(), shared.found.into_inner());
        *frontier = shared.frontier.into_inner().unwrap_or_else(PoisonError::into_inner);
        if end != Ok(false) {
            self.release(frontier);
        }
        end
    }

    /// Ends all searches: what was not finished is to be searched again.
    fn release(&mut self, frontier: &mut Frontier) {
        for worker in &mut self.workers {
            if let (Some(_), Some(engine)) = (worker.current.take(), &worker.engine) {
                frontier.add(engine.work());
            }
            worker.reported = Reported::default();
        }
        frontier.release();
    }
}

/// What the threads share during a run.
struct Shared<'t> {
    config: PoolConfig<'t>,
    until: u64,
    frontier: Mutex<Frontier>,
    /// There may be something to search, or space in the buffers.
    work: Condvar,
    /// There may be something to emit, or the run may be over.
    news: Condvar,
    is_over: AtomicBool,
    /// The number of workers that wait for a subtree.
    idle: AtomicUsize,
    /// The sums over the whole search.
    nodes: AtomicU64,
    found: AtomicU64,
}

impl Shared<'_> {
    fn lock(&self) -> MutexGuard<'_, Frontier> {
        self.frontier.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Ends the run of all threads.
    fn close(&self) {
        let _frontier = self.lock();
        self.is_over.store(true, Ordering::Relaxed);
        self.work.notify_all();
        self.news.notify_all();
    }

    /// Searches subtrees as long as there are any.
    fn search(&self, worker: &mut Worker) {
        // A worker that fails must not leave the others waiting.
        let closing = Closing(self);
        let Worker { engine, current, reported } = worker;
        while !self.is_over() {
            if current.is_none() {
                let Some(taken) = self.next() else { break };
                let engine = engine.get_or_insert_with(self.config.start);
                *current = Some(Current::start(engine.as_mut(), self.config.task, taken));
            }
            let (Some(engine), Some(running)) = (engine.as_mut(), current.as_mut()) else { break };
            let buffer = SolutionBuffer::default();
            let mut searcher = Searcher {
                shared: self,
                engine: engine.as_mut(),
                current: running,
                reported,
                buffer,
            };
            if let ControlFlow::Continue(split) = searcher.search() {
                let (id, found) = (running.id, running.found);
                self.finish(id, found, engine.as_ref(), split);
                (*current, *reported) = (None, Reported::default());
            }
        }
        std::mem::forget(closing);
    }

    /// Takes the next subtree; waits for one if there may be more.
    fn next(&self) -> Option<Taken> {
        let mut frontier = self.lock();
        loop {
            if self.is_over() {
                return None;
            }
            if let Some(taken) = frontier.take() {
                return Some(taken);
            }
            if frontier.is_searched() {
                return None;
            }
            self.idle.fetch_add(1, Ordering::Relaxed);
            frontier = self.work.wait(frontier).unwrap_or_else(PoisonError::into_inner);
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn finish(&self, id: u64, found: u64, engine: &dyn SearchEngine, split: Vec<Subtree>) {
        let mut frontier = self.lock();
        frontier.add(engine.work());
        frontier.finish(id, split);
        if !self.config.task.emits {
            frontier.found += found;
            frontier.remove(id);
        }
        self.work.notify_all();
        self.news.notify_one();
    }

    /// Emits all solutions, in the order of the frontier, until the run ends. Returns whether the
    /// frontier is empty.
    fn emit(
        &self,
        observers: &mut Observers<'_>,
        visitor: &mut Visitor<'_>,
    ) -> Result<bool, StopReason> {
        let _closing = Closing(self);
        let mut solutions = SolutionBuffer::default();
        loop {
            let frontier = self.lock();
            if let Some(stop) = self.observe(&frontier, observers) {
                return Err(stop);
            }
            if frontier.is_empty() {
                return Ok(true);
            }
            let frontier = self.wait(frontier);
            if self.is_over() && !frontier.is_searched() {
                let is_spent = self.nodes.load(Ordering::Relaxed) >= self.until;
                // If a worker has failed, the scope panics.
                return if is_spent { Ok(false) } else { Err(StopReason::Cancelled) };
            }
            self.fetch(frontier, &mut solutions);
            if let Some(stop) = self.emit_all(&mut solutions, visitor) {
                return Err(stop);
            }
        }
    }

    /// Reports progress. Returns a reason to stop, if there is one.
    fn observe(&self, frontier: &Frontier, observers: &mut Observers<'_>) -> Option<StopReason> {
        let mut standing = frontier.standing(0, 0);
        standing.nodes = self.nodes.load(Ordering::Relaxed);
        if !self.config.task.emits {
            standing.solutions = self.found.load(Ordering::Relaxed);
        }
        observers.observe(frontier, |_| standing);
        self.config.task.limits.reached(standing.solutions, standing.nodes)
    }

    /// Waits until the first subtree is done or has solutions, but not longer than [`LOOK`].
    fn wait<'l>(&self, frontier: MutexGuard<'l, Frontier>) -> MutexGuard<'l, Frontier> {
        let has_news =
            frontier.first().is_none_or(|entry| entry.is_done() || !entry.solutions.is_empty());
        if has_news || self.is_over() {
            return frontier;
        }
        let waited = self.news.wait_timeout(frontier, LOOK);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Takes the buffered solutions of the first subtree.
    fn fetch(&self, mut frontier: MutexGuard<'_, Frontier>, solutions: &mut SolutionBuffer) {
        let Some(first) = frontier.first_mut() else { return };
        std::mem::swap(solutions, &mut first.solutions);
        frontier.buffered -= solutions.size();
        self.work.notify_all();
    }

    /// Emits these solutions of the first subtree, and removes it if all of them are emitted.
    fn emit_all(
        &self,
        solutions: &mut SolutionBuffer,
        visitor: &mut Visitor<'_>,
    ) -> Option<StopReason> {
        let limit = self.config.task.limits.solutions;
        let (before, mut emitted, mut stop) = (self.lock().found, 0, None);
        for options in solutions.iter() {
            emitted += 1;
            if visitor(options).is_break() {
                stop = Some(StopReason::Interrupted);
            } else if limit == Some(before + emitted) {
                stop = Some(StopReason::SolutionLimit);
            }
            if stop.is_some() {
                break;
            }
        }
        solutions.clear();
        let mut frontier = self.lock();
        frontier.emit(emitted);
        if stop.is_some() {
            // What is left to be emitted of the first subtree is found again.
            return stop;
        }
        if let Some(id) = frontier.first().and_then(FrontierEntry::finished_id) {
            frontier.remove(id);
            self.work.notify_all();
        }
        None
    }
}

/// Ends the run of all threads when it is dropped.
struct Closing<'s, 't>(&'s Shared<'t>);

impl Drop for Closing<'_, '_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A worker in its subtree.
struct Searcher<'s, 't> {
    shared: &'s Shared<'t>,
    engine: &'s mut dyn SearchEngine,
    current: &'s mut Current,
    reported: &'s mut Reported,
    buffer: SolutionBuffer,
}

impl Searcher<'_, '_> {
    /// Searches to the end of the subtree, and returns what was split off, or until the run is
    /// over.
    fn search(&mut self) -> ControlFlow<(), Vec<Subtree>> {
        let PoolConfig { task, sizes, .. } = self.shared.config;
        let mut solutions = 0;
        loop {
            match self.current.search.step(self.engine, sizes.nodes) {
                SubtreeOutcome::Done(split) => {
                    // A search that only counts has nothing to hand over, and may end now.
                    if self.report().is_break() && task.emits {
                        return ControlFlow::Break(());
                    }
                    return ControlFlow::Continue(split);
                }
                SubtreeOutcome::Paused => solutions = sizes.solutions,
                SubtreeOutcome::Solution => {
                    solutions += 1;
                    match self.current.is_new() {
                        true if task.emits => {
                            self.buffer.push(|options| self.engine.solution(options));
                        }
                        is_new => self.current.found += u64::from(is_new),
                    }
                }
            }
            if solutions >= sizes.solutions {
                solutions = 0;
                self.report()?;
                self.share();
            }
        }
    }

    /// Adds what was done to the sums, and hands the solutions over.
    fn report(&mut self) -> ControlFlow<()> {
        let shared = self.shared;
        let (nodes, found) = (self.engine.work().nodes, self.current.found);
        let new_nodes = nodes - self.reported.nodes;
        let all_nodes = shared.nodes.fetch_add(new_nodes, Ordering::Relaxed) + new_nodes;
        let new_found = found - self.reported.found;
        let all_found = shared.found.fetch_add(new_found, Ordering::Relaxed) + new_found;
        *self.reported = Reported { nodes, found };
        if shared.is_over() {
            return ControlFlow::Break(());
        }
        if all_nodes >= shared.until {
            shared.close();
        } else if shared.config.task.limits.solutions.is_some_and(|most| all_found >= most) {
            shared.news.notify_one();
        }
        self.hand_over()
    }

    /// Splits the subtree if another worker is idle and the order of solutions does not matter.
    fn share(&mut self) {
        let is_idle = self.shared.idle.load(Ordering::Relaxed) > 0;
        if is_idle && !self.shared.config.task.emits && self.current.skip == 0 {
            let nodes = self.engine.work().nodes;
            self.current.search.split(self.engine, nodes);
        }
    }

    /// Hands solutions over, as soon as there is space for them.
    fn hand_over(&mut self) -> ControlFlow<()> {
        if self.buffer.is_empty() {
            return ControlFlow::Continue(());
        }
        let (shared, id) = (self.shared, self.current.id);
        let mut frontier = shared.lock();
        loop {
            if shared.is_over() {
                return ControlFlow::Break(());
            }
            let (is_first, buffered) = (frontier.is_first(id), frontier.buffered);
            let Some(entry) = frontier.get_mut(id) else { return ControlFlow::Break(()) };
            let (own, sizes) = (entry.solutions.size(), shared.config.sizes);
            let has_space =
                if is_first { own < sizes.first_buffer } else { buffered < sizes.buffers };
            if has_space {
                let size = self.buffer.size();
                entry.solutions.append(&mut self.buffer);
                frontier.buffered += size;
                if is_first {
                    shared.news.notify_one();
                }
                return ControlFlow::Continue(());
            }
            frontier = shared.work.wait(frontier).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
