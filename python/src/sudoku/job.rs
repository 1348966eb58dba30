//! [`answer`]: all rows of a column, by several workers.

use super::answers::Answers;
use super::puzzle::RowError;
use super::row::Row;
use super::rows::Rows;
use super::rules::Rules;
use super::task::Task;
use super::values::{Answer, Values};
use super::worker::{Block, BlockError, Config, Worker};
use crate::errors::{exception, value_error};
use crate::settings;
use crate::watcher::{Ended, REPORT, Watcher, lock};
use pyo3::prelude::*;
use quadrille::StopReason;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

/// The fewest and the most rows of a block, which a worker answers as a whole. Fewer do not fill the
/// lanes, and more do not fill them better.
const CHEAP_BLOCK: (usize, usize) = (32, 4096);

/// The same for puzzles that may take long: a block that ends soon shows progress.
const OTHER_BLOCK: (usize, usize) = (1, 128);

/// The blocks for each thread, if there are enough rows: some rows take longer than others.
const BLOCKS: usize = 16;

/// The most 9x9 puzzles that are solved in the calling thread: starting another one would take
/// longer, and they end sooner than anybody can interrupt them.
const FEW: usize = 16;

/// Answers a question about each row.
///
/// Returns the answers, the reason for the end, and the exception of a signal handler or of the
/// callback. Rows that were not answered are null. The callback gets the share of rows that are
/// done, their number, 0, and seconds.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python passes them by position")]
pub(crate) fn answer(
    py: Python<'_>,
    task: &str,
    rows: (String, Bound<'_, PyAny>, usize),
    is_single: bool,
    rules: &Rules,
    limit: Option<u64>,
    skips_errors: bool,
    threads: Option<usize>,
    timeout: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Answers, &'static str, Option<PyErr>)> {
    let (kind, data, width) = rows;
    let (task, rows) = (Task::new(task, limit)?, Rows::new(&kind, &data, width)?);
    let threads = settings::threads(threads)?;
    let deadline = settings::timeout(timeout)?.and_then(|time| Instant::now().checked_add(time));
    let watcher = Watcher::new(progress);
    let token = watcher.token();
    let is_cheap = is_cheap(task, &rows, rules);
    let is_short = is_cheap && rows.len() <= FEW && !watcher.has_callback();
    let config = Config { task, rules, rows: &rows, skips_errors, is_short, deadline, token };
    let (fewest, most) = if is_cheap { CHEAP_BLOCK } else { OTHER_BLOCK };
    let block = rows.len().div_ceil(BLOCKS * threads).clamp(fewest, most);
    let job = Job { config: &config, block, next: AtomicUsize::new(0), state: Mutex::default() };
    let Ended { value, interrupt } = if is_short {
        Ended { value: py.detach(|| job.run(1, &|_| {})), interrupt: None }
    } else {
        let (report, begun) = (watcher.reporter(), Instant::now());
        let rows = job.config.rows.len();
        let report = |done: usize| {
            let share = f64_of(done) / f64_of(rows.max(1));
            let done = u64::try_from(done).unwrap_or(u64::MAX);
            report((Some(share), done, 0, begun.elapsed().as_secs_f64()));
        };
        watcher.run(py, || job.run(threads, &report))
    };
    let stop = value.map_err(|error| exception_of(py, error, is_single))?;
    let values = py.detach(|| job.into_values());
    Ok((Answers::new(values), stop.name(), interrupt))
}

/// Whether each row takes little time, by the first rows: 9x9 puzzles whose solutions are not all
/// counted do. Larger ones may take hours.
fn is_cheap(task: Task, rows: &Rows, rules: &Rules) -> bool {
    let is_quick = task != Task::Candidates && task.limit().is_some_and(|limit| limit <= 2);
    let is_9x9 = |row| match rows.row(row) {
        Row::Text(text) => text.len() == 81,
        Row::Cells(cells) => cells.len() == 81,
        Row::Null | Row::NullCell { .. } => true,
    };
    is_quick
        && matches!(rules.size(), None | Some(9))
        && rules.variant().is_some()
        && (0..rows.len().min(FEW)).all(is_9x9)
}

#[expect(clippy::as_conversions, reason = "a share of rows, not exact above 2^53")]
fn f64_of(number: usize) -> f64 {
    number as f64
}

fn exception_of(py: Python<'_>, error: BlockError, is_single: bool) -> PyErr {
    match error {
        BlockError::Row(RowError { row, place, message }) => {
            let row = if is_single { None } else { Some(row) };
            exception(py, "PuzzleError", (message, row, place))
        }
        BlockError::Solver(error) => value_error(&error),
        BlockError::Stopped => value_error(&StopReason::Cancelled),
    }
}

struct Job<'a> {
    config: &'a Config<'a>,
    /// The rows of a block.
    block: usize,
    /// The first row that no worker has taken.
    next: AtomicUsize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The answers of blocks, by their first row.
    blocks: BTreeMap<usize, Values>,
    done: usize,
    /// When the progress was reported.
    reported: Option<Instant>,
    /// The first wrong row, or another error.
    error: Option<BlockError>,
    is_stopped: bool,
}

impl Job<'_> {
    /// Answers all blocks.
    fn run(
        &self,
        threads: usize,
        report: &(impl Fn(usize) + Sync),
    ) -> Result<StopReason, BlockError> {
        let threads = threads.min(self.config.rows.len().div_ceil(self.block));
        if threads <= 1 {
            self.work(report);
        } else {
            thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| self.work(report));
                }
            });
        }
        let mut state = lock(&self.state);
        match state.error.take() {
            Some(error) => Err(error),
            None if state.is_stopped => Ok(self.config.stop().unwrap_or(StopReason::Cancelled)),
            None => Ok(StopReason::Exhausted),
        }
    }

    /// Answers blocks until none is left.
    fn work(&self, report: &impl Fn(usize)) {
        let mut worker = Worker::new(self.config);
        while let Some(range) = self.take() {
            let (first, rows) = (range.start, range.len());
            let answered = worker.answer(range);
            let mut state = lock(&self.state);
            match answered {
                Ok(Block { values, is_stopped }) => {
                    state.blocks.insert(first, values);
                    state.is_stopped |= is_stopped;
                    state.done += rows;
                    let is_due = state.reported.is_none_or(|time| time.elapsed() >= REPORT);
                    if is_due || is_stopped || state.done == self.config.rows.len() {
                        state.reported = Some(Instant::now());
                        report(state.done);
                    }
                }
                Err(error) => state.fail(error),
            }
        }
    }

    /// The next block. Blocks are taken in order, so that the first wrong row is found.
    fn take(&self) -> Option<Range<usize>> {
        let rows = self.config.rows.len();
        {
            let mut state = lock(&self.state);
            if state.error.is_some() || state.is_stopped {
                return None;
            }
            if self.next.load(Ordering::Relaxed) < rows && self.config.stop().is_some() {
                state.is_stopped = true;
                return None;
            }
        }
        let first = self.next.fetch_add(self.block, Ordering::Relaxed);
        (first < rows).then(|| first..rows.min(first + self.block))
    }

    /// The answers of all blocks. Blocks without answers are null.
    fn into_values(self) -> Values {
        let Config { task, rows, .. } = self.config;
        let mut all = Values::new(*task, rows);
        let mut state = lock(&self.state);
        for first in (0..rows.len()).step_by(self.block) {
            if let Some(block) = state.blocks.remove(&first) {
                all.append(block);
            } else {
                let end = rows.len().min(first + self.block);
                (first..end).for_each(|_| all.push(Answer::Null));
            }
        }
        drop(state);
        all
    }
}

impl State {
    /// Keeps the error of the first wrong row.
    fn fail(&mut self, error: BlockError) {
        let row = |error: &BlockError| match error {
            BlockError::Row(error) => error.row,
            _ => 0,
        };
        if self.error.as_ref().is_none_or(|first| row(&error) < row(first)) {
            self.error = Some(error);
        }
    }
}
