//! The reader: records out of an input, one at a time.

use super::Format;
use super::alphabet::Alphabet;
use super::blocks::{Block, Setting};
use super::error::{ReadError, TextError, TextErrorKind};
use super::guess::look;
use super::lines::Lines;
use super::records::Records;
use crate::place::Place;
use crate::sudoku::grid::Grid;
use std::io::{self, BufRead};

/// What is known of a text before it is read. By default nothing is, and the reader guesses.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ReadOptions {
    pub(super) format: Option<Format>,
    pub(super) size: Option<usize>,
    pub(super) alphabet: Option<Alphabet>,
    pub(super) file: Option<String>,
}

impl ReadOptions {
    /// Nothing is known.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How the grids stand in the text.
    #[must_use]
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// The size of all grids, from 1 to 36 (any other number is taken as the nearest of these).
    #[must_use]
    pub fn size(mut self, size: usize) -> Self {
        self.size = Some(size.clamp(1, 36));
        self
    }

    /// The alphabet of all grids. It also says their size, even if [`size`](Self::size) says another.
    #[must_use]
    pub fn alphabet(mut self, alphabet: Alphabet) -> Self {
        self.alphabet = Some(alphabet);
        self
    }

    /// The name of the file, for the [`Place`]s of errors.
    #[must_use]
    pub fn file(mut self, name: &str) -> Self {
        self.file = Some(name.to_owned());
        self
    }
}

/// A grid that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Record {
    /// The grid.
    pub grid: Grid,
    /// The number of its first line, from 1.
    pub line: u64,
    /// What it is called: the heading of a drawing, or what stands before the puzzle in its line.
    pub name: Option<String>,
    /// The alphabet in which it was written.
    pub alphabet: Alphabet,
    /// The sign that it had for a blank; that of the grid before if it had none, and `.` at first.
    pub blank: char,
}

/// Reads records from an input.
///
/// It is an iterator over `Result<Record, ReadError>`: a puzzle that can't be read is an error among the
/// records, and the next ones follow. Only an error of the input itself ends it. It holds one line, or the
/// rows of one drawing, and so needs no more memory for a million puzzles than for one.
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    /// How the grids stand, if it is known or was guessed.
    format: Option<Format>,
    records: Records,
    done: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader of this input. Nothing is read yet.
    #[must_use]
    pub fn new(input: R, options: ReadOptions) -> Self {
        let (lines, format) = (Lines::new(input), options.format);
        Self { lines, format, records: Records::new(options), done: false }
    }

    /// The format: what the options say, or what was guessed when the first record was asked for.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// What the lines so far say of the next ones, if puzzles stand one a line and the first was asked for. Otherwise a
    /// line by itself is no puzzle, or nobody knows yet, and the next lines can't be read apart from those before.
    #[must_use]
    pub fn setting(&self) -> Option<Setting> {
        (self.format == Some(Format::Line)).then(|| self.records.setting())
    }

    /// Takes lines out of the text without looking into them: the next one, for which it may have to wait, and those that are
    /// in the memory of the input after it, but at most so many. `None` is the end. The next records are those behind these
    /// lines.
    ///
    /// They can be [read](Block::reader) elsewhere, say in another thread, by whoever knows the [setting](Self::setting):
    ///
    /// ```
    /// use quadrille::sudoku::text::{ReadOptions, Reader};
    ///
    /// let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n";
    /// let input = puzzle.repeat(3);
    /// let mut reader = Reader::new(input.as_bytes(), ReadOptions::new());
    /// assert_eq!(reader.next().expect("a record")?.line, 1);
    /// let setting = reader.setting().expect("one puzzle a line");
    /// let block = reader.block(1000)?.expect("two more lines");
    /// let lines = block.reader(&setting).map(|record| record.map(|record| record.line));
    /// assert_eq!(lines.collect::<Result<Vec<_>, _>>()?, [2, 3]);
    /// assert!(reader.block(1000)?.is_none() && reader.next().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of the input, which end it.
    pub fn block(&mut self, most: usize) -> io::Result<Option<Block>> {
        let (mut text, before) = (Vec::new(), self.lines.number());
        if self.done {
            return Ok(None);
        }
        let taken = self.lines.append_ready(&mut text, most);
        self.done = !matches!(taken, Ok(true));
        Ok(taken?.then(|| Block::new(text, before)))
    }

    /// A reader that goes on in a setting, behind so many lines.
    pub(super) fn resume(input: R, setting: &Setting, lines: u64) -> Self {
        let format = Some(Format::Line);
        let (lines, records) = (Lines::new(input).count_from(lines), Records::resume(setting));
        Self { lines, format, records, done: false }
    }

    /// The next record, or `None` at the end of the input.
    fn advance(&mut self) -> Result<Option<Record>, ReadError> {
        if self.format.is_none() {
            let guess = self.lines.look_ahead(look)?;
            self.format = Some(guess.map_or(Format::Line, |guess| guess.format));
            self.records.expect_size(guess.map(|guess| guess.size));
        }
        let format = self.format.unwrap_or(Format::Line);
        while let Some(line) = self.lines.next()? {
            if let Some(record) = self.records.read(&line, format) {
                return Ok(Some(record?));
            }
        }
        self.done = true;
        Ok(self.records.end(format).transpose()?)
    }

    /// Whether the next line is in the memory of the input: then nobody has to wait for it.
    pub fn is_ready(&mut self) -> bool {
        !self.done && self.lines.is_ready()
    }

    /// The next record, if it can be had without reading on, since its lines are in the memory of the input.
    ///
    /// `None` says nothing of what comes after. Whoever answers puzzles in batches gathers these, and answers before it
    /// asks for the [next](Self::next) one, for which it may have to wait: whoever sends puzzles one by one then gets
    /// answers one by one.
    ///
    /// ```
    /// use quadrille::sudoku::text::{ReadOptions, Reader};
    ///
    /// let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n";
    /// let input = puzzle.repeat(3);
    /// let mut reader = Reader::new(input.as_bytes(), ReadOptions::new());
    /// assert!(reader.ready().is_none());
    /// assert_eq!(reader.next().expect("a record")?.line, 1);
    /// assert_eq!(reader.ready().expect("it has been read")?.line, 2);
    /// # Ok::<(), quadrille::sudoku::text::ReadError>(())
    /// ```
    pub fn ready(&mut self) -> Option<Result<Record, ReadError>> {
        let format = self.format.filter(|_| !self.done)?;
        while self.lines.is_ready() {
            let line = self.lines.next().transpose()?;
            let record = line.map(|line| self.records.read(&line, format));
            match record {
                Ok(None) => {}
                Ok(Some(record)) => return Some(record.map_err(ReadError::from)),
                Err(error) => return Some(Err(error.into())),
            }
        }
        None
    }
}

/// Reads the first grid of a text, in whatever format it is.
///
/// ```
/// use quadrille::sudoku::text;
///
/// let record = text::parse("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")?;
/// assert_eq!((record.grid.size(), record.grid.clues()), (9, 17));
/// # Ok::<(), text::ReadError>(())
/// ```
///
/// # Errors
/// If there is no grid, or the first one can't be read.
pub fn parse(text: &str) -> Result<Record, ReadError> {
    Reader::new(text.as_bytes(), ReadOptions::new()).next().unwrap_or_else(|| {
        let place = Place::new(1, b"", 0);
        Err(TextError::new(place, TextErrorKind::NoGrid { found: 0 }).into())
    })
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let record = self.advance();
        self.done |= matches!(record, Err(ReadError::Io(_)));
        record.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{guess, is_size, line as write};
    use super::*;

    const EASY: &str =
        "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";

    /// Each record as its line and its grid, or the message of its error.
    fn read_with(text: &[u8], options: ReadOptions) -> Vec<String> {
        let show = |result: Result<Record, ReadError>| match result {
            Ok(record) => {
                let grid = write(&record.grid, record.alphabet, record.blank);
                format!("{} {grid}", record.line)
            }
            Err(error) => error.to_string(),
        };
        Reader::new(text, options).map(show).collect()
    }

    fn read(text: &str) -> Vec<String> {
        read_with(text.as_bytes(), ReadOptions::new())
    }

    fn rows(grid: &str, size: usize) -> String {
        let rows = grid.as_bytes().chunks(size).collect::<Vec<_>>().join(&b'\n');
        String::from_utf8(rows).unwrap() + "\n"
    }

    #[test]
    fn a_bad_line_is_an_error_among_the_records() {
        let text = format!("{EASY}\n\n# comment\n{}\n  ?{EASY}\n{EASY}", &EASY[1..]);
        let expected = [
            &format!("1 {EASY}"),
            "4:81: expected 81 symbols, found 80",
            "5:3: '?' is no symbol of 1-9",
            &format!("6 {EASY}"),
        ];
        assert_eq!(read(&text), expected);
        assert_eq!(read(&text.replace('\n', "\r\n")), expected);
        let named = read_with(text.as_bytes(), ReadOptions::new().file("a.txt"));
        assert_eq!(named[1], "a.txt:4:81: expected 81 symbols, found 80");
    }

    #[test]
    fn what_comes_before_the_first_puzzle_may_be_a_count_or_names() {
        let expected = [format!("2 {EASY}"), "3:5: expected 81 symbols, found 4".to_owned()];
        for first in ["49158", "quizzes,solutions"] {
            assert_eq!(read(&format!("{first}\n{EASY},{EASY}\n1234\n")), expected);
        }
    }

    #[test]
    fn each_line_may_have_its_own_size_unless_one_is_asked_for() {
        let small = "1..4.4....4.3..1";
        let text = format!("{EASY}\n{small}\n");
        assert_eq!(read(&text), [format!("1 {EASY}"), format!("2 {small}")]);
        assert_eq!(
            read_with(text.as_bytes(), ReadOptions::new().size(9)),
            [&format!("1 {EASY}"), "2:17: expected 81 symbols, found 16"]
        );
        assert_eq!(
            read_with(text.as_bytes(), ReadOptions::new().size(4)),
            ["1:82: expected 16 symbols, found 81".to_owned(), format!("2 {small}")]
        );
    }

    #[test]
    fn a_record_says_how_it_was_written() {
        let from_zero = "0123456789abcdef".to_owned() + &".".repeat(240);
        let undecided = "12ab".to_owned() + &"_".repeat(252);
        let text = format!("first\t{from_zero}\n{undecided}\n");
        let mut reader = Reader::new(text.as_bytes(), ReadOptions::new());
        let first = reader.next().unwrap().unwrap();
        assert_eq!((first.name.as_deref(), first.line, first.blank), (Some("first"), 1, '.'));
        assert_eq!((first.alphabet.name().as_str(), first.grid.get(15)), ("0-9a-f", Some(16)));
        let second = reader.next().unwrap().unwrap();
        assert_eq!((second.name, second.line, second.blank), (None, 2, '_'));
        assert_eq!((second.alphabet.name().as_str(), second.grid.get(0)), ("0-9a-f", Some(2)));
        assert!(reader.next().is_none() && reader.next().is_none());
        let options = ReadOptions::new().alphabet("1-9A-G".parse().unwrap());
        let fixed = Reader::new(undecided.as_bytes(), options).next().unwrap().unwrap();
        assert_eq!((fixed.alphabet.name().as_str(), fixed.grid.get(0)), ("1-9A-G", Some(1)));
    }

    #[test]
    fn drawings_follow_one_another_with_or_without_headings() {
        let drawing = rows(EASY, 9);
        let euler = format!("Grid 01\n{drawing}Grid 02\n{drawing}");
        assert_eq!(read(&euler), [format!("2 {EASY}"), format!("12 {EASY}")]);
        let bare = format!("{drawing}\n{drawing}{drawing}");
        assert_eq!(read(&bare), [1, 11, 20].map(|line| format!("{line} {EASY}")));
        let framed = format!("+---+---+---+\n{drawing}+---+---+---+\n");
        assert_eq!(read(&framed), [format!("2 {EASY}")]);
        let boxes = "\u{2554}\u{2550}\u{2550}\u{2564}\u{2550}\u{2550}\u{2557}\n\
                     \u{2551}1 .\u{2502}. 4\u{2551}\n\u{2551}. 4\u{2502}. .\u{2551}\n\
                     \u{255f}\u{2500}\u{2500}\u{253c}\u{2500}\u{2500}\u{2562}\n\
                     \u{2551}. .\u{2502}4 .\u{2551}\n\u{2551}3 .\u{2502}. 1\u{2551}\n";
        assert_eq!(read(boxes), ["2 1..4.4....4.3..1"]);
    }

    #[test]
    fn a_bad_row_costs_one_grid_and_no_more() {
        let good = rows(EASY, 9);
        let cases = [
            (
                good.replacen("7.......8", "7......8", 1),
                "6:9: expected 9 cells in the row, found 8",
            ),
            (
                good.replacen("7.......8", "7........8", 1),
                "6:10: expected 9 cells in the row, found 10",
            ),
            (good.replacen("7.......8", "7...?...8", 1), "6:5: '?' is no symbol of 1-9"),
            (good.replacen("7.......8\n", "", 1), "9:10: expected 9 rows, found 8"),
        ];
        for (bad, message) in cases {
            let text = format!("Grid 01\n{bad}Grid 02\n{good}");
            let second = bad.lines().count() + 3;
            assert_eq!(read(&text), [message.to_owned(), format!("{second} {EASY}")]);
        }
        let last = read(&format!("Grid 01\n{good}Grid 02\n{}", &good[..40]));
        assert_eq!(last[1], "15:10: expected 9 rows, found 4");
    }

    #[test]
    fn candidates_are_refused_as_such() {
        let text = "  45    8     3   |  9     2     1   |  6    5789   57  \n\
            9     6     47  |  3     4     5   |  8    278    1   \n\
            2    257    1   |  8     7     6   |  4   23579  2357 \n\
            ------------------+------------------+------------------\n"
            .repeat(3);
        assert_eq!(read(&text), ["1:3: expected one symbol in a cell, found the candidates '45'"]);
    }

    #[test]
    fn numbers_stand_in_rows_or_whole_in_a_line() {
        let row = "16 0 0 4 0 . 1 2 3 0 0 0 9 0 0 10";
        let grid = format!("{row}\n").repeat(16);
        let whole = format!("{}\n", [row; 16].join(","));
        for (text, count) in [(grid.repeat(2), 2), (whole.repeat(3), 3)] {
            let records: Vec<_> =
                Reader::new(text.as_bytes(), ReadOptions::new()).map(Result::unwrap).collect();
            assert_eq!(records.len(), count);
            for record in records {
                assert_eq!(record.alphabet.name(), "1-16");
                assert_eq!(record.grid.cells()[240..244], [16, 0, 0, 4]);
            }
        }
        assert_eq!(read(&grid.replacen("10", "17", 1)), ["1:32: '17' is no number from 1 to 16"]);
        let short = "1 ".repeat(255);
        let options = ReadOptions::new().format(Format::Numbers);
        let expected = ["1:511: expected 256 symbols, found 255"];
        assert_eq!(read_with(short.as_bytes(), options.size(16)), expected);
    }

    #[test]
    fn a_row_of_dashes_is_a_row_where_dashes_are_blanks() {
        let dashes = EASY.replace('.', "-").replacen("7-------8", "---------", 1);
        let drawing = rows(&dashes, 9);
        assert_eq!(read(&drawing), [format!("1 {dashes}")]);
        assert_eq!(read(&format!("Grid 01\n{drawing}")), [format!("2 {dashes}")]);
        let empty = "-".repeat(81);
        let apart = rows(&empty, 9).replace('-', "- ");
        assert_eq!(read(&apart), [format!("1 {empty}")]);
    }

    #[test]
    fn a_text_without_any_row_is_one_error() {
        let drawn = read_with(b"hello\nworld\n", ReadOptions::new().format(Format::Grid));
        assert_eq!(drawn.len(), 1);
        assert!(drawn[0].starts_with("1:1: no grid: expected rows"), "{}", drawn[0]);
        for format in [Format::Line, Format::Euler, Format::Grid, Format::Numbers] {
            assert!(read_with(b"\n\n", ReadOptions::new().format(format)).is_empty());
        }
    }

    #[test]
    fn a_line_of_ten_megabytes_is_one_error() {
        let mut text = format!("{EASY}\n").into_bytes();
        text.resize(10_000_000, b'.');
        text.extend_from_slice(b"\n");
        text.extend_from_slice(EASY.as_bytes());
        let expected = [
            &format!("1 {EASY}"),
            "2:1: the line is longer than 65536 bytes",
            &format!("3 {EASY}"),
        ];
        assert_eq!(read_with(&text, ReadOptions::new()), expected);
    }

    #[test]
    fn an_error_of_the_input_ends_the_records() {
        struct Broken;
        impl std::io::Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
                Err(std::io::Error::other("unplugged"))
            }
        }
        use std::io::Read;
        let text = format!("{EASY}\n");
        let input = std::io::BufReader::new(text.as_bytes().chain(Broken));
        let mut reader = Reader::new(input, ReadOptions::new());
        assert!(reader.next().unwrap().is_ok());
        assert!(matches!(reader.next(), Some(Err(ReadError::Io(_)))));
        assert!(reader.next().is_none());
    }

    #[test]
    fn no_garbage_makes_a_reader_panic() {
        let alphabet = b"0123456789.-_*xXaAgGzZ #=|+,[]'\n\n\n\r\t\0\xff\xe2\x94\x80";
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            usize::try_from(state >> 33).unwrap_or(0) % below
        };
        let good = format!("Grid 01\n{}{EASY}\n", rows(EASY, 9));
        for round in 0..3000 {
            let mut text = if round % 2 == 0 { Vec::new() } else { good.clone().into_bytes() };
            for _ in 0..random(200) {
                let (at, byte) = (random(text.len() + 1), alphabet[random(alphabet.len())]);
                text.insert(at, byte);
            }
            assert!(guess(&text).is_none_or(|guess| is_size(guess.size)));
            for size in [None, Some(1), Some(4), Some(9), Some(16), Some(36)] {
                for format in [Format::Line, Format::Euler, Format::Grid, Format::Numbers] {
                    let options = ReadOptions::new().format(format);
                    let options = size.map_or(options.clone(), |size| options.size(size));
                    for record in Reader::new(text.as_slice(), options).flatten() {
                        assert!(size.is_none_or(|size| size == record.grid.size()));
                    }
                }
            }
        }
    }

    /// All that a reader gives, some of it as soon as it is ready.
    fn read_ready(text: &[u8], piece: usize) -> Vec<String> {
        let input = std::io::BufReader::with_capacity(piece, text);
        let mut reader = Reader::new(input, ReadOptions::new());
        let mut results = Vec::new();
        while let Some(result) = reader.next() {
            results.push(result);
            while let Some(result) = reader.ready() {
                results.push(result);
            }
        }
        assert!(reader.ready().is_none());
        results.into_iter().map(|result| format!("{result:?}")).collect()
    }

    #[test]
    fn what_is_ready_is_what_comes_next_in_every_format() {
        let drawing = rows(EASY, 9);
        let spaced: String = EASY.chars().map(|sign| format!("{sign} ")).collect();
        let texts = [
            format!("{EASY}\n# a\n{EASY},1\n1234\n{}\n\n{EASY}", EASY.replace('.', "0")),
            format!("Grid 01\n{drawing}Grid 02\n{drawing}"),
            format!("{drawing}\n123\n{drawing}{drawing}"),
            format!("{}\n{}", spaced.replace('.', "0"), spaced.replace('.', "0")),
            "nothing\nat all\n".to_owned(),
        ];
        for text in texts {
            let whole = Reader::new(text.as_bytes(), ReadOptions::new());
            let whole: Vec<_> = whole.map(|result| format!("{result:?}")).collect();
            for piece in [1, 2, 7, 81, 82, 83, 200, 10_000] {
                assert_eq!(read_ready(text.as_bytes(), piece), whole, "{piece}: {text}");
            }
        }
    }
}
