//! [`Watcher`]: runs a search in a thread, and meanwhile looks for signals and calls the callback
//! for progress.

use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};
use quadrille::{CancelToken, Progress};
use std::panic::resume_unwind;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The time between two looks at signals: a Ctrl-C ends a search after about this time.
pub(crate) const POLL: Duration = Duration::from_millis(20);

/// The time between two calls of the callback for progress.
pub(crate) const REPORT: Duration = Duration::from_millis(100);

/// The progress of a search: the arguments of the callback. The share that is done, solutions or
/// rows, nodes, seconds, and the least cost and the bound of a search for the cheapest.
pub(crate) type ProgressRecord = (Option<f64>, u64, u64, f64, Option<u128>, Option<u128>);

/// The connection between a search and the Python thread that waits for it.
pub(crate) struct Watcher {
    token: CancelToken,
    step: Arc<Mutex<Option<ProgressRecord>>>,
    callback: Mutex<Option<Py<PyAny>>>,
}

/// The end of a search that was watched.
pub(crate) struct Ended<T> {
    pub(crate) value: T,
    /// What a signal handler or the callback has raised. The search was cancelled then.
    pub(crate) interrupt: Option<PyErr>,
}

impl Watcher {
    pub(crate) fn new(callback: Option<Py<PyAny>>) -> Self {
        Self { token: CancelToken::new(), step: Arc::default(), callback: Mutex::new(callback) }
    }

    /// The token that cancels the search.
    pub(crate) fn token(&self) -> CancelToken {
        self.token.clone()
    }

    /// Whether there is a callback.
    pub(crate) fn has_callback(&self) -> bool {
        lock(&self.callback).is_some()
    }

    /// Whether the callback is to be called.
    pub(crate) fn has_report(&self) -> bool {
        self.has_callback() && lock(&self.step).is_some()
    }

    /// A function to which the search reports its progress, from any thread.
    pub(crate) fn reporter(&self) -> impl Fn(ProgressRecord) + Send + Sync + Clone + 'static {
        let step = Arc::clone(&self.step);
        move |new| *lock(&step) = Some(new)
    }

    /// The same for searches of a solver.
    pub(crate) fn listener(&self) -> impl FnMut(&Progress) + Send + 'static {
        let report = self.reporter();
        move |progress| {
            let (solutions, nodes) = (progress.solutions(), progress.nodes());
            let seconds = progress.elapsed().as_secs_f64();
            let (least_cost, bound) = (progress.least_cost(), progress.bound());
            report((progress.share(), solutions, nodes, seconds, least_cost, bound));
        }
    }

    /// Runs signal handlers, and calls the callback if there is something new. An exception cancels
    /// the search.
    pub(crate) fn poll(&self, py: Python<'_>) -> PyResult<()> {
        let looked = py.check_signals().and_then(|()| self.report(py));
        if looked.is_err() {
            self.token.cancel();
        }
        looked
    }

    fn report(&self, py: Python<'_>) -> PyResult<()> {
        let step = lock(&self.step).take();
        let callback = lock(&self.callback).as_ref().map(|callback| callback.clone_ref(py));
        if let (Some(callback), Some(step)) = (callback, step) {
            callback.call1(py, step)?;
        }
        Ok(())
    }

    /// Shows the callback to the garbage collector.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        // The collector holds the lock of the interpreter, and nothing waits for that with the
        // lock of the callback.
        visit.call(&*lock(&self.callback))
    }

    /// Drops the callback.
    pub(crate) fn clear(&self) {
        let callback = lock(&self.callback).take();
        drop(callback);
    }

    /// Runs a search in a thread of its own, without the lock of the interpreter.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        search: impl FnOnce() -> T + Send,
    ) -> Ended<T> {
        let (is_done, changed) = (Mutex::new(false), Condvar::new());
        let signal = || {
            *lock(&is_done) = true;
            changed.notify_one();
        };
        thread::scope(|scope| {
            let worker = scope.spawn(|| {
                let value = search();
                signal();
                value
            });
            let mut interrupt = None;
            while !py.detach(|| wait(&is_done, &changed)) && !worker.is_finished() {
                if interrupt.is_none() {
                    interrupt = self.poll(py).err();
                }
            }
            let value = py.detach(|| worker.join()).unwrap_or_else(|panic| resume_unwind(panic));
            interrupt = interrupt.or_else(|| self.poll(py).err());
            Ended { value, interrupt }
        })
    }
}

/// Waits until the flag is set, up to [`POLL`]. Returns it.
fn wait(is_done: &Mutex<bool>, changed: &Condvar) -> bool {
    let guard = lock(is_done);
    let waited = changed.wait_timeout_while(guard, POLL, |is_done| !*is_done);
    *waited.unwrap_or_else(PoisonError::into_inner).0
}

/// Locks a mutex. Nothing is left half-changed by a thread that panics.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
