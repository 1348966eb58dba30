//! `sudoku`: a solver for 9x9 and nothing else, with bit masks and unrolled loops.

use super::{Count, Peer};
use sudoku::Sudoku as Grid;

pub(super) struct Sudoku;

impl Peer for Sudoku {
    fn name(&self) -> &'static str {
        "sudoku"
    }

    fn lines<'t>(&self, lines: &'t str) -> Option<Count<'t>> {
        // Clues that clash leave no solution.
        let count =
            |line| Grid::from_str_line(line).map_or(0, |grid| grid.solutions_count_up_to(2));
        let count = move |line| u64::try_from(count(line)).expect("at most 2");
        Some(Box::new(move || lines.lines().map(count).collect()))
    }
}
