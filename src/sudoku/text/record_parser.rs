//! Converts lines to records: the part of the reader that is independent of the input.
//!
//! Lines enter one by one; some of them complete a record or an error.

use super::alphabet::Alphabet;
use super::error::{TextError, TextErrorKind};
use super::fast_path;
use super::format::Format;
use super::grid_format::{GridFault, GridRows};
use super::grid_row::{GridContext, LineKind, Tokens};
use super::line_block::ReaderState;
use super::line_reader::{MAX_LINE, TextLine};
use super::options::ReadOptions;
use super::puzzle_line::{self, WantedSizes};
use super::record::Record;
use super::sizes::{LARGEST, is_size, size_of_grid};
use super::span::name;
use super::symbols::{ParsedGrid, SymbolReader};
use crate::location::Location;

/// A record or its error.
pub(super) type RecordResult = Result<Record, TextError>;

/// Converts lines to records.
#[derive(Debug)]
pub(super) struct RecordParser {
    /// The size of all grids, if it is given.
    only_size: Option<usize>,
    file: Option<String>,
    symbols: SymbolReader,
    /// The size of the last grid, or the guessed one.
    size: Option<usize>,
    /// Whether a line was read that could have been a puzzle.
    started: bool,
    tokens: Tokens,
    rows: Option<GridRows>,
    heading: Option<String>,
    /// The location of the first line of text, for the error if no row follows.
    first_text: Option<Location>,
}

impl RecordParser {
    pub(super) fn new(options: ReadOptions) -> Self {
        Self {
            only_size: options.alphabet.map(Alphabet::size).or(options.size),
            file: options.file,
            symbols: SymbolReader::new(options.alphabet),
            size: None,
            started: false,
            tokens: Tokens::default(),
            rows: None,
            heading: None,
            first_text: None,
        }
    }

    /// The state for the next lines, where each line is a puzzle.
    pub(super) fn state(&self) -> ReaderState {
        let options = ReadOptions {
            format: Some(Format::Line),
            size: self.only_size,
            alphabet: self.symbols.fixed(),
            file: self.file.clone(),
        };
        let (size, started, decided) = (self.size, self.started, self.symbols.decided());
        ReaderState { options, size, started, decided }
    }

    /// A parser that continues in a state.
    pub(super) fn resume(state: &ReaderState) -> Self {
        let mut records = Self::new(state.options.clone());
        records.size = state.size;
        records.started = state.started;
        records.symbols.decide(state.decided);
        records
    }

    /// Sets the likely size.
    pub(super) fn expect_size(&mut self, size: Option<usize>) {
        self.size = size;
    }

    /// Reads a line. Returns the record or error that it completes.
    pub(super) fn read(&mut self, line: &TextLine<'_>, format: Format) -> Option<RecordResult> {
        if line.cut {
            self.rows = None;
            self.started = true;
            let kind = TextErrorKind::LongLine { limit: MAX_LINE };
            return Some(Err(self.error(line.number, line.text, 0, kind)));
        }
        match format {
            Format::Line => self.read_puzzle_line(line),
            Format::Euler | Format::Grid | Format::Numbers => self.read_grid_line(line, format),
        }
    }

    /// Ends the text. Returns the last record or error.
    pub(super) fn end(&mut self, format: Format) -> Option<RecordResult> {
        let unfinished = self.end_grid(format);
        let nothing = self.first_text.take().filter(|_| !self.started);
        unfinished.or(nothing.map(|location| Err(TextError::new(location, TextErrorKind::NoRows))))
    }

    fn location(&self, line: u64, text: &[u8], offset: usize) -> Location {
        let location = Location::new(line, text, offset);
        match &self.file {
            Some(file) => location.in_file(file),
            None => location,
        }
    }

    fn error(&self, line: u64, text: &[u8], offset: usize, kind: TextErrorKind) -> TextError {
        TextError::new(self.location(line, text, offset), kind)
    }

    fn record(&mut self, parsed: ParsedGrid, line: u64, name: Option<String>) -> Record {
        let ParsedGrid { grid, alphabet, blank } = parsed;
        self.size = Some(grid.size());
        Record { grid, line, name, alphabet, blank }
    }

    /// Reads a line that is a puzzle.
    fn read_puzzle_line(&mut self, line: &TextLine<'_>) -> Option<RecordResult> {
        match self.read_fast(line) {
            Some(record) => Some(Ok(record)),
            None => self.search(line),
        }
    }

    /// Reads a line that begins with a 9x9 puzzle, like nearly all lines. [`search`](Self::search)
    /// would find the same puzzle, unless puzzles of another size precede it.
    fn read_fast(&mut self, line: &TextLine<'_>) -> Option<Record> {
        let is_nine = |size: Option<usize>| size.is_none_or(|size| size == 9);
        if !is_nine(self.size) || !is_nine(self.only_size) || !self.symbols.accepts_fast_path() {
            return None;
        }
        let cells = fast_path::parse_cells(line.text)?;
        self.started = true;
        let parsed = self.symbols.nine(cells, line.text);
        Some(self.record(parsed, line.number, None))
    }

    /// Searches a line for a puzzle at any position.
    fn search(&mut self, line: &TextLine<'_>) -> Option<RecordResult> {
        let text = line.text;
        if puzzle_line::is_empty(text) {
            return None;
        }
        let is_first = !std::mem::replace(&mut self.started, true);
        if is_first && puzzle_line::is_heading(text) {
            return None;
        }
        let first = self.only_size.or(self.size);
        let sizes = WantedSizes { first, only: self.only_size.is_some() };
        Some(match puzzle_line::find(text, sizes, &mut self.symbols) {
            Ok(found) => {
                let name = name(&text[..found.field.start]);
                Ok(self.record(found.parsed, line.number, name))
            }
            Err((offset, kind)) => Err(self.error(line.number, text, offset, kind)),
        })
    }

    /// Reads a line of a grid with one row in each line.
    fn read_grid_line(&mut self, line: &TextLine<'_>, format: Format) -> Option<RecordResult> {
        self.tokens.cut(line.text);
        let label = self.tokens.label();
        if format == Format::Numbers
            && self.rows.is_none()
            && let Some(size) = self.size_of_number_line(line.text)
        {
            return Some(self.read_numbers(line, size));
        }
        let context = self.context(label.is_some(), format);
        match self.tokens.classify(line.text, context) {
            LineKind::Row { size, joined } => {
                let ended = label.and_then(|_| self.end_grid(format));
                self.add_row(line, size, joined);
                ended.or_else(|| self.end_if_complete(format))
            }
            LineKind::BadRow { found } => {
                let drawing = self.rows.as_mut()?;
                drawing.push_bad(line.number, line.text, &self.tokens, found);
                self.end_if_complete(format)
            }
            LineKind::Text if format == Format::Numbers && self.is_too_long() => {
                Some(Err(self.too_many(line)))
            }
            LineKind::Text => {
                let ended = self.end_grid(format);
                self.record_heading(line);
                ended
            }
            LineKind::Nothing => {
                let is_comment = line.text.contains(&b'#');
                if self.rows.is_none() && (is_comment || label.is_some()) {
                    self.record_heading(line);
                }
                None
            }
            LineKind::Rule => None,
        }
    }

    /// What is known of the grid that the next line belongs to.
    fn context(&self, is_new: bool, format: Format) -> GridContext {
        let drawing = self.rows.as_ref().filter(|_| !is_new);
        let blank = drawing.and_then(GridRows::blank);
        GridContext {
            size: drawing.map(GridRows::size).or(self.only_size),
            likely: self.size,
            alphabet: self.symbols.fixed(),
            inside: drawing.is_some(),
            blank: blank.unwrap_or(self.symbols.last_blank()),
            plain: format == Format::Euler,
        }
    }

    /// Records a line of text outside of any grid: the name of the next one.
    fn record_heading(&mut self, line: &TextLine<'_>) {
        if self.first_text.is_none() {
            self.first_text = Some(self.location(line.number, line.text, 0));
        }
        self.heading = name(line.text);
    }

    fn add_row(&mut self, line: &TextLine<'_>, size: usize, joined: bool) {
        self.started = true;
        if let Some(label) = self.tokens.label() {
            self.heading = name(label.of(line.text));
        }
        let drawing = self.rows.get_or_insert_with(|| GridRows::new(size, self.heading.take()));
        drawing.push(line.number, line.text, self.tokens.cells(joined));
    }

    fn end_if_complete(&mut self, format: Format) -> Option<RecordResult> {
        let is_complete = self.rows.as_ref().is_some_and(GridRows::is_complete);
        is_complete.then(|| self.end_grid(format))?
    }

    /// Ends the current grid, if there is one, complete or not.
    fn end_grid(&mut self, format: Format) -> Option<RecordResult> {
        let mut drawing = self.rows.take()?;
        let (line, name) = (drawing.line(), drawing.take_name());
        Some(match drawing.finish(&mut self.symbols, format == Format::Numbers) {
            Ok(parsed) => Ok(self.record(parsed, line, name)),
            Err(GridFault { line, text, offset, kind }) => {
                Err(self.error(line, &text, offset, kind))
            }
        })
    }

    /// The size of the grid that a line of numbers is, if it has the number of cells of a grid.
    ///
    /// Sixteen numbers are a grid of size 4 or a row of size 16; thirty-six numbers are ambiguous
    /// as well. Unless the size is known, they are a grid if no number is too large.
    fn size_of_number_line(&self, text: &[u8]) -> Option<usize> {
        let count = self.tokens.as_slice().len();
        let size = match self.only_size {
            Some(size) => Some(size).filter(|size| size * size == count),
            None => size_of_grid(count),
        }?;
        let known = self.only_size.or(self.size);
        let is_grid = !is_size(count) || known == Some(size);
        (is_grid || known != Some(count) && self.tokens.is_grid(text, size)).then_some(size)
    }

    /// Reads a line that is a puzzle in numbers.
    fn read_numbers(&mut self, line: &TextLine<'_>, size: usize) -> RecordResult {
        self.started = true;
        let cells = self.tokens.as_slice();
        match self.symbols.cells(size, cells, line.text, true) {
            Ok(parsed) => {
                let label = self.tokens.label().and_then(|label| name(label.of(line.text)));
                let name = label.or(self.heading.take());
                Ok(self.record(parsed, line.number, name))
            }
            Err((cell, kind)) => Err(self.error(line.number, line.text, cells[cell].start, kind)),
        }
    }

    /// Returns whether the line has more cells than any row.
    fn is_too_long(&self) -> bool {
        self.tokens.as_slice().len() > LARGEST
    }

    /// The error for a line that has more cells than any row and is not a grid.
    fn too_many(&mut self, line: &TextLine<'_>) -> TextError {
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
    use super::super::AlphabetStyle;
    use super::*;
    use proptest::prelude::*;
    use proptest::sample::select;

    const EASY: &str =
        "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";

    /// Options; the fast path applies to some of them only.
    fn options() -> impl Strategy<Value = ReadOptions> {
        let alphabets = [
            (AlphabetStyle::FromOne, 9),
            (AlphabetStyle::FromZero, 9),
            (AlphabetStyle::Letters, 9),
        ];
        let alphabets = alphabets.map(|(style, size)| Alphabet::new(style, size).unwrap());
        prop_oneof![
            4 => Just(ReadOptions::new()),
            1 => select(vec![4, 9, 16]).prop_map(|size| ReadOptions::new().size(size)),
            1 => select(alphabets.to_vec()).prop_map(|alphabet| ReadOptions::new().alphabet(alphabet)),
        ]
    }

    /// A field: a 9x9 grid with any blank, a grid of another size, or a word.
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

    /// A line of a few fields, of which a few bytes may be replaced.
    fn line() -> impl Strategy<Value = Vec<u8>> {
        let separator = select(vec!["", " ", ",", "\t", ":", ";", " # ", "#", "|", "\r", "="]);
        let fields = prop::collection::vec((separator.clone(), field()), 0..4);
        let replaced = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..2);
        (field(), fields, separator, replaced).prop_map(|(first, others, last, replaced)| {
            let others = others.iter().map(|(separator, field)| format!("{separator}{field}"));
            let mut line = (first + &others.collect::<String>() + last).into_bytes();
            for (index, byte) in replaced {
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
        fn the_fast_path_agrees_with_the_general_one(
            options in options(),
            texts in prop::collection::vec(line(), 1..6),
        ) {
            let (mut fast, mut slow) = (RecordParser::new(options.clone()), RecordParser::new(options));
            for (number, text) in (1..).zip(&texts) {
                let line = TextLine { number, text, cut: false };
                let (one, other) = (fast.read(&line, Format::Line), slow.search(&line));
                prop_assert_eq!(one, other, "{}", String::from_utf8_lossy(text));
            }
        }
    }

    #[test]
    fn the_fast_path_is_taken_where_it_applies() {
        let taken = |options: ReadOptions, before: &str, text: &str| {
            let mut records = RecordParser::new(options);
            let line = |text| TextLine { number: 1, text, cut: false };
            records.search(&line(before.as_bytes()));
            records.read_fast(&line(text.as_bytes())).is_some()
        };
        let new = ReadOptions::new;
        let letters = Alphabet::new(AlphabetStyle::Letters, 9).unwrap();
        assert!(
            taken(new(), "", EASY) && taken(new(), EASY, EASY) && taken(new().size(9), "", EASY)
        );
        assert!(taken(new().alphabet(Alphabet::usual(9)), "", EASY));
        assert!(!taken(new().size(4), "", EASY) && !taken(new(), "1..4.4....4.3..1", EASY));
        assert!(!taken(new().alphabet(letters), "", EASY) && !taken(new(), "", &EASY[1..]));
    }
}
