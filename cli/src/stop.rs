//! The interruption of a run by its time limit or by a signal.
//!
//! Either *requests* a stop: it cancels the token of all solvers, the search ends, and the main
//! thread prints the results and exits. The main thread can't do so while it waits for input. So a
//! second thread waits for a moment, then flushes the output and ends the process itself.

use super::bar;
use super::exit::Exit;
use super::message::message;
use super::output::Output;
use quadrille::{CancelToken, StopReason};
use std::fmt;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The time in which the main thread can end the process itself.
const GRACE: Duration = Duration::from_millis(300);

/// The same while it does not wait for input: it may be building a large problem.
const PATIENCE: Duration = Duration::from_secs(2);

/// The time after the first signal in which others are ignored: `timeout` sends one to the process
/// and to its group.
const SAME_SIGNAL: Duration = Duration::from_millis(200);

/// The interval of checks whether it waits.
const LOOK: Duration = Duration::from_millis(20);

#[derive(Default)]
struct State {
    token: CancelToken,
    /// Whether the time limit was the first cause.
    time_up: AtomicBool,
    /// The time of the first signal.
    signalled: OnceLock<Instant>,
    /// What is full, if that was the first cause.
    full: OnceLock<String>,
    /// What the run counts: a noun and a participle; records that were read if it is not set.
    counted: OnceLock<(&'static str, &'static str)>,
    waiting: AtomicBool,
    /// The record to write if the program is ended while it works on a problem.
    pending: Mutex<Option<Pending>>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("token", &self.token).finish_non_exhaustive()
    }
}

/// The record of a problem whose answer is unknown, with the reason why.
pub(super) type Pending = Box<dyn Fn(StopReason) -> String + Send>;

/// The stop request of a run. Clones share their state.
#[derive(Clone, Debug, Default)]
pub(super) struct Stop {
    state: Arc<State>,
    records: Arc<AtomicU64>,
}

impl Stop {
    pub(super) fn new(output: &Output) -> Self {
        let stop = Self::default();
        stop.listen(output.clone());
        stop
    }

    pub(super) fn limit_time(&self, time: Duration, output: &Output) {
        let (stop, output) = (self.clone(), output.clone());
        thread::spawn(move || {
            thread::sleep(time);
            if !stop.is_requested() {
                stop.state.time_up.store(true, Ordering::Relaxed);
                stop.state.token.cancel();
                stop.enforce(&output);
            }
        });
    }

    /// Installs the signal handler: the first signal requests a stop, a later one ends the process
    /// at once. On systems without signals nothing happens.
    fn listen(&self, output: Output) {
        let stop = self.clone();
        let _ = ctrlc::set_handler(move || {
            if let Some(first) = stop.state.signalled.get() {
                if first.elapsed() < SAME_SIGNAL {
                    return;
                }
                bar::clear();
                process::exit(Exit::Stopped.code().into());
            }
            let _ = stop.state.signalled.set(Instant::now());
            stop.state.token.cancel();
            let (stop, output) = (stop.clone(), output.clone());
            thread::spawn(move || stop.enforce(&output));
        });
    }

    /// Ends the process after a grace period, if the main thread does not.
    fn enforce(&self, output: &Output) {
        let requested = Instant::now();
        thread::sleep(GRACE);
        while !self.state.waiting.load(Ordering::Relaxed) && requested.elapsed() < PATIENCE {
            thread::sleep(LOOK);
        }
        bar::clear();
        // Held until the process has ended: the main thread must not write the same record.
        let mut pending = self.state.pending.lock().unwrap_or_else(PoisonError::into_inner);
        let record = pending.take().map(|record| record(self.explain(StopReason::Cancelled)));
        output.try_end(&record.unwrap_or_default());
        message(self);
        process::exit(Exit::Stopped.code().into());
    }

    /// Requests a stop because something is full, as these words say.
    pub(super) fn request_when_full(&self, what: String) {
        if !self.is_requested() {
            self.state.full.get_or_init(|| what);
            self.state.token.cancel();
        }
    }

    /// Whether something full was the first cause.
    pub(super) fn is_full(&self) -> bool {
        self.state.full.get().is_some()
    }

    /// Sets what the run counts from now on instead of records that were read, such as `puzzle`,
    /// `generated`.
    pub(super) fn count_as(&self, noun: &'static str, participle: &'static str) {
        self.records.store(0, Ordering::Relaxed);
        self.state.counted.get_or_init(|| (noun, participle));
    }

    pub(super) fn token(&self) -> CancelToken {
        self.state.token.clone()
    }

    pub(super) fn is_requested(&self) -> bool {
        self.state.token.is_cancelled()
    }

    /// The same stop with a record counter of its own, for a worker whose block may be rejected.
    pub(super) fn with_own_count(&self) -> Self {
        Self { state: Arc::clone(&self.state), records: Arc::default() }
    }

    pub(super) fn count_records(&self, number: u64) {
        self.records.fetch_add(number, Ordering::Relaxed);
    }

    pub(super) fn records(&self) -> u64 {
        self.records.load(Ordering::Relaxed)
    }

    /// Sets the record that is written if the process is ended by force, or removes it. Blocks
    /// while the process is being ended.
    pub(super) fn set_pending(&self, pending: Option<Pending>) {
        *self.state.pending.lock().unwrap_or_else(PoisonError::into_inner) = pending;
    }

    /// Runs an operation that can block, such as a read of the input.
    pub(super) fn while_waiting<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.state.waiting.store(true, Ordering::Relaxed);
        let result = wait();
        self.state.waiting.store(false, Ordering::Relaxed);
        result
    }

    /// The reason why a solver stopped. A cancelled solver does not know whether the time limit was
    /// the cause.
    pub(super) fn explain(&self, stop: StopReason) -> StopReason {
        if stop == StopReason::Cancelled && self.state.time_up.load(Ordering::Relaxed) {
            StopReason::Deadline
        } else {
            stop
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time_up = self.state.time_up.load(Ordering::Relaxed);
        let reason = match self.state.full.get() {
            _ if time_up => "the time was up",
            Some(what) => what,
            None => "interrupted",
        };
        let (noun, participle) = self.state.counted.get().unwrap_or(&("record", "read"));
        match self.records() {
            1 => write!(f, "stopped: {reason}; 1 {noun} was {participle}"),
            records => write!(f, "stopped: {reason}; {records} {noun}s were {participle}"),
        }
    }
}
