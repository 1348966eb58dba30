//! [`SdkParser`]: puzzles as SadMan Sudoku and SudoCue write them.
//!
//! Header lines are a `#`, a letter and a text: `#A` the author, `#D` a description, which is the
//! name here, and others. Nine rows of symbols follow, or sections: `[Puzzle]` with the rows,
//! `[State]` with the rows as a player has filled them, and others, which are skipped. A value that
//! `[State]` has in a blank cell of the puzzle is the only candidate of the cell.

use super::error::{TextError, TextErrorKind};
use super::grid_format::{GridFault, GridRows};
use super::grid_row::{GridContext, LineKind, Tokens};
use super::line_reader::TextLine;
use super::record::Record;
use super::record_context::{RecordContext, RecordResult};
use super::span::name;
use crate::location::Location;
use crate::sudoku::candidate_grid::{CandidateGrid, mask_of};
use crate::sudoku::grid::Grid;

/// A part of the text of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Section {
    /// The header and the puzzle.
    #[default]
    Puzzle,
    /// The values that are placed.
    State,
    /// A section that is skipped.
    Other,
}

/// A line of the format.
enum SdkLine<'a> {
    Header(u8, &'a [u8]),
    Section(Section),
    Comment,
    Other,
}

/// Converts lines to records.
#[derive(Default, Debug)]
pub(super) struct SdkParser {
    tokens: Tokens,
    section: Section,
    description: Option<String>,
    rows: Option<GridRows>,
    /// The puzzle whose other sections may follow.
    record: Option<Record>,
    /// The location of the first line that is no part of a puzzle, for the error if there is none.
    first_text: Option<Location>,
}

impl SdkParser {
    /// Reads a line. Returns the record or error that it completes.
    pub(super) fn read(
        &mut self,
        line: &TextLine<'_>,
        context: &mut RecordContext,
    ) -> Option<RecordResult> {
        match classify(line.text) {
            SdkLine::Header(letter, text) => {
                let ended = self.end_puzzle(context);
                self.section = Section::Puzzle;
                if letter == b'D' {
                    self.description = name(text);
                }
                ended
            }
            SdkLine::Section(Section::Puzzle) => {
                let ended = self.end_puzzle(context);
                self.section = Section::Puzzle;
                ended
            }
            SdkLine::Section(section) => {
                let ended = self.end_rows(context);
                self.section = if self.record.is_some() { section } else { Section::Other };
                ended
            }
            SdkLine::Comment => None,
            SdkLine::Other => self.read_row(line, context),
        }
    }

    /// Ends the text. Returns the last record or error.
    pub(super) fn end(&mut self, context: &mut RecordContext) -> Option<RecordResult> {
        let last = self.end_puzzle(context);
        let nothing = self.first_text.take().filter(|_| !context.started);
        last.or(nothing.map(|location| Err(TextError::new(location, TextErrorKind::NoRows))))
    }

    /// Drops the rows of the current grid, one of which was too long to be read.
    pub(super) fn drop_rows(&mut self) {
        self.rows = None;
    }

    fn read_row(
        &mut self,
        line: &TextLine<'_>,
        context: &mut RecordContext,
    ) -> Option<RecordResult> {
        if self.section == Section::Other {
            return None;
        }
        self.tokens.cut(line.text);
        let known = GridContext {
            size: self.rows.as_ref().map(GridRows::size).or(context.only_size),
            likely: context.size,
            alphabet: context.symbols.fixed(),
            inside: self.rows.is_some(),
            blank: context.symbols.last_blank(),
            plain: true,
            placed: false,
        };
        match self.tokens.classify(line.text, known) {
            LineKind::Row { size, joined } => {
                context.started = true;
                let is_next = self.section == Section::Puzzle && self.record.is_some();
                let ended = if is_next { self.end_puzzle(context) } else { None };
                let rows = self.rows.get_or_insert_with(|| GridRows::new(size, None));
                rows.push(line.number, line.text, self.tokens.cells(joined));
                ended.or_else(|| self.end_if_complete(context))
            }
            LineKind::BadRow { found } => {
                let rows = self.rows.as_mut()?;
                rows.push_bad(line.number, line.text, &self.tokens, found);
                self.end_if_complete(context)
            }
            LineKind::Text => {
                let text = || context.location(line.number, line.text, 0);
                self.first_text.get_or_insert_with(text);
                self.end_rows(context)
            }
            LineKind::Nothing | LineKind::Rule => None,
        }
    }

    /// Ends the current grid if it has all its rows. A puzzle of one row ends with it: the next row
    /// may be one, too.
    fn end_if_complete(&mut self, context: &mut RecordContext) -> Option<RecordResult> {
        let rows = self.rows.as_ref().filter(|rows| rows.is_complete())?;
        if rows.size() == 1 { self.end_puzzle(context) } else { self.end_rows(context) }
    }

    /// Ends the current grid, if there is one: the puzzle, or its state. Returns an error.
    fn end_rows(&mut self, context: &mut RecordContext) -> Option<RecordResult> {
        let rows = self.rows.take()?;
        let line = rows.line();
        match (rows.finish(&mut context.symbols, false), &mut self.record) {
            (Ok(state), Some(record)) => {
                record.candidates = placed(&record.grid, &state.grid);
                self.section = Section::Other;
                None
            }
            (Ok(puzzle), None) => {
                self.record = Some(context.record(puzzle, line, self.description.take()));
                None
            }
            (Err(GridFault { line, text, offset, kind }), _) => {
                if self.record.take().is_some() {
                    self.section = Section::Other;
                }
                self.description = None;
                Some(Err(context.error(line, &text, offset, kind)))
            }
        }
    }

    /// Ends the current puzzle, if there is one.
    fn end_puzzle(&mut self, context: &mut RecordContext) -> Option<RecordResult> {
        self.end_rows(context).or_else(|| self.record.take().map(Ok))
    }
}

/// The candidates of a puzzle whose blank cells have these values.
fn placed(puzzle: &Grid, state: &Grid) -> Option<CandidateGrid> {
    if puzzle.size() != state.size() {
        return None;
    }
    let mut candidates = CandidateGrid::all(puzzle.size());
    for (cell, (&clue, &value)) in puzzle.cells().iter().zip(state.cells()).enumerate() {
        match (clue, value) {
            (0, 0) => {}
            (0, value) | (value, _) => candidates.restrict(cell, mask_of(value)),
        }
    }
    candidates.of_blank_cells(puzzle)
}

/// The kind of a line.
fn classify(line: &[u8]) -> SdkLine<'_> {
    match line.trim_ascii() {
        [b'#', letter @ b'A'..=b'Z', text @ ..] => SdkLine::Header(*letter, text),
        [b'#', ..] => SdkLine::Comment,
        [b'[', name @ .., b']'] if name.eq_ignore_ascii_case(b"puzzle") => {
            SdkLine::Section(Section::Puzzle)
        }
        [b'[', name @ .., b']'] if name.eq_ignore_ascii_case(b"state") => {
            SdkLine::Section(Section::State)
        }
        [b'[', name @ .., b']'] if name.iter().all(u8::is_ascii_alphabetic) => {
            SdkLine::Section(Section::Other)
        }
        _ => SdkLine::Other,
    }
}

/// Counts the lines of a text that only this format has.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct SdkVotes {
    /// A bit for each letter of a header.
    headers: u32,
    has_section: bool,
}

impl SdkVotes {
    pub(super) fn count(&mut self, line: &[u8]) {
        match classify(line) {
            SdkLine::Header(letter, _) => self.headers |= 1 << (letter - b'A'),
            SdkLine::Section(Section::Puzzle) => self.has_section = true,
            _ => {}
        }
    }

    /// Returns whether there was a section `[Puzzle]`, or headers with two different letters of
    /// those that SudoCue writes. One may be a comment.
    pub(super) fn is_clear(self) -> bool {
        let written = b"ABCDLSU".iter().fold(0, |all, letter| all | 1 << (letter - b'A'));
        self.has_section || (self.headers & written).count_ones() > 1
    }
}
