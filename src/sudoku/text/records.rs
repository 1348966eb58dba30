//! Records out of lines.
//!
//! This is all that a reader does apart from the input: lines go in one by one, and now and then one of them
//! completes a record, or shows that there is none.

use super::alphabet::Alphabet;
use super::drawn::{Drawing, Fault};
use super::error::{TextError, TextErrorKind};
use super::line::{self, Sizes};
use super::lines::{LONGEST_LINE, Line};
use super::reader::{ReadOptions, Record};
use super::rows::{Context, Sort, Tokens};
use super::translate::{Translated, Translator};
use super::{Format, SIZES, is_size, name, size_of_grid};
use crate::place::Place;

/// A record, or why there is none.
pub(super) type Outcome = Result<Record, TextError>;

/// Makes records out of lines.
#[derive(Debug)]
pub(super) struct Records {
    /// The size of all grids, if the caller says it.
    only_size: Option<usize>,
    file: Option<String>,
    translator: Translator,
    /// The size of the last grid, or the guessed one.
    size: Option<usize>,
    /// Whether a line was read that might have been a puzzle.
    started: bool,
    tokens: Tokens,
    drawing: Option<Drawing>,
    heading: Option<String>,
    /// The first line of text, as long as there was no row.
    stray: Option<Place>,
}

impl Records {
    pub(super) fn new(options: ReadOptions) -> Self {
        Self {
            only_size: options.alphabet.map(Alphabet::size).or(options.size),
            file: options.file,
            translator: Translator::new(options.alphabet),
            size: None,
            started: false,
            tokens: Tokens::default(),
            drawing: None,
            heading: None,
            stray: None,
        }
    }

    /// Says which size is likely.
    pub(super) fn expect_size(&mut self, size: Option<usize>) {
        self.size = size;
    }

    /// Takes a line; gives what it completes.
    pub(super) fn read(&mut self, line: &Line<'_>, format: Format) -> Option<Outcome> {
        if line.cut {
            self.drawing = None;
            self.started = true;
            let kind = TextErrorKind::LongLine { limit: LONGEST_LINE };
            return Some(Err(self.error(line.number, line.text, 0, kind)));
        }
        match format {
            Format::Line => self.read_whole(line),
            Format::Euler | Format::Grid | Format::Numbers => self.read_drawn(line, format),
        }
    }

    /// Ends the text.
    pub(super) fn end(&mut self, format: Format) -> Option<Outcome> {
        let unfinished = self.end_drawing(format);
        let nothing = self.stray.take().filter(|_| !self.started);
        unfinished.or(nothing.map(|place| Err(TextError::new(place, TextErrorKind::NoRows))))
    }

    fn place(&self, line: u64, text: &[u8], offset: usize) -> Place {
        let place = Place::new(line, text, offset);
        match &self.file {
            Some(file) => place.in_file(file),
            None => place,
        }
    }

    fn error(&self, line: u64, text: &[u8], offset: usize, kind: TextErrorKind) -> TextError {
        TextError::new(self.place(line, text, offset), kind)
    }

    fn record(&mut self, translated: Translated, line: u64, name: Option<String>) -> Record {
        let Translated { grid, alphabet, blank } = translated;
        self.size = Some(grid.size());
        Record { grid, line, name, alphabet, blank }
    }

    /// A line that is a puzzle.
    fn read_whole(&mut self, line: &Line<'_>) -> Option<Outcome> {
        let text = line.text;
        if line::is_passed_over(text) {
            return None;
        }
        let is_first = !std::mem::replace(&mut self.started, true);
        if is_first && line::is_heading(text) {
            return None;
        }
        let first = self.only_size.or(self.size);
        let sizes = Sizes { first, only: self.only_size.is_some() };
        Some(match line::find(text, sizes, &mut self.translator) {
            Ok(found) => {
                let name = name(&text[..found.field.start]);
                Ok(self.record(found.translated, line.number, name))
            }
            Err((offset, kind)) => Err(self.error(line.number, text, offset, kind)),
        })
    }

    /// A line of a drawing.
    fn read_drawn(&mut self, line: &Line<'_>, format: Format) -> Option<Outcome> {
        self.tokens.cut(line.text);
        let label = self.tokens.label();
        if format == Format::Numbers
            && self.drawing.is_none()
            && let Some(size) = self.size_of_whole(line.text)
        {
            return Some(self.read_numbers(line, size));
        }
        let context = self.context(label.is_some(), format);
        match self.tokens.sort(line.text, context) {
            Sort::Row { size, joined } => {
                let ended = label.and_then(|_| self.end_drawing(format));
                self.add_row(line, size, joined);
                ended.or_else(|| self.end_if_complete(format))
            }
            Sort::BadRow { found } => {
                let drawing = self.drawing.as_mut()?;
                drawing.push_bad(line.number, line.text, &self.tokens, found);
                self.end_if_complete(format)
            }
            Sort::Text if format == Format::Numbers && self.is_too_long() => {
                Some(Err(self.too_many(line)))
            }
            Sort::Text => {
                let ended = self.end_drawing(format);
                self.note(line);
                ended
            }
            Sort::Nothing => {
                let is_comment = line.text.contains(&b'#');
                if self.drawing.is_none() && (is_comment || label.is_some()) {
                    self.note(line);
                }
                None
            }
            Sort::Rule => None,
        }
    }

    /// What is known of the drawing to which the next line belongs.
    fn context(&self, is_new: bool, format: Format) -> Context {
        let drawing = self.drawing.as_ref().filter(|_| !is_new);
        let blank = drawing.and_then(Drawing::blank);
        Context {
            size: drawing.map(Drawing::size).or(self.only_size),
            likely: self.size,
            alphabet: self.translator.fixed(),
            inside: drawing.is_some(),
            blank: blank.unwrap_or(self.translator.last_blank()),
            plain: format == Format::Euler,
        }
    }

    /// A line of text outside of any drawing: the name of the next one.
    fn note(&mut self, line: &Line<'_>) {
        if self.stray.is_none() {
            self.stray = Some(self.place(line.number, line.text, 0));
        }
        self.heading = name(line.text);
    }

    fn add_row(&mut self, line: &Line<'_>, size: usize, joined: bool) {
        self.started = true;
        if let Some(label) = self.tokens.label() {
            self.heading = name(label.of(line.text));
        }
        let drawing = self.drawing.get_or_insert_with(|| Drawing::new(size, self.heading.take()));
        drawing.push(line.number, line.text, self.tokens.cells(joined));
    }

    fn end_if_complete(&mut self, format: Format) -> Option<Outcome> {
        let is_complete = self.drawing.as_ref().is_some_and(Drawing::is_complete);
        is_complete.then(|| self.end_drawing(format))?
    }

    /// Ends the drawing, if there is one, whether it has all its rows or not.
    fn end_drawing(&mut self, format: Format) -> Option<Outcome> {
        let mut drawing = self.drawing.take()?;
        let (line, name) = (drawing.line(), drawing.take_name());
        Some(match drawing.finish(&mut self.translator, format == Format::Numbers) {
            Ok(translated) => Ok(self.record(translated, line, name)),
            Err(Fault { line, text, offset, kind }) => Err(self.error(line, &text, offset, kind)),
        })
    }

    /// The size of the grid that a line of numbers is, if it has as many as a grid.
    ///
    /// Sixteen numbers are a grid of size 4 or a row of size 16, and thirty-six are the like: unless
    /// the size is known, they are a grid if no number is too large.
    fn size_of_whole(&self, text: &[u8]) -> Option<usize> {
        let count = self.tokens.as_slice().len();
        let size = match self.only_size {
            Some(size) => Some(size).filter(|size| size * size == count),
            None => size_of_grid(count),
        }?;
        let known = self.only_size.or(self.size);
        let is_grid = !is_size(count) || known == Some(size);
        (is_grid || known != Some(count) && self.tokens.is_grid(text, size)).then_some(size)
    }

    /// A line that is a puzzle in numbers.
    fn read_numbers(&mut self, line: &Line<'_>, size: usize) -> Outcome {
        self.started = true;
        let cells = self.tokens.as_slice();
        match self.translator.cells(size, cells, line.text, true) {
            Ok(translated) => {
                let label = self.tokens.label().and_then(|label| name(label.of(line.text)));
                let name = label.or(self.heading.take());
                Ok(self.record(translated, line.number, name))
            }
            Err((cell, kind)) => Err(self.error(line.number, line.text, cells[cell].start, kind)),
        }
    }

    /// Whether a line has more cells than any row.
    fn is_too_long(&self) -> bool {
        self.tokens.as_slice().len() > SIZES[SIZES.len() - 1]
    }

    /// A line that has more cells than any row, and is no grid.
    fn too_many(&mut self, line: &Line<'_>) -> TextError {
        self.started = true;
        let found = self.tokens.as_slice().len();
        let kind = match self.only_size.or(self.size) {
            Some(size) => TextErrorKind::Length { expected: size * size, found },
            None => TextErrorKind::NoGrid { found },
        };
        self.error(line.number, line.text, line.text.len(), kind)
    }
}
