//! [`WithinBudget`]: the engine with bit sets, whose solutions cost at most a budget of net costs.

use super::search_part::{LimitedSearch, SLICE, WEIGHT};
use crate::engine::bitset::{self, BudgetedSearch};
use crate::engine::least_cost::NetCosts;
use crate::engine::{Outcome, Path, SearchEngine, Subproblem, Work};
use crate::ids::OptionId;
use crate::problem::Problem;
use std::sync::Arc;

/// The engine. See the head of this file.
#[derive(Debug)]
pub(super) struct WithinBudget {
    problem: Problem,
    engine: Box<dyn BudgetedSearch>,
    net_costs: Arc<NetCosts>,
}

impl WithinBudget {
    pub(super) fn new(problem: &Problem, root: &Subproblem, net_costs: Arc<NetCosts>) -> Self {
        let mut engine = bitset::start(problem, None);
        engine.restart_with_costs(root, net_costs.costs().to_vec());
        Self { problem: problem.clone(), engine, net_costs }
    }
}

impl LimitedSearch for WithinBudget {
    const SLICE: u64 = SLICE * WEIGHT;

    fn fork(&mut self, level: usize) -> Self {
        let Self { problem, engine, net_costs } = self;
        let (problem, net_costs) = (problem.clone(), net_costs.clone());
        Self { problem, engine: engine.fork(level), net_costs }
    }

    fn set_limit(&mut self, limit: u128) {
        self.engine.set_budget(self.net_costs.budget(limit));
    }

    fn problem(&self) -> &Problem {
        &self.problem
    }
}

impl SearchEngine for WithinBudget {
    fn restart(&mut self, root: &Subproblem) {
        self.engine.restart(root);
    }

    fn advance(&mut self, budget: u64) -> Outcome {
        self.engine.advance(budget)
    }

    fn solution(&self, options: &mut Vec<OptionId>) {
        self.engine.solution(options);
    }

    fn work(&self) -> Work {
        self.engine.work()
    }

    fn path(&self, path: &mut Path) -> bool {
        self.engine.path(path)
    }

    fn keep_below(&mut self, levels: usize) {
        self.engine.keep_below(levels);
    }
}
