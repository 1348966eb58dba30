//! [`LeastCost`]: branch and bound for the cheapest solutions, with Lagrange multipliers on the
//! items.
//!
//! The search is that of [`multiplicity`](super::multiplicity): a level decides one option, first
//! to choose it, then to exclude it, and forced decisions follow at once. So it takes all features
//! of a problem. Three things are added:
//!
//! - The search visits only solutions that cost less than a *limit*. The caller lowers the limit
//!   when it has found better ones; that determines how many it keeps.
//! - [`multipliers`] computes at each node a lower bound of the cost. If it reaches the limit, the
//!   node is pruned. It also bounds the additional cost of choosing, or excluding, an option; if
//!   that reaches the limit, the option is *fixed*.
//! - A level takes the item with the least *shares*: an option counts by the part of the gap
//!   between bound and limit that is left if it is chosen, squared. It tries the option with the
//!   least reduced cost first ([`branching`]).
//! - A search that is long begins again with strong multipliers at the root, by a [`subgradient`]
//!   method, which also has multipliers for [`cliques`] of options. The longer the search has
//!   lasted, the more steps that method makes ([`strengthening`]).
//!
//! Costs are not negative, so more options never make a solution cheaper. But a solution with more
//! options is another one, which can cost less than the limit. The cheapest of these extras comes
//! first.

mod branching;
mod cliques;
mod cost_state;
mod fixed_point;
mod multipliers;
mod net_costs;
mod strengthening;
mod subgradient;
#[cfg(test)]
pub(super) mod tests;

use super::multiplicity::capacity_bound::CapacityBound;
use super::multiplicity::decision_path::{Decision, DecisionPath};
use super::multiplicity::decision_state::DecisionState;
use super::multiplicity::sets::BoundedSets;
use super::{Outcome, Path, SearchEngine, Subproblem, Work};
use crate::ids::OptionId;
use crate::problem::Problem;
use cost_state::CostState;
use multipliers::Multipliers;
pub(super) use net_costs::NetCosts;
pub(super) use strengthening::{LEAST_RISE, Strengthening, has_risen};
use subgradient::SubgradientRule;

/// The greatest number of passes that adjust the multipliers at the root.
const ROOT_PASSES: u32 = 50;

/// The same at a node, and the part of the gap, given as a divisor, that the last pass must have
/// closed if another one is to follow.
const PASSES: (u32, i64) = (3, 2);

/// These in a search with strong multipliers at the root.
const STRONG_PASSES: (u32, i64) = (10, 16);

/// The entries of a problem with cliques, at most, for each entry of the problem.
const MOST_GROWTH: usize = 3;

/// The chance of an option to be chosen. The one that costs least is chosen first, so this is above
/// 1/n for an item of n options.
const EVEN: f64 = 0.5;

/// The state before a decision.
#[derive(Clone, Copy, Debug)]
struct Mark {
    decided: u32,
    changes: usize,
    spent: u128,
    bound: u128,
}

/// The state of the search between two calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// A deeper level is to be entered, unless the bound prunes it.
    Enter,
    /// The chosen options are a solution; more options can be added to it.
    Solution,
    /// No level is left.
    Exhausted,
}

/// The engine. Its nodes are the root and, for each level, the option chosen and then excluded. Its
/// updates are the removals from a set and the changes of reduced costs.
#[derive(Clone, Debug)]
pub(super) struct LeastCost {
    problem: Problem,
    /// The problem with an item for each clique that was added.
    with_cliques: Problem,
    sets: BoundedSets,
    capacity_bound: CapacityBound,
    multipliers: Multipliers,
    costs: CostState,
    path: DecisionPath<Mark>,
    nodes: u64,
    phase: Phase,
    /// The search visits solutions that cost less.
    limit: Option<u128>,
    /// A lower bound of the cost of all solutions with these decisions, not below that of any
    /// level.
    bound: u128,
    /// The options that are fixed, and whether they are chosen.
    fixed: Vec<(u32, bool)>,
    /// The most units that the bound may still rise by; `None` without a limit.
    gap: Option<i64>,
    passes: (u32, i64),
}

impl LeastCost {
    pub(super) fn new(problem: &Problem) -> Self {
        Self::bounded_by(problem, problem)
    }

    /// An engine for a problem, with bounds from `with_cliques`: the same problem with a secondary
    /// item for each of some cliques.
    fn bounded_by(problem: &Problem, with_cliques: &Problem) -> Self {
        let mut cheapest = Self {
            problem: problem.clone(),
            with_cliques: with_cliques.clone(),
            sets: BoundedSets::new(with_cliques, None),
            capacity_bound: CapacityBound::new(with_cliques),
            multipliers: Multipliers::new(with_cliques),
            costs: CostState::new(with_cliques),
            path: DecisionPath::new(),
            nodes: 0,
            phase: Phase::Enter,
            limit: None,
            bound: 0,
            fixed: Vec::new(),
            gap: None,
            passes: PASSES,
        };
        cheapest.begin();
        cheapest
    }

    /// Gives the untried choices of a level of the path to another engine, which continues with
    /// these. No level before it has any: its choices would be lost.
    pub(super) fn fork(&mut self, level: usize) -> Self {
        let mut other = self.clone();
        other.path.truncate_to_first();
        other.phase = other.backtrack();
        self.keep_below(level + 1);
        other
    }

    pub(super) fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Goes back to the root, with the same multipliers as at the last start there.
    pub(super) fn retry(&mut self, root: &Subproblem) {
        self.sets.begin(root);
        self.multipliers.begin(&self.with_cliques);
        self.begin();
    }

    /// Goes back to the root, with strong multipliers. Returns the lower bound with these, or
    /// `limit` if that is less.
    pub(super) fn strengthen(
        &mut self,
        root: &Subproblem,
        limit: u128,
        effort: Strengthening,
        is_stopped: &dyn Fn() -> bool,
    ) -> u128 {
        let mut fractions = self.relax(root, limit, effort.rule, is_stopped);
        for _ in 0..effort.separations {
            if self.bound >= limit || is_stopped() {
                break;
            }
            let Some(mut other) = self.with_violated_cliques(&fractions) else { break };
            fractions = other.relax(root, limit, effort.rule, is_stopped);
            if !has_risen(self.bound, other.bound, limit, LEAST_RISE) {
                break;
            }
            *self = other;
        }
        self.bound.min(limit)
    }

    /// Goes back to the root, with strong multipliers for the present cliques, and computes the
    /// bound: `limit` if there is no solution. Returns the fraction of each undecided option in the
    /// linear relaxation.
    fn relax(
        &mut self,
        root: &Subproblem,
        limit: u128,
        rule: SubgradientRule,
        is_stopped: &dyn Fn() -> bool,
    ) -> Vec<f64> {
        self.passes = STRONG_PASSES;
        self.retry(root);
        if self.sets.failed() {
            self.bound = limit;
            return Vec::new();
        }
        self.costs.read(&self.sets);
        self.guide();
        let Self { with_cliques, sets, costs, multipliers, .. } = self;
        let most = multipliers.scale().most_units(limit.saturating_sub(costs.spent()));
        let undecided = costs.undecided();
        let fractions = multipliers.relax(with_cliques, sets, undecided, most, rule, is_stopped);
        self.retry(root);
        self.costs.read(&self.sets);
        // No pass: it only computes the bound.
        self.raise(i64::MAX, (0, 1));
        fractions
    }

    /// The same engine, not begun, with items for the violated cliques of the undecided options,
    /// which have these fractions. `None` if there are none, or if costs are so large that units
    /// would change.
    fn with_violated_cliques(&self, fractions: &[f64]) -> Option<Self> {
        let Self { problem, with_cliques, sets, multipliers, costs, .. } = self;
        let most = MOST_GROWTH * problem.entry_count() - with_cliques.entry_count();
        let fractions = costs.undecided().iter().copied().zip(fractions.iter().copied());
        let priced = multipliers.priced();
        let cliques = cliques::violated(with_cliques, sets, priced, fractions, most);
        if cliques.is_empty() {
            return None;
        }
        let mut other = Self::bounded_by(problem, &with_cliques.with_cliques(&cliques));
        other.multipliers.take_initial(multipliers).then_some(other)
    }

    /// The number of entries, those of cliques included.
    pub(super) fn entry_count(&self) -> usize {
        self.with_cliques.entry_count()
    }

    /// The lower bound at the first level that is searched.
    pub(super) fn root_bound(&self) -> u128 {
        self.path.first().map_or(self.bound, |decision| decision.mark.bound)
    }

    /// Restricts the search to solutions that cost less, until the next restart.
    pub(super) fn set_limit(&mut self, limit: u128) {
        self.limit = Some(limit);
    }

    /// A lower bound of the cost of all solutions not found yet, at most the limit; `None` if there
    /// are none.
    pub(super) fn bound(&self) -> Option<u128> {
        let unvisited = match self.phase {
            Phase::Exhausted => None,
            _ => Some(self.root_bound()),
        };
        [unvisited, self.limit].into_iter().flatten().min()
    }

    /// The net costs at the root of a part of a problem without multiplicities; `None` if no
    /// solution is left there, or if they are too large.
    pub(super) fn net_costs(&self, root: &Subproblem) -> Option<NetCosts> {
        let mut search = self.clone();
        search.retry(root);
        if search.sets.failed() {
            return None;
        }
        search.costs.read(&search.sets);
        search.guide();
        let Self { problem, sets, mut multipliers, costs, .. } = search;
        let is_in_range = multipliers.make_nonnegative(&sets);
        is_in_range.then(|| NetCosts::new(&problem, &sets, &multipliers, &costs))
    }

    /// Starts at the root of the sets.
    fn begin(&mut self) {
        self.path.clear();
        self.costs.begin();
        (self.nodes, self.limit, self.bound) = (1, None, 0);
        self.capacity_bound.settle(&mut self.sets);
        self.phase = Phase::Enter;
    }

    /// Fixes options that a solution below the limit requires. Returns whether such a solution is
    /// possible.
    ///
    /// At a solution this chooses no option, because choosing none costs less than the limit.
    fn is_hopeful(&mut self) -> bool {
        if self.sets.failed() {
            return false;
        }
        self.costs.read(&self.sets);
        let Some(limit) = self.limit else {
            self.guide();
            self.gap = None;
            return true;
        };
        let Some(left) = limit.checked_sub(self.costs.spent() + 1) else { return false };
        if self.bound >= limit {
            // The bound of an earlier level. On problems of many levels this saves most of the
            // time of backtracking.
            return false;
        }
        let most = self.multipliers.scale().most_units(left);
        let units = self.raise(most, self.passes);
        if units > most {
            return false;
        }
        self.gap = Some(most - units);
        if self.fix(most - units) {
            self.capacity_bound.settle(&mut self.sets);
            self.costs.read(&self.sets);
        }
        !self.sets.failed() && self.costs.spent() < limit
    }

    /// Computes the multipliers at the root. Without a limit they only order the options, and need
    /// no update.
    fn guide(&mut self) {
        if self.nodes == 1 {
            self.raise(i64::MAX, (ROOT_PASSES, i64::MAX));
        }
    }

    /// Adjusts the multipliers in up to `passes` passes, until the bound exceeds `most` or hardly
    /// rises. Returns the bound of the remaining cost, in units.
    fn raise(&mut self, most: i64, (passes, hope): (u32, i64)) -> i64 {
        let undecided = self.costs.undecided();
        let mut units = self.multipliers.bound(&self.sets, undecided);
        for _ in 0..passes {
            if units > most {
                break;
            }
            self.multipliers.ascend(&self.sets);
            let before = units;
            units = self.multipliers.bound(&self.sets, undecided);
            let rise = units - before;
            if rise <= 0 || rise < most.saturating_sub(units) / hope {
                break;
            }
        }
        let bound = self.costs.spent() + self.multipliers.scale().least_cost(units);
        self.bound = self.bound.max(bound);
        units
    }

    /// Fixes the options of which one decision costs more than the gap. Returns whether there was
    /// any.
    fn fix(&mut self, gap: i64) -> bool {
        self.fixed.clear();
        for &option in self.costs.undecided() {
            let rest = self.multipliers.reduced_cost(option);
            if rest > gap || rest < -gap {
                self.fixed.push((option, rest < 0));
            }
        }
        for &(option, is_chosen) in &self.fixed {
            // An earlier one can have decided it already.
            if self.sets.failed() || !self.sets.is_undecided(option) {
                continue;
            }
            if is_chosen {
                self.sets.choose(option);
            } else {
                self.sets.exclude(option);
            }
        }
        !self.fixed.is_empty()
    }

    /// Chooses an option on a new level.
    fn choose(&mut self, option: u32, extra: bool) -> Phase {
        let mark = Mark {
            decided: self.sets.decided(),
            changes: self.multipliers.changes(),
            spent: self.costs.spent(),
            bound: self.bound,
        };
        self.path.choose(Decision { option, chance: EVEN, extra, mark });
        self.nodes += 1;
        self.sets.choose(option);
        self.capacity_bound.settle(&mut self.sets);
        Phase::Enter
    }

    /// Leaves the last level, and excludes its option.
    fn backtrack(&mut self) -> Phase {
        let Some(Decision { option, extra, mark, .. }) = self.path.exclude() else {
            return Phase::Exhausted;
        };
        self.nodes += 1;
        self.multipliers.undo(&mut self.sets, mark.changes);
        self.sets.undo(mark.decided);
        self.costs.undo(mark.decided, mark.spent);
        self.bound = mark.bound;
        self.sets.exclude(option);
        self.capacity_bound.settle(&mut self.sets);
        if extra { Phase::Solution } else { Phase::Enter }
    }
}

impl SearchEngine for LeastCost {
    fn restart(&mut self, root: &Subproblem) {
        if self.entry_count() > self.problem.entry_count() {
            *self = Self::new(&self.problem);
        }
        self.multipliers.clear_initial(self.problem.items().len());
        self.passes = PASSES;
        self.retry(root);
    }

    fn advance(&mut self, budget: u64) -> Outcome {
        let last = self.nodes.saturating_add(budget);
        loop {
            let is_hopeful = self.phase != Phase::Exhausted && self.is_hopeful();
            self.phase = match self.phase {
                Phase::Exhausted => return Outcome::Exhausted,
                _ if !is_hopeful => self.backtrack(),
                Phase::Enter => {
                    match branching::next_option(&self.sets, &self.multipliers, self.gap) {
                        Some(option) => self.choose(option, false),
                        None => {
                            self.phase = Phase::Solution;
                            return Outcome::Solution;
                        }
                    }
                }
                Phase::Solution => match self.costs.cheapest() {
                    Some(option) => self.choose(option, true),
                    None => self.backtrack(),
                },
            };
            if self.nodes >= last && self.phase != Phase::Exhausted {
                return Outcome::Paused;
            }
        }
    }

    fn solution(&self, options: &mut Vec<OptionId>) {
        options.extend(self.sets.chosen());
    }

    fn work(&self) -> Work {
        Work { nodes: self.nodes, updates: self.sets.updates() + self.multipliers.updates() }
    }

    fn path(&self, path: &mut Path) -> bool {
        self.path.write(path);
        true
    }

    fn keep_below(&mut self, levels: usize) {
        self.path.keep_below(levels);
    }
}
