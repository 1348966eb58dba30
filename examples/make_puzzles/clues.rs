//! Adding and taking away clues of 9x9 puzzles.

use super::random::Random;
use quadrille::sudoku::simd9::{BatchSolver, Cells};
use std::ops::ControlFlow;

/// A cell and its digit.
pub(crate) type Clue = (usize, u8);

/// The cells that have clues.
pub(crate) fn clues(puzzle: &Cells) -> Vec<usize> {
    (0..81).filter(|&cell| puzzle[cell] != 0).collect()
}

/// The puzzle with other values in some cells; 0 takes a clue away.
pub(crate) fn with(puzzle: &Cells, changes: impl IntoIterator<Item = Clue>) -> Cells {
    let mut changed = *puzzle;
    for (cell, digit) in changes {
        changed[cell] = digit;
    }
    changed
}

/// The puzzle without some of its clues, which are chosen at random.
pub(crate) fn without(puzzle: &Cells, count: usize, random: &mut Random) -> Cells {
    let mut cells = clues(puzzle);
    random.shuffle(&mut cells);
    with(puzzle, cells.into_iter().take(count).map(|cell| (cell, 0)))
}

/// Takes clues away, in a random order, until none can go without a second solution.
pub(crate) fn minimal(puzzle: &Cells, random: &mut Random, solver: &mut BatchSolver) -> Cells {
    let (mut puzzle, mut free) = (*puzzle, clues(puzzle));
    // A clue that can't go can't go later either, when there are fewer others.
    while !free.is_empty() {
        let fewer: Vec<_> = free.iter().map(|&cell| with(&puzzle, [(cell, 0)])).collect();
        let mut results = solver.solve_all(fewer);
        free.retain(|_| results.next().is_some_and(|result| result.solutions == 1));
        drop(results);
        if !free.is_empty() {
            puzzle[free.swap_remove(random.below(free.len()))] = 0;
        }
    }
    puzzle
}

/// Adds clues of a random solution until it is the only one. The solution is one of the first
/// hundred. A puzzle without a solution stays as it is.
pub(crate) fn completed(puzzle: &Cells, random: &mut Random, solver: &mut BatchSolver) -> Cells {
    let mut puzzle = *puzzle;
    let solutions = first_solutions(&puzzle, 100, solver);
    if solutions.is_empty() {
        return puzzle;
    }
    let solution = solutions[random.below(solutions.len())];
    loop {
        let two = first_solutions(&puzzle, 2, solver);
        let Some(other) = two.iter().find(|other| **other != solution) else { return puzzle };
        let different: Vec<_> = (0..81).filter(|&cell| other[cell] != solution[cell]).collect();
        let cell = different[random.below(different.len())];
        puzzle[cell] = solution[cell];
    }
}

/// Up to `most` solutions of a puzzle.
fn first_solutions(puzzle: &Cells, most: usize, solver: &mut BatchSolver) -> Vec<Cells> {
    let mut solutions = Vec::new();
    solver.for_each(puzzle, |solution| {
        solutions.push(*solution);
        if solutions.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    solutions
}
