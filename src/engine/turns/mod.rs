//! [`Engine::Auto`] where solutions may be rare: the chosen engine and
//! [`learning`](super::learning) take turns.
//!
//! The other engines are fast where a tree is small or solutions are frequent. If the chosen engine
//! has found fewer than [`MANY`] solutions within [`TURN`] nodes, learning often finds the first
//! solution, or that there is none, many times sooner (docs/measurements.md). Which of the two will
//! end is not known. So each searches the whole problem, one turn after the other. A conflict
//! counts as [`WEIGHT`] nodes, and no clock is read: the order of solutions depends on the problem
//! and the assumptions alone.
//!
//! Both find all solutions. One that the other has found is passed over. The chosen engine goes on
//! alone if [`MANY`] have been found, after [`TRIAL`] nodes of learning if by its path the tree has
//! at most [`MOST`] nodes, and after [`MOST`] nodes of learning. Only then can the search be split,
//! and not before all that learning has found are passed over.

#[cfg(test)]
mod tests;

use super::adaptive::Adaptive;
use super::learning::Learning;
use super::{Engine, EngineChoice, EngineReason, Outcome, Path, SearchEngine, Subproblem, Work};
use crate::ids::{OptionId, to_f64};
use crate::problem::{Problem, Reduction};
use std::collections::BTreeSet;

/// The nodes of a turn. The first is one of the chosen engine, as long as before the first split of
/// a search.
const TURN: u64 = 1 << 16;

/// The nodes of the other turns, if the tree is large by the path at the end of the first.
const LONG_TURN: u64 = 1 << 20;

/// The nodes that a conflict counts as. It takes as long as 34 to 250 nodes.
const WEIGHT: u64 = 64;

/// The nodes of learning after which a tree that is not large is left to the chosen engine.
const TRIAL: u64 = 1 << 21;

/// The nodes of learning after which it ends: 2^19 conflicts. A tree with more nodes is large.
const MOST: u64 = 1 << 25;

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
    /// The nodes of the first turn, and of the others.
    first_turn: u64,
    turn: u64,
    /// The nodes of the others if the tree is large.
    long_turn: u64,
    /// The nodes of learning after which it ends if the tree is not large.
    trial: u64,
    /// The nodes of learning after which it ends. A tree with more nodes is large.
    most: u64,
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
        Self {
            problem: problem.clone(),
            reduction: reduction.cloned(),
            assumed: Subproblem::default(),
            chosen,
            learning: None,
            stage: Stage::First,
            first_turn: TURN,
            turn: TURN,
            long_turn: LONG_TURN,
            trial: TRIAL,
            most: MOST,
            turn_end: TURN,
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
            Stage::First => {
                self.turn = if self.has_large_tree() { self.long_turn } else { self.first_turn };
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

    /// Whether learning has further turns.
    fn learns_on(&self) -> bool {
        self.nodes() < self.trial || (self.nodes() < self.most && self.has_large_tree())
    }

    /// Whether the tree of the chosen engine is large, by the share that it has searched.
    fn has_large_tree(&self) -> bool {
        let mut path = Path::default();
        let is_known = self.chosen.path(&mut path);
        is_known && path.share() * to_f64(self.most) < to_f64(self.chosen.work().nodes)
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
        (self.stage, self.turn_end) = (Stage::First, self.first_turn);
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
