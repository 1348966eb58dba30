//! Hard puzzles of 9x9: a local search among minimal puzzles.

use super::clues::{completed, minimal, without};
use super::random::Random;
use quadrille::sudoku::simd9::{BatchSolver, Cells, Variant};

/// The steps of a search.
const STEPS: usize = 40_000;

/// The equivalent puzzles over which the guesses are counted.
const FORMS: usize = 12;

/// The fewest guesses, on average, of a puzzle that is kept.
const LEAST: u64 = 40;

/// The result of a search, if it is hard enough. A step takes up to three clues away, adds clues of
/// a solution until it is the only one, and makes the puzzle minimal. It is accepted if the puzzle
/// is at least as hard.
pub(crate) fn hard(seed: u64, number: usize) -> Option<Cells> {
    let mut random = Random::new(seed, number);
    let mut solver = BatchSolver::new(Variant::Standard).limit(2).keep_first(false);
    let (mut best, mut most) = ([0; 81], 0);
    for _ in 0..STEPS {
        let taken = 1 + random.below(3);
        let fewer = without(&best, taken, &mut random);
        let puzzle = completed(&fewer, &mut random, &mut solver);
        let puzzle = minimal(&puzzle, &mut random, &mut solver);
        // The same forms in each step: otherwise a puzzle with a lucky draw would stay.
        let guesses = guesses(&puzzle, &mut Random::new(seed, number));
        if guesses >= most {
            (best, most) = (puzzle, guesses);
        }
    }
    u64::try_from(FORMS).is_ok_and(|forms| most >= forms * LEAST).then_some(best)
}

/// The guesses that `simd9` needs to see that each of several equivalent puzzles has one solution.
fn guesses(puzzle: &Cells, random: &mut Random) -> u64 {
    let forms: Vec<_> = (0..FORMS).map(|_| random.equivalent(puzzle)).collect();
    let mut solver = BatchSolver::new(Variant::Standard).limit(2).keep_first(false);
    solver.solve_all(forms).for_each(drop);
    solver.stats().guesses
}
