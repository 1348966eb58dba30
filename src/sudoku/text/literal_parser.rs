//! [`LiteralParser`]: puzzles in JSON and in literals of Python.
//!
//! A puzzle is a list of rows or of cells, a list of strings that are rows, a string, or an object
//! with a key such as `puzzle`, which may have its solution, candidates and name as well. Lists and
//! objects around puzzles may be nested in any way, and values may follow one another, as in JSON
//! Lines. Each puzzle is a record as soon as it has ended: only a part of one is held in memory.

use super::error::{TextError, TextErrorKind};
use super::line_reader::TextPiece;
use super::literal_frames::{LiteralFrames, RecordSink};
use super::literal_lexer::{LexerFault, LiteralLexer, LiteralToken, MAX_TOKEN};
use super::literal_value::LiteralText;
use super::piece_cursor::{PieceCursor, Place};
use super::record_context::{RecordContext, RecordResult};
use super::span::name;
use super::symbols::MAX_SHOWN;
use crate::location::Location;
use std::collections::VecDeque;

/// The most lists and objects around a value.
const MAX_DEPTH: usize = 32;

/// What may come next in a list or an object.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Expected {
    /// A value, or the end of the list.
    #[default]
    Value,
    /// The value of a key.
    KeyValue,
    /// A comma, or the end of the list or object.
    Separator,
    /// A key, or the end of the object.
    Key,
    /// The colon after a key.
    Colon,
}

impl Expected {
    fn description(self, in_object: bool) -> &'static str {
        match (self, in_object) {
            (Self::Value, _) => "a value or ]",
            (Self::KeyValue, _) => "a value",
            (Self::Separator, true) => "a comma or }",
            (Self::Separator, false) => "a comma or ]",
            (Self::Key, _) => "a key or }",
            (Self::Colon, _) => "a colon",
        }
    }
}

/// A part of the text that is skipped after an error: how many lists and objects it is inside of,
/// and whether a line that begins with a list or an object ends it.
#[derive(Clone, Copy, Debug)]
struct Skipped {
    depth: usize,
    by_line: bool,
}

/// Converts pieces of a text to records.
#[derive(Default, Debug)]
pub(super) struct LiteralParser {
    lexer: LiteralLexer,
    frames: LiteralFrames,
    expected: Expected,
    skipped: Option<Skipped>,
    /// Whether something was skipped, so that brackets may be left over.
    has_skipped: bool,
    /// A word outside of all lists and objects: an error, unless it is a label or a function.
    word: Option<(Place, Vec<u8>)>,
    /// The line of the last token.
    line: u64,
    /// The location after the last piece.
    end: Option<Location>,
}

impl LiteralParser {
    /// Reads a piece, and appends its records and errors.
    pub(super) fn read(
        &mut self,
        piece: &TextPiece<'_>,
        context: &mut RecordContext,
        results: &mut VecDeque<RecordResult>,
    ) {
        let mut sink = RecordSink { context, results };
        let mut cursor = PieceCursor::new(piece);
        while let Some(token) = self.lexer.next(&mut cursor) {
            match token {
                Ok(token) => self.token(token, &mut sink),
                Err(fault) => self.lexer_fault(fault, &cursor, &mut sink),
            }
        }
        self.end = Some(cursor.location());
    }

    /// Ends the text. Returns the error if it ends inside of a value.
    pub(super) fn end(&mut self, context: &mut RecordContext) -> Option<RecordResult> {
        let is_between = self.lexer.is_between();
        let (depth, in_object) = (self.frames.depth(), self.frames.is_object());
        let has_word = self.lexer.end().is_some() && depth == 0 && self.word.is_none();
        let (skipped, location) = (self.skipped.take(), self.end.take()?);
        if has_word && skipped.is_none() {
            self.hold_word();
        }
        let (location, expected, found) = match self.word.take() {
            _ if skipped.is_some() => return None,
            _ if !is_between => (location, "a closing quote", String::new()),
            Some((place, word)) => (place.location(&word, 0), OUTSIDE, shown(&word)),
            None if depth > 0 => (location, if in_object { "}" } else { "]" }, String::new()),
            None => return None,
        };
        self.frames = LiteralFrames::default();
        let kind = TextErrorKind::Syntax { expected, found };
        Some(Err(TextError::new(context.in_file(location), kind)))
    }

    fn hold_word(&mut self) {
        self.word = Some((self.lexer.place(), self.lexer.text().to_vec()));
    }

    /// Reads a token.
    fn token(&mut self, token: LiteralToken, sink: &mut RecordSink<'_>) {
        if token == LiteralToken::Comment {
            if self.frames.depth() == 0 {
                self.frames.label = name(self.lexer.text());
            }
            return;
        }
        let line = std::mem::replace(&mut self.line, self.lexer.place().line);
        self.token_in_line(token, line != self.line, sink);
    }

    /// Reads a token, given whether it is the first one of its line.
    fn token_in_line(&mut self, token: LiteralToken, is_first: bool, sink: &mut RecordSink<'_>) {
        if self.skip(token, is_first) {
            return;
        }
        if self.frames.depth() == 0 {
            return self.outside(token, is_first, sink);
        }
        let in_object = self.frames.is_object();
        let is_value = matches!(self.expected, Expected::Value | Expected::KeyValue);
        let may_end = match self.expected {
            Expected::Separator => true,
            Expected::Value => !in_object,
            Expected::Key => in_object,
            Expected::KeyValue | Expected::Colon => false,
        };
        match token {
            LiteralToken::OpenList | LiteralToken::OpenObject if is_value => {
                self.open(token, sink);
            }
            LiteralToken::Text | LiteralToken::Word if is_value => {
                self.frames.scalar(self.text(), token == LiteralToken::Word, sink);
                self.expected = Expected::Separator;
            }
            LiteralToken::Text | LiteralToken::Word if self.expected == Expected::Key => {
                self.frames.set_key(self.lexer.text());
                self.expected = Expected::Colon;
            }
            LiteralToken::Colon if self.expected == Expected::Colon => {
                self.expected = Expected::KeyValue;
            }
            LiteralToken::Comma if self.expected == Expected::Separator => {
                self.expected = if in_object { Expected::Key } else { Expected::Value };
            }
            LiteralToken::CloseList if may_end && !in_object => {
                self.frames.close_list(sink);
                self.expected = Expected::Separator;
            }
            LiteralToken::CloseObject if may_end && in_object => {
                self.frames.close_object(sink);
                self.expected = Expected::Separator;
            }
            _ => self.fault(self.expected.description(in_object), (token, is_first), sink),
        }
    }

    /// Reads a token outside of all lists and objects.
    fn outside(&mut self, token: LiteralToken, is_first: bool, sink: &mut RecordSink<'_>) {
        match (token, self.word.take()) {
            (LiteralToken::Equals, Some((_, word))) => self.frames.label = name(&word),
            // The arguments of a function, such as `np.array(...)`, are a list.
            (LiteralToken::OpenList, _) | (LiteralToken::OpenObject, None) => {
                self.open(token, sink);
            }
            (LiteralToken::Text, None) => self.frames.scalar(self.text(), false, sink),
            (LiteralToken::Word, None) => self.hold_word(),
            (LiteralToken::Comma, None) => {}
            (LiteralToken::CloseList | LiteralToken::CloseObject, None) if self.has_skipped => {}
            (_, Some((place, word))) => {
                self.report(place.location(&word, 0), OUTSIDE, shown(&word), sink);
                self.skipped = Some(Skipped { depth: 0, by_line: true });
                // This token may begin the next value.
                self.token_in_line(token, is_first, sink);
            }
            (_, None) => self.fault(OUTSIDE, (token, is_first), sink),
        }
    }

    fn open(&mut self, token: LiteralToken, sink: &mut RecordSink<'_>) {
        if self.frames.depth() == MAX_DEPTH {
            return self.fault("at most 32 lists and objects around a value", (token, false), sink);
        }
        if token == LiteralToken::OpenList {
            self.frames.open_list();
            self.expected = Expected::Value;
        } else {
            self.frames.open_object(self.lexer.place());
            self.expected = Expected::Key;
        }
    }

    /// The last string or word.
    fn text(&self) -> LiteralText {
        LiteralText {
            text: self.lexer.text().to_vec(),
            place: self.lexer.place(),
            has_escapes: self.lexer.has_escapes(),
        }
    }

    /// Skips a token after an error. Returns whether it was skipped.
    fn skip(&mut self, token: LiteralToken, is_first: bool) -> bool {
        let Some(skipped) = &mut self.skipped else { return false };
        let is_open = matches!(token, LiteralToken::OpenList | LiteralToken::OpenObject);
        if is_open && is_first && skipped.by_line {
            self.skipped = None;
            return false;
        }
        if is_open {
            skipped.depth += 1;
        } else if matches!(token, LiteralToken::CloseList | LiteralToken::CloseObject) {
            self.close_skipped();
        }
        true
    }

    /// Ends a list or an object that is skipped.
    fn close_skipped(&mut self) {
        let Some(skipped) = &mut self.skipped else { return };
        skipped.depth = skipped.depth.saturating_sub(1);
        if skipped.depth == 0 && !(skipped.by_line && self.frames.depth() > 0) {
            self.skipped = None;
            self.expected = Expected::Separator;
        }
    }

    /// Reports a token that is not expected, and skips the list or object that it is in.
    fn fault(
        &mut self,
        expected: &'static str,
        (token, is_first): (LiteralToken, bool),
        sink: &mut RecordSink<'_>,
    ) {
        let found = match token {
            LiteralToken::OpenList => "[".to_owned(),
            LiteralToken::CloseList => "]".to_owned(),
            LiteralToken::OpenObject => "{".to_owned(),
            LiteralToken::CloseObject => "}".to_owned(),
            LiteralToken::Comma => ",".to_owned(),
            LiteralToken::Colon => ":".to_owned(),
            LiteralToken::Equals => "=".to_owned(),
            LiteralToken::Text | LiteralToken::Word | LiteralToken::Comment => {
                shown(self.lexer.text())
            }
        };
        let place = self.lexer.place();
        self.report(place.location(found.as_bytes(), 0), expected, found.clone(), sink);
        self.begin_skipping();
        // After an object that has not ended, this token may begin the next value.
        if !self.skip(token, is_first) {
            self.token_in_line(token, is_first, sink);
        }
    }

    fn lexer_fault(
        &mut self,
        fault: LexerFault,
        cursor: &PieceCursor<'_>,
        sink: &mut RecordSink<'_>,
    ) {
        if self.skipped.is_some() {
            return;
        }
        self.word = None;
        match fault {
            LexerFault::OpenQuote => {
                self.report(
                    cursor.location(),
                    "a closing quote",
                    "the end of the line".into(),
                    sink,
                );
            }
            LexerFault::Escape => {
                let expected = "four hexadecimal digits";
                self.report(cursor.location(), expected, shown_byte(cursor.peek()), sink);
            }
            LexerFault::Long => {
                let location = self.lexer.place().location(b"", 0);
                sink.error(location, TextErrorKind::LongPuzzle { limit: MAX_TOKEN });
            }
        }
        self.begin_skipping();
    }

    fn report(
        &self,
        location: Location,
        expected: &'static str,
        found: String,
        sink: &mut RecordSink<'_>,
    ) {
        sink.error(location, TextErrorKind::Syntax { expected, found });
    }

    /// Skips the rest of the innermost list or object.
    fn begin_skipping(&mut self) {
        let depth = usize::from(self.frames.depth() > 0);
        self.frames.drop_innermost();
        self.has_skipped = true;
        self.skipped = Some(Skipped { depth, by_line: self.frames.depth() == 0 });
    }
}

/// What is expected outside of all lists and objects.
const OUTSIDE: &str = "a list or an object";

/// The beginning of a text in a message.
fn shown(text: &[u8]) -> String {
    String::from_utf8_lossy(&text[..text.len().min(MAX_SHOWN)]).into_owned()
}

fn shown_byte(byte: Option<u8>) -> String {
    byte.map_or_else(String::new, |byte| shown(&[byte]))
}
