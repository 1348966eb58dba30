//! From signs to values.
//!
//! A [`Translator`] remembers what earlier grids of a text have decided about the alphabet, and the sign
//! that they had for a blank, for the sake of those grids that show neither.

use super::alphabet::{Alphabet, Census, NO_SIGN, Style};
use super::error::TextErrorKind;
use super::{Span, character};
use crate::sudoku::grid::Grid;

/// The most that an error shows of a cell, in bytes.
const LONGEST_SHOWN: usize = 40;

/// A grid with the alphabet and the blank in which it was written.
pub(super) struct Translated {
    pub(super) grid: Grid,
    pub(super) alphabet: Alphabet,
    pub(super) blank: char,
}

/// What an alphabet says of each byte.
#[derive(Debug)]
struct Table {
    alphabet: Alphabet,
    values: [u8; 256],
}

/// Reads signs as values.
#[derive(Debug)]
pub(super) struct Translator {
    /// The alphabet of all grids, if the caller says it. All grids then are of its size.
    fixed: Option<Alphabet>,
    /// The alphabet that the last grid with a sign of its own has decided.
    decided: Option<Alphabet>,
    /// The sign for a blank in the last grid that had one.
    blank: char,
    table: Box<Table>,
}

impl Default for Translator {
    fn default() -> Self {
        Self::new(None)
    }
}

impl Translator {
    /// A translator that has seen nothing yet.
    pub(super) fn new(fixed: Option<Alphabet>) -> Self {
        let alphabet = fixed.unwrap_or(Alphabet::usual(9));
        let table = Box::new(Table { alphabet, values: alphabet.table() });
        Self { fixed, decided: None, blank: '.', table }
    }

    /// The alphabet of all grids, if the caller says it.
    pub(super) fn fixed(&self) -> Option<Alphabet> {
        self.fixed
    }

    /// The alphabet that the last grid with a sign of its own has decided.
    pub(super) fn decided(&self) -> Option<Alphabet> {
        self.decided
    }

    /// Takes an alphabet for decided, or none.
    pub(super) fn decide(&mut self, alphabet: Option<Alphabet>) {
        self.decided = alphabet;
    }

    /// The sign for a blank in the last grid that had one.
    pub(super) fn last_blank(&self) -> char {
        self.blank
    }

    /// The alphabet of a grid of this size with these signs, and whether they decide it.
    fn alphabet(&self, size: usize, signs: impl Iterator<Item = u8>) -> (Alphabet, bool) {
        match self.fixed {
            Some(fixed) => (fixed, false),
            None if size <= 9 => (Alphabet::usual(size), false),
            None => Census::of(size, signs).alphabet(size, self.decided),
        }
    }

    fn table(&mut self, alphabet: Alphabet) -> &[u8; 256] {
        if self.table.alphabet != alphabet {
            *self.table = Table { alphabet, values: alphabet.table() };
        }
        &self.table.values
    }

    fn keep(&mut self, alphabet: Alphabet, decided: bool, blank: Option<u8>) {
        if decided {
            self.decided = Some(alphabet);
        }
        if let Some(blank) = blank {
            self.blank = char::from(blank);
        }
    }

    /// Reads a grid whose cells are single signs with nothing between them: the grid, or else the index of
    /// the first offending sign and the alphabet that lacks it.
    ///
    /// The number of signs must be `size * size` for a grid of this size; if it isn't, the error is the end
    /// of the signs, or that of an offending sign before it.
    pub(super) fn joined(
        &mut self,
        size: usize,
        signs: &[u8],
    ) -> Result<Translated, (usize, Alphabet)> {
        let (alphabet, decided) = self.alphabet(size, signs.iter().copied());
        let table = self.table(alphabet);
        // Values are below 64, so that a union of them is never NO_SIGN.
        let mut union = 0;
        let value = |&sign: &u8| {
            let value = table[usize::from(sign)];
            union |= value;
            value
        };
        let cells: Vec<u8> = signs.iter().map(value).collect();
        if union == NO_SIGN || cells.len() != size * size {
            let offending = cells.iter().position(|&value| value == NO_SIGN);
            return Err((offending.unwrap_or(cells.len()), alphabet));
        }
        let blank = cells.iter().position(|&value| value == 0).map(|cell| signs[cell]);
        self.keep(alphabet, decided, blank);
        let grid = Grid::from_checked(size, cells);
        Ok(Translated { grid, alphabet, blank: self.blank })
    }

    /// Whether digits are values, and `.` and `0` are blanks, in a grid of size 9.
    pub(super) fn knows_nine(&self) -> bool {
        self.fixed.is_none_or(|fixed| fixed == Alphabet::usual(9))
    }

    /// Takes a grid that was [read](super::nine) by the fast road from these signs.
    pub(super) fn nine(&mut self, cells: [u8; 81], signs: &[u8]) -> Translated {
        let alphabet = Alphabet::usual(9);
        let blank = cells.iter().position(|&value| value == 0).map(|cell| signs[cell]);
        self.keep(alphabet, false, blank);
        Translated { grid: Grid::from_checked_nine(cells), alphabet, blank: self.blank }
    }

    /// Reads a grid whose cells are these `size * size` stretches of a text: signs or numbers.
    ///
    /// If a cell can't be read, gives its index and what is wrong with it.
    pub(super) fn cells(
        &mut self,
        size: usize,
        cells: &[Span],
        text: &[u8],
        numbers: bool,
    ) -> Result<Translated, (usize, TextErrorKind)> {
        let texts = || cells.iter().map(|cell| cell.of(text));
        let numbers = size > 9 && (numbers || texts().any(is_number));
        let signs = texts().filter(|cell| cell.len() == 1).map(|cell| cell[0]);
        let (alphabet, decided) = match Alphabet::new(Style::Numbers, size) {
            Some(alphabet) if numbers && self.fixed.is_none() => (alphabet, true),
            _ => self.alphabet(size, signs),
        };
        let table = self.table(alphabet);
        let mut values = Vec::with_capacity(cells.len());
        for (index, cell) in cells.iter().enumerate() {
            let wrong = || (index, fault(cell.of(text), &text[cell.start..], alphabet, table));
            values.push(value(cell.of(text), alphabet, table).ok_or_else(wrong)?);
        }
        let blank = texts().zip(&values).find(|&(_, &value)| value == 0).map(|(cell, _)| cell[0]);
        self.keep(alphabet, decided, blank);
        let grid = Grid::from_checked(size, values);
        Ok(Translated { grid, alphabet, blank: self.blank })
    }
}

/// Whether a cell is a number of more than one digit.
fn is_number(cell: &[u8]) -> bool {
    cell.len() > 1 && cell.iter().all(u8::is_ascii_digit)
}

/// The value of a cell, if it has one.
fn value(cell: &[u8], alphabet: Alphabet, table: &[u8; 256]) -> Option<u8> {
    if let &[sign] = cell {
        return Some(table[usize::from(sign)]).filter(|&value| value != NO_SIGN);
    }
    let digits = str::from_utf8(cell).ok().filter(|_| alphabet.is_numbers() && is_number(cell))?;
    digits.parse().ok().filter(|&number| usize::from(number) <= alphabet.size())
}

/// What is wrong with a cell that has no value, where `rest` is the text from the cell on.
fn fault(cell: &[u8], rest: &[u8], alphabet: Alphabet, table: &[u8; 256]) -> TextErrorKind {
    let found = || String::from_utf8_lossy(&cell[..cell.len().min(LONGEST_SHOWN)]).into_owned();
    let all_signs = cell.iter().all(|&sign| table[usize::from(sign)] != NO_SIGN);
    if cell.len() == 1 {
        TextErrorKind::Symbol { found: character(rest), alphabet }
    } else if all_signs && !alphabet.is_numbers() {
        TextErrorKind::Candidates { found: found() }
    } else {
        TextErrorKind::Number { found: found(), size: alphabet.size() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of a text, with blanks between them.
    fn spans(text: &str) -> Vec<Span> {
        let start = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
        let span = |word: &str| Span { start: start(word), end: start(word) + word.len() };
        text.split(' ').map(span).collect()
    }

    /// The first values of a grid of this size that begins with these cells, and is blank after them.
    fn first_values(text: &str, size: usize) -> Result<Vec<u8>, String> {
        let text = text.to_owned() + &" .".repeat(size * size - text.split(' ').count());
        let read = Translator::new(None).cells(size, &spans(&text), text.as_bytes(), false);
        let values = |read: Translated| read.grid.cells()[..3].to_vec();
        read.map(values).map_err(|(cell, kind)| format!("{cell}: {kind}"))
    }

    #[test]
    fn a_cell_is_a_sign_or_a_number() {
        assert_eq!(first_values("1 . 9", 9), Ok(vec![1, 0, 9]));
        assert_eq!(first_values("1 G 0", 16), Ok(vec![1, 16, 0]));
        assert_eq!(first_values("01 16 00", 16), Ok(vec![1, 16, 0]));
        let refused = [
            ("1 12 3", 9, "1: expected one symbol in a cell, found the candidates '12'"),
            ("1 2 1ab", 16, "2: expected one symbol in a cell, found the candidates '1ab'"),
            ("1 12 17", 16, "2: '17' is no number from 1 to 16"),
            ("1 ? 3", 9, "1: '?' is no symbol of 1-9"),
            ("12 A 3", 16, "1: 'A' is no symbol of 1-16"),
            ("1 2 no", 9, "2: 'no' is no number from 1 to 9"),
        ];
        for (text, size, message) in refused {
            assert_eq!(first_values(text, size), Err(message.to_owned()), "{text}");
        }
    }

    #[test]
    fn signs_without_gaps_are_read_up_to_the_first_that_is_wrong() {
        let mut translator = Translator::new(None);
        let mut read = |signs: &str| {
            let read = translator.joined(4, signs.as_bytes());
            read.map(|read| (read.grid.clues(), read.blank)).map_err(|(index, _)| index)
        };
        assert_eq!(read("1__2____3_______"), Ok((3, '_')));
        assert_eq!(read("1234341221434321"), Ok((16, '_')));
        assert_eq!(read("123434122143432"), Err(15));
        assert_eq!(read("12345.12"), Err(4));
    }
}
