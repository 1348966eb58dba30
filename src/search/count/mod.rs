//! Questions to a [`Solver`] that are answered by a memo of subproblems: large counts, and diagrams
//! of all solutions.

mod candidate;
mod collection;
mod diagram;
mod enumeration;
mod hook;
mod order_search;
mod portfolio;
#[cfg(feature = "proof")]
mod proving;
mod race;
mod report;
mod runtime_estimate;
mod sampler;
mod saved;
mod subject;
mod uses;

use super::answer::Stats;
use super::checkpoint::CheckpointHook;
use super::counting::CountStats;
use super::limits::{Limits, StopReason};
use super::method::{CountStrategy, Method, StrategyReason};
use super::order_checkpoint::OrderCheckpoint;
use super::progress::{Listener, Watch};
use super::solver::Solver;
use crate::engine::memo::{CanonicalMode, Counts};
use crate::natural::Natural;
use candidate::Candidate;
use diagram::EngineCell;
use enumeration::Enumeration;
use hook::CountHook;
use portfolio::{Answer, Portfolio, PortfolioEnd};
use report::word;
use std::time::Instant;
use subject::Subject;

#[cfg(feature = "proof")]
pub use proving::NoProof;
pub use report::BigCount;
pub use sampler::Sampler;
pub use uses::Uses;

/// What a run needs of a solver.
type RunParts<'s> =
    (Subject<'s>, &'s mut EngineCell, Option<Watch<'s>>, Option<&'s mut CheckpointHook>);

impl Solver {
    /// How [`big_count`](Self::big_count) counts, how diagrams are built, and how proofs are found;
    /// without this, [`Method::Auto`].
    #[must_use]
    pub fn method(mut self, method: Method) -> Self {
        self.counting.method = method;
        self
    }

    /// The memory for the memo of a count or a diagram, in bytes; without this, 1 GiB.
    ///
    /// If it is too small for a count, entries that were cheap to compute are evicted and computed
    /// again when they are needed: the count stays exact and takes longer. The nodes of a diagram
    /// can't be forgotten, and a run that has no memory for them ends with
    /// [`StopReason::MemoryLimit`]. Uses of options do not end so by [`Method::Auto`] and
    /// [`Method::Plain`], which need no memory for them.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.counting.memory = bytes;
        self
    }

    /// Whether [`big_count`](Self::big_count) recognises subproblems that are the same up to
    /// renaming items and options; without this, where it seems to pay. Diagrams do not: their
    /// nodes name options.
    ///
    /// ```
    /// use quadrille::{CanonicalMode, Method, Problem, Solver};
    ///
    /// // Latin squares of order 4.
    /// let mut text = String::new();
    /// let cells = || (0..16).map(|cell| (cell / 4, cell % 4));
    /// cells().for_each(|(a, b)| text += &format!("p{a}{b} r{a}{b} c{a}{b} "));
    /// for (row, column) in cells() {
    ///     for symbol in 0..4 {
    ///         text += &format!("\np{row}{column} r{row}{symbol} c{column}{symbol}");
    ///     }
    /// }
    /// let problem: Problem = text.parse()?;
    /// let mut solver = Solver::new(&problem).method(Method::Fewest).canonical(CanonicalMode::On);
    /// assert_eq!(solver.big_count().to_string(), "576");
    /// assert!(solver.count_stats().is_some_and(|stats| stats.renamed > 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn canonical(mut self, mode: CanonicalMode) -> Self {
        self.counting.canonical = mode;
        self
    }

    /// Counts the solutions, however many there are. If the run is stopped, the count is a lower
    /// bound.
    ///
    /// It continues a search that is to be [resumed](Self::resume).
    ///
    /// [`count`](Self::count) visits every solution. This method remembers the counts of
    /// subproblems, and looks them up when the same subproblem is left after other choices. What it
    /// remembers is compared in full and never by a hash alone.
    ///
    /// ```
    /// use quadrille::{ProblemBuilder, Solver};
    ///
    /// // Dominoes on a board of 12 times 12.
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
    /// assert_eq!(Solver::new(&problem).big_count().to_string(), "53060477521960000");
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    pub fn big_count(&mut self) -> BigCount {
        let is_resumed = std::mem::take(&mut self.is_resumed);
        if !is_resumed {
            self.restart();
        }
        let (count, stop) = match self.known_count() {
            Some(count) => (count, StopReason::Exhausted),
            None => self.run_count(is_resumed),
        };
        BigCount { solutions: count.to_big(), stop }
    }

    /// The count, if a search that is resumed is finished.
    fn known_count(&mut self) -> Option<Natural> {
        let saved = self.counting.orders.iter().find(|saved| saved.is_complete())?;
        let count = saved.stack.result()?.clone();
        let (method, why) = (saved.order, StrategyReason::Repeats);
        if let Some(mut watch) = self.listener.as_mut().map(Listener::watch) {
            watch.end(StopReason::Exhausted, word(&count), 0);
        }
        self.end(CountStrategy { method, engine: None, why }, CountStats::default());
        Some(count)
    }

    /// Counts by the strategy that wins, or that was asked for.
    fn run_count(&mut self, is_resumed: bool) -> (Natural, StopReason) {
        let (method, memory, threads) = (self.counting.method, self.counting.memory, self.threads);
        let has_plain = matches!(method, Method::Auto | Method::Plain);
        self.begin(has_plain);
        let begun = Instant::now();
        let limits = &self.limits.without_solutions();
        let frontier = std::mem::take(&mut self.frontier);
        let saved = self.take_orders(method);
        let schedule = (is_resumed || self.hook.is_some()).then_some(self.schedule);
        let (subject, engine, watch, hook) = self.parts(limits, memory);
        let hook = hook.map(|hook| CountHook { hook, frontier: frontier.clone() });
        let engine = engine.as_mut().filter(|_| has_plain);
        let plain = engine.map(|engine| {
            Enumeration::new(subject, engine.as_mut(), threads, frontier.clone(), schedule)
        });
        let counts = || Counts;
        let portfolio = match method.order() {
            Some(order) => Portfolio::of_order(subject, order, counts),
            None => Portfolio::new(subject, plain, method != Method::Plain, counts),
        };
        let mut portfolio = portfolio.for_threads(threads);
        portfolio.restore(&saved);
        portfolio.watch = watch;
        portfolio.least = |search| word(&search.at_least());
        (portfolio.hook, portfolio.save) = (hook, |own: &Candidate<_>| Some(own.save()));
        let building = begun.elapsed();
        let end = portfolio.run();
        let (count, stop, way) = match &end {
            PortfolioEnd::Won(Answer::Value(count), way) => {
                (count.clone(), StopReason::Exhausted, *way)
            }
            PortfolioEnd::Won(Answer::Counted(count), way) => {
                (Natural::Word(*count), StopReason::Exhausted, *way)
            }
            PortfolioEnd::Stopped(stop, way) => (portfolio.at_least(), *stop, *way),
        };
        let stats = portfolio.stats();
        if let Some(watch) = &mut portfolio.watch {
            watch.end(stop, word(&count), stats.nodes);
        }
        let saved = portfolio.saved_at(&end);
        let frontier = portfolio.plain.take().map_or(frontier, Enumeration::into_frontier);
        drop(portfolio);
        self.setup_time.building += building;
        (self.frontier, self.counting.orders) = (frontier, saved);
        self.end(way, stats);
        (count, stop)
    }

    /// The searches that a method continues.
    fn take_orders(&mut self, method: Method) -> Vec<OrderCheckpoint> {
        let mut saved = std::mem::take(&mut self.counting.orders);
        saved.retain(|saved| match method {
            Method::Auto | Method::Diagram => true,
            method => saved.order == method,
        });
        saved
    }

    /// The strategy of the last `big_count`, `diagram`, `uses`, `sampler`, `sample` or
    /// `candidates`; `None` before the first. Draws are not included.
    #[must_use]
    pub fn strategy(&self) -> Option<CountStrategy> {
        self.counting.last.map(|(strategy, _)| strategy)
    }

    /// The work of the last `big_count`, `diagram`, `uses`, `sampler`, `sample` or `candidates`;
    /// `None` before the first. Draws are not included.
    #[must_use]
    pub fn count_stats(&self) -> Option<CountStats> {
        self.counting.last.map(|(_, stats)| stats)
    }

    /// Presolves the problem, and builds the engine if it is needed.
    fn begin(&mut self, needs_engine: bool) {
        if needs_engine { self.build() } else { self.prepare() }
    }

    /// What all strategies have in common, with this memory; the engine, once it is built; and the
    /// callbacks for progress and checkpoints.
    fn parts<'s>(&'s mut self, limits: &'s Limits, memory: usize) -> RunParts<'s> {
        let Self {
            problem, kind, reduction, engine, assumptions, listener, hook, counting, ..
        } = self;
        let (kind, known, root) = (*kind, reduction.as_ref(), assumptions.subproblem());
        let subject =
            Subject { problem, kind, known, root, limits, memory, canonical: counting.canonical };
        (subject, engine, listener.as_mut().map(Listener::watch), hook.as_mut())
    }

    fn end(&mut self, strategy: CountStrategy, stats: CountStats) {
        self.work = Some(Stats { nodes: stats.nodes, updates: 0 });
        self.counting.last = Some((strategy, stats));
    }
}
