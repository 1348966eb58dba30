//! [`WithinTool`]: all puzzles with a number of clues within solution grids.

use super::grid_tool::{GridTool, RowPuzzle, ToolAnswer, limited, one_by_one};
use super::question::RunLimits;
use super::values::Answer;
use quadrille::StopReason;
use quadrille::sudoku::Geometry;
use quadrille::sudoku::unavoidable::ClueSearch;
use std::ops::ControlFlow;

/// Finds the puzzles with a number of clues.
pub(super) struct WithinTool {
    geometry: Geometry,
    limits: RunLimits,
    clues: usize,
    /// The most puzzles of a grid.
    limit: Option<usize>,
}

impl WithinTool {
    pub(super) fn new(
        geometry: &Geometry,
        limits: &RunLimits,
        clues: usize,
        limit: Option<usize>,
    ) -> Self {
        Self { geometry: geometry.clone(), limits: limits.clone(), clues, limit }
    }

    fn answer(&self, puzzle: &RowPuzzle) -> ToolAnswer {
        let search = match ClueSearch::new(&self.geometry, &puzzle.grid, self.clues) {
            Ok(search) => search,
            Err(error) => return ToolAnswer::of_error(&error, false),
        };
        let mut search =
            limited(search, &self.limits, ClueSearch::cancel_token, ClueSearch::deadline);
        let mut found = Vec::new();
        let stop = search.visit(|puzzle| {
            found.push(puzzle.clone());
            match self.limit.is_some_and(|limit| found.len() >= limit) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        let answers = vec![Answer::GridList(found, puzzle.symbols)];
        match stop {
            StopReason::Exhausted | StopReason::Interrupted => ToolAnswer::Complete(answers),
            _ => ToolAnswer::Stopped(Some(answers)),
        }
    }
}

impl GridTool for WithinTool {
    fn answers(&mut self, puzzles: &[RowPuzzle]) -> Vec<ToolAnswer> {
        one_by_one(puzzles, |puzzle| self.answer(puzzle))
    }
}
