//! All solutions of a puzzle as bit sets, one for each digit in each cell.
//!
//! They answer which clues to add so that one solution remains: those in which one solution, and no
//! second one, has all of them.

use super::clues::Clue;
use quadrille::sudoku::simd9::{BatchSolver, Cells, EndReason};
use std::ops::ControlFlow;

/// The solutions of a puzzle.
pub(crate) struct SolutionSets {
    solutions: usize,
    /// For each digit in a cell that some solutions have and others do not: those that have it.
    sets: Vec<(Clue, Vec<u64>)>,
}

impl SolutionSets {
    /// Finds all solutions of a puzzle; `None` if there are more than `most`.
    pub(crate) fn new(puzzle: &Cells, most: usize, solver: &mut BatchSolver) -> Option<Self> {
        let mut solutions = Vec::new();
        let result = solver.for_each(puzzle, |solution| {
            solutions.push(*solution);
            if solutions.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if solutions.len() > most || result.end != EndReason::Exhausted {
            return None;
        }
        let words = solutions.len().div_ceil(64);
        let mut sets = vec![vec![0; words]; 729];
        for (number, solution) in solutions.iter().enumerate() {
            for (cell, &digit) in solution.iter().enumerate() {
                sets[9 * cell + usize::from(digit) - 1][number / 64] |= 1 << (number % 64);
            }
        }
        let clues = (0..81).flat_map(|cell| (1..=9).map(move |digit| (cell, digit)));
        let mut sets: Vec<_> = clues.zip(sets).collect();
        sets.retain(|((cell, digit), set)| {
            let is_in_all = solutions.iter().all(|solution| solution[*cell] == *digit);
            !is_in_all && set.iter().any(|&word| word != 0)
        });
        Some(Self { solutions: solutions.len(), sets })
    }

    /// The number of solutions.
    pub(crate) fn solutions(&self) -> usize {
        self.solutions
    }

    /// The clues that leave one solution.
    pub(crate) fn singles(&self) -> Vec<Clue> {
        let leaves_one = |set: &&(Clue, Vec<u64>)| is_one(set.1.iter().copied());
        self.sets.iter().filter(leaves_one).map(|set| set.0).collect()
    }

    /// The pairs of clues that leave one solution, if neither does it alone.
    pub(crate) fn pairs(&self) -> Vec<[Clue; 2]> {
        let open: Vec<_> = self.sets.iter().filter(|set| !is_one(set.1.iter().copied())).collect();
        let mut pairs = Vec::new();
        for (number, (first, one)) in open.iter().enumerate() {
            for (second, other) in &open[number + 1..] {
                if is_one(one.iter().zip(other).map(|(one, other)| one & other)) {
                    pairs.push([*first, *second]);
                }
            }
        }
        pairs
    }
}

/// Whether a set, given in words, has one element.
fn is_one(words: impl Iterator<Item = u64>) -> bool {
    let mut count = 0;
    for word in words {
        count += word.count_ones();
        if count > 1 {
            return false;
        }
    }
    count == 1
}
