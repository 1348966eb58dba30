//! Blocks of lines that are read independently of the lines before them, so that several threads
//! can read one text.
//!
//! A line that is a puzzle, or a row of a table, hardly depends on other lines: only on the
//! [`ReaderState`] before it, which nearly always is also the state after it. A thread therefore
//! reads a block in the state that it assumes, and only compares the actual state afterwards.

use super::alphabet::Alphabet;
use super::csv_parser::CsvState;
use super::error::TextError;
use super::options::ReadOptions;

/// What the lines of a text determine for the lines after them, where each line is a puzzle.
///
/// The blank is not part of the state, although a grid without blank cells inherits the blank of
/// the grid before it: such a grid does not show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReaderState {
    pub(super) options: ReadOptions,
    /// The size of the last grid, or the guessed one.
    pub(super) size: Option<usize>,
    /// Whether a line was read that could have been a puzzle.
    pub(super) started: bool,
    /// The alphabet of the last grid with a symbol that decides it.
    pub(super) decided: Option<Alphabet>,
    pub(super) csv: CsvState,
}

impl ReaderState {
    /// The size of the last grid, or the guessed size before the first grid. Lines are searched for
    /// this size first.
    #[must_use]
    pub fn size(&self) -> Option<usize> {
        self.size
    }

    /// The error if the text ends here, within a field in quotes.
    #[must_use]
    pub fn unfinished(&self) -> Option<TextError> {
        let (location, kind) = self.csv.unfinished()?;
        let location = match &self.options.file {
            Some(file) => location.in_file(file),
            None => location,
        };
        Some(TextError::new(location, kind))
    }
}

/// Unparsed lines of a text, from [`Reader::block`](super::Reader::block).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineBlock {
    text: Vec<u8>,
    lines_before: u64,
}

impl LineBlock {
    pub(super) fn new(text: Vec<u8>, lines_before: u64) -> Self {
        Self { text, lines_before }
    }

    /// The bytes of the lines.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The number of lines before the block.
    pub(super) fn lines_before(&self) -> u64 {
        self.lines_before
    }
}
