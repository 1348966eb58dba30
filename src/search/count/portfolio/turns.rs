//! The strategy that continues: enumeration or an order, and for how long.

use super::Portfolio;
use super::turn::Turn;
use crate::engine::memo::{MemoWork, Values};
use crate::ids::{floor_u64, to_f64, to_u64};
use crate::search::count::candidate::{Candidate, FIRST};
use crate::search::count::enumeration::Enumeration;

/// The nodes after which an enumeration is a long one. Larger problems get one more for each entry,
/// because a search with a memo visits all entries before it begins.
const TRIAL: u64 = 1 << 13;
/// The time of a node of a search with a memo, in nodes of an enumeration. Measured: 8 to 70, for
/// labelling 2 to 8, and 0.4 to 5 with multiplicities, whose engine propagates more; 4 to 14 where
/// most nodes are look-ups with an item in progress (docs/measurements.md).
const MEMO_NODE: f64 = 16.0;
const LABELLING_NODE: f64 = 5.0;
const MEMO_NODE_WITH_MULTIPLICITIES: f64 = 1.0;
const LOOKUP_IN_PROGRESS: f64 = 8.0;
/// The time of a node of a search with a memo, in nodes of learning that lists.
const LISTING_NODE: f64 = 1.0;
/// The work of enumeration is at most that of all orders times this, before the orders continue.
/// That is its share while the memos save nothing.
const PLAIN_PARTS: f64 = 20.0;
/// The odds of the orders, in bits: the bits by which they are ahead of enumeration, at least
/// `LEAST_AHEAD`, plus `SAVED` for each time that the memo has halved the nodes, less `DOUBT`.
const LEAST_AHEAD: f64 = -3.0;
const SAVED: f64 = 2.0;
const DOUBT: f64 = 1.5;
/// Orders may continue, whatever they have saved, while the rest of enumeration takes this many
/// bits longer than they have taken.
const PATIENCE: f64 = 7.0;
/// The odds, in bits, from which the orders continue without enumeration.
const CERTAIN: f64 = 5.0;
/// The odds, in bits, are at most this while learning searches.
const MOST_BESIDE_LEARNING: f64 = 3.0;
/// Where labelling is much of the work, an order's lead decides: the bits by which it had made
/// more progress after equal nodes, times `LEAD`, and at most `MOST_LEAD`. It gets that many bits
/// more nodes. A turn then adds a fourth of the nodes that an order has had.
const LEAD: f64 = 0.5;
const MOST_LEAD: f64 = 6.0;
const RENAMING_TURN: u64 = 4;
/// An order whose estimate from its size is this many bits worse than that of the best is
/// suspended. (After few nodes, shares say too little for that.)
const HOPELESS: f64 = 12.0;
/// The nodes of an order at which all suspended ones are dropped.
pub(super) const SETTLED: u64 = 1 << 16;

impl<V, F> Portfolio<'_, V, F>
where
    V: Values<Value: Send> + Send,
    F: Fn() -> V,
{
    /// The index of the order with the best estimate, or with the most progress after equal nodes.
    pub(super) fn best(&self) -> Option<usize> {
        let (is_renaming, equal) = (self.is_renaming(), self.equal_nodes());
        let cost = |candidate: &Candidate<V>| match is_renaming {
            true => -candidate.estimate.progress_at(equal),
            false => candidate.score(),
        };
        let costs = self.candidates.iter().map(cost).enumerate();
        costs.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(index, _)| index)
    }

    pub(super) fn turn(&mut self) -> Turn {
        let Some(plain) = &self.plain else { return self.turn_of_orders() };
        let spent = plain.nodes();
        let trial = TRIAL + to_u64(self.subject.problem.entry_count());
        if !self.has_orders {
            return Turn::Plain(u64::MAX);
        }
        if spent < trial {
            // Three turns, because the estimate needs several points.
            return Turn::Plain((2 * spent).clamp(trial / 4, trial));
        }
        self.open();
        let Some(best) = self.best() else { return Turn::Plain(u64::MAX) };
        let odds = self.odds(best, to_f64(spent));
        let turn = self.turn_of_orders();
        if odds >= CERTAIN {
            return turn;
        }
        let parts = (-odds).exp2().min(PLAIN_PARTS);
        let orders = to_f64(self.nodes_of_orders() + turn.nodes());
        let wanted = orders * self.memo_node() * parts;
        plain_until(spent, wanted).map_or(turn, Turn::Plain)
    }

    /// The binary logarithm of the work of the orders in relation to that of enumeration.
    ///
    /// An order whose memo saves nothing does not get better, whatever its estimate. One whose memo
    /// saves much gets better, even if its estimate is bad: tilings of Aztec diamonds seem to take
    /// longer than enumeration until a quarter of the work is done.
    ///
    /// While learning searches, the tree says little, and it may end it soon. If it lists, it has
    /// at least its share by the solutions that both have counted.
    fn odds(&self, best: usize, spent: f64) -> f64 {
        let odds = self.odds_by_tree(best, spent);
        let Some(plain) = self.plain.as_ref().filter(|plain| plain.is_learning()) else {
            return odds;
        };
        let best = &self.candidates[best];
        let counted = best.search.searches().map(self.least).max().unwrap_or(0);
        if !plain.is_listing() || counted == 0 {
            return odds.min(MOST_BESIDE_LEARNING);
        }
        let of_plain = to_f64(plain.found() + 1) / spent.max(1.0);
        let of_order = to_f64(counted) / (to_f64(best.nodes()) * self.memo_node()).max(1.0);
        odds.min((of_order / of_plain).log2()).clamp(LEAST_AHEAD, MOST_BESIDE_LEARNING)
    }

    /// The odds by the estimates of the trees.
    fn odds_by_tree(&self, best: usize, spent: f64) -> f64 {
        let (best, tree) = (&self.candidates[best], self.tree().exp2());
        let node = self.memo_node();
        // An estimate that has turned out to be too low is corrected.
        let rest = |tree: f64| (tree - spent).max(spent / 4.0);
        let ahead = rest(tree).log2() - best.estimate.cost() - node.log2();
        let spent_on_orders = to_f64(self.nodes_of_orders()) * node;
        let patience = (rest(self.tree.even_tree().exp2()) / spent_on_orders).log2() - PATIENCE;
        (ahead.max(LEAST_AHEAD) + SAVED * best.saved() - DOUBT).max(patience)
    }

    /// The logarithm of the nodes of the whole enumeration. The estimate of enumeration itself is
    /// from few nodes, and can be far too high. The trees of the orders are about as large: the
    /// smallest estimate counts. Where a memo pays off late, that of an order is too low, so the
    /// result is at least the estimate of enumeration with even branches.
    pub(super) fn tree(&self) -> f64 {
        let comparable = self.candidates.iter().filter(|candidate| candidate.is_comparable());
        let trees = comparable.map(|candidate| candidate.estimate.tree_without_memo());
        trees.fold(self.tree.tree(), f64::min).max(self.tree.even_tree())
    }

    /// The mean time of a node with a memo so far, in nodes of the enumeration.
    fn memo_node(&self) -> f64 {
        if self.plain.as_ref().is_some_and(Enumeration::is_listing) {
            return LISTING_NODE;
        }
        let works = self.candidates.iter().map(|candidate| candidate.search.work());
        let work = works.fold(MemoWork::default(), MemoWork::plus);
        let share = |part: u64| to_f64(part) / to_f64(work.nodes.max(1));
        if self.subject.problem.features().multiplicities {
            MEMO_NODE_WITH_MULTIPLICITIES + LOOKUP_IN_PROGRESS * share(work.in_progress)
        } else {
            MEMO_NODE - (MEMO_NODE - LABELLING_NODE) * share(work.labelling)
        }
    }

    /// The order that continues.
    fn turn_of_orders(&mut self) -> Turn {
        self.open();
        let is_renaming = self.is_renaming();
        if !is_renaming {
            self.drop_suspended(self.best().unwrap_or(0));
        }
        let best = self.best().unwrap_or(0);
        let index = self.least_tried(best, is_renaming);
        let turn = self.candidates[index].turn();
        let turn = if is_renaming { (turn / RENAMING_TURN).max(FIRST) } else { turn };
        Turn::Order(index, turn)
    }

    /// The order with the fewest nodes that is not suspended, if it is its turn; otherwise the
    /// best.
    fn least_tried(&self, best: usize, is_renaming: bool) -> usize {
        let Candidate { estimate, .. } = &self.candidates[best];
        let (cost, nodes) = (estimate.cost(), self.candidates[best].comparable_nodes());
        let is_running = |one: &Candidate<V>| {
            is_renaming || !one.is_comparable() || one.estimate.cost() <= cost + HOPELESS
        };
        let running = self.candidates.iter().enumerate().filter(|(_, one)| is_running(one));
        let Some((least, one)) = running.min_by_key(|(_, one)| one.comparable_nodes()) else {
            return best;
        };
        let most = match () {
            () if !self.candidates[best].is_comparable() => nodes,
            () if is_renaming => floor_u64(to_f64(nodes) / self.lead(best, least).exp2()),
            () => nodes / self.candidates[best].parts(),
        };
        if one.comparable_nodes() <= most { least } else { best }
    }

    /// Whether subproblems that are found up to renaming are much of the work: the estimates then
    /// say little.
    pub(in crate::search::count) fn is_renaming(&self) -> bool {
        self.candidates.iter().any(|candidate| candidate.is_renaming)
    }

    /// The binary logarithm of the nodes that an order gets for each of another one.
    pub(super) fn lead(&self, best: usize, other: usize) -> f64 {
        let equal = self.equal_nodes();
        let progress = |index: usize| self.candidates[index].estimate.progress_at(equal);
        (LEAD * (progress(best) - progress(other))).clamp(0.0, MOST_LEAD)
    }

    /// The binary logarithm of the nodes that each order has had.
    fn equal_nodes(&self) -> f64 {
        let nodes = self.candidates.iter().map(Candidate::all_nodes).min().unwrap_or(0);
        to_f64(nodes.max(1)).log2()
    }

    /// Drops all suspended candidates, once the best one has had many nodes.
    pub(super) fn drop_suspended(&mut self, best: usize) {
        let candidate = &self.candidates[best];
        let (cost, nodes, parts) =
            (candidate.estimate.cost(), candidate.comparable_nodes(), candidate.parts());
        let past = &mut self.past;
        self.candidates.retain(|candidate| {
            let is_idle = candidate.comparable_nodes() < nodes / parts;
            let is_out = nodes >= SETTLED && is_idle && candidate.estimate.cost() > cost + HOPELESS;
            if is_out {
                candidate.add_to(past);
            }
            !is_out
        });
    }
}

/// The nodes at which a turn of enumeration ends that has had `spent` nodes, if it gets one: at
/// least one more.
pub(super) fn plain_until(spent: u64, wanted: f64) -> Option<u64> {
    Some(floor_u64(wanted)).filter(|&until| until > spent)
}
