//! [`OpenSudokuParser`]: puzzles as OpenSudoku and Open Sudoku 2 export them.
//!
//! A puzzle is an element `game` with an attribute `data` (`cells_data` of Open Sudoku 2): 81
//! digits, or the word `version:`, its number, and for each cell its value, its notes, and whether
//! it can be edited, each before a `|`. Notes of version 1 are digits before commas or `-`, those
//! of versions 2 and 3 a mask; version 4 has two masks. A value that can be edited is not given: it
//! is the only candidate of its cell. The notes of a blank cell are its candidates, if it has any.
//!
//! Sources: `CellCollection`, `Cell` and `CellNote` of github.com/ogarcia/opensudoku (versions 0 to
//! 3), and `CellCollection` of Open Sudoku 2 (version 4).

use super::alphabet::Alphabet;
use super::error::{TextError, TextErrorKind};
use super::field_grid;
use super::line_reader::TextPiece;
use super::piece_cursor::{PieceCursor, Place};
use super::puzzle_line::WantedSizes;
use super::record::Record;
use super::record_context::{RecordContext, RecordResult};
use super::span::name;
use super::symbols::{MAX_SHOWN, ParsedGrid};
use super::xml_lexer::{MAX_VALUE, XmlFault, XmlLexer, XmlToken};
use crate::location::Location;
use crate::sudoku::candidate_grid::{CandidateGrid, mask_of};
use crate::sudoku::grid::Grid;
use std::collections::VecDeque;

/// The number of cells of a puzzle.
const CELLS: usize = 81;

/// An element `game` that is being read.
#[derive(Debug)]
struct Game {
    place: Place,
    name: Option<String>,
    data: Option<Attribute>,
}

/// A value.
#[derive(Debug)]
struct Attribute {
    text: Vec<u8>,
    place: Place,
    has_references: bool,
}

impl Attribute {
    fn location(&self, offset: usize) -> Location {
        self.place.location(&self.text, if self.has_references { 0 } else { offset })
    }
}

/// The attributes that are read. Others, such as the moves of a player, may have any length.
const ATTRIBUTES: [&str; 3] = ["data", "cells_data", "name"];

/// Converts pieces of a text to records.
#[derive(Debug)]
pub(super) struct OpenSudokuParser {
    lexer: XmlLexer,
    game: Option<Game>,
    /// The location after the last piece.
    end: Option<Location>,
}

impl Default for OpenSudokuParser {
    fn default() -> Self {
        Self { lexer: XmlLexer::new(&ATTRIBUTES), game: None, end: None }
    }
}

impl OpenSudokuParser {
    /// Reads a piece, and appends its records and errors.
    pub(super) fn read(
        &mut self,
        piece: &TextPiece<'_>,
        context: &mut RecordContext,
        results: &mut VecDeque<RecordResult>,
    ) {
        let mut cursor = PieceCursor::new(piece);
        while let Some(token) = self.lexer.next(&mut cursor) {
            match token {
                Ok(XmlToken::Start) => self.game = game(&self.lexer),
                Ok(XmlToken::Attribute) => self.attribute(),
                Ok(XmlToken::End) => {
                    if let Some(game) = self.game.take() {
                        results.push_back(record(game, context));
                    }
                }
                Err(fault) => {
                    // Only the tags of puzzles matter.
                    if self.game.take().is_some() {
                        let location = context.in_file(cursor.location());
                        let kind = fault_kind(fault, cursor.peek());
                        results.push_back(Err(TextError::new(location, kind)));
                    }
                }
            }
        }
        self.end = Some(cursor.location());
    }

    /// Ends the text. Returns the error if it ends inside of a tag.
    pub(super) fn end(&mut self, context: &mut RecordContext) -> Option<RecordResult> {
        let location = self.end.take()?;
        if self.lexer.is_between() {
            return None;
        }
        let kind = TextErrorKind::Syntax { expected: ">", found: String::new() };
        Some(Err(TextError::new(context.in_file(location), kind)))
    }

    fn attribute(&mut self) {
        let Some(game) = &mut self.game else { return };
        let lexer = &self.lexer;
        match lexer.name() {
            b"data" | b"cells_data" => {
                game.data = Some(Attribute {
                    text: lexer.value().to_vec(),
                    place: lexer.place(),
                    has_references: lexer.has_references(),
                });
            }
            b"name" => {
                // A line break or a tab in an attribute is a space.
                let normal = |&byte: &u8| if byte.is_ascii_whitespace() { b' ' } else { byte };
                game.name = name(&lexer.value().iter().map(normal).collect::<Vec<_>>());
            }
            _ => {}
        }
    }
}

/// The puzzle that a start tag begins.
fn game(lexer: &XmlLexer) -> Option<Game> {
    let is_game = lexer.name() == b"game";
    is_game.then(|| Game { place: lexer.place(), name: None, data: None })
}

/// Returns whether a text begins with an element of this format, after a declaration and comments.
pub(super) fn is_opensudoku(text: &[u8]) -> bool {
    let mut lexer = XmlLexer::new(&[]);
    let piece = TextPiece { line: 1, columns: 0, text };
    let mut cursor = PieceCursor::new(&piece);
    text.trim_ascii_start().starts_with(b"<")
        && lexer.next(&mut cursor) == Some(Ok(XmlToken::Start))
        && matches!(lexer.name(), b"opensudoku" | b"opensudoku2")
}

fn fault_kind(fault: XmlFault, next: Option<u8>) -> TextErrorKind {
    let expected = match fault {
        XmlFault::NoEquals => "=",
        XmlFault::NoQuote => "a value in quotes",
        XmlFault::Tag => "a closing quote",
        XmlFault::Reference => "a reference such as &quot; or &#10;",
        XmlFault::Long => return TextErrorKind::LongPuzzle { limit: MAX_VALUE },
    };
    let found = next.map_or_else(String::new, |byte| String::from_utf8_lossy(&[byte]).into_owned());
    TextErrorKind::Syntax { expected, found }
}

/// The record of an element.
fn record(game: Game, context: &mut RecordContext) -> RecordResult {
    let Game { place, name, data } = game;
    context.started = true;
    let Some(data) = data else {
        let location = context.in_file(place.location(b"game", 0));
        let (expected, found) = ("an attribute data", "none".to_owned());
        return Err(TextError::new(location, TextErrorKind::Syntax { expected, found }));
    };
    let parsed = match data.text.trim_ascii().strip_prefix(b"version:") {
        Some(_) => cells(&data.text).map(|(grid, candidates)| ParsedGrid {
            grid,
            alphabet: Alphabet::usual(9),
            blank: '0',
            candidates,
        }),
        None => {
            let (first, only) = (context.only_size.or(Some(9)), context.only_size.is_some());
            let sizes = WantedSizes { first, only };
            field_grid::parse(&data.text, b"", sizes, &mut context.symbols)
        }
    };
    match parsed {
        Ok(parsed) => {
            let record: Record = context.record(parsed, place.line, name);
            Ok(record)
        }
        Err((offset, kind)) => Err(TextError::new(context.in_file(data.location(offset)), kind)),
    }
}

/// Reads `version: 3` and the cells after it. The error is a byte and the kind of the error.
fn cells(text: &[u8]) -> Result<(Grid, Option<CandidateGrid>), (usize, TextErrorKind)> {
    let start = text.iter().position(|&byte| byte == b':').map_or(0, |at| at + 1);
    let mut at = start + blanks(&text[start..]);
    let digits = text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let version = match &text[at..at + digits] {
        [version @ b'1'..=b'4'] => version - b'0',
        _ => return Err((at, syntax("a version from 1 to 4", &text[at..]))),
    };
    at += digits + blanks(&text[at + digits..]);
    let mut reader = CellReader { text, at, version };
    let mut candidates = CandidateGrid::all(9);
    let mut values = Vec::with_capacity(CELLS);
    for cell in 0..CELLS {
        if reader.text[reader.at..].trim_ascii().is_empty() {
            let kind = TextErrorKind::Length { expected: CELLS, found: cell };
            return Err((reader.at, kind));
        }
        let (value, mask, is_given) = reader.cell()?;
        candidates.restrict(cell, if value > 0 { mask_of(value) } else { mask });
        values.push(if is_given { value } else { 0 });
    }
    if !text[reader.at..].trim_ascii().is_empty() {
        return Err((reader.at, syntax("the end of the data", &text[reader.at..])));
    }
    let grid = Grid::from_checked(9, values);
    let candidates = candidates.of_blank_cells(&grid);
    Ok((grid, candidates))
}

/// Reads cells one after another.
struct CellReader<'a> {
    text: &'a [u8],
    at: usize,
    version: u8,
}

impl<'a> CellReader<'a> {
    /// The value of a cell, the mask of its candidates, and whether it is given.
    fn cell(&mut self) -> Result<(u8, u64, bool), (usize, TextErrorKind)> {
        let value = match self.part() {
            (_, [digit @ b'0'..=b'9']) => digit - b'0',
            (at, found) => return Err((at, syntax("a value from 0 to 9", found))),
        };
        let mut mask = self.notes()?;
        if self.version == 4 {
            mask |= self.notes()?;
        }
        if self.version == 2 && self.text.get(self.at) == Some(&b'|') {
            self.at += 1;
        }
        let is_given = match self.part() {
            (_, b"0") => true,
            (_, b"1") => false,
            (at, found) => return Err((at, syntax("0 or 1", found))),
        };
        Ok((value, if mask == 0 { !0 } else { mask }, is_given))
    }

    /// The mask of the notes of a cell.
    fn notes(&mut self) -> Result<u64, (usize, TextErrorKind)> {
        let version = self.version;
        let (at, part) = self.part();
        let mask = match version {
            1 if part == b"-" => Some(0),
            1 => part.split(|&byte| byte == b',').try_fold(0, |mask, digit| match digit {
                [digit @ b'1'..=b'9'] => Some(mask | mask_of(digit - b'0')),
                [] => Some(mask),
                _ => None,
            }),
            _ => str::from_utf8(part).ok().and_then(|text| text.parse().ok()),
        };
        let mask: Option<u64> = mask.filter(|mask| mask & !0x1ff == 0);
        mask.ok_or_else(|| (at, syntax("the notes of a cell", part)))
    }

    /// The part up to the next bar, and where it begins.
    fn part(&mut self) -> (usize, &'a [u8]) {
        let (start, rest) = (self.at, &self.text[self.at..]);
        let length = rest.iter().position(|&byte| byte == b'|').unwrap_or(rest.len());
        self.at = self.text.len().min(start + length + 1);
        (start, &rest[..length])
    }
}

/// The number of blanks at the beginning of a text.
fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

fn syntax(expected: &'static str, found: &[u8]) -> TextErrorKind {
    let found = String::from_utf8_lossy(&found[..found.len().min(MAX_SHOWN)]).into_owned();
    TextErrorKind::Syntax { expected, found }
}
