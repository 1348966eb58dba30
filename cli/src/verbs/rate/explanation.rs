//! [`Explanation`]: the steps with which a puzzle is solved, and what they lead to.

use crate::json::{Object, push_array};
use crate::puzzle_verb::push_clue;
use crate::subject::push_mark;
use quadrille::sudoku::rating::{HardestTechnique, LogicPath, LogicStep};
use quadrille::sudoku::text::{self, Record};
use quadrille::sudoku::{CandidateGrid, Geometry, Grid};

/// The steps of the logical solver for a puzzle.
#[derive(Debug)]
pub(super) struct Explanation {
    path: LogicPath,
    end: Ending,
}

/// What the steps lead to.
#[derive(Debug)]
enum Ending {
    Solution(Grid),
    /// The values and candidates that are left, and a drawing of them.
    Left {
        record: Box<Record>,
        drawing: String,
    },
}

impl Explanation {
    /// Explains a puzzle with this solution.
    pub(super) fn new(
        path: LogicPath,
        solution: &Grid,
        record: &Record,
        geometry: &Geometry,
    ) -> Result<Self, String> {
        let end = if path.hardest() == HardestTechnique::Beyond {
            let record = left(&path, record).map_err(|error| error.to_string())?;
            let drawing = draw(&record, path.candidates(), geometry);
            Ending::Left { record: Box::new(record), drawing }
        } else {
            Ending::Solution(solution.clone())
        };
        Ok(Self { path, end })
    }

    /// Appends a line for each step, and the end. All lines are indented.
    pub(super) fn write(&self, record: &Record, out: &mut String) {
        let mut line = |text: &str| {
            out.push_str("  ");
            out.push_str(text);
            out.push('\n');
        };
        for step in self.path.steps() {
            line(&step.in_alphabet(record.alphabet));
        }
        match &self.end {
            Ending::Solution(solution) => {
                let solution = text::format_line(solution, record.alphabet, record.blank);
                line(&format!("solution: {solution}"));
            }
            Ending::Left { drawing, .. } => {
                line("left:");
                drawing.lines().for_each(line);
            }
        }
    }

    /// Writes the steps, and the end.
    pub(super) fn describe(&self, record: &Record, object: &mut Object<'_>) {
        let steps = self.path.steps().iter();
        push_array(object.key("path"), steps, |out, step| push_step(out, step, record));
        match &self.end {
            Ending::Solution(solution) => {
                let solution = text::format_line(solution, record.alphabet, record.blank);
                object.text("solution", &solution);
            }
            Ending::Left { record, .. } => {
                object.text("candidates", &text::format_candidates(record));
            }
        }
    }
}

/// The puzzle with what the steps have found.
fn left(path: &LogicPath, record: &Record) -> Result<Record, quadrille::sudoku::GridError> {
    let (size, masks) = (record.grid.size(), path.candidates());
    let mut left = Record::new(record.grid.clone());
    for (cell, mask) in masks.iter().enumerate().filter(|(_, mask)| mask.is_power_of_two()) {
        left.grid.set(cell, u8::try_from(mask.trailing_zeros() + 1).unwrap_or(0))?;
    }
    (left.alphabet, left.blank) = (record.alphabet, record.blank);
    left.candidates = Some(CandidateGrid::from_masks(size, masks)?);
    Ok(left)
}

/// Draws the candidates of each cell, given as masks; a cell that may have any value is blank.
fn draw(record: &Record, masks: &[u64], geometry: &Geometry) -> String {
    let values =
        |mask: u64| (1u8..).take(geometry.size()).filter(move |value| mask >> (value - 1) & 1 == 1);
    let draw_cell = |&mask: &u64| {
        let mut cell = String::new();
        if values(mask).count() == geometry.size() {
            cell.push(record.alphabet.blank(record.blank));
        } else {
            values(mask).for_each(|value| push_mark(value, record.alphabet, &mut cell));
        }
        cell
    };
    text::draw_cells(&masks.iter().map(draw_cell).collect::<Vec<_>>(), geometry)
}

fn push_step(out: &mut String, step: &LogicStep, record: &Record) {
    let size = record.grid.size();
    let mut object = Object::begin(out);
    object.text("technique", step.technique().name());
    object.text("step", &step.in_alphabet(record.alphabet));
    match step.sets() {
        Some(clue) => push_clue(object.key("sets"), clue, size),
        None => push_array(object.key("removes"), step.removes().iter(), |out, &removed| {
            push_clue(out, removed, size);
        }),
    }
    object.end();
}
