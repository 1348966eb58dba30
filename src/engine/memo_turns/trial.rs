//! [`MemoTrial`]: searches with a memo, as long as they save nodes.
//!
//! The first search is in the frontier order. If it goes on after its first review, a second one
//! begins, by the fewest options: it can need far fewer nodes, or, on a board, far more.

use crate::engine::memo::{
    CanonicalMode, CappedCounts, MemoSearch, MemoWork, Order, Orders, Status, machine,
};
use crate::engine::{Subproblem, Work};
use crate::ids::{OptionId, to_f64, to_u64};
use crate::problem::{Problem, Reduction};

/// The memory of all memos together, in bytes. Labelled subproblems get one part of `FORM_PARTS`.
const MEMORY: usize = 1 << 29;
const FORM_PARTS: usize = 8;
/// What an entry of the problem costs when a search begins: 100 to 400 nanoseconds.
pub(super) const ENTRY: u64 = 64;
/// The words of keys that are read in the time of a unit of cost.
const WORDS: u64 = 8;
/// The nodes of a turn.
const TURN: u64 = 256;
/// The cost of a search at which its savings are first reviewed, and the number of choices that it
/// must have made: labellings at the root can take long. From `LATEST_REVIEW` on it is reviewed
/// in any case.
const FIRST_REVIEW: u64 = 1 << 19;
const CHOICES: u64 = 1 << 11;
const LATEST_REVIEW: u64 = 1 << 20;
/// From this cost on, a search that saves so many times what the other does goes on alone.
const DECISION: u64 = 1 << 22;
const LEAD: f64 = 16.0;

/// The part of a problem that is searched.
#[derive(Clone, Copy)]
pub(super) struct TrialRoot<'a> {
    pub(super) problem: &'a Problem,
    pub(super) known: Option<&'a Reduction>,
    pub(super) assumed: &'a Subproblem,
}

/// A search in an order.
#[derive(Debug)]
struct MemoRun {
    search: MemoSearch<CappedCounts>,
    /// The cost at which its savings are reviewed next.
    next_review: u64,
}

impl MemoRun {
    /// The time of the search, in some five nanoseconds: visits of incidences, and words of keys.
    fn cost(&self) -> u64 {
        let words = self.search.work().lookups * self.search.key_words();
        self.search.effort() + words / WORDS
    }

    fn nodes(&self) -> u64 {
        self.search.work().nodes
    }

    /// The factor by which memo and orbits have reduced the nodes.
    fn savings(&self) -> f64 {
        self.search.size() / to_f64(self.nodes().max(1))
    }

    /// Whether it has made so many choices that its savings say something.
    fn is_settled(&self) -> bool {
        let MemoWork { nodes, labelling, .. } = self.search.work();
        nodes - labelling >= CHOICES || self.cost() >= LATEST_REVIEW
    }

    /// Whether it goes on: at the first review it must not have had more nodes than without a memo.
    /// Whenever its cost has grown fourfold, the factor that it must save doubles.
    fn is_worth_its_cost(&self) -> bool {
        let doublings = (self.cost() / FIRST_REVIEW).max(1).ilog2();
        self.savings() * self.savings() >= to_f64(1_u64 << doublings.min(63))
    }
}

/// Where a trial has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TrialStatus {
    /// The budget is spent.
    Paused,
    /// A turn is over: the costs can be compared.
    TurnOver,
    /// This is the number of solutions.
    Counted(u64),
}

/// Searches for the number of solutions, up to a number, in two orders that take turns.
#[derive(Debug)]
pub(super) struct MemoTrial {
    orders: Orders,
    most: u64,
    /// At most two searches, and the one whose turn it is.
    runs: Vec<MemoRun>,
    current: usize,
    /// Its nodes at the end of the turn.
    turn_end: u64,
    has_tried_fewest: bool,
    /// The cost of the beginning and of the searches that were dropped, and the work of these.
    past_cost: u64,
    past_work: Work,
}

impl MemoTrial {
    /// The search of a part of a problem for this number of solutions.
    pub(super) fn new(root: TrialRoot<'_>, most: u64) -> Self {
        let mut trial = Self {
            orders: Orders::new(root.problem, root.known, CanonicalMode::Auto),
            most,
            runs: Vec::new(),
            current: 0,
            turn_end: TURN,
            has_tried_fewest: false,
            past_cost: 0,
            past_work: Work::default(),
        };
        trial.begin(root, Order::Frontier);
        trial
    }

    /// Begins a search in an order.
    fn begin(&mut self, TrialRoot { problem, known, assumed }: TrialRoot<'_>, order: Order) {
        let (plan, values) = (self.orders.plan(order), CappedCounts { most: self.most });
        let search = machine(problem, known, assumed, &plan, values, MEMORY);
        self.runs.push(MemoRun { search, next_review: FIRST_REVIEW });
        self.past_cost += ENTRY * to_u64(problem.entry_count());
        self.share_memory();
    }

    /// The cost of all searches, in some five nanoseconds.
    pub(super) fn cost(&self) -> u64 {
        self.past_cost + self.runs.iter().map(MemoRun::cost).sum::<u64>()
    }

    /// The work of all searches.
    pub(super) fn work(&self) -> Work {
        self.runs.iter().fold(self.past_work, |mut all, run| {
            let MemoWork { nodes, updates, .. } = run.search.work();
            all += Work { nodes, updates };
            all
        })
    }

    /// Whether a search goes on.
    pub(super) fn is_running(&self) -> bool {
        !self.runs.is_empty()
    }

    /// The most that the searches may have cost when the engine has cost `engine`: a quarter of it,
    /// another quarter for each factor of 16 by which the better one has reduced the nodes, but not
    /// more than the engine.
    pub(super) fn allowance(&self, engine: u64) -> u64 {
        let savings = self.runs.iter().map(MemoRun::savings).fold(0.0, f64::max);
        let factors = [16.0, 256.0, 4096.0].iter().filter(|&&factor| savings >= factor).count();
        engine / 4 * (1 + to_u64(factors))
    }

    /// Searches on for at most `budget` nodes.
    pub(super) fn advance(&mut self, root: TrialRoot<'_>, budget: u64) -> TrialStatus {
        let Some(run) = self.runs.get_mut(self.current) else { return TrialStatus::TurnOver };
        let left = self.turn_end.saturating_sub(run.nodes());
        let status = run.search.advance(budget.min(left));
        if let (Status::Done, Some(&count)) = (status, run.search.value()) {
            self.keep(|index, current| index == current);
            return TrialStatus::Counted(count);
        }
        if run.nodes() < self.turn_end {
            return TrialStatus::Paused;
        }
        self.review(root);
        self.begin_turn();
        TrialStatus::TurnOver
    }

    /// Decides which searches go on after a turn.
    fn review(&mut self, root: TrialRoot<'_>) {
        let run = &mut self.runs[self.current];
        if run.cost() >= run.next_review && run.is_settled() {
            run.next_review = 2 * run.cost();
            if !run.is_worth_its_cost() || run.search.bytes() > MEMORY {
                self.keep(|index, current| index != current);
            } else if !self.has_tried_fewest {
                self.has_tried_fewest = true;
                self.begin(root, Order::Fewest);
            }
        }
        if let Some(best) = self.leader() {
            self.keep(|index, _| index == best);
        }
    }

    /// Begins a turn of the search that has cost less.
    fn begin_turn(&mut self) {
        let costs = self.runs.iter().map(MemoRun::cost).enumerate();
        self.current = costs.min_by_key(|&(_, cost)| cost).map_or(0, |(index, _)| index);
        self.turn_end = self.runs.get(self.current).map_or(0, MemoRun::nodes) + TURN;
    }

    /// The search that goes on alone: it saves far more than the other, or both do the same.
    fn leader(&self) -> Option<usize> {
        let [one, other] = &self.runs[..] else { return None };
        if one.is_settled() && one.search.work() == other.search.work() {
            return Some(0);
        }
        let is_late = one.cost().min(other.cost()) >= DECISION;
        let (a, b) = (one.savings(), other.savings());
        let best = usize::from(a < b);
        (is_late && a.max(b) >= LEAD * a.min(b)).then_some(best)
    }

    /// The solution with an index, after the search is finished; `None` after about `nodes` nodes.
    pub(super) fn solution(&mut self, index: u64, nodes: u64) -> Option<Vec<OptionId>> {
        let search = &mut self.runs.first_mut()?.search;
        let end = search.work().nodes.saturating_add(nodes);
        search.solution(index, &mut |nodes| nodes < end)
    }

    /// Keeps some searches, by their indices and that of the current one.
    fn keep(&mut self, keeps: impl Fn(usize, usize) -> bool) {
        for index in (0..self.runs.len()).rev().filter(|&index| !keeps(index, self.current)) {
            let run = self.runs.remove(index);
            self.past_cost += run.cost();
            let MemoWork { nodes, updates, .. } = run.search.work();
            self.past_work += Work { nodes, updates };
        }
        self.share_memory();
    }

    /// Divides the memory among the searches.
    fn share_memory(&mut self) {
        let each = MEMORY / self.runs.len().max(1);
        for run in &mut self.runs {
            run.search.limit_forms(each / FORM_PARTS);
            if let Some(table) = run.search.memo.own() {
                table.set_limit(each - each / FORM_PARTS);
            }
        }
    }
}
