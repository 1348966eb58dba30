//! [`MinimalTool`]: redundant clues, and minimal puzzles within a puzzle.

use super::grid_tool::{GridTool, RowPuzzle, ToolAnswer, limited, one_by_one};
use super::question::RunLimits;
use super::task::option;
use super::values::Answer;
use crate::random::stream;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille::StopReason;
use quadrille::sudoku::minimal::{FewestClues, MinimalError, Minimiser};
use quadrille::sudoku::{Geometry, Grid};
use rand::seq::SliceRandom;
use std::ops::ControlFlow;

/// Which minimal puzzles are wanted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    /// One, by removing clues in a random order.
    One {
        seed: u64,
    },
    /// One with the fewest clues.
    Fewest,
    All {
        limit: Option<u64>,
    },
}

impl Wanted {
    pub(super) fn new(options: &Bound<'_, PyDict>) -> PyResult<Self> {
        Ok(match (option(options, "all")?, option(options, "fewest")?) {
            (true, _) => Self::All { limit: option(options, "limit")? },
            (false, true) => Self::Fewest,
            (false, false) => Self::One { seed: option(options, "seed")? },
        })
    }
}

/// Finds redundant clues, or removes them.
pub(super) struct MinimalTool {
    minimiser: Minimiser,
    /// `None` for the redundant clues.
    wanted: Option<Wanted>,
}

impl MinimalTool {
    /// A tool that finds the redundant clues.
    pub(super) fn redundant(geometry: &Geometry, limits: &RunLimits) -> Self {
        let minimiser = Minimiser::new(geometry);
        let minimiser = limited(minimiser, limits, Minimiser::cancel_token, Minimiser::deadline);
        Self { minimiser, wanted: None }
    }

    /// A tool that finds minimal puzzles.
    pub(super) fn minimise(geometry: &Geometry, limits: &RunLimits, wanted: Wanted) -> Self {
        Self { wanted: Some(wanted), ..Self::redundant(geometry, limits) }
    }

    fn minimal(&mut self, puzzles: &[RowPuzzle], seed: u64) -> Vec<ToolAnswer> {
        let with_order = |puzzle: &RowPuzzle| {
            // The numbers of rows are those of lines, from 1, as in the program.
            let line = u64::try_from(puzzle.row).unwrap_or(u64::MAX).saturating_add(1);
            let mut order: Vec<_> = (0..puzzle.grid.cells().len()).collect();
            order.shuffle(&mut stream(seed, line));
            (puzzle.grid.clone(), order)
        };
        let found = self.minimiser.minimise_all(puzzles.iter().map(with_order).collect());
        let answer = |(found, puzzle): (Result<Grid, MinimalError>, &RowPuzzle)| {
            tool_answer(found.map(|grid| Answer::Grid(grid, puzzle.symbols)))
        };
        found.into_iter().zip(puzzles).map(answer).collect()
    }

    fn fewest(&mut self, puzzle: &RowPuzzle) -> ToolAnswer {
        match self.minimiser.fewest_clues(&puzzle.grid) {
            Ok(FewestClues { puzzle: found, stop }) => {
                ended(stop, vec![Answer::Grid(found, puzzle.symbols)])
            }
            Err(error) => tool_answer(Err(error)),
        }
    }

    fn all(&mut self, puzzle: &RowPuzzle, limit: Option<u64>) -> ToolAnswer {
        let (mut puzzles, mut left) = (Vec::new(), limit.unwrap_or(u64::MAX));
        let visited = self.minimiser.visit_minimal(&puzzle.grid, |minimal| {
            puzzles.push(minimal.clone());
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let found = |puzzles| vec![Answer::GridList(puzzles, puzzle.symbols)];
        match visited {
            Ok(()) => ToolAnswer::Complete(found(puzzles)),
            Err(MinimalError::Stopped(_)) if !puzzles.is_empty() => {
                ToolAnswer::Stopped(Some(found(puzzles)))
            }
            Err(error) => tool_answer(Err(error)),
        }
    }
}

impl GridTool for MinimalTool {
    fn answers(&mut self, puzzles: &[RowPuzzle]) -> Vec<ToolAnswer> {
        match self.wanted {
            Some(Wanted::One { seed }) => self.minimal(puzzles, seed),
            Some(Wanted::Fewest) => one_by_one(puzzles, |puzzle| self.fewest(puzzle)),
            Some(Wanted::All { limit }) => one_by_one(puzzles, |puzzle| self.all(puzzle, limit)),
            None => {
                let grids: Vec<_> = puzzles.iter().map(|puzzle| puzzle.grid.clone()).collect();
                let found = self.minimiser.redundant_all(&grids).into_iter();
                found.map(|found| tool_answer(found.map(Answer::CellSet))).collect()
            }
        }
    }
}

fn tool_answer(found: Result<Answer, MinimalError>) -> ToolAnswer {
    match found {
        Ok(answer) => ToolAnswer::Complete(vec![answer]),
        Err(error) => ToolAnswer::of_error(&error, matches!(error, MinimalError::Stopped(_))),
    }
}

/// The answer of a search that has ended for a reason.
fn ended(stop: StopReason, answers: Vec<Answer>) -> ToolAnswer {
    match stop {
        StopReason::Exhausted => ToolAnswer::Complete(answers),
        _ => ToolAnswer::Stopped(Some(answers)),
    }
}
