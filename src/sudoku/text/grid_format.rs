//! Grids with one row in each line.
//!
//! [`GridRows`] collects rows until there are as many as the first one has cells. A row that cannot
//! be read counts as a row, so that one bad line does not shift the following rows; the first fault
//! is the error of the whole grid.

use super::error::TextErrorKind;
use super::grid_row::Tokens;
use super::span::Span;
use super::symbols::{ParsedGrid, SymbolReader};

/// A row of a grid: the number of its line, and the part of the grid's text that it is.
#[derive(Debug)]
struct GridRow {
    line: u64,
    text: Span,
}

/// A fault in a grid: the line, its text, the byte, and the kind.
#[derive(Debug)]
pub(super) struct GridFault {
    pub(super) line: u64,
    pub(super) text: Vec<u8>,
    pub(super) offset: usize,
    pub(super) kind: TextErrorKind,
}

/// A grid of which some rows were read.
#[derive(Debug)]
pub(super) struct GridRows {
    size: usize,
    name: Option<String>,
    text: Vec<u8>,
    rows: Vec<GridRow>,
    cells: Vec<Span>,
    blank: Option<char>,
    fault: Option<GridFault>,
}

impl GridRows {
    /// A grid without rows.
    pub(super) fn new(size: usize, name: Option<String>) -> Self {
        let (text, rows, cells) = (Vec::new(), Vec::new(), Vec::new());
        Self { size, name, text, rows, cells, blank: None, fault: None }
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The number of the line of the first row.
    pub(super) fn line(&self) -> u64 {
        self.rows.first().map_or(0, |row| row.line)
    }

    pub(super) fn take_name(&mut self) -> Option<String> {
        self.name.take()
    }

    /// Adds a row with the right number of cells.
    pub(super) fn push(&mut self, line: u64, text: &[u8], cells: impl Iterator<Item = Span>) {
        let start = self.text.len();
        self.text.extend_from_slice(text);
        self.rows.push(GridRow { line, text: Span { start, end: self.text.len() } });
        for cell in cells {
            if let &[symbol @ (b'-' | b'_' | b'*')] = cell.of(text) {
                self.blank = Some(char::from(symbol));
            }
            self.cells.push(Span { start: start + cell.start, end: start + cell.end });
        }
    }

    /// Adds a row with a wrong number of cells.
    pub(super) fn push_bad(&mut self, line: u64, text: &[u8], tokens: &Tokens, found: usize) {
        let expected = self.size;
        let joined = found != tokens.as_slice().len();
        let excess = tokens.cells(joined).nth(expected).map(|cell| cell.start);
        let end = tokens.as_slice().last().map_or(text.len(), |token| token.end);
        let kind = TextErrorKind::RowLength { expected, found };
        let offset = excess.unwrap_or(end);
        self.fault.get_or_insert(GridFault { line, text: text.to_vec(), offset, kind });
        self.push(line, text, std::iter::empty());
    }

    /// The blank of its rows, if it is a character that rules are drawn with as well.
    pub(super) fn blank(&self) -> Option<char> {
        self.blank
    }

    pub(super) fn is_complete(&self) -> bool {
        self.rows.len() >= self.size
    }

    /// The grid, or its first fault. Up to size 9, a cell of several symbols has candidates, unless
    /// they are numbers.
    pub(super) fn finish(
        mut self,
        symbols: &mut SymbolReader,
        numbers: bool,
    ) -> Result<ParsedGrid, GridFault> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        if !self.is_complete() {
            let found = self.rows.len();
            let kind = TextErrorKind::Rows { expected: self.size, found };
            return Err(self.fault_at(found.saturating_sub(1), None, kind));
        }
        let has_candidates =
            !numbers && self.size <= 9 && self.cells.iter().any(|cell| cell.len() > 1);
        let parsed = if has_candidates {
            symbols.drawn_candidates(self.size, &self.cells, &self.text)
        } else {
            symbols.cells(self.size, &self.cells, &self.text, numbers)
        };
        parsed.map_err(|(cell, kind)| self.fault_at(cell / self.size, Some(cell), kind))
    }

    /// A fault in a row: at a cell, or at the end of the row.
    fn fault_at(&self, row: usize, cell: Option<usize>, kind: TextErrorKind) -> GridFault {
        let GridRow { line, text } = &self.rows[row];
        let offset = cell.map_or(text.len(), |cell| self.cells[cell].start - text.start);
        GridFault { line: *line, text: text.of(&self.text).to_vec(), offset, kind }
    }
}
