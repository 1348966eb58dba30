//! [`WeightedRemoval`]: minimal puzzles with weights, by importance sampling.
//!
//! An attempt draws sets of [`KEPT`] clues of the grid. If one of them has a single solution, clues
//! are removed from it one by one, each drawn from those that are redundant then, until none is.
//! With `n` cells, `m` clues kept, `k` clues in the end and `r[j]` redundant clues before removal
//! `j`, the weight is
//!
//! ```text
//! C(n, m) / C(n - k, m - k) * r[1] * r[2] * ... * r[m - k] / (m - k)!
//! ```
//!
//! A minimal puzzle with `k` clues is in a random set with the probability
//! `C(n - k, m - k) / C(n, m)`, and is then reached by each of the `(m - k)!` orders of the other
//! clues, each with the probability `1 / (r[1] * ... * r[m - k])`. So the average of the weights
//! over all sets, where those that fail have weight 0, is the number of minimal puzzles in the
//! grid, and the same holds for the puzzles of any kind.
//!
//! Removing clues blindly at first costs attempts, and drawing among the redundant ones makes
//! weights uneven; [`KEPT`] is where averages become exact fastest. The method of D. Berthier,
//! "Unbiased statistics of a CSP" (2009), removes all clues blindly.

use super::attempts::{Attempt, AttemptStep, Question};
use crate::ids::{to_f64, to_u64};
use crate::sudoku::grid::Grid;
use rand::RngExt;
use rand::rngs::ChaCha20Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use std::ops::RangeInclusive;

/// The number of clues of the sets, for grids of 81 cells. Hardly any minimal puzzle has more.
pub(super) const KEPT: usize = 34;

/// The number of sets that are drawn from a grid.
const SETS: usize = 8;

/// An attempt with a grid.
pub(super) struct WeightedRemoval {
    solution: Grid,
    rng: ChaCha20Rng,
    accepted: RangeInclusive<usize>,
    /// The sets of clues that are not tested yet, the next one last, and those with one solution.
    sets: Vec<Grid>,
    unique: Vec<Grid>,
    /// The puzzle from which clues are removed. The first one is drawn from the sets.
    removal: Option<WeighedPuzzle>,
}

/// A puzzle from which redundant clues are removed.
struct WeighedPuzzle {
    puzzle: Grid,
    /// The cells whose clues may be redundant and are not tested yet, the next one last.
    untested: Vec<usize>,
    redundant: Vec<usize>,
    /// The product of the numbers of redundant clues, each divided by the number of the removal.
    product: f64,
    removed: u64,
}

impl WeightedRemoval {
    pub(super) fn new(
        solution: Grid,
        mut rng: ChaCha20Rng,
        accepted: RangeInclusive<usize>,
    ) -> Self {
        let kept = kept(solution.cells().len());
        let mut order: Vec<_> = (0..solution.cells().len()).collect();
        let mut set = || {
            let (_, removed) = order.partial_shuffle(&mut rng, kept);
            let mut puzzle = solution.clone();
            removed.iter().for_each(|&cell| puzzle.put(cell, 0));
            puzzle
        };
        let sets = (0..SETS).map(|_| set()).collect();
        Self { solution, rng, accepted, sets, unique: Vec::new(), removal: None }
    }

    /// The natural logarithm of the weight of a puzzle.
    fn ln_weight(&self, removal: &WeighedPuzzle) -> f64 {
        let cells = self.solution.cells().len();
        let (kept, clues) = (kept(cells), removal.puzzle.clues());
        // One of several sets was chosen.
        let share = to_f64(to_u64(self.unique.len())) / to_f64(to_u64(SETS));
        let sets = ln_choose(cells, kept) - ln_choose(cells - clues, kept - clues);
        sets + removal.product.ln() + share.ln()
    }
}

/// The number of clues of the sets, for grids with this number of cells.
fn kept(cells: usize) -> usize {
    (cells * KEPT).div_ceil(81)
}

/// The natural logarithm of a binomial coefficient.
fn ln_choose(n: usize, k: usize) -> f64 {
    let number = |count: usize| to_f64(to_u64(count));
    (1..=k).map(|i| (number(n - k + i) / number(i)).ln()).sum()
}

impl WeighedPuzzle {
    fn new(puzzle: Grid) -> Self {
        let untested = puzzle.clue_cells().collect();
        Self { puzzle, untested, redundant: Vec::new(), product: 1.0, removed: 0 }
    }

    /// Removes one of the redundant clues; `false` if there is none. The others are tested again.
    fn remove(&mut self, rng: &mut ChaCha20Rng) -> bool {
        if self.redundant.is_empty() {
            return false;
        }
        self.removed += 1;
        self.product *= to_f64(to_u64(self.redundant.len())) / to_f64(self.removed);
        let removed = self.redundant.swap_remove(rng.random_range(0..self.redundant.len()));
        self.puzzle.put(removed, 0);
        std::mem::swap(&mut self.untested, &mut self.redundant);
        true
    }
}

impl Attempt for WeightedRemoval {
    fn question(&mut self) -> AttemptStep {
        if let Some(set) = self.sets.last() {
            return AttemptStep::Question(Question::Unique(set.clone()));
        }
        if self.removal.is_none() {
            self.removal = self.unique.choose(&mut self.rng).cloned().map(WeighedPuzzle::new);
        }
        let Some(removal) = &mut self.removal else { return AttemptStep::Failed };
        if removal.untested.is_empty() {
            removal.remove(&mut self.rng);
        }
        if let Some(&cell) = removal.untested.last() {
            let (mut fewer, value) = (removal.puzzle.clone(), self.solution.cells()[cell]);
            fewer.put(cell, 0);
            return AttemptStep::Question(Question::Forced(fewer, cell, value));
        }
        // No clue is redundant.
        let Some(removal) = &self.removal else { return AttemptStep::Failed };
        if !self.accepted.contains(&removal.puzzle.clues()) {
            return AttemptStep::Failed;
        }
        let (puzzle, solution) = (removal.puzzle.clone(), self.solution.clone());
        AttemptStep::Found { puzzle, solution, ln_weight: Some(self.ln_weight(removal)) }
    }

    fn answer(&mut self, is_unique: bool) -> bool {
        let tested = self.sets.pop();
        match (&mut self.removal, tested) {
            (_, Some(set)) => {
                if is_unique {
                    self.unique.push(set);
                }
            }
            (Some(removal), None) => {
                let cell = removal.untested.pop();
                removal.redundant.extend(cell.filter(|_| is_unique));
            }
            (None, None) => {}
        }
        true
    }
}
