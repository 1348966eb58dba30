//! [`LiteralObject`]: the keys of an object that belong to a puzzle.

use super::alphabet::Alphabet;
use super::error::{TextError, TextErrorKind};
use super::field_names::{FieldRole, is_no_solution, role};
use super::literal_value::{GridValue, LiteralText};
use super::piece_cursor::Place;
use super::puzzle_line::WantedSizes;
use super::record::Record;
use super::record_context::{RecordContext, RecordResult};
use super::span::name;
use super::stated_rules::StatedRules;
use super::symbols::SymbolReader;
use crate::sudoku::candidate_grid::{CandidateGrid, mask_of};

/// An object that is being read.
#[derive(Default, Debug)]
pub(super) struct LiteralObject {
    /// The place of its beginning.
    pub(super) place: Place,
    /// The number of records and errors before it.
    pub(super) found_before: u64,
    /// Whether an error in it was reported.
    pub(super) is_damaged: bool,
    /// The role of the last key.
    pub(super) key: Option<FieldRole>,
    puzzle: Option<(usize, GridValue)>,
    solution: Option<GridValue>,
    candidates: Option<LiteralText>,
    alphabet: Option<Alphabet>,
    rules: StatedRules,
    name: Option<(usize, String)>,
}

impl LiteralObject {
    /// An object that begins at a place, after so many records and errors.
    pub(super) fn new(place: Place, found_before: u64) -> Self {
        Self { place, found_before, ..Self::default() }
    }

    pub(super) fn set_key(&mut self, key: &[u8]) {
        self.key = role(key);
    }

    /// Stores a string or a word.
    pub(super) fn set_text(&mut self, text: LiteralText, is_word: bool) {
        match self.key {
            Some(FieldRole::Puzzle(_) | FieldRole::Solution) if !is_word => {
                self.set_grid(GridValue::Text(text));
            }
            Some(FieldRole::Candidates) if !is_word => self.candidates = Some(text),
            Some(FieldRole::Alphabet) => {
                self.alphabet = str::from_utf8(&text.text).ok().and_then(|name| name.parse().ok());
            }
            Some(FieldRole::Box) => self.rules.read_box(&text.text),
            Some(FieldRole::Variant) => self.rules.read_variant(&text.text),
            Some(FieldRole::Name(rank)) if !matches!(&*text.text, b"null" | b"None") => {
                if self.name.as_ref().is_none_or(|(best, _)| rank < *best)
                    && let Some(name) = name(&text.text)
                {
                    self.name = Some((rank, name));
                }
            }
            _ => {}
        }
    }

    /// Stores a grid: that of the key with the lowest rank, or the first solution.
    pub(super) fn set_grid(&mut self, grid: GridValue) {
        match self.key {
            Some(FieldRole::Puzzle(rank))
                if self.puzzle.as_ref().is_none_or(|(best, _)| rank < *best) =>
            {
                self.puzzle = Some((rank, grid));
            }
            Some(FieldRole::Solution) if !is_no_solution(grid.symbols()) => {
                self.solution.get_or_insert(grid);
            }
            _ => {}
        }
    }

    pub(super) fn has_puzzle(&self) -> bool {
        self.puzzle.is_some()
    }

    /// Returns whether the puzzle is a string of this length.
    pub(super) fn is_puzzle_as_long(&self, text: &[u8]) -> bool {
        let puzzle = self.puzzle.as_ref().map(|(_, puzzle)| puzzle);
        matches!(puzzle, Some(GridValue::Text(own)) if own.text.len() == text.len())
    }

    pub(super) fn has_solution(&self) -> bool {
        self.solution.is_some()
    }

    /// The record of an object [with a puzzle](Self::has_puzzle).
    pub(super) fn record(self, context: &mut RecordContext) -> RecordResult {
        let Self { place, puzzle, solution, candidates, alphabet, rules, name, .. } = self;
        let no_puzzle = || TextError::new(place.location(b"{", 0), TextErrorKind::NoPuzzle);
        let (_, puzzle) = puzzle.ok_or_else(no_puzzle)?;
        let sizes = match alphabet {
            Some(alphabet) => WantedSizes { first: Some(alphabet.size()), only: true },
            None => context.stated_sizes(&rules, puzzle.symbols()),
        };
        context.rules.note_first(&rules);
        let known = solution.as_ref().map_or(&[][..], GridValue::symbols);
        let parsed = puzzle.parse(known, alphabet, sizes, context)?;
        let (size, alphabet) = (parsed.grid.size(), alphabet.or(Some(parsed.alphabet)));
        let sizes = WantedSizes { first: Some(size), only: true };
        let mut record = context.record(parsed, place.line, name.map(|(_, name)| name));
        record.rules = rules;
        if let Err(kind) = context.rules.check(&record.rules, size) {
            return Err(TextError::new(context.in_file(place.location(b"{", 0)), kind));
        }
        if let Some(solution) = solution {
            let parsed = solution.parse(puzzle.symbols(), alphabet, sizes, context)?;
            record.solution = Some(Box::new(parsed.grid));
        }
        match candidates {
            Some(candidates) => restrict(record, &candidates, alphabet, context),
            None => Ok(record),
        }
    }
}

/// Adds the candidates of a text to a record.
fn restrict(
    mut record: Record,
    text: &LiteralText,
    alphabet: Option<Alphabet>,
    context: &RecordContext,
) -> RecordResult {
    let size = record.grid.size();
    let mut symbols = SymbolReader::new(alphabet);
    let error = |location, kind| TextError::new(context.in_file(location), kind);
    let parsed = symbols.candidate_grid(size, text.text.trim_ascii());
    let parsed = parsed.map_err(|(index, kind)| error(text.location(index), kind))?;
    let mut candidates = parsed.candidates.unwrap_or(CandidateGrid::all(size));
    for (cell, &clue) in parsed.grid.cells().iter().enumerate().filter(|(_, clue)| **clue != 0) {
        candidates.restrict(cell, mask_of(clue));
    }
    for (cell, &clue) in record.grid.cells().iter().enumerate().filter(|(_, clue)| **clue != 0) {
        if !candidates.allows(cell, clue) {
            let (row, column) = (cell / size + 1, cell % size + 1);
            let kind = TextErrorKind::NoSuchCandidate { row, column, clue };
            return Err(error(text.location(0), kind));
        }
        candidates.restrict(cell, mask_of(clue));
    }
    record.candidates = candidates.of_blank_cells(&record.grid);
    Ok(record)
}
