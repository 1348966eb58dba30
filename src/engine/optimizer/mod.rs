//! [`Optimizer`]: the search for the cheapest solutions, by two engines that take turns.
//!
//! [`LeastCost`] computes a strong bound at each node, which takes some microseconds. [`bitset`] with
//! a budget of [`NetCosts`] has a weak bound and 10 to 30 times as many nodes a second. Which of them
//! is first to end depends on the costs as much as on the problem, and is not known. So each searches
//! the whole problem, one turn after the other, and the limit from the solutions of either holds for
//! both. A node of [`LeastCost`] counts as [`WEIGHT`] nodes of the other, and no clock is read: the
//! order of solutions depends on the problem, the limits and the assumptions alone.
//! docs/measurements.md has the figures.
//!
//! The first turn belongs to `LeastCost`. It is the only engine for problems with multiplicities,
//! and for those whose matrix is too large.
//!
//! When the search has lasted, and has a limit, `LeastCost` begins again with strong multipliers and a
//! [narrow limit](narrowing). The other engine continues below the limit of the search, or begins
//! again with the strong multipliers if these halve the gap.

mod narrowing;
#[cfg(test)]
mod tests;

use super::bitset::{self, BudgetedSearch};
use super::least_cost::{LeastCost, NetCosts};
use super::{Outcome, Path, SearchEngine, Subproblem, Work};
use crate::ids::{OptionId, to_f64, to_u64};
use crate::problem::Problem;
use narrowing::Narrowing;

/// The nodes of [`LeastCost`] in a turn.
const TURN: u64 = 64;

/// The nodes of the other engine for one of these.
const WEIGHT: u64 = 64;

/// The number of turns that [`LeastCost`] has at once while the tree of the other engine seems to
/// have more than [`MOST`] nodes, so that it would take more than ten seconds.
const LONG_TURNS: u64 = 16;
const MOST: u64 = 1 << 26;

/// The updates for each entry of the problem before the multipliers are made strong, which takes up to 1000.
const UPDATES_BEFORE_STRONG: u64 = 500;

/// The nodes of [`LeastCost`] between two looks of the caller at the clock.
const SLICE: u64 = 16;

/// The second engine.
#[derive(Debug)]
struct WithinBudget {
    engine: Box<dyn BudgetedSearch>,
    net_costs: NetCosts,
}

impl WithinBudget {
    /// Whether the tree is too large, by the share of it that is searched.
    fn is_too_large(&self) -> bool {
        let mut path = Path::default();
        let is_known = self.engine.path(&mut path);
        is_known && path.share() * to_f64(MOST) < to_f64(self.engine.work().nodes)
    }
}

/// Which engine searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The first one, in its first turn.
    First,
    /// Both, and it is the turn of the first one.
    LeastCost,
    /// Both, and it is the turn of the second one.
    WithinBudget,
    /// The first one alone.
    Alone,
}

/// The two engines. See the module documentation.
#[derive(Debug)]
pub(crate) struct Optimizer {
    problem: Problem,
    root: Subproblem,
    least_cost: LeastCost,
    within_budget: Option<WithinBudget>,
    stage: Stage,
    /// The nodes of [`LeastCost`] in a turn.
    turn: u64,
    /// The nodes of the searching engine at which its turn ends.
    turn_end: u64,
    limit: Option<u128>,
    /// The narrow limit, if the multipliers are strong.
    narrowing: Option<Narrowing>,
    /// A lower bound of the cost of all solutions not visited yet.
    proved: u128,
    /// The work of engines before they began again.
    earlier: Work,
    updates_before_strong: u64,
    is_exhausted: bool,
}

impl Optimizer {
    pub(crate) fn new(problem: &Problem) -> Self {
        Self {
            problem: problem.clone(),
            root: Subproblem::default(),
            least_cost: LeastCost::new(problem),
            within_budget: None,
            stage: Stage::First,
            turn: TURN,
            turn_end: TURN,
            limit: None,
            narrowing: None,
            proved: 0,
            earlier: Work::default(),
            updates_before_strong: UPDATES_BEFORE_STRONG * to_u64(problem.entry_count()),
            is_exhausted: false,
        }
    }

    /// Goes back to the root of a part of the problem, and removes the limit.
    pub(crate) fn restart(&mut self, root: &Subproblem) {
        self.root.clone_from(root);
        self.least_cost.restart(root);
        (self.within_budget, self.stage, self.turn_end) = (None, Stage::First, self.turn);
        (self.limit, self.narrowing, self.is_exhausted) = (None, None, false);
        (self.proved, self.earlier) = (0, Work::default());
    }

    /// Restricts the search to solutions that cost less, until the next restart. Some that don't
    /// can still be visited.
    pub(crate) fn set_limit(&mut self, limit: u128) {
        self.limit = Some(limit);
        self.least_cost.set_limit(self.narrowing.map_or(limit, |narrow| narrow.limit().min(limit)));
        if let Some(WithinBudget { engine, net_costs }) = &mut self.within_budget {
            engine.set_budget(net_costs.budget(limit));
        }
    }

    /// A lower bound of the cost of all solutions not visited yet, at most the limit; `None` if
    /// there are none.
    pub(crate) fn bound(&self) -> Option<u128> {
        if self.is_exhausted {
            return self.limit;
        }
        let bound = self.least_cost.bound().map(|bound| bound.max(self.proved));
        [bound, self.limit].into_iter().flatten().min()
    }

    /// Searches on for a slice of at most about `budget` nodes. A solution can be visited twice,
    /// once by each engine.
    pub(crate) fn advance(&mut self, budget: u64) -> Outcome {
        self.end_turn();
        if let Some(limit) = self.limit
            && self.is_worth_strengthening()
        {
            self.strengthen(limit);
        }
        let outcome = match self.within_budget_in_turn() {
            Some(engine) => engine.advance(budget.min(SLICE * WEIGHT)),
            None => self.least_cost.advance(budget.min(SLICE)),
        };
        if outcome == Outcome::Exhausted && self.widen() {
            return Outcome::Paused;
        }
        self.is_exhausted |= outcome == Outcome::Exhausted;
        outcome
    }

    /// After a solution: its options are appended.
    pub(crate) fn solution(&self, options: &mut Vec<OptionId>) {
        match &self.within_budget {
            Some(second) if self.stage == Stage::WithinBudget => second.engine.solution(options),
            _ => self.least_cost.solution(options),
        }
    }

    /// The work of both engines since the last restart.
    pub(crate) fn work(&self) -> Work {
        let mut work = self.earlier;
        work += self.least_cost.work();
        if let Some(second) = &self.within_budget {
            work += second.engine.work();
        }
        work
    }

    fn is_worth_strengthening(&self) -> bool {
        self.narrowing.is_none()
            && self.stage != Stage::First
            && self.work().updates >= self.updates_before_strong
    }

    /// Begins again with strong multipliers, and narrows the limit.
    fn strengthen(&mut self, limit: u128) {
        let gap_before = limit.saturating_sub(self.least_cost.root_bound());
        self.earlier += self.least_cost.work();
        let bound = self.least_cost.strengthen(&self.root, limit);
        self.proved = bound;
        if let Some(second) = &self.within_budget
            && 2 * (limit - bound) <= gap_before
        {
            self.earlier += second.engine.work();
            self.within_budget = self.start_within_budget();
        }
        self.narrow(Narrowing::new(bound, limit), limit);
    }

    /// After the end of a search: begins the next one, if that was a narrow one. Returns whether it
    /// was.
    fn widen(&mut self) -> bool {
        let (Some(limit), Some(narrowing)) = (self.limit, self.narrowing) else { return false };
        if self.stage == Stage::WithinBudget || narrowing.limit() >= limit {
            return false;
        }
        self.proved = narrowing.limit();
        self.earlier += self.least_cost.work();
        self.least_cost.retry(&self.root);
        self.narrow(narrowing.widened(limit), limit);
        true
    }

    /// Begins a turn of the first engine, at its root, with a narrow limit.
    fn narrow(&mut self, narrowing: Narrowing, limit: u128) {
        self.narrowing = Some(narrowing);
        self.set_limit(limit);
        self.stage = match self.within_budget {
            Some(_) => Stage::LeastCost,
            None => Stage::Alone,
        };
        self.turn_end = self.turn;
    }

    fn within_budget_in_turn(&mut self) -> Option<&mut dyn BudgetedSearch> {
        let second = self.within_budget.as_mut().filter(|_| self.stage == Stage::WithinBudget)?;
        Some(second.engine.as_mut())
    }

    /// If the turn of the searching engine is over, begins the next one.
    fn end_turn(&mut self) {
        let nodes = |engine: &dyn SearchEngine| engine.work().nodes;
        let searched = match self.within_budget_in_turn() {
            Some(engine) => nodes(engine),
            None => nodes(&self.least_cost),
        };
        if searched < self.turn_end || self.stage == Stage::Alone {
            return;
        }
        if self.stage == Stage::First {
            self.within_budget = self.start_within_budget();
        }
        match (&self.within_budget, self.stage) {
            (None, _) => self.stage = Stage::Alone,
            (Some(second), Stage::WithinBudget) => {
                let turn = if second.is_too_large() { LONG_TURNS * self.turn } else { self.turn };
                self.stage = Stage::LeastCost;
                self.turn_end = nodes(&self.least_cost) + turn;
            }
            (Some(second), _) => {
                self.stage = Stage::WithinBudget;
                self.turn_end = second.engine.work().nodes + self.turn * WEIGHT;
            }
        }
    }

    /// Builds the second engine, if it takes the problem.
    fn start_within_budget(&self) -> Option<WithinBudget> {
        let Self { problem, root, limit, .. } = self;
        if problem.features().multiplicities || bitset::is_large(problem) {
            return None;
        }
        let net_costs = self.least_cost.net_costs(root)?;
        let mut engine = bitset::start(problem, None);
        engine.restart_with_costs(root, net_costs.costs().to_vec());
        if let Some(limit) = *limit {
            engine.set_budget(net_costs.budget(limit));
        }
        Some(WithinBudget { engine, net_costs })
    }
}
