//! [`generate`] and [`grids`]: random puzzles and random solution grids.

use super::job::{Outcome, Run};
use super::puzzle::{Cells9OrGrid, Puzzle, RowError, Symbols, read};
use super::question::{Block, BlockError, BlockWorker, Question, RunLimits, push_row};
use super::row::Row;
use super::rules::Rules;
use super::task::option;
use super::values::{Answer, Column, Values};
use crate::errors::{exception, value_error};
use crate::watcher::lock;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille::StopReason;
use quadrille::sudoku::generate::{
    Generator, GeneratorError, GeneratorOptions, GridGenerator, Sampling,
};
use quadrille::sudoku::rating::{Condition, Rater, RatingError};
use quadrille::sudoku::simd9::Variant;
use quadrille::sudoku::{Geometry, Grid};
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// The size of puzzles if none is given.
const SIZE: usize = 9;

/// The fewest and the most puzzles of a block. Puzzles that are generated together fill the lanes.
const BLOCK: (usize, usize) = (16, 512);

/// The same for puzzles that may take many attempts each.
const RARE_BLOCK: (usize, usize) = (1, 128);

/// The same for larger puzzles.
const LARGE_BLOCK: (usize, usize) = (1, 8);

/// What is generated: the puzzles with these numbers, as cells or as texts.
#[derive(Clone, FromPyObject)]
#[pyo3(from_item_all)]
struct Request {
    start: u64,
    number: usize,
    seed: u64,
    as_cells: bool,
    /// Whether there are columns besides the puzzles.
    details: bool,
}

impl Request {
    /// The numbers of the puzzles in a range of rows.
    fn numbers(&self, rows: Range<usize>) -> Range<u64> {
        let number = |row| self.start.saturating_add(u64::try_from(row).unwrap_or(u64::MAX));
        number(rows.start)..number(rows.end)
    }

    /// A column for grids.
    fn grids(&self, geometry: &Geometry) -> Values {
        Values::new(if self.as_cells {
            Column::Cells { cells: Vec::new(), width: geometry.cells() }
        } else {
            Column::texts()
        })
    }
}

/// Generates puzzles. Returns columns as `answer` does: the puzzles, and with details also the
/// solutions, the attempts, and the logarithms of the weights.
#[pyfunction]
pub(crate) fn generate(
    py: Python<'_>,
    rules: &Rules,
    options: &Bound<'_, PyDict>,
    threads: Option<usize>,
    timeout: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Outcome> {
    let geometry = geometry(rules)?;
    let request: Request = options.extract()?;
    let mut kind = GeneratorOptions::new().seed(request.seed);
    let sampling: String = option(options, "sampling")?;
    kind = kind.sampling(match sampling.as_str() {
        "fast" => Sampling::Fast,
        "weighted" => Sampling::Weighted,
        _ => return Err(unknown_sampling(&sampling, "fast, weighted")),
    });
    if option(options, "minimal")? {
        kind = kind.minimal();
    }
    let clues: Option<(usize, usize)> = option(options, "clues")?;
    if let Some((least, most)) = clues {
        kind = kind.clues(least..=most);
    }
    let symmetry: String = option(options, "symmetry")?;
    kind = kind.symmetry(symmetry.parse().map_err(|error| value_error(&error))?);
    let pattern: Option<Vec<u8>> = option(options, "pattern")?;
    if let Some(pattern) = &pattern {
        kind = kind.pattern(pattern_grid(py, pattern, rules)?);
    }
    let condition: Option<String> = option(options, "rating")?;
    let condition = condition.map(|text| text.parse::<Condition>());
    let condition = condition.transpose().map_err(|error| value_error(&error))?;
    let is_rare = clues.is_some() || pattern.is_some() || condition.is_some();
    let blocks = match geometry.size() {
        ..=SIZE if is_rare => RARE_BLOCK,
        ..=SIZE => BLOCK,
        _ => LARGE_BLOCK,
    };
    let run = Run::new(threads, timeout, progress, false)?;
    let limits = run.limits();
    let puzzles = RandomPuzzles { request, geometry, kind, condition, limits };
    puzzles.generator(&Arc::default()).map_err(|error| value_error(&error))?;
    run.all(py, &puzzles, blocks)
}

/// Draws solution grids, uniformly or fast. Returns one column as `answer` does.
#[pyfunction]
pub(crate) fn grids(
    py: Python<'_>,
    rules: &Rules,
    options: &Bound<'_, PyDict>,
    threads: Option<usize>,
    timeout: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Outcome> {
    let geometry = geometry(rules)?;
    let request: Request = options.extract()?;
    let run = Run::new(threads, timeout, progress, false)?;
    let limits = run.limits();
    let is_standard = Variant::of(&geometry) == Some(Variant::Standard);
    let sampling: String = option(options, "sampling")?;
    match sampling.as_str() {
        "uniform" | "fast" if is_standard => {
            run.all(py, &RandomGrids { request, geometry, limits }, (64, 4096))
        }
        "fast" => run.all(py, &RandomGrids { request, geometry, limits }, LARGE_BLOCK),
        "uniform" => Err(PyValueError::new_err(
            "uniform grids are drawn of standard 9x9 Sudoku only: add sampling=\"fast\"",
        )),
        _ => Err(unknown_sampling(&sampling, "uniform, fast")),
    }
}

fn unknown_sampling(found: &str, known: &str) -> PyErr {
    PyValueError::new_err(format!("there is no sampling {found:?}; there are {known}"))
}

fn geometry(rules: &Rules) -> PyResult<Geometry> {
    rules.geometry(rules.size().unwrap_or(SIZE)).map_err(|error| value_error(&error))
}

/// The grid whose clues say where those of puzzles are.
fn pattern_grid(py: Python<'_>, cells: &[u8], rules: &Rules) -> PyResult<Grid> {
    let wrong = |RowError { place, message, .. }| {
        exception(py, "PuzzleError", (message, None::<usize>, place))
    };
    let read = read(Row::Cells(cells), rules).map_err(wrong)?;
    let grid = read.map(|Puzzle { grid, .. }| Cells9OrGrid::into_grid(grid));
    grid.ok_or_else(|| PyValueError::new_err("expected a pattern"))
}

/// Random puzzles of a kind.
struct RandomPuzzles {
    request: Request,
    geometry: Geometry,
    kind: GeneratorOptions,
    condition: Option<Condition>,
    limits: RunLimits,
}

/// Why a condition can't be evaluated.
type ConditionFailure = Arc<Mutex<Option<String>>>;

impl RandomPuzzles {
    /// A generator. Its filter writes down why it fails, and stops the search.
    fn generator(&self, failure: &ConditionFailure) -> Result<Generator, GeneratorError> {
        let RunLimits { token, deadline } = &self.limits;
        let mut generator =
            Generator::new(&self.geometry, self.kind.clone())?.cancel_token(token.clone());
        let mut rater = Rater::new(&self.geometry).cancel_token(token.clone());
        if let Some(time) = *deadline {
            generator = generator.deadline(time);
            rater = rater.deadline(time);
        }
        let Some(condition) = self.condition.clone() else { return Ok(generator) };
        let failure = Arc::clone(failure);
        Ok(generator.filter(move |puzzle| {
            let holds = rater.rate(puzzle).and_then(|mut rating| condition.holds(&mut rating));
            holds.map_err(|error| match error {
                RatingError::Stopped(stop) | RatingError::Above { stop, .. } => stop,
                error => {
                    *lock(&failure) = Some(error.to_string());
                    StopReason::Cancelled
                }
            })
        }))
    }
}

impl Question for RandomPuzzles {
    fn len(&self) -> usize {
        self.request.number
    }

    fn columns(&self) -> Vec<Values> {
        let mut columns = vec![self.request.grids(&self.geometry)];
        if self.request.details {
            columns.push(self.request.grids(&self.geometry));
            columns.push(Values::new(Column::Counts(Vec::new())));
            columns.push(Values::new(Column::Reals(Vec::new())));
        }
        columns
    }

    fn worker(&self) -> Box<dyn BlockWorker + '_> {
        let failure = ConditionFailure::default();
        let generator = self.generator(&failure);
        Box::new(PuzzleWorker { puzzles: self, generator, failure })
    }

    fn limits(&self) -> &RunLimits {
        &self.limits
    }
}

struct PuzzleWorker<'a> {
    puzzles: &'a RandomPuzzles,
    generator: Result<Generator, GeneratorError>,
    failure: ConditionFailure,
}

impl BlockWorker for PuzzleWorker<'_> {
    fn answer(&mut self, range: Range<usize>) -> Result<Block, BlockError> {
        let RandomPuzzles { request, geometry, .. } = self.puzzles;
        let wrong = |error: &mut GeneratorError| BlockError::Request(error.to_string());
        let generator = self.generator.as_mut().map_err(wrong)?;
        let symbols = symbols(geometry)?;
        let rows = range.len();
        let generated = generator.puzzles(request.numbers(range));
        if let Some(message) = lock(&self.failure).take() {
            return Err(BlockError::Request(message));
        }
        let (mut columns, mut is_stopped) = (self.puzzles.columns(), false);
        // After a stop, puzzles can be missing at the end.
        let missing = rows.saturating_sub(generated.len());
        let generated = generated.into_iter().map(Result::ok).chain((0..missing).map(|_| None));
        for found in generated {
            is_stopped |= found.is_none();
            let answers = found.map(|found| {
                vec![
                    Answer::Grid(found.puzzle, symbols),
                    Answer::Grid(found.solution, symbols),
                    Answer::Count(found.attempts),
                    found.ln_weight.map_or(Answer::Null, Answer::Real),
                ]
            });
            push_row(&mut columns, answers);
        }
        Ok(Block { columns, is_stopped })
    }
}

/// The symbols of the grids of a geometry.
fn symbols(geometry: &Geometry) -> Result<Symbols, BlockError> {
    let none = || BlockError::Request(format!("there are no symbols of size {}", geometry.size()));
    Symbols::of_size(geometry.size()).ok_or_else(none)
}

/// Random solution grids.
struct RandomGrids {
    request: Request,
    geometry: Geometry,
    limits: RunLimits,
}

impl Question for RandomGrids {
    fn len(&self) -> usize {
        self.request.number
    }

    fn columns(&self) -> Vec<Values> {
        vec![self.request.grids(&self.geometry)]
    }

    fn worker(&self) -> Box<dyn BlockWorker + '_> {
        let RunLimits { token, deadline } = &self.limits;
        let generator = GridGenerator::new(&self.geometry).seed(self.request.seed);
        let generator = generator.cancel_token(token.clone());
        let generator = match *deadline {
            Some(time) => generator.deadline(time),
            None => generator,
        };
        Box::new(GridsWorker { grids: self, generator })
    }

    fn limits(&self) -> &RunLimits {
        &self.limits
    }
}

struct GridsWorker<'a> {
    grids: &'a RandomGrids,
    generator: GridGenerator,
}

impl BlockWorker for GridsWorker<'_> {
    fn answer(&mut self, range: Range<usize>) -> Result<Block, BlockError> {
        let RandomGrids { request, geometry, .. } = self.grids;
        let (symbols, mut columns) = (symbols(geometry)?, self.grids.columns());
        let mut is_stopped = false;
        for grid in self.generator.grids(request.numbers(range)) {
            is_stopped |= grid.is_err();
            push_row(&mut columns, grid.ok().map(|grid| vec![Answer::Grid(grid, symbols)]));
        }
        Ok(Block { columns, is_stopped })
    }
}
