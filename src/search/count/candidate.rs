//! [`Candidate`]: an order of a portfolio, with its search.

use super::order_search::OrderSearch;
use super::runtime_estimate::RuntimeEstimate;
use crate::engine::memo::{MemoWork, Order, Plan, Values};
use crate::ids::{to_f64, to_u64};
use crate::search::counting::CountStats;

/// The nodes of an order's first turn.
pub(super) const FIRST: u64 = 256;
/// An order gets a turn, which doubles its nodes, when the best one has more nodes by this factor:
/// after the turn it has at most two fifteenths. Where the fewest options seem to be the best
/// order, that is less certain (see `FEWEST_PENALTY`), and the factor is smaller.
const ORDER_PARTS: u64 = 15;
const FEWEST_PARTS: u64 = 3;
/// The nodes of an order after which the first trials of labelling are over.
const TRIALS: u64 = 1 << 15;
/// The reciprocal of the least share of labelling in the recent work of a search that finds
/// subproblems up to renaming, and of the share of all work that is recent.
const RENAMING: u64 = 8;
const RECENT: u64 = 5;
/// The bits that the share of an order is supposed to gain at least with each doubling of its
/// nodes.
const LEAST_GAIN: f64 = 1.0;
/// The bits by which the fewest options must be better to be preferred. A node takes up to twice as
/// long, the share of the frontier order grows more steeply later, and where the fewest options are
/// the better order, enumeration is mostly faster than both (on 20 of 21 problems measured).
const FEWEST_PENALTY: f64 = 3.0;
/// The choices that all orders get before the best is preferred.
const EQUAL: u64 = 1 << 11;

/// An order, with its search.
#[derive(Debug)]
pub(super) struct Candidate<V: Values> {
    pub(super) plan: Plan,
    pub(super) search: OrderSearch<V>,
    pub(super) estimate: RuntimeEstimate,
    /// All nodes and those of labellings, when the next field was set.
    noted: (u64, u64),
    /// Whether labelling was much of the recent work, after the first trials. Then it pays, and
    /// each subproblem that is found may be the last of a whole class: the estimate says little.
    pub(super) is_renaming: bool,
    /// The nodes of earlier runs.
    pub(super) nodes_before: u64,
}

impl<V: Values> Candidate<V> {
    pub(super) fn new(plan: Plan, search: OrderSearch<V>) -> Self {
        let estimate = RuntimeEstimate::default();
        Self { plan, search, estimate, noted: (0, 0), is_renaming: false, nodes_before: 0 }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.search.work().nodes
    }

    /// The nodes of earlier runs, too.
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes_before.saturating_add(self.nodes())
    }

    /// The nodes of labellings beyond those of choices. They say nothing about the rest of the
    /// search: labellings at the root take long, and later ones are made only as far as they pay,
    /// or are a small part of the search.
    fn fixed_nodes(&self) -> u64 {
        let MemoWork { nodes, labelling, .. } = self.search.work();
        labelling.saturating_sub(nodes - labelling)
    }

    /// The nodes without those: by them orders are compared.
    pub(super) fn comparable_nodes(&self) -> u64 {
        self.nodes() - self.fixed_nodes()
    }

    /// A turn: the first one, or as much again as it has had.
    pub(super) fn turn(&self) -> u64 {
        self.comparable_nodes().max(FIRST)
    }

    /// While it is the best, others get a turn when it has more nodes by this factor.
    pub(super) fn parts(&self) -> u64 {
        if self.plan.order == Order::Fewest { FEWEST_PARTS } else { ORDER_PARTS }
    }

    /// What it can't do without, and what it holds, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.search.bytes() + usize::try_from(self.search.holding().bytes).unwrap_or(0)
    }

    /// Estimates the time of the whole search anew.
    pub(super) fn note(&mut self) {
        let size = self.search.size().clamp(1.0, f64::MAX).log2();
        let (nodes, fixed) = (to_f64(self.all_nodes()), to_f64(self.fixed_nodes()));
        self.estimate.note(nodes, size, self.search.share());
        self.estimate.exclude(nodes, fixed);
        let work = self.search.work();
        let (nodes, labelling) = (work.nodes - self.noted.0, work.labelling - self.noted.1);
        if RECENT * nodes >= work.nodes {
            self.is_renaming = work.nodes >= TRIALS && RENAMING * labelling >= nodes;
            self.noted = (work.nodes, work.labelling);
        }
    }

    /// The number by which orders are compared, the least being the best: the binary logarithm of
    /// the nodes of the whole search, and a penalty for the fewest options.
    pub(super) fn score(&self) -> f64 {
        let penalty = if self.plan.order == Order::Fewest { FEWEST_PENALTY } else { 0.0 };
        self.estimate.cost_by_share(LEAST_GAIN) + penalty
    }

    /// The binary logarithm of the factor by which the memo has reduced the nodes so far. Orbits
    /// above the current subproblem do so as well, but do not get better later.
    pub(super) fn saved(&self) -> f64 {
        (self.estimate.saved() - self.search.first_or_finished().orbit_product().log2()).max(0.0)
    }

    /// Whether its estimate can be compared with others: it has chosen many options, or had many
    /// nodes.
    pub(super) fn is_comparable(&self) -> bool {
        self.choices() >= EQUAL || self.nodes() >= TRIALS
    }

    /// The nodes without those of labellings.
    pub(super) fn choices(&self) -> u64 {
        let work = self.search.work();
        work.nodes - work.labelling
    }

    /// Adds its work to that of others.
    pub(super) fn add_to(&self, stats: &mut CountStats) {
        let values = to_u64(self.search.value_bytes());
        stats.add(self.search.work(), self.search.holding(), values);
    }
}
