//! [`Optimizer`]: the search for the cheapest solutions, by two engines that take turns.
//!
//! [`LeastCost`] computes a strong bound at each node, which takes some microseconds.
//! [`WithinBudget`] has a weak bound and 10 to 30 times as many nodes a second. Which of them is
//! first to end depends on the costs as much as on the problem, and is not known. So each searches
//! the whole problem, one turn after the other, and the limit from the solutions of either holds
//! for both. A node of [`LeastCost`] counts as [`WEIGHT`] nodes of the other, and no clock is read:
//! the order of solutions depends on the problem, the limits and the assumptions alone.
//! docs/measurements.md has the figures.
//!
//! The first turn belongs to `LeastCost`. It is the only engine for problems with multiplicities,
//! and for those whose matrix is too large.
//!
//! When the search has lasted, and has a limit, `LeastCost` begins again with strong multipliers
//! and a [narrow limit](narrowing). The other engine continues below the limit of the search, or
//! begins again with the strong multipliers if these reduce the gap by a quarter. Later, stronger
//! multipliers are computed twice more; `LeastCost` begins again with them if the bound rises.
//!
//! A search that has lasted longer goes on in *rounds*. The search of each engine is
//! [split](SplitSearch) into parts, each with a copy of the engine, and each copy has one turn in a
//! round. One more turn searches for better solutions [near the best one](NeighbourhoodSearch).
//! While there is no limit, that turn searches for [any solutions](FeasibilitySearch) instead. The
//! turns of a round are independent: solutions become known to all at its end. So threads can share
//! them, and the search is the same with any number of threads.

mod feasibility_search;
mod narrowing;
mod neighbourhood_search;
mod search_part;
mod split_search;
#[cfg(test)]
mod tests;
mod within_budget;

use super::bitset;
use super::least_cost::{LEAST_RISE, LeastCost, Strengthening, has_risen};
use super::{Outcome, SearchEngine, Subproblem, Work};
use crate::ids::{OptionId, to_f64, to_u64};
use crate::problem::Problem;
use feasibility_search::FeasibilitySearch;
use narrowing::Narrowing;
use neighbourhood_search::NeighbourhoodSearch;
pub(crate) use search_part::SearchTurn;
use search_part::{SLICE, WEIGHT, effort};
use split_search::SplitSearch;
use std::sync::Arc;
use within_budget::WithinBudget;

/// The nodes of [`LeastCost`] in a turn.
const TURN: u64 = 64;

/// The number of turns that [`LeastCost`] has at once while the tree of the other engine seems to
/// have more than [`MOST`] nodes, so that it would take more than ten seconds.
const LONG_TURNS: u64 = 16;
const MOST: u64 = 1 << 26;

/// For each computation of strong multipliers a number of updates before it.
type UpdatesBefore = [u64; Strengthening::ALL.len()];

/// The same for each entry of the problem. The last computation is only made in rounds.
const UPDATES_PER_ENTRY: UpdatesBefore = [500, 1500, 4000];

/// The second engine begins again if the bound has risen by this part of the gap, given as a
/// divisor. It loses more by that, since it has no narrow limits.
const LEAST_RISE_OF_SECOND: u128 = 4;

/// The [effort] after which a search goes on in rounds: about a third of a second.
const EFFORT_BEFORE_ROUNDS: u64 = 1 << 25;

/// The effort of a round without the searches near the best solution and for any: about a tenth of
/// a second of one thread.
const EFFORT_OF_ROUND: u64 = 1 << 23;

/// The effort of a turn for any solutions is that of a round, divided by this. A unit of effort
/// takes learning up to twenty times as long as [`LeastCost`].
const FEASIBILITY_DIVISOR: u64 = 4;

/// The parts of the search of each engine in rounds, at least and at most, and the effort for each.
const PARTS: (u64, u64) = (2, 16);
const EFFORT_PER_PART: u64 = 1 << 26;

/// The entries of all copies of [`LeastCost`] but one for a large problem, which take some hundred
/// megabytes.
const MOST_ENTRIES: usize = 1 << 23;

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
    least_cost: SplitSearch<LeastCost>,
    within_budget: Option<SplitSearch<WithinBudget>>,
    near_best: Option<NeighbourhoodSearch>,
    feasibility: Option<FeasibilitySearch>,
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
    /// The lower bound from the strong multipliers, and that from the net costs of the second
    /// engine.
    strong_bound: u128,
    second_bound: u128,
    /// The work of searches that are no longer here.
    earlier: Work,
    /// The updates before each computation of strong multipliers.
    updates_before_strong: UpdatesBefore,
    /// The number of computations of strong multipliers.
    strengthenings: usize,
    effort_before_rounds: u64,
    effort_of_round: u64,
    /// The parts of the search of each engine in rounds, at least and at most.
    parts: (u64, u64),
    is_in_rounds: bool,
    is_exhausted: bool,
}

impl Optimizer {
    pub(crate) fn new(problem: &Problem) -> Self {
        Self {
            problem: problem.clone(),
            root: Subproblem::default(),
            least_cost: SplitSearch::new(LeastCost::new(problem)),
            within_budget: None,
            near_best: None,
            feasibility: None,
            stage: Stage::First,
            turn: TURN,
            turn_end: TURN,
            limit: None,
            narrowing: None,
            proved: 0,
            strong_bound: 0,
            second_bound: 0,
            earlier: Work::default(),
            updates_before_strong: UPDATES_PER_ENTRY
                .map(|updates| updates * to_u64(problem.entry_count())),
            strengthenings: 0,
            effort_before_rounds: EFFORT_BEFORE_ROUNDS,
            effort_of_round: EFFORT_OF_ROUND,
            parts: PARTS,
            is_in_rounds: false,
            is_exhausted: false,
        }
    }

    /// One with turns of a node and rounds of a few, as soon as both engines have begun.
    #[cfg(test)]
    pub(crate) fn in_small_rounds(problem: &Problem, updates_before_strong: UpdatesBefore) -> Self {
        Self {
            turn: 1,
            updates_before_strong,
            effort_before_rounds: 0,
            effort_of_round: 1000,
            parts: (5, 5),
            ..Self::new(problem)
        }
    }

    /// Goes back to the root of a part of the problem, and removes the limit.
    pub(crate) fn restart(&mut self, root: &Subproblem) {
        self.root.clone_from(root);
        self.least_cost.restart(root);
        (self.is_in_rounds, self.near_best, self.feasibility) = (false, None, None);
        (self.within_budget, self.stage, self.turn_end) = (None, Stage::First, self.turn);
        (self.limit, self.narrowing, self.is_exhausted) = (None, None, false);
        (self.proved, self.strong_bound, self.second_bound) = (0, 0, 0);
        (self.strengthenings, self.earlier) = (0, Work::default());
    }

    /// Restricts the search to solutions that cost less, until the next restart. Some that don't
    /// can still be visited. The search for any solutions ends; what it has found must be
    /// [taken](Self::take_found) before.
    pub(crate) fn set_limit(&mut self, limit: u128) {
        self.limit = Some(limit);
        if let Some(ended) = self.feasibility.take_if(|search| !search.is_exhausted()) {
            debug_assert!(ended.is_drained(), "a solution would be lost");
            self.earlier += ended.work();
        }
        self.least_cost.set_limit(self.narrow_limit(limit));
        if let Some(second) = &mut self.within_budget {
            second.set_limit(limit);
        }
    }

    /// The limit of the first engine.
    fn narrow_limit(&self, limit: u128) -> u128 {
        self.narrowing.map_or(limit, |narrow| narrow.limit().min(limit))
    }

    /// A lower bound of the cost of all solutions not visited yet, at most the limit; `None` if
    /// there are none.
    pub(crate) fn bound(&self) -> Option<u128> {
        if self.is_exhausted {
            return self.limit;
        }
        let bound = self.least_cost.engines().filter_map(LeastCost::bound).min();
        let bound = bound.map(|bound| bound.max(self.proved));
        [bound, self.limit].into_iter().flatten().min()
    }

    /// Searches on for a slice of at most about `budget` nodes. A solution can be visited twice,
    /// once by each engine. Preparations end early if there is a reason to stop.
    pub(crate) fn advance(&mut self, budget: u64, is_stopped: &dyn Fn() -> bool) -> Outcome {
        self.end_turn();
        if let Some(limit) = self.limit
            && self.is_worth_strengthening()
        {
            self.strengthen(limit, is_stopped);
        }
        let outcome = match self.within_budget_in_turn() {
            Some(engine) => engine.advance(budget.min(SLICE * WEIGHT)),
            None => self.least_cost.first_mut().advance(budget.min(SLICE)),
        };
        let is_least_cost = self.stage != Stage::WithinBudget;
        if outcome == Outcome::Exhausted && is_least_cost && self.widen() {
            return Outcome::Paused;
        }
        let is_long =
            self.stage != Stage::First && effort(self.work()) >= self.effort_before_rounds;
        self.is_in_rounds |= is_long;
        self.is_exhausted |= outcome == Outcome::Exhausted;
        outcome
    }

    /// Whether the search goes on in [rounds](Self::round).
    pub(crate) fn is_in_rounds(&self) -> bool {
        self.is_in_rounds
    }

    /// The turns of the next round of a search for the `k` cheapest solutions, with at most about
    /// `budget` nodes in all; none if the search is exhausted. `best` is the best solution found so
    /// far, if any, with its cost. Preparations end early if there is a reason to stop. The turns
    /// can be run in any order, and at once. Afterwards, [`take_found`](Self::take_found) has their
    /// solutions.
    pub(crate) fn round(
        &mut self,
        k: usize,
        budget: u64,
        best: Option<(&[OptionId], u128)>,
        is_stopped: &dyn Fn() -> bool,
    ) -> Vec<&mut dyn SearchTurn> {
        let is_exhausted = self.least_cost.is_exhausted() && !self.widen();
        let second_is_exhausted =
            self.within_budget.as_ref().is_some_and(SplitSearch::is_exhausted);
        let all_are_found = self.feasibility.as_ref().is_some_and(FeasibilitySearch::is_exhausted);
        if is_exhausted || second_is_exhausted || all_are_found {
            self.is_exhausted = true;
            return Vec::new();
        }
        if let Some(limit) = self.limit
            && self.is_worth_strengthening()
        {
            self.strengthen(limit, is_stopped);
        }
        let parts = (effort(self.work()) / EFFORT_PER_PART).clamp(self.parts.0, self.parts.1);
        let parts = usize::try_from(parts).unwrap_or(usize::MAX);
        let nodes = self.nodes_of_round(budget);
        let copies = MOST_ENTRIES / self.least_cost.first().entry_count().max(1);
        if copies > 1 {
            self.begin_single_turn(best, budget / 4);
        }
        self.least_cost.split_up_to(parts.min(copies.saturating_sub(1)));
        // The longest turn comes first.
        let feasibility = self.feasibility.iter_mut();
        let mut turns: Vec<_> =
            feasibility.map(|search| -> &mut dyn SearchTurn { search }).collect();
        turns.extend(self.near_best.iter_mut().map(|search| -> &mut dyn SearchTurn { search }));
        turns.extend(self.least_cost.turns(nodes, k));
        if let Some(second) = &mut self.within_budget {
            let nodes = if is_too_large(second) { nodes / LONG_TURNS } else { nodes };
            second.split_up_to(parts.min(bitset::most_matrices(&self.problem)));
            turns.extend(second.turns(nodes * WEIGHT, k));
        }
        turns
    }

    /// Begins the turn of a round near the best solution or, without a limit, for any solutions,
    /// with at most about `nodes` nodes.
    fn begin_single_turn(&mut self, best: Option<(&[OptionId], u128)>, nodes: u64) {
        let Self { near_best, feasibility, least_cost, problem, root, .. } = self;
        match (self.limit, best) {
            (None, _) => feasibility
                .get_or_insert_with(|| FeasibilitySearch::new(problem, root))
                .begin_turn(self.effort_of_round / FEASIBILITY_DIVISOR, nodes),
            (Some(limit), Some((best, cost))) => near_best
                .get_or_insert_with(|| NeighbourhoodSearch::new(least_cost.first().clone(), root))
                .begin_turn(best, cost.min(limit), self.effort_of_round, nodes),
            (Some(_), None) => {}
        }
    }

    /// The nodes of [`LeastCost`] in a round, which the other engine has [`WEIGHT`] times, of at
    /// most about `budget` nodes in all.
    fn nodes_of_round(&self, budget: u64) -> u64 {
        let weights = if self.within_budget.is_some() { 1 + WEIGHT } else { 1 };
        let nodes = self.effort_of_round.saturating_mul(self.least_cost.work().nodes);
        (nodes / effort(self.work()).max(1)).min(budget / weights)
    }

    /// Removes the solutions of the last round, in an order that does not depend on threads.
    pub(crate) fn take_found(&mut self) -> impl Iterator<Item = Vec<OptionId>> {
        let second = self.within_budget.iter_mut().flat_map(SplitSearch::take_found);
        let near_best = self.near_best.iter_mut().flat_map(NeighbourhoodSearch::take_found);
        let feasible = self.feasibility.iter_mut().flat_map(FeasibilitySearch::take_found);
        self.least_cost.take_found().chain(second).chain(near_best).chain(feasible)
    }

    /// After a solution: its options are appended.
    pub(crate) fn solution(&self, options: &mut Vec<OptionId>) {
        match &self.within_budget {
            Some(second) if self.stage == Stage::WithinBudget => second.first().solution(options),
            _ => self.least_cost.first().solution(options),
        }
    }

    /// The work of all engines since the last restart.
    pub(crate) fn work(&self) -> Work {
        let mut work = self.earlier;
        work += self.least_cost.work();
        if let Some(second) = &self.within_budget {
            work += second.work();
        }
        if let Some(near_best) = &self.near_best {
            work += near_best.work();
        }
        if let Some(feasibility) = &self.feasibility {
            work += feasibility.work();
        }
        work
    }

    fn is_worth_strengthening(&self) -> bool {
        let is_last = self.strengthenings + 1 == self.updates_before_strong.len();
        let is_time = if is_last { self.is_in_rounds } else { self.stage != Stage::First };
        let updates = self.updates_before_strong.get(self.strengthenings);
        is_time && updates.is_some_and(|&updates| self.work().updates >= updates)
    }

    /// Computes strong multipliers, and begins again with these and a narrow limit: the first time
    /// always, later only if the bound rises by a part of the gap.
    fn strengthen(&mut self, limit: u128, is_stopped: &dyn Fn() -> bool) {
        let effort = Strengthening::ALL[self.strengthenings];
        self.strengthenings += 1;
        let known = self.bound().unwrap_or(limit);
        if self.narrowing.is_none() {
            let engine = self.least_cost.begin();
            self.strong_bound = engine.strengthen(&self.root, limit, effort, is_stopped);
        } else {
            let mut engine = self.least_cost.first().clone();
            let entries = engine.entry_count();
            let bound = engine.strengthen(&self.root, limit, effort, is_stopped);
            // Cliques also raise the bounds of deeper nodes. So they can be worth it where narrow
            // searches have proved more than the bound at the root.
            let has_more_cliques = engine.entry_count() > entries;
            let before = if has_more_cliques { self.strong_bound } else { known };
            if !has_risen(before, bound, limit, LEAST_RISE) {
                self.proved = self.proved.max(bound);
                return;
            }
            self.strong_bound = bound;
            *self.least_cost.begin() = engine;
        }
        self.proved = self.proved.max(known).max(self.strong_bound);
        if let Some(near_best) = &mut self.near_best {
            near_best.replace_engine(self.least_cost.first().clone());
        }
        if let Some(second) = &self.within_budget
            && has_risen(self.second_bound, self.strong_bound, limit, LEAST_RISE_OF_SECOND)
        {
            self.earlier += second.work();
            self.start_within_budget();
        }
        self.narrow(Narrowing::new(self.proved, limit), limit);
    }

    /// After the end of a search of the first engine: begins the next one, if that was a narrow
    /// one. Returns whether it was.
    fn widen(&mut self) -> bool {
        let (Some(limit), Some(narrowing)) = (self.limit, self.narrowing) else { return false };
        if narrowing.limit() >= limit {
            return false;
        }
        self.proved = self.proved.max(narrowing.limit());
        self.least_cost.begin().retry(&self.root);
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

    fn within_budget_in_turn(&mut self) -> Option<&mut WithinBudget> {
        let second = self.within_budget.as_mut().filter(|_| self.stage == Stage::WithinBudget)?;
        Some(second.first_mut())
    }

    /// If the turn of the searching engine is over, begins the next one.
    fn end_turn(&mut self) {
        let searched = match self.within_budget_in_turn() {
            Some(engine) => engine.work().nodes,
            None => self.least_cost.first().work().nodes,
        };
        if searched < self.turn_end || self.stage == Stage::Alone {
            return;
        }
        if self.stage == Stage::First {
            self.start_within_budget();
        }
        match (&self.within_budget, self.stage) {
            (None, _) => self.stage = Stage::Alone,
            (Some(second), Stage::WithinBudget) => {
                let turn = if is_too_large(second) { LONG_TURNS * self.turn } else { self.turn };
                self.stage = Stage::LeastCost;
                self.turn_end = self.least_cost.first().work().nodes + turn;
            }
            (Some(second), _) => {
                self.stage = Stage::WithinBudget;
                self.turn_end = second.first().work().nodes + self.turn * WEIGHT;
            }
        }
    }

    /// Begins the search of the second engine at its root, if it takes the problem.
    fn start_within_budget(&mut self) {
        let Self { problem, root, limit, .. } = self;
        self.within_budget = None;
        if problem.features().multiplicities || bitset::is_large(problem) {
            return;
        }
        let Some(net_costs) = self.least_cost.first().net_costs(root) else { return };
        self.second_bound = net_costs.bound();
        let mut second = SplitSearch::new(WithinBudget::new(problem, root, Arc::new(net_costs)));
        if let Some(limit) = *limit {
            second.set_limit(limit);
        }
        self.within_budget = Some(second);
    }
}

/// Whether the tree of the second engine seems too large.
fn is_too_large(second: &SplitSearch<WithinBudget>) -> bool {
    second.expected_nodes() > to_f64(MOST)
}
