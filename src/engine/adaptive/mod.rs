//! [`Engine::Auto`]: the engine that [`select`](super::select) chooses, with a switch to bits.
//!
//! If `cells-wtd` is chosen and finds its first [`MANY`] solutions within [`EASY`] nodes, there is
//! nothing to learn, and bits list the other solutions faster. Then bits search each untried
//! alternative on the path of `cells-wtd`, the deepest first. So every solution is found once, and
//! the order of solutions depends on the problem alone.
//!
//! Measured on tilings of 10x10 with dominoes, of 5x30, and with connected pieces (g160_3), 500000
//! solutions each: 0.65, 0.98 and 0.89 s with the change, 0.99, 1.59 and 1.90 s without.

#[cfg(test)]
mod tests;

use super::root_propagation::Root;
use super::select::{EngineSelection, LearningShare, select};
use super::shape::Shape;
use super::{Engine, EngineChoice, EngineReason, Outcome, Path, SearchEngine, Subproblem, Work};
use crate::ids::OptionId;
use crate::problem::{Problem, Reduction};

/// The number of solutions after which a trial ends.
pub(super) const MANY: u64 = 64;

/// The number of nodes within which the first [`MANY`] solutions count as easy.
pub(super) const EASY: u64 = MANY * 256;

/// The engine that searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The chosen engine, until it has found [`MANY`] solutions.
    Trial,
    /// The chosen engine, to the end.
    Chosen,
    /// Bits, in the subproblems that the chosen engine has left.
    Bits,
}

/// The chosen engine, with a switch to bits. See the module documentation.
#[derive(Debug)]
pub(super) struct Adaptive {
    problem: Problem,
    reduction: Option<Reduction>,
    assumed: Subproblem,
    /// Scratch: the subproblem that bits search.
    below: Subproblem,
    choice: EngineChoice,
    /// The share of learning, which can take turns with it.
    learning: LearningShare,
    chosen: Box<dyn SearchEngine>,
    /// Built when it takes over for the first time.
    bits: Option<Box<dyn SearchEngine>>,
    stage: Stage,
    /// The solutions found in the trial.
    found: u64,
    many: u64,
    easy: u64,
    /// In the stage of bits: the path to the subproblem that bits search, with the alternatives
    /// that come later.
    path: Path,
    /// The work on earlier subproblems, and that of the trial.
    done: Work,
}

impl Adaptive {
    pub(super) fn new(problem: &Problem, reduction: Option<&Reduction>) -> Self {
        let EngineSelection { choice, learning } = select(problem);
        Self {
            problem: problem.clone(),
            reduction: reduction.cloned(),
            assumed: Subproblem::default(),
            below: Subproblem::default(),
            choice,
            learning,
            chosen: choice.engine.start(problem, reduction),
            bits: None,
            stage: first_stage(choice),
            found: 0,
            many: MANY,
            easy: EASY,
            path: Path::default(),
            done: Work::default(),
        }
    }

    /// Ends the trial.
    fn decide(&mut self) {
        self.stage = Stage::Chosen;
        let work = self.chosen.work();
        if work.nodes <= self.easy
            && self.is_narrow()
            && self.chosen.path(&mut self.path)
            && self.start_next_subproblem()
        {
            (self.stage, self.done) = (Stage::Bits, work);
        }
    }

    /// The chosen engine, and the share of learning, which can take turns with it.
    pub(super) fn selection(&self) -> EngineSelection {
        EngineSelection { choice: self.choice, learning: self.learning }
    }

    /// Whether what the assumptions leave is narrow enough for bits.
    fn is_narrow(&self) -> bool {
        let mut root = Root::new(&self.problem, self.reduction.as_ref());
        root.settle(&self.assumed);
        Shape::of_root(&self.problem, &root).is_narrow()
    }

    /// Lets bits begin with the next alternative on the path. Returns whether there is one.
    fn start_next_subproblem(&mut self) -> bool {
        let is_left = self.path.backtrack();
        if is_left {
            let Self { problem, reduction, assumed, below, bits, path, .. } = self;
            let bits = bits.get_or_insert_with(|| Engine::Bits.start(problem, reduction.as_ref()));
            below.assign(assumed, path.all_chosen().iter().copied());
            bits.restart(below);
        }
        is_left
    }

    /// The engine that searches.
    fn current(&self) -> &dyn SearchEngine {
        match (self.stage, &self.bits) {
            (Stage::Bits, Some(bits)) => bits.as_ref(),
            _ => self.chosen.as_ref(),
        }
    }

    fn current_mut(&mut self) -> &mut dyn SearchEngine {
        match (self.stage, &mut self.bits) {
            (Stage::Bits, Some(bits)) => bits.as_mut(),
            _ => self.chosen.as_mut(),
        }
    }
}

impl SearchEngine for Adaptive {
    fn restart(&mut self, root: &Subproblem) {
        self.assumed.clone_from(root);
        self.chosen.restart(root);
        (self.stage, self.found) = (first_stage(self.choice), 0);
        self.done = Work::default();
    }

    fn advance(&mut self, budget: u64) -> Outcome {
        if self.stage == Stage::Trial && self.found >= self.many {
            self.decide();
        }
        let outcome = self.current_mut().advance(budget);
        match (outcome, self.stage) {
            (Outcome::Solution, Stage::Trial) => self.found += 1,
            (Outcome::Exhausted, Stage::Bits) => {
                let work = self.work();
                if self.start_next_subproblem() {
                    self.done = work;
                    return Outcome::Paused;
                }
            }
            _ => {}
        }
        outcome
    }

    fn solution(&self, options: &mut Vec<OptionId>) {
        self.current().solution(options);
    }

    fn work(&self) -> Work {
        let Work { nodes, updates } = self.current().work();
        Work { nodes: self.done.nodes + nodes, updates: self.done.updates + updates }
    }

    fn path(&self, path: &mut Path) -> bool {
        let is_known = self.current().path(path);
        if self.stage == Stage::Bits {
            path.prepend(&self.path);
        }
        is_known
    }

    fn keep_below(&mut self, levels: usize) {
        if self.stage == Stage::Bits {
            self.path.keep_below(levels);
            let below = levels.saturating_sub(self.path.levels());
            self.current_mut().keep_below(below);
        } else {
            self.current_mut().keep_below(levels);
        }
    }

    fn chosen(&self) -> Option<EngineChoice> {
        Some(match self.stage {
            Stage::Trial | Stage::Chosen => self.choice,
            Stage::Bits => EngineChoice { engine: Engine::Bits, why: EngineReason::Many },
        })
    }
}

/// Only an engine that learns is tried.
fn first_stage(choice: EngineChoice) -> Stage {
    if choice.engine == Engine::CellsWtd { Stage::Trial } else { Stage::Chosen }
}
