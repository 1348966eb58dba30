//! A portfolio of counting strategies: which of them is the fastest shows only after some time.
//!
//! - *Enumeration* begins. A search that it ends within some thousand nodes needs no memo.
//! - Then the orders get a few hundred nodes with a memo, and twice as many at each later turn. All
//!   get the same number until their estimates can be compared. Then the best continues, and the
//!   others that are not hopeless get a share of its nodes.
//! - From their progress come [`RuntimeEstimate`]s of enumeration and of each order. The estimate of
//!   an order is uncertain: a memo pays off more and more. What is certain is how many nodes it has
//!   saved so far. Both decide how the work is divided between enumeration and the orders, see
//!   [`Portfolio::odds`].
//!
//! Where labelling is much of the work, subproblems are found up to renaming, and the estimates say
//! little: all orders get equal nodes. With several threads they run at the same time, each in one.
//!
//! Work is counted in nodes, never in time: a problem is always counted in the same way.

use super::candidate::{Candidate, FIRST};
use super::enumeration::Enumeration;
use super::runtime_estimate::RuntimeEstimate;
use super::subject::Subject;
use crate::engine::memo::{MemoSearch, Order, Orders, Plan, Status, Table, Values, machine};
use crate::ids::{floor_u64, to_f64, to_u64};
use crate::search::counting::CountStats;
use crate::search::limits::StopReason;
use crate::search::method::{CountStrategy, Method, StrategyReason};
use crate::search::progress::{Standing, Watch};
use std::panic::resume_unwind;
use std::thread;

/// The nodes after which an enumeration is a long one. Larger problems get one more for each entry,
/// because a search with a memo visits all entries before it begins.
const TRIAL: u64 = 1 << 13;
/// The time of a node of a search with a memo, in nodes of an enumeration. Measured: 8 to 70, and
/// 0.4 to 1.7 with multiplicities, whose engine propagates more (docs/measurements.md).
const MEMO_NODE: f64 = 16.0;
const MEMO_NODE_WITH_MULTIPLICITIES: f64 = 1.0;
/// The work of enumeration is at most that of all orders times this, before the orders continue.
/// That is its share while the memos save nothing.
const PLAIN_PARTS: f64 = 20.0;
/// The odds of the orders, in bits: the bits by which they are ahead of enumeration, at least
/// `LEAST_AHEAD`, plus `SAVED` for each time that the memo has halved the nodes, less `DOUBT`.
const LEAST_AHEAD: f64 = -3.0;
const SAVED: f64 = 2.0;
const DOUBT: f64 = 1.5;
/// The odds, in bits, from which the orders continue alone.
const CERTAIN: f64 = 5.0;
/// Orders get equal nodes if labelling is half of the work. A turn then adds a fourth of the nodes
/// that an order has had. With several threads, an eighth of the work is enough, and the orders run
/// at the same time, for `TOGETHER` nodes between two looks at the limits.
const RENAMING: u64 = 2;
const RENAMING_TURN: u64 = 4;
const RENAMING_TOGETHER: u64 = 8;
const TOGETHER: u64 = 1 << 14;
/// A strategy whose estimate is this many bits worse than the best one is suspended.
const HOPELESS: f64 = 12.0;
/// The bits by which the fewest options must be better to be preferred. A node takes up to twice as
/// long, and where they are the better order, enumeration is mostly faster than both (on 20 of 21
/// problems measured).
const LOOKS: f64 = 3.0;
/// The nodes that all orders get before the best is preferred.
const EQUAL: u64 = 1 << 11;
/// The nodes of an order at which all suspended ones are dropped.
const SETTLED: u64 = 1 << 16;
/// The nodes after which it pays off to share a search with a memo among threads.
const LARGE: u64 = 1 << 15;
/// The reciprocal of the share of the memory that labelled subproblems may take.
pub(super) const FORMS: usize = 8;
/// The nodes between two looks at the clock, if there is a callback for progress.
const SLICE: u64 = 256;

/// The end of a portfolio.
#[derive(Debug)]
pub(super) enum PortfolioEnd<T> {
    /// The answer, and the strategy that found it.
    Won(Answer<T>, CountStrategy),
    Stopped(StopReason, CountStrategy),
    /// This order is the best, and the search will be long enough for several threads, with what is
    /// in its memo.
    Large(Plan, Table),
}

/// The answer of a search with a memo, or of enumeration.
#[derive(Debug)]
pub(super) enum Answer<T> {
    Value(T),
    Counted(u64),
}

/// The outcome of a turn: the answer, if there is one now, or the reason why the run ends.
type Outcome<T> = Result<Option<Answer<T>>, StopReason>;

/// Several strategies for one answer.
#[derive(Debug)]
pub(super) struct Portfolio<'s, V: Values, F> {
    subject: Subject<'s>,
    pub(super) plain: Option<Enumeration<'s>>,
    /// Whether the best order is to be found, and the orders when they are needed first.
    has_orders: bool,
    orders: Option<Orders>,
    /// Makes the values with which a search begins.
    values: F,
    pub(super) candidates: Vec<Candidate<V>>,
    /// The estimate of the nodes of enumeration.
    tree: RuntimeEstimate,
    /// Whether a large search ends the portfolio.
    hands_over: bool,
    /// The callback for progress, and a lower bound of the solutions from the state of a search.
    pub(super) watch: Option<Watch<'s>>,
    pub(super) least: fn(&MemoSearch<V, Table>) -> u64,
    /// The work of those that were dropped.
    past: CountStats,
}

/// The strategy that continues.
enum Turn {
    /// Enumeration, up to this number of nodes.
    Plain(u64),
    /// The order with this index, for this number of nodes.
    Candidate(usize, u64),
    /// The same for the best of all.
    Best(usize, u64),
}

impl Turn {
    /// The number of nodes: for an order, of this turn.
    fn nodes(&self) -> u64 {
        let (Self::Plain(nodes) | Self::Candidate(_, nodes) | Self::Best(_, nodes)) = self;
        *nodes
    }

    /// The same, if the best one is not certain.
    fn of_many(self) -> Self {
        match self {
            Self::Best(index, nodes) => Self::Candidate(index, nodes),
            other => other,
        }
    }
}

impl<'s, V, F> Portfolio<'s, V, F>
where
    V: Values<Value: Send> + Send,
    F: Fn() -> V,
{
    /// Enumeration and all orders, or either of the two alone.
    pub(super) fn new(
        subject: Subject<'s>,
        plain: Option<Enumeration<'s>>,
        has_orders: bool,
        values: F,
    ) -> Self {
        Self {
            subject,
            plain,
            has_orders,
            orders: None,
            values,
            candidates: Vec::new(),
            tree: RuntimeEstimate::default(),
            hands_over: false,
            watch: None,
            least: |_| 0,
            past: CountStats::default(),
        }
    }

    /// One order alone.
    pub(super) fn of_order(subject: Subject<'s>, order: Order, values: F) -> Self {
        let mut portfolio = Self::new(subject, None, false, values);
        let Subject { problem, known, canonical, .. } = subject;
        portfolio.enter(Orders::new(problem, known, canonical).plan(order));
        portfolio
    }

    /// Ends the portfolio when it pays off that several threads continue.
    pub(super) fn handing_over(mut self) -> Self {
        self.hands_over = true;
        self
    }

    fn enter(&mut self, plan: Plan) {
        let Subject { problem, known, root, memory, .. } = self.subject;
        let memo = |root: &[u64]| Table::new(root, memory);
        let machine = machine(problem, known, root, &plan, (self.values)(), memo);
        self.candidates.push(Candidate::new(plan, machine));
    }

    /// Runs the portfolio to its end.
    pub(super) fn run(&mut self) -> PortfolioEnd<V::Value> {
        loop {
            let (turn, way) = match self.turn() {
                Turn::Candidate(..) | Turn::Best(..) if self.run_together() => {
                    let (index, turn) = self.run_slice();
                    (turn, self.strategy_of(index))
                }
                Turn::Plain(until) => (self.run_plain(until), self.plain_strategy()),
                Turn::Best(index, _)
                    if self.hands_over && self.candidates[index].nodes() >= LARGE =>
                {
                    let Candidate { plan, machine, .. } = &mut self.candidates[index];
                    let memo = std::mem::replace(&mut machine.memo, Table::new(&[], 0));
                    return PortfolioEnd::Large(plan.clone(), memo);
                }
                Turn::Candidate(index, nodes) | Turn::Best(index, nodes) => {
                    let way = self.strategy_of(index);
                    (self.run_candidate(index, nodes), way)
                }
            };
            match turn {
                Ok(Some(answer)) => return PortfolioEnd::Won(answer, way),
                Ok(None) => {}
                Err(stop) => return PortfolioEnd::Stopped(stop, way),
            }
        }
    }

    fn plain_strategy(&self) -> CountStrategy {
        let why = match (self.has_orders, self.candidates.is_empty()) {
            (false, _) => StrategyReason::Asked,
            (true, true) => StrategyReason::Short,
            (true, false) => StrategyReason::Distinct,
        };
        let chosen = self.plain.as_ref().and_then(Enumeration::chosen);
        let engine = Some(chosen.map_or(self.subject.kind, |chosen| chosen.engine));
        CountStrategy { method: Method::Plain, engine, why }
    }

    fn strategy_of(&self, index: usize) -> CountStrategy {
        let why = if self.has_orders { StrategyReason::Repeats } else { StrategyReason::Asked };
        CountStrategy { method: self.candidates[index].plan.order.into(), engine: None, why }
    }

    fn run_plain(&mut self, until: u64) -> Outcome<V::Value> {
        let others = self.nodes_of_orders();
        let Some(plain) = &mut self.plain else { return Ok(None) };
        let is_done = plain.run(until, others, &mut self.watch)?;
        if let Some(share) = plain.share() {
            self.tree.note(to_f64(plain.nodes()), share, share);
        }
        Ok(is_done.then_some(Answer::Counted(plain.found())))
    }

    fn run_candidate(&mut self, index: usize, nodes: u64) -> Outcome<V::Value> {
        self.share_memory(index);
        let plain = self.plain.as_ref().map_or(0, Enumeration::nodes);
        let others = plain + self.nodes_of_orders() - self.candidates[index].nodes();
        let (limits, candidate) = (self.subject.limits, &mut self.candidates[index]);
        let until = candidate.nodes() + nodes;
        while candidate.nodes() < until || candidate.machine.value().is_some() {
            let all = candidate.nodes() + others;
            if let Some(stop) = limits.reached(0, all) {
                return Err(stop);
            }
            if let Some(watch) = &mut self.watch {
                watch.look(|_| Standing {
                    share: Some(candidate.machine.share().exp2()),
                    solutions: (self.least)(&candidate.machine),
                    nodes: all,
                });
            }
            let slice = if self.watch.is_some() { SLICE } else { u64::MAX };
            let budget = limits.budget(all).min(until.saturating_sub(candidate.nodes())).min(slice);
            match candidate.machine.advance(budget) {
                Status::Paused => {}
                Status::Done => return Ok(candidate.machine.value().cloned().map(Answer::Value)),
                Status::Full if self.candidates.len() == 1 => return Err(StopReason::MemoryLimit),
                // Another order may need less.
                Status::Full => {
                    self.candidates.remove(index).add_to(&mut self.past);
                    return Ok(None);
                }
            }
        }
        candidate.note();
        self.drop_twin();
        Ok(None)
    }

    /// Whether the orders are to run at the same time.
    fn run_together(&self) -> bool {
        self.hands_over && self.candidates.len() > 1 && self.labels(RENAMING_TOGETHER)
    }

    fn labels(&self, parts: u64) -> bool {
        self.candidates.iter().any(|candidate| candidate.labels(parts))
    }

    /// Runs each order in a thread for a slice. Returns the index of the order that has the answer,
    /// or of the best, with the outcome.
    fn run_slice(&mut self) -> (usize, Outcome<V::Value>) {
        let best = self.best().unwrap_or(0);
        let all = self.plain.as_ref().map_or(0, Enumeration::nodes) + self.nodes_of_orders();
        let limits = self.subject.limits;
        if let Some(stop) = limits.reached(0, all) {
            return (best, Err(stop));
        }
        if let Some(watch) = &mut self.watch {
            let machine = &self.candidates[best].machine;
            watch.look(|_| Standing {
                share: Some(machine.share().exp2()),
                solutions: (self.least)(machine),
                nodes: all,
            });
        }
        (0..self.candidates.len()).for_each(|index| self.share_memory(index));
        let budget = limits.budget(all).min(TOGETHER);
        let mut is_full = Vec::new();
        thread::scope(|scope| {
            let run = |own| scope.spawn(move || Self::advance(own, budget));
            let threads: Vec<_> = self.candidates.iter_mut().map(run).collect();
            is_full.extend(
                threads
                    .into_iter()
                    .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))),
            );
        });
        for (index, candidate) in self.candidates.iter().enumerate() {
            if let Some(value) = candidate.machine.value() {
                return (index, Ok(Some(Answer::Value(value.clone()))));
            }
        }
        if is_full.iter().all(|&is_full| is_full) {
            return (best, Err(StopReason::MemoryLimit));
        }
        for index in (0..is_full.len()).rev().filter(|&index| is_full[index]) {
            self.candidates.remove(index).add_to(&mut self.past);
        }
        self.drop_twin();
        (0, Ok(None))
    }

    /// Runs an order for a slice. Returns whether its values have reached their memory limit.
    fn advance(candidate: &mut Candidate<V>, budget: u64) -> bool {
        let status = candidate.machine.advance(budget);
        candidate.note();
        status == Status::Full
    }

    /// Drops the search for the fewest options if the frontier order has chosen the same items: it
    /// does the same in less time.
    fn drop_twin(&mut self) {
        let [fewest, front, ..] = &self.candidates[..] else { return };
        let is_begun = fewest.nodes() >= 4 * FIRST && fewest.plan.order == Order::Fewest;
        if is_begun && fewest.machine.work() == front.machine.work() {
            fewest.add_to(&mut self.past);
            self.candidates.remove(0);
        }
    }

    /// Limits a memo to the memory that the others don't use.
    fn share_memory(&mut self, index: usize) {
        let others = self.candidates.iter().enumerate().filter(|&(other, _)| other != index);
        let taken: usize = others.map(|(_, candidate)| candidate.bytes()).sum();
        let free = self.subject.memory.saturating_sub(taken);
        let machine = &mut self.candidates[index].machine;
        let forms = machine.limit_forms(free / FORMS);
        machine.memo.set_limit(free.saturating_sub(forms));
    }

    /// Drops all suspended candidates, once the best one has had many nodes.
    fn drop_suspended(&mut self, best: usize) {
        let candidate = &self.candidates[best];
        let (cost, nodes, parts) =
            (candidate.estimate.cost(), candidate.nodes(), candidate.parts());
        let past = &mut self.past;
        self.candidates.retain(|candidate| {
            let is_idle = candidate.nodes() < nodes / parts;
            let is_out = nodes >= SETTLED && is_idle && candidate.estimate.cost() > cost + HOPELESS;
            if is_out {
                candidate.add_to(past);
            }
            !is_out
        });
    }

    fn nodes_of_orders(&self) -> u64 {
        self.past.nodes + self.candidates.iter().map(Candidate::nodes).sum::<u64>()
    }

    /// The index of the order with the best estimate.
    fn best(&self) -> Option<usize> {
        let looks = |candidate: &Candidate<V>| {
            if candidate.plan.order == Order::Fewest { LOOKS } else { 0.0 }
        };
        let costs =
            self.candidates.iter().map(|candidate| candidate.estimate.cost() + looks(candidate));
        costs.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(index, _)| index)
    }

    fn turn(&mut self) -> Turn {
        let Some(plain) = &self.plain else { return self.turn_of_orders() };
        let (spent, threads) = (plain.nodes(), to_f64(to_u64(plain.threads())));
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
        // The others wait while an order runs.
        let parts = (-odds).exp2().min(PLAIN_PARTS) * threads;
        let wanted = to_f64(self.nodes_of_orders() + turn.nodes()) * self.memo_node() * parts;
        if to_f64(spent) >= wanted { turn.of_many() } else { Turn::Plain(floor_u64(wanted)) }
    }

    /// The binary logarithm of the work of the orders in relation to that of enumeration.
    ///
    /// An order whose memo saves nothing does not get better, whatever its estimate. One whose memo
    /// saves much gets better, even if its estimate is bad: tilings of Aztec diamonds seem to take
    /// longer than enumeration until a quarter of the work is done.
    fn odds(&self, best: usize, spent: f64) -> f64 {
        let estimate = &self.candidates[best].estimate;
        let cost = estimate.cost() + self.memo_node().log2();
        // An estimate that has turned out to be too low is corrected.
        let rest = (self.tree.tree().exp2() - spent).max(spent / 4.0);
        (rest.log2() - cost).max(LEAST_AHEAD) + SAVED * estimate.saved() - DOUBT
    }

    /// The time of a node with a memo, in nodes of the enumeration.
    fn memo_node(&self) -> f64 {
        let has_bounds = self.subject.problem.features().multiplicities;
        if has_bounds { MEMO_NODE_WITH_MULTIPLICITIES } else { MEMO_NODE }
    }

    /// The order that continues.
    fn turn_of_orders(&mut self) -> Turn {
        self.open();
        let is_renaming = self.labels(RENAMING);
        if !is_renaming {
            self.drop_suspended(self.best().unwrap_or(0));
        }
        let best = self.best().unwrap_or(0);
        let nodes = self.candidates[best].nodes();
        let parts = self.candidates[best].parts();
        let most = if nodes < EQUAL || is_renaming { nodes } else { nodes / parts };
        let index = self.least_tried(best, most, is_renaming);
        let turn = self.candidates[index].turn();
        let turn = if is_renaming { (turn / RENAMING_TURN).max(FIRST) } else { turn };
        if index == best { Turn::Best(index, turn) } else { Turn::Candidate(index, turn) }
    }

    /// The order with the fewest nodes that is not suspended, if these are at most `most`;
    /// otherwise the best.
    fn least_tried(&self, best: usize, most: u64, is_renaming: bool) -> usize {
        let cost = self.candidates[best].estimate.cost();
        let others = self.candidates.iter().enumerate();
        let is_running = |one: &Candidate<V>| {
            is_renaming || one.nodes() < EQUAL || one.estimate.cost() <= cost + HOPELESS
        };
        let running = others.filter(|(_, one)| is_running(one));
        let least = running.min_by_key(|(_, one)| one.nodes());
        least.filter(|(_, one)| one.nodes() <= most).map_or(best, |(index, _)| index)
    }

    /// Adds the orders, if there are none.
    fn open(&mut self) {
        if !self.has_orders || !self.candidates.is_empty() {
            return;
        }
        let Subject { problem, known, canonical, .. } = self.subject;
        let orders = self.orders.get_or_insert_with(|| Orders::new(problem, known, canonical));
        let plans = [orders.plan(Order::Fewest), orders.plan(Order::Frontier)];
        plans.into_iter().for_each(|plan| self.enter(plan));
    }

    /// The work of all strategies.
    pub(super) fn stats(&self) -> CountStats {
        let mut stats = self.past;
        self.candidates.iter().for_each(|candidate| candidate.add_to(&mut stats));
        stats.nodes += self.plain.as_ref().map_or(0, Enumeration::nodes);
        stats
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::memo::{CanonicalMode, Counts};
    use crate::engine::{Engine, Subproblem};
    use crate::problem::Problem;
    use crate::search::limits::Limits;

    /// Langford pairs: two of each number up to `n`, with that many numbers between them.
    fn langford(n: usize) -> Problem {
        let mut text: Vec<String> = vec![String::new()];
        (1..=n).for_each(|number| text[0].push_str(&format!("d{number} ")));
        (0..2 * n).for_each(|place| text[0].push_str(&format!("s{place} ")));
        for number in 1..=n {
            for place in 0..(2 * n).saturating_sub(number + 1) {
                text.push(format!("d{number} s{place} s{}", place + number + 1));
            }
        }
        text.join("\n").parse().unwrap()
    }

    /// The index of the best order changes when an order before it is dropped.
    #[test]
    fn suspended_orders_are_dropped() {
        let problem = langford(12);
        let limits = Limits::default();
        let subject = Subject {
            kind: Engine::Auto,
            problem: &problem,
            known: None,
            root: &Subproblem::default(),
            limits: &limits,
            memory: 1 << 24,
            canonical: CanonicalMode::Off,
        };
        let mut portfolio = Portfolio::new(subject, None, true, || Counts);
        portfolio.open();
        for (index, share) in [(0, -1e6), (1, -1.0)] {
            let nodes = if index == 1 { SETTLED } else { FIRST };
            assert!(portfolio.run_candidate(index, nodes).unwrap().is_none(), "it takes longer");
            portfolio.candidates[index].estimate.note(1e9, 0.0, share);
        }
        let nodes = portfolio.stats().nodes;
        assert!(matches!(portfolio.turn(), Turn::Best(0, _)), "the second is the first now");
        assert_eq!(portfolio.candidates.len(), 1);
        assert_eq!(portfolio.candidates[0].plan.order, Order::Frontier);
        assert_eq!(portfolio.stats().nodes, nodes, "no work is forgotten");
    }
}
