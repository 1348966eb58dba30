//! Diagonal puzzles of 9x9 with few clues: a walk that replaces clues by fewer ones.

use super::clues::{clues, completed, minimal, with, without};
use super::random::Random;
use super::solution_sets::SolutionSets;
use quadrille::sudoku::simd9::{BatchSolver, Cells, EndReason, Variant};

/// The puzzle that was here before the others, and what is said of it.
pub(crate) const EARLIER: [&str; 4] = [
    "#",
    "# An earlier puzzle of ours. By the rules of plain Sudoku it has 2348 solutions.",
    ".8.7..........4.3...3......4..53..7...28.63...6..97..5......4...5.1..........5.6.:1:\
     684723519195684237723951648419532876572816394368497125937268451256149783841375962",
    "# Made with the seed.",
];

/// The steps of a walk.
const STEPS: usize = 600;

/// Clues are not replaced if more solutions than this are left without them.
const MOST: usize = 20_000;

/// Puzzles with more solutions than this are not among the others.
const MANY: u64 = 5000;

/// A minimal puzzle. A step takes one or two clues away and adds one that leaves one solution, or
/// else two.
pub(crate) fn diagonal(seed: u64, number: usize) -> Cells {
    let mut random = Random::new(seed, number);
    let mut two = BatchSolver::new(Variant::Diagonal).limit(2).keep_first(false);
    let mut every = BatchSolver::new(Variant::Diagonal).keep_first(false);
    let mut puzzle = completed(&[0; 81], &mut random, &mut every);
    for _ in 0..STEPS {
        puzzle = minimal(&puzzle, &mut random, &mut two);
        let taken = 1 + random.below(2);
        let rest = without(&puzzle, taken, &mut random);
        let Some(sets) = SolutionSets::new(&rest, MOST, &mut every) else { continue };
        let (singles, pairs) = (sets.singles(), if taken == 2 { sets.pairs() } else { Vec::new() });
        if !singles.is_empty() {
            puzzle = with(&rest, [singles[random.below(singles.len())]]);
        } else if !pairs.is_empty() {
            puzzle = with(&rest, pairs[random.below(pairs.len())]);
        }
    }
    minimal(&puzzle, &mut random, &mut two)
}

/// Puzzles with other numbers of solutions: one whose clues agree and that has none, and, of those
/// without one of the clues, the one with the fewest solutions and one with many.
pub(crate) fn others(puzzle: &Cells, solver: &mut BatchSolver) -> Vec<Cells> {
    let cells = clues(puzzle);
    let digits = |&cell: &usize| (1..=9).map(move |digit| with(puzzle, [(cell, digit)]));
    let none = cells.iter().flat_map(digits).find(|changed| {
        let result = solver.solve(changed);
        result.solutions == 0 && result.end == EndReason::Exhausted
    });
    let fewer = cells.iter().map(|&cell| with(puzzle, [(cell, 0)]));
    let mut fewer: Vec<_> = fewer.map(|fewer| (solver.solve(&fewer).solutions, fewer)).collect();
    fewer.retain(|(solutions, _)| *solutions < MANY);
    fewer.sort_unstable();
    fewer.dedup();
    let more = fewer.iter().take(1).chain(fewer[1.min(fewer.len())..].last());
    none.into_iter().chain(more.map(|(_, fewer)| *fewer)).collect()
}
