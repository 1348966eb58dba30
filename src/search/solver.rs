//! [`Solver`]: the public door to all engines.

use super::limits::{CancelToken, Limits, StopReason};
use super::reduce::Reduce;
use crate::cover::{Chosen, Engine, Event, Machine, Unsupported, Why};
use crate::ids::OptionId;
use crate::problem::{Entry, Problem, Reduction};
use crate::solution::Solution;
use fixedbitset::FixedBitSet;
use std::fmt;
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
pub struct Solver<'p> {
    problem: &'p Problem,
    engine: Engine,
    /// What was found out of the problem for the machine.
    reduction: Option<Reduction>,
    /// Built when it is first needed.
    machine: Option<Box<dyn Machine + 'p>>,
    reduce: Reduce,
    limits: Limits,
    given: Vec<OptionId>,
    /// Scratch of [`give`](Self::give): for each option whether it is given, and for each item by which options
    /// it is covered then.
    is_given: FixedBitSet,
    covered: Vec<Covered>,
    /// Scratch of a run: the options of the solution at which the machine stands.
    options: Vec<OptionId>,
}

/// How given options cover an item.
#[derive(Clone, Copy, Debug, Default)]
struct Covered {
    times: u32,
    /// The last of them.
    by: Option<OptionId>,
}

impl<'p> Solver<'p> {
    /// A solver with the engine that [`Engine::Auto`] chooses.
    ///
    /// # Errors
    /// If no engine takes the problem.
    pub fn new(problem: &'p Problem) -> Result<Self, Unsupported> {
        Self::with_engine(problem, Engine::Auto)
    }

    /// A solver with an engine of one's choice.
    ///
    /// # Errors
    /// If the engine can't take the problem.
    pub fn with_engine(problem: &'p Problem, engine: Engine) -> Result<Self, Unsupported> {
        engine.check(problem)?;
        Ok(Self {
            problem,
            engine,
            reduction: None,
            machine: None,
            reduce: Reduce::default(),
            limits: Limits::default(),
            given: Vec::new(),
            is_given: FixedBitSet::with_capacity(problem.options().len()),
            covered: vec![Covered::default(); problem.items().len()],
            options: Vec::new(),
        })
    }

    /// Ends each run after so many solutions.
    #[must_use]
    pub fn limit(mut self, solutions: u64) -> Self {
        self.limits.solutions = Some(solutions);
        self
    }

    /// Ends each run after about so many nodes: a level that has been entered is not left half-way.
    #[must_use]
    pub fn node_limit(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// Ends each run at this time, within a few hundred nodes.
    #[must_use]
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.limits.deadline = Some(deadline);
        self
    }

    /// Ends each run when so much time has passed from now.
    #[must_use]
    pub fn timeout(self, time: Duration) -> Self {
        match Instant::now().checked_add(time) {
            Some(deadline) => self.deadline(deadline),
            None => self,
        }
    }

    /// Ends each run when the token is cancelled.
    #[must_use]
    pub fn cancel_token(mut self, token: CancelToken) -> Self {
        self.limits.cancel = Some(token);
        self
    }

    /// How much is found out of the problem before it is searched; without this, [`Reduce::Auto`].
    ///
    /// ```
    /// use quadrille::{Problem, Reduce, Solver};
    ///
    /// let problem: Problem = "a b c\na\na b\nb\nb c\nc a\n".parse()?;
    /// let mut solver = Solver::new(&problem)?.reduce(Reduce::Always);
    /// assert_eq!(solver.count().solutions, 2);
    /// assert_eq!(solver.reduction().map(|known| known.removed().count()), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn reduce(mut self, reduce: Reduce) -> Self {
        self.reduce = reduce;
        (self.reduction, self.machine) = (None, None);
        self
    }

    /// What was found out of the problem before it was searched; `None` before the first run, or if nothing was
    /// looked for.
    #[must_use]
    pub fn reduction(&self) -> Option<&Reduction> {
        self.reduction.as_ref()
    }

    /// The engine that was asked for.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The engine that was at work when the last run ended, be it by the choice of [`Engine::Auto`]; `None` before
    /// the first run.
    #[must_use]
    pub fn chosen(&self) -> Option<Chosen> {
        let asked = Chosen { engine: self.engine, why: Why::Asked };
        self.machine.as_ref().map(|machine| machine.chosen().unwrap_or(asked))
    }

    /// The problem that is solved.
    #[must_use]
    pub fn problem(&self) -> &'p Problem {
        self.problem
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
        self.given.clear();
        let checked = options.iter().try_for_each(|&option| self.check_given(option));
        for &option in &self.given {
            self.is_given.remove(option.index());
            for entry in self.problem.entries(option) {
                self.covered[entry.item.index()] = Covered::default();
            }
        }
        if checked.is_err() {
            self.given.clear();
        }
        if self.reduce.minds_given() {
            (self.reduction, self.machine) = (None, None);
        }
        checked
    }

    /// Adds an option to those given if it can be chosen together with them.
    fn check_given(&mut self, option: OptionId) -> Result<(), GivenError> {
        let problem = self.problem;
        if option.index() >= problem.options().len() {
            return Err(GivenError::UnknownOption { option });
        }
        if !problem.is_choosable(option) {
            return Err(GivenError::NoPrimaryItem { option });
        }
        if self.is_given.contains(option.index()) {
            return Err(GivenError::Repeated { option });
        }
        problem.entries(option).iter().try_for_each(|entry| self.check_covered(option, entry))?;
        for entry in problem.entries(option) {
            let covered = &mut self.covered[entry.item.index()];
            *covered = Covered { times: covered.times + 1, by: Some(option) };
        }
        self.is_given.insert(option.index());
        self.given.push(option);
        Ok(())
    }

    /// Whether those that are given leave room for an entry of one more option.
    fn check_covered(&self, option: OptionId, entry: &Entry) -> Result<(), GivenError> {
        let (problem, covered) = (self.problem, self.covered[entry.item.index()]);
        let high = problem.bounds(entry.item).high;
        let name = || problem.item_name(entry.item).to_owned();
        match covered.by {
            _ if high != 1 && covered.times == high => {
                Err(GivenError::TooOften { option, item: name(), high })
            }
            Some(first) if high == 1 && !shares_color(problem, first, entry) => {
                Err(GivenError::Conflict { first, second: option, item: name() })
            }
            _ => Ok(()),
        }
    }

    /// The solutions, one after another. The iterator may be dropped at any time.
    pub fn solutions(&mut self) -> Solutions<'_> {
        let (run, options) = self.start();
        Solutions { run, options, stop: None }
    }

    /// Begins a run; and gives the memory for solutions.
    fn start(&mut self) -> (Run<'_>, &mut Vec<OptionId>) {
        let Self { problem, engine, reduction, machine, reduce, limits, given, options, .. } = self;
        let machine = machine.get_or_insert_with(|| {
            *reduction = reduce.problem(problem, given);
            engine.start(problem, reduction.as_ref())
        });
        (Run::start(machine.as_mut(), limits, given), options)
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
        let (mut run, _) = self.start();
        loop {
            if let Err(stop) = run.next() {
                return Count { solutions: run.found, stop };
            }
        }
    }

    /// Shows the options of every solution, in the order in which they were chosen, until the visitor breaks.
    /// Nothing is allocated for any of them.
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
        let (mut run, shown) = self.start();
        loop {
            if let Err(stop) = run.next() {
                return Count { solutions: run.found, stop };
            }
            run.read(shown);
            if visitor(shown).is_break() {
                return Count { solutions: run.found, stop: StopReason::SolutionLimit };
            }
        }
    }

    /// Whether there is no solution, one, or more. A limit of solutions does not matter here.
    ///
    /// # Errors
    /// The reason, if the run was stopped before that was known.
    pub fn is_unique(&mut self) -> Result<Uniqueness, StopReason> {
        let limits = Limits { solutions: Some(2), ..self.limits.clone() };
        let (run, _) = self.start();
        let mut run = Run { limits: &limits, ..run };
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
        self.machine.as_deref().map_or_else(Stats::default, stats)
    }
}

/// Whether an option gives the same colour to the item of an entry.
fn shares_color(problem: &Problem, option: OptionId, entry: &Entry) -> bool {
    entry.color.is_some() && problem.entries(option).contains(entry)
}

fn stats(machine: &dyn Machine) -> Stats {
    let work = machine.work();
    Stats { nodes: work.nodes, updates: work.updates }
}

/// One run of a machine, from the root to a reason to stop.
#[derive(Debug)]
struct Run<'s> {
    machine: &'s mut dyn Machine,
    limits: &'s Limits,
    found: u64,
}

impl<'s> Run<'s> {
    fn start(machine: &'s mut dyn Machine, limits: &'s Limits, given: &[OptionId]) -> Self {
        machine.restart(given);
        Self { machine, limits, found: 0 }
    }

    /// Goes on to the next solution, or says why there is none.
    fn next(&mut self) -> Result<(), StopReason> {
        loop {
            let nodes = self.machine.work().nodes;
            if let Some(stop) = self.limits.reached(self.found, nodes) {
                return Err(stop);
            }
            match self.machine.advance(self.limits.budget(nodes)) {
                Event::Paused => {}
                Event::Exhausted => return Err(StopReason::Exhausted),
                Event::Solution => {
                    self.found += 1;
                    return Ok(());
                }
            }
        }
    }

    fn read(&self, options: &mut Vec<OptionId>) {
        options.clear();
        self.machine.solution(options);
    }
}

/// The solutions of a problem, from [`Solver::solutions`].
#[derive(Debug)]
pub struct Solutions<'s> {
    run: Run<'s>,
    options: &'s mut Vec<OptionId>,
    stop: Option<StopReason>,
}

impl Solutions<'_> {
    /// Why there are no more solutions, once [`next`](Iterator::next) has given `None`.
    #[must_use]
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.stop
    }

    /// The work done so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        stats(self.run.machine)
    }
}

impl Iterator for Solutions<'_> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        if self.stop.is_some() {
            return None;
        }
        self.stop = self.run.next().err();
        if self.stop.is_some() {
            return None;
        }
        self.run.read(self.options);
        Some(Solution::new(self.options.clone()))
    }
}

impl std::iter::FusedIterator for Solutions<'_> {}

/// How many solutions were found, and whether these are all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Count {
    /// The number of solutions that were found.
    pub solutions: u64,
    /// Why the count ended.
    pub stop: StopReason,
}

impl Count {
    /// Whether there are no more solutions than those counted.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stop == StopReason::Exhausted
    }
}

/// The number, with `>=` in front if there may be more.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.is_complete() { "" } else { ">=" };
        write!(f, "{more}{}", self.solutions)
    }
}

/// Whether a problem has no solution, one, or more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Uniqueness {
    /// There is no solution.
    None,
    /// There is just one solution.
    Unique,
    /// There are at least two solutions.
    Multiple,
}

/// One word: `none`, `unique` or `multiple`.
impl fmt::Display for Uniqueness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::Unique => "unique",
            Self::Multiple => "multiple",
        })
    }
}

/// The work of a run, in numbers that depend on the problem and the engine and not on the computer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stats {
    /// Nodes of the search tree: its root, and every option that was tried.
    pub nodes: u64,
    /// Changes of the engine's structure that had to be undone later.
    pub updates: u64,
}

/// Why options can't be given to a [`Solver`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GivenError {
    /// The problem has no such option.
    UnknownOption {
        /// The option.
        option: OptionId,
    },
    /// The option has no primary item, and so is never chosen.
    NoPrimaryItem {
        /// The option.
        option: OptionId,
    },
    /// An option was given twice.
    Repeated {
        /// The option.
        option: OptionId,
    },
    /// Two of the options can't be chosen together.
    Conflict {
        /// The one that was given first.
        first: OptionId,
        /// The one that conflicts with it.
        second: OptionId,
        /// The name of an item over which they conflict.
        item: String,
    },
    /// An item would be covered more often than its bounds allow.
    TooOften {
        /// The option that is one too many.
        option: OptionId,
        /// The name of the item.
        item: String,
        /// How often it may be covered.
        high: u32,
    },
}

impl fmt::Display for GivenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |option: &OptionId| option.index() + 1;
        match self {
            Self::UnknownOption { option } => write!(f, "there is no option {}", number(option)),
            Self::NoPrimaryItem { option } => {
                write!(f, "option {} has no primary item and is never chosen", number(option))
            }
            Self::Repeated { option } => write!(f, "option {} is given twice", number(option)),
            Self::Conflict { first, second, item } => write!(
                f,
                "options {} and {} can't both be given: both have item `{item}`",
                number(first),
                number(second)
            ),
            Self::TooOften { option, item, high: 0 } => write!(
                f,
                "option {} can't be given: its item `{item}` may not be covered",
                number(option)
            ),
            Self::TooOften { option, item, high } => write!(
                f,
                "option {} can't be given too: its item `{item}` may be covered {high} times, and others do that",
                number(option)
            ),
        }
    }
}

impl std::error::Error for GivenError {}
