//! [`RatingTool`]: how hard puzzles are.

use super::grid_tool::{GridTool, RowPuzzle, ToolAnswer, limited, one_by_one};
use super::question::RunLimits;
use super::task::option;
use super::values::{Answer, Column};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille::sudoku::Geometry;
use quadrille::sudoku::rating::{Rater, Rating, RatingError, RatingNumber};

/// Which numbers are found, and how.
#[derive(Clone, Debug)]
pub(super) struct RatingTask {
    numbers: Vec<RatingNumber>,
    /// Whether the steps of the logical solver are listed.
    explains: bool,
    seed: u64,
    forms: u32,
}

impl RatingTask {
    pub(super) fn new(options: &Bound<'_, PyDict>) -> PyResult<Self> {
        let names: Vec<String> = option(options, "numbers")?;
        Ok(Self {
            numbers: names.iter().map(|name| number(name)).collect::<PyResult<_>>()?,
            explains: option(options, "explain")?,
            seed: option(options, "seed")?,
            forms: option(options, "forms")?,
        })
    }

    /// The columns: one for each number, and the steps.
    pub(super) fn columns(&self) -> Vec<Column> {
        let column = |number: &RatingNumber| match number {
            RatingNumber::Technique => Column::texts(),
            RatingNumber::Guesses => Column::Reals(Vec::new()),
            _ => Column::Counts(Vec::new()),
        };
        let steps = self.explains.then(|| Column::TextLists(Vec::new()));
        self.numbers.iter().map(column).chain(steps).collect()
    }
}

fn number(name: &str) -> PyResult<RatingNumber> {
    let found = RatingNumber::ALL.into_iter().find(|number| number.name() == name);
    found.ok_or_else(|| {
        let names = RatingNumber::ALL.map(RatingNumber::name).join(", ");
        PyValueError::new_err(format!("there is no number {name:?}; there are {names}"))
    })
}

/// Rates puzzles.
pub(super) struct RatingTool {
    rater: Rater,
    task: RatingTask,
}

impl RatingTool {
    pub(super) fn new(geometry: &Geometry, limits: &RunLimits, task: RatingTask) -> Self {
        let rater = Rater::new(geometry).seed(task.seed).forms(task.forms);
        Self { rater: limited(rater, limits, Rater::cancel_token, Rater::deadline), task }
    }

    fn rate(&mut self, puzzle: &RowPuzzle) -> Result<Vec<Answer>, RatingError> {
        let mut rating = self.rater.rate(&puzzle.grid)?;
        let mut answers = Vec::new();
        for &number in &self.task.numbers {
            answers.push(answer(&mut rating, number)?);
        }
        if self.task.explains {
            let path = rating.path()?;
            answers.push(Answer::TextList(path.steps().iter().map(ToString::to_string).collect()));
        }
        Ok(answers)
    }
}

fn answer(rating: &mut Rating<'_>, number: RatingNumber) -> Result<Answer, RatingError> {
    let count = |count: usize| Answer::Count(u64::try_from(count).unwrap_or(u64::MAX));
    Ok(match number {
        RatingNumber::Clues => count(rating.clues()),
        RatingNumber::Backdoor => count(rating.backdoor()?.len()),
        RatingNumber::Depth => count(rating.depth()?),
        RatingNumber::Guesses => Answer::Real(rating.guesses()?.mean),
        RatingNumber::Technique => Answer::Text(rating.technique()?.to_string()),
        _ => Answer::Null,
    })
}

impl GridTool for RatingTool {
    fn answers(&mut self, puzzles: &[RowPuzzle]) -> Vec<ToolAnswer> {
        one_by_one(puzzles, |puzzle| match self.rate(puzzle) {
            Ok(answers) => ToolAnswer::Complete(answers),
            Err(error) => {
                let is_stopped =
                    matches!(error, RatingError::Stopped(_) | RatingError::Above { .. });
                ToolAnswer::of_error(&error, is_stopped)
            }
        })
    }
}
