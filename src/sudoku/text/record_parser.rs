//! Converts lines to records: the part of the reader that is independent of the input.
//!
//! Lines enter one by one; some of them complete a record or an error. Formats whose records do not
//! follow the lines get pieces of lines instead, each of which may complete several.

use super::candidate_line;
use super::csv_parser::CsvParser;
use super::drawing_parser::DrawingParser;
use super::error::{ReadError, TextErrorKind};
use super::fast_path;
use super::format::{Format, FormatGuess};
use super::line_block::ReaderState;
use super::line_reader::{MAX_LINE, TextLine, TextPiece};
use super::literal_parser::LiteralParser;
use super::opensudoku_parser::OpenSudokuParser;
use super::options::ReadOptions;
use super::puzzle_line::{self, FoundGrid, WantedSizes};
use super::record::Record;
use super::record_context::{RecordContext, RecordResult};
use super::sdk_parser::SdkParser;
use super::span::name;
use super::stated_rules::StatedRules;
use super::symbols::SymbolReader;
use std::collections::VecDeque;

/// The parser of a format.
#[derive(Debug)]
enum FormatParser {
    Lines,
    Candidates,
    Csv(CsvParser),
    Drawings(Box<DrawingParser>),
    Sdk(Box<SdkParser>),
    Literals(Box<LiteralParser>),
    OpenSudoku(Box<OpenSudokuParser>),
}

impl FormatParser {
    fn new(format: Format) -> Self {
        match format {
            Format::Line => Self::Lines,
            Format::Candidates => Self::Candidates,
            Format::Csv => Self::Csv(CsvParser::default()),
            Format::Sdk => Self::Sdk(Box::default()),
            Format::Euler | Format::Grid | Format::Numbers | Format::Sdx | Format::Ss => {
                Self::Drawings(Box::new(DrawingParser::new(format)))
            }
            Format::OpenSudoku => Self::OpenSudoku(Box::default()),
            Format::Json | Format::Python => Self::Literals(Box::default()),
        }
    }
}

/// Converts lines to records.
#[derive(Debug)]
pub(super) struct RecordParser {
    context: RecordContext,
    parser: FormatParser,
    /// The records and errors of a piece that were not taken yet.
    pending: VecDeque<RecordResult>,
}

impl RecordParser {
    /// A parser of a format; before the format is known, of lines.
    pub(super) fn new(options: ReadOptions) -> Self {
        let parser = options.format.map_or(FormatParser::Lines, FormatParser::new);
        Self { context: RecordContext::new(options), parser, pending: VecDeque::new() }
    }

    /// Adapts a guess to the required size, if there is one.
    pub(super) fn fit(&self, guess: FormatGuess) -> FormatGuess {
        self.context.only_size.map_or(guess, |size| guess.of_size(size))
    }

    /// The rules of all puzzles, where they are known.
    pub(super) fn rules(&self) -> Option<&StatedRules> {
        self.context.rules.known()
    }

    /// Sets the format, and the likely size.
    pub(super) fn set_format(&mut self, format: Format, size: Option<usize>) {
        (self.parser, self.context.size) = (FormatParser::new(format), size);
    }

    /// The state for the next lines, where each line is a puzzle.
    pub(super) fn state(&self, format: Format) -> ReaderState {
        let RecordContext { only_size, file, rules, symbols, size, started } = &self.context;
        let options = ReadOptions {
            format: Some(format),
            size: *only_size,
            alphabet: symbols.fixed(),
            file: file.clone(),
            rules: rules.clone(),
        };
        let csv = match &self.parser {
            FormatParser::Csv(parser) => parser.state().clone(),
            _ => Default::default(),
        };
        let decided = symbols.decided();
        ReaderState { options, size: *size, started: *started, decided, csv }
    }

    /// A parser that continues in a state.
    pub(super) fn resume(state: &ReaderState) -> Self {
        let mut records = Self::new(state.options.clone());
        records.context.size = state.size;
        records.context.started = state.started;
        records.context.symbols.decide(state.decided);
        if let FormatParser::Csv(parser) = &mut records.parser {
            *parser = CsvParser::resume(state.csv.clone());
        }
        records
    }

    /// Returns whether this format is read by pieces of lines.
    pub(super) fn takes_pieces(&self) -> bool {
        matches!(self.parser, FormatParser::Literals(_) | FormatParser::OpenSudoku(_))
    }

    /// The next record or error of the pieces so far.
    pub(super) fn take_pending(&mut self) -> Option<RecordResult> {
        self.pending.pop_front()
    }

    pub(super) fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Reads a line. Returns the record or error that it completes, in the type of the reader, so
    /// that a record is not moved again.
    pub(super) fn read(&mut self, line: &TextLine<'_>) -> Option<Result<Record, ReadError>> {
        if matches!(self.parser, FormatParser::Lines)
            && !line.cut
            && let Some(record) = self.read_fast(line)
        {
            return Some(Ok(record));
        }
        self.read_any(line).map(|record| record.map_err(ReadError::from))
    }

    /// Reads a line that is not left to the fast path.
    fn read_any(&mut self, line: &TextLine<'_>) -> Option<RecordResult> {
        // A comment is one without its end, too.
        if line.cut && !puzzle_line::is_empty(line.text) {
            match &mut self.parser {
                FormatParser::Drawings(parser) => parser.drop_rows(),
                FormatParser::Sdk(parser) => parser.drop_rows(),
                FormatParser::Csv(parser) => parser.drop_open(),
                _ => {}
            }
            self.context.started = true;
            let kind = TextErrorKind::LongLine { limit: MAX_LINE };
            return Some(Err(self.context.error(line.number, line.text, 0, kind)));
        }
        match &mut self.parser {
            FormatParser::Lines => self.search(line, puzzle_line::find),
            FormatParser::Candidates => self.search(line, candidate_line::find),
            FormatParser::Csv(parser) => parser.read(line, &mut self.context),
            FormatParser::Drawings(parser) => parser.read(line, &mut self.context),
            FormatParser::Sdk(parser) => parser.read(line, &mut self.context),
            FormatParser::Literals(_) | FormatParser::OpenSudoku(_) => None,
        }
    }

    /// Reads a piece of a line. Its records and errors are [pending](Self::take_pending).
    pub(super) fn read_piece(&mut self, piece: &TextPiece<'_>) {
        match &mut self.parser {
            FormatParser::Literals(parser) => {
                parser.read(piece, &mut self.context, &mut self.pending);
            }
            FormatParser::OpenSudoku(parser) => {
                parser.read(piece, &mut self.context, &mut self.pending);
            }
            _ => {}
        }
    }

    /// Ends the text. Returns the last record or error.
    pub(super) fn end(&mut self) -> Option<RecordResult> {
        match &mut self.parser {
            FormatParser::Lines | FormatParser::Candidates => None,
            FormatParser::Csv(parser) => parser.end(&mut self.context),
            FormatParser::Drawings(parser) => parser.end(&mut self.context),
            FormatParser::Sdk(parser) => parser.end(&mut self.context),
            FormatParser::Literals(parser) => parser.end(&mut self.context),
            FormatParser::OpenSudoku(parser) => parser.end(&mut self.context),
        }
    }

    /// Reads a line that begins with a 9x9 puzzle, like nearly all lines. [`search`](Self::search)
    /// would find the same puzzle, unless puzzles of another size precede it.
    #[inline]
    fn read_fast(&mut self, line: &TextLine<'_>) -> Option<Record> {
        let context = &mut self.context;
        let is_nine = |size: Option<usize>| size.is_none_or(|size| size == 9);
        if !is_nine(context.size)
            || !is_nine(context.only_size)
            || !context.symbols.accepts_fast_path()
        {
            return None;
        }
        let cells = fast_path::parse_cells(line.text)?;
        context.started = true;
        let parsed = context.symbols.nine(cells, line.text);
        Some(context.record(parsed, line.number, None))
    }

    /// Searches a line for a puzzle at any position.
    fn search(&mut self, line: &TextLine<'_>, find: FindGrid) -> Option<RecordResult> {
        let (text, context) = (line.text, &mut self.context);
        if let Some(offset) = puzzle_line::carriage_return(text) {
            let kind = TextErrorKind::CarriageReturn;
            return Some(Err(context.error(line.number, text, offset, kind)));
        }
        if puzzle_line::is_empty(text) {
            return None;
        }
        let is_first = !std::mem::replace(&mut context.started, true);
        let is_small_grid =
            context.only_size.is_some_and(|size| size * size == text.trim_ascii().len());
        if is_first && puzzle_line::is_heading(text) && !is_small_grid {
            return None;
        }
        let sizes = context.sizes();
        Some(match find(text, sizes, &mut context.symbols) {
            Ok(found) => {
                let name = name(&text[..found.field.start]);
                Ok(context.record(found.parsed, line.number, name))
            }
            Err((offset, kind)) => Err(context.error(line.number, text, offset, kind)),
        })
    }
}

/// A function that finds the grid of a line.
type FindGrid =
    fn(&[u8], WantedSizes, &mut SymbolReader) -> Result<FoundGrid, (usize, TextErrorKind)>;

#[cfg(test)]
mod tests {
    use super::super::{Alphabet, AlphabetStyle};
    use super::*;
    use crate::tests::is_thorough;
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
        #![proptest_config(ProptestConfig::with_cases(if is_thorough() { 2000 } else { 500 }))]

        #[test]
        fn the_fast_path_agrees_with_the_general_one(
            options in options(),
            texts in prop::collection::vec(line(), 1..6),
        ) {
            let (mut fast, mut slow) = (RecordParser::new(options.clone()), RecordParser::new(options));
            for (number, text) in (1..).zip(&texts) {
                let line = TextLine { number, text, cut: false };
                let one = fast.read(&line).map(|record| record.map_err(|error| error.to_string()));
                let other = slow.search(&line, puzzle_line::find);
                let other = other.map(|record| record.map_err(|error| error.to_string()));
                prop_assert_eq!(one, other, "{}", String::from_utf8_lossy(text));
            }
        }
    }

    #[test]
    fn the_fast_path_is_taken_where_it_applies() {
        let taken = |options: ReadOptions, before: &str, text: &str| {
            let mut records = RecordParser::new(options);
            let line = |text| TextLine { number: 1, text, cut: false };
            records.search(&line(before.as_bytes()), puzzle_line::find);
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
