//! The values of a literal that are grids: [`CellList`], a list of cells or rows, and
//! [`GridValue`], such a list or a string.

use super::alphabet::Alphabet;
use super::error::{TextError, TextErrorKind};
use super::field_grid;
use super::piece_cursor::Place;
use super::puzzle_line::WantedSizes;
use super::record_context::RecordContext;
use super::sizes::{LARGEST, is_size, size_of_grid};
use super::span::Span;
use super::symbols::{ParsedGrid, SymbolReader};
use crate::location::Location;

/// The most cells of a grid.
const MOST_CELLS: usize = LARGEST * LARGEST;

/// A string or a word of a literal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LiteralText {
    pub(super) text: Vec<u8>,
    pub(super) place: Place,
    /// Whether it has escapes, so that only its beginning has a known place.
    pub(super) has_escapes: bool,
}

impl LiteralText {
    /// The location of a byte.
    pub(super) fn location(&self, offset: usize) -> Location {
        self.place.location(&self.text, if self.has_escapes { 0 } else { offset })
    }

    /// Returns whether it is a constant for a blank cell, or empty.
    fn is_blank(&self) -> bool {
        matches!(self.text.trim_ascii(), b"" | b"null" | b"None" | b"nan" | b"NaN")
    }
}

/// Cells in a list, in order.
#[derive(Clone, Default, Debug)]
pub(super) struct CellList {
    text: Vec<u8>,
    cells: Vec<Span>,
    places: Vec<Place>,
    /// Whether a cell is a number that is not in quotes.
    numbers: bool,
    /// The number of cells that are left out, since no grid has as many.
    more: usize,
}

impl CellList {
    /// The row or grid that a string is: each symbol is a cell.
    pub(super) fn of_symbols(text: &LiteralText) -> Self {
        let cells = (0..text.text.len()).map(|start| Span { start, end: start + 1 });
        let place = |index| Place {
            columns: text.place.columns + if text.has_escapes { 0 } else { index },
            ..text.place
        };
        let places = (0..text.text.len()).map(place).collect();
        let (text, cells) = (text.text.clone(), cells.collect());
        Self { text, cells, places, numbers: false, more: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len() + self.more
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The place of the first cell.
    pub(super) fn place(&self) -> Place {
        self.places.first().copied().unwrap_or_default()
    }

    /// The location of its end: after the last cell.
    pub(super) fn end(&self) -> Location {
        match (self.cells.last(), self.places.last()) {
            (Some(cell), Some(place)) => place.location(cell.of(&self.text), cell.len()),
            _ => Location::new(1, b"", 0),
        }
    }

    /// Adds a cell: a number, a symbol, or a constant for a blank.
    pub(super) fn push(&mut self, cell: &LiteralText, is_number: bool) {
        if self.cells.len() >= MOST_CELLS {
            self.more += 1;
            return;
        }
        let start = self.text.len();
        let content = if cell.is_blank() { b"." } else { cell.text.trim_ascii() };
        self.text.extend_from_slice(content);
        self.cells.push(Span { start, end: self.text.len() });
        self.places.push(cell.place);
        self.numbers |= is_number && content != b".";
    }

    /// Adds the cells of another list.
    pub(super) fn append(&mut self, other: &Self) {
        let start = self.text.len();
        self.text.extend_from_slice(&other.text);
        let moved = |cell: &Span| Span { start: start + cell.start, end: start + cell.end };
        self.cells.extend(other.cells.iter().map(moved));
        self.places.extend_from_slice(&other.places);
        self.numbers |= other.numbers;
        self.more += other.more;
    }

    fn parse(
        &self,
        sizes: WantedSizes,
        symbols: &mut SymbolReader,
    ) -> Result<ParsedGrid, (Location, TextErrorKind)> {
        let found = self.len();
        let size = match sizes.first.filter(|_| sizes.only) {
            Some(size) if size * size != found => {
                return Err((self.end(), TextErrorKind::Length { expected: size * size, found }));
            }
            Some(size) => size,
            None => size_of_grid(found).ok_or((self.end(), TextErrorKind::NoGrid { found }))?,
        };
        symbols.cells(size, &self.cells, &self.text, self.numbers).map_err(|(cell, kind)| {
            (self.places[cell].location(self.cells[cell].of(&self.text), 0), kind)
        })
    }
}

/// Returns whether a list of this length may be a row.
pub(super) fn is_row(length: usize, context: &RecordContext) -> bool {
    context.only_size.map_or_else(|| is_size(length), |size| size == length)
}

/// Returns whether a list of this length is a grid and can't be a row.
pub(super) fn is_clear_grid(length: usize, context: &RecordContext) -> bool {
    !is_row(length, context) && is_grid(length, context)
}

/// Returns whether a list of this length may be a grid.
pub(super) fn is_grid(length: usize, context: &RecordContext) -> bool {
    context.only_size.map_or_else(|| size_of_grid(length).is_some(), |size| size * size == length)
}

/// A grid as it stands in a literal.
#[derive(Clone, Debug)]
pub(super) enum GridValue {
    Text(LiteralText),
    Cells(CellList),
}

impl GridValue {
    /// The number of the line in which it begins.
    pub(super) fn line(&self) -> u64 {
        match self {
            Self::Text(text) => text.place.line,
            Self::Cells(cells) => cells.place().line,
        }
    }

    /// The place of its beginning.
    pub(super) fn location(&self) -> Location {
        match self {
            Self::Text(text) => text.location(0),
            Self::Cells(cells) => cells.place().location(b"[", 0),
        }
    }

    /// Its symbols, from which the alphabet of another grid is guessed as well.
    pub(super) fn symbols(&self) -> &[u8] {
        match self {
            Self::Text(text) => &text.text,
            Self::Cells(cells) => &cells.text,
        }
    }

    /// Reads it, in an alphabet if one is given. `known` are symbols in the same alphabet.
    pub(super) fn parse(
        &self,
        known: &[u8],
        alphabet: Option<Alphabet>,
        sizes: WantedSizes,
        context: &mut RecordContext,
    ) -> Result<ParsedGrid, TextError> {
        let mut own = alphabet.map(|alphabet| SymbolReader::new(Some(alphabet)));
        let symbols = own.as_mut().unwrap_or(&mut context.symbols);
        let parsed = match self {
            Self::Text(text) => field_grid::parse(&text.text, known, sizes, symbols)
                .map_err(|(offset, kind)| (text.location(offset), kind)),
            Self::Cells(cells) => cells.parse(sizes, symbols),
        };
        parsed.map_err(|(location, kind)| TextError::new(context.in_file(location), kind))
    }
}
