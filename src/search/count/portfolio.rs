//! A portfolio of counting strategies: which of them is the fastest shows only after some time.
//!
//! - *Enumeration* begins. A search that it ends within some thousand nodes needs no memo. For a
//!   diagram, the orders begin, and enumeration joins them later.
//! - Then the orders get a few hundred nodes with a memo, and twice as many at each later turn. All
//!   get the same number until their estimates can be compared. Then the best continues, and the
//!   others that are not hopeless get a share of its nodes.
//! - From their progress come [`RuntimeEstimate`]s of enumeration and of each order. The estimate
//!   of an order is uncertain: a memo pays off more and more. What is certain is how many nodes it
//!   has saved so far. Both decide how the work is divided between enumeration and the orders, see
//!   [`Portfolio::odds`]. The best order is the one whose share is expected to be whole first.
//!
//! Where labelling is much of the work, subproblems are found up to renaming, and the estimates say
//! little. The progress after equal nodes decides then.
//!
//! With several threads, all of them work on the strategy whose turn it is, once it has had some
//! thousand nodes.
//!
//! Work is counted in nodes, never in time: with one thread and the same settings, a problem is
//! always counted in the same way.

#[cfg(test)]
pub(super) mod tests;
mod turn;
mod turns;

use super::candidate::{Candidate, FIRST};
use super::enumeration::Enumeration;
use super::hook::CountHook;
use super::order_search::{Allowance, OrderSearch};
use super::runtime_estimate::RuntimeEstimate;
use super::subject::Subject;
use crate::engine::memo::{MemoSearch, Order, Orders, Plan, Status, Values, machine};
use crate::ids::{to_f64, to_u64};
use crate::search::counting::CountStats;
use crate::search::limits::StopReason;
use crate::search::method::{CountStrategy, Method, StrategyReason};
use crate::search::order_checkpoint::OrderCheckpoint;
use crate::search::progress::{Standing, Watch};
use crate::search::thread_count::ThreadCount;
use turn::{HOOK, PLAIN_HOOK, Turn};

/// The nodes for each thread after which it pays off to share a search with a memo.
const LARGE: u64 = 1 << 12;

/// The end of a portfolio.
#[derive(Debug)]
pub(super) enum PortfolioEnd<T> {
    /// The answer, and the strategy that found it.
    Won(Answer<T>, CountStrategy),
    Stopped(StopReason, CountStrategy),
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
    pub(super) subject: Subject<'s>,
    pub(super) plain: Option<Enumeration<'s>>,
    /// Whether the best order is to be found, and the orders when they are needed first.
    has_orders: bool,
    orders: Option<Orders>,
    /// Makes the values with which a search begins.
    values: F,
    pub(super) candidates: Vec<Candidate<V>>,
    /// The estimate of the nodes of enumeration.
    tree: RuntimeEstimate,
    /// The number of threads of an order. Enumeration has its own.
    threads: ThreadCount,
    /// The callback for progress, and a lower bound of the solutions from the state of a search.
    pub(super) watch: Option<Watch<'s>>,
    pub(super) least: fn(&MemoSearch<V>) -> u64,
    /// The callback for checkpoints, and the state of a search for it.
    pub(super) hook: Option<CountHook<'s>>,
    pub(super) save: fn(&Candidate<V>) -> Option<OrderCheckpoint>,
    /// The work of those that were dropped.
    past: CountStats,
    /// The nodes of other searches of the run.
    pub(super) others: u64,
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
            threads: ThreadCount::ONE,
            watch: None,
            least: |_| 0,
            hook: None,
            save: |_| None,
            past: CountStats::default(),
            others: 0,
        }
    }

    /// One order, or the best of all.
    pub(super) fn of_orders(subject: Subject<'s>, order: Option<Order>, values: F) -> Self {
        match order {
            Some(order) => Self::of_order(subject, order, values),
            None => Self::new(subject, None, true, values),
        }
    }

    /// One order alone.
    pub(super) fn of_order(subject: Subject<'s>, order: Order, values: F) -> Self {
        let mut portfolio = Self::new(subject, None, false, values);
        let Subject { problem, known, canonical, .. } = subject;
        portfolio.enter(Orders::new(problem, known, canonical).plan(order));
        portfolio
    }

    /// Sets the number of threads of an order.
    pub(super) fn for_threads(mut self, threads: ThreadCount) -> Self {
        self.threads = threads;
        self
    }

    pub(super) fn enter(&mut self, plan: Plan) {
        let Subject { problem, known, root, memory, .. } = self.subject;
        let search = machine(problem, known, root, &plan, (self.values)(), memory);
        self.candidates.push(Candidate::new(plan, OrderSearch::new(search)));
    }

    /// Runs the portfolio to its end.
    pub(super) fn run(&mut self) -> PortfolioEnd<V::Value> {
        loop {
            if let Some(end) = self.run_for(u64::MAX) {
                return end;
            }
        }
    }

    /// Runs the portfolio to its end, or for about `nodes` nodes.
    pub(super) fn run_for(&mut self, nodes: u64) -> Option<PortfolioEnd<V::Value>> {
        let until = self.nodes().saturating_add(nodes);
        while self.nodes() < until {
            let (turn, way) = match self.next_turn(until - self.nodes()) {
                Turn::Plain(until) => (self.run_plain(until), self.plain_strategy()),
                Turn::Order(index, nodes) => {
                    let way = self.strategy_of(index);
                    (self.run_candidate(index, nodes), way)
                }
            };
            match turn {
                Ok(Some(answer)) => return Some(PortfolioEnd::Won(answer, way)),
                Ok(None) => {}
                Err(stop) => return Some(PortfolioEnd::Stopped(stop, way)),
            }
        }
        None
    }

    /// The strategy that continues, for at most `most` nodes, after a look at the clock if there is
    /// a callback for checkpoints.
    fn next_turn(&mut self, most: u64) -> Turn {
        let turn = self.turn();
        let plain = self.plain.as_ref().map_or(0, Enumeration::nodes);
        let Some(hook) = &mut self.hook else { return turn.at_most(most, most, plain) };
        hook.look(self.plain.as_ref(), || self.candidates.iter().filter_map(self.save).collect());
        let threads = match turn {
            Turn::Plain(_) => 1,
            Turn::Order(index, _) => to_u64(self.candidates[index].search.searches().count()),
        };
        turn.at_most(most.min(HOOK * threads), most.min(PLAIN_HOOK), plain)
    }

    fn plain_strategy(&self) -> CountStrategy {
        let why = match (self.has_orders, self.candidates.is_empty()) {
            (false, _) if self.past.nodes == 0 => StrategyReason::Asked,
            // The orders were dropped.
            (false, _) => StrategyReason::Memory,
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
            self.tree.note(to_f64(plain.all_nodes()), share, share);
        }
        if plain.is_full() {
            if !self.has_orders {
                return Err(StopReason::MemoryLimit);
            }
            self.past.nodes += plain.nodes();
            self.plain = None;
            return Ok(None);
        }
        Ok(is_done.then_some(Answer::Counted(plain.found())))
    }

    fn run_candidate(&mut self, index: usize, nodes: u64) -> Outcome<V::Value> {
        self.share_memory(index);
        if self.candidates[index].nodes() >= LARGE && self.threads.may_be_several() {
            self.share_search(index);
        }
        let until = self.candidates[index].nodes() + nodes;
        while self.candidates[index].nodes() < until
            || self.candidates[index].search.value().is_some()
        {
            let (nodes_before, limits) = (self.nodes(), self.subject.limits);
            if let Some(stop) = limits.reached(0, nodes_before) {
                return Err(stop);
            }
            let Self { candidates, watch, least, .. } = self;
            let candidate = &mut candidates[index];
            let nodes = until.saturating_sub(candidate.nodes());
            let is_watched = watch.is_some();
            let allowance = Allowance { nodes, limits, nodes_before, is_watched };
            let mut look = |search: &MemoSearch<V>, nodes| {
                if let Some(watch) = watch {
                    watch.look(|_| Standing {
                        share: Some(search.share().exp2()),
                        solutions: least(search),
                        nodes,
                        ..Standing::default()
                    });
                }
            };
            match candidate.search.advance(allowance, &mut look) {
                Status::Paused => {}
                Status::Done => return Ok(candidate.search.value().cloned().map(Answer::Value)),
                Status::Full => {
                    self.candidates.remove(index).add_to(&mut self.past);
                    self.has_orders &= !self.candidates.is_empty();
                    // Another order may need less, or enumeration.
                    let goes_on = self.plain.is_some() || !self.candidates.is_empty();
                    return if goes_on { Ok(None) } else { Err(StopReason::MemoryLimit) };
                }
            }
        }
        self.candidates[index].note();
        self.drop_twin();
        Ok(None)
    }

    /// Lets all threads share the search of an order, if it has had enough nodes.
    fn share_search(&mut self, index: usize) {
        let threads = self.threads.number();
        if self.candidates[index].nodes() >= LARGE * to_u64(threads) {
            self.candidates[index].search.share_among(threads);
            self.share_memory(index);
        }
    }

    /// Drops the search for the fewest options if the frontier order has chosen the same items: it
    /// does the same in less time.
    fn drop_twin(&mut self) {
        let [fewest, front, ..] = &self.candidates[..] else { return };
        let is_begun = fewest.choices() >= 4 * FIRST && fewest.plan.order == Order::Fewest;
        if is_begun && fewest.search.work() == front.search.work() {
            fewest.add_to(&mut self.past);
            self.candidates.remove(0);
        }
    }

    /// Limits a memo to the memory that the others don't use.
    fn share_memory(&mut self, index: usize) {
        let others = self.candidates.iter().enumerate().filter(|&(other, _)| other != index);
        let taken: usize = others.map(|(_, candidate)| candidate.bytes()).sum();
        let free = self.subject.memory.saturating_sub(taken);
        self.candidates[index].search.limit_memory(free);
    }

    /// The nodes of all strategies, and of other searches.
    fn nodes(&self) -> u64 {
        self.plain.as_ref().map_or(0, Enumeration::nodes) + self.nodes_of_orders() + self.others
    }

    fn nodes_of_orders(&self) -> u64 {
        self.past.nodes + self.candidates.iter().map(Candidate::nodes).sum::<u64>()
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
        if self.plain.is_some() {
            let nodes = self.tree().exp2();
            self.candidates.iter_mut().for_each(|candidate| candidate.search.expect(nodes));
        }
    }

    /// The search that has the answer, or the reason why there is none, and the strategy, if there
    /// is no enumeration.
    pub(super) fn into_winner(
        self,
        end: &PortfolioEnd<V::Value>,
    ) -> (Result<OrderSearch<V>, StopReason>, CountStrategy) {
        let way = match *end {
            PortfolioEnd::Stopped(stop, way) => return (Err(stop), way),
            PortfolioEnd::Won(_, way) => way,
        };
        let mut searches = self.candidates.into_iter().map(|candidate| candidate.search);
        let winner = searches.find(|search| search.value().is_some());
        (Ok(winner.expect("the winner has the value")), way)
    }

    /// The work of all strategies.
    pub(super) fn stats(&self) -> CountStats {
        let mut stats = self.past;
        self.candidates.iter().for_each(|candidate| candidate.add_to(&mut stats));
        stats.nodes += self.plain.as_ref().map_or(0, Enumeration::nodes);
        stats
    }
}
