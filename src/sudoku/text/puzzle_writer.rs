//! [`PuzzleWriter`]: writes puzzles in any format.

use super::alphabet::Alphabet;
use super::format::Format;
use super::grid_row::{GridContext, LineKind, Tokens};
use super::record::Record;
use super::span;
use super::stated_rules::StatedRules;
use super::write::{format_grid, write_line};
use super::write_cells::{CellWriter, push_json, push_xml};
use super::write_error::WriteError;
use crate::sudoku::candidate_grid::CandidateGrid;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use std::fmt::Write as _;

/// Writes puzzles in one format. A [`Reader`](super::Reader) reads them again.
///
/// What a format has no place for is left out if it is not a part of the puzzle: its name, and a
/// given solution. The [rules](StatedRules) are written in `csv` and `json`, if they are not the
/// usual ones; `sdk`, `sdx`, `ss` and `opensudoku` refuse others, and the other formats hold the
/// clues without the rules. A blank cell with one candidate becomes a clue where the format does
/// not distinguish them (`candidates`, `grid`).
///
/// ```
/// use quadrille::sudoku::{Geometry, text::{self, Format, PuzzleWriter}};
///
/// let record = text::parse("1...3..2...3..2.")?;
/// let (geometry, mut out) = (Geometry::of_size(4)?, String::new());
/// let mut writer = PuzzleWriter::new(Format::Euler);
/// writer.write(&record, &geometry, &mut out)?;
/// writer.finish(&mut out);
/// assert_eq!(out, "Grid 01\n1000\n3002\n0003\n0020\n");
///
/// let error = PuzzleWriter::new(Format::Sdk).write(&record, &geometry, &mut out).unwrap_err();
/// assert!(error.to_string().starts_with("sdk can hold puzzles of size 9"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PuzzleWriter {
    format: Format,
    written: u64,
    /// Whether a table has columns for the rules.
    has_rules: bool,
}

impl PuzzleWriter {
    /// A writer before the first puzzle.
    #[must_use]
    pub fn new(format: Format) -> Self {
        Self { format, written: 0, has_rules: false }
    }

    /// The format.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// Appends a puzzle with the rules of this geometry, and before the first one what the text
    /// begins with. Several puzzles of the format `grid` need a blank line between them.
    ///
    /// # Errors
    /// If the format can't hold the puzzle. Then nothing is appended.
    pub fn write(
        &mut self,
        record: &Record,
        geometry: &Geometry,
        out: &mut String,
    ) -> Result<(), WriteError> {
        self.check(record, geometry)?;
        let is_first = self.written == 0;
        self.written += 1;
        let Record { grid, alphabet, blank, name, .. } = record;
        let (cells, rules) = (CellWriter::new(record), StatedRules::of(geometry));
        match self.format {
            Format::Line => {
                write_line(out, grid, *alphabet, *blank);
                out.push('\n');
            }
            Format::Candidates => {
                cells.write_candidates(out);
                out.push('\n');
            }
            Format::Csv => {
                if is_first {
                    self.has_rules = !rules.is_empty();
                    out.push_str("puzzle,solution");
                    out.push_str(if self.has_rules { ",box,variant\n" } else { "\n" });
                }
                write_line(out, grid, *alphabet, *blank);
                out.push(',');
                if let Some(solution) = &record.solution {
                    write_line(out, solution, *alphabet, *blank);
                }
                if self.has_rules {
                    out.push_str(&rules.fields());
                }
                out.push('\n');
            }
            Format::Sdk => write_sdk(record, out),
            Format::Sdx => cells.write_rows(out, " ", CellWriter::push_sdx),
            Format::Ss => write_ss(grid, out),
            Format::OpenSudoku => {
                out.push_str(if is_first { XML_BEGIN } else { "" });
                write_game(record, &cells, out);
            }
            Format::Euler => {
                write_heading(name.as_deref(), self.written, grid.size(), out);
                let alphabet = alphabet.in_symbols();
                let blank = alphabet.blank('0');
                for row in grid.cells().chunks(grid.size().max(1)) {
                    row.iter().for_each(|&value| push(value, alphabet, blank, out));
                    out.push('\n');
                }
            }
            Format::Grid if record.candidates.is_some() => cells.draw_marks(geometry, out),
            Format::Grid => out.push_str(&format_grid(grid, geometry, *alphabet, *blank)),
            Format::Numbers => {
                let numbers = grid.cells().iter().map(u8::to_string).collect::<Vec<_>>();
                out.push_str(&numbers.join(" "));
                out.push('\n');
            }
            Format::Python => write_python(name.as_deref(), grid, out),
            Format::Json => write_json(record, &rules, &cells, out),
        }
        Ok(())
    }

    /// Appends what the text ends with, after at least one puzzle.
    pub fn finish(self, out: &mut String) {
        if self.format == Format::OpenSudoku && self.written > 0 {
            out.push_str(XML_END);
        }
    }

    /// Checks that the format can hold a puzzle.
    fn check(&self, record: &Record, geometry: &Geometry) -> Result<(), WriteError> {
        let (format, size, alphabet) = (self.format, record.grid.size(), record.alphabet);
        if size != geometry.size() {
            return Err(WriteError::Geometry { expected: geometry.size(), found: size });
        }
        if matches!(format, Format::Sdk | Format::Sdx | Format::Ss | Format::OpenSudoku) {
            if size != 9 {
                return Err(WriteError::Size { format, size });
            }
            if geometry.box_shape() != Some((3, 3)) || !geometry.regions().is_empty() {
                return Err(WriteError::Rules { format });
            }
            if alphabet != Alphabet::usual(9) {
                return Err(WriteError::Alphabet { format, alphabet });
            }
            if format != Format::OpenSudoku && self.written > 0 {
                return Err(WriteError::SecondPuzzle { format });
            }
        }
        let has_columns = self.written == 0 || self.has_rules;
        if format == Format::Csv && !has_columns && !StatedRules::of(geometry).is_empty() {
            return Err(WriteError::NoColumns);
        }
        match &record.candidates {
            Some(candidates) => self.check_candidates(&record.grid, candidates, geometry),
            None => Ok(()),
        }
    }

    fn check_candidates(
        &self,
        grid: &Grid,
        candidates: &CandidateGrid,
        geometry: &Geometry,
    ) -> Result<(), WriteError> {
        let (format, size) = (self.format, grid.size());
        let place = |cell: usize| (cell / size + 1, cell % size + 1);
        let restricted = match format {
            Format::Candidates | Format::Json | Format::Sdx | Format::OpenSudoku => None,
            Format::Grid if size <= 9 => None,
            Format::Sdk => candidates.restricted_cell(&placed(grid, candidates), geometry),
            _ => candidates.restricted_cell(grid, geometry),
        };
        if let Some((row, column)) = restricted.map(place) {
            return Err(WriteError::Candidates { format, row, column });
        }
        let draws = matches!(format, Format::Sdx | Format::OpenSudoku | Format::Grid);
        let empty = candidates.masks().iter().position(|&mask| mask == 0);
        match empty.filter(|_| draws).map(place) {
            Some((row, column)) => Err(WriteError::NoCandidates { format, row, column }),
            None => Ok(()),
        }
    }
}

const XML_BEGIN: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku version=\"2\">\n\
                         <folder name=\"Sudoku\">\n";
const XML_END: &str = "</folder>\n</opensudoku>\n";

fn push(value: u8, alphabet: Alphabet, blank: char, out: &mut String) {
    match value {
        0 => out.push(blank),
        value => alphabet.push(value, out),
    }
}

/// A grid with the value of each blank cell that has one candidate.
fn placed(grid: &Grid, candidates: &CandidateGrid) -> Grid {
    let mut placed = grid.clone();
    for (cell, &mask) in candidates.masks().iter().enumerate() {
        if mask.is_power_of_two()
            && grid.get(cell) == Some(0)
            && let Ok(value) = u8::try_from(mask.trailing_zeros() + 1)
        {
            // A candidate is at most the size.
            let _ = placed.set(cell, value);
        }
    }
    placed
}

/// Appends nine rows of symbols.
fn push_rows(grid: &Grid, out: &mut String) {
    for row in grid.cells().chunks(grid.size().max(1)) {
        row.iter().for_each(|&value| push(value, Alphabet::usual(9), '.', out));
        out.push('\n');
    }
}

fn write_sdk(record: &Record, out: &mut String) {
    if let Some(name) = record.name.as_deref().map(one_line) {
        // Writing to a `String` does not fail.
        let _ = writeln!(out, "#D{name}");
    }
    out.push_str("[Puzzle]\n");
    push_rows(&record.grid, out);
    let state = record.candidates.as_ref().map(|all| placed(&record.grid, all));
    if let Some(state) = state.filter(|state| *state != record.grid) {
        out.push_str("[State]\n");
        push_rows(&state, out);
    }
}

fn write_ss(grid: &Grid, out: &mut String) {
    for (row, values) in grid.cells().chunks(9).enumerate() {
        out.push_str(if row > 0 && row.is_multiple_of(3) { "-----------\n" } else { "" });
        for (column, &value) in values.iter().enumerate() {
            out.push_str(if column > 0 && column.is_multiple_of(3) { "|" } else { "" });
            push(value, Alphabet::usual(9), '.', out);
        }
        out.push('\n');
    }
}

fn write_game(record: &Record, cells: &CellWriter<'_>, out: &mut String) {
    out.push_str("<game ");
    if let Some(name) = &record.name {
        out.push_str("name=\"");
        push_xml(name, out);
        out.push_str("\" ");
    }
    out.push_str("data=\"");
    if record.candidates.is_some() {
        out.push_str("version: 3&#10;");
        cells.write_opensudoku(out);
    } else {
        write_line(out, &record.grid, Alphabet::usual(9), '0');
    }
    out.push_str("\"/>\n");
}

/// Appends a line that the reader takes for the name: the name itself, unless it looks like a row
/// or a rule.
fn write_heading(name: Option<&str>, number: u64, size: usize, out: &mut String) {
    let Some(name) = name.map(one_line) else {
        // Writing to a `String` does not fail.
        let _ = writeln!(out, "Grid {number:02}");
        return;
    };
    let (mut tokens, line) = (Tokens::default(), name.as_bytes());
    tokens.cut(line);
    let context = GridContext { size: Some(size), ..GridContext::default() };
    let is_heading = tokens.label().is_none()
        && tokens.classify(line, context) == LineKind::Text
        && tokens.classify(line, GridContext::default()) == LineKind::Text
        && span::name(line).as_deref() == Some(&*name);
    let comment = if is_heading { "" } else { "# " };
    let _ = writeln!(out, "{comment}{name}");
}

fn write_python(name: Option<&str>, grid: &Grid, out: &mut String) {
    if let Some(name) = name.map(one_line) {
        // Writing to a `String` does not fail.
        let _ = writeln!(out, "# {name}");
    }
    let row = |values: &[u8]| {
        let values: Vec<_> = values.iter().map(u8::to_string).collect();
        format!("[{}]", values.join(", "))
    };
    let rows: Vec<_> = grid.cells().chunks(grid.size().max(1)).map(row).collect();
    let _ = writeln!(out, "[{}]", rows.join(",\n "));
}

fn write_json(record: &Record, rules: &StatedRules, cells: &CellWriter<'_>, out: &mut String) {
    let Record { grid, alphabet, blank, .. } = record;
    out.push('{');
    if let Some(name) = &record.name {
        out.push_str("\"name\":");
        push_json(name, out);
        out.push(',');
    }
    if grid.size() > 9 || *alphabet != Alphabet::usual(grid.size()) {
        // Writing to a `String` does not fail.
        let _ = write!(out, "\"alphabet\":\"{alphabet}\",");
    }
    if let Some(boxes) = &rules.boxes {
        let _ = write!(out, "\"box\":\"{boxes}\",");
    }
    if let Some(variant) = rules.variant() {
        let _ = write!(out, "\"variant\":\"{variant}\",");
    }
    out.push_str("\"puzzle\":\"");
    write_line(out, grid, *alphabet, *blank);
    if record.candidates.is_some() {
        out.push_str("\",\"candidates\":\"");
        cells.write_candidates(out);
    }
    if let Some(solution) = &record.solution {
        out.push_str("\",\"solution\":\"");
        write_line(out, solution, *alphabet, *blank);
    }
    out.push_str("\"}\n");
}

/// A name in one line: control characters become spaces.
fn one_line(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests;
