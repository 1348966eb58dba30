//! Puzzles of 17 clues: those that replacing one or two clues makes of a known one, and of these
//! again.

use super::clues::{Clue, clues, with};
use super::random::Random;
use super::signature::signature;
use super::solution_sets::SolutionSets;
use quadrille::sudoku::simd9::{BatchSolver, Cells, Variant};
use quadrille::sudoku::text;
use std::collections::BTreeSet;

/// The puzzle of 17 clues that two of the documents print.
const PRINTED: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// Clues are not replaced if more solutions than this are left without them.
const MOST: usize = 1_000_000;

/// Two clues of a puzzle that are to be replaced. The pairs that probably leave the fewest
/// solutions come first: the product of the numbers that each leaves alone is an estimate.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct OpenPair {
    estimate: usize,
    puzzle: usize,
    cells: [usize; 2],
}

/// An iterator of puzzles of which no two are equivalent. Each is printed in a random equivalent
/// form.
pub(crate) struct Seventeen {
    seed: u64,
    solver: BatchSolver,
    found: Vec<Cells>,
    signatures: BTreeSet<u64>,
    /// The number of puzzles whose single clues are replaced.
    explored: usize,
    open: BTreeSet<OpenPair>,
    /// The number of puzzles that are returned.
    returned: usize,
}

impl Seventeen {
    pub(crate) fn new(seed: u64) -> Self {
        let mut made = Self {
            seed,
            solver: BatchSolver::new(Variant::Standard),
            found: Vec::new(),
            signatures: BTreeSet::new(),
            explored: 0,
            open: BTreeSet::new(),
            returned: 0,
        };
        made.keep(text::parse_cells(PRINTED.as_bytes()));
        made
    }

    /// Replaces each clue of a puzzle by another one, in all ways.
    fn replace_one(&mut self, number: usize) {
        let puzzle = self.found[number];
        let mut left: Vec<(usize, usize)> = Vec::new();
        for cell in clues(&puzzle) {
            let rest = with(&puzzle, [(cell, 0)]);
            let Some(sets) = SolutionSets::new(&rest, MOST, &mut self.solver) else { continue };
            self.keep(sets.singles().into_iter().map(|clue| with(&rest, [clue])));
            self.open.extend(left.iter().map(|&(other, solutions)| OpenPair {
                estimate: solutions * sets.solutions(),
                puzzle: number,
                cells: [other, cell],
            }));
            left.push((cell, sets.solutions()));
        }
    }

    /// Replaces two clues of a puzzle by others, in all ways.
    fn replace_two(&mut self, pair: &OpenPair) {
        let puzzle = &self.found[pair.puzzle];
        let rest = with(puzzle, pair.cells.map(|cell| (cell, 0)));
        if let Some(sets) = SolutionSets::new(&rest, MOST, &mut self.solver) {
            self.keep(sets.pairs().into_iter().map(|pair: [Clue; 2]| with(&rest, pair)));
        }
    }

    /// Keeps the puzzles that are not equivalent to an earlier one.
    fn keep(&mut self, puzzles: impl IntoIterator<Item = Cells>) {
        for puzzle in puzzles {
            if self.signatures.insert(signature(&puzzle)) {
                self.found.push(puzzle);
            }
        }
    }
}

impl Iterator for Seventeen {
    type Item = Cells;

    fn next(&mut self) -> Option<Cells> {
        while self.returned == self.found.len() {
            if self.explored < self.found.len() {
                self.replace_one(self.explored);
                self.explored += 1;
            } else {
                let pair = self.open.pop_first()?;
                self.replace_two(&pair);
            }
        }
        let number = self.returned;
        self.returned += 1;
        Some(Random::new(self.seed, number).equivalent(&self.found[number]))
    }
}
