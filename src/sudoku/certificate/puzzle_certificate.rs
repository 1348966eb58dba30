//! [`PuzzleCertificate`]: what a line of a certificate says about one puzzle.

use super::error::CertificateErrorKind;
use crate::ids::ItemId;
use crate::sudoku::grid::Grid;
use crate::sudoku::text::{Alphabet, format_line};
use std::fmt;

/// The number of solutions of a puzzle up to 2, and what shows it.
///
/// Its `Display` is the line without the line feed, and [`parse`](Self::parse) reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleCertificate {
    /// There is no solution. The items are the branchings of a search, in preorder.
    None(Vec<ItemId>),
    /// There is exactly one solution. The items are the branchings of a search, in preorder.
    Unique(Vec<ItemId>),
    /// There are several solutions, of which these are two.
    Several(Box<[Grid; 2]>),
}

impl PuzzleCertificate {
    /// Reads a line without its line feed.
    ///
    /// # Errors
    /// If the line has not the form that [`Display`](fmt::Display) gives it.
    pub fn parse(line: &[u8]) -> Result<Self, CertificateErrorKind> {
        let mut tokens = Tokens { line, at: 0 };
        match tokens.next() {
            Some((_, b"0")) => Ok(Self::None(tokens.items()?)),
            Some((_, b"1")) => Ok(Self::Unique(tokens.items()?)),
            Some((_, b"2")) => {
                let (first, second) = (tokens.grid()?, tokens.grid()?);
                match tokens.next() {
                    None => Ok(Self::Several(Box::new([first, second]))),
                    Some((at, _)) => Err(syntax(at, "the end of the line")),
                }
            }
            _ => Err(syntax(0, "0, 1 or 2, the number of solutions")),
        }
    }
}

/// An error at a byte.
fn syntax(at: usize, expected: &'static str) -> CertificateErrorKind {
    CertificateErrorKind::Syntax { column: at + 1, expected }
}

/// What is separated by single spaces, with the place where it begins.
struct Tokens<'a> {
    line: &'a [u8],
    /// One more than the length of the line at its end.
    at: usize,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (begin, rest) = (self.at, self.line.get(self.at..)?);
        let length = rest.iter().position(|&byte| byte == b' ').unwrap_or(rest.len());
        self.at += length + 1;
        Some((begin, &rest[..length]))
    }
}

impl Tokens<'_> {
    /// The items up to the end of the line.
    fn items(&mut self) -> Result<Vec<ItemId>, CertificateErrorKind> {
        self.map(|(at, token)| item(token).ok_or(syntax(at, "the number of an item"))).collect()
    }

    fn grid(&mut self) -> Result<Grid, CertificateErrorKind> {
        let (at, token) = self.next().unwrap_or((self.line.len(), b""));
        full_grid(token).ok_or(syntax(at, "a solution, one character a cell"))
    }
}

/// The item with a decimal number from 1 to 2^31 without leading zeros.
fn item(token: &[u8]) -> Option<ItemId> {
    let is_decimal = token.iter().all(u8::is_ascii_digit) && !token.starts_with(b"0");
    let number = std::str::from_utf8(token).ok().filter(|_| is_decimal)?;
    let index = usize::try_from(number.parse::<u32>().ok()?.checked_sub(1)?).ok()?;
    (index < 1 << 31).then(|| ItemId::new(index))
}

/// A grid without blanks. Letters must be capitals.
fn full_grid(token: &[u8]) -> Option<Grid> {
    let size = token.len().isqrt();
    let alphabet = Alphabet::of_size(size)?;
    let value = |&byte: &u8| alphabet.value(byte.into()).filter(|_| !byte.is_ascii_lowercase());
    Grid::from_cells(size, token.iter().map(value).collect::<Option<_>>()?).ok()
}

impl fmt::Display for PuzzleCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, items) = match self {
            Self::None(items) => (0, items),
            Self::Unique(items) => (1, items),
            Self::Several(grids) => {
                let [first, second] = &**grids;
                return write!(f, "2 {} {}", line(first), line(second));
            }
        };
        write!(f, "{count}")?;
        items.iter().try_for_each(|item| write!(f, " {}", item.index() + 1))
    }
}

/// A grid as one character a cell.
pub(super) fn line(grid: &Grid) -> String {
    let alphabet = Alphabet::of_size(grid.size());
    alphabet.map_or_else(String::new, |alphabet| format_line(grid, alphabet, '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        let solutions = "2 1234341221434321 1243342121344312";
        for text in ["0", "1", "0 1", "1 17 203", "1 2147483648", solutions] {
            let read = PuzzleCertificate::parse(text.as_bytes()).unwrap();
            assert_eq!(read.to_string(), text);
        }
        for size in [10, 16, 25, 35, 36] {
            let value = |cell: usize| u8::try_from(cell * 7 % size + 1).unwrap();
            let cells: Vec<_> = (0..size * size).map(value).collect();
            let grid = Grid::from_cells(size, cells).unwrap();
            let text = format!("2 {0} {0}", line(&grid));
            let read = PuzzleCertificate::parse(text.as_bytes()).unwrap();
            assert_eq!(read, PuzzleCertificate::Several(Box::new([grid.clone(), grid])));
        }
    }

    #[test]
    fn other_lines_are_refused_with_their_column() {
        let cases = [
            ("", 1),
            ("3", 1),
            ("01", 1),
            (" 1", 1),
            ("1 ", 3),
            ("1  2", 3),
            ("1 2 ", 5),
            ("1 0", 3),
            ("1 07", 3),
            ("1 +7", 3),
            ("1 12 -7", 6),
            ("1 2147483649", 3),
            ("1 99999999999999999999", 3),
            ("1 2\r", 3),
            ("2", 2),
            ("2 1234341221434321", 19),
            ("2 1234341221434321 123434122143432", 20),
            ("2 123434122143432. 1234341221434321", 3),
            ("2 1234341221434325 1234341221434321", 3),
            ("2 1234341221434321 1234341221434321 1", 37),
            ("2 \u{e4} 1", 3),
        ];
        for (text, column) in cases {
            let error = PuzzleCertificate::parse(text.as_bytes()).unwrap_err();
            let CertificateErrorKind::Syntax { column: found, .. } = error else {
                panic!("{text}: {error}")
            };
            assert_eq!(found, column, "{text}");
        }
    }
}
