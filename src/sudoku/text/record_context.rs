//! [`RecordContext`]: what the parsers of all formats share.

use super::alphabet::Alphabet;
use super::common_rules::CommonRules;
use super::error::{TextError, TextErrorKind};
use super::options::ReadOptions;
use super::puzzle_line::WantedSizes;
use super::record::Record;
use super::sizes::size_of_any;
use super::span::is_separator;
use super::stated_rules::StatedRules;
use super::symbols::{ParsedGrid, SymbolReader};
use crate::location::Location;
use crate::sudoku::box_layout::BoxLayout;

/// A record or its error.
pub(super) type RecordResult = Result<Record, TextError>;

/// What the caller states about a text, and what its records so far determine.
#[derive(Debug)]
pub(super) struct RecordContext {
    /// The size of all grids, if it is given.
    pub(super) only_size: Option<usize>,
    pub(super) file: Option<String>,
    /// The rules of all grids, if they have the same.
    pub(super) rules: CommonRules,
    pub(super) symbols: SymbolReader,
    /// The size of the last grid, or the guessed one.
    pub(super) size: Option<usize>,
    /// Whether a line was read that could have been a puzzle.
    pub(super) started: bool,
}

impl RecordContext {
    pub(super) fn new(options: ReadOptions) -> Self {
        Self {
            only_size: options.alphabet.map(Alphabet::size).or(options.size),
            file: options.file,
            rules: options.rules,
            symbols: SymbolReader::new(options.alphabet),
            size: None,
            started: false,
        }
    }

    /// The size that the next grid has or probably has.
    pub(super) fn likely_size(&self) -> Option<usize> {
        self.only_size.or(self.size)
    }

    /// The sizes to look for.
    pub(super) fn sizes(&self) -> WantedSizes {
        WantedSizes { first: self.likely_size(), only: self.only_size.is_some() }
    }

    /// The sizes to look for in a grid for which the text states rules: that of the boxes; and
    /// without boxes there are grids of any size.
    pub(super) fn stated_sizes(&self, stated: &StatedRules, grid: &[u8]) -> WantedSizes {
        let symbols = || grid.iter().filter(|&&byte| !is_separator(byte)).count();
        let size = match &stated.boxes {
            Some(BoxLayout::None) => size_of_any(symbols()),
            boxes => boxes.as_ref().and_then(BoxLayout::size),
        };
        match size.filter(|_| self.only_size.is_none()) {
            None => self.sizes(),
            size => WantedSizes { first: size, only: true },
        }
    }

    pub(super) fn location(&self, line: u64, text: &[u8], offset: usize) -> Location {
        self.in_file(Location::new(line, text, offset))
    }

    pub(super) fn in_file(&self, location: Location) -> Location {
        match &self.file {
            Some(file) => location.in_file(file),
            None => location,
        }
    }

    pub(super) fn error(
        &self,
        line: u64,
        text: &[u8],
        offset: usize,
        kind: TextErrorKind,
    ) -> TextError {
        TextError::new(self.location(line, text, offset), kind)
    }

    pub(super) fn record(&mut self, parsed: ParsedGrid, line: u64, name: Option<String>) -> Record {
        let ParsedGrid { grid, alphabet, blank, candidates } = parsed;
        self.size = Some(grid.size());
        let (rules, solution) = (StatedRules::default(), None);
        Record { grid, line, name, alphabet, blank, candidates, rules, solution }
    }
}
