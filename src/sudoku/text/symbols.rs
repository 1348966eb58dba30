//! Converts symbols to values.
//!
//! [`SymbolReader`] remembers the alphabet that earlier grids of a text have decided and the blank
//! that they used, for grids that determine neither.

use super::alphabet::{Alphabet, AlphabetStyle, NO_SYMBOL};
use super::alphabet_guess::AlphabetGuess;
use super::error::TextErrorKind;
use super::span::{Span, character};
use crate::sudoku::candidate_grid::CandidateGrid;
use crate::sudoku::grid::Grid;

/// The maximum number of bytes of a cell in an error.
pub(super) const MAX_SHOWN: usize = 40;

/// A grid, the alphabet and the blank in which it was written, and its candidates, if it has any.
pub(super) struct ParsedGrid {
    pub(super) grid: Grid,
    pub(super) alphabet: Alphabet,
    pub(super) blank: char,
    pub(super) candidates: Option<CandidateGrid>,
}

/// The value of each byte in an alphabet.
#[derive(Debug)]
struct Table {
    alphabet: Alphabet,
    values: [u8; 256],
}

/// Converts symbols to values.
#[derive(Debug)]
pub(super) struct SymbolReader {
    /// The alphabet of all grids, if it is given. All grids are then of its size.
    fixed: Option<Alphabet>,
    /// The alphabet of the last grid with a symbol that decides it.
    decided: Option<Alphabet>,
    /// The blank of the last grid with a blank cell.
    blank: char,
    table: Box<Table>,
}

impl Default for SymbolReader {
    fn default() -> Self {
        Self::new(None)
    }
}

impl SymbolReader {
    /// A reader before the first grid.
    pub(super) fn new(fixed: Option<Alphabet>) -> Self {
        let alphabet = fixed.unwrap_or(Alphabet::usual(9));
        let table = Box::new(Table { alphabet, values: alphabet.table() });
        Self { fixed, decided: None, blank: '.', table }
    }

    /// The alphabet of all grids, if it is given.
    pub(super) fn fixed(&self) -> Option<Alphabet> {
        self.fixed
    }

    /// The alphabet of the last grid with a symbol that decides it.
    pub(super) fn decided(&self) -> Option<Alphabet> {
        self.decided
    }

    /// Sets the decided alphabet.
    pub(super) fn decide(&mut self, alphabet: Option<Alphabet>) {
        self.decided = alphabet;
    }

    /// The blank of the last grid with a blank cell.
    pub(super) fn last_blank(&self) -> char {
        self.blank
    }

    /// The alphabet of a grid of this size with these symbols, and whether they decide it.
    pub(super) fn alphabet(
        &self,
        size: usize,
        symbols: impl Iterator<Item = u8>,
    ) -> (Alphabet, bool) {
        match self.fixed {
            Some(fixed) => (fixed, false),
            None if size <= 9 => (Alphabet::usual(size), false),
            None => AlphabetGuess::of(size, symbols).alphabet(size, self.decided),
        }
    }

    pub(super) fn table(&mut self, alphabet: Alphabet) -> &[u8; 256] {
        if self.table.alphabet != alphabet {
            *self.table = Table { alphabet, values: alphabet.table() };
        }
        &self.table.values
    }

    pub(super) fn keep(&mut self, alphabet: Alphabet, decided: bool, blank: Option<u8>) {
        if decided {
            self.decided = Some(alphabet);
        }
        if let Some(blank) = blank {
            self.blank = char::from(blank);
        }
    }

    /// Reads a grid of single symbols without separators. The error is the index of the first
    /// character that is not a symbol, and the alphabet.
    ///
    /// The number of symbols must be `size * size`. Otherwise the error is the index of the end,
    /// unless a character before it is not a symbol.
    pub(super) fn joined(
        &mut self,
        size: usize,
        symbols: &[u8],
    ) -> Result<ParsedGrid, (usize, Alphabet)> {
        let alphabet = self.alphabet(size, symbols.iter().copied());
        self.joined_in(size, symbols, alphabet).map_err(|index| (index, alphabet.0))
    }

    /// The same in an alphabet, with whether its symbols decide it.
    pub(super) fn joined_in(
        &mut self,
        size: usize,
        symbols: &[u8],
        (alphabet, decided): (Alphabet, bool),
    ) -> Result<ParsedGrid, usize> {
        let table = self.table(alphabet);
        // Values are below 64, so a union of them is never NO_SYMBOL.
        let mut union = 0;
        let value = |&symbol: &u8| {
            let value = table[usize::from(symbol)];
            union |= value;
            value
        };
        let cells: Vec<u8> = symbols.iter().map(value).collect();
        if union == NO_SYMBOL || cells.len() != size * size {
            let offending = cells.iter().position(|&value| value == NO_SYMBOL);
            return Err(offending.unwrap_or(cells.len()));
        }
        let blank = cells.iter().position(|&value| value == 0).map(|cell| symbols[cell]);
        self.keep(alphabet, decided, blank);
        let grid = Grid::from_checked(size, cells);
        Ok(ParsedGrid { grid, alphabet, blank: self.blank, candidates: None })
    }

    /// Returns whether a grid of size 9 has the digits as values, and `.` and `0` as blanks.
    pub(super) fn accepts_fast_path(&self) -> bool {
        self.fixed.is_none_or(|fixed| fixed == Alphabet::usual(9))
    }

    /// Accepts a grid that the [fast path](super::fast_path) has read from these symbols.
    pub(super) fn nine(&mut self, cells: [u8; 81], symbols: &[u8]) -> ParsedGrid {
        let alphabet = Alphabet::usual(9);
        let blank = cells.iter().position(|&value| value == 0).map(|cell| symbols[cell]);
        self.keep(alphabet, false, blank);
        let grid = Grid::from_checked_9x9(cells);
        ParsedGrid { grid, alphabet, blank: self.blank, candidates: None }
    }

    /// Reads a grid whose cells are these `size * size` parts of a text: symbols or numbers. The
    /// error is the index of a cell and the kind of the error.
    pub(super) fn cells(
        &mut self,
        size: usize,
        cells: &[Span],
        text: &[u8],
        numbers: bool,
    ) -> Result<ParsedGrid, (usize, TextErrorKind)> {
        let texts = || cells.iter().map(|cell| cell.of(text));
        let has_numbers = size > 9 && (numbers || texts().any(is_number));
        let symbols = texts().filter(|cell| cell.len() == 1).map(|cell| cell[0]);
        let (alphabet, decided) = match Alphabet::new(AlphabetStyle::Numbers, size) {
            Some(alphabet) if has_numbers && self.fixed.is_none() => (alphabet, true),
            _ => self.alphabet(size, symbols),
        };
        let table = self.table(alphabet);
        let mut values = Vec::with_capacity(cells.len());
        for (index, cell) in cells.iter().enumerate() {
            let wrong = || {
                let rest = &text[cell.start..];
                (index, fault(cell.of(text), rest, (alphabet, table), numbers))
            };
            values.push(value(cell.of(text), alphabet, table).ok_or_else(wrong)?);
        }
        let blank = texts().zip(&values).find(|&(_, &value)| value == 0).map(|(cell, _)| cell[0]);
        self.keep(alphabet, decided, blank);
        let grid = Grid::from_checked(size, values);
        Ok(ParsedGrid { grid, alphabet, blank: self.blank, candidates: None })
    }
}

/// Returns whether a cell is a number of more than one digit.
fn is_number(cell: &[u8]) -> bool {
    cell.len() > 1 && cell.iter().all(u8::is_ascii_digit)
}

/// The value of a cell, if it is valid.
fn value(cell: &[u8], alphabet: Alphabet, table: &[u8; 256]) -> Option<u8> {
    if let &[symbol] = cell {
        return Some(table[usize::from(symbol)]).filter(|&value| value != NO_SYMBOL);
    }
    let digits = str::from_utf8(cell).ok().filter(|_| alphabet.is_numbers() && is_number(cell))?;
    digits.parse().ok().filter(|&number| usize::from(number) <= alphabet.size())
}

/// The error for an invalid cell; `rest` is the text from the cell on.
fn fault(
    cell: &[u8],
    rest: &[u8],
    (alphabet, table): (Alphabet, &[u8; 256]),
    numbers: bool,
) -> TextErrorKind {
    let found = || String::from_utf8_lossy(&cell[..cell.len().min(MAX_SHOWN)]).into_owned();
    let all_symbols = cell.iter().all(|&symbol| table[usize::from(symbol)] != NO_SYMBOL);
    if cell.len() == 1 {
        TextErrorKind::Symbol { found: character(rest), alphabet }
    } else if all_symbols && !numbers && !alphabet.is_numbers() {
        TextErrorKind::Candidates { found: found() }
    } else {
        TextErrorKind::Number { found: found(), size: alphabet.size() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of a text, separated by spaces.
    fn spans(text: &str) -> Vec<Span> {
        let start = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
        let span = |word: &str| Span { start: start(word), end: start(word) + word.len() };
        text.split(' ').map(span).collect()
    }

    /// The first values of a grid of this size that begins with these cells and is blank otherwise.
    fn first_values(text: &str, size: usize) -> Result<Vec<u8>, String> {
        let text = text.to_owned() + &" .".repeat(size * size - text.split(' ').count());
        let read = SymbolReader::new(None).cells(size, &spans(&text), text.as_bytes(), false);
        let values = |read: ParsedGrid| read.grid.cells()[..3].to_vec();
        read.map(values).map_err(|(cell, kind)| format!("{cell}: {kind}"))
    }

    #[test]
    fn a_cell_is_a_symbol_or_a_number() {
        assert_eq!(first_values("1 . 9", 9), Ok(vec![1, 0, 9]));
        assert_eq!(first_values("1 G 0", 16), Ok(vec![1, 16, 0]));
        assert_eq!(first_values("01 16 00", 16), Ok(vec![1, 16, 0]));
        let refused = [
            ("1 12 3", 9, "1: expected one symbol in a cell, found the candidates '12'"),
            ("1 2 1ab", 16, "2: expected one symbol in a cell, found the candidates '1ab'"),
            ("1 12 17", 16, "2: expected a number from 1 to 16, found '17'"),
            ("1 ? 3", 9, "1: expected a symbol of 1-9, found '?'"),
            ("12 A 3", 16, "1: expected a symbol of 1-16, found 'A'"),
            ("1 2 no", 9, "2: expected a number from 1 to 9, found 'no'"),
        ];
        for (text, size, message) in refused {
            assert_eq!(first_values(text, size), Err(message.to_owned()), "{text}");
        }
    }

    #[test]
    fn joined_symbols_are_read_up_to_the_first_error() {
        let mut reader = SymbolReader::new(None);
        let mut read = |symbols: &str| {
            let read = reader.joined(4, symbols.as_bytes());
            read.map(|read| (read.grid.clues(), read.blank)).map_err(|(index, _)| index)
        };
        assert_eq!(read("1__2____3_______"), Ok((3, '_')));
        assert_eq!(read("1234341221434321"), Ok((16, '_')));
        assert_eq!(read("123434122143432"), Err(15));
        assert_eq!(read("12345.12"), Err(4));
    }
}
