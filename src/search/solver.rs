//! [`Solver`]: a problem, the settings of its searches, and their state.
//!
//! The settings are in `settings`. Each file of questions adds methods to the solver: `enumerate`,
//! `best`, `count`, `estimate` and `partition`.

use super::answer::{SetupTime, Stats};
use super::assumptions::{AssumeError, Assumptions};
use super::checkpoint::{Checkpoint, CheckpointHook, ResumeError};
#[cfg(feature = "diagram")]
use super::counting::Counting;
use super::frontier::Frontier;
use super::limits::Limits;
use super::observers::Observers;
use super::presolve::PresolveMode;
use super::progress::Listener;
use super::run::{Run, Task};
use super::schedule::Schedule;
use super::thread_count::ThreadCount;
use super::workers::{CommunicationSizes, SIZES};
use crate::engine::{
    Engine, EngineChoice, EngineReason, Optimizer, SearchEngine, Subproblem, Unsupported, Work,
};
use crate::ids::OptionId;
use crate::problem::{Problem, Reduction};
use std::time::Instant;

/// Answers questions about the solutions of a problem, any number of times.
///
/// | question | method |
/// |---|---|
/// | one solution, or all | [`first`](Self::first), [`solutions`](Self::solutions), [`visit`](Self::visit) |
/// | their number | [`count`](Self::count), `big_count` (feature `diagram`) |
/// | is there exactly one? | [`is_unique`](Self::is_unique) |
/// | the cheapest | [`best`](Self::best) |
/// | all at once; samples; uses of options | `diagram`, `sample`, `uses` (feature `diagram`) |
/// | the size of the search | [`estimate`](Self::estimate) |
/// | parts of the search, for several computers | [`partition`](Self::partition) |
/// | what is left of the search | [`checkpoint`](Self::checkpoint) |
///
/// Settings and [assumptions](Self::assume) are kept from one question to the next. Each setting
/// says which questions use it.
///
/// The engine's structure is built once, when the first run begins. Each run begins at the root,
/// below the [assumptions](Self::assume), unless it [resumes](Self::resume) an earlier one. It ends
/// for a [`StopReason`](crate::StopReason).
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
    pub(super) problem: Problem,
    pub(super) kind: Engine,
    /// What presolving has found for the engine, and whether it was done.
    pub(super) reduction: Option<Reduction>,
    is_presolved: bool,
    /// Built when it is first needed.
    pub(super) engine: Option<Box<dyn SearchEngine>>,
    /// The search for the cheapest solutions, built when it is first needed.
    pub(super) optimizer: Option<Box<Optimizer>>,
    pub(super) setup_time: SetupTime,
    pub(super) presolve: PresolveMode,
    pub(super) limits: Limits,
    pub(super) listener: Option<Listener>,
    pub(super) hook: Option<CheckpointHook>,
    pub(super) assumptions: Assumptions,
    pub(super) threads: ThreadCount,
    #[cfg(feature = "diagram")]
    pub(super) counting: Counting,
    pub(super) schedule: Schedule,
    pub(super) sizes: CommunicationSizes,
    /// What is left of the last run, or of the search that the next run resumes.
    pub(super) frontier: Frontier,
    pub(super) is_resumed: bool,
    /// The work of the last run, unless the frontier has it.
    pub(super) work: Option<Stats>,
    /// Scratch of a run: the options of a solution.
    options: Vec<OptionId>,
}

impl Solver {
    /// A solver with [`Engine::Auto`], which supports every problem.
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

    fn of(problem: &Problem, kind: Engine) -> Self {
        Self {
            problem: problem.clone(),
            kind,
            reduction: None,
            is_presolved: false,
            engine: None,
            optimizer: None,
            setup_time: SetupTime::default(),
            presolve: PresolveMode::default(),
            limits: Limits::default(),
            listener: None,
            hook: None,
            assumptions: Assumptions::new(problem),
            threads: ThreadCount::ONE,
            #[cfg(feature = "diagram")]
            counting: Counting::default(),
            schedule: Schedule::SPLIT,
            sizes: SIZES,
            frontier: Frontier::whole(),
            is_resumed: false,
            work: None,
            options: Vec::new(),
        }
    }

    /// The result of presolving; `None` before the first run, or with [`PresolveMode::Never`].
    #[must_use]
    pub fn reduction(&self) -> Option<&Reduction> {
        self.reduction.as_ref()
    }

    /// The time that was spent up to now on presolving the problem and on building structures for
    /// searches; none before the first run.
    ///
    /// Runs after the first add nothing to it, unless the problem is [presolved](Self::presolve)
    /// [always](PresolveMode::Always) and other options were assumed. An engine that
    /// [`Engine::Auto`] turns to later is built in the search, and to begin at the assumptions is a
    /// part of the search too.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    ///
    /// let problem: Problem = "a b\na\nb\na b\n".parse()?;
    /// let mut solver = Solver::new(&problem);
    /// assert_eq!(solver.setup_time().times, 0);
    /// solver.count();
    /// solver.count();
    /// assert_eq!(solver.setup_time().times, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn setup_time(&self) -> SetupTime {
        self.setup_time
    }

    /// The engine that was asked for.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.kind
    }

    /// The engine of the last [`first`](Self::first), [`solutions`](Self::solutions),
    /// [`visit`](Self::visit), [`count`](Self::count) or [`is_unique`](Self::is_unique), be it by
    /// the choice of [`Engine::Auto`]; `None` before the first.
    #[must_use]
    pub fn chosen(&self) -> Option<EngineChoice> {
        let asked = EngineChoice { engine: self.kind, why: EngineReason::Asked };
        self.engine.as_ref().map(|engine| engine.chosen().unwrap_or(asked))
    }

    /// The problem that is solved.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Restricts all runs to a subproblem, in place of the assumptions before. The default
    /// subproblem removes them. The engine's structure is kept, except with
    /// [`PresolveMode::Always`].
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
    /// If an option is unknown, assumed twice, or both included and excluded, or if an included
    /// option has no primary item, conflicts with another one, or covers an item more often than
    /// its bounds allow. Then nothing is assumed. That there is no solution below the assumptions
    /// is no error.
    pub fn assume(&mut self, subproblem: impl Into<Subproblem>) -> Result<(), AssumeError> {
        let assumed = self.assumptions.assume(&self.problem, &subproblem.into());
        self.restart();
        self.is_resumed = false;
        if self.presolve.depends_on_assumptions() {
            self.forget();
        }
        assumed
    }

    /// Has the next [`count`](Self::count), [`visit`](Self::visit), [`solutions`](Self::solutions)
    /// or [`first`](Self::first), or the next `big_count` (feature `diagram`), continue a search,
    /// below the same assumptions and with the same presolve mode. Only `big_count` continues what
    /// was searched with a memo.
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
        if checkpoint.engine != self.kind {
            return Err(ResumeError::OtherEngine { engine: checkpoint.engine });
        }
        let frontier = checkpoint.frontier(&self.problem, self.assumptions.subproblem())?;
        #[cfg(feature = "diagram")]
        self.resume_orders(&checkpoint.orders)?;
        (self.frontier, self.is_resumed) = (frontier, true);
        Ok(())
    }

    /// What is left of the last [`count`](Self::count), [`visit`](Self::visit),
    /// [`solutions`](Self::solutions), [`first`](Self::first) or [`is_unique`](Self::is_unique), or
    /// of the last `big_count`; before it, of the whole search or of the one that was
    /// [resumed](Self::resume).
    ///
    /// Of a run that visits, every solution that was visited is known. Of a run that counts, the
    /// parts that are done are known, so that the count of a checkpoint may be smaller than that of
    /// the run.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            #[cfg(feature = "diagram")]
            orders: self.counting.orders.clone(),
            ..Checkpoint::new(self.kind, &self.frontier)
        }
    }

    /// Goes back to a search that has not begun.
    pub(super) fn restart(&mut self) {
        self.frontier.restart();
        #[cfg(feature = "diagram")]
        self.counting.orders.clear();
    }

    /// Drops the result of presolving, and what depends on it: the engine, and searches with a
    /// memo.
    pub(super) fn forget(&mut self) {
        #[cfg(feature = "diagram")]
        self.counting.orders.clear();
        (self.reduction, self.is_presolved, self.engine) = (None, false, None);
    }

    /// Presolves the problem, unless that was done.
    pub(super) fn prepare(&mut self) {
        if !self.is_presolved {
            let begun = Instant::now();
            let included = &self.assumptions.subproblem().include;
            self.reduction = self.presolve.problem(&self.problem, included);
            self.is_presolved = true;
            self.setup_time.reducing += begun.elapsed();
        }
    }

    /// Builds the engine, unless that was done.
    pub(super) fn build(&mut self) {
        self.prepare();
        let Self { problem, kind, reduction, engine, setup_time, .. } = self;
        engine.get_or_insert_with(|| {
            let begun = Instant::now();
            let engine = kind.start(problem, reduction.as_ref());
            setup_time.add_building(begun.elapsed());
            engine
        });
    }

    /// Begins a run, or resumes one. Also returns the scratch memory for solutions.
    pub(super) fn start(
        &mut self,
        schedule: Schedule,
        emits: bool,
    ) -> (Run<'_>, &mut Vec<OptionId>) {
        self.build();
        self.work = None;
        if !std::mem::take(&mut self.is_resumed) {
            self.restart();
        }
        let Self { engine, limits, listener, hook, assumptions, frontier, options, .. } = self;
        let engine = engine.as_mut().expect("it was built").as_mut();
        engine.use_memo(true);
        let observers = Observers::new(listener.as_mut().map(Listener::watch), hook.as_mut());
        let task = Task { limits, assumptions: assumptions.subproblem(), schedule, emits };
        (Run::new(task, engine, frontier, observers), options)
    }

    /// The work of the last run; none before the first run.
    #[must_use]
    pub fn stats(&self) -> Stats {
        if let Some(work) = self.work {
            return work;
        }
        // An iterator that was dropped has not added the work on its last subtree.
        let engine = self.engine.as_ref().filter(|_| self.frontier.is_running());
        let Work { nodes, updates } = engine.map(|engine| engine.work()).unwrap_or_default();
        Stats { nodes: self.frontier.nodes + nodes, updates: self.frontier.updates + updates }
    }

    /// Splits searches at other sizes, with other buffers.
    #[cfg(test)]
    pub(super) fn sized(self, schedule: Schedule, sizes: CommunicationSizes) -> Self {
        Self { schedule, sizes, ..self }
    }
}
