//! [`Enumeration`]: counting by visiting every solution.

use super::collection::Collection;
use super::subject::Subject;
use crate::engine::{Engine, EngineChoice, EngineReason, Path, SearchEngine};
use crate::search::frontier::Frontier;
use crate::search::limits::StopReason;
use crate::search::observers::Observers;
use crate::search::progress::{Standing, Watch};
use crate::search::run::{Current, Task};
use crate::search::schedule::Schedule;
use crate::search::subtree::SubtreeOutcome;
use crate::search::thread_count::ThreadCount;
use crate::search::workers::{PoolConfig, SIZES, WorkerPool};
use std::ops::ControlFlow;

/// Solutions between two looks at the limits.
const SOLUTIONS: u32 = 64;

/// A search that visits all solutions, and may pause.
#[derive(Debug)]
pub(super) struct Enumeration<'s> {
    subject: Subject<'s>,
    engine: &'s mut (dyn SearchEngine + 's),
    frontier: Frontier,
    current: Option<Current>,
    threads: ThreadCount,
    schedule: Schedule,
    /// The other threads, after the search was split.
    pool: Option<WorkerPool>,
    collection: Collection,
}

impl<'s> Enumeration<'s> {
    /// A search of a frontier with an engine. A long one is shared by this number of threads. One
    /// that is to be saved is split by a schedule.
    pub(super) fn new(
        subject: Subject<'s>,
        engine: &'s mut (dyn SearchEngine + 's),
        threads: ThreadCount,
        frontier: Frontier,
        schedule: Option<Schedule>,
    ) -> Self {
        // Counts have memos of their own. But solutions that were emitted before are skipped: they
        // must come in the same order, so with the memo of the engine.
        engine.use_memo(frontier.first().is_some_and(|first| first.emitted > 0));
        // Several threads keep no limit of nodes.
        let threads = if subject.limits.nodes.is_some() { ThreadCount::ONE } else { threads };
        let usual = if threads.may_be_several() { Schedule::SPLIT } else { Schedule::WHOLE };
        let schedule = schedule.unwrap_or(usual);
        let (current, pool) = (None, None);
        let collection = Collection::Nothing;
        let mut search =
            Self { subject, engine, frontier, current, threads, schedule, pool, collection };
        search.start_next();
        search
    }

    /// A search of the whole problem by one thread, which fills a collection. When that is full, it
    /// pauses, and is of no more use.
    pub(super) fn collecting(
        subject: Subject<'s>,
        engine: &'s mut (dyn SearchEngine + 's),
        collection: Collection,
    ) -> Self {
        let search = Self::new(subject, engine, ThreadCount::ONE, Frontier::whole(), None);
        Self { collection, ..search }
    }

    /// Whether there are more solutions than may be collected.
    pub(super) fn is_full(&self) -> bool {
        self.collection.is_full(self.nodes())
    }

    pub(super) fn into_collection(self) -> Collection {
        self.collection
    }

    fn task(&self) -> Task<'s> {
        let Subject { limits, root, .. } = self.subject;
        Task { limits, assumptions: root, schedule: self.schedule, emits: false }
    }

    /// What is left: subtrees that are being searched count as not begun.
    pub(super) fn frontier(&self) -> &Frontier {
        &self.frontier
    }

    /// Ends the search. Returns what is left.
    pub(super) fn into_frontier(mut self) -> Frontier {
        self.frontier.release();
        self.frontier
    }

    /// Begins with the next subtree. Returns whether there is one.
    fn start_next(&mut self) -> bool {
        let task = self.task();
        let taken = self.frontier.take();
        self.current = taken.map(|taken| Current::start(self.engine, task, taken));
        self.current.is_some()
    }

    pub(super) fn found(&self) -> u64 {
        let current = self.current.as_ref().map_or(0, |current| current.found);
        self.pool.as_ref().map_or(self.frontier.found + current, |pool| pool.found)
    }

    pub(super) fn nodes(&self) -> u64 {
        let current = || self.current.as_ref().map_or(0, |_| self.engine.work().nodes);
        self.pool.as_ref().map_or_else(|| self.frontier.nodes + current(), |pool| pool.nodes)
    }

    pub(super) fn chosen(&self) -> Option<EngineChoice> {
        self.engine.chosen()
    }

    /// Whether learning takes turns, or lists solutions. Then the share of the tree says little.
    pub(super) fn is_learning(&self) -> bool {
        self.pool.is_none() && self.chosen().is_some_and(|choice| choice.engine == Engine::Learning)
    }

    /// Whether learning lists solutions.
    pub(super) fn is_listing(&self) -> bool {
        self.is_learning() && self.chosen().is_some_and(|choice| choice.why == EngineReason::Many)
    }

    /// The binary logarithm of the share of the tree that is done, if the options of an item are in
    /// as many solutions, and all solutions take the same work; `None` if it is not known. Of
    /// threads, only the subtrees that they have finished count.
    pub(super) fn share(&self) -> Option<f64> {
        let share = if self.pool.is_some() {
            Some(self.frontier.share()).filter(|&share| share > 0.0)?
        } else {
            let mut path = Path::default();
            let current = self.current.as_ref().filter(|_| self.frontier.nodes == 0)?;
            let is_known = self.engine.path(&mut path);
            let below = is_known.then(|| path.share())?;
            self.frontier.share() + current.search.weight() * below
        };
        Some(share.clamp(f64::MIN_POSITIVE, 1.0).log2())
    }

    /// The nodes of this run and of those before it.
    pub(super) fn all_nodes(&self) -> u64 {
        self.frontier.nodes_before + self.nodes()
    }

    /// Searches on until there were about this number of nodes, beside those of other strategies.
    /// Returns whether all is searched.
    pub(super) fn run(
        &mut self,
        until: u64,
        others: u64,
        watch: &mut Option<Watch<'_>>,
    ) -> Result<bool, StopReason> {
        while self.pool.is_none() {
            if self.current.is_none() && !self.start_next() {
                return Ok(true);
            }
            match self.run_alone(until, others, watch)? {
                ControlFlow::Break(()) => return Ok(false),
                ControlFlow::Continue(())
                    if !self.frontier.is_empty() && self.threads.number() > 1 =>
                {
                    self.pool = Some(WorkerPool::after(&self.frontier));
                }
                ControlFlow::Continue(()) => {}
            }
        }
        self.run_together(until, watch)
    }

    /// Searches one subtree to its end, or breaks when there were enough nodes.
    fn run_alone(
        &mut self,
        until: u64,
        others: u64,
        watch: &mut Option<Watch<'_>>,
    ) -> Result<ControlFlow<()>, StopReason> {
        let limits = self.subject.limits;
        let before = self.frontier.nodes;
        let slice = if watch.is_some() { Observers::NODES } else { u64::MAX };
        while let Some(current) = &mut self.current {
            let nodes = before + self.engine.work().nodes;
            if let Some(stop) = limits.reached(0, nodes + others) {
                return Err(stop);
            }
            if nodes >= until || self.collection.is_full(nodes) {
                return Ok(ControlFlow::Break(()));
            }
            let budget = limits.budget(nodes + others).min(until - nodes).min(slice);
            for _ in 0..SOLUTIONS {
                match current.search.step(self.engine, budget) {
                    SubtreeOutcome::Solution => {
                        current.found += u64::from(current.is_new());
                        self.collection.add(self.engine);
                    }
                    SubtreeOutcome::Paused => break,
                    SubtreeOutcome::Done(split) => {
                        self.frontier.add(self.engine.work());
                        self.frontier.found += current.found;
                        self.frontier.finish(current.id, split);
                        self.frontier.remove(current.id);
                        self.current = None;
                        return Ok(ControlFlow::Continue(()));
                    }
                }
            }
            if let Some(watch) = watch {
                watch.look(|path| Standing {
                    share: self.engine.path(path).then(|| path.share()),
                    solutions: self.frontier.found + current.found,
                    nodes: before + self.engine.work().nodes + others,
                    ..Standing::default()
                });
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn run_together(
        &mut self,
        until: u64,
        watch: &mut Option<Watch<'_>>,
    ) -> Result<bool, StopReason> {
        let Subject { problem, kind, known, .. } = self.subject;
        let start = || kind.start(problem, known);
        let config = PoolConfig {
            task: self.task(),
            start: &start,
            threads: self.threads.number(),
            sizes: SIZES,
        };
        let Some(pool) = &mut self.pool else { return Ok(false) };
        let mut observers = Observers::new(watch.take(), None);
        let mut visitor = |_: &[_]| ControlFlow::Continue(());
        let end = pool.run(&mut self.frontier, config, until, &mut observers, &mut visitor);
        *watch = observers.watch;
        if end == Ok(false) && pool.nodes < until {
            // The system has no threads.
            (self.pool, self.threads) = (None, ThreadCount::ONE);
        }
        end
    }
}
