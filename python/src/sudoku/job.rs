//! [`answer`]: all rows of a column, by several workers.

use super::answers::Answers;
use super::grid_task::GridTask;
use super::grid_worker::GridConfig;
use super::puzzle::RowError;
use super::question::{Block, BlockError, Question, RunLimits, push_row};
use super::row::Row;
use super::rows::Rows;
use super::rules::Rules;
use super::task::Task;
use super::values::Values;
use super::worker::Config;
use crate::errors::{exception, value_error};
use crate::settings;
use crate::watcher::{Ended, REPORT, Watcher, lock};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille::StopReason;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

/// The fewest and the most rows of a block, which a worker answers as a whole. Fewer do not fill
/// the lanes, and more do not fill them better.
const CHEAP_BLOCK: (usize, usize) = (32, 4096);

/// The same for puzzles that may take long: a block that ends soon shows progress.
const OTHER_BLOCK: (usize, usize) = (1, 128);

/// The blocks for each thread, if there are enough rows: some rows take longer than others.
const BLOCKS: usize = 16;

/// The most 9x9 puzzles that are solved in the calling thread: starting another one would take
/// longer, and they end sooner than anybody can interrupt them.
const FEW: usize = 16;

/// Answers a question about each row. `options` are those of the task.
///
/// Returns the columns of answers, the reason for the end, and the exception of a signal handler or
/// of the callback. Rows that were not answered are null; a single count that was stopped is a
/// lower bound. The callback gets the share of rows that are done, their number, 0, and seconds.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python passes them by position")]
pub(crate) fn answer(
    py: Python<'_>,
    task: &str,
    rows: (String, Bound<'_, PyAny>, usize),
    is_single: bool,
    rules: &Rules,
    options: &Bound<'_, PyDict>,
    skips_errors: bool,
    threads: Option<usize>,
    timeout: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Outcome> {
    let (kind, data, width) = rows;
    let rows = Rows::new(&kind, &data, width)?;
    let run = Run::new(threads, timeout, progress, is_single)?;
    if let Some(task) = Task::new(task, options)? {
        let is_cheap = is_cheap(task, &rows, rules);
        let is_short = is_cheap && rows.len() <= FEW && !run.watcher.has_callback();
        let limits = run.limits();
        let (rows, keeps_bounds) = (&rows, is_single);
        let config = Config { task, rules, rows, skips_errors, is_short, keeps_bounds, limits };
        let blocks = if is_cheap { CHEAP_BLOCK } else { OTHER_BLOCK };
        return if is_short { run.here(py, &config) } else { run.all(py, &config, blocks) };
    }
    let task = GridTask::new(task, options)?;
    let blocks = task.blocks(are_9x9(&rows, rules));
    let limits = run.limits();
    run.all(py, &GridConfig { task, rules, rows: &rows, skips_errors, limits }, blocks)
}

/// The columns of answers, the reason for the end, and an exception that ended the run.
pub(super) type Outcome = (Vec<Answers>, &'static str, Option<PyErr>);

/// How a job is run.
pub(super) struct Run {
    threads: usize,
    deadline: Option<Instant>,
    watcher: Watcher,
    is_single: bool,
}

impl Run {
    pub(super) fn new(
        threads: Option<usize>,
        timeout: Option<f64>,
        progress: Option<Py<PyAny>>,
        is_single: bool,
    ) -> PyResult<Self> {
        let threads = settings::threads(threads)?;
        let timeout = settings::timeout(timeout)?;
        let deadline = timeout.and_then(|time| Instant::now().checked_add(time));
        Ok(Self { threads, deadline, watcher: Watcher::new(progress), is_single })
    }

    /// What ends the run.
    pub(super) fn limits(&self) -> RunLimits {
        RunLimits { deadline: self.deadline, token: self.watcher.token() }
    }

    /// Answers all rows in the calling thread, as one block.
    fn here(&self, py: Python<'_>, question: &dyn Question) -> PyResult<Outcome> {
        let job = Job::new(question, question.len().max(1));
        let value = py.detach(|| job.run(1, &|_| {}));
        self.outcome(py, job, Ended { value, interrupt: None })
    }

    /// Answers all rows by several threads, in blocks with so many rows at least and at most.
    pub(super) fn all(
        &self,
        py: Python<'_>,
        question: &dyn Question,
        (fewest, most): (usize, usize),
    ) -> PyResult<Outcome> {
        let rows = question.len();
        let block = rows.div_ceil(BLOCKS.saturating_mul(self.threads)).clamp(fewest, most);
        let job = Job::new(question, block);
        let (report, begun) = (self.watcher.reporter(), Instant::now());
        let report = |done: usize| {
            let share = f64_of(done) / f64_of(rows.max(1));
            let done = u64::try_from(done).unwrap_or(u64::MAX);
            report((Some(share), done, 0, begun.elapsed().as_secs_f64(), None, None));
        };
        let ended = self.watcher.run(py, || job.run(self.threads, &report));
        self.outcome(py, job, ended)
    }

    fn outcome(
        &self,
        py: Python<'_>,
        job: Job<'_>,
        Ended { value, interrupt }: Ended<Result<StopReason, BlockError>>,
    ) -> PyResult<Outcome> {
        let stop = value.map_err(|error| exception_of(py, error, self.is_single))?;
        let columns = py.detach(|| job.into_columns());
        Ok((columns.into_iter().map(Answers::new).collect(), stop.name(), interrupt))
    }
}

/// Whether each row takes little time, by the first rows: 9x9 puzzles whose solutions are not all
/// counted do. Larger ones may take hours.
fn is_cheap(task: Task, rows: &Rows, rules: &Rules) -> bool {
    let is_quick = task != Task::Candidates && task.limit().is_some_and(|limit| limit <= 2);
    is_quick && rules.variant().is_some() && are_9x9(rows, rules)
}

/// Whether puzzles are 9x9, by the first rows.
fn are_9x9(rows: &Rows, rules: &Rules) -> bool {
    let is_9x9 = |row| match rows.row(row) {
        Row::Text(text) => text.len() == 81,
        Row::Cells(cells) => cells.len() == 81,
        Row::Null | Row::NullCell { .. } => true,
    };
    matches!(rules.size(), None | Some(9)) && (0..rows.len().min(FEW)).all(is_9x9)
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
        BlockError::Request(message) => PyValueError::new_err(message),
        BlockError::Solver(error) => value_error(&error),
        BlockError::Stopped => value_error(&StopReason::Cancelled),
    }
}

struct Job<'a> {
    question: &'a dyn Question,
    /// The rows of a block.
    block: usize,
    /// The first row that no worker has taken.
    next: AtomicUsize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The answers of blocks, by their first row.
    blocks: BTreeMap<usize, Vec<Values>>,
    done: usize,
    /// When the progress was reported.
    reported: Option<Instant>,
    /// The first wrong row, or another error.
    error: Option<BlockError>,
    is_stopped: bool,
}

impl<'a> Job<'a> {
    fn new(question: &'a dyn Question, block: usize) -> Self {
        Self { question, block, next: AtomicUsize::new(0), state: Mutex::default() }
    }

    /// Answers all blocks.
    fn run(
        &self,
        threads: usize,
        report: &(impl Fn(usize) + Sync),
    ) -> Result<StopReason, BlockError> {
        let threads = threads.min(self.question.len().div_ceil(self.block));
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
            None if state.is_stopped => {
                Ok(self.question.limits().stop().unwrap_or(StopReason::Cancelled))
            }
            None => Ok(StopReason::Exhausted),
        }
    }

    /// Answers blocks until none is left.
    fn work(&self, report: &impl Fn(usize)) {
        let mut worker = self.question.worker();
        while let Some(range) = self.take() {
            let (first, rows) = (range.start, range.len());
            let answered = worker.answer(range);
            let mut state = lock(&self.state);
            match answered {
                Ok(Block { columns, is_stopped }) => {
                    state.blocks.insert(first, columns);
                    state.is_stopped |= is_stopped;
                    state.done += rows;
                    let is_due = state.reported.is_none_or(|time| time.elapsed() >= REPORT);
                    if is_due || is_stopped || state.done == self.question.len() {
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
        let rows = self.question.len();
        {
            let mut state = lock(&self.state);
            if state.error.is_some() || state.is_stopped {
                return None;
            }
            if self.next.load(Ordering::Relaxed) < rows && self.question.limits().stop().is_some() {
                state.is_stopped = true;
                return None;
            }
        }
        let first = self.next.fetch_add(self.block, Ordering::Relaxed);
        (first < rows).then(|| first..rows.min(first + self.block))
    }

    /// The answers of all blocks. Blocks without answers are null.
    fn into_columns(self) -> Vec<Values> {
        let rows = self.question.len();
        let mut all = self.question.columns();
        let mut state = lock(&self.state);
        for first in (0..rows).step_by(self.block) {
            if let Some(block) = state.blocks.remove(&first) {
                all.iter_mut().zip(block).for_each(|(column, more)| column.append(more));
            } else {
                let end = rows.min(first + self.block);
                (first..end).for_each(|_| push_row(&mut all, None));
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
