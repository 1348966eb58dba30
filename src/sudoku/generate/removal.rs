//! [`Removal`]: clues are removed in a random order as long as the puzzle has one solution.

use super::attempts::{Attempt, AttemptStep, Question};
use crate::sudoku::grid::Grid;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Removes sets of clues, each as a whole, in a given order.
#[derive(Debug)]
pub(super) struct Removal {
    solution: Grid,
    /// The puzzle, without the set that is being tested.
    puzzle: Grid,
    /// The number of clues, those that are being tested included.
    clues: usize,
    /// All sets.
    sets: Arc<[Vec<usize>]>,
    /// The numbers of the sets that are still to be tested, the next one last.
    rest: Vec<usize>,
    /// The number of the set that is being tested.
    tested: usize,
    goal: RemovalGoal,
    /// Whether what is tested must be necessary: the sets are then the single clues that are left.
    verifies: bool,
}

/// Which puzzles are wanted.
#[derive(Clone, Debug)]
pub(super) struct RemovalGoal {
    /// No set is removed that would leave fewer clues than this.
    pub(super) least: usize,
    /// The numbers of clues that are accepted.
    pub(super) accepted: RangeInclusive<usize>,
    /// Whether each clue must be necessary by itself.
    pub(super) is_minimal: bool,
}

impl Removal {
    /// An attempt that begins with a full grid. Of the sets with these numbers, the last one is
    /// tested first.
    pub(super) fn new(
        solution: Grid,
        sets: Arc<[Vec<usize>]>,
        order: Vec<usize>,
        goal: RemovalGoal,
    ) -> Self {
        let (puzzle, clues) = (solution.clone(), solution.cells().len());
        Self { solution, puzzle, clues, sets, rest: order, tested: 0, goal, verifies: false }
    }
}

impl Attempt for Removal {
    fn question(&mut self) -> AttemptStep {
        while let Some(number) = self.rest.pop() {
            let set = &self.sets[number];
            if self.clues < self.goal.least + set.len() {
                continue;
            }
            self.tested = number;
            set.iter().for_each(|&cell| self.puzzle.put(cell, 0));
            return AttemptStep::Question(match set[..] {
                [cell] => Question::Forced(self.puzzle.clone(), cell, self.solution.cells()[cell]),
                _ => Question::Unique(self.puzzle.clone()),
            });
        }
        if !self.goal.accepted.contains(&self.clues) {
            return AttemptStep::Failed;
        }
        // Sets of several clues may be necessary although single clues are not.
        if self.goal.is_minimal && !std::mem::replace(&mut self.verifies, true) {
            self.sets = self.puzzle.clue_cells().map(|cell| vec![cell]).collect();
            self.rest = (0..self.sets.len()).collect();
            self.goal.least = 0;
            return self.question();
        }
        let (puzzle, solution) = (self.puzzle.clone(), self.solution.clone());
        AttemptStep::Found { puzzle, solution, ln_weight: None }
    }

    fn answer(&mut self, is_unique: bool) -> bool {
        let set = &self.sets[self.tested];
        if is_unique && !self.verifies {
            self.clues -= set.len();
        } else {
            set.iter().for_each(|&cell| self.puzzle.put(cell, self.solution.cells()[cell]));
        }
        !(is_unique && self.verifies)
    }
}
