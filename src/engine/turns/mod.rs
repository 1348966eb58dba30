//! [`Engine::Auto`] where solutions may be rare: the chosen engine and
//! [`learning`](super::learning) take turns.
//!
//! The other engines are fast where a tree is small or solutions are frequent. If the chosen engine
//! has found fewer than [`MANY`] solutions within its first turn, learning often finds the first
//! solution, or that there is none, many times sooner (docs/measurements.md). Which of the two will
//! end is not known. So each searches the whole problem, one turn after the other. How long the
//! turns are, and when learning has had enough of them, is its [`Pace`]. It counts nodes and
//! updates and reads no clock: the order of solutions depends on the problem and the assumptions
//! alone.
//!
//! Both find all solutions. One that the other has found is passed over. The chosen engine goes on
//! alone if [`MANY`] have been found, or by the pace. Only then can the search be split, and not
//! before all that learning has found are passed over.

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

/// The number of solutions from which they are not rare.
const MANY: usize = 64;

/// Which engines search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The chosen one, in its first turn.
    First,
    /// Both, and it is the turn of the chosen one.
    Chosen,
    /// Both, and it is the turn of learning.
    Learning,
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
    /// The work of learning, if it has ended.
    done: Work,
    /// The solutions that one engine has found and the other has not.
    by_chosen: BTreeSet<Vec<OptionId>>,
    by_learning: BTreeSet<Vec<OptionId>>,
    /// The number of solutions found, until there are many.
    found: usize,
    /// The last solution, if learning has found it.
    solution: Option<Vec<OptionId>>,
    is_exhausted: bool,
}

impl Turns {
    pub(super) fn new(problem: &Problem, reduction: Option<&Reduction>, chosen: Adaptive) -> Self {
        let pace = Pace::of(chosen.learning());
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
            by_chosen: BTreeSet::new(),
            by_learning: BTreeSet::new(),
            found: 0,
            solution: None,
            is_exhausted: false,
        }
    }

    /// If the turn of the searching engine is over, begins the next one.
    fn end_turn(&mut self) {
        if self.stage == Stage::Alone || self.nodes() < self.turn_end {
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
            Stage::Learning if self.learns_on() => self.stage = Stage::Chosen,
            Stage::Learning | Stage::Alone => self.end_learning(),
        }
        self.turn_end = self.nodes().saturating_add(self.turn);
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

    /// The chosen engine goes on alone.
    fn end_learning(&mut self) {
        self.done = self.learning_work();
        self.learning = None;
        self.by_chosen.clear();
        self.stage = Stage::Alone;
    }

    fn learning_work(&self) -> Work {
        match (self.stage, &self.learning) {
            (Stage::Chosen | Stage::Learning, Some(learning)) => learning.work(),
            _ => self.done,
        }
    }

    /// The nodes of the searching engine.
    fn nodes(&self) -> u64 {
        if self.stage == Stage::Learning {
            self.learning_work().nodes * WEIGHT
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
            (Stage::Alone, _) => self.chosen.advance(budget),
            _ => self.chosen.advance(budget.min(left)),
        }
    }

    /// Takes a solution of the engine that has searched. Returns whether it is new.
    fn take_solution(&mut self) -> bool {
        let Self { stage, chosen, learning, by_chosen, by_learning, .. } = self;
        self.solution = None;
        if *stage == Stage::Alone && by_learning.is_empty() {
            return true;
        }
        let mut solution = Vec::new();
        let (own, others) = match (*stage, learning) {
            (Stage::Learning, Some(learning)) => {
                learning.solution(&mut solution);
                self.solution = Some(solution.clone());
                (by_learning, by_chosen)
            }
            _ => {
                chosen.solution(&mut solution);
                (by_chosen, by_learning)
            }
        };
        solution.sort_unstable();
        if others.remove(&solution) {
            return false;
        }
        if *stage != Stage::Alone {
            own.insert(solution);
            self.found += 1;
            if self.found == MANY {
                self.end_learning();
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
        self.done = Work::default();
        self.by_chosen.clear();
        self.by_learning.clear();
        (self.found, self.is_exhausted) = (0, false);
    }

    fn restart_part(&mut self, root: &Subproblem) {
        self.restart(root);
        self.stage = Stage::Alone;
    }

    fn advance(&mut self, budget: u64) -> Outcome {
        if self.is_exhausted {
            return Outcome::Exhausted;
        }
        self.end_turn();
        match self.search(budget) {
            Outcome::Solution if self.take_solution() => Outcome::Solution,
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
            None => self.chosen.solution(options),
        }
    }

    fn work(&self) -> Work {
        let (chosen, learning) = (self.chosen.work(), self.learning_work());
        Work {
            nodes: chosen.nodes + learning.nodes * WEIGHT,
            updates: chosen.updates + learning.updates,
        }
    }

    fn path(&self, path: &mut Path) -> bool {
        self.chosen.path(path)
    }

    fn can_split(&self) -> bool {
        self.stage == Stage::Alone && self.by_learning.is_empty()
    }

    fn keep_below(&mut self, levels: usize) {
        self.stage = Stage::Alone;
        self.chosen.keep_below(levels);
    }

    fn chosen(&self) -> Option<EngineChoice> {
        if matches!(self.stage, Stage::Chosen | Stage::Learning) {
            Some(EngineChoice { engine: Engine::Learning, why: EngineReason::Rare })
        } else {
            self.chosen.chosen()
        }
    }
}
