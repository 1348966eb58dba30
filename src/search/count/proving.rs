//! Proofs of the number of solutions, and of the least cost of one.

#[cfg(test)]
mod tests;

use super::runtime_estimate::RuntimeEstimate;
use crate::engine::memo::{CanonicalMode, Order, Orders, Plan, ProofSearch, Status};
use crate::ids::to_f64;
use crate::problem::Problem;
use crate::proof::{Claim, ClaimKind, Proof};
use crate::search::answer::Uniqueness;
use crate::search::limits::StopReason;
use crate::search::method::Method;
use crate::search::progress::Standing;
use crate::search::solver::Solver;
use num_bigint::BigUint;
use std::fmt;

/// The nodes of each search in the first turn, and when the best one is chosen. Each turn doubles
/// them.
const FIRST: u64 = 1 << 10;
const LAST: u64 = 1 << 16;
/// The turn, of those between the two, after which a search that weighs failures may join.
const WEIGHED_JOINS_AT: u64 = 1 << 14;
/// The share that it must have done at the last turn to go on alone. Its residues seldom repeat, so
/// that a small share says little.
const LEAST_SHARE: f64 = 1.0 / 16.0;
/// The bits that the share of a search is supposed to gain at least with each doubling of its
/// nodes, and those from which it grows steeply, because residues repeat more and more often.
const LEAST_GAIN: f64 = 0.5;
const STEEP: f64 = 1.5;
/// The choices between two looks at the clock, if there is a callback for progress.
const SLICE: u64 = 256;

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoProof {
    /// The run was stopped before the proof was complete.
    Stopped(StopReason),
    /// The claim is false: there is no solution, one, or more.
    False(Uniqueness),
    /// Options are assumed. A proof is about a whole problem.
    Assumptions,
}

impl Solver {
    /// A proof of the number of solutions, or of the least cost of a solution, and what it proves.
    ///
    /// The proof has a node for each subproblem of a search with a memo, and takes some ten bytes
    /// of memory for each option of it that is tried. The settings of counts are those of the
    /// search: [`method`](Self::method), [`memory`](Self::memory), [`canonical`](Self::canonical).
    /// By [`Method::Plain`], items that have failed often are branched on first. There is one
    /// thread, and the problem is not presolved.
    ///
    /// # Errors
    /// [`NoProof`]: the claim is false, or the run was stopped.
    pub fn proof(&mut self, kind: ClaimKind) -> Result<(Proof, Claim), NoProof> {
        if *self.assumptions.subproblem() != crate::engine::Subproblem::default() {
            return Err(NoProof::Assumptions);
        }
        self.refute(kind)?;
        let limits = &self.limits.without_solutions();
        let canonical =
            if kind == ClaimKind::Cheapest { CanonicalMode::Off } else { self.counting.canonical };
        let (method, memory) = (self.counting.method, self.counting.memory);
        let (subject, _, mut watch, _) = self.parts(limits, memory);
        let mut race = Race::new(subject.problem, canonical, method, memory);
        let stop = loop {
            let nodes = race.nodes();
            if let Some(stop) = limits.reached(0, nodes) {
                break stop;
            }
            // The memory is looked at in between.
            let mut budget = limits.budget(nodes).min(LAST);
            if let Some(watch) = &mut watch {
                let share = Some(race.share());
                watch.look(|_| Standing { share, nodes, ..Standing::default() });
                budget = budget.min(SLICE);
            }
            if let Some(stop) = race.advance(budget) {
                break stop;
            }
        };
        if let Some(watch) = &mut watch {
            watch.end(stop, 0, race.nodes());
        }
        if stop != StopReason::Exhausted {
            return Err(NoProof::Stopped(stop));
        }
        let proof = race.into_proof().ok_or(NoProof::Stopped(StopReason::MemoryLimit))?;
        match proof.claim(&self.problem, kind) {
            claim if claim.kind() == kind => Ok((proof, claim)),
            Claim::Count(count) if count == BigUint::ZERO => Err(NoProof::False(Uniqueness::None)),
            Claim::Count(count) if count == BigUint::from(1u32) => {
                Err(NoProof::False(Uniqueness::Unique))
            }
            _ => Err(NoProof::False(Uniqueness::Multiple)),
        }
    }

    /// Looks for solutions that make a claim false for a little while: they are found sooner than a
    /// proof.
    fn refute(&mut self, kind: ClaimKind) -> Result<(), NoProof> {
        let expected = match kind {
            ClaimKind::None => Uniqueness::None,
            ClaimKind::Unique => Uniqueness::Unique,
            ClaimKind::Count | ClaimKind::Cheapest => return Ok(()),
        };
        // The share of this search is not that of the proof.
        let listener = self.listener.take();
        let nodes = self.limits.nodes;
        let most = nodes.filter(|&nodes| nodes <= LAST).unwrap_or(LAST);
        self.limits.nodes = Some(most);
        let found = self.is_unique();
        (self.limits.nodes, self.listener) = (nodes, listener);
        match found {
            Ok(found) if found == expected => Ok(()),
            Ok(found) => Err(NoProof::False(found)),
            Err(StopReason::NodeLimit) if nodes != Some(most) => Ok(()),
            Err(stop) => Err(NoProof::Stopped(stop)),
        }
    }
}

/// Searches by several orders, in turns, of which the first that is done has the proof.
struct Race<'a> {
    problem: &'a Problem,
    searches: Vec<RacingSearch>,
    /// The plan of a search that weighs failures, until it joins.
    weighed_plan: Option<Plan>,
    /// The index of the search whose turn it is, and its nodes at the end of the turn.
    turn: usize,
    until: u64,
    /// The nodes of searches that were given up.
    past: u64,
    /// The memory of all, in bytes.
    memory: usize,
}

struct RacingSearch {
    search: ProofSearch,
    /// The share that it must have done to go on alone.
    least_share: f64,
    /// The estimate from the shares at the ends of rounds.
    estimate: RuntimeEstimate,
}

impl RacingSearch {
    /// `None` if the problem alone takes more than half of the memory.
    fn new(
        problem: &Problem,
        plan: &Plan,
        weighs: bool,
        memory: usize,
        least_share: f64,
    ) -> Option<Self> {
        let search = ProofSearch::new(problem, plan, weighs, memory / 2)?;
        Some(Self { search, least_share, estimate: RuntimeEstimate::default() })
    }

    /// The logarithm of the nodes of the whole search, or infinity if its share says little.
    fn cost(&self) -> f64 {
        if self.rated_share() > 0.0 {
            self.estimate.cost_by_share(LEAST_GAIN)
        } else {
            f64::INFINITY
        }
    }

    /// Records the share at the end of a round, unless it says little.
    fn note(&mut self) {
        let share = self.rated_share().log2();
        if share.is_finite() {
            self.estimate.note(to_f64(self.search.nodes()), share, share);
        }
    }

    /// The share that is done, or 0 if it says little.
    fn rated_share(&self) -> f64 {
        let share = self.search.share();
        if share < self.least_share { 0.0 } else { share }
    }
}

impl<'a> Race<'a> {
    fn new(problem: &'a Problem, canonical: CanonicalMode, method: Method, memory: usize) -> Self {
        let mut orders = Orders::new(problem, None, canonical);
        let (plans, weighed_plan) = match (method, method.order()) {
            (_, Some(order)) => (vec![(orders.plan(order), false)], None),
            (Method::Plain, None) => (vec![(orders.plan(Order::Fewest), true)], None),
            (_, None) => {
                let [fewest, frontier] =
                    [Order::Fewest, Order::Frontier].map(|order| orders.plan(order));
                (vec![(fewest.clone(), false), (frontier, false)], Some(fewest))
            }
        };
        let racing = |(plan, weighs)| RacingSearch::new(problem, &plan, weighs, memory, 0.0);
        let searches = plans.into_iter().filter_map(racing).collect();
        let (turn, until, past) = (0, FIRST, 0);
        let mut race = Self { problem, searches, weighed_plan, turn, until, past, memory };
        race.share_memory();
        race
    }

    fn nodes(&self) -> u64 {
        self.past + self.searches.iter().map(|racing| racing.search.nodes()).sum::<u64>()
    }

    fn share(&self) -> f64 {
        self.searches.iter().map(RacingSearch::rated_share).fold(0.0, f64::max)
    }

    /// Goes on for about `budget` nodes. Returns the reason why that is the end, if it is.
    fn advance(&mut self, budget: u64) -> Option<StopReason> {
        let all = self.searches.len();
        let Some(RacingSearch { search, .. }) = self.searches.get_mut(self.turn) else {
            return Some(StopReason::MemoryLimit);
        };
        let rest = if all == 1 { u64::MAX } else { self.until.saturating_sub(search.nodes()) };
        let status = search.advance(budget.min(rest), self.memory / 2 / all);
        let is_over = search.nodes() >= self.until;
        match status {
            Status::Done => return Some(StopReason::Exhausted),
            Status::Full if all > 1 => self.give_up(self.turn),
            Status::Full if !self.weigh_instead() => return Some(StopReason::MemoryLimit),
            Status::Paused if all > 1 && is_over => self.end_turn(),
            Status::Full | Status::Paused => {}
        }
        None
    }

    /// The next search has its turn. After a round, all have the same number of nodes; after the
    /// last round, one of them goes on alone.
    fn end_turn(&mut self) {
        self.turn += 1;
        if self.turn < self.searches.len() {
            return;
        }
        self.turn = 0;
        self.searches.iter_mut().for_each(RacingSearch::note);
        if self.until == WEIGHED_JOINS_AT {
            self.try_weighing();
        }
        self.until *= 2;
        if self.until > LAST {
            let best = self.best();
            self.searches.swap(0, best);
            while self.searches.len() > 1 {
                self.give_up(1);
            }
        }
    }

    /// The index of the search that is expected to end first, if its share grows steeply. Where it
    /// does not, the expectation is worth little, and the largest share decides.
    fn best(&self) -> usize {
        let least = |cost: fn(&RacingSearch) -> f64| {
            let costs = self.searches.iter().map(cost).enumerate().rev();
            costs.min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(index, _)| index)
        };
        let soonest = least(RacingSearch::cost);
        let is_steep = self.searches[soonest].estimate.share_gain() >= STEEP;
        if is_steep { soonest } else { least(|racing| -racing.rated_share()) }
    }

    /// Adds a search that weighs failures, if that may help and all have enough memory then. It has
    /// the first turn of a round.
    fn try_weighing(&mut self) {
        let each = self.memory / 2 / (self.searches.len() + 1);
        let fit = self.searches.iter().all(|racing| racing.search.bytes() <= each);
        if fit && self.searches[0].search.should_weigh_failures() {
            self.join(LEAST_SHARE);
        }
    }

    /// Replaces the only search, which is full, by one that weighs failures, if that may help.
    fn weigh_instead(&mut self) -> bool {
        let helps = self.weighed_plan.is_some() && self.searches[0].search.should_weigh_failures();
        if helps {
            self.give_up(0);
            self.join(0.0);
        }
        helps
    }

    /// Adds a search that weighs failures, which must have done a share to go on alone.
    fn join(&mut self, least_share: f64) {
        let Some(plan) = self.weighed_plan.take() else { return };
        let search = RacingSearch::new(self.problem, &plan, true, self.memory, least_share);
        if let Some(search) = search {
            self.searches.insert(0, search);
            self.share_memory();
        }
    }

    fn give_up(&mut self, index: usize) {
        self.past += self.searches.remove(index).search.nodes();
        self.turn = 0;
        self.share_memory();
    }

    /// Half of the memory is for the memos.
    fn share_memory(&mut self) {
        let each = self.memory / 2 / self.searches.len().max(1);
        self.searches.iter_mut().for_each(|racing| racing.search.limit_memo(each));
    }

    /// The proof of the search that is done.
    fn into_proof(self) -> Option<Proof> {
        self.searches.into_iter().find_map(|racing| racing.search.into_proof())
    }
}

impl fmt::Display for NoProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(stop) => stop.fmt(f),
            Self::False(Uniqueness::None) => f.write_str("there is no solution"),
            Self::False(Uniqueness::Unique) => f.write_str("there is a solution"),
            Self::False(Uniqueness::Multiple) => f.write_str("there are several solutions"),
            Self::Assumptions => f.write_str("a proof is about a problem without assumed options"),
        }
    }
}

impl std::error::Error for NoProof {}
