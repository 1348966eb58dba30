//! The diagram of all solutions: by the orders, and by enumeration if there are only a few.

use super::collection::{Collection, ListLimit};
use super::enumeration::Enumeration;
use super::portfolio::{Answer, Portfolio, PortfolioEnd};
use super::report::word;
use super::subject::Subject;
use crate::diagram::{Diagram, NodeId};
use crate::engine::SearchEngine;
use crate::engine::memo::Nodes;
use crate::search::counting::CountStats;
use crate::search::limits::StopReason;
use crate::search::method::{CountStrategy, Method};
use crate::search::progress::Watch;
use crate::search::solver::Solver;
use std::time::{Duration, Instant};

/// The nodes of the orders before enumeration joins them. A diagram of an order has the structure
/// of the problem, with its independent parts: where it is soon done, it is preferred.
const ALONE: u64 = 1 << 14;
/// A bound for the memory of a listed option with its node in the diagram, in bytes. Measured: 12
/// to 25.
const LISTED_BYTES: usize = 64;

/// The place of an engine, which is built there if it is needed.
pub(super) type EngineCell = Option<Box<dyn SearchEngine>>;

/// The search for a diagram.
pub(super) struct DiagramSearch<'s> {
    portfolio: Portfolio<'s, Nodes, Box<dyn Fn() -> Nodes>>,
    /// The place for the engine of enumeration, until that joins the orders after `alone` nodes.
    engine: Option<&'s mut EngineCell>,
    alone: u64,
    /// What enumeration will collect.
    collection: Collection,
    /// The time before searches began.
    pub(super) building: Duration,
}

impl<'s> DiagramSearch<'s> {
    /// A search by a method. The nodes of each order take at most `bytes`.
    pub(super) fn new(
        subject: Subject<'s>,
        method: Method,
        engine: &'s mut EngineCell,
        bytes: usize,
    ) -> Self {
        let begun = Instant::now();
        let options = subject.problem.options().len();
        let nodes: Box<dyn Fn() -> Nodes> = Box::new(move || Nodes::new(options, bytes));
        let limit = ListLimit { options: bytes / LISTED_BYTES, by_nodes: method == Method::Auto };
        let (portfolio, engine, alone) = match method {
            Method::Plain => (Portfolio::new(subject, None, false, nodes), Some(engine), 0),
            Method::Auto => (Portfolio::new(subject, None, true, nodes), Some(engine), ALONE),
            _ => (Portfolio::of_orders(subject, method.order(), nodes), None, 0),
        };
        let collection = Collection::list(limit);
        Self { portfolio, engine, alone, collection, building: begun.elapsed() }
    }

    /// Searches to the end, or for about `nodes` nodes, beside `others` of other searches.
    pub(super) fn run_for(
        &mut self,
        nodes: u64,
        others: u64,
        watch: &mut Option<Watch<'s>>,
    ) -> Option<PortfolioEnd<NodeId>> {
        self.portfolio.others = others;
        self.portfolio.watch = watch.take();
        let mut end = None;
        if let Some(engine) = self.engine.take() {
            end = self.portfolio.run_for(self.alone);
            if matches!(end, None | Some(PortfolioEnd::Stopped(StopReason::MemoryLimit, _))) {
                self.join(engine);
                end = None;
            }
        }
        let end = end.or_else(|| self.portfolio.run_for(nodes));
        *watch = self.portfolio.watch.take();
        end
    }

    /// Lets enumeration take turns with the orders.
    fn join(&mut self, engine: &'s mut EngineCell) {
        let begun = Instant::now();
        let subject = self.portfolio.subject;
        let engine =
            engine.get_or_insert_with(|| subject.kind.start(subject.problem, subject.known));
        let collection = std::mem::replace(&mut self.collection, Collection::Nothing);
        let plain = Enumeration::collecting(subject, engine.as_mut(), collection);
        self.portfolio.plain = Some(plain);
        self.building += begun.elapsed();
    }

    pub(super) fn stats(&self) -> CountStats {
        self.portfolio.stats()
    }

    /// The diagram, or the reason why there is none, and the strategy that made it.
    pub(super) fn finish(
        self,
        end: &PortfolioEnd<NodeId>,
    ) -> (Result<Diagram, StopReason>, CountStrategy) {
        if let PortfolioEnd::Won(Answer::Counted(_), way) = *end {
            let options = self.portfolio.subject.problem.options().len();
            let diagram = Diagram::of_solutions(options, self.into_collection().into_solutions());
            return (diagram.map_err(|_| StopReason::MemoryLimit), way);
        }
        let (winner, way) = self.portfolio.into_winner(end);
        let diagram = winner.map(|winner| {
            let search = winner.into_finished();
            let root = search.value().copied().unwrap_or(NodeId::NONE);
            search.values.builder.finish(root)
        });
        (diagram, way)
    }

    /// What enumeration has collected.
    pub(super) fn into_collection(self) -> Collection {
        self.portfolio.plain.map_or(self.collection, Enumeration::into_collection)
    }
}

impl Solver {
    /// The diagram of all solutions, made by one thread.
    ///
    /// With [`Method::Auto`], a search with a memo begins. If it takes long, solutions are also
    /// listed one by one, in turns: a diagram of a few thousand is soon made of their list. With
    /// [`Method::Plain`], they are listed only.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    ///
    /// let problem: Problem = "a b c\na b\nb c\na\nc\n".parse()?;
    /// let diagram = Solver::new(&problem).diagram()?;
    /// diagram.verify(&problem)?;
    /// let uses: Vec<_> = diagram.counted().uses().iter().map(ToString::to_string).collect();
    /// assert_eq!(uses, ["1", "1", "1", "1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason, if the run was stopped before the diagram was complete.
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method has one lifetime")]
    pub fn diagram(&mut self) -> Result<Diagram, StopReason> {
        self.search_diagram(
            None,
            |search, end| search.finish(end),
            |diagram| word(&diagram.count().into()),
        )
    }

    /// Runs a search for a diagram to its end. Enumeration makes a list, or another collection.
    pub(super) fn search_diagram<T>(
        &mut self,
        collection: Option<Collection>,
        finish: impl for<'s> FnOnce(
            DiagramSearch<'s>,
            &PortfolioEnd<NodeId>,
        ) -> (Result<T, StopReason>, CountStrategy),
        count: impl FnOnce(&T) -> u64,
    ) -> Result<T, StopReason> {
        self.begin(false);
        let limits = &self.limits.without_solutions();
        let (method, all) = (self.counting.method, self.counting.memory);
        // A quarter for the memo, and the rest for the nodes.
        let memory = all / 4;
        let (subject, engine, mut watch, _) = self.parts(limits, memory);
        let mut search = DiagramSearch::new(subject, method, engine, all - memory);
        if let Some(collection) = collection {
            search.collection = collection;
        }
        let end = loop {
            if let Some(end) = search.run_for(u64::MAX, 0, &mut watch) {
                break end;
            }
        };
        let (stats, building) = (search.stats(), search.building);
        let (found, way) = finish(search, &end);
        if let Some(watch) = &mut watch {
            let stop = found.as_ref().map_or_else(|&stop| stop, |_| StopReason::Exhausted);
            watch.end(stop, found.as_ref().map_or(0, count), stats.nodes);
        }
        self.setup_time.building += building;
        self.end(way, stats);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::memo::CanonicalMode;
    use crate::engine::tests::latin;
    use crate::engine::{Engine, Subproblem};
    use crate::problem::Problem;
    use crate::search::count::portfolio::tests::langford;
    use crate::search::limits::Limits;
    use crate::search::method::StrategyReason;

    const ENOUGH: usize = 1 << 24;

    /// The number of solutions by a diagram, of which enumeration may list solutions with this many
    /// options together. The nodes of each order take at most `bytes`; with `ENOUGH`, enumeration
    /// begins. Also returns the reason for the strategy, and the lookups of the orders.
    fn count(
        problem: &Problem,
        method: Method,
        capacity: usize,
        bytes: usize,
    ) -> (Result<u64, StopReason>, StrategyReason, u64) {
        let (root, limits) = (Subproblem::default(), Limits::default());
        let subject = Subject {
            kind: Engine::Auto,
            problem,
            known: None,
            root: &root,
            limits: &limits,
            memory: 1 << 24,
            canonical: CanonicalMode::Off,
        };
        let mut engine = None;
        let mut search = DiagramSearch::new(subject, method, &mut engine, bytes);
        let by_nodes = method == Method::Auto;
        search.collection = Collection::list(ListLimit { options: capacity, by_nodes });
        if bytes == ENOUGH {
            search.alone = 0;
        }
        let end = search.run_for(u64::MAX, 0, &mut None).unwrap();
        let lookups = search.stats().lookups;
        let (diagram, way) = search.finish(&end);
        let count = diagram.map(|diagram| {
            assert_eq!(diagram.verify(problem), Ok(()));
            word(&diagram.count().into())
        });
        (count, way.why, lookups)
    }

    #[test]
    fn solutions_are_listed_if_they_are_few() {
        let problem = latin(4).parse().unwrap();
        let reasons = [StrategyReason::Short, StrategyReason::Asked];
        for (method, reason) in [Method::Auto, Method::Plain].into_iter().zip(reasons) {
            let result = count(&problem, method, 576 * 16, ENOUGH);
            assert_eq!(result, (Ok(576), reason, 0), "no order has a turn");
        }
    }

    #[test]
    fn a_list_that_is_full_is_given_up() {
        let (problem, capacity) = (latin(4).parse().unwrap(), 576 * 16 - 1);
        let (solutions, why, lookups) = count(&problem, Method::Auto, capacity, ENOUGH);
        assert_eq!((solutions, why), (Ok(576), StrategyReason::Repeats));
        assert!(lookups > 0, "an order finishes it");
        let (solutions, ..) = count(&problem, Method::Plain, capacity, ENOUGH);
        assert_eq!(solutions, Err(StopReason::MemoryLimit));
    }

    #[test]
    fn enumeration_goes_on_when_the_orders_have_no_memory() {
        let (problem, bytes) = (langford(11), 1 << 10);
        let (solutions, why, lookups) = count(&problem, Method::Auto, 35584 * 11, bytes);
        assert_eq!((solutions, why), (Ok(35584), StrategyReason::Memory));
        assert!(lookups > 0, "the orders begin");
        let (solutions, ..) = count(&problem, Method::Auto, 35584 * 11 - 1, bytes);
        assert_eq!(solutions, Err(StopReason::MemoryLimit));
    }
}
