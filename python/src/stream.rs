//! [`SolutionStream`]: solutions of a search that goes on in another thread.
//!
//! The search fills a buffer and waits when it is full. No lock is held while a solution is
//! used, so that the iterator can be dropped at any time, and several threads can share it.

use crate::watcher::{POLL, Watcher, lock};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use pyo3::{PyTraverseError, PyVisit};
use quadrille::{OptionId, Solver, StopReason};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// The most solutions that wait in the buffer.
const CAPACITY: usize = 1024;

/// The buffer between a search and its readers.
#[derive(Default)]
struct Buffer {
    solutions: VecDeque<Box<[OptionId]>>,
    /// The reason why the search ended.
    end: Option<StopReason>,
    /// Whether nothing reads any more.
    is_closed: bool,
}

#[derive(Default)]
struct Shared {
    buffer: Mutex<Buffer>,
    changed: Condvar,
}

impl Shared {
    /// Waits until the buffer is ready or some time has passed, and returns what `take` takes.
    fn wait<T>(
        &self,
        is_ready: impl Fn(&Buffer) -> bool,
        take: impl FnOnce(&mut Buffer) -> T,
    ) -> T {
        let guard = lock(&self.buffer);
        let waited = self.changed.wait_timeout_while(guard, POLL, |buffer| !is_ready(buffer));
        let mut guard = waited.unwrap_or_else(PoisonError::into_inner).0;
        let taken = take(&mut guard);
        drop(guard);
        self.changed.notify_all();
        taken
    }

    /// Adds a solution, after waiting for space. Breaks if nothing reads any more.
    fn push(&self, options: &[OptionId]) -> ControlFlow<()> {
        let mut options: Box<[OptionId]> = options.into();
        options.sort_unstable();
        let mut solution = Some(options);
        loop {
            let has_space = |buffer: &Buffer| buffer.is_closed || buffer.solutions.len() < CAPACITY;
            let is_closed = self.wait(has_space, |buffer| {
                if buffer.solutions.len() < CAPACITY {
                    buffer.solutions.extend(solution.take());
                }
                buffer.is_closed
            });
            match (is_closed, &solution) {
                (true, _) => return ControlFlow::Break(()),
                (false, None) => return ControlFlow::Continue(()),
                (false, Some(_)) => {}
            }
        }
    }
}

/// What a reader finds in the buffer.
enum Next {
    Solution(Box<[OptionId]>),
    End,
    Nothing,
}

/// An iterator over solutions.
#[pyclass(frozen)]
pub(crate) struct SolutionStream {
    watcher: Watcher,
    shared: Arc<Shared>,
    /// The thread of the search.
    search: Mutex<Option<JoinHandle<()>>>,
}

impl SolutionStream {
    /// Starts a search.
    pub(crate) fn start(watcher: Watcher, mut solver: Solver) -> Self {
        let shared = Arc::<Shared>::default();
        let writer = Arc::clone(&shared);
        let search = thread::spawn(move || {
            let count = solver.visit(|options| writer.push(options));
            lock(&writer.buffer).end = Some(count.stop);
            writer.changed.notify_all();
        });
        Self { watcher, shared, search: Mutex::new(Some(search)) }
    }

    /// Goes on with a panic of the search, which has left no reason for its end.
    fn resume_panic(&self) {
        let ended = lock(&self.search).take_if(|search| search.is_finished());
        if let Some(Err(panic)) = ended.map(JoinHandle::join) {
            resume_unwind(panic);
        }
    }

    fn take(&self) -> Next {
        let is_ready = |buffer: &Buffer| !buffer.solutions.is_empty() || buffer.end.is_some();
        self.shared.wait(is_ready, |buffer| {
            let found = buffer.solutions.pop_front().map(Next::Solution);
            found.unwrap_or(if buffer.end.is_some() { Next::End } else { Next::Nothing })
        })
    }
}

#[pymethods]
impl SolutionStream {
    /// The options of the next solution; `None` at the end.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        // Where solutions follow each other quickly, nothing waits for them.
        if self.watcher.has_report() {
            self.watcher.poll(py)?;
        }
        loop {
            match py.detach(|| self.take()) {
                Next::Solution(options) => {
                    return PyTuple::new(py, options.iter().map(|option| option.index())).map(Some);
                }
                Next::End => {
                    self.watcher.poll(py)?;
                    return Ok(None);
                }
                Next::Nothing => {
                    self.resume_panic();
                    self.watcher.poll(py)?;
                }
            }
        }
    }

    /// The reason why there are no more solutions; `None` as long as there may be more.
    fn stop_reason(&self) -> Option<&'static str> {
        let buffer = lock(&self.shared.buffer);
        buffer.end.filter(|_| buffer.solutions.is_empty()).map(StopReason::name)
    }

    // The callback may hold the iterator.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.watcher.traverse(&visit)
    }

    fn __clear__(&self) {
        self.watcher.clear();
    }

    /// Ends the search. Solutions that were found are still there.
    fn cancel(&self) {
        self.watcher.token().cancel();
    }
}

impl Drop for SolutionStream {
    fn drop(&mut self) {
        self.watcher.token().cancel();
        lock(&self.shared.buffer).is_closed = true;
        self.shared.changed.notify_all();
    }
}
