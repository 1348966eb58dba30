//! [`Task`]: a question about each puzzle.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A question about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Task {
    /// The first solution.
    Solve,
    /// Whether there is no solution, one, or more.
    Check,
    /// The number of solutions, up to a limit.
    Count(Option<u64>),
    /// The values of each cell in all solutions.
    Candidates,
}

impl Task {
    pub(super) fn new(name: &str, limit: Option<u64>) -> PyResult<Self> {
        match name {
            "solve" => Ok(Self::Solve),
            "check" => Ok(Self::Check),
            "count" => Ok(Self::Count(limit)),
            "candidates" => Ok(Self::Candidates),
            _ => Err(PyValueError::new_err(format!("there is no task `{name}`"))),
        }
    }

    /// The number of solutions after which a search ends.
    pub(super) fn limit(self) -> Option<u64> {
        match self {
            Self::Solve => Some(1),
            Self::Check | Self::Candidates => Some(2),
            Self::Count(limit) => limit,
        }
    }
}
