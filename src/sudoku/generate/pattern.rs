//! A local search for a puzzle whose clues are in given cells.

use crate::search::StopReason;
use crate::sudoku::grid::Grid;
use crate::sudoku::grid_tests::GridTests;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use std::ops::ControlFlow;

/// The most solutions that are looked at of a puzzle.
const MOST: usize = 400;

/// The most clues that a step changes.
const CHANGED: usize = 4;

/// The steps after which the search begins with another grid.
const STEPS: usize = 3000;

/// The clues of a puzzle in some cells, and what is known of its solutions.
struct State {
    puzzle: Grid,
    /// The number of solutions, at most [`MOST`].
    solutions: usize,
}

/// Searches for values of these cells, such that there is one solution. Begins with those of a
/// random solution grid. `None` if none were found in some thousand steps.
///
/// A step blanks a few of the cells, and takes their values from a random solution of what is left.
/// It is accepted if the puzzle has no more solutions than before.
pub(super) fn search(
    start: &Grid,
    cells: &[usize],
    rng: &mut impl Rng,
    tests: &mut GridTests,
) -> Result<Option<(Grid, Grid)>, StopReason> {
    let mut state = State::new(restricted(start, cells), usize::MAX, tests)?;
    for _ in 0..STEPS {
        if state.solutions <= 1 {
            let mut solutions = solutions(&state.puzzle, tests)?;
            return Ok(solutions.pop().map(|solution| (state.puzzle, solution)));
        }
        let mut fewer = state.puzzle.clone();
        for _ in 0..rng.random_range(1..=CHANGED) {
            cells.choose(rng).into_iter().for_each(|&cell| fewer.put(cell, 0));
        }
        let found = solutions(&fewer, tests)?;
        let Some(solution) = found.choose(rng) else { continue };
        let next = State::new(restricted(solution, cells), state.solutions, tests)?;
        if next.solutions <= state.solutions {
            state = next;
        }
    }
    Ok(None)
}

impl State {
    /// Counts the solutions of a puzzle, as far as one more than a given number.
    fn new(puzzle: Grid, most: usize, tests: &mut GridTests) -> Result<Self, StopReason> {
        let mut solutions = 0;
        let stop = tests.visit(&puzzle, None, |_| {
            solutions += 1;
            if solutions > most || solutions >= MOST {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        unless_stopped(stop)?;
        Ok(Self { puzzle, solutions })
    }
}

/// The values of some cells.
fn restricted(grid: &Grid, cells: &[usize]) -> Grid {
    let mut puzzle = Grid::blank(grid.size());
    cells.iter().for_each(|&cell| puzzle.put(cell, grid.cells()[cell]));
    puzzle
}

/// The first solutions of a puzzle.
fn solutions(puzzle: &Grid, tests: &mut GridTests) -> Result<Vec<Grid>, StopReason> {
    let mut found = Vec::new();
    let stop = tests.visit(puzzle, None, |grid| {
        found.push(grid.clone());
        if found.len() < MOST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    unless_stopped(stop)?;
    Ok(found)
}

fn unless_stopped(stop: StopReason) -> Result<(), StopReason> {
    match stop {
        StopReason::Exhausted | StopReason::Interrupted => Ok(()),
        stop => Err(stop),
    }
}
