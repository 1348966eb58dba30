//! Drawings: one row a line.
//!
//! A [`Drawing`] gathers rows until it has as many as the first one has cells. A row that can't be read
//! counts as a row, so that one bad line does not put the reader out of step; what was wrong first is
//! what the whole grid is refused for.

use super::Span;
use super::error::TextErrorKind;
use super::rows::Tokens;
use super::translate::{Translated, Translator};

/// A row of a drawing: its line, and where that starts in the text of the drawing.
#[derive(Debug)]
struct Row {
    line: u64,
    text: Span,
}

/// Something wrong: the line, its text, the byte, and what it is.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) line: u64,
    pub(super) text: Vec<u8>,
    pub(super) offset: usize,
    pub(super) kind: TextErrorKind,
}

/// A grid of which some rows were seen.
#[derive(Debug)]
pub(super) struct Drawing {
    size: usize,
    name: Option<String>,
    text: Vec<u8>,
    rows: Vec<Row>,
    cells: Vec<Span>,
    blank: Option<char>,
    fault: Option<Fault>,
}

impl Drawing {
    /// A drawing without rows.
    pub(super) fn new(size: usize, name: Option<String>) -> Self {
        let (text, rows, cells) = (Vec::new(), Vec::new(), Vec::new());
        Self { size, name, text, rows, cells, blank: None, fault: None }
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The line of its first row.
    pub(super) fn line(&self) -> u64 {
        self.rows.first().map_or(0, |row| row.line)
    }

    pub(super) fn take_name(&mut self) -> Option<String> {
        self.name.take()
    }

    /// Adds a row of as many cells as the others have.
    pub(super) fn push(&mut self, line: u64, text: &[u8], cells: impl Iterator<Item = Span>) {
        let start = self.text.len();
        self.text.extend_from_slice(text);
        self.rows.push(Row { line, text: Span { start, end: self.text.len() } });
        for cell in cells {
            if let &[sign @ (b'-' | b'_' | b'*')] = cell.of(text) {
                self.blank = Some(char::from(sign));
            }
            self.cells.push(Span { start: start + cell.start, end: start + cell.end });
        }
    }

    /// Adds a row whose number of cells is wrong.
    pub(super) fn push_bad(&mut self, line: u64, text: &[u8], tokens: &Tokens, found: usize) {
        let expected = self.size;
        let joined = found != tokens.as_slice().len();
        let excess = tokens.cells(joined).nth(expected).map(|cell| cell.start);
        let end = tokens.as_slice().last().map_or(text.len(), |token| token.end);
        let kind = TextErrorKind::RowLength { expected, found };
        let offset = excess.unwrap_or(end);
        self.fault.get_or_insert(Fault { line, text: text.to_vec(), offset, kind });
        self.push(line, text, std::iter::empty());
    }

    /// The blank of its rows, if that is one of the signs of which rules are drawn, too.
    pub(super) fn blank(&self) -> Option<char> {
        self.blank
    }

    pub(super) fn is_complete(&self) -> bool {
        self.rows.len() >= self.size
    }

    /// The grid, or why there is none.
    pub(super) fn finish(
        mut self,
        translator: &mut Translator,
        numbers: bool,
    ) -> Result<Translated, Fault> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        if !self.is_complete() {
            let found = self.rows.len();
            let kind = TextErrorKind::Rows { expected: self.size, found };
            return Err(self.fault_at(found.saturating_sub(1), None, kind));
        }
        let translated = translator.cells(self.size, &self.cells, &self.text, numbers);
        translated.map_err(|(cell, kind)| self.fault_at(cell / self.size, Some(cell), kind))
    }

    /// A fault in a row: at a cell, or at the end of the row.
    fn fault_at(&self, row: usize, cell: Option<usize>, kind: TextErrorKind) -> Fault {
        let Row { line, text } = &self.rows[row];
        let offset = cell.map_or(text.len(), |cell| self.cells[cell].start - text.start);
        Fault { line: *line, text: text.of(&self.text).to_vec(), offset, kind }
    }
}
