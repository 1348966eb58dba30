//! Which way is the fastest shows only when a search has gone on for a while: the ways take part in a contest.
//!
//! - *Plain* search begins. What it ends within some thousand nodes needs no memo.
//! - Then each order gets a few hundred nodes with a memo, and twice as many when it has its turn again. From what it
//!   gains comes a [`Forecast`] of what it will cost. Plain search costs what the tree has nodes; the machine with the
//!   fewest options first, which searches about the same tree, knows how large the parts are that it looks up.
//! - Whoever has the best forecast goes on. If that is plain search, the others get a twentieth of its work, in case that
//!   they come to find more in their memos. If it is an order, all orders get as many nodes until forecasts are worth
//!   something, and then those that are not hopeless an eighth.
//!
//! All of this is counted in nodes, never in time: a problem is always counted in the same way.

use super::forecast::{Forecast, MEMO_NODE};
use super::method::{CountStrategy, StrategyReason};
use super::plain::Plain;
use super::report::CounterStats;
use crate::engine::memo::{MemoSearch, Order, Orders, Plan, Status, Table, Values, machine};
use crate::engine::{Engine, Subproblem};
use crate::ids::{floor_u64, to_f64, to_u64};
use crate::problem::{Problem, Reduction};
use crate::search::limits::{Limits, StopReason};
use crate::search::progress::{Standing, Watch};

/// The nodes after which plain search is a long one. Larger problems get one more for each entry: so much a machine
/// looks at before it begins.
const TRIAL: u64 = 1 << 13;
/// The nodes of an order's first turn.
const FIRST: u64 = 256;
/// As long as plain search has the best forecast, all others together get one part in so many of its work.
const PLAIN_PARTS: f64 = 20.0;
/// As long as an order has, another one may have one part in so many of its nodes.
const ORDER_PARTS: u64 = 8;
/// Who costs so many times as much, as a logarithm, is out of the running.
const HOPELESS: f64 = 12.0;
/// A tree of so many nodes, as a logarithm, takes plain search half an hour and more. Then the others together get as
/// much work as it.
const ENDLESS: f64 = 36.0;
/// What a forecast for plain search may be too high by, as a logarithm, where items may be covered several times: its
/// engine finds much that a machine with a memo does not look for (45 times as many nodes on queens that dominate a
/// board), and the shares of a search that drops options are uneven.
const BOUNDED: f64 = 16.0;
/// What fewest options first must be better by to be preferred: each of its nodes takes up to twice as long.
const LOOKS: f64 = 1.0;
/// The nodes that all orders get before the best is preferred.
const EQUAL: u64 = 1 << 14;
/// The nodes of an order at which all others that are out of the running are taken apart.
const SETTLED: u64 = 1 << 16;
/// The nodes at which a search with a memo is worth to be shared by several threads.
const LARGE: u64 = 1 << 15;
/// What an order must be ahead of plain search by, as a logarithm, for several threads to leave plain search for good.
const SURE: f64 = 1.0;
/// The nodes between two looks at the clock, if somebody watches.
const SLICE: u64 = 256;
/// The greatest width for which an elimination order is tried, if a front has none.
const MOST_WIDTH: usize = 64;

/// What a contest is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject<'s> {
    pub(super) problem: &'s Problem,
    pub(super) known: Option<&'s Reduction>,
    pub(super) root: &'s Subproblem,
    pub(super) limits: &'s Limits,
    /// The bytes that memos may take.
    pub(super) memory: usize,
}

/// How a contest ended.
#[derive(Debug)]
pub(super) enum End<T> {
    /// Somebody knows the answer, in this way.
    Won(Answer<T>, CountStrategy),
    Stopped(StopReason, CountStrategy),
    /// This order is the best, and the search will be long enough for several threads, with what is in its memo.
    Large(Plan, Table),
}

/// The answer of a machine, or of plain search.
#[derive(Debug)]
pub(super) enum Answer<T> {
    Value(T),
    Counted(u64),
}

/// Several ways to the same answer.
#[derive(Debug)]
pub(super) struct Contest<'s, V: Values, F> {
    subject: Subject<'s>,
    pub(super) plain: Option<Plain<'s>>,
    /// Whether the best order is to be found, and the orders when they are needed first.
    has_orders: bool,
    orders: Option<Orders>,
    /// Makes what a machine begins with.
    values: F,
    pub(super) entrants: Vec<Entrant<V>>,
    tried_elimination: bool,
    /// The logarithm of the nodes of the tree in which the item with the fewest options is always next.
    tree: f64,
    /// Whether the end is that it is large.
    hands_over: bool,
    /// Who watches, and how many solutions there are at least, as far as a machine has come.
    pub(super) watch: Option<Watch<'s>>,
    pub(super) least: fn(&MemoSearch<V, Table>) -> u64,
    /// The work of those that were taken apart.
    past: CounterStats,
}

/// An order that takes part.
#[derive(Debug)]
pub(super) struct Entrant<V: Values> {
    pub(super) plan: Plan,
    pub(super) machine: MemoSearch<V, Table>,
    /// Whether it searches the tree in which the item with the fewest options is always next.
    is_fewest: bool,
    forecast: Forecast,
}

impl<V: Values> Entrant<V> {
    fn nodes(&self) -> u64 {
        self.machine.work().nodes
    }

    /// A turn: the first one, or as much again as it has had.
    fn turn(&self) -> u64 {
        self.nodes().max(FIRST)
    }

    /// What it can't do without, and what it holds, in bytes.
    fn bytes(&self) -> usize {
        self.machine.bytes() + usize::try_from(self.machine.memo.holding().bytes).unwrap_or(0)
    }
}

/// Whose turn it is.
enum Turn {
    /// Plain search, up to so many nodes.
    Plain(u64),
    /// An order, for so many more.
    Entrant(usize, u64),
    /// An order that is the best of all, for so many more.
    Best(usize, u64),
}

impl Turn {
    /// The same, if nothing is certain yet.
    fn of_many(self) -> Self {
        match self {
            Self::Best(who, nodes) => Self::Entrant(who, nodes),
            other => other,
        }
    }
}

impl<'s, V: Values, F: Fn() -> V> Contest<'s, V, F> {
    /// Plain search against all orders, or either of the two alone.
    pub(super) fn new(
        subject: Subject<'s>,
        plain: Option<Plain<'s>>,
        has_orders: bool,
        values: F,
    ) -> Self {
        Self {
            subject,
            plain,
            has_orders,
            orders: None,
            values,
            entrants: Vec::new(),
            tried_elimination: false,
            tree: 0.0,
            hands_over: false,
            watch: None,
            least: |_| 0,
            past: CounterStats::default(),
        }
    }

    /// One order alone.
    pub(super) fn of_order(subject: Subject<'s>, order: Order, values: F) -> Self {
        let mut contest = Self::new(subject, None, false, values);
        contest.tried_elimination = true;
        contest.enter(Orders::new(subject.problem, subject.known).plan(order));
        contest
    }

    /// Ends the contest when it comes to be worth it that several threads go on.
    pub(super) fn handing_over(mut self) -> Self {
        self.hands_over = true;
        self
    }

    fn enter(&mut self, plan: Plan) {
        let Subject { problem, known, root, memory, .. } = self.subject;
        let memo = |root: &[u64]| Table::new(root, memory);
        let machine = machine(problem, known, root, &plan, (self.values)(), memo);
        let is_fewest = plan.order == Order::Fewest;
        self.entrants.push(Entrant { plan, machine, is_fewest, forecast: Forecast::new() });
    }

    /// Runs the contest to its end.
    pub(super) fn run(&mut self) -> End<V::Value> {
        loop {
            let (turn, way) = match self.turn() {
                Turn::Plain(until) => (self.run_plain(until), self.plain_way()),
                Turn::Best(who, _) if self.hands_over && self.entrants[who].nodes() >= LARGE => {
                    let Entrant { plan, machine, .. } = &mut self.entrants[who];
                    let memo = std::mem::replace(&mut machine.memo, Table::new(&[], 0));
                    return End::Large(plan.clone(), memo);
                }
                Turn::Entrant(who, nodes) | Turn::Best(who, nodes) => {
                    let way = self.way_of(who);
                    (self.run_entrant(who, nodes), way)
                }
            };
            match turn {
                Ok(Some(answer)) => return End::Won(answer, way),
                Ok(None) => {}
                Err(stop) => return End::Stopped(stop, way),
            }
        }
    }

    fn plain_way(&self) -> CountStrategy {
        let why = match (self.has_orders, self.entrants.is_empty()) {
            (false, _) => StrategyReason::Asked,
            (true, true) => StrategyReason::Short,
            (true, false) => StrategyReason::Distinct,
        };
        let chosen = self.plain.as_ref().and_then(Plain::chosen);
        let engine = Some(chosen.map_or(Engine::Auto, |chosen| chosen.engine));
        CountStrategy { method: super::Method::Plain, engine, why }
    }

    fn way_of(&self, who: usize) -> CountStrategy {
        let why = if self.has_orders { StrategyReason::Repeats } else { StrategyReason::Asked };
        CountStrategy { method: self.entrants[who].plan.order.into(), engine: None, why }
    }

    fn run_plain(&mut self, until: u64) -> Result<Option<Answer<V::Value>>, StopReason> {
        let others = self.nodes_of_orders();
        let Some(plain) = &mut self.plain else { return Ok(None) };
        let is_done = plain.run(until, others, &mut self.watch)?;
        Ok(is_done.then_some(Answer::Counted(plain.found())))
    }

    fn run_entrant(
        &mut self,
        who: usize,
        nodes: u64,
    ) -> Result<Option<Answer<V::Value>>, StopReason> {
        self.share_memory(who);
        let plain = self.plain.as_ref().map_or(0, Plain::nodes);
        let others = plain + self.nodes_of_orders() - self.entrants[who].nodes();
        let (limits, entrant) = (self.subject.limits, &mut self.entrants[who]);
        let until = entrant.nodes() + nodes;
        while entrant.nodes() < until || entrant.machine.value().is_some() {
            let all = entrant.nodes() + others;
            if let Some(stop) = limits.reached(0, all) {
                return Err(stop);
            }
            if let Some(watch) = &mut self.watch {
                watch.look(|_| Standing {
                    share: Some(entrant.machine.share().exp2()),
                    solutions: (self.least)(&entrant.machine),
                    nodes: all,
                });
            }
            let slice = if self.watch.is_some() { SLICE } else { u64::MAX };
            let budget = limits.budget(all).min(until.saturating_sub(entrant.nodes())).min(slice);
            match entrant.machine.advance(budget) {
                Status::Paused => {}
                Status::Done => return Ok(entrant.machine.value().cloned().map(Answer::Value)),
                Status::Full if self.entrants.len() == 1 => return Err(StopReason::MemoryLimit),
                // Another order may need less.
                Status::Full => {
                    self.entrants.remove(who).add_to(&mut self.past);
                    return Ok(None);
                }
            }
        }
        entrant.forecast.note(to_f64(entrant.nodes()), entrant.machine.share());
        if entrant.is_fewest {
            self.tree = entrant.machine.size().max(1.0).log2() - entrant.machine.share();
        }
        self.drop_twin();
        Ok(None)
    }

    /// Takes the search for the fewest options apart if the front has come by the same items: that is the same in less
    /// time.
    fn drop_twin(&mut self) {
        let [fewest, front, ..] = &mut self.entrants[..] else { return };
        let is_begun = fewest.nodes() >= 4 * FIRST && fewest.plan.order == Order::Fewest;
        if is_begun && fewest.machine.work() == front.machine.work() {
            front.is_fewest = true;
            fewest.add_to(&mut self.past);
            self.entrants.remove(0);
        }
    }

    /// Sees to it that all memos together fit, and leaves to this one what the others don't need.
    fn share_memory(&mut self, who: usize) {
        let others = self.entrants.iter().enumerate().filter(|&(index, _)| index != who);
        let taken: usize = others.map(|(_, entrant)| entrant.bytes()).sum();
        let memo = &mut self.entrants[who].machine.memo;
        memo.set_limit(self.subject.memory.saturating_sub(taken));
    }

    /// Takes apart all who are out of the running against the best, once that has had many nodes.
    fn take_apart(&mut self, best: usize) {
        let (cost, nodes) = (self.entrants[best].forecast.cost(), self.entrants[best].nodes());
        let past = &mut self.past;
        self.entrants.retain(|entrant| {
            let is_idle = entrant.nodes() < nodes / ORDER_PARTS;
            let is_out = nodes >= SETTLED && is_idle && entrant.forecast.cost() > cost + HOPELESS;
            if is_out {
                entrant.add_to(past);
            }
            !is_out
        });
    }

    fn nodes_of_orders(&self) -> u64 {
        self.past.nodes + self.entrants.iter().map(Entrant::nodes).sum::<u64>()
    }

    /// The order with the best forecast.
    fn best(&self) -> Option<usize> {
        let looks =
            |entrant: &Entrant<V>| if entrant.plan.order == Order::Fewest { LOOKS } else { 0.0 };
        let costs = self.entrants.iter().map(|entrant| entrant.forecast.cost() + looks(entrant));
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
            return Turn::Plain(trial);
        }
        self.open();
        let Some(best) = self.best() else { return Turn::Plain(u64::MAX) };
        let ahead = self.rest_of_plain(to_f64(spent)).log2() - self.entrants[best].forecast.cost();
        if ahead > 0.0 {
            let turn = self.turn_of_orders();
            return if ahead > SURE { turn } else { turn.of_many() };
        }
        // What an order does, the others wait for.
        let parts = if self.plain_tree() > ENDLESS { 1.0 } else { PLAIN_PARTS * threads };
        let who = self.least_tried(best, u64::MAX);
        let turn = self.entrants[who].turn();
        let wanted = to_f64(self.nodes_of_orders() + turn) * MEMO_NODE * parts;
        if to_f64(spent) >= wanted {
            Turn::Entrant(who, turn)
        } else {
            Turn::Plain(floor_u64(wanted))
        }
    }

    /// The nodes that plain search still has to do. A forecast that has turned out to be too low is not believed.
    fn rest_of_plain(&self, spent: f64) -> f64 {
        (self.plain_tree().exp2() - spent).max(spent / 4.0)
    }

    /// The logarithm of the nodes of plain search.
    fn plain_tree(&self) -> f64 {
        let has_bounds = self.subject.problem.features().multiplicities;
        self.tree - if has_bounds { BOUNDED } else { 0.0 }
    }

    /// Whose turn it is when it is that of an order.
    fn turn_of_orders(&mut self) -> Turn {
        self.open();
        self.take_apart(self.best().unwrap_or(0));
        let best = self.best().unwrap_or(0);
        let nodes = self.entrants[best].nodes();
        let most = if nodes < EQUAL { nodes } else { nodes / ORDER_PARTS };
        let who = self.least_tried(best, most);
        let turn = self.entrants[who].turn();
        if who == best { Turn::Best(who, turn) } else { Turn::Entrant(who, turn) }
    }

    /// The order with the fewest nodes that is not out of the running, if these are no more than so many; otherwise the
    /// best.
    fn least_tried(&self, best: usize, most: u64) -> usize {
        let cost = self.entrants[best].forecast.cost();
        let others = self.entrants.iter().enumerate();
        let is_running =
            |one: &Entrant<V>| one.nodes() < EQUAL || one.forecast.cost() <= cost + HOPELESS;
        let running = others.filter(|(_, one)| is_running(one));
        let least = running.min_by_key(|(_, one)| one.nodes());
        least.filter(|(_, one)| one.nodes() <= most).map_or(best, |(index, _)| index)
    }

    /// Lets in the orders that come first, and later the one that takes longer to find.
    fn open(&mut self) {
        if !self.has_orders {
            return;
        }
        let Subject { problem, known, .. } = self.subject;
        let orders = self.orders.get_or_insert_with(|| Orders::new(problem, known));
        if self.entrants.is_empty() {
            let plans = [orders.plan(Order::Fewest), orders.plan(Order::Frontier)];
            plans.into_iter().for_each(|plan| self.enter(plan));
        } else if !self.tried_elimination
            && self.entrants.iter().all(|entrant| entrant.nodes() >= 4 * FIRST)
        {
            self.tried_elimination = true;
            let widths = self.entrants.iter().filter_map(|entrant| entrant.plan.width);
            let most = widths.min().unwrap_or(MOST_WIDTH);
            if let Some(plan) = orders.elimination(most) {
                self.enter(plan);
            }
        }
    }

    /// The work of all who took part.
    pub(super) fn stats(&self) -> CounterStats {
        let mut stats = self.past;
        self.entrants.iter().for_each(|entrant| entrant.add_to(&mut stats));
        stats.nodes += self.plain.as_ref().map_or(0, Plain::nodes);
        stats
    }
}

impl<V: Values> Entrant<V> {
    fn add_to(&self, stats: &mut CounterStats) {
        let values = to_u64(self.machine.values.bytes());
        stats.add(self.machine.work(), self.machine.memo.holding(), values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::memo::Counts;

    /// Langford pairs: two of each number up to `n`, so far apart as the number says.
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

    /// The place of the best order is another one when an order before it has been taken apart.
    #[test]
    fn those_out_of_the_running_are_taken_apart() {
        let problem = langford(12);
        let limits = Limits::default();
        let subject = Subject {
            problem: &problem,
            known: None,
            root: &Subproblem::default(),
            limits: &limits,
            memory: 1 << 24,
        };
        let mut contest = Contest::new(subject, None, true, || Counts);
        contest.tried_elimination = true;
        contest.open();
        for (who, share) in [(0, -1e6), (1, -1.0)] {
            let nodes = if who == 1 { SETTLED } else { FIRST };
            assert!(contest.run_entrant(who, nodes).unwrap().is_none(), "it takes longer");
            let forecast = &mut contest.entrants[who].forecast;
            forecast.note(1e9, share);
        }
        let nodes = contest.stats().nodes;
        assert!(matches!(contest.turn(), Turn::Best(0, _)), "the second is the first now");
        assert_eq!(contest.entrants.len(), 1);
        assert_eq!(contest.entrants[0].plan.order, Order::Frontier);
        assert_eq!(contest.stats().nodes, nodes, "no work is forgotten");
    }
}
