//! Converts cells with candidates to a grid and its [`CandidateGrid`].
//!
//! There are two ways to write them: a cell of a drawing is the symbols of its candidates
//! (`2579`), and a cell of a candidate grid has a place for each value (`.2..5.7.9`). In both, a
//! cell with one candidate is a clue. In a drawing, a value that a player has placed (`u5`) is the
//! one candidate of a blank cell.

use super::alphabet::{Alphabet, AlphabetStyle, NO_SYMBOL};
use super::error::TextErrorKind;
use super::span::{Span, character};
use super::symbols::{MAX_SHOWN, ParsedGrid, SymbolReader};
use crate::sudoku::candidate_grid::{CandidateGrid, all_values, mask_of};
use crate::sudoku::grid::Grid;

/// The prefix of a value that a player has placed.
pub(super) const PLACED: u8 = b'u';

/// A grid in the making.
struct MaskedGrid {
    cells: Vec<u8>,
    masks: Vec<u64>,
    all: u64,
    is_restricted: bool,
}

impl MaskedGrid {
    fn new(size: usize) -> Self {
        let (cells, masks) = (Vec::with_capacity(size * size), Vec::with_capacity(size * size));
        Self { cells, masks, all: all_values(size), is_restricted: false }
    }

    /// Adds a cell with these candidates. The only one is a clue.
    fn push(&mut self, mask: u64) {
        let only = u8::try_from(mask.trailing_zeros() + 1).unwrap_or(0);
        let value = if mask.is_power_of_two() { only } else { 0 };
        self.push_cell(value, mask);
    }

    fn push_cell(&mut self, value: u8, mask: u64) {
        self.is_restricted |= value == 0 && mask != self.all;
        self.cells.push(value);
        self.masks.push(mask);
    }

    fn finish(self, size: usize) -> (Grid, Option<CandidateGrid>) {
        let Self { cells, masks, is_restricted, .. } = self;
        let candidates = CandidateGrid::from_masks(size, &masks).ok();
        (Grid::from_checked(size, cells), candidates.filter(|_| is_restricted))
    }
}

impl SymbolReader {
    /// Reads a grid whose cells are these `size * size` parts of a text: a symbol, several
    /// candidates, or `u` and a symbol. The error is the index of a cell and the kind of the error.
    pub(super) fn drawn_candidates(
        &mut self,
        size: usize,
        cells: &[Span],
        text: &[u8],
    ) -> Result<ParsedGrid, (usize, TextErrorKind)> {
        let symbols = cells.iter().flat_map(|cell| cell.of(text)).copied();
        let (alphabet, decided) = self.alphabet(size, symbols.filter(|&symbol| symbol != PLACED));
        let table = self.table(alphabet);
        let (mut grid, mut blank) = (MaskedGrid::new(size), None);
        for (index, cell) in cells.iter().map(|cell| cell.of(text)).enumerate() {
            let fault = || (index, fault(cell, alphabet, table));
            match cell {
                [PLACED, symbol] => match table[usize::from(*symbol)] {
                    0 | NO_SYMBOL => return Err(fault()),
                    value => grid.push_cell(0, mask_of(value)),
                },
                [symbol] if table[usize::from(*symbol)] == 0 => {
                    blank = blank.or(Some(*symbol));
                    grid.push(all_values(size));
                }
                _ => grid.push(mask(cell, table).ok_or_else(fault)?),
            }
        }
        Ok(self.finish(size, grid, (alphabet, decided, blank)))
    }

    /// Reads a candidate grid: `size` symbols for each cell, without separators. The error is the
    /// index of a symbol and the kind of the error.
    pub(super) fn candidate_grid(
        &mut self,
        size: usize,
        symbols: &[u8],
    ) -> Result<ParsedGrid, (usize, TextErrorKind)> {
        let expected = size.pow(3);
        if symbols.len() != expected {
            let found = symbols.len();
            return Err((expected.min(found), TextErrorKind::Length { expected, found }));
        }
        let mut fault = None;
        for alphabet in self.candidate_alphabets(size) {
            let table = self.table(alphabet);
            match masks(size, symbols, table) {
                Ok((grid, blank)) => {
                    let is_letter = |symbol: &&u8| symbol.is_ascii_alphabetic();
                    let lower = symbols.iter().find(is_letter).is_some_and(u8::is_ascii_lowercase);
                    let alphabet = alphabet.in_case(lower);
                    return Ok(self.finish(size, grid, (alphabet, true, blank)));
                }
                Err((index, value)) => {
                    let mut expected = String::new();
                    alphabet.push(value, &mut expected);
                    let found = character(&symbols[index..]);
                    fault.get_or_insert((index, TextErrorKind::Mark { expected, found }));
                }
            }
        }
        Err(fault.unwrap_or((0, TextErrorKind::Length { expected, found: symbols.len() })))
    }

    /// The alphabets in which a candidate grid may be written: one symbol for each value.
    fn candidate_alphabets(&self, size: usize) -> impl Iterator<Item = Alphabet> + use<> {
        let fixed = self.fixed().filter(|alphabet| !alphabet.is_numbers());
        let styles = [AlphabetStyle::Letters, AlphabetStyle::FromZero];
        let others = styles.into_iter().filter_map(move |style| Alphabet::new(style, size));
        let others = others.filter(move |_| fixed.is_none() && size > 9);
        std::iter::once(fixed.unwrap_or(Alphabet::usual(size))).chain(others)
    }

    fn finish(
        &mut self,
        size: usize,
        grid: MaskedGrid,
        (alphabet, decided, blank): (Alphabet, bool, Option<u8>),
    ) -> ParsedGrid {
        self.keep(alphabet, decided, blank);
        let (grid, candidates) = grid.finish(size);
        ParsedGrid { grid, alphabet, blank: self.last_blank(), candidates }
    }
}

/// The candidates of all cells of a candidate grid, and its first blank. The error is the index of
/// a symbol that is neither a blank nor that of the value of its place, and the value.
fn masks(
    size: usize,
    symbols: &[u8],
    table: &[u8; 256],
) -> Result<(MaskedGrid, Option<u8>), (usize, u8)> {
    let (mut grid, mut blank) = (MaskedGrid::new(size), None);
    for (cell, symbols) in symbols.chunks(size.max(1)).enumerate() {
        let mut mask = 0;
        for (value, (place, symbol)) in (1..=u8::MAX).zip(symbols.iter().enumerate()) {
            match table[usize::from(*symbol)] {
                0 => blank = blank.or(Some(*symbol)),
                found if found == value => mask |= mask_of(value),
                _ => return Err((cell * size + place, value)),
            }
        }
        grid.push(mask);
    }
    Ok((grid, blank))
}

/// The candidates of a cell: different symbols of values.
fn mask(cell: &[u8], table: &[u8; 256]) -> Option<u64> {
    cell.iter().try_fold(0, |mask, &symbol| match table[usize::from(symbol)] {
        0 | NO_SYMBOL => None,
        value => Some(mask | mask_of(value)).filter(|&more| more != mask),
    })
}

/// The error for an invalid cell of a drawing.
fn fault(cell: &[u8], alphabet: Alphabet, table: &[u8; 256]) -> TextErrorKind {
    match cell {
        [symbol] if table[usize::from(*symbol)] == NO_SYMBOL => {
            TextErrorKind::Symbol { found: character(cell), alphabet }
        }
        _ => {
            let found = String::from_utf8_lossy(&cell[..cell.len().min(MAX_SHOWN)]).into_owned();
            TextErrorKind::Marks { found, alphabet }
        }
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

    fn drawn(text: &str) -> Result<ParsedGrid, String> {
        let text = text.to_owned() + &" .".repeat(16 - text.split(' ').count());
        let read = SymbolReader::new(None).drawn_candidates(4, &spans(&text), text.as_bytes());
        read.map_err(|(cell, kind)| format!("{cell}: {kind}"))
    }

    #[test]
    fn a_drawn_cell_is_a_clue_a_placed_value_or_candidates() {
        let parsed = drawn("1 23 u4 . 1234 31").ok().unwrap();
        assert_eq!(parsed.grid.to_string(), "1...............");
        let masks = parsed.candidates.unwrap().masks()[..6].to_vec();
        assert_eq!(masks, [0b0001, 0b0110, 0b1000, 0b1111, 0b1111, 0b0101]);
        assert_eq!(drawn("1 1234 .").ok().unwrap().candidates, None);
        let refused = [
            ("1 122", "1: expected a symbol of 1-4 or different ones in a cell, found '122'"),
            ("1 15", "1: expected a symbol of 1-4 or different ones in a cell, found '15'"),
            ("1 u.", "1: expected a symbol of 1-4 or different ones in a cell, found 'u.'"),
            ("5", "0: expected a symbol of 1-4, found '5'"),
        ];
        for (text, message) in refused {
            assert_eq!(drawn(text).err().unwrap(), message, "{text}");
        }
    }

    #[test]
    fn a_candidate_grid_has_a_place_for_each_value() {
        let read = |text: &str| {
            let read = SymbolReader::new(None).candidate_grid(4, text.as_bytes());
            read.map_err(|(index, kind)| format!("{index}: {kind}"))
        };
        let all = "1234".repeat(16);
        let parsed = read(&all).ok().unwrap();
        assert_eq!((parsed.grid.clues(), parsed.candidates), (0, None));
        let parsed = read(&format!("1...{}", &all[4..])).ok().unwrap();
        assert_eq!((parsed.grid.clues(), parsed.candidates, parsed.blank), (1, None, '.'));
        let parsed = read(&format!("1.34....{}", &all[8..])).ok().unwrap();
        assert_eq!(parsed.candidates.unwrap().masks()[..3], [0b1101, 0, 0b1111]);
        let wrong = read(&format!("1.43{}", &all[4..])).err().unwrap();
        assert_eq!(wrong, "2: expected 3 or a blank, found '4'");
        assert_eq!(read(&all[1..]).err().unwrap(), "63: expected 64 symbols, found 63");
    }

    #[test]
    fn candidate_grids_are_read_in_every_alphabet() {
        for size in [4, 9, 10, 16, 25, 36] {
            let styles = [AlphabetStyle::FromOne, AlphabetStyle::FromZero, AlphabetStyle::Letters];
            for alphabet in styles.into_iter().filter_map(|style| Alphabet::new(style, size)) {
                for alphabet in [alphabet, alphabet.in_lower_case()] {
                    let symbols = (1..=size)
                        .map(|value| alphabet.symbol(u8::try_from(value).unwrap()).unwrap());
                    let text = symbols.collect::<String>().repeat(size * size);
                    let is_usual = size > 9 || alphabet == Alphabet::usual(size);
                    let fixed = (!is_usual).then_some(alphabet);
                    let read = SymbolReader::new(fixed).candidate_grid(size, text.as_bytes());
                    let parsed = read.ok().unwrap();
                    assert_eq!((parsed.alphabet, parsed.candidates), (alphabet, None));
                }
            }
        }
    }
}
