//! What stops a run from outside: the time that it was given, and signals.
//!
//! Either *pulls* the stop: the token of all solvers is cancelled, the search ends, and the main thread prints
//! what was found and leaves. That can't happen while it waits for an input that does not come, so a second
//! thread looks after a moment, writes out what is held back, and ends the program itself.

use super::bar;
use super::exit::Exit;
use super::message::message;
use super::output::Output;
use quadrille::{CancelToken, StopReason};
use std::fmt;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long the main thread may take to end by itself.
const GRACE: Duration = Duration::from_millis(300);

/// The same while it does not wait for input: a large problem may be in the making.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often to look whether it waits.
const LOOK: Duration = Duration::from_millis(20);

/// What the threads know of each other.
#[derive(Default)]
struct State {
    token: CancelToken,
    /// The first of the two causes to come is the one that is told.
    time_up: AtomicBool,
    signalled: AtomicBool,
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

/// The stop of a run. Clones are the same stop.
#[derive(Clone, Debug, Default)]
pub(super) struct Stop {
    state: Arc<State>,
    /// How many records were read.
    records: Arc<AtomicU64>,
}

impl Stop {
    /// Listens to signals, and to the clock if there is a limit of time.
    pub(super) fn new(timeout: Option<Duration>, output: &Output) -> Self {
        let stop = Self::default();
        stop.listen(output.clone());
        if let Some(time) = timeout {
            let (stop, output) = (stop.clone(), output.clone());
            thread::spawn(move || {
                thread::sleep(time);
                if !stop.is_pulled() {
                    stop.state.time_up.store(true, Ordering::Relaxed);
                    stop.state.token.cancel();
                    stop.enforce(&output);
                }
            });
        }
        stop
    }

    /// The first signal pulls the stop, the second ends the program at once. Where there are no signals, the
    /// program runs without.
    fn listen(&self, output: Output) {
        let stop = self.clone();
        let _ = ctrlc::set_handler(move || {
            if stop.state.signalled.swap(true, Ordering::Relaxed) {
                bar::clear();
                process::exit(Exit::Stopped.code().into());
            }
            stop.state.token.cancel();
            let (stop, output) = (stop.clone(), output.clone());
            thread::spawn(move || stop.enforce(&output));
        });
    }

    /// Ends the program, if it does not end by itself.
    fn enforce(&self, output: &Output) {
        let pulled = Instant::now();
        thread::sleep(GRACE);
        while !self.state.waiting.load(Ordering::Relaxed) && pulled.elapsed() < PATIENCE {
            thread::sleep(LOOK);
        }
        bar::clear();
        // Held until the process has ended: the main thread must not write the same record.
        let mut pending = self.state.pending.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(record) = pending.take() {
            output.try_write(&record(self.explain(StopReason::Cancelled)));
        }
        output.try_flush();
        message(self);
        process::exit(Exit::Stopped.code().into());
    }

    /// The token for solvers.
    pub(super) fn token(&self) -> CancelToken {
        self.state.token.clone()
    }

    /// Whether no more records are to be read.
    pub(super) fn is_pulled(&self) -> bool {
        self.state.token.is_cancelled()
    }

    /// The same stop for somebody who counts records apart, which may turn out to be read in vain.
    pub(super) fn apart(&self) -> Self {
        Self { state: Arc::clone(&self.state), records: Arc::default() }
    }

    /// Notes that one more record was read.
    pub(super) fn count_record(&self) {
        self.count_records(1);
    }

    /// Notes that so many more were read.
    pub(super) fn count_records(&self, number: u64) {
        self.records.fetch_add(number, Ordering::Relaxed);
    }

    /// How many records were read.
    pub(super) fn records(&self) -> u64 {
        self.records.load(Ordering::Relaxed)
    }

    /// Sets the record that is written if the program has to be ended by force, or removes it. Blocks if the program is
    /// being ended.
    pub(super) fn set_pending(&self, pending: Option<Pending>) {
        *self.state.pending.lock().unwrap_or_else(PoisonError::into_inner) = pending;
    }

    /// Does what may take as long as others like, such as to read an input.
    pub(super) fn while_waiting<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.state.waiting.store(true, Ordering::Relaxed);
        let result = wait();
        self.state.waiting.store(false, Ordering::Relaxed);
        result
    }

    /// The reason why a solver stopped: all that it can know is that it was cancelled.
    pub(super) fn explain(&self, stop: StopReason) -> StopReason {
        if stop == StopReason::Cancelled && self.state.time_up.load(Ordering::Relaxed) {
            StopReason::Deadline
        } else {
            stop
        }
    }
}

/// What to tell the user.
impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time_up = self.state.time_up.load(Ordering::Relaxed);
        let reason = if time_up { "the time was up" } else { "interrupted" };
        match self.records() {
            1 => write!(f, "stopped: {reason}; 1 record was read"),
            records => write!(f, "stopped: {reason}; {records} records were read"),
        }
    }
}
