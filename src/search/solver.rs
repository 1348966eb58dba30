//! [`Solver`]: the public door to all engines.

use super::answer::{Count, SetupTime, Stats, Uniqueness};
use super::given::{Given, GivenError};
use super::limits::{CancelToken, Limits, StopReason, limit_setters};
#[cfg(feature = "parallel")]
use super::pieces::{self, Pieces};
use super::progress::{Listener, Progress};
use super::reduce::PresolveMode;
use super::run::{Run, Solutions};
#[cfg(feature = "parallel")]
use super::sections::{self, Line, Listeners, Section, Visitor};
use crate::engine::{Engine, EngineChoice, EngineReason, SearchEngine, Unsupported};
use crate::ids::OptionId;
use crate::problem::{Problem, Reduction};
use crate::solution::Solution;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Runs an engine over a problem, as often as one likes.
///
/// The engine's structure is built once, when the first run begins. Each run begins at the root, with the options
/// that were [given](Self::give) chosen, and ends for a [`StopReason`].
///
/// ```
/// use quadrille::{Problem, Solver};
///
/// let problem: Problem = "a b c\na b\nb c\na\nc\n".parse()?;
/// let mut solver = Solver::new(&problem)?;
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
    /// What was found out of the problem for the machine, and whether anybody looked.
    reduction: Option<Reduction>,
    is_reduced: bool,
    /// Built when it is first needed.
    machine: Option<Box<dyn SearchEngine>>,
    preparation: SetupTime,
    reduce: PresolveMode,
    limits: Limits,
    listener: Option<Listener>,
    given: Given,
    #[cfg(feature = "parallel")]
    threads: Option<usize>,
    /// The work of the last run, if there were other machines than this one.
    together: Option<Stats>,
    /// Scratch of a run: the options of the solution at which the machine stands.
    options: Vec<OptionId>,
}

impl Solver {
    /// A solver with the engine that [`Engine::Auto`] chooses.
    ///
    /// # Errors
    /// If no engine takes the problem.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        Self::with_engine(problem, Engine::Auto)
    }

    /// A solver with an engine of one's choice.
    ///
    /// # Errors
    /// If the engine can't take the problem.
    pub fn with_engine(problem: &Problem, engine: Engine) -> Result<Self, Unsupported> {
        engine.check(problem)?;
        Ok(Self {
            problem: problem.clone(),
            engine,
            reduction: None,
            is_reduced: false,
            machine: None,
            preparation: SetupTime::default(),
            reduce: PresolveMode::default(),
            limits: Limits::default(),
            listener: None,
            given: Given::new(problem),
            #[cfg(feature = "parallel")]
            threads: None,
            together: None,
            options: Vec::new(),
        })
    }

    /// Ends each run after so many solutions.
    #[must_use]
    pub fn limit(mut self, solutions: u64) -> Self {
        self.limits.solutions = Some(solutions);
        self
    }

    limit_setters!();

    /// How many threads [count](Self::count) or [visit](Self::visit) together when that takes long; without this, one. The
    /// count and the order of solutions are the same, also with a [limit](Self::limit) of solutions; a limit of nodes is kept
    /// by one thread. Those engines visit together whose order does not depend on what they have seen:
    /// [`Bits`](Engine::Bits), [`Links`](Engine::Links) and [`Naive`](Engine::Naive).
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    ///
    /// let problem: Problem = "a b\na\nb\na b\n".parse()?;
    /// assert_eq!(Solver::new(&problem)?.threads(2).count().solutions, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: Some(threads), ..self }
    }

    /// Tells a callback how far each run has come: about every so often, and when the run has ended. To break is not
    /// its business: that is what [`cancel_token`](Self::cancel_token) is for.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    /// use std::time::Duration;
    ///
    /// let problem: Problem = "a b c\na b\nb c\na\nc\n".parse()?;
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// let callback = move |progress: &quadrille::Progress| sender.send(*progress).unwrap_or(());
    /// Solver::new(&problem)?.progress(Duration::from_millis(500), callback).count();
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

    /// How much is found out of the problem before it is searched; without this, [`PresolveMode::Auto`].
    ///
    /// ```
    /// use quadrille::{Problem, PresolveMode, Solver};
    ///
    /// let problem: Problem = "a b c\na\na b\nb\nb c\nc a\n".parse()?;
    /// let mut solver = Solver::new(&problem)?.reduce(PresolveMode::Always);
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

    /// What was found out of the problem before it was searched; `None` before the first run, or if nothing was
    /// looked for.
    #[must_use]
    pub fn reduction(&self) -> Option<&Reduction> {
        self.reduction.as_ref()
    }

    /// What was spent up to now on reducing the problem and on building the engine's structure; nothing before the
    /// first run.
    ///
    /// Runs after the first add nothing to it, unless the solver is to [reduce](Self::reduce) the problem
    /// [always](PresolveMode::Always) and other options were given. An engine that [`Engine::Auto`] turns to later is built
    /// in the search, and to begin at what is given is a part of the search too.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    ///
    /// let problem: Problem = "a b\na\nb\na b\n".parse()?;
    /// let mut solver = Solver::new(&problem)?;
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

    /// The engine that was at work when the last run ended, be it by the choice of [`Engine::Auto`]; `None` before
    /// the first run.
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

    /// Chooses options before each search, in place of those given before: only solutions with all of them
    /// are found. An empty slice takes all back. The next run then begins in a structure that was made anew, of
    /// what is left of the problem, in the memory of the old one.
    ///
    /// ```
    /// use quadrille::{OptionId, Problem, Solver};
    ///
    /// let problem: Problem = "a b\na\nb\na b\n".parse()?;
    /// let mut solver = Solver::new(&problem)?;
    /// solver.give(&[OptionId::new(1)])?;
    /// assert_eq!(solver.count().solutions, 1);
    /// assert!(solver.give(&[OptionId::new(1), OptionId::new(2)]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Given options count towards the bounds of their items, like all others.
    ///
    /// # Errors
    /// If an option is unknown, has no primary item, is given twice, conflicts with another of them, or covers an
    /// item more often than its bounds allow. Then nothing is given. What is merely in no solution is no error.
    pub fn give(&mut self, options: &[OptionId]) -> Result<(), GivenError> {
        let given = self.given.give(&self.problem, options);
        if self.reduce.minds_given() {
            self.forget();
        }
        given
    }

    /// Forgets what was found out, and the machine that was made of it.
    fn forget(&mut self) {
        (self.reduction, self.is_reduced, self.machine) = (None, false, None);
    }

    /// The solutions, one after another. The iterator may be dropped at any time.
    pub fn solutions(&mut self) -> Solutions<'_> {
        let (run, options) = self.start();
        Solutions::of(run, options)
    }

    /// Finds out what can be known without a search, if nobody has.
    fn look(&mut self) {
        if !self.is_reduced {
            let begun = Instant::now();
            self.reduction = self.reduce.problem(&self.problem, self.given.options());
            self.is_reduced = true;
            self.preparation.reducing += begun.elapsed();
        }
    }

    /// Builds the machine, if nobody has.
    fn build(&mut self) {
        self.look();
        self.together = None;
        let Self { problem, engine, reduction, machine, preparation, .. } = self;
        machine.get_or_insert_with(|| {
            let begun = Instant::now();
            let machine = engine.start(problem, reduction.as_ref());
            preparation.add_building(begun.elapsed());
            machine
        });
    }

    /// Begins a run; and gives the memory for solutions.
    fn start(&mut self) -> (Run<'_>, &mut Vec<OptionId>) {
        self.build();
        let Self { machine, limits, listener, given, options, .. } = self;
        let machine = machine.as_mut().expect("it was built");
        let watch = listener.as_mut().map(Listener::watch);
        (Run::start(machine.as_mut(), limits.clone(), watch, given.options()), options)
    }

    /// The machine at the root and what it took to build it, if one is wanted, with what is known and given: for whoever
    /// drives it himself.
    pub(super) fn parts(&mut self, with_machine: bool) -> Parts<'_> {
        self.look();
        if with_machine {
            self.start();
        }
        let machine = self.machine.as_mut().filter(|_| with_machine);
        let building = self.preparation.building;
        let machine =
            machine.map(|machine| -> (&mut dyn SearchEngine, _) { (machine.as_mut(), building) });
        (machine, self.reduction.as_ref(), self.given.options())
    }

    /// A solution, the first that [`solutions`](Self::solutions) would give; `None` if there is none.
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

    /// How many solutions there are. Nothing is allocated for any of them.
    pub fn count(&mut self) -> Count {
        #[cfg(feature = "parallel")]
        if let Some(threads) =
            self.threads.filter(|&threads| threads > 1 && self.limits.nodes.is_none())
        {
            return self.count_together(threads);
        }
        let (mut run, _) = self.start();
        run.count()
    }

    /// Counts alone at first, because most counts are short, and then with others.
    #[cfg(feature = "parallel")]
    fn count_together(&mut self, threads: usize) -> Count {
        let pace = pieces::PACE;
        let limits = Limits { nodes: Some(pace.alone), ..self.limits.clone() };
        let (mut run, _) = self.start();
        (run.limits, run.goes_on) = (limits, Some(StopReason::NodeLimit));
        let count = run.count();
        let (Some(machine), StopReason::NodeLimit) = (&mut self.machine, count.stop) else {
            return count;
        };
        let (problem, known) = (&self.problem, self.reduction.as_ref());
        let start = |engine: Engine| engine.start(problem, known);
        let Self { engine, ref limits, .. } = *self;
        let building = self.preparation.building;
        let task = pieces::Task { limits, engine, start: &start, threads, building, pace };
        let given = self.given.options();
        let mut pieces = Pieces::new(machine.as_mut(), given, count.solutions, threads);
        let mut watch = self.listener.as_mut().map(Listener::watch);
        let count = pieces.count(task, watch.as_mut());
        self.together = Some(Stats { nodes: pieces.nodes, updates: pieces.updates() });
        if let Some(watch) = &mut watch {
            watch.end(count.stop, count.solutions, pieces.nodes);
        }
        count
    }

    /// Shows the options of every solution, in the order in which they were chosen, until the visitor breaks.
    /// Nothing is allocated for any of them, as long as one thread searches.
    ///
    /// ```
    /// use quadrille::{Problem, Solver, StopReason};
    /// use std::ops::ControlFlow;
    ///
    /// let problem: Problem = "a b\na\nb\na b\n".parse()?;
    /// let count = Solver::new(&problem)?.visit(|options| match options.len() {
    ///     1 => ControlFlow::Break(()),
    ///     _ => ControlFlow::Continue(()),
    /// });
    /// assert_eq!((count.solutions, count.stop), (2, StopReason::SolutionLimit));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit(&mut self, mut visitor: impl FnMut(&[OptionId]) -> ControlFlow<()>) -> Count {
        #[cfg(feature = "parallel")]
        if let Some(threads) = self.threads.filter(|_| self.limits.nodes.is_none()) {
            return self.visit_in_sections(threads, &mut visitor);
        }
        let (mut run, shown) = self.start();
        loop {
            if let Err(stop) = run.next() {
                return Count { solutions: run.found, stop };
            }
            run.read(shown);
            if visitor(shown).is_break() {
                let stop = run.end(StopReason::SolutionLimit);
                return Count { solutions: run.found, stop };
            }
        }
    }

    /// Visits alone at first, because most searches are short, and as long as the machine learns; and then with others. In
    /// which order does not depend on their number.
    #[cfg(feature = "parallel")]
    fn visit_in_sections(&mut self, threads: usize, visitor: &mut Visitor<'_>) -> Count {
        self.build();
        let engine = self.engine;
        let Self { problem, machine, reduction, limits, listener, given, together, .. } = self;
        let machine = machine.as_mut().expect("it was built").as_mut();
        let watch = listener.as_mut().map(Listener::watch);
        let mut listeners = Listeners { visitor, watch, saver: None };
        let start = |engine: Engine| engine.start(problem, reduction.as_ref());
        let task = sections::Task {
            limits,
            given: given.options(),
            start: &|| start(engine),
            threads,
            tells: true,
            cuts_learners: false,
            pace: sections::PACE,
        };
        let mut line = Line::new([Section::whole()], 0);
        let stop = sections::begin(&mut line, task, machine, &mut listeners).unwrap_or_else(|| {
            let engine = machine.chosen().map_or(engine, |chosen| chosen.engine);
            let task = sections::Task { start: &|| start(engine), ..task };
            sections::run(&mut line, task, &mut listeners)
        });
        if let Some(watch) = &mut listeners.watch {
            watch.end(stop, line.found, line.nodes);
        }
        *together = Some(Stats { nodes: line.nodes, updates: line.updates });
        Count { solutions: line.found, stop }
    }

    /// Whether there is no solution, one, or more. A limit of solutions does not matter here.
    ///
    /// # Errors
    /// The reason, if the run was stopped before that was known.
    pub fn is_unique(&mut self) -> Result<Uniqueness, StopReason> {
        let limits = Limits { solutions: Some(2), ..self.limits.clone() };
        let (mut run, _) = self.start();
        run.limits = limits;
        loop {
            match (run.next(), run.found) {
                (Ok(()), _) => {}
                (Err(StopReason::SolutionLimit), _) => return Ok(Uniqueness::Multiple),
                (Err(StopReason::Exhausted), 0) => return Ok(Uniqueness::None),
                (Err(StopReason::Exhausted), _) => return Ok(Uniqueness::Unique),
                (Err(stop), _) => return Err(stop),
            }
        }
    }

    /// The work of the last run, up to now; none before the first run.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let own = || self.machine.as_deref().map_or_else(Stats::default, Stats::of);
        self.together.unwrap_or_else(own)
    }
}

/// A machine and what it took to build it, what is known, and what is given.
pub(super) type Parts<'s> =
    (Option<(&'s mut dyn SearchEngine, Duration)>, Option<&'s Reduction>, &'s [OptionId]);
