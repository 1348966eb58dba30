//! [`Solver`]: the public door to all engines.

use super::answer::{Count, SetupTime, Stats, Uniqueness};
use super::assumptions::{AssumeError, Assumptions};
use super::checkpoint::{Checkpoint, CheckpointHook, ResumeError};
use super::frontier::Frontier;
use super::limits::{CancelToken, Limits, StopReason, limit_setters};
use super::observers::Observers;
use super::progress::{Listener, Progress};
use super::reduce::PresolveMode;
use super::run::{Event, Run, Task};
use super::schedule::Schedule;
use super::solutions::Solutions;
use super::workers::{CommunicationSizes, SIZES, Team, Visitor, WorkerPool};
use crate::engine::{
    Engine, EngineChoice, EngineReason, SearchEngine, Subproblem, Unsupported, Work,
};
use crate::ids::OptionId;
use crate::problem::{Problem, Reduction};
use crate::solution::Solution;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Solves a problem with an engine, any number of times.
///
/// The engine's structure is built once, when the first run begins. Each run begins at the root, below
/// the [assumptions](Self::assume), unless it [resumes](Self::resume) an earlier one. It ends for a
/// [`StopReason`].
///
/// The order of solutions depends on the problem, its presolve mode, the assumptions and the engine
/// alone: not on the method, nor on threads, limits and interruptions.
///
/// ```
/// use quadrille::{Problem, Solver};
///
/// let problem: Problem = "a b c\na b\nb c\na\nc\n".parse()?;
/// let mut solver = Solver::new(&problem);
/// assert_eq!(solver.count().solutions, 2);
/// for solution in solver.solutions() {
///     solution.verify(&problem)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    problem: Problem,
    engine: Engine,
    /// What presolving has found for the engine, and whether it was done.
    reduction: Option<Reduction>,
    is_reduced: bool,
    /// Built when it is first needed.
    machine: Option<Box<dyn SearchEngine>>,
    preparation: SetupTime,
    reduce: PresolveMode,
    limits: Limits,
    listener: Option<Listener>,
    hook: Option<CheckpointHook>,
    assumptions: Assumptions,
    threads: usize,
    schedule: Schedule,
    sizes: CommunicationSizes,
    /// What is left of the last run, or of the search that the next run resumes.
    frontier: Frontier,
    is_resumed: bool,
    /// Scratch of a run: the options of a solution.
    options: Vec<OptionId>,
}

impl Solver {
    /// A solver with the engine that [`Engine::Auto`] chooses, which there is for every problem.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self::of(problem, Engine::Auto)
    }

    /// A solver with an engine of one's choice.
    ///
    /// # Errors
    /// If the engine can't take the problem.
    pub fn with_engine(problem: &Problem, engine: Engine) -> Result<Self, Unsupported> {
        engine.check(problem)?;
        Ok(Self::of(problem, engine))
    }

    fn of(problem: &Problem, engine: Engine) -> Self {
        Self {
            problem: problem.clone(),
            engine,
            reduction: None,
            is_reduced: false,
            machine: None,
            preparation: SetupTime::default(),
            reduce: PresolveMode::default(),
            limits: Limits::default(),
            listener: None,
            hook: None,
            assumptions: Assumptions::new(problem),
            threads: 1,
            schedule: Schedule::SPLIT,
            sizes: SIZES,
            frontier: Frontier::whole(),
            is_resumed: false,
            options: Vec::new(),
        }
    }

    /// Ends each run after so many solutions.
    #[must_use]
    pub fn limit(mut self, solutions: u64) -> Self {
        self.limits.solutions = Some(solutions);
        self
    }

    limit_setters!();

    /// The number of threads that [count](Self::count) or [visit](Self::visit) together when that
    /// takes long; by default one. The count and the order of solutions are the same. With a limit
    /// of nodes, there is one thread.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    ///
    /// let problem: Problem = "a b\na\nb\na b\n".parse()?;
    /// assert_eq!(Solver::new(&problem).threads(2).count().solutions, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Calls a function with the progress of each run: about once in this time, and when the run
    /// has ended. It can end the run by a [token](Self::cancel_token).
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    /// use std::time::Duration;
    ///
    /// let problem: Problem = "a b c\na b\nb c\na\nc\n".parse()?;
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// let callback = move |progress: &quadrille::Progress| sender.send(*progress).unwrap_or(());
    /// Solver::new(&problem).progress(Duration::from_millis(500), callback).count();
    ///
    /// let last = receiver.iter().last().expect("the end is always reported");
    /// assert_eq!((last.share(), last.solutions()), (Some(1.0), 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn progress(
        mut self,
        every: Duration,
        callback: impl FnMut(&Progress) + Send + 'static,
    ) -> Self {
        self.listener = Some(Listener::new(every, callback));
        self
    }

    /// Calls a function with a checkpoint about once in this time, while a run counts or visits.
    /// Solutions that the checkpoint counts as found have been visited.
    ///
    /// With this, long searches are always split, so that little is lost when they are interrupted.
    #[must_use]
    pub fn on_checkpoint(
        mut self,
        every: Duration,
        callback: impl FnMut(Checkpoint) + Send + 'static,
    ) -> Self {
        self.hook = Some(CheckpointHook::new(self.engine, every, callback));
        self
    }

    /// How much is found out of the problem before it is searched; without this,
    /// [`PresolveMode::Auto`].
    ///
    /// ```
    /// use quadrille::{Problem, PresolveMode, Solver};
    ///
    /// let problem: Problem = "a b c\na\na b\nb\nb c\nc a\n".parse()?;
    /// let mut solver = Solver::new(&problem).reduce(PresolveMode::Always);
    /// assert_eq!(solver.count().solutions, 2);
    /// assert_eq!(solver.reduction().map(|known| known.removed().count()), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reduce(mut self, reduce: PresolveMode) -> Self {
        self.reduce = reduce;
        self.forget();
        self
    }

    /// What was found out of the problem before it was searched; `None` before the first run, or if
    /// nothing was looked for.
    #[must_use]
    pub fn reduction(&self) -> Option<&Reduction> {
        self.reduction.as_ref()
    }

    /// What was spent up to now on reducing the problem and on building the engine's structure;
    /// nothing before the first run.
    ///
    /// Runs after the first add nothing to it, unless the solver is to [reduce](Self::reduce) the problem
    /// [always](PresolveMode::Always) and other options were given. An engine that [`Engine::Auto`] turns to later is built
    /// in the search, and to begin at what is given is a part of the search too.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    ///
    /// let problem: Problem = "a b\na\nb\na b\n".parse()?;
    /// let mut solver = Solver::new(&problem);
    /// assert_eq!(solver.preparation().times, 0);
    /// solver.count();
    /// solver.count();
    /// assert_eq!(solver.preparation().times, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn preparation(&self) -> SetupTime {
        self.preparation
    }

    /// The engine that was asked for.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The engine that was at work when the last run ended, be it by the choice of
    /// [`Engine::Auto`]; `None` before the first run.
    #[must_use]
    pub fn chosen(&self) -> Option<EngineChoice> {
        let asked = EngineChoice { engine: self.engine, why: EngineReason::Asked };
        self.machine.as_ref().map(|machine| machine.chosen().unwrap_or(asked))
    }

    /// The problem that is solved.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Restricts all runs to a subproblem, in place of the assumptions before. The default
    /// subproblem removes them. The next run builds the engine's structure anew, for what is left
    /// of the problem.
    ///
    /// ```
    /// use quadrille::{OptionId, Problem, Solver};
    ///
    /// let problem: Problem = "a b\na\nb\na b\n".parse()?;
    /// let mut solver = Solver::new(&problem);
    /// solver.assume(&[OptionId::new(1)])?;
    /// assert_eq!(solver.count().solutions, 1);
    /// assert!(solver.assume(&[OptionId::new(1), OptionId::new(2)]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Included options count towards the bounds of their items, like all others.
    ///
    /// # Errors
    /// If an option is unknown or assumed twice, or if an included option has no primary item, conflicts
    /// with another one, or covers an item more often than its bounds allow. Then nothing is assumed.
    /// That there is no solution below the assumptions is no error.
    pub fn assume(&mut self, subproblem: impl Into<Subproblem>) -> Result<(), AssumeError> {
        let assumed = self.assumptions.assume(&self.problem, &subproblem.into());
        self.frontier.restart();
        self.is_resumed = false;
        if self.reduce.depends_on_assumptions() {
            self.forget();
        }
        assumed
    }

    /// Has the next run continue a search, below the same assumptions and with the same presolve
    /// mode.
    ///
    /// The solutions of the checkpoint count towards the limit of solutions and the count of the
    /// run, and are not visited again. Its nodes don't count towards the limit of nodes.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    /// use std::ops::ControlFlow;
    ///
    /// let problem: Problem = "a b c\na b\nb c\na\nc\nb\n".parse()?;
    /// let mut solutions = Vec::new();
    ///
    /// // A search that ends after the first solution.
    /// let mut solver = Solver::new(&problem);
    /// solver.visit(|options| {
    ///     solutions.push(options.to_vec());
    ///     ControlFlow::Break(())
    /// });
    /// let checkpoint = solver.checkpoint();
    /// assert_eq!(checkpoint.found, 1);
    ///
    /// // Another solver continues it.
    /// let mut solver = Solver::new(&problem);
    /// solver.resume(&checkpoint)?;
    /// let count = solver.visit(|options| {
    ///     solutions.push(options.to_vec());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!((count.solutions, solutions.len()), (3, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the checkpoint is not of such a search, as far as that can be seen. Whether a part of the
    /// search is missing can't be seen.
    pub fn resume(&mut self, checkpoint: &Checkpoint) -> Result<(), ResumeError> {
        if checkpoint.engine != self.engine {
            return Err(ResumeError::OtherEngine { engine: checkpoint.engine });
        }
        self.frontier = checkpoint.frontier(&self.problem, self.assumptions.subproblem())?;
        self.is_resumed = true;
        Ok(())
    }

    /// What is left of the last run; before it, of the whole search or of the one that was
    /// [resumed](Self::resume).
    ///
    /// Of a run that visits, every solution that was visited is known. Of a run that counts, the
    /// parts that are done are known, so that the count of a checkpoint may be smaller than that of
    /// the run.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint::new(self.engine, &self.frontier)
    }

    /// Drops the result of presolving, and the engine that was built from it.
    fn forget(&mut self) {
        (self.reduction, self.is_reduced, self.machine) = (None, false, None);
    }

    /// The solutions, one after another. The iterator may be dropped at any time.
    pub fn solutions(&mut self) -> Solutions<'_> {
        let schedule = self.schedule;
        let (run, options) = self.start(schedule, true);
        Solutions::new(run, options)
    }

    /// Presolves the problem, unless that was done.
    fn presolve(&mut self) {
        if !self.is_reduced {
            let begun = Instant::now();
            let included = &self.assumptions.subproblem().include;
            self.reduction = self.reduce.problem(&self.problem, included);
            self.is_reduced = true;
            self.preparation.reducing += begun.elapsed();
        }
    }

    /// Builds the engine, unless that was done.
    fn build(&mut self) {
        self.presolve();
        let Self { problem, engine, reduction, machine, preparation, .. } = self;
        machine.get_or_insert_with(|| {
            let begun = Instant::now();
            let machine = engine.start(problem, reduction.as_ref());
            preparation.add_building(begun.elapsed());
            machine
        });
    }

    /// Begins a run, or resumes one. Also returns the scratch memory for solutions.
    fn start(&mut self, schedule: Schedule, emits: bool) -> (Run<'_>, &mut Vec<OptionId>) {
        self.build();
        if !std::mem::take(&mut self.is_resumed) {
            self.frontier.restart();
        }
        let Self { machine, limits, listener, hook, assumptions, frontier, options, .. } = self;
        let machine = machine.as_mut().expect("it was built").as_mut();
        let observers = Observers::new(listener.as_mut().map(Listener::watch), hook.as_mut());
        let task = Task { limits, assumptions: assumptions.subproblem(), schedule, emits };
        (Run::new(task, machine, frontier, observers), options)
    }

    /// The engine, if it is wanted; the result of presolving, and the assumptions.
    #[cfg(feature = "diagram")]
    pub(super) fn parts(&mut self, with_engine: bool) -> Parts<'_> {
        self.presolve();
        if with_engine {
            self.build();
        }
        let root = self.assumptions.subproblem();
        let machine = self.machine.as_mut().filter(|_| with_engine);
        let machine = machine.map(|machine| -> &mut dyn SearchEngine { machine.as_mut() });
        (machine, self.reduction.as_ref(), root)
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

    /// Counts the solutions. Nothing is allocated for any of them.
    pub fn count(&mut self) -> Count {
        self.search(false, &mut |_| ControlFlow::Continue(()))
    }

    /// Calls a function with the options of every solution, in the order in which they were chosen,
    /// until it breaks. With one thread, nothing is allocated for any of them.
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
        let threads = if self.limits.nodes.is_some() { 1 } else { self.threads };
        // One thread that counts needs no order, and nothing to share.
        let is_whole = !emits && threads <= 1 && self.hook.is_none() && !self.is_resumed;
        let schedule = if is_whole { Schedule::WHOLE } else { self.schedule };
        let (engine, sizes) = (self.engine, self.sizes);
        self.presolve();
        // For the engines of other threads. A run of one thread, such as that of a puzzle, clones nothing.
        let known = (threads > 1).then(|| (self.problem.clone(), self.reduction.clone()));
        let (mut run, options) = self.start(schedule, emits);
        let mut pool = None;
        let stop = loop {
            match (run.next(), &known) {
                (Event::Stopped(stop), _) => break stop,
                (Event::Split, Some((problem, reduction))) if pool.is_none() => {
                    let start = || engine.start(problem, reduction.as_ref());
                    let team = Team { task: run.task, start: &start, threads, sizes };
                    let Run { frontier, observers, .. } = &mut run;
                    let pool = pool.insert(WorkerPool::after(frontier));
                    match pool.run(frontier, team, u64::MAX, observers, visitor) {
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

    /// The work of the last run; none before the first run.
    #[must_use]
    pub fn stats(&self) -> Stats {
        // An iterator that was dropped has not added the work on its last subtree.
        let machine = self.machine.as_ref().filter(|_| self.frontier.is_running());
        let Work { nodes, updates } = machine.map(|machine| machine.work()).unwrap_or_default();
        Stats { nodes: self.frontier.nodes + nodes, updates: self.frontier.updates + updates }
    }

    /// Splits searches at other sizes, with other buffers.
    #[cfg(test)]
    pub(super) fn sized(self, schedule: Schedule, sizes: CommunicationSizes) -> Self {
        Self { schedule, sizes, ..self }
    }
}

/// The engine, the result of presolving, and the assumptions.
#[cfg(feature = "diagram")]
pub(super) type Parts<'s> =
    (Option<&'s mut dyn SearchEngine>, Option<&'s Reduction>, &'s Subproblem);
