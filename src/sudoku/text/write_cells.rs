//! [`CellWriter`]: the cells of a puzzle with their candidates, as formats write them.

use super::alphabet::Alphabet;
use super::record::Record;
use crate::sudoku::candidate_grid::{CandidateGrid, all_values, mask_of};
use crate::sudoku::geometry::Geometry;

/// The cells of a puzzle: their clues and candidates.
pub(super) struct CellWriter<'a> {
    record: &'a Record,
    /// The alphabet in which each value is one symbol.
    alphabet: Alphabet,
}

impl<'a> CellWriter<'a> {
    pub(super) fn new(record: &'a Record) -> Self {
        Self { record, alphabet: record.alphabet.in_symbols() }
    }

    fn size(&self) -> usize {
        self.record.grid.size()
    }

    /// The clue of a cell, and the mask of its candidates.
    fn cell(&self, cell: usize) -> (u8, u64) {
        let clue = self.record.grid.get(cell).unwrap_or(0);
        let all = if clue == 0 { all_values(self.size()) } else { mask_of(clue) };
        let masks = self.record.candidates.as_ref().map(CandidateGrid::masks);
        (clue, masks.map_or(all, |masks| masks[cell] & all))
    }

    fn values(&self) -> impl Iterator<Item = u8> + use<> {
        (1..=u8::MAX).take(self.size())
    }

    /// Appends the candidate grid: the symbol of each candidate at its place, and blanks.
    pub(super) fn write_candidates(&self, out: &mut String) {
        let blank = self.alphabet.blank(self.record.blank);
        for cell in 0..self.record.grid.cells().len() {
            let (_, mask) = self.cell(cell);
            for value in self.values() {
                if mask & mask_of(value) != 0 {
                    self.alphabet.push(value, out);
                } else {
                    out.push(blank);
                }
            }
        }
    }

    /// Appends a line for each row, with a separator between the cells.
    pub(super) fn write_rows(
        &self,
        out: &mut String,
        separator: &str,
        push: impl Fn(&Self, usize, &mut String),
    ) {
        for cell in 0..self.record.grid.cells().len() {
            push(self, cell, out);
            let is_last = (cell + 1).is_multiple_of(self.size());
            out.push_str(if is_last { "\n" } else { separator });
        }
    }

    /// Appends the symbols of the candidates of a cell.
    fn push_marks(&self, cell: usize, out: &mut String) {
        let (_, mask) = self.cell(cell);
        let values = self.values().filter(|&value| mask & mask_of(value) != 0);
        values.for_each(|value| self.alphabet.push(value, out));
    }

    /// Appends a cell of SudoCue: a clue, `u` and a value that is placed, or candidates.
    pub(super) fn push_sdx(&self, cell: usize, out: &mut String) {
        let (clue, mask) = self.cell(cell);
        out.push_str(if clue == 0 && mask.is_power_of_two() { "u" } else { "" });
        self.push_marks(cell, out);
    }

    /// Appends the cells as OpenSudoku has them: value, mask of notes, and whether it can be
    /// edited.
    pub(super) fn write_opensudoku(&self, out: &mut String) {
        for cell in 0..self.record.grid.cells().len() {
            let (clue, mask) = self.cell(cell);
            let only = if mask.is_power_of_two() { mask.trailing_zeros() + 1 } else { 0 };
            let notes = if only > 0 || mask == all_values(self.size()) { 0 } else { mask };
            let editable = if clue > 0 { "0" } else { "1" };
            for part in [&*only.to_string(), &*notes.to_string(), editable] {
                out.push_str(part);
                out.push('|');
            }
        }
    }

    /// Appends a drawing with the candidates of each cell; a cell that may have any value is blank.
    pub(super) fn draw_marks(&self, geometry: &Geometry, out: &mut String) {
        let text = |cell: usize| {
            let mut text = String::new();
            match self.cell(cell).1 == all_values(self.size()) {
                true => text.push(self.alphabet.blank(self.record.blank)),
                false => self.push_marks(cell, &mut text),
            }
            text
        };
        let cells: Vec<_> = (0..self.record.grid.cells().len()).map(text).collect();
        out.push_str(&draw_cells(&cells, geometry));
    }
}

/// Formats the candidate grid of a puzzle in one line: for each cell the symbol of each candidate
/// at its place, and blanks. Without candidates, a blank cell may have any value. Values are
/// written as symbols, also where the alphabet has numbers.
#[must_use]
pub fn format_candidates(record: &Record) -> String {
    let mut out = String::with_capacity(record.grid.cells().len() * record.grid.size());
    CellWriter::new(record).write_candidates(&mut out);
    out
}

/// Draws a grid with a text in each cell: each column as wide as its longest text, with bars and
/// rules between rectangular boxes. Each line ends with a line break.
#[must_use]
pub fn draw_cells(cells: &[String], geometry: &Geometry) -> String {
    let (size, mut out) = (geometry.size(), String::new());
    let (box_rows, box_columns) = geometry.band_and_stack();
    let width =
        |column| cells.iter().skip(column).step_by(size).map(String::len).max().unwrap_or(0);
    let widths: Vec<_> = (0..size).map(width).collect();
    for (row, cells) in cells.chunks(size).enumerate() {
        if row > 0 && row.is_multiple_of(box_rows) {
            out.push_str(&rule(&widths, box_columns));
        }
        out.push_str(row_of(cells, &widths, box_columns).trim_end());
        out.push('\n');
    }
    out
}

fn row_of(cells: &[String], widths: &[usize], box_columns: usize) -> String {
    let padded = cells.iter().zip(widths).map(|(cell, &width)| format!("{cell:<width$}"));
    let padded: Vec<_> = padded.collect();
    let boxes: Vec<_> = padded.chunks(box_columns).map(|cells| cells.join(" ")).collect();
    boxes.join(" | ")
}

fn rule(widths: &[usize], box_columns: usize) -> String {
    let boxes = widths.chunks(box_columns);
    // The cells of a box, and a blank between two of them.
    let lengths = boxes.map(|widths| widths.iter().sum::<usize>() + widths.len() - 1);
    let dashes: Vec<_> = lengths.map(|length| "-".repeat(length)).collect();
    dashes.join("-+-") + "\n"
}

/// Appends a text as a string of JSON, in quotes.
pub(super) fn push_json(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Appends a text as a value of XML, without quotes. Characters that XML can't have become `�`.
pub(super) fn push_xml(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push_str(&format!("&#{};", u32::from(character))),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                out.push(char::REPLACEMENT_CHARACTER);
            }
            c => out.push(c),
        }
    }
}
