//! A trace as JSON: a line for the problem, a line for each step, a line for the end.

use super::run::{TraceEnd, TraceLimit, run};
use super::subject::{TracedProblem, TracedPuzzle};
use quadrille::sudoku::{Unit, UnitKind};
use quadrille::trace::{Action, LinkedMatrix, Step};
use quadrille::{ItemId, OptionId, Problem};
use serde::Serialize;
use std::io::{self, Write};

/// Writes the steps as JSON, an object a line: the problem, each step, and the end.
///
/// Items are named; options have their number, from 1.
///
/// # Errors
/// If the writer fails.
pub fn write_json(
    traced: &TracedProblem,
    limit: &TraceLimit,
    out: &mut dyn Write,
) -> io::Result<TraceEnd> {
    let mut line = |record: Line<'_>| -> io::Result<()> {
        serde_json::to_writer(&mut *out, &record)?;
        writeln!(out)
    };
    line(Line::Problem(ProblemRecord::new(traced)))?;
    let end = run(traced, limit, |number, matrix, step| {
        line(Line::Step(StepRecord::new(number, matrix, step)))
    })?;
    line(Line::End(EndRecord::new(&end)))?;
    Ok(end)
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Line<'a> {
    Problem(ProblemRecord<'a>),
    End(EndRecord),
    #[serde(untagged)]
    Step(StepRecord<'a>),
}

/// The problem of a trace.
#[derive(Serialize)]
pub(super) struct ProblemRecord<'a> {
    title: &'a str,
    items: Vec<ItemRecord<'a>>,
    options: Vec<OptionRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sudoku: Option<SudokuRecord>,
}

#[derive(Serialize)]
struct ItemRecord<'a> {
    name: &'a str,
    primary: bool,
}

#[derive(Serialize)]
struct OptionRecord<'a> {
    name: String,
    items: Vec<EntryRecord<'a>>,
    /// Of a Sudoku, the number of the cell, from 0, and the symbol of the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symbol: Option<String>,
}

#[derive(Serialize)]
struct EntryRecord<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<&'a str>,
}

#[derive(Serialize)]
struct SudokuRecord {
    size: usize,
    box_rows: usize,
    box_columns: usize,
    /// Of each cell the symbol of its clue, or an empty text.
    clues: Vec<String>,
    /// The cells of each irregular box, and of each region beyond rows, columns and boxes, except
    /// moves of chess.
    regions: Vec<Vec<usize>>,
}

/// A step of a trace.
#[derive(Debug, Default, Serialize)]
pub(super) struct StepRecord<'a> {
    step: u64,
    depth: usize,
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<usize>,
    /// Of a choice, the number of options, and of items with this number.
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ties: Option<usize>,
    /// Of an option that is tried, its position among the options of the item.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<usize>,
    /// Of a solution, its options.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<usize>>,
}

/// The end of a trace.
#[derive(Serialize)]
pub(super) struct EndRecord {
    steps: u64,
    nodes: u64,
    solutions: u64,
    complete: bool,
}

impl<'a> ProblemRecord<'a> {
    pub(super) fn new(traced: &'a TracedProblem) -> Self {
        let problem = traced.problem();
        let item =
            |item| ItemRecord { name: problem.item_name(item), primary: problem.is_primary(item) };
        Self {
            title: traced.title(),
            items: problem.items().map(item).collect(),
            options: problem.options().map(|option| OptionRecord::new(traced, option)).collect(),
            sudoku: traced.puzzle.as_ref().map(SudokuRecord::new),
        }
    }
}

impl<'a> OptionRecord<'a> {
    fn new(traced: &'a TracedProblem, option: OptionId) -> Self {
        let problem = traced.problem();
        let entries = problem.entries(option).iter().map(|entry| EntryRecord {
            name: problem.item_name(entry.item),
            color: entry.color.map(|color| problem.color_name(color)),
        });
        let placement = traced.puzzle.as_ref().map(|puzzle| {
            let (cell, value) = puzzle.placements[option.index()];
            (cell, puzzle.symbol(value))
        });
        let (cell, symbol) = placement.unzip();
        Self { name: traced.option_name(option), items: entries.collect(), cell, symbol }
    }
}

impl SudokuRecord {
    fn new(puzzle: &TracedPuzzle) -> Self {
        let geometry = &puzzle.geometry;
        let (box_rows, box_columns) = geometry.band_and_stack();
        let is_shown = |unit: &&Unit| match unit.kind() {
            UnitKind::Row | UnitKind::Column | UnitKind::Move => false,
            UnitKind::Box => geometry.box_shape().is_none(),
            UnitKind::Region => true,
        };
        let regions = geometry.units().iter().filter(is_shown);
        Self {
            size: geometry.size(),
            box_rows,
            box_columns,
            clues: puzzle.grid.cells().iter().map(|&value| puzzle.symbol(value)).collect(),
            regions: regions.map(|unit| unit.cells().to_vec()).collect(),
        }
    }
}

impl<'a> StepRecord<'a> {
    /// The record of a step, given the matrix after it.
    pub(super) fn new(step: u64, matrix: &'a LinkedMatrix, taken: Step) -> Self {
        let problem: &'a Problem = matrix.problem();
        let name = |item: ItemId| Some(problem.item_name(item));
        let number = |option: OptionId| Some(option.index() + 1);
        let record = |action| Self { step, depth: taken.depth, action, ..Self::default() };
        match taken.action {
            Action::Choose { item, options, ties } => {
                let (options, ties) = (Some(options), Some(ties));
                Self { item: name(item), options, ties, ..record("choose") }
            }
            Action::Cover { item } => Self { item: name(item), ..record("cover") },
            Action::Uncover { item } => Self { item: name(item), ..record("uncover") },
            Action::Hide { option, item } => {
                Self { item: name(item), option: number(option), ..record("hide") }
            }
            Action::Unhide { option, item } => {
                Self { item: name(item), option: number(option), ..record("unhide") }
            }
            Action::Try { option, number: position, of } => {
                let (position, of) = (Some(position), Some(of));
                Self { option: number(option), number: position, of, ..record("try") }
            }
            Action::GiveUp { option } => Self { option: number(option), ..record("give-up") },
            Action::Purify { item, color } => {
                let color = Some(problem.color_name(color));
                Self { item: name(item), color, ..record("purify") }
            }
            Action::Unpurify { item, color } => {
                let color = Some(problem.color_name(color));
                Self { item: name(item), color, ..record("unpurify") }
            }
            Action::Solution => {
                let tried = matrix.tried().iter().map(|option| option.index() + 1);
                Self { solution: Some(tried.collect()), ..record("solution") }
            }
            Action::Backtrack { item } => Self { item: name(item), ..record("backtrack") },
            _ => record("other"),
        }
    }
}

impl EndRecord {
    pub(super) fn new(end: &TraceEnd) -> Self {
        let TraceEnd { steps, nodes, solutions, is_complete: complete } = *end;
        Self { steps, nodes, solutions, complete }
    }
}
