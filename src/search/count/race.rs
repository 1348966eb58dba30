//! A race between a count and the building of a diagram, in turns.
//!
//! A diagram has a node for each subproblem, so that it can't use that two of them are the same up
//! to renaming. It is built all the same, because a draw from it is only a path down. It gets most
//! of the work, unless labelling is much of that of the count.

use super::diagram::{DiagramSearch, EngineCell};
use super::portfolio::{Portfolio, PortfolioEnd};
use super::report::word;
use super::subject::Subject;
use crate::diagram::Diagram;
use crate::engine::memo::{Counts, MemoSearch};
use crate::natural::Natural;
use crate::search::counting::CountStats;
use crate::search::limits::{Limits, StopReason};
use crate::search::method::{CountStrategy, Method};
use crate::search::progress::Watch;
use crate::solution::Solution;

/// The nodes of the first turn of the search that is not preferred. The preferred one gets
/// `PREFERRED` times as many.
const FIRST: u64 = 1 << 14;
const PREFERRED: u64 = 4;

/// What was complete first.
#[derive(Debug)]
pub(super) enum Winner {
    Diagram(Diagram),
    Search(Box<FinishedSearch>),
}

/// A search that has counted the solutions.
#[derive(Debug)]
pub(super) struct FinishedSearch {
    pub(super) search: MemoSearch<Counts>,
    /// The nodes of other searches of the run.
    others: u64,
}

/// The end of a race.
#[derive(Debug)]
pub(super) struct RaceEnd {
    pub(super) winner: Result<Winner, StopReason>,
    pub(super) way: CountStrategy,
    pub(super) stats: CountStats,
}

impl Winner {
    /// The number of solutions, or the largest word if it is larger.
    fn solutions(&self) -> u64 {
        match self {
            Self::Diagram(diagram) => word(&diagram.count().into()),
            Self::Search(own) => own.search.value().map_or(0, word),
        }
    }
}

impl FinishedSearch {
    /// The solution with an index below the count.
    pub(super) fn solution(
        &mut self,
        index: Natural,
        limits: &Limits,
    ) -> Result<Solution, StopReason> {
        let others = self.others;
        let mut stop = limits.reached(0, others + self.search.work().nodes);
        if let Some(stop) = stop {
            return Err(stop);
        }
        let mut goes_on = |nodes: u64| {
            stop = limits.reached(0, others + nodes);
            stop.is_none()
        };
        let options = self.search.solution(index, &mut goes_on);
        options.map(Solution::new).ok_or(stop.unwrap_or(StopReason::Cancelled))
    }
}

/// Runs a race by a method.
pub(super) fn run<'s>(
    subject: Subject<'s>,
    method: Method,
    engine: &'s mut EngineCell,
    mut watch: Option<Watch<'s>>,
) -> RaceEnd {
    let all = subject.memory;
    let part = Subject { memory: all / 4, ..subject };
    let order = method.order();
    let orders = if order.is_some() { 1 } else { 2 };
    let mut building = Some(DiagramSearch::new(part, method, engine, all / 2 / orders));
    let mut counting = Portfolio::of_orders(part, order, || Counts);
    counting.least = |search| word(&search.at_least());
    let (mut others, mut budget) = (CountStats::default(), FIRST);
    let (winner, way, stats) = loop {
        let is_renaming = counting.is_renaming();
        let [count, diagram] = if is_renaming { [PREFERRED, 1] } else { [1, PREFERRED] };
        if let Some(mut own) = building.take() {
            let nodes = budget.saturating_mul(diagram);
            let end = own.run_for(nodes, counting.stats().nodes, &mut watch);
            others = own.stats();
            match end {
                None => building = Some(own),
                Some(PortfolioEnd::Stopped(StopReason::MemoryLimit, _)) => {
                    counting.subject.memory = all;
                }
                Some(end) => {
                    others.add_count(counting.stats());
                    let (diagram, way) = own.finish(&end);
                    break (diagram.map(Winner::Diagram), way, others);
                }
            }
        }
        counting.others = others.nodes;
        counting.watch = watch.take();
        let end = counting.run_for(budget.saturating_mul(count));
        watch = counting.watch.take();
        if let Some(end) = end {
            let mut stats = counting.stats();
            stats.add_count(others);
            let (winner, way) = counting.into_winner(&end);
            let winner = winner.map(|mut winner| {
                // Draws have all of the memory.
                winner.limit_memory(all);
                let others = stats.nodes - winner.work().nodes;
                let search = winner.into_finished();
                Winner::Search(Box::new(FinishedSearch { search, others }))
            });
            break (winner, way, stats);
        }
        budget = budget.saturating_mul(2);
    };
    if let Some(watch) = &mut watch {
        let stop = winner.as_ref().map_or_else(|&stop| stop, |_| StopReason::Exhausted);
        let solutions = winner.as_ref().map_or(0, Winner::solutions);
        watch.end(stop, solutions, stats.nodes);
    }
    RaceEnd { winner, way, stats }
}
