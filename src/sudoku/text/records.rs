//! Records out of lines.
//!
//! This is all that a reader does apart from the input: lines go in one by one, and now and then one of them
//! completes a record, or shows that there is none.

use super::alphabet::Alphabet;
use super::blocks::Setting;
use super::drawn::{Drawing, Fault};
use super::error::{TextError, TextErrorKind};
use super::line::{self, Sizes};
use super::lines::{LONGEST_LINE, Line};
use super::reader::{ReadOptions, Record};
use super::rows::{Context, Sort, Tokens};
use super::translate::{Translated, Translator};
use super::{Format, SIZES, is_size, name, nine, size_of_grid};
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

    /// What the lines so far say of those after them, where each is a puzzle.
    pub(super) fn setting(&self) -> Setting {
        let options = ReadOptions {
            format: Some(Format::Line),
            size: self.only_size,
            alphabet: self.translator.fixed(),
            file: self.file.clone(),
        };
        let (size, started, decided) = (self.size, self.started, self.translator.decided());
        Setting { options, size, started, decided }
    }

    /// Goes on where others have come to that knew no more than this.
    pub(super) fn resume(setting: &Setting) -> Self {
        let mut records = Self::new(setting.options.clone());
        records.size = setting.size;
        records.started = setting.started;
        records.translator.decide(setting.decided);
        records
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
        match self.read_nine(line) {
            Some(record) => Some(Ok(record)),
            None => self.search(line),
        }
    }

    /// A line that begins with a puzzle of 9x9, as nearly all do: what [`search`](Self::search) would find, too. It might
    /// find another one only if puzzles of another size went before.
    fn read_nine(&mut self, line: &Line<'_>) -> Option<Record> {
        let is_nine = |size: Option<usize>| size.is_none_or(|size| size == 9);
        if !is_nine(self.size) || !is_nine(self.only_size) || !self.translator.knows_nine() {
            return None;
        }
        let cells = nine::cells(line.text)?;
        self.started = true;
        let translated = self.translator.nine(cells, line.text);
        Some(self.record(translated, line.number, None))
    }

    /// A line that may have its puzzle anywhere.
    fn search(&mut self, line: &Line<'_>) -> Option<Outcome> {
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

#[cfg(test)]
mod tests {
    use super::super::Style;
    use super::*;
    use proptest::prelude::*;
    use proptest::sample::select;

    const EASY: &str =
        "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";

    /// What is known before; the fast road must be taken or left alone accordingly.
    fn options() -> impl Strategy<Value = ReadOptions> {
        let alphabets = [(Style::FromOne, 9), (Style::FromZero, 9), (Style::Letters, 9)];
        let alphabets = alphabets.map(|(style, size)| Alphabet::new(style, size).unwrap());
        prop_oneof![
            4 => Just(ReadOptions::new()),
            1 => select(vec![4, 9, 16]).prop_map(|size| ReadOptions::new().size(size)),
            1 => select(alphabets.to_vec()).prop_map(|alphabet| ReadOptions::new().alphabet(alphabet)),
        ]
    }

    /// A field: a grid of 9x9, in all ways to write a blank, or of another size, or a word.
    fn field() -> impl Strategy<Value = String> {
        let blanks = select(vec![".", "0", "_", "x", "-", "*"]);
        prop_oneof![
            6 => blanks.prop_map(|blank| EASY.replace('.', blank)),
            3 => "[0-9.]{81}",
            1 => "[1-9]{81}",
            1 => "[0-9A-I.]{81}",
            1 => "[1-4.]{16}",
            1 => "[1-9A-G.]{256}",
            1 => "[0-9.]{80}|[0-9.]{82}",
            2 => "[a-z#]{0,5}|[0-9]{1,3}",
        ]
    }

    /// A line of a few fields, in which a few bytes may be spoilt.
    fn line() -> impl Strategy<Value = Vec<u8>> {
        let separator = select(vec!["", " ", ",", "\t", ":", ";", " # ", "#", "|", "\r", "="]);
        let fields = prop::collection::vec((separator.clone(), field()), 0..4);
        let spoilt = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..2);
        (field(), fields, separator, spoilt).prop_map(|(first, others, last, spoilt)| {
            let others = others.iter().map(|(separator, field)| format!("{separator}{field}"));
            let mut line = (first + &others.collect::<String>() + last).into_bytes();
            for (index, byte) in spoilt {
                if !line.is_empty() {
                    let at = index.index(line.len());
                    line[at] = byte;
                }
            }
            line
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn the_fast_road_leads_where_the_other_one_does(
            options in options(),
            texts in prop::collection::vec(line(), 1..6),
        ) {
            let (mut fast, mut slow) = (Records::new(options.clone()), Records::new(options));
            for (number, text) in (1..).zip(&texts) {
                let line = Line { number, text, cut: false };
                let (one, other) = (fast.read(&line, Format::Line), slow.search(&line));
                prop_assert_eq!(one, other, "{}", String::from_utf8_lossy(text));
            }
        }
    }

    #[test]
    fn the_fast_road_is_taken_where_it_may_be() {
        let taken = |options: ReadOptions, before: &str, text: &str| {
            let mut records = Records::new(options);
            let line = |text| Line { number: 1, text, cut: false };
            records.search(&line(before.as_bytes()));
            records.read_nine(&line(text.as_bytes())).is_some()
        };
        let new = ReadOptions::new;
        let letters = Alphabet::new(Style::Letters, 9).unwrap();
        assert!(
            taken(new(), "", EASY) && taken(new(), EASY, EASY) && taken(new().size(9), "", EASY)
        );
        assert!(taken(new().alphabet(Alphabet::usual(9)), "", EASY));
        assert!(!taken(new().size(4), "", EASY) && !taken(new(), "1..4.4....4.3..1", EASY));
        assert!(!taken(new().alphabet(letters), "", EASY) && !taken(new(), "", &EASY[1..]));
    }
}
