//! [`Reader`]: reads records from an input, one at a time.

use super::error::{ReadError, TextError, TextErrorKind};
use super::format::Format;
use super::format_guess::look;
use super::line_block::{LineBlock, ReaderState};
use super::line_reader::LineReader;
use super::options::ReadOptions;
use super::record::Record;
use super::record_context::RecordResult;
use super::record_parser::RecordParser;
use super::stated_rules::StatedRules;
use crate::location::Location;
use std::io::{self, BufRead};

/// Reads records from an input.
///
/// It is an iterator over `Result<Record, ReadError>`: a puzzle that cannot be read is an error
/// among the records, and the next records follow. Only an error of the input itself ends the
/// iteration. The reader holds one line, or the parts of one puzzle, so it needs no more memory for
/// a million puzzles than for one.
#[derive(Debug)]
pub struct Reader<R> {
    lines: LineReader<R>,
    /// The given or guessed format; `None` before the guess.
    format: Option<Format>,
    parser: RecordParser,
    /// Whether the text goes on after the lines of this reader.
    is_block: bool,
    done: bool,
}

impl<R: BufRead> Reader<R> {
    /// Creates a reader without reading anything yet.
    #[must_use]
    pub fn new(input: R, options: ReadOptions) -> Self {
        let (lines, format) = (LineReader::new(input), options.format);
        Self { lines, format, parser: RecordParser::new(options), is_block: false, done: false }
    }

    /// The format: the one of the options, or the one that was guessed for the first record.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// The rules of all puzzles: those of the [options](ReadOptions::rules), or of the first one
    /// [that was read](ReadOptions::rules_of_first).
    #[must_use]
    pub fn rules(&self) -> Option<&StatedRules> {
        self.parser.rules()
    }

    /// The state that the lines so far leave for the next ones. `None` before the first record is
    /// requested, and for formats in which a single line is not a puzzle: their lines cannot be
    /// read independently.
    #[must_use]
    pub fn state(&self) -> Option<ReaderState> {
        let format = self.format.filter(|format| format.is_by_lines())?;
        Some(self.parser.state(format))
    }

    /// Takes up to `most` lines from the text without parsing them: the next line, for which this
    /// call may wait, and the following lines that the input holds in memory. `None` at the end.
    /// The next records are those after these lines.
    ///
    /// The block can be [read](Reader::from_block) in another thread, given the
    /// [state](Self::state):
    ///
    /// ```
    /// use quadrille::sudoku::text::{ReadOptions, Reader};
    ///
    /// let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n";
    /// let input = puzzle.repeat(3);
    /// let mut reader = Reader::new(input.as_bytes(), ReadOptions::new());
    /// assert_eq!(reader.next().expect("a record")?.line, 1);
    /// let state = reader.state().expect("one puzzle a line");
    /// let block = reader.block(1000)?.expect("two more lines");
    /// let lines = Reader::from_block(&block, &state).map(|record| record.map(|record| record.line));
    /// assert_eq!(lines.collect::<Result<Vec<_>, _>>()?, [2, 3]);
    /// assert!(reader.block(1000)?.is_none() && reader.next().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the input cannot be read; this ends it.
    pub fn block(&mut self, most: usize) -> io::Result<Option<LineBlock>> {
        let (mut text, before) = (Vec::new(), self.lines.number());
        if self.done {
            return Ok(None);
        }
        let taken = self.lines.append_ready(&mut text, most);
        self.done = !matches!(taken, Ok(true));
        Ok(taken?.then(|| LineBlock::new(text, before)))
    }

    /// The next record, or `None` at the end of the input.
    fn advance(&mut self) -> Result<Option<Record>, ReadError> {
        if self.format.is_none() {
            let guess = self.lines.look_ahead(look)?.map(|guess| self.parser.fit(guess));
            let format = guess.map_or(Format::Line, |guess| guess.format);
            self.format = Some(format);
            self.parser.set_format(format, guess.map(|guess| guess.size));
        }
        if self.parser.takes_pieces() {
            if let Some(record) = self.read_pieces()? {
                return Ok(Some(record?));
            }
        } else {
            while let Some(line) = self.lines.next()? {
                if let Some(record) = self.parser.read(&line) {
                    return Ok(Some(record?));
                }
            }
        }
        self.done = true;
        let last = if self.is_block { None } else { self.parser.end() };
        Ok(last.transpose()?)
    }

    /// Reads pieces of lines up to the next record or error. `None` at the end of the input.
    fn read_pieces(&mut self) -> io::Result<Option<RecordResult>> {
        loop {
            let pending = self.parser.take_pending();
            if pending.is_some() {
                return Ok(pending);
            }
            let Some(piece) = self.lines.next_piece()? else { return Ok(None) };
            self.parser.read_piece(&piece);
        }
    }

    /// The next record or error of the pieces that the input holds in memory.
    fn try_pieces(&mut self) -> Option<Result<Record, ReadError>> {
        while self.is_ready() {
            if let Some(pending) = self.parser.take_pending() {
                return Some(pending.map_err(ReadError::from));
            }
            match self.lines.next_piece().transpose()? {
                Ok(piece) => self.parser.read_piece(&piece),
                Err(error) => return Some(Err(error.into())),
            }
        }
        None
    }

    /// Returns whether the input holds the next line in memory, so that reading it does not wait.
    pub fn is_ready(&mut self) -> bool {
        !self.done
            && (self.parser.has_pending()
                || if self.parser.takes_pieces() {
                    self.lines.is_piece_ready()
                } else {
                    self.lines.is_ready()
                })
    }

    /// The next record, if the input holds its lines in memory.
    ///
    /// `None` does not mean that the text has ended. A program that solves puzzles in batches
    /// collects these records, and writes their results before it requests the [next](Self::next)
    /// record and possibly waits for it. A client that sends its puzzles one by one then receives
    /// the results one by one.
    ///
    /// ```
    /// use quadrille::sudoku::text::{ReadOptions, Reader};
    ///
    /// let puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n";
    /// let input = puzzle.repeat(3);
    /// let mut reader = Reader::new(input.as_bytes(), ReadOptions::new());
    /// assert!(reader.try_next().is_none());
    /// assert_eq!(reader.next().expect("a record")?.line, 1);
    /// assert_eq!(reader.try_next().expect("it is in memory")?.line, 2);
    /// # Ok::<(), quadrille::sudoku::text::ReadError>(())
    /// ```
    pub fn try_next(&mut self) -> Option<Result<Record, ReadError>> {
        self.format.filter(|_| !self.done)?;
        if self.parser.takes_pieces() {
            return self.try_pieces();
        }
        while self.lines.is_ready() {
            match self.lines.next().transpose()? {
                Ok(line) => {
                    let record = self.parser.read(&line);
                    if record.is_some() {
                        return record;
                    }
                }
                Err(error) => return Some(Err(error.into())),
            }
        }
        None
    }
}

impl<'b> Reader<&'b [u8]> {
    /// Reads the lines of a block in the state that the lines before it have left.
    ///
    /// Records have the line numbers of the whole text. If the block ends within a record, the
    /// [state](Self::state) after it has its beginning. A record without blank cells has the blank
    /// `.` until a grid of the block shows another.
    #[must_use]
    pub fn from_block(block: &'b LineBlock, state: &ReaderState) -> Self {
        let lines = LineReader::new(block.text()).count_from(block.lines_before());
        let (format, parser) = (state.options.format, RecordParser::resume(state));
        Self { lines, format, parser, is_block: true, done: false }
    }
}

/// Reads the first grid of a text in any format.
///
/// ```
/// use quadrille::sudoku::text;
///
/// let record = text::parse("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")?;
/// assert_eq!((record.grid.size(), record.grid.clues()), (9, 17));
/// # Ok::<(), text::TextError>(())
/// ```
///
/// # Errors
/// If there is no grid, or the first one cannot be read.
pub fn parse(text: &str) -> Result<Record, TextError> {
    match Reader::new(text.as_bytes(), ReadOptions::new()).next() {
        Some(Ok(record)) => Ok(record),
        Some(Err(ReadError::Text(error))) => Err(error),
        // Reading from memory cannot fail.
        Some(Err(ReadError::Io(_))) | None => {
            let location = Location::new(1, b"", 0);
            Err(TextError::new(location, TextErrorKind::NoGrid { found: 0 }))
        }
    }
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
mod blocks;
#[cfg(test)]
mod formats;
#[cfg(test)]
mod garbage;
#[cfg(test)]
mod tests;
