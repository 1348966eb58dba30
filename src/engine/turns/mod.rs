//! [`Engine::Auto`] where solutions may be rare: the chosen engine and
//! [`learning`](super::learning) take turns.
//!
//! The other engines are fast where a tree is small or solutions are frequent. If the chosen engine
//! has found few solutions within its first turn, learning often finds the first solution, or that
//! there is none, many times sooner (docs/measurements.md). Which of the two will end is not known.
//! So each searches the whole problem, one turn after the other. How long the turns are, when
//! learning has had enough of them, and how many solutions are many, is its [`Pace`]. It counts
//! nodes and updates and reads no clock: the order of solutions depends on the problem and the
//! assumptions alone.
//!
//! Both find all solutions. One that the other has found is passed over. The chosen engine goes on
//! alone by the pace, or if many solutions have been found, unless learning finds them at much less
//! cost. Then learning lists further ones, until that has cost several times what the chosen engine
//! has, or more, the further it is ahead. The chosen engine searches what is left, part by part.
//!
//! Which of the two lists at less cost can change, and shows late: the first solutions are often
//! near each other. So when the chosen engine has been alone for some time, learning lists a
//! *sample* of what is left: it goes on from where the chosen engine is. If it is ahead, it lists
//! all that is left, as above. Otherwise the sample is dropped, and the chosen engine goes on as if
//! there had been none. It has cost a sixteenth at most, and the next one comes much later.
//!
//! Only while the chosen engine is alone, and no sample is taken, can the search be split, and not
//! before it has passed over the solutions found in turns that it finds again.

mod pace;
mod period;
mod sample;
#[cfg(test)]
mod tests;

use super::adaptive::Adaptive;
use super::learning::Learning;
use super::{Engine, EngineChoice, EngineReason, Outcome, Path, SearchEngine, Subproblem, Work};
use crate::ids::{OptionId, to_f64, to_u64};
use crate::problem::{Problem, Reduction};
use pace::{Pace, WEIGHT};
use period::{LATER, Period, SAMPLE_SHARE};
use std::collections::{BTreeSet, VecDeque};

pub(super) use pace::Rate;

/// Learning is ahead if a solution costs the chosen engine at least so many times what it costs
/// learning.
const LEAD: u64 = 2;

/// Which engines search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The chosen one, in its first turn.
    First,
    /// Both, and it is the turn of the chosen one.
    Chosen,
    /// Both, and it is the turn of learning.
    Learning,
    /// Learning alone, while it lists solutions.
    Listing,
    /// The chosen one alone, in what is left.
    Rest,
    /// Learning, which lists a sample of what the chosen one has left, to compare their costs.
    Sample,
    /// The chosen one, below its last choice. Then learning lists what is left beside that.
    Leaf,
}

/// The two engines. See the module documentation.
#[derive(Debug)]
pub(super) struct Turns {
    problem: Problem,
    reduction: Option<Reduction>,
    assumed: Subproblem,
    chosen: Adaptive,
    /// From its first turn to its last, in a sample, and while it lists.
    learning: Option<Learning>,
    stage: Stage,
    pace: Pace,
    /// The nodes of a turn.
    turn: u64,
    /// The nodes of the searching engine at which its turn ends.
    turn_end: u64,
    /// The work of searches that have ended, in the nodes of [`Self::learning_work_in_nodes`].
    done: Work,
    /// The nodes of learning at which it began to list, or a sample.
    listed_from: Option<u64>,
    /// The cost of learning at which a sample ends, or listing, unless learning is ahead.
    listing_end: u64,
    /// When the chosen engine is alone: the path to the subproblem that it searches.
    rest: Path,
    period: Period,
    /// The solutions of a sample that are still to be listed.
    of_sample: VecDeque<Vec<OptionId>>,
    /// The solutions that one engine has found in turns and the other has not.
    by_chosen: BTreeSet<Vec<OptionId>>,
    by_learning: BTreeSet<Vec<OptionId>>,
    /// Those that were found in turns and are found again, when only one engine searches.
    known: BTreeSet<Vec<OptionId>>,
    /// The number of solutions found in turns, and of all their options.
    found: u64,
    stored: usize,
    /// The number of solutions that learning has come to.
    found_by_learning: u64,
    /// The last solution, if it was found in turns or in a sample.
    solution: Option<Vec<OptionId>>,
    is_exhausted: bool,
}

impl Turns {
    pub(super) fn new(problem: &Problem, reduction: Option<&Reduction>, chosen: Adaptive) -> Self {
        let pace = Pace::of(chosen.selection(), problem);
        Self {
            problem: problem.clone(),
            reduction: reduction.cloned(),
            assumed: Subproblem::default(),
            chosen,
            learning: None,
            stage: Stage::First,
            pace,
            turn: pace.first_turn,
            turn_end: pace.first_turn,
            done: Work::default(),
            listed_from: None,
            listing_end: 0,
            rest: Path::default(),
            period: Period::after(0, pace.first_sample),
            of_sample: VecDeque::new(),
            by_chosen: BTreeSet::new(),
            by_learning: BTreeSet::new(),
            known: BTreeSet::new(),
            found: 0,
            stored: 0,
            found_by_learning: 0,
            solution: None,
            is_exhausted: false,
        }
    }

    /// If the turn of the searching engine is over, begins the next one. Returns the nodes that are
    /// left of the turn.
    fn end_turn(&mut self) -> u64 {
        let nodes = self.nodes();
        if self.stage == Stage::Leaf {
            return u64::MAX;
        }
        if nodes < self.turn_end {
            return self.turn_end - nodes;
        }
        match self.stage {
            Stage::First | Stage::Chosen if !self.is_learning_due() => {}
            Stage::First => {
                if self.has_large_tree() {
                    self.turn = self.pace.long_turn;
                }
                let Self { problem, reduction, assumed, .. } = self;
                self.learning = Some(Learning::new(problem, reduction.as_ref(), assumed));
                self.stage = Stage::Learning;
            }
            Stage::Chosen => self.stage = Stage::Learning,
            Stage::Learning if self.found >= self.pace.many && !self.is_learning_ahead() => {
                self.end_learning();
            }
            Stage::Learning if self.learns_on() => {
                if self.is_turn_over() {
                    self.stage = Stage::Chosen;
                }
            }
            Stage::Learning if self.found >= self.pace.many => self.end_race(),
            Stage::Learning => self.end_learning(),
            Stage::Listing if self.listing_cost() < self.listing_end => {}
            Stage::Listing => self.end_listing(),
            Stage::Rest if self.is_sample_due() => self.begin_sample(),
            Stage::Sample if self.is_sample_over() => self.end_sample(),
            Stage::Rest | Stage::Sample | Stage::Leaf => {}
        }
        self.turn_end = self.nodes().saturating_add(self.turn);
        self.turn
    }

    /// Whether learning gets the next turn after one of the chosen engine.
    fn is_learning_due(&self) -> bool {
        let ratio = if self.is_promising() { self.pace.ratio.min(1) } else { self.pace.ratio };
        self.learning_cost().saturating_mul(ratio) <= self.chosen_cost()
    }

    /// Whether learning jumps back over many decisions that have no part in a conflict, which the
    /// chosen engine tries one after another.
    fn is_promising(&self) -> bool {
        self.learning.as_ref().is_some_and(|learning| learning.jumps_far(self.pace.far))
    }

    /// Whether learning has had its share. One of its turns can cost much less than one of the
    /// chosen engine.
    fn is_turn_over(&self) -> bool {
        self.pace.ratio == 0 || !self.is_learning_due()
    }

    /// Whether learning has further turns.
    fn learns_on(&self) -> bool {
        let Pace { trial, most, promising, .. } = self.pace;
        let (trial, most) = if self.is_promising() { (most, promising) } else { (trial, most) };
        let cost = self.learning_cost();
        cost < trial || (cost < most && self.has_large_tree())
    }

    /// Whether the tree of the chosen engine is large, by the share that it has searched.
    fn has_large_tree(&self) -> bool {
        let mut path = Path::default();
        let is_known = self.chosen.path(&mut path);
        is_known && path.share() * to_f64(self.pace.large) < to_f64(self.chosen_cost())
    }

    /// The cost of the search by the chosen engine.
    fn chosen_cost(&self) -> u64 {
        self.pace.chosen.cost(self.chosen.work())
    }

    /// The cost of learning, with that of its start.
    fn learning_cost(&self) -> u64 {
        let start = self.pace.entry * to_u64(self.problem.entry_count());
        start.saturating_add(self.pace.learning.cost(self.learning_work()))
    }

    /// The cost of learning, with that of its start, where most of its nodes are no conflicts.
    fn listing_cost(&self) -> u64 {
        let start = self.pace.listing_start(&self.problem);
        let work = self.learning_work();
        let conflicts = work.nodes.saturating_sub(self.found_by_learning);
        let conflicts = conflicts.saturating_mul(self.pace.conflict);
        start.saturating_add(self.pace.listing.cost(work)).saturating_add(conflicts)
    }

    /// The cost of the search by the chosen engine, in the unit of [`Self::listing_cost`].
    fn chosen_listing_cost(&self) -> u64 {
        self.pace.chosen_listing.cost(self.chosen.work())
    }

    /// What the chosen engine has cost in its period, in the same unit.
    fn period_cost(&self) -> u64 {
        self.period.cost(self.chosen_listing_cost())
    }

    /// How many times what a solution costs learning it costs the chosen engine.
    fn lead(&self) -> u64 {
        let by_learning = self.listing_cost() / self.found_by_learning.max(1);
        let by_chosen = self.period_cost() / (self.period.found + 1);
        if self.found_by_learning == 0 { 0 } else { by_chosen / by_learning.max(1) }
    }

    /// Whether solutions cost learning much less than the chosen engine.
    fn is_learning_ahead(&self) -> bool {
        self.lead() >= LEAD
    }

    /// Whether the solutions found so far decide which engine goes on alone.
    fn is_race_over(&self) -> bool {
        let Pace { many, enough, most_stored, easy, .. } = self.pace;
        let is_enough = self.found == enough || (self.found >= many && self.stored >= most_stored);
        // Learning is still to be tried, or ahead.
        let is_open = match self.stage {
            Stage::First => self.chosen.work().nodes > easy,
            _ => self.is_learning_ahead(),
        };
        is_enough || (self.found == many && !is_open)
    }

    /// After many solutions, the better engine goes on alone.
    fn end_race(&mut self) {
        if self.is_learning_ahead() {
            let more = self.period_cost().saturating_mul(self.pace.most_listing);
            self.listing_end = self.listing_cost().saturating_add(more);
            self.listed_from = Some(self.learning_work().nodes);
            self.known = std::mem::take(&mut self.by_chosen);
            self.by_learning.clear();
            self.begin_listing();
        } else {
            self.end_learning();
        }
    }

    /// The chosen engine goes on alone.
    fn end_learning(&mut self) {
        self.done += self.learning_work_in_nodes();
        self.learning = None;
        self.known = std::mem::take(&mut self.by_learning);
        self.by_chosen.clear();
        self.rest.clear();
        self.period = Period::after(self.chosen_listing_cost(), self.pace.first_sample);
        (self.stage, self.turn) = (Stage::Rest, self.pace.rest_turn);
        self.turn_end = self.nodes().saturating_add(self.turn);
    }

    /// Learning goes on alone.
    fn begin_listing(&mut self) {
        (self.stage, self.turn) = (Stage::Listing, self.pace.listing_turn);
        self.turn_end = self.nodes().saturating_add(self.turn);
    }

    /// Learning has cost what it may. If it is ahead, it may cost more, the more so the more it is
    /// ahead, but not for long: meanwhile the search can't be split, and a search that is resumed
    /// begins it again.
    fn end_listing(&mut self) {
        let (cost, period, lead) = (self.listing_cost(), self.period_cost(), self.lead());
        let most = self.pace.most_listing.saturating_mul(lead).saturating_mul(period);
        let most = most.min(self.pace.longest_listing);
        if lead >= LEAD && cost < most {
            self.listing_end = most;
            return;
        }
        let next = if lead >= LEAD { cost / SAMPLE_SHARE } else { period.saturating_mul(LATER) };
        self.begin_rest(next.max(self.pace.first_sample));
    }

    /// The chosen engine searches what learning has left. The next sample comes when that has cost
    /// so much.
    fn begin_rest(&mut self, sample_at: u64) {
        self.done += self.learning_work_in_nodes();
        self.listed_from = None;
        match self.learning.take().and_then(Learning::into_rest) {
            Some(rest) => {
                self.period = Period::after(0, sample_at);
                (self.stage, self.turn) = (Stage::Rest, self.pace.rest_turn);
                self.rest = rest;
                self.done += self.chosen.work();
                self.begin_subproblem();
            }
            None => self.is_exhausted = true,
        }
    }

    /// The chosen engine begins at the end of the path to what is left.
    fn begin_subproblem(&mut self) {
        let mut root = Subproblem::default();
        root.assign(&self.assumed, self.rest.all_chosen().iter().copied());
        self.chosen.restart(&root);
        self.turn_end = self.nodes().saturating_add(self.turn);
    }

    /// Ends a subproblem that the chosen engine has searched. Returns whether another is left.
    fn end_subproblem(&mut self) -> bool {
        match self.stage {
            Stage::Rest if self.rest.backtrack() => {
                self.done += self.chosen.work();
                self.period.end_search(self.chosen_listing_cost());
                self.begin_subproblem();
                true
            }
            Stage::Sample => {
                self.begin_leaf();
                true
            }
            Stage::Leaf => {
                self.begin_listing();
                true
            }
            _ => false,
        }
    }

    /// The work of learning, if it has not ended.
    fn learning_work(&self) -> Work {
        self.learning.as_ref().map_or_else(Work::default, Learning::work)
    }

    /// The work of learning, with a conflict as [`WEIGHT`] nodes, but as one since learning lists.
    fn learning_work_in_nodes(&self) -> Work {
        let Work { nodes, updates } = self.learning_work();
        let listed = nodes - self.listed_from.unwrap_or(nodes);
        Work { nodes: (nodes - listed) * WEIGHT + listed, updates }
    }

    /// Whether it is learning that searches.
    fn is_learning(&self) -> bool {
        matches!(self.stage, Stage::Learning | Stage::Listing | Stage::Sample)
    }

    /// The nodes of the searching engine.
    fn nodes(&self) -> u64 {
        if self.is_learning() {
            self.learning_work_in_nodes().nodes
        } else {
            self.chosen.work().nodes
        }
    }

    /// Lets an engine search on in its turn, of which so many nodes are left.
    fn search(&mut self, budget: u64, left: u64) -> Outcome {
        match (self.stage, &mut self.learning) {
            (Stage::Learning, Some(learning)) => {
                learning.advance(budget.min(left).div_ceil(WEIGHT))
            }
            (Stage::Listing | Stage::Sample, Some(learning)) => learning.advance(budget.min(left)),
            _ => self.chosen.advance(budget.min(left)),
        }
    }

    /// Takes a solution of the engine that has searched. Returns whether it is new.
    fn take_solution(&mut self) -> bool {
        self.solution = None;
        let is_learned = self.is_learning();
        if is_learned {
            self.found_by_learning += 1;
        } else {
            self.period.found += 1;
        }
        if self.stage == Stage::Sample {
            let mut solution = Vec::new();
            self.read_solution(&mut solution);
            self.of_sample.push_back(solution);
            return false;
        }
        if matches!(self.stage, Stage::Listing | Stage::Rest | Stage::Leaf) {
            return self.known.is_empty() || !self.take_known();
        }
        let mut in_order = Vec::new();
        self.read_solution(&mut in_order);
        let mut solution = in_order.clone();
        solution.sort_unstable();
        let Self { by_chosen, by_learning, .. } = self;
        let (own, others) =
            if is_learned { (by_learning, by_chosen) } else { (by_chosen, by_learning) };
        if others.remove(&solution) {
            return false;
        }
        // The race can end with it, and the other engine go on.
        self.solution = Some(in_order);
        self.found += 1;
        self.stored += solution.len();
        own.insert(solution);
        if self.is_race_over() {
            self.end_race();
        }
        true
    }

    /// Whether the engine that searches alone is at a known solution, which is not found again.
    fn take_known(&mut self) -> bool {
        if let (Stage::Listing, Some(learning)) = (self.stage, &self.learning)
            && !self.known.iter().any(|known| learning.has_chosen(known))
        {
            return false;
        }
        let mut solution = Vec::new();
        self.read_solution(&mut solution);
        solution.sort_unstable();
        self.known.remove(&solution)
    }

    /// Appends the options of the solution at which the searching engine is.
    fn read_solution(&self, options: &mut Vec<OptionId>) {
        match &self.learning {
            Some(learning) if self.is_learning() => {
                learning.solution(options);
            }
            _ => self.chosen.solution(options),
        }
    }
}

impl SearchEngine for Turns {
    fn restart(&mut self, root: &Subproblem) {
        self.assumed.clone_from(root);
        self.chosen.restart(root);
        self.stage = Stage::First;
        (self.turn, self.turn_end) = (self.pace.first_turn, self.pace.first_turn);
        (self.done, self.learning, self.listed_from) = (Work::default(), None, None);
        self.by_chosen.clear();
        self.by_learning.clear();
        self.known.clear();
        self.of_sample.clear();
        self.rest.clear();
        (self.found, self.stored, self.found_by_learning) = (0, 0, 0);
        self.period = Period::after(0, self.pace.first_sample);
        self.is_exhausted = false;
    }

    fn restart_part(&mut self, root: &Subproblem) {
        self.restart(root);
        self.end_learning();
        self.period.sample_at = self.pace.first_sample_of_part;
    }

    fn advance(&mut self, budget: u64) -> Outcome {
        if self.stage == Stage::Listing
            && let Some(solution) = self.next_of_sample()
        {
            self.solution = Some(solution);
            return Outcome::Solution;
        }
        let left = if self.is_exhausted { 0 } else { self.end_turn() };
        if self.is_exhausted {
            return Outcome::Exhausted;
        }
        match self.search(budget, left) {
            Outcome::Solution if self.take_solution() => Outcome::Solution,
            Outcome::Exhausted if self.end_subproblem() => Outcome::Paused,
            Outcome::Exhausted => {
                self.is_exhausted = true;
                Outcome::Exhausted
            }
            Outcome::Solution | Outcome::Paused => {
                self.end_turn();
                Outcome::Paused
            }
        }
    }

    fn solution(&self, options: &mut Vec<OptionId>) {
        match &self.solution {
            Some(solution) => options.extend_from_slice(solution),
            None => self.read_solution(options),
        }
    }

    fn work(&self) -> Work {
        let (chosen, learning) = (self.chosen.work(), self.learning_work_in_nodes());
        Work {
            nodes: self.done.nodes + chosen.nodes + learning.nodes,
            updates: self.done.updates + chosen.updates + learning.updates,
        }
    }

    fn path(&self, path: &mut Path) -> bool {
        if matches!(self.stage, Stage::Listing | Stage::Leaf) {
            path.clear();
            return false;
        }
        let is_known = self.chosen.path(path);
        if matches!(self.stage, Stage::Rest | Stage::Sample) {
            path.prepend(&self.rest);
        }
        is_known
    }

    fn can_split(&self) -> bool {
        self.stage == Stage::Rest && self.known.is_empty()
    }

    fn keep_below(&mut self, levels: usize) {
        match self.stage {
            Stage::First | Stage::Chosen | Stage::Learning => self.end_learning(),
            Stage::Sample => self.drop_sample(),
            Stage::Listing | Stage::Leaf => return,
            Stage::Rest => {}
        }
        self.rest.keep_below(levels);
        self.chosen.keep_below(levels.saturating_sub(self.rest.levels()));
    }

    fn chosen(&self) -> Option<EngineChoice> {
        let why = match self.stage {
            Stage::Chosen | Stage::Learning => EngineReason::Rare,
            Stage::Listing => EngineReason::Many,
            Stage::First | Stage::Rest | Stage::Sample | Stage::Leaf => {
                return self.chosen.chosen();
            }
        };
        Some(EngineChoice { engine: Engine::Learning, why })
    }
}
