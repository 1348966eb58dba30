//! [`DrawingParser`]: grids with one row in each line, and grids of numbers.

use super::error::{TextError, TextErrorKind};
use super::format::Format;
use super::grid_format::{GridFault, GridRows};
use super::grid_row::{GridContext, LineKind, Tokens};
use super::line_reader::TextLine;
use super::record_context::{RecordContext, RecordResult};
use super::sizes::{LARGEST, is_size, size_of_grid};
use super::span::name;
use crate::location::Location;

/// Converts lines of the formats with one row in each line, and of [`Format::Numbers`], to records.
#[derive(Debug)]
pub(super) struct DrawingParser {
    format: Format,
    tokens: Tokens,
    rows: Option<GridRows>,
    heading: Option<String>,
    /// The location of the first line of text, for the error if no row follows.
    first_text: Option<Location>,
}

impl DrawingParser {
    pub(super) fn new(format: Format) -> Self {
        let (tokens, rows, heading, first_text) = (Tokens::default(), None, None, None);
        Self { format, tokens, rows, heading, first_text }
    }

    /// Reads a line. Returns the record or error that it completes.
    pub(super) fn read(
        &mut self,
        line: &TextLine<'_>,
        context: &mut RecordContext,
    ) -> Option<RecordResult> {
        self.tokens.cut(line.text);
        let label = self.tokens.label();
        if self.format == Format::Numbers
            && self.rows.is_none()
            && let Some(size) = self.size_of_number_line(line.text, context)
        {
            return Some(self.read_numbers(line, size, context));
        }
        let known = self.known(label.is_some(), context);
        match self.tokens.classify(line.text, known) {
            LineKind::Row { size, joined } => {
                let ended = label.and_then(|_| self.end_grid(context));
                context.started = true;
                self.add_row(line, size, joined);
                ended.or_else(|| self.end_if_complete(context))
            }
            LineKind::BadRow { found } => {
                let drawing = self.rows.as_mut()?;
                drawing.push_bad(line.number, line.text, &self.tokens, found);
                self.end_if_complete(context)
            }
            LineKind::Text if self.format == Format::Numbers && self.is_too_long() => {
                Some(Err(self.too_many(line, context)))
            }
            LineKind::Text => {
                let ended = self.end_grid(context);
                self.record_heading(line, context);
                ended
            }
            LineKind::Nothing => {
                let is_comment = line.text.contains(&b'#');
                if self.rows.is_none() && (is_comment || label.is_some()) {
                    self.record_heading(line, context);
                }
                None
            }
            LineKind::Rule => None,
        }
    }

    /// What is known of the grid that the next line belongs to.
    fn known(&self, is_new: bool, context: &RecordContext) -> GridContext {
        let drawing = self.rows.as_ref().filter(|_| !is_new);
        let blank = drawing.and_then(GridRows::blank);
        GridContext {
            size: drawing.map(GridRows::size).or(context.only_size),
            likely: context.size,
            alphabet: context.symbols.fixed(),
            inside: drawing.is_some(),
            blank: blank.unwrap_or(context.symbols.last_blank()),
            plain: self.format == Format::Euler,
            placed: self.format == Format::Sdx,
        }
    }

    /// Records a line of text outside of any grid: the name of the next one.
    fn record_heading(&mut self, line: &TextLine<'_>, context: &RecordContext) {
        if self.first_text.is_none() {
            self.first_text = Some(context.location(line.number, line.text, 0));
        }
        self.heading = name(line.text);
    }

    fn add_row(&mut self, line: &TextLine<'_>, size: usize, joined: bool) {
        if let Some(label) = self.tokens.label() {
            self.heading = name(label.of(line.text));
        }
        let drawing = self.rows.get_or_insert_with(|| GridRows::new(size, self.heading.take()));
        drawing.push(line.number, line.text, self.tokens.cells(joined));
    }

    fn end_if_complete(&mut self, context: &mut RecordContext) -> Option<RecordResult> {
        let is_complete = self.rows.as_ref().is_some_and(GridRows::is_complete);
        is_complete.then(|| self.end_grid(context))?
    }

    /// Ends the current grid, if there is one, complete or not.
    fn end_grid(&mut self, context: &mut RecordContext) -> Option<RecordResult> {
        let mut drawing = self.rows.take()?;
        let (line, name) = (drawing.line(), drawing.take_name());
        Some(match drawing.finish(&mut context.symbols, self.format == Format::Numbers) {
            Ok(parsed) => Ok(context.record(parsed, line, name)),
            Err(GridFault { line, text, offset, kind }) => {
                Err(context.error(line, &text, offset, kind))
            }
        })
    }

    /// Ends the text. Returns the last record or error.
    pub(super) fn end(&mut self, context: &mut RecordContext) -> Option<RecordResult> {
        let unfinished = self.end_grid(context);
        let nothing = self.first_text.take().filter(|_| !context.started);
        unfinished.or(nothing.map(|location| Err(TextError::new(location, TextErrorKind::NoRows))))
    }

    /// Drops the rows of the current grid, one of which was too long to be read.
    pub(super) fn drop_rows(&mut self) {
        self.rows = None;
    }

    /// The size of the grid that a line of numbers is, if it has the number of cells of a grid.
    ///
    /// Sixteen numbers are a grid of size 4 or a row of size 16; thirty-six numbers are ambiguous
    /// as well. Unless the size is known, they are a grid if no number is too large.
    fn size_of_number_line(&self, text: &[u8], context: &RecordContext) -> Option<usize> {
        let count = self.tokens.as_slice().len();
        let size = match context.only_size {
            Some(size) => Some(size).filter(|size| size * size == count),
            None => size_of_grid(count),
        }?;
        let known = context.likely_size();
        let is_grid = !is_size(count) || known == Some(size);
        (is_grid || known != Some(count) && self.tokens.is_grid(text, size)).then_some(size)
    }

    /// Reads a line that is a puzzle in numbers.
    fn read_numbers(
        &mut self,
        line: &TextLine<'_>,
        size: usize,
        context: &mut RecordContext,
    ) -> RecordResult {
        context.started = true;
        let cells = self.tokens.as_slice();
        match context.symbols.cells(size, cells, line.text, true) {
            Ok(parsed) => {
                let label = self.tokens.label().and_then(|label| name(label.of(line.text)));
                let name = label.or(self.heading.take());
                Ok(context.record(parsed, line.number, name))
            }
            Err((cell, kind)) => {
                Err(context.error(line.number, line.text, cells[cell].start, kind))
            }
        }
    }

    /// Returns whether the line has more cells than any row.
    fn is_too_long(&self) -> bool {
        self.tokens.as_slice().len() > LARGEST
    }

    /// The error for a line that has more cells than any row and is not a grid.
    fn too_many(&mut self, line: &TextLine<'_>, context: &mut RecordContext) -> TextError {
        context.started = true;
        let found = self.tokens.as_slice().len();
        let kind = match context.likely_size() {
            Some(size) => TextErrorKind::Length { expected: size * size, found },
            None => TextErrorKind::NoGrid { found },
        };
        context.error(line.number, line.text, line.text.len(), kind)
    }
}
