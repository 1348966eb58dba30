//! Proofs of the number of solutions, and of the least cost of one.

use super::subject::Subject;
use crate::engine::memo::{CanonicalMode, Order, Orders, ProofSearch, Status};
use crate::proof::{Claim, ClaimKind, Proof};
use crate::search::answer::Uniqueness;
use crate::search::limits::StopReason;
use crate::search::progress::Standing;
use crate::search::solver::Solver;
use num_bigint::BigUint;
use std::fmt;

/// The nodes of each order in the first turn, and when the better one is chosen. Each turn doubles
/// them.
const FIRST: u64 = 1 << 10;
const LAST: u64 = 1 << 16;
/// The choices between two looks at the clock, if there is a callback for progress.
const SLICE: u64 = 256;

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The proof has a node for each subproblem of a search with a memo, and takes some ten bytes of
    /// memory for each option of it that is tried. The settings of counts are those of the search:
    /// [`method`](Self::method), [`memory`](Self::memory), [`canonical`](Self::canonical). There is
    /// one thread, and the problem is not presolved.
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
        let (order, memory) = (self.counting.method.order(), self.counting.memory);
        let (subject, _, mut watch, _) = self.parts(limits, memory);
        let subject = Subject { known: None, canonical, ..subject };
        let mut race = Race::new(subject, order, memory);
        let stop = loop {
            let nodes = race.nodes();
            if let Some(stop) = limits.reached(0, nodes) {
                break stop;
            }
            // The memory is looked at in between.
            let mut budget = limits.budget(nodes).min(LAST);
            if let Some(watch) = &mut watch {
                watch.look(|_| Standing { share: Some(race.share()), solutions: 0, nodes });
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
struct Race {
    searches: Vec<ProofSearch>,
    /// The search whose turn it is, and its nodes at the end of the turn.
    turn: usize,
    until: u64,
    /// The nodes of searches that were given up.
    past: u64,
    /// The memory of all, in bytes.
    memory: usize,
}

impl Race {
    fn new(subject: Subject<'_>, order: Option<Order>, memory: usize) -> Self {
        let mut orders = Orders::new(subject.problem, None, subject.canonical);
        let both = [Order::Fewest, Order::Frontier].into_iter();
        let plans: Vec<_> = match order {
            Some(order) => vec![orders.plan(order)],
            None => both.map(|order| orders.plan(order)).collect(),
        };
        // A half for the memos.
        let each = memory / 2 / plans.len();
        let new = |plan| ProofSearch::new(subject.problem, &plan, each);
        Self {
            searches: plans.into_iter().map(new).collect(),
            turn: 0,
            until: FIRST,
            past: 0,
            memory,
        }
    }

    fn nodes(&self) -> u64 {
        self.past + self.searches.iter().map(ProofSearch::nodes).sum::<u64>()
    }

    fn share(&self) -> f64 {
        self.searches.iter().map(ProofSearch::share).fold(0.0, f64::max)
    }

    /// Goes on for about `budget` nodes. Returns the reason why that is the end, if it is.
    fn advance(&mut self, budget: u64) -> Option<StopReason> {
        let all = self.searches.len();
        let search = self.searches.get_mut(self.turn)?;
        let rest = if all == 1 { u64::MAX } else { self.until.saturating_sub(search.nodes()) };
        match search.advance(budget.min(rest), self.memory / 2 / all) {
            Status::Done => return Some(StopReason::Exhausted),
            Status::Full if all == 1 => return Some(StopReason::MemoryLimit),
            Status::Full => self.give_up(self.turn),
            Status::Paused if all > 1 && search.nodes() >= self.until => self.end_turn(),
            Status::Paused => {}
        }
        None
    }

    /// The next search has its turn. After a round, all have the same number of nodes; after the last
    /// round, the one that has come farthest goes on alone.
    fn end_turn(&mut self) {
        self.turn += 1;
        if self.turn < self.searches.len() {
            return;
        }
        self.turn = 0;
        self.until *= 2;
        if self.until > LAST {
            let shares: Vec<_> = self.searches.iter().map(ProofSearch::share).collect();
            let worst = usize::from(shares[1..].iter().all(|&share| share < shares[0]));
            self.give_up(worst);
        }
    }

    fn give_up(&mut self, index: usize) {
        self.past += self.searches.remove(index).nodes();
        self.turn = 0;
        let each = self.memory / 2 / self.searches.len().max(1);
        self.searches.iter_mut().for_each(|search| search.limit_memo(each));
    }

    /// The proof of the search that is done.
    fn into_proof(self) -> Option<Proof> {
        self.searches.into_iter().find_map(ProofSearch::into_proof)
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
