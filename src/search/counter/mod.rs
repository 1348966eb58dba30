//! [`Counter`]: counts solutions without visiting each of them, and makes diagrams of them.

mod enumeration;
mod method;
mod portfolio;
mod report;
mod runtime_estimate;
mod shared;
mod shared_memo;
mod subject;

use super::answer::SetupTime;
use super::assumptions::AssumeError;
use super::limits::{CancelToken, Limits, StopReason, limit_setters};
use super::progress::{Listener, Progress};
use super::reduce::PresolveMode;
use super::solver::Solver;
use crate::diagram::{Diagram, NodeId};
use crate::engine::Subproblem;
use crate::engine::memo::{Counts, ExactCount, Nodes, Order, Orders};
use crate::problem::{Problem, Reduction};
use enumeration::Enumeration;
use portfolio::{Answer, Portfolio, PortfolioEnd};
use report::word;
use std::time::{Duration, Instant};
use subject::Subject;

pub use method::{CountStrategy, Method, StrategyReason, UnknownMethod};
pub use report::{BigCount, CounterStats};

/// The default memory of a memo: 1 GiB.
const MEMORY: usize = 1 << 30;

/// Counts the solutions of a problem, however many there are, and makes [`Diagram`]s of them.
///
/// A [`Solver`] visits every solution. A counter remembers the counts of subproblems, and looks
/// them up when the same subproblem is left after other choices:
///
/// ```
/// use quadrille::{Counter, ProblemBuilder};
///
/// // Dominoes on a shared of 12 times 12.
/// let mut builder = ProblemBuilder::new();
/// let mut cells = Vec::new();
/// for cell in 0..144 {
///     cells.push(builder.primary(&format!("{},{}", cell / 12, cell % 12))?);
/// }
/// for cell in 0..144 {
///     if cell % 12 < 11 {
///         builder.option([cells[cell], cells[cell + 1]])?;
///     }
///     if cell < 132 {
///         builder.option([cells[cell], cells[cell + 12]])?;
///     }
/// }
/// let problem = builder.build()?;
/// assert_eq!(Counter::new(&problem).count().to_string(), "53060477521960000");
/// # Ok::<(), quadrille::BuildError>(())
/// ```
///
/// Counts are exact. What it remembers is compared in full and never by a hash alone.
#[derive(Debug)]
pub struct Counter {
    solver: Solver,
    method: Method,
    memory: usize,
    threads: usize,
    limits: Limits,
    listener: Option<Listener>,
    stats: CounterStats,
    way: Option<CountStrategy>,
    /// What was spent on machines with memos before they ran.
    building: Duration,
}

impl Counter {
    /// A counter that finds the fastest strategy by itself.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        let solver = Solver::new(problem);
        Self {
            solver,
            method: Method::Auto,
            memory: MEMORY,
            threads: 1,
            limits: Limits::default(),
            listener: None,
            stats: CounterStats::default(),
            way: None,
            building: Duration::ZERO,
        }
    }

    /// How to count; without this, [`Method::Auto`].
    #[must_use]
    pub fn method(self, method: Method) -> Self {
        Self { method, ..self }
    }

    /// The memory that may be taken for what is remembered, in bytes; without this, 1 GiB.
    ///
    /// Where it is not enough for a count, what was found in little time is forgotten, and is found
    /// again when it is needed: the count stays exact and takes longer. The nodes of a diagram
    /// can't be forgotten, and a run that has no memory for them ends with
    /// [`StopReason::MemoryLimit`].
    #[must_use]
    pub fn memory(self, bytes: usize) -> Self {
        Self { memory: bytes, ..self }
    }

    /// How many threads count together when the count takes long; without this, one. The count is
    /// the same. A diagram is made by one. A search that visits the solutions has one thread if
    /// there is a limit of nodes.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// How much is found out of the problem before it is searched; without this,
    /// [`PresolveMode::Auto`].
    #[must_use]
    pub fn reduce(self, reduce: PresolveMode) -> Self {
        Self { solver: self.solver.reduce(reduce), ..self }
    }

    limit_setters!();

    /// Calls a function with the progress of each run, as [`Solver::progress`] does. The share is
    /// that of the strategy that has come furthest, in a tree without look-ups: it grows faster as
    /// the memo fills.
    #[must_use]
    pub fn progress(
        self,
        every: Duration,
        callback: impl FnMut(&Progress) + Send + 'static,
    ) -> Self {
        Self { listener: Some(Listener::new(every, callback)), ..self }
    }

    /// Restricts all runs to a subproblem, as [`Solver::assume`] does.
    ///
    /// # Errors
    /// As those of [`Solver::assume`]. Then nothing is assumed.
    pub fn assume(&mut self, subproblem: impl Into<Subproblem>) -> Result<(), AssumeError> {
        self.solver.assume(subproblem)
    }

    /// How many solutions there are. If the run is stopped, what was found of them by then is a
    /// number of solutions that there are at least.
    pub fn count(&mut self) -> BigCount {
        let (count, stop) = match (self.method, self.method.order()) {
            (_, Some(order)) if self.threads > 1 => self.count_together(order),
            (_, order) => self.count_alone(order),
        };
        BigCount { solutions: count.to_big(), stop }
    }

    /// Counts by the strategy that wins, or that was asked for.
    fn count_alone(&mut self, order: Option<Order>) -> (ExactCount, StopReason) {
        let begun = Instant::now();
        let (limits, memory, method) = (&self.limits, self.memory, self.method);
        let has_plain = matches!(method, Method::Auto | Method::Plain);
        let problem = &self.solver.problem().clone();
        let (machine, known, root) = self.solver.parts(has_plain);
        let subject = Subject { problem, known, root, limits, memory };
        let threads = self.threads;
        let plain = machine.map(|machine| Enumeration::new(subject, machine, threads));
        let counts = || Counts;
        let portfolio = match order {
            Some(order) => Portfolio::of_order(subject, order, counts),
            None => Portfolio::new(subject, plain, method != Method::Plain, counts),
        };
        let mut portfolio = if self.threads > 1 { portfolio.handing_over() } else { portfolio };
        portfolio.watch = self.listener.as_mut().map(Listener::watch);
        portfolio.least = |machine| word(&machine.at_least());
        self.building += begun.elapsed();
        let end = portfolio.run();
        let least = portfolio.candidates.iter().map(|candidate| candidate.machine.at_least());
        let visited = portfolio.plain.as_ref().map_or(0, Enumeration::found);
        let least = least.max().unwrap_or(ExactCount::ZERO).max(ExactCount::Word(visited));
        self.stats = portfolio.stats();
        let mut watch = portfolio.watch.take();
        // The search that continues has all of the memory.
        drop(portfolio);
        let (count, stop, way) = match end {
            PortfolioEnd::Won(Answer::Value(count), way) => (count, StopReason::Exhausted, way),
            PortfolioEnd::Won(Answer::Counted(count), way) => {
                (ExactCount::Word(count), StopReason::Exhausted, way)
            }
            PortfolioEnd::Stopped(stop, way) => (least, stop, way),
            PortfolioEnd::Large(plan, table) => {
                let way = CountStrategy {
                    method: plan.order.into(),
                    engine: None,
                    why: StrategyReason::Repeats,
                };
                let watch = watch.as_mut();
                let (count, stop, stats) =
                    shared::count(subject, &plan, Some(table), self.threads, watch);
                self.stats.go_on(stats);
                (count.max(least), stop, way)
            }
        };
        if let Some(watch) = &mut watch {
            watch.end(stop, word(&count), self.stats.nodes);
        }
        self.way = Some(way);
        (count, stop)
    }

    /// Counts by an order, with several threads.
    fn count_together(&mut self, order: Order) -> (ExactCount, StopReason) {
        let problem = &self.solver.problem().clone();
        let (_, known, root) = self.solver.parts(false);
        let subject = Subject { problem, known, root, limits: &self.limits, memory: self.memory };
        let plan = Orders::new(problem, known).plan(order);
        let mut watch = self.listener.as_mut().map(Listener::watch);
        let (count, stop, stats) =
            shared::count(subject, &plan, None, self.threads, watch.as_mut());
        if let Some(watch) = &mut watch {
            watch.end(stop, word(&count), stats.nodes);
        }
        self.stats = stats;
        self.way =
            Some(CountStrategy { method: order.into(), engine: None, why: StrategyReason::Asked });
        (count, stop)
    }

    /// The diagram of all solutions. With [`Method::Plain`], it is made as with
    /// [`Method::Diagram`].
    ///
    /// ```
    /// use quadrille::{Counter, Problem};
    ///
    /// let problem: Problem = "a b c\na b\nb c\na\nc\n".parse()?;
    /// let diagram = Counter::new(&problem).diagram()?;
    /// diagram.verify(&problem)?;
    /// let uses: Vec<_> = diagram.counted().uses().iter().map(ToString::to_string).collect();
    /// assert_eq!(uses, ["1", "1", "1", "1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason, if the run was stopped before the diagram was complete.
    pub fn diagram(&mut self) -> Result<Diagram, StopReason> {
        let begun = Instant::now();
        let problem = &self.solver.problem().clone();
        let (_, known, root) = self.solver.parts(false);
        // A quarter for the memo, and the rest for the nodes.
        let (memory, options) = (self.memory / 4, problem.options().len());
        let subject = Subject { problem, known, root, limits: &self.limits, memory };
        let nodes = || Nodes::new(options, self.memory - memory);
        let mut portfolio = match self.method.order() {
            Some(order) => Portfolio::of_order(subject, order, nodes),
            None => Portfolio::new(subject, None, true, nodes),
        };
        portfolio.watch = self.listener.as_mut().map(Listener::watch);
        self.building += begun.elapsed();
        let end = portfolio.run();
        self.stats = portfolio.stats();
        if let Some(watch) = &mut portfolio.watch {
            let stop =
                if let PortfolioEnd::Stopped(stop, _) = end { stop } else { StopReason::Exhausted };
            watch.end(stop, 0, self.stats.nodes);
        }
        let (root, way): (NodeId, CountStrategy) = match end {
            PortfolioEnd::Won(Answer::Value(root), way) => (root, way),
            PortfolioEnd::Stopped(stop, way) => {
                self.way = Some(way);
                return Err(stop);
            }
            PortfolioEnd::Won(Answer::Counted(_), _) | PortfolioEnd::Large(..) => {
                unreachable!("a diagram has no enumeration, and one thread")
            }
        };
        self.way = Some(way);
        let winner =
            portfolio.candidates.into_iter().find(|candidate| candidate.machine.value().is_some());
        let builder = winner.expect("the winner has the value").machine.values.builder;
        Ok(builder.finish(root))
    }

    /// The problem that is counted.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        self.solver.problem()
    }

    /// What was found out of the problem before it was searched; `None` before the first run, or if
    /// nothing was looked for.
    #[must_use]
    pub fn reduction(&self) -> Option<&Reduction> {
        self.solver.reduction()
    }

    /// What was spent up to now on reducing the problem and on building structures for searches.
    #[must_use]
    pub fn preparation(&self) -> SetupTime {
        let solver = self.solver.preparation();
        SetupTime { building: solver.building + self.building, ..solver }
    }

    /// The work of the last run; none before the first.
    #[must_use]
    pub fn stats(&self) -> CounterStats {
        self.stats
    }

    /// How the last run counted; `None` before the first.
    #[must_use]
    pub fn chosen(&self) -> Option<CountStrategy> {
        self.way
    }
}
