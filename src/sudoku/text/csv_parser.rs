//! [`CsvParser`]: tables of comma-separated values.

use super::csv_columns::CsvColumns;
use super::csv_fields::{CsvFault, CsvField, split};
use super::error::{TextError, TextErrorKind};
use super::fast_path;
use super::field_grid;
use super::field_names::is_no_solution;
use super::line_reader::{MAX_LINE, TextLine};
use super::puzzle_line::{self, WantedSizes};
use super::record::Record;
use super::record_context::{RecordContext, RecordResult};
use super::span::{character, name};
use super::stated_rules::StatedRules;
use super::symbols::{ParsedGrid, SymbolReader};
use crate::ids::to_u64;
use crate::location::Location;

/// What the lines of a table determine for the lines after them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct CsvState {
    columns: Option<CsvColumns>,
    /// The lines of a record whose last field has no closing quote yet.
    open: Option<OpenRecord>,
}

/// The first lines of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
struct OpenRecord {
    line: u64,
    text: Vec<u8>,
}

impl CsvState {
    /// The error for the record in which the text ends, if it ends in one.
    pub(super) fn unfinished(&self) -> Option<(Location, TextErrorKind)> {
        let OpenRecord { line, text } = self.open.as_ref()?;
        let start = match split(text, self.delimiter(), &mut Vec::new()) {
            Err(CsvFault::Open(start)) => start,
            _ => 0,
        };
        let kind = TextErrorKind::Syntax { expected: "a closing quote", found: String::new() };
        Some((location(*line, text, start), kind))
    }

    fn delimiter(&self) -> u8 {
        self.columns.map_or(b',', |columns| columns.delimiter)
    }
}

/// Converts lines to records.
#[derive(Default, Debug)]
pub(super) struct CsvParser {
    state: CsvState,
    fields: Vec<CsvField>,
}

impl CsvParser {
    /// A parser that continues in a state.
    pub(super) fn resume(state: CsvState) -> Self {
        Self { state, fields: Vec::new() }
    }

    pub(super) fn state(&self) -> &CsvState {
        &self.state
    }

    /// Drops an open record, a line of which was too long to be read.
    pub(super) fn drop_open(&mut self) {
        self.state.open = None;
    }

    /// Ends the text. Returns the error of the record in which it ends.
    pub(super) fn end(&mut self, context: &mut RecordContext) -> Option<RecordResult> {
        let (location, kind) = self.state.unfinished()?;
        self.state.open = None;
        Some(Err(TextError::new(context.in_file(location), kind)))
    }

    /// Reads a line. Returns the record or error that it completes.
    pub(super) fn read(
        &mut self,
        line: &TextLine<'_>,
        context: &mut RecordContext,
    ) -> Option<RecordResult> {
        let has_quotes = line.text.contains(&b'"');
        if !has_quotes && self.state.open.is_none() {
            return self.read_record(line.number, line.text, context);
        }
        let mut open =
            self.state.open.take().unwrap_or(OpenRecord { line: line.number, text: Vec::new() });
        if open.line < line.number {
            open.text.push(b'\n');
        }
        open.text.extend_from_slice(line.text);
        let is_open = split(&open.text, self.state.delimiter(), &mut self.fields);
        if !matches!(is_open, Err(CsvFault::Open(_))) {
            return self.read_record(open.line, &open.text, context);
        }
        if open.text.len() > MAX_LINE {
            let kind = TextErrorKind::LongPuzzle { limit: MAX_LINE };
            return Some(Err(context.error(open.line, first_line(&open.text), 0, kind)));
        }
        self.state.open = Some(open);
        None
    }

    /// Reads the lines of a record.
    fn read_record(
        &mut self,
        line: u64,
        text: &[u8],
        context: &mut RecordContext,
    ) -> Option<RecordResult> {
        if puzzle_line::is_empty(text) {
            return None;
        }
        let is_first = !std::mem::replace(&mut context.started, true);
        let sizes = context.sizes();
        let Some(columns) = self.state.columns else {
            self.state.columns = CsvColumns::of_names(text);
            if self.state.columns.is_some() {
                return None;
            }
            self.state.columns = CsvColumns::of_fields(text, sizes, &mut context.symbols);
            if self.state.columns.is_some() {
                return self.read_record(line, text, context);
            }
            if is_first && puzzle_line::is_heading(text) {
                return None;
            }
            return Some(Err(context.error(line, text, 0, TextErrorKind::NoColumn)));
        };
        let read = match split(text, columns.delimiter, &mut self.fields) {
            Ok(()) => self.read_fields(line, text, columns, context),
            Err(CsvFault::AfterQuote(at)) => {
                let found = character(&text[at..]).to_string();
                Err((at, TextErrorKind::Syntax { expected: "a delimiter", found }))
            }
            Err(CsvFault::Open(at)) => {
                let found = String::new();
                Err((at, TextErrorKind::Syntax { expected: "a closing quote", found }))
            }
        };
        Some(read.map_err(|(offset, kind)| {
            TextError::new(context.in_file(location(line, text, offset)), kind)
        }))
    }

    /// Reads the fields of a record. The error is a byte and the kind of the error.
    fn read_fields(
        &self,
        line: u64,
        text: &[u8],
        columns: CsvColumns,
        context: &mut RecordContext,
    ) -> Result<Record, (usize, TextErrorKind)> {
        let (expected, found) = (columns.puzzle + 1, self.fields.len());
        let missing = || (text.len(), TextErrorKind::MissingField { expected, found });
        let puzzle = *self.fields.get(columns.puzzle).ok_or_else(missing)?;
        let solution = columns.solution.and_then(|column| self.fields.get(column).copied());
        let solution = solution.map(|field| (field, field.content(text)));
        let solution = solution.filter(|(_, content)| !is_no_solution(content));
        let known = solution.as_ref().map_or(&[][..], |(_, content)| content);
        let field = |column: Option<usize>| column.and_then(|column| self.fields.get(column));
        let (boxes, variant) = (field(columns.boxes), field(columns.variant));
        let mut rules = StatedRules::default();
        boxes.inspect(|field| rules.read_box(&field.content(text)));
        variant.inspect(|field| rules.read_variant(&field.content(text)));
        context.rules.note_first(&rules);
        let sizes = context.stated_sizes(&rules, &puzzle.content(text));
        let parsed = read_grid(&puzzle.content(text), known, sizes, &mut context.symbols)
            .map_err(|(index, kind)| (puzzle.offset(index), kind))?;
        let size = parsed.grid.size();
        let solution = solution.map(|(field, content)| {
            let sizes = WantedSizes { first: Some(size), only: true };
            let parsed = read_grid(&content, &puzzle.content(text), sizes, &mut context.symbols);
            parsed.map_err(|(index, kind)| (field.offset(index), kind))
        });
        let solution = solution.transpose()?;
        let name = match columns.name {
            Some(column) => self.fields.get(column).and_then(|field| name(&field.content(text))),
            None => name(&text[..puzzle.span.start]),
        };
        let mut record = context.record(parsed, line, name);
        record.solution = solution.map(|parsed| Box::new(parsed.grid));
        let checked = context.rules.check(&rules, size);
        checked.map_err(|kind| (boxes.or(variant).map_or(0, |field| field.offset(0)), kind))?;
        record.rules = rules;
        Ok(record)
    }
}

/// Reads a field. One that is a 9x9 grid in digits, like nearly all of them, takes the
/// [fast path](fast_path).
fn read_grid(
    text: &[u8],
    known: &[u8],
    sizes: WantedSizes,
    symbols: &mut SymbolReader,
) -> Result<ParsedGrid, (usize, TextErrorKind)> {
    if (text.len(), sizes.first.unwrap_or(9)) == (81, 9)
        && symbols.accepts_fast_path()
        && let Some(cells) = fast_path::parse_cells(text)
    {
        return Ok(symbols.nine(cells, text));
    }
    field_grid::parse(text, known, sizes, symbols)
}

/// The first line of a text.
fn first_line(text: &[u8]) -> &[u8] {
    text.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

/// The place of a byte in a text that begins in a line.
fn location(line: u64, text: &[u8], offset: usize) -> Location {
    let before = &text[..offset.min(text.len())];
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let breaks = before.iter().filter(|&&byte| byte == b'\n').count();
    Location::new(line + to_u64(breaks), first_line(&text[start..]), offset - start)
}
