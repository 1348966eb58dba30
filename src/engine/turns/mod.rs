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
//! cost. Then learning lists further ones, until that has cost a few times what the chosen engine
//! has. The chosen engine searches what is left, part by part. Only when it is alone can the search
//! be split, and not before it has passed over the solutions found in turns that it finds again.

mod pace;
#[cfg(test)]
mod tests;

use super::adaptive::Adaptive;
use super::learning::Learning;
use super::{Engine, EngineChoice, EngineReason, Outcome, Path, SearchEngine, Subproblem, Work};
use crate::ids::{OptionId, to_f64, to_u64};
use crate::problem::{Problem, Reduction};
use pace::{Pace, WEIGHT};
use std::collections::BTreeSet;

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
    /// The chosen one, in the subproblems that learning has left.
    Rest,
    /// The chosen one, to the end.
    Alone,
}

/// The two engines. See the module documentation.
#[derive(Debug)]
pub(super) struct Turns {
    problem: Problem,
    reduction: Option<Reduction>,
    assumed: Subproblem,
    chosen: Adaptive,
    /// From its first turn to its last.
    learning: Option<Learning>,
    stage: Stage,
    pace: Pace,
    /// The nodes of a turn.
    turn: u64,
    /// The nodes of the searching engine at which its turn ends.
    turn_end: u64,
    /// The work of searches that have ended, in the nodes of [`Self::learning_work_in_nodes`].
    done: Work,
    /// The nodes of learning at which it began to list.
    listed_from: Option<u64>,
    /// The cost of learning at which listing ends.
    listing_end: u64,
    /// In the last subproblems: the path to the one that is searched.
    rest: Path,
    /// The solutions that one engine has found and the other has not.
    by_chosen: BTreeSet<Vec<OptionId>>,
    by_learning: BTreeSet<Vec<OptionId>>,
    /// The number of solutions found in turns, and of all their options.
    found: u64,
    stored: usize,
    /// The number of solutions that each engine has come to.
    found_by_chosen: u64,
    found_by_learning: u64,
    /// The last solution, if it was found in turns.
    solution: Option<Vec<OptionId>>,
    is_exhausted: bool,
}

impl Turns {
    pub(super) fn new(problem: &Problem, reduction: Option<&Reduction>, chosen: Adaptive) -> Self {
        let pace = Pace::of(chosen.selection());
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
            by_chosen: BTreeSet::new(),
            by_learning: BTreeSet::new(),
            found: 0,
            stored: 0,
            found_by_chosen: 0,
            found_by_learning: 0,
            solution: None,
            is_exhausted: false,
        }
    }

    /// If the turn of the searching engine is over, begins the next one.
    fn end_turn(&mut self) {
        if self.is_chosen_alone() || self.nodes() < self.turn_end {
            return;
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
            Stage::Learning if self.learns_on() => self.stage = Stage::Chosen,
            Stage::Learning if self.found >= self.pace.many => self.end_race(),
            Stage::Listing if self.listing_cost() < self.listing_end => {}
            Stage::Listing => self.begin_rest(),
            Stage::Learning | Stage::Rest | Stage::Alone => self.end_learning(),
        }
        self.turn_end = self.nodes().saturating_add(self.turn);
    }

    /// Whether the chosen engine alone searches, and to the end.
    fn is_chosen_alone(&self) -> bool {
        matches!(self.stage, Stage::Rest | Stage::Alone)
    }

    /// Whether learning gets the next turn after one of the chosen engine.
    fn is_learning_due(&self) -> bool {
        self.learning_cost().saturating_mul(self.pace.ratio) <= self.chosen_cost()
    }

    /// Whether learning has further turns.
    fn learns_on(&self) -> bool {
        let cost = self.learning_cost();
        cost < self.pace.trial || (cost < self.pace.most && self.has_large_tree())
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
        let start = self.pace.entry * to_u64(self.problem.entry_count());
        start.saturating_add(self.pace.listing.cost(self.learning_work()))
    }

    /// The cost of the search by the chosen engine, in the unit of [`Self::listing_cost`].
    fn chosen_listing_cost(&self) -> u64 {
        self.pace.chosen_listing.cost(self.chosen.work())
    }

    /// Whether solutions cost learning much less than the chosen engine.
    fn is_learning_ahead(&self) -> bool {
        let by_learning = self.listing_cost().saturating_mul(LEAD);
        let by_chosen = self.chosen_listing_cost() / (self.found_by_chosen + 1);
        self.found_by_learning > 0 && by_learning / self.found_by_learning <= by_chosen
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
            let more = self.chosen_listing_cost().saturating_mul(self.pace.most_listing);
            self.listing_end = self.listing_cost().saturating_add(more);
            self.listed_from = Some(self.learning_work().nodes);
            self.by_learning.clear();
            self.stage = Stage::Listing;
            self.turn = self.pace.listing_turn;
            self.turn_end = self.nodes().saturating_add(self.turn);
        } else {
            self.end_learning();
        }
    }

    /// The chosen engine goes on alone.
    fn end_learning(&mut self) {
        self.done = self.learning_work_in_nodes();
        self.learning = None;
        self.by_chosen.clear();
        self.stage = Stage::Alone;
    }

    /// The chosen engine searches what learning has left.
    fn begin_rest(&mut self) {
        self.done = self.learning_work_in_nodes();
        (self.stage, self.listed_from) = (Stage::Rest, None);
        match self.learning.take().and_then(Learning::into_rest) {
            Some(rest) => {
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
    }

    /// Ends a subproblem that the chosen engine has searched. Returns whether another is left.
    fn end_subproblem(&mut self) -> bool {
        let work = self.work();
        let is_left = self.stage == Stage::Rest && self.rest.backtrack();
        if is_left {
            self.done = work;
            self.begin_subproblem();
        }
        is_left
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

    /// The nodes of the searching engine.
    fn nodes(&self) -> u64 {
        if matches!(self.stage, Stage::Learning | Stage::Listing) {
            self.learning_work_in_nodes().nodes
        } else {
            self.chosen.work().nodes
        }
    }

    /// Lets an engine search on in its turn.
    fn search(&mut self, budget: u64) -> Outcome {
        let left = self.turn_end.saturating_sub(self.nodes());
        match (self.stage, &mut self.learning) {
            (Stage::Learning, Some(learning)) => {
                learning.advance(budget.min(left).div_ceil(WEIGHT))
            }
            (Stage::Listing, Some(learning)) => learning.advance(budget.min(left)),
            (Stage::Rest | Stage::Alone, _) => self.chosen.advance(budget),
            _ => self.chosen.advance(budget.min(left)),
        }
    }

    /// Takes a solution of the engine that has searched. Returns whether it is new.
    fn take_solution(&mut self) -> bool {
        self.solution = None;
        let is_learned = matches!(self.stage, Stage::Learning | Stage::Listing);
        let is_race = matches!(self.stage, Stage::First | Stage::Chosen | Stage::Learning);
        let Self { by_chosen, by_learning, found_by_chosen, found_by_learning, .. } = self;
        // After the race, those of the other engine are still to be passed over.
        let (own, others, found) = match self.stage {
            Stage::Learning | Stage::Listing => (by_learning, by_chosen, found_by_learning),
            Stage::Rest => (by_learning, by_chosen, found_by_chosen),
            Stage::First | Stage::Chosen | Stage::Alone => {
                (by_chosen, by_learning, found_by_chosen)
            }
        };
        *found += 1;
        if !is_race && others.is_empty() {
            return true;
        }
        let mut solution = Vec::new();
        match &self.learning {
            Some(learning) if is_learned => learning.solution(&mut solution),
            _ => self.chosen.solution(&mut solution),
        }
        let in_order = is_race.then(|| solution.clone());
        solution.sort_unstable();
        if others.remove(&solution) {
            return false;
        }
        if is_race {
            // The race can end with it, and the other engine go on.
            self.solution = in_order;
            self.found += 1;
            self.stored += solution.len();
            own.insert(solution);
            if self.is_race_over() {
                self.end_race();
            }
        }
        true
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
        (self.found, self.stored) = (0, 0);
        (self.found_by_chosen, self.found_by_learning) = (0, 0);
        self.is_exhausted = false;
    }

    fn restart_part(&mut self, root: &Subproblem) {
        self.restart(root);
        self.stage = Stage::Alone;
    }

    fn advance(&mut self, budget: u64) -> Outcome {
        if !self.is_exhausted {
            self.end_turn();
        }
        if self.is_exhausted {
            return Outcome::Exhausted;
        }
        match self.search(budget) {
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
        match (&self.solution, &self.learning) {
            (Some(solution), _) => options.extend_from_slice(solution),
            (None, Some(learning)) if self.stage == Stage::Listing => learning.solution(options),
            _ => self.chosen.solution(options),
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
        if self.stage == Stage::Listing {
            path.clear();
            return false;
        }
        let is_known = self.chosen.path(path);
        if self.stage == Stage::Rest {
            path.prepend(&self.rest);
        }
        is_known
    }

    fn can_split(&self) -> bool {
        match self.stage {
            Stage::Alone => self.by_learning.is_empty(),
            Stage::Rest => self.by_chosen.is_empty(),
            _ => false,
        }
    }

    fn keep_below(&mut self, levels: usize) {
        if self.stage == Stage::Rest {
            self.rest.keep_below(levels);
            self.chosen.keep_below(levels.saturating_sub(self.rest.levels()));
        } else if self.stage != Stage::Listing {
            self.stage = Stage::Alone;
            self.chosen.keep_below(levels);
        }
    }

    fn chosen(&self) -> Option<EngineChoice> {
        let why = match self.stage {
            Stage::Chosen | Stage::Learning => EngineReason::Rare,
            Stage::Listing => EngineReason::Many,
            Stage::First | Stage::Rest | Stage::Alone => return self.chosen.chosen(),
        };
        Some(EngineChoice { engine: Engine::Learning, why })
    }
}
