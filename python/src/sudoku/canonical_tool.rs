//! [`CanonicalTool`]: the least equivalent forms of grids.

use super::grid_tool::{GridTool, RowPuzzle, ToolAnswer, limited, one_by_one};
use super::question::RunLimits;
use super::values::Answer;
use quadrille::sudoku::Geometry;
use quadrille::sudoku::canonical::{CanonicalError, CanonicalForm, Canonicaliser};
use quadrille::sudoku::rating::{Rater, RatingError};

/// Finds canonical forms.
pub(super) struct CanonicalTool {
    canonicaliser: Canonicaliser,
    /// Finds the only solution of a puzzle, for forms by the solution.
    solver: Option<Rater>,
    details: bool,
}

impl CanonicalTool {
    pub(super) fn new(
        geometry: &Geometry,
        limits: &RunLimits,
        by_solution: bool,
        details: bool,
    ) -> Self {
        let (new, rater) = (Canonicaliser::new(geometry), Rater::new(geometry));
        let solver = limited(rater, limits, Rater::cancel_token, Rater::deadline);
        Self {
            canonicaliser: limited(
                new,
                limits,
                Canonicaliser::cancel_token,
                Canonicaliser::deadline,
            ),
            solver: by_solution.then_some(solver),
            details,
        }
    }

    fn form(&mut self, puzzle: &RowPuzzle) -> Result<CanonicalForm, ToolAnswer> {
        let Some(solver) = &mut self.solver else {
            return self.canonicaliser.form(&puzzle.grid).map_err(|error| canonical_error(&error));
        };
        let rating = solver.rate(&puzzle.grid).map_err(|error| {
            ToolAnswer::of_error(&error, matches!(error, RatingError::Stopped(_)))
        })?;
        let solution = rating.solution().clone();
        let form = self.canonicaliser.form_by_solution(&puzzle.grid, &solution);
        form.map_err(|error| canonical_error(&error))
    }
}

fn canonical_error(error: &CanonicalError) -> ToolAnswer {
    ToolAnswer::of_error(error, matches!(error, CanonicalError::Stopped(_)))
}

impl GridTool for CanonicalTool {
    fn answers(&mut self, puzzles: &[RowPuzzle]) -> Vec<ToolAnswer> {
        one_by_one(puzzles, |puzzle| {
            let form = match self.form(puzzle) {
                Ok(form) => form,
                Err(answer) => return answer,
            };
            let mut answers = Vec::new();
            if self.details {
                answers.push(Answer::Text(form.transformation().to_string()));
                let order = form.automorphisms().order();
                let order = order.and_then(|order| u64::try_from(order).ok());
                answers.push(order.map_or(Answer::Null, Answer::Count));
            }
            answers.insert(0, Answer::Grid(form.into_grid(), puzzle.symbols));
            ToolAnswer::Complete(answers)
        })
    }
}
