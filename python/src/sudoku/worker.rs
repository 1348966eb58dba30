//! [`Config`]: questions that solvers answer, each worker with solvers of its own.

use super::puzzle::{Cells9OrGrid, Puzzle, RowError, Symbols, read};
use super::question::{Block, BlockError, BlockWorker, Question, RunLimits};
use super::rows::Rows;
use super::rules::Rules;
use super::task::Task;
use super::values::{Answer, Column, Values};
use quadrille::sudoku::simd9::{BatchSolver, Cells, PuzzleResult, Variant};
use quadrille::sudoku::{Encoding, Grid, PuzzleError, SolveError, SudokuSolver};
use quadrille::{Solver, StopReason, Uniqueness};
use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;
use std::time::Instant;

/// A question that solvers answer.
pub(super) struct Config<'a> {
    pub(super) task: Task,
    pub(super) rules: &'a Rules,
    pub(super) rows: &'a Rows,
    /// Whether wrong rows are null.
    pub(super) skips_errors: bool,
    /// Whether the run takes so little time that nothing interrupts it.
    pub(super) is_short: bool,
    /// Whether a count that is stopped is a lower bound, and not null. In a column it would look
    /// like a count.
    pub(super) keeps_bounds: bool,
    pub(super) limits: RunLimits,
}

impl Question for Config<'_> {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn columns(&self) -> Vec<Values> {
        let column = match self.task {
            Task::Solve => Column::grids(self.rows),
            Task::Check => Column::Verdicts(Vec::new()),
            Task::Count(_) => Column::Counts(Vec::new()),
            Task::Candidates => Column::masks(),
        };
        vec![Values::new(column)]
    }

    fn worker(&self) -> Box<dyn BlockWorker + '_> {
        Box::new(Worker { config: self, solvers: HashMap::new() })
    }

    fn limits(&self) -> &RunLimits {
        &self.limits
    }
}

/// Solvers, made when they are first needed.
struct Worker<'a> {
    config: &'a Config<'a>,
    /// For each size of grids.
    solvers: HashMap<usize, SizeSolver>,
}

/// What solves the grids of a size.
enum SizeSolver {
    /// 9x9 grids, many at a time.
    Lanes(Variant, Box<BatchSolver>),
    Search(Box<SudokuSolver>),
}

/// A row that waits for its answer.
enum Waiting {
    Null,
    /// A puzzle among those that are solved together.
    Batch,
    /// An answer that was found alone.
    Answered(Answer),
    /// What is known of an answer when the search is stopped: a lower bound of a count, or null.
    Bounded(Answer),
}

impl BlockWorker for Worker<'_> {
    fn answer(&mut self, range: Range<usize>) -> Result<Block, BlockError> {
        let Config { task, rules, rows, skips_errors, keeps_bounds, .. } = *self.config;
        let (mut waiting, mut batch) = (Vec::with_capacity(range.len()), Vec::new());
        let mut is_stopped = false;
        for index in range {
            if is_stopped {
                waiting.push(Waiting::Null);
                continue;
            }
            let answered = read(rows.row(index), rules)
                .map_err(BlockError::Row)
                .and_then(|puzzle| self.begin(puzzle, &mut batch));
            let row = match answered {
                Ok(row) => row,
                Err(BlockError::Row(_)) if skips_errors => Waiting::Null,
                Err(BlockError::Row(error)) => {
                    return Err(BlockError::Row(RowError { row: index, ..error }));
                }
                Err(BlockError::Stopped) => {
                    is_stopped = true;
                    Waiting::Null
                }
                Err(error) => return Err(error),
            };
            is_stopped |= matches!(row, Waiting::Bounded(_));
            waiting.push(row);
        }
        let mut results = match self.solvers.get_mut(&9) {
            Some(SizeSolver::Lanes(_, lanes)) => Some(lanes.solve_all(batch)),
            _ => None,
        };
        let mut columns = self.config.columns();
        for row in waiting {
            let row = match row {
                Waiting::Batch => {
                    let result = results.as_mut().and_then(Iterator::next);
                    result.map_or(Waiting::Bounded(Answer::Null), |result| of_result(task, &result))
                }
                row => row,
            };
            is_stopped |= matches!(row, Waiting::Bounded(_));
            let answer = match row {
                Waiting::Answered(answer) => answer,
                Waiting::Bounded(bound) if keeps_bounds => bound,
                _ => Answer::Null,
            };
            columns
                .iter_mut()
                .take(1)
                .zip([answer])
                .for_each(|(column, answer)| column.push(answer));
        }
        Ok(Block { columns, is_stopped })
    }
}

impl Worker<'_> {
    /// Puts a puzzle into the batch, or answers it.
    fn begin(
        &mut self,
        puzzle: Option<Puzzle>,
        batch: &mut Vec<Cells>,
    ) -> Result<Waiting, BlockError> {
        let Some(Puzzle { grid, symbols }) = puzzle else { return Ok(Waiting::Null) };
        let size = if let Cells9OrGrid::Grid(grid) = &grid { grid.size() } else { 9 };
        let task = self.config.task;
        match (self.solver(size)?, grid) {
            (SizeSolver::Lanes(_, lanes), Cells9OrGrid::Cells(cells)) => {
                if task != Task::Candidates {
                    batch.push(cells);
                    return Ok(Waiting::Batch);
                }
                let found = lanes.candidates(&cells).ok_or(BlockError::Stopped)?;
                let masks = found.masks().iter().map(|&mask| u64::from(mask)).collect();
                Ok(Waiting::Answered(Answer::Masks(masks, symbols.alphabet)))
            }
            (SizeSolver::Search(solver), grid) => search(task, solver, &grid.into_grid(), symbols),
            (SizeSolver::Lanes(..), Cells9OrGrid::Grid(grid)) => {
                let error = PuzzleError::WrongSize { expected: 9, found: grid.size() };
                Err(BlockError::Solver(error.into()))
            }
        }
    }

    /// The solver for grids of a size.
    fn solver(&mut self, size: usize) -> Result<&mut SizeSolver, BlockError> {
        match self.solvers.entry(size) {
            Entry::Occupied(entry) => Ok(entry.into_mut()),
            Entry::Vacant(entry) => Ok(entry.insert(SizeSolver::new(size, self.config)?)),
        }
    }
}

impl SizeSolver {
    fn new(size: usize, config: &Config<'_>) -> Result<Self, BlockError> {
        let wrong = |message: String| BlockError::Row(RowError { row: 0, place: None, message });
        if let Some(expected) = config.rules.size().filter(|&expected| expected != size) {
            let error = PuzzleError::WrongSize { expected, found: size };
            return Err(wrong(error.to_string()));
        }
        if size == 9
            && let Some(variant) = config.rules.variant()
        {
            let lanes = if config.is_short { cached_lanes } else { new_lanes };
            return Ok(Self::Lanes(variant, lanes(variant, config)));
        }
        let geometry = config.rules.geometry(size).map_err(|error| wrong(error.to_string()))?;
        Ok(Self::Search(Box::new(searcher(&Encoding::new(geometry), config))))
    }
}

fn new_lanes(variant: Variant, config: &Config<'_>) -> Box<BatchSolver> {
    let (token, deadline) = (config.limits.token.clone(), config.limits.deadline);
    let in_time = move || deadline.is_none_or(|deadline| Instant::now() < deadline);
    let mut lanes = BatchSolver::new(variant)
        .keep_first(config.task == Task::Solve)
        .continue_while(move || !token.is_cancelled() && in_time());
    lanes.set_limit(config.task.limit());
    Box::new(lanes)
}

thread_local! {
    /// Solvers of short runs for the next one in this thread: making one takes longer than solving
    /// a puzzle.
    static CACHE: RefCell<HashMap<(Variant, bool), Box<BatchSolver>>> = RefCell::default();
}

/// Solvers of short runs: by their variant, and by whether they keep first solutions.
fn cached_lanes(variant: Variant, config: &Config<'_>) -> Box<BatchSolver> {
    let keeps_first = config.task == Task::Solve;
    let cached = CACHE.with_borrow_mut(|cache| cache.remove(&(variant, keeps_first)));
    let new = || Box::new(BatchSolver::new(variant).keep_first(keeps_first));
    let mut lanes = cached.unwrap_or_else(new);
    lanes.set_limit(config.task.limit());
    lanes
}

impl Drop for Worker<'_> {
    /// Keeps the solver of a short run.
    fn drop(&mut self) {
        if let Some(SizeSolver::Lanes(variant, lanes)) = self.solvers.remove(&9)
            && self.config.is_short
        {
            let key = (variant, self.config.task == Task::Solve);
            CACHE.with_borrow_mut(|cache| cache.insert(key, lanes));
        }
    }
}

fn searcher(encoding: &Encoding, config: &Config<'_>) -> SudokuSolver {
    SudokuSolver::new(encoding).configure(|mut solver| {
        solver = solver.cancel_token(config.limits.token.clone());
        if let Some(deadline) = config.limits.deadline {
            solver = solver.deadline(deadline);
        }
        if let Task::Count(Some(limit)) = config.task {
            solver = solver.limit(limit);
        }
        solver
    })
}

/// The answer in a result of the lanes, which may have been stopped.
fn of_result(task: Task, result: &PuzzleResult) -> Waiting {
    let limit = task.limit().unwrap_or(u64::MAX);
    let is_stopped = !result.is_complete() && result.solutions < limit;
    let answer = match task {
        Task::Solve | Task::Check if is_stopped => Answer::Null,
        Task::Solve => result.first.map_or(Answer::Null, Answer::Cells),
        Task::Check => Answer::Verdict(u8::try_from(result.solutions).unwrap_or(2)),
        Task::Count(_) | Task::Candidates => Answer::Count(result.solutions),
    };
    if is_stopped { Waiting::Bounded(answer) } else { Waiting::Answered(answer) }
}

/// The answer of a search for exact covers.
fn search(
    task: Task,
    solver: &mut SudokuSolver,
    grid: &Grid,
    symbols: Symbols,
) -> Result<Waiting, BlockError> {
    Ok(Waiting::Answered(match task {
        Task::Solve => solve(solver, grid, symbols)?,
        Task::Check => check(solver, grid)?,
        Task::Count(_) => return count(solver, grid),
        Task::Candidates => {
            Answer::Masks(solver.candidates(grid).map_err(solve_error)?, symbols.alphabet)
        }
    }))
}

/// The solver with a puzzle; `None` if its clues clash.
fn load<'s>(
    solver: &'s mut SudokuSolver,
    grid: &Grid,
) -> Result<Option<&'s mut Solver>, BlockError> {
    match solver.load(grid) {
        Ok(solver) => Ok(Some(solver)),
        Err(PuzzleError::Clash(_)) => Ok(None),
        Err(error) => Err(solve_error(error.into())),
    }
}

/// The number of solutions, or a lower bound of it.
fn count(solver: &mut SudokuSolver, grid: &Grid) -> Result<Waiting, BlockError> {
    let Some(solver) = load(solver, grid)? else { return Ok(Waiting::Answered(Answer::Count(0))) };
    let count = solver.count();
    let answer = Answer::Count(count.solutions);
    Ok(match count.stop {
        StopReason::Exhausted | StopReason::SolutionLimit => Waiting::Answered(answer),
        _ => Waiting::Bounded(answer),
    })
}

/// The first solution, or null.
fn solve(solver: &mut SudokuSolver, grid: &Grid, symbols: Symbols) -> Result<Answer, BlockError> {
    let encoding = solver.encoding().clone();
    let Some(solver) = load(solver, grid)? else { return Ok(Answer::Null) };
    let Some(solution) = solver.first().map_err(|_| BlockError::Stopped)? else {
        return Ok(Answer::Null);
    };
    let grid = encoding.decode(solution.options()).map_err(SolveError::Engine);
    Ok(Answer::Grid(grid.map_err(BlockError::Solver)?, symbols))
}

/// Whether there are solutions.
fn check(solver: &mut SudokuSolver, grid: &Grid) -> Result<Answer, BlockError> {
    let Some(solver) = load(solver, grid)? else { return Ok(Answer::Verdict(0)) };
    match solver.is_unique() {
        Ok(Uniqueness::None) => Ok(Answer::Verdict(0)),
        Ok(Uniqueness::Unique) => Ok(Answer::Verdict(1)),
        Ok(Uniqueness::Multiple) => Ok(Answer::Verdict(2)),
        Err(_) => Err(BlockError::Stopped),
    }
}

fn solve_error(error: SolveError) -> BlockError {
    match error {
        SolveError::Stopped(_) => BlockError::Stopped,
        error => BlockError::Solver(error),
    }
}
