//! [`Task`]: a question about each puzzle that a solver answers.

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A question about a puzzle that a solver answers.
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
    /// The task of a name; `None` if it is not one for solvers.
    pub(super) fn new(name: &str, options: &Bound<'_, PyDict>) -> PyResult<Option<Self>> {
        Ok(match name {
            "solve" => Some(Self::Solve),
            "check" => Some(Self::Check),
            "count" => Some(Self::Count(option(options, "limit")?)),
            "candidates" => Some(Self::Candidates),
            _ => None,
        })
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

/// An option of a task.
pub(super) fn option<T>(options: &Bound<'_, PyDict>, name: &str) -> PyResult<T>
where
    T: for<'a, 'py> FromPyObject<'a, 'py, Error: Into<PyErr>>,
{
    let found = options.get_item(name)?.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
    found.extract().map_err(Into::into)
}
