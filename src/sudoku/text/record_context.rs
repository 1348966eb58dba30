//! [`RecordContext`]: what the parsers of all formats share.

use super::alphabet::Alphabet;
use super::error::{TextError, TextErrorKind};
use super::options::ReadOptions;
use super::record::Record;
use super::stated_rules::StatedRules;
use super::symbols::{ParsedGrid, SymbolReader};
use crate::location::Location;

/// A record or its error.
pub(super) type RecordResult = Result<Record, TextError>;

/// What the caller states about a text, and what its records so far determine.
#[derive(Debug)]
pub(super) struct RecordContext {
    /// The size of all grids, if it is given.
    pub(super) only_size: Option<usize>,
    pub(super) file: Option<String>,
    /// The rules of all grids, if they are given.
    pub(super) rules: Option<StatedRules>,
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

    /// Checks that the rules which the text states for a puzzle of a size are those of all grids.
    pub(super) fn check_rules(
        &self,
        stated: &StatedRules,
        size: usize,
    ) -> Result<(), TextErrorKind> {
        match &self.rules {
            Some(given) if stated.contradict(given, size) => {
                Err(TextErrorKind::Rules { stated: Box::new(stated.clone()) })
            }
            _ => Ok(()),
        }
    }
}
