//! [`NeighbourTool`]: puzzles in which some clues of a puzzle are replaced.

use super::grid_tool::{GridTool, RowPuzzle, ToolAnswer, limited, one_by_one};
use super::question::RunLimits;
use super::values::Answer;
use quadrille::StopReason;
use quadrille::sudoku::Geometry;
use quadrille::sudoku::hunt::{Neighbours, Replacement};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Finds neighbours of puzzles.
pub(super) struct NeighbourTool(Neighbours);

impl NeighbourTool {
    pub(super) fn new(geometry: &Geometry, limits: &RunLimits, step: Replacement) -> Self {
        let neighbours = Neighbours::new(geometry, step);
        Self(limited(neighbours, limits, Neighbours::cancel_token, Neighbours::deadline))
    }
}

impl GridTool for NeighbourTool {
    fn answers(&mut self, puzzles: &[RowPuzzle]) -> Vec<ToolAnswer> {
        one_by_one(puzzles, |puzzle| {
            let (mut found, mut seen) = (Vec::new(), HashSet::from([puzzle.grid.clone()]));
            let stop = self.0.visit(&puzzle.grid, |neighbour| {
                if seen.insert(neighbour.clone()) {
                    found.push(neighbour.clone());
                }
                ControlFlow::Continue(())
            });
            let answers = vec![Answer::GridList(found, puzzle.symbols)];
            match stop {
                Ok(StopReason::Exhausted) => ToolAnswer::Complete(answers),
                Ok(_) => ToolAnswer::Stopped(Some(answers)),
                Err(error) => ToolAnswer::Wrong(error.to_string()),
            }
        })
    }
}
