//! `FromStr` and `Display` of a [`Grid`]: its cells in one line.

use super::alphabet::Alphabet;
use super::error::{TextError, TextErrorKind};
use super::sizes::LARGEST;
use super::write::format_line;
use crate::ids::to_u64;
use crate::location::Location;
use crate::sudoku::grid::Grid;
use std::fmt;
use std::str::FromStr;

/// Writes the cells in one line, row by row: `1-9`, then `A-Z` for larger values (`0-9A-Z` for size
/// 36), and `.` for a blank cell.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format_line(self, Alphabet::usual(self.size()), '.'))
    }
}

/// Parses the cells of a grid, row by row, in the alphabet that `Display` writes. Blank cells are
/// `.`, `_`, `*`, `-`, or `0` where that is not a value; letters may be small; white space is
/// ignored. The number of cells is the square of the size.
///
/// [`text::parse`](super::parse) reads other alphabets and formats.
///
/// ```
/// use quadrille::sudoku::Grid;
///
/// let grid: Grid = "1...\n..3.\n.4..\n...2\n".parse()?;
/// assert_eq!((grid.size(), grid.clues()), (4, 4));
/// assert_eq!(grid.to_string(), "1.....3..4.....2");
/// let error = "1...\n..?.\n.4..\n...2\n".parse::<Grid>().unwrap_err();
/// assert_eq!(error.to_string(), "2:3: expected a symbol of 1-4, found '?'");
/// # Ok::<(), quadrille::sudoku::text::TextError>(())
/// ```
impl FromStr for Grid {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let count = text.chars().filter(|symbol| !symbol.is_whitespace()).count();
        let size = count.isqrt();
        if size * size != count || !(1..=LARGEST).contains(&size) {
            let last = text.trim_end();
            return Err(error(text, last.len(), TextErrorKind::CellCount { found: count }));
        }
        let alphabet = Alphabet::usual(size);
        let symbols = text.char_indices().filter(|(_, symbol)| !symbol.is_whitespace());
        let values = symbols.map(|(offset, symbol)| match alphabet.value(symbol) {
            Some(value) => Ok(value),
            None if alphabet.is_blank(symbol) => Ok(0),
            None => Err(error(text, offset, TextErrorKind::Symbol { found: symbol, alphabet })),
        });
        Ok(Self::from_checked(size, values.collect::<Result<_, _>>()?))
    }
}

/// An error at a byte of a text of several lines.
fn error(text: &str, offset: usize, kind: TextErrorKind) -> TextError {
    let start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
    let line = to_u64(text[..start].matches('\n').count() + 1);
    let end = text[start..].find('\n').map_or(text.len(), |length| start + length);
    TextError::new(Location::new(line, &text.as_bytes()[start..end], offset - start), kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsing_is_the_inverse_of_display_for_every_size() {
        for size in 1..=LARGEST {
            let value = |cell: usize| u8::try_from(cell * 5 % (size + 1)).unwrap();
            let grid = Grid::from_cells(size, (0..size * size).map(value).collect()).unwrap();
            assert_eq!(grid.to_string().parse(), Ok(grid), "{size}");
        }
    }

    #[test]
    fn spaces_blanks_and_small_letters_are_accepted() {
        let large = format!("1g0_*-.x {}", ".".repeat(248));
        let grid: Grid = large.parse().unwrap();
        assert_eq!((grid.size(), grid.clues(), grid.get(1)), (16, 2, Some(16)));
        let rows: Grid = " 1 2 0 0\r\n0 0 1 2\r\n2 1 0 0\r\n0 0 2 1\r\n\r\n".parse().unwrap();
        assert_eq!(rows.to_string(), "12....1221....21");
        assert_eq!(format!("{rows:>18}"), "  12....1221....21");
    }

    #[test]
    fn errors_state_the_line_and_column() {
        let texts = [
            ("", "1:1: expected 1, 4, 9, 16 ... 1296 cells, found 0"),
            ("12\n3\n", "2:2: expected 1, 4, 9, 16 ... 1296 cells, found 3"),
            ("1..4\n.5..\n....\n....", "2:2: expected a symbol of 1-4, found '5'"),
            ("é...............", "1:1: expected a symbol of 1-4, found 'é'"),
        ];
        for (text, message) in texts {
            assert_eq!(text.parse::<Grid>().unwrap_err().to_string(), message, "{text}");
        }
        assert!(".".repeat(37 * 37).parse::<Grid>().is_err());
    }
}
