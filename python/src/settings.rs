//! [`Settings`]: the settings of a search, from a Python dictionary.

use crate::errors::value_error;
use crate::watcher::{REPORT, Watcher};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille::{Engine, Method, OptionId, Problem, Solver, Subproblem};
use std::num::NonZero;
use std::sync::OnceLock;
use std::thread::available_parallelism;
use std::time::Duration;

/// The settings of a search. Each key is in the dictionary; `None` is the default.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Settings {
    include: Vec<usize>,
    exclude: Vec<usize>,
    limit: Option<u64>,
    timeout: Option<f64>,
    threads: Option<usize>,
    memory: Option<usize>,
    engine: Option<String>,
    method: Option<String>,
    progress: Option<Py<PyAny>>,
}

impl Settings {
    pub(crate) fn limit(&self) -> Option<u64> {
        self.limit
    }

    /// A watcher with the callback for progress.
    pub(crate) fn watcher(&self, py: Python<'_>) -> Watcher {
        Watcher::new(self.progress.as_ref().map(|callback| callback.clone_ref(py)))
    }

    /// A solver with these settings, which a watcher can cancel.
    pub(crate) fn solver(&self, problem: &Problem, watcher: &Watcher) -> PyResult<Solver> {
        let engine = self.engine.as_deref().unwrap_or("auto");
        let engine: Engine = engine.parse().map_err(|error| value_error(&error))?;
        let mut solver = Solver::with_engine(problem, engine)
            .map_err(|error| value_error(&error))?
            .cancel_token(watcher.token())
            .threads(threads(self.threads)?);
        if let Some(method) = &self.method {
            let method: Method = method.parse().map_err(|error| value_error(&error))?;
            solver = solver.method(method);
        }
        if let Some(bytes) = self.memory {
            solver = solver.memory(bytes);
        }
        if let Some(limit) = self.limit {
            solver = solver.limit(limit);
        }
        if let Some(time) = timeout(self.timeout)? {
            solver = solver.timeout(time);
        }
        if watcher.has_callback() {
            solver = solver.progress(REPORT, watcher.listener());
        }
        let ids = |indices: &[usize]| indices.iter().copied().map(OptionId::new).collect();
        let subproblem = Subproblem { include: ids(&self.include), exclude: ids(&self.exclude) };
        solver.assume(&subproblem).map_err(|error| value_error(&error))?;
        Ok(solver)
    }
}

/// The number of threads: by default one for each core. Finding that out reads files, which takes
/// longer than solving a puzzle.
pub(crate) fn threads(threads: Option<usize>) -> PyResult<usize> {
    static CORES: OnceLock<usize> = OnceLock::new();
    match threads {
        Some(0) => Err(PyValueError::new_err("threads must be at least 1")),
        Some(threads) => Ok(threads),
        None => Ok(*CORES.get_or_init(|| available_parallelism().map_or(1, NonZero::get))),
    }
}

/// A number of seconds as a duration.
pub(crate) fn timeout(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let error = |_| PyValueError::new_err("timeout must be a number of seconds, at least 0");
    match seconds {
        None | Some(f64::INFINITY) => Ok(None),
        Some(seconds) => Duration::try_from_secs_f64(seconds).map(Some).map_err(error),
    }
}
