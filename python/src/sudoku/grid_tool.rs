//! [`GridTool`]: answers a question about grids of one geometry.

use super::puzzle::Symbols;
use super::question::RunLimits;
use super::values::Answer;
use quadrille::sudoku::Grid;
use std::fmt::Display;
use std::time::Instant;

/// A puzzle of a column.
pub(super) struct RowPuzzle {
    pub(super) row: usize,
    pub(super) grid: Grid,
    pub(super) symbols: Symbols,
}

/// Answers a question about grids of one geometry.
pub(super) trait GridTool {
    /// For each puzzle its answers, as far as the search is not stopped.
    fn answers(&mut self, puzzles: &[RowPuzzle]) -> Vec<ToolAnswer>;
}

/// What a tool finds about a puzzle. Answers are one for each column.
pub(super) enum ToolAnswer {
    Complete(Vec<Answer>),
    /// The search was stopped; what it had found.
    Stopped(Option<Vec<Answer>>),
    /// The question has no answer for the puzzle, and why.
    Wrong(String),
}

impl ToolAnswer {
    /// The answer for an error: `is_stopped` if a search was stopped.
    pub(super) fn of_error(error: &dyn Display, is_stopped: bool) -> Self {
        if is_stopped { Self::Stopped(None) } else { Self::Wrong(error.to_string()) }
    }
}

/// Asks about puzzles one by one, until a search is stopped.
pub(super) fn one_by_one(
    puzzles: &[RowPuzzle],
    mut ask: impl FnMut(&RowPuzzle) -> ToolAnswer,
) -> Vec<ToolAnswer> {
    let mut answers = Vec::with_capacity(puzzles.len());
    for puzzle in puzzles {
        answers.push(ask(puzzle));
        if let Some(ToolAnswer::Stopped(_)) = answers.last() {
            break;
        }
    }
    answers
}

/// Sets the token and the deadline of a search by its own methods.
pub(super) fn limited<T>(
    search: T,
    limits: &RunLimits,
    token: impl FnOnce(T, quadrille::CancelToken) -> T,
    deadline: impl FnOnce(T, Instant) -> T,
) -> T {
    let search = token(search, limits.token.clone());
    match limits.deadline {
        Some(time) => deadline(search, time),
        None => search,
    }
}
