//! [`UnavoidableTool`]: the unavoidable sets of solution grids.

use super::grid_tool::{GridTool, RowPuzzle, ToolAnswer, limited, one_by_one};
use super::question::RunLimits;
use super::values::Answer;
use quadrille::sudoku::Geometry;
use quadrille::sudoku::unavoidable::{UnavoidableError, UnavoidableSets};

/// Finds unavoidable sets.
pub(super) struct UnavoidableTool(UnavoidableSets);

impl UnavoidableTool {
    pub(super) fn new(geometry: &Geometry, limits: &RunLimits, max_size: usize) -> Self {
        let sets = UnavoidableSets::new(geometry).max_size(max_size);
        Self(limited(sets, limits, UnavoidableSets::cancel_token, UnavoidableSets::deadline))
    }
}

impl GridTool for UnavoidableTool {
    fn answers(&mut self, puzzles: &[RowPuzzle]) -> Vec<ToolAnswer> {
        one_by_one(puzzles, |puzzle| match self.0.find(&puzzle.grid) {
            Ok(sets) => ToolAnswer::Complete(vec![Answer::CellSetList(sets)]),
            Err(error) => {
                ToolAnswer::of_error(&error, matches!(error, UnavoidableError::Stopped(_)))
            }
        })
    }
}
