//! [`GridTask`]: a question about each puzzle that is answered by more than its solutions.

use super::canonical_tool::CanonicalTool;
use super::grid_tool::GridTool;
use super::minimal_tool::{MinimalTool, Wanted};
use super::neighbour_tool::NeighbourTool;
use super::question::RunLimits;
use super::rating_tool::{RatingTask, RatingTool};
use super::rows::Rows;
use super::task::option;
use super::unavoidable_tool::UnavoidableTool;
use super::values::{Column, Values};
use super::within_tool::WithinTool;
use crate::errors::value_error;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille::sudoku::Geometry;
use quadrille::sudoku::hunt::Replacement;

/// A question about a puzzle.
#[derive(Clone, Debug)]
pub(super) enum GridTask {
    /// The clues that can be removed.
    Redundant,
    /// Minimal puzzles within the puzzle.
    Minimise(Wanted),
    /// The least equivalent form; by the solution, or of the puzzle alone. With details, also a
    /// transformation to it and the number of automorphisms.
    Canonical { by_solution: bool, details: bool },
    /// Numbers that say how hard the puzzle is.
    Rate(RatingTask),
    /// Puzzles in which some clues are replaced.
    Neighbours(Replacement),
    /// The minimal unavoidable sets of a solution, up to a number of cells.
    Unavoidable { max_size: usize },
    /// The puzzles with a number of clues within a solution, and the most that are wanted.
    Within { clues: usize, limit: Option<usize> },
}

impl GridTask {
    pub(super) fn new(name: &str, options: &Bound<'_, PyDict>) -> PyResult<Self> {
        Ok(match name {
            "redundant" => Self::Redundant,
            "minimise" => Self::Minimise(Wanted::new(options)?),
            "canonical" => Self::Canonical {
                by_solution: option(options, "by_solution")?,
                details: option(options, "details")?,
            },
            "rate" => Self::Rate(RatingTask::new(options)?),
            "neighbours" => {
                let step: String = option(options, "step")?;
                Self::Neighbours(step.parse().map_err(|error| value_error(&error))?)
            }
            "unavoidable" => Self::Unavoidable { max_size: option(options, "max_size")? },
            "within" => {
                Self::Within { clues: option(options, "clues")?, limit: option(options, "limit")? }
            }
            _ => return Err(PyValueError::new_err(format!("there is no task `{name}`"))),
        })
    }

    /// The fewest and the most rows of a block.
    pub(super) fn blocks(&self, are_9x9: bool) -> (usize, usize) {
        match self {
            // Many puzzles fill the lanes together.
            Self::Redundant | Self::Minimise(Wanted::One { .. }) if are_9x9 => (16, 512),
            Self::Canonical { .. } if are_9x9 => (1, 512),
            _ => (1, 16),
        }
    }

    /// The columns of the answers, without rows.
    pub(super) fn columns(&self, rows: &Rows) -> Vec<Values> {
        let columns = match self {
            Self::Redundant => vec![Column::CellSets(Vec::new())],
            Self::Minimise(Wanted::All { .. }) | Self::Neighbours(_) | Self::Within { .. } => {
                vec![Column::grid_lists(rows)]
            }
            Self::Minimise(_) | Self::Canonical { details: false, .. } => vec![Column::grids(rows)],
            Self::Canonical { details: true, .. } => {
                vec![Column::grids(rows), Column::texts(), Column::Counts(Vec::new())]
            }
            Self::Rate(task) => task.columns(),
            Self::Unavoidable { .. } => vec![Column::CellSetLists(Vec::new())],
        };
        columns.into_iter().map(Values::new).collect()
    }

    /// What answers the question about grids of a geometry.
    pub(super) fn tool(&self, geometry: &Geometry, limits: &RunLimits) -> Box<dyn GridTool> {
        match self {
            Self::Redundant => Box::new(MinimalTool::redundant(geometry, limits)),
            Self::Minimise(wanted) => Box::new(MinimalTool::minimise(geometry, limits, *wanted)),
            Self::Canonical { by_solution, details } => {
                Box::new(CanonicalTool::new(geometry, limits, *by_solution, *details))
            }
            Self::Rate(task) => Box::new(RatingTool::new(geometry, limits, task.clone())),
            Self::Neighbours(step) => Box::new(NeighbourTool::new(geometry, limits, *step)),
            Self::Unavoidable { max_size } => {
                Box::new(UnavoidableTool::new(geometry, limits, *max_size))
            }
            Self::Within { clues, limit } => {
                Box::new(WithinTool::new(geometry, limits, *clues, *limit))
            }
        }
    }
}
