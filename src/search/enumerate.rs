//! Questions to a [`Solver`] that are answered by visiting solutions.

use super::answer::{Count, Uniqueness};
use super::limits::{Limits, StopReason};
use super::run::{Event, Run};
use super::schedule::Schedule;
use super::solutions::Solutions;
use super::solver::Solver;
use super::thread_count::ThreadCount;
use super::workers::{PoolConfig, Visitor, WorkerPool};
use crate::ids::OptionId;
use crate::solution::Solution;
use std::ops::ControlFlow;

impl Solver {
    /// The solutions, one after another. The iterator may be dropped at any time.
    ///
    /// A limit, a deadline or a token may end the search before the last solution. Iterate
    /// `by_ref` to keep the iterator, and then ask it for its
    /// [`stop_reason`](Solutions::stop_reason):
    ///
    /// ```
    /// use quadrille::{Problem, Solver, StopReason};
    /// use std::time::{Duration, Instant};
    ///
    /// let problem: Problem = "a b c\na b\nb c\na\nc\n".parse()?;
    /// let mut solver = Solver::new(&problem).limit(1).timeout(Duration::from_secs(60));
    /// let mut solutions = solver.solutions();
    /// for solution in solutions.by_ref() {
    ///     assert_eq!(solution.options().len(), 2);
    /// }
    /// assert_eq!(solutions.stop_reason(), Some(StopReason::SolutionLimit));
    ///
    /// let mut solver = solver.deadline(Instant::now());
    /// let mut solutions = solver.solutions();
    /// assert_eq!(solutions.by_ref().count(), 0);
    /// assert_eq!(solutions.stop_reason(), Some(StopReason::Deadline));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions(&mut self) -> Solutions<'_> {
        let schedule = self.schedule;
        let (run, options) = self.start(schedule, true);
        Solutions::new(run, options)
    }

    /// The first of the [solutions](Self::solutions); `None` if there is none.
    ///
    /// # Errors
    /// The reason, if the run was stopped before one was found.
    pub fn first(&mut self) -> Result<Option<Solution>, StopReason> {
        let mut solutions = self.solutions();
        match (solutions.next(), solutions.stop_reason()) {
            (None, Some(stop)) if stop != StopReason::Exhausted => Err(stop),
            (first, _) => Ok(first),
        }
    }

    /// Counts the solutions. After the first few hundred, nothing is allocated for any of them.
    pub fn count(&mut self) -> Count {
        self.search(false, &mut |_| ControlFlow::Continue(()))
    }

    /// Calls a function with the options of every solution, in the order in which they were chosen,
    /// until it breaks. With one thread, nothing is allocated for any of them after the first few
    /// hundred.
    ///
    /// ```
    /// use quadrille::{Problem, Solver, StopReason};
    /// use std::ops::ControlFlow;
    ///
    /// let problem: Problem = "a b\na\nb\na b\n".parse()?;
    /// let count = Solver::new(&problem).visit(|options| match options.len() {
    ///     1 => ControlFlow::Break(()),
    ///     _ => ControlFlow::Continue(()),
    /// });
    /// assert_eq!((count.solutions, count.stop), (2, StopReason::Interrupted));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit(&mut self, mut visitor: impl FnMut(&[OptionId]) -> ControlFlow<()>) -> Count {
        self.search(true, &mut visitor)
    }

    /// Counts, or visits. One thread begins, because most searches are short; others join it when
    /// the search is split.
    fn search(&mut self, emits: bool, visitor: &mut Visitor<'_>) -> Count {
        let threads = if self.limits.nodes.is_some() { ThreadCount::ONE } else { self.threads };
        // One thread that counts needs no order, and nothing to share.
        let may_share = threads.may_be_several();
        let is_whole = !emits && !may_share && self.hook.is_none() && !self.is_resumed;
        let schedule = if is_whole { Schedule::WHOLE } else { self.schedule };
        let (kind, sizes) = (self.kind, self.sizes);
        self.prepare();
        // For the engines of other threads. A run of one thread, such as that of a puzzle, clones
        // nothing.
        let known = may_share.then(|| (self.problem.clone(), self.reduction.clone()));
        let (mut run, options) = self.start(schedule, emits);
        let mut pool = None;
        let stop = loop {
            match (run.next(), &known) {
                (Event::Stopped(stop), _) => break stop,
                (Event::Split, Some((problem, reduction)))
                    if pool.is_none() && threads.number() > 1 =>
                {
                    let threads = threads.number();
                    let start = || kind.start(problem, reduction.as_ref());
                    let config = PoolConfig { task: run.task, start: &start, threads, sizes };
                    let Run { frontier, observers, .. } = &mut run;
                    let pool = pool.insert(WorkerPool::after(frontier));
                    match pool.run(frontier, config, u64::MAX, observers, visitor) {
                        Ok(true) => break StopReason::Exhausted,
                        Ok(false) => {}
                        Err(stop) => break stop,
                    }
                }
                (Event::Solution, _) if emits => {
                    run.read(options);
                    if visitor(options).is_break() {
                        break StopReason::Interrupted;
                    }
                }
                (Event::Solution | Event::Split, _) => {}
            }
        };
        let found = pool.filter(|_| !emits).map_or(0, |pool| pool.found).max(run.found());
        // Threads may have found more before they stopped.
        let found = match run.task.limits.solutions {
            Some(most) if stop == StopReason::SolutionLimit => most,
            _ => found,
        };
        run.stop(stop, found);
        Count { solutions: found, stop }
    }

    /// Determines whether there is no solution, one, or more, whatever the limit of solutions is.
    ///
    /// # Errors
    /// The reason, if the run was stopped before that was known.
    pub fn is_unique(&mut self) -> Result<Uniqueness, StopReason> {
        let limits = Limits { solutions: Some(2), ..self.limits.clone() };
        self.is_resumed = false;
        let (mut run, _) = self.start(Schedule::WHOLE, false);
        run.task.limits = &limits;
        // What is left of a search that is not split is the whole: not worth a checkpoint.
        run.observers.hook = None;
        let stop = loop {
            if let Event::Stopped(stop) = run.next() {
                break stop;
            }
        };
        let found = run.found();
        run.stop(stop, found);
        match (stop, found) {
            (StopReason::SolutionLimit, _) => Ok(Uniqueness::Multiple),
            (StopReason::Exhausted, 0) => Ok(Uniqueness::None),
            (StopReason::Exhausted, _) => Ok(Uniqueness::Unique),
            (stop, _) => Err(stop),
        }
    }
}
