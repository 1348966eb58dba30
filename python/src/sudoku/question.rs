//! [`Question`] and [`BlockWorker`]: what a job does for each of its rows.

use super::puzzle::RowError;
use super::values::{Answer, Values};
use quadrille::sudoku::SolveError;
use quadrille::{CancelToken, StopReason};
use std::ops::Range;
use std::time::Instant;

/// A question about each row of a column, or a request for puzzles by their numbers.
pub(super) trait Question: Sync {
    /// The number of rows.
    fn len(&self) -> usize;

    /// The columns of the answers, without rows.
    fn columns(&self) -> Vec<Values>;

    /// A worker with solvers of its own.
    fn worker(&self) -> Box<dyn BlockWorker + '_>;

    /// What ends the run.
    fn limits(&self) -> &RunLimits;
}

/// Answers blocks of rows.
pub(super) trait BlockWorker {
    /// Answers some rows.
    fn answer(&mut self, range: Range<usize>) -> Result<Block, BlockError>;
}

/// What ends a run.
#[derive(Clone)]
pub(super) struct RunLimits {
    pub(super) deadline: Option<Instant>,
    pub(super) token: CancelToken,
}

impl RunLimits {
    /// The reason why the run is to end, if there is one.
    pub(super) fn stop(&self) -> Option<StopReason> {
        if self.token.is_cancelled() {
            return Some(StopReason::Cancelled);
        }
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        is_late.then_some(StopReason::Deadline)
    }
}

/// The answers of a block.
pub(super) struct Block {
    /// The columns. Rows that were not reached are null.
    pub(super) columns: Vec<Values>,
    pub(super) is_stopped: bool,
}

/// Why a block has no answers.
pub(super) enum BlockError {
    Row(RowError),
    /// What was asked for is impossible.
    Request(String),
    Stopped,
    /// A solver has failed: a bug.
    Solver(SolveError),
}

/// Adds a row to columns: the answers, one for each column, or nulls.
pub(super) fn push_row(columns: &mut [Values], answers: Option<Vec<Answer>>) {
    let mut answers = answers.unwrap_or_default().into_iter();
    for column in columns {
        column.push(answers.next().unwrap_or(Answer::Null));
    }
}
