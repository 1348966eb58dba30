//! The searches of a [`Problem`]. Each returns its result, the reason why it ended, and the
//! exception of a signal handler or a callback, if one has cancelled it.

use crate::problem::Problem;
use crate::random::stream;
use crate::settings::Settings;
use crate::stream::SolutionStream;
use crate::watcher::Ended;
use num_bigint::BigUint;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use quadrille::{Estimate, OptionId, Probes, Solution, Solver, StopReason};
use rand::rngs::ChaCha20Rng;
use std::num::NonZero;

/// A result, the reason for the end, and an exception.
type Outcome<T> = (T, &'static str, Option<PyErr>);

/// The options of a solution.
type Options = Vec<usize>;

/// Nodes and solutions, each with its standard error, and whether they are exact.
type EstimateRecord = (f64, f64, f64, f64, bool);

/// The options that all solutions of a subproblem have, and those that none has.
type SubproblemRecord = (Options, Options);

#[pymethods]
impl Problem {
    /// All solutions, one by one.
    fn solutions(&self, py: Python<'_>, settings: &Bound<'_, PyDict>) -> PyResult<SolutionStream> {
        let settings: Settings = settings.extract()?;
        let watcher = settings.watcher(py);
        let solver = settings.solver(&self.0, &watcher)?;
        Ok(SolutionStream::start(watcher, solver))
    }

    /// The number of solutions; with a limit, it is counted up to that by visiting solutions.
    fn count<'py>(
        &self,
        py: Python<'py>,
        settings: &Bound<'py, PyDict>,
    ) -> PyResult<Outcome<Bound<'py, PyAny>>> {
        let (limit, ended) = self.search(py, settings, |solver, limit| {
            if limit.is_some() {
                let count = solver.count();
                (BigUint::from(count.solutions), count.stop)
            } else {
                let count = solver.big_count();
                (count.solutions, count.stop)
            }
        })?;
        let Ended { value: (solutions, mut stop), interrupt } = ended;
        if limit.is_some() && stop == StopReason::SolutionLimit {
            stop = StopReason::Exhausted;
        }
        Ok((integer(py, &solutions)?, stop.name(), interrupt))
    }

    /// Whether there is no solution, one, or more, as a word.
    fn uniqueness(
        &self,
        py: Python<'_>,
        settings: &Bound<'_, PyDict>,
    ) -> PyResult<Outcome<Option<String>>> {
        let (_, ended) = self.search(py, settings, |solver, _| solver.is_unique())?;
        Ok(outcome(ended, |uniqueness| uniqueness.to_string()))
    }

    /// The `k` cheapest solutions with their costs, and a bound for all others.
    fn cheapest(
        &self,
        py: Python<'_>,
        k: usize,
        settings: &Bound<'_, PyDict>,
    ) -> PyResult<Outcome<(Vec<Options>, Option<u128>)>> {
        let (_, Ended { value, interrupt }) =
            self.search(py, settings, move |solver, _| solver.best(k))?;
        let solutions = value.solutions.iter().map(|best| options(&best.solution)).collect();
        Ok(((solutions, value.bound), value.stop.name(), interrupt))
    }

    /// Uniform samples, which are independent: those before a stop are as good as all.
    fn sample(
        &self,
        py: Python<'_>,
        number: usize,
        seed: u64,
        settings: &Bound<'_, PyDict>,
    ) -> PyResult<Outcome<Vec<Options>>> {
        let (_, Ended { value, interrupt }) =
            self.search(py, settings, move |solver, _| draw(solver, number, &mut stream(seed, 0)))?;
        let (samples, stop) = value;
        Ok((samples, stop.name(), interrupt))
    }

    /// The options that are in some solution.
    fn candidates(
        &self,
        py: Python<'_>,
        settings: &Bound<'_, PyDict>,
    ) -> PyResult<Outcome<Option<Options>>> {
        let (_, ended) = self.search(py, settings, |solver, _| solver.candidates())?;
        Ok(outcome(ended, |found| found.into_iter().map(OptionId::index).collect()))
    }

    /// An estimate of the size of the search.
    fn estimate(
        &self,
        py: Python<'_>,
        seed: u64,
        settings: &Bound<'_, PyDict>,
    ) -> PyResult<Outcome<Option<EstimateRecord>>> {
        let probes = Probes { seed, ..Probes::default() };
        let (_, ended) = self.search(py, settings, move |solver, _| solver.estimate(probes))?;
        Ok(outcome(ended, |estimate: Estimate| {
            let (nodes, solutions) = (estimate.nodes(), estimate.solutions());
            let errors = (estimate.nodes_error(), estimate.solutions_error());
            (nodes, errors.0, solutions, errors.1, estimate.is_exact())
        }))
    }

    /// Subproblems, each solution in one of them.
    fn partition(
        &self,
        py: Python<'_>,
        parts: usize,
        settings: &Bound<'_, PyDict>,
    ) -> PyResult<Outcome<Option<Vec<SubproblemRecord>>>> {
        let parts = NonZero::new(parts)
            .ok_or_else(|| PyValueError::new_err("the number of parts must be at least 1"))?;
        let (_, ended) = self.search(py, settings, move |solver, _| solver.partition(parts))?;
        let indices = |ids: Vec<OptionId>| ids.into_iter().map(OptionId::index).collect();
        Ok(outcome(ended, |parts| {
            let parts = parts.into_iter().map(|part| part.subproblem);
            parts.map(|part| (indices(part.include), indices(part.exclude))).collect()
        }))
    }
}

impl Problem {
    /// Runs a search with settings. Also returns the limit of solutions.
    fn search<T: Send>(
        &self,
        py: Python<'_>,
        settings: &Bound<'_, PyDict>,
        run: impl FnOnce(&mut Solver, Option<u64>) -> T + Send,
    ) -> PyResult<(Option<u64>, Ended<T>)> {
        let settings: Settings = settings.extract()?;
        let watcher = settings.watcher(py);
        let mut solver = settings.solver(&self.0, &watcher)?;
        let limit = settings.limit();
        Ok((limit, watcher.run(py, move || run(&mut solver, limit))))
    }
}

/// The outcome of a search that may have been stopped.
fn outcome<T, R>(
    ended: Ended<Result<T, StopReason>>,
    convert: impl FnOnce(T) -> R,
) -> Outcome<Option<R>> {
    let Ended { value, interrupt } = ended;
    match value {
        Ok(value) => (Some(convert(value)), StopReason::Exhausted.name(), interrupt),
        Err(stop) => (None, stop.name(), interrupt),
    }
}

/// Draws solutions, until the limits are reached or if there is none.
fn draw(
    solver: &mut Solver,
    number: usize,
    random: &mut ChaCha20Rng,
) -> (Vec<Options>, StopReason) {
    let mut samples = Vec::new();
    let mut sampler = match solver.sampler() {
        Ok(sampler) => sampler,
        Err(stop) => return (samples, stop),
    };
    while samples.len() < number {
        match sampler.sample(random) {
            Ok(Some(solution)) => samples.push(options(&solution)),
            Ok(None) => break,
            Err(stop) => return (samples, stop),
        }
    }
    (samples, StopReason::Exhausted)
}

fn options(solution: &Solution) -> Options {
    solution.options().iter().map(|option| option.index()).collect()
}

/// An integer of any length.
pub(crate) fn integer<'py>(py: Python<'py>, value: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(word) = u64::try_from(value) {
        return Ok(word.into_pyobject(py)?.into_any());
    }
    let bytes = PyBytes::new(py, &value.to_bytes_le());
    py.import("builtins")?.getattr("int")?.call_method1("from_bytes", (bytes, "little"))
}
