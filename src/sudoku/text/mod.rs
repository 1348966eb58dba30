//! Every text format of Sudoku grids, in and out.
//!
//! Puzzles are passed around as lines, as drawings, as lists of numbers. A [`Reader`] turns any of them into
//! [`Record`]s, one at a time, and needs not be told which it is: it [guesses](guess()) from the beginning of
//! the text. What can't be read becomes a [`TextError`] that says where, what was found and what was
//! expected; the reader goes on with the next puzzle.
//!
//! ```text
//! reader ── lines ── records ──┬── nine           9x9 at the beginning of a line: the fast road
//!    │                         ├── line           one puzzle a line
//!    │                         └── drawn ── rows  one row a line
//!  guess, blocks                      │
//!                                 translate ── alphabet: from signs to values
//! ```
//!
//! Where puzzles stand one a line, several threads can read one text: a reader gives [`Block`]s of lines, which are read
//! by readers of their own in the same [`Setting`]. In the other direction, [`line`](line()) and [`drawn`](drawn()) write a grid. For whoever needs neither records nor
//! errors, [`cells`] and [`push_cells`] are the fast road by itself.

mod alphabet;
mod blocks;
mod drawn;
mod error;
mod guess;
mod line;
mod lines;
mod nine;
mod reader;
mod records;
mod rows;
mod translate;
mod write;

pub use alphabet::{Alphabet, Style, UnknownAlphabet};
pub use blocks::{Block, Setting};
pub use error::{ReadError, TextError, TextErrorKind};
pub use guess::{Guess, Peeked, guess, peek};
pub use nine::{cells, push_cells};
pub use reader::{ReadOptions, Reader, Record, parse};
pub use write::{drawn, line, write_line};

use std::fmt;
use std::str::FromStr;

/// The sizes that are looked for in a text that does not say its size.
const SIZES: [usize; 11] = [4, 6, 8, 9, 10, 12, 15, 16, 20, 25, 36];

/// Whether a text that does not say its size may be of this one.
fn is_size(size: usize) -> bool {
    SIZES.contains(&size)
}

/// The size of the grid with this many cells, if it is one of the [`SIZES`].
fn size_of_grid(cells: usize) -> Option<usize> {
    Some(cells.isqrt()).filter(|&size| size * size == cells && is_size(size))
}

/// How grids stand in a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// One puzzle a line, in a field of `size * size` signs. What else is in the line is passed over.
    Line,
    /// A heading, then a line of `size` signs for each row; as in Project Euler's problem 96.
    Euler,
    /// A drawing: one row a line, with bars, rules, frames, blanks, commas or brackets at will.
    Grid,
    /// Numbers with blanks or commas between them, a whole puzzle or a row a line.
    Numbers,
}

impl Format {
    const ALL: [Self; 4] = [Self::Line, Self::Euler, Self::Grid, Self::Numbers];

    /// Its name: `line`, `euler`, `grid` or `numbers`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Euler => "euler",
            Self::Grid => "grid",
            Self::Numbers => "numbers",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no [`Format`]'s.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownFormat {
    name: String,
}

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no format '{}': expected line, euler, grid or numbers", self.name)
    }
}

impl std::error::Error for UnknownFormat {}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| UnknownFormat { name: name.to_owned() })
    }
}

/// Whether this byte stands between fields, and is never a sign of a grid.
fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",;:|='\"`()[]{}<>".contains(&byte)
}

/// A stretch of a line, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Span {
    start: usize,
    end: usize,
}

impl Span {
    fn len(self) -> usize {
        self.end - self.start
    }

    fn of(self, text: &[u8]) -> &[u8] {
        &text[self.start..self.end]
    }
}

/// The first character of these bytes.
fn character(bytes: &[u8]) -> char {
    let first = String::from_utf8_lossy(&bytes[..bytes.len().min(4)]);
    first.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The most that is kept of a name, in bytes.
const LONGEST_NAME: usize = 200;

/// A name for a record out of a stretch of a line: without the signs of a comment before it and of an
/// assignment after it, and not too long.
fn name(text: &[u8]) -> Option<String> {
    let around = |byte: &u8| byte.is_ascii_whitespace() || b"#=:;,|['\"`".contains(byte);
    let start = text.iter().position(|byte| !around(byte))?;
    let end = text.iter().rposition(|byte| !around(byte))? + 1;
    let text = &text[start..end.min(start + LONGEST_NAME)];
    Some(String::from_utf8_lossy(text).trim_end_matches(char::REPLACEMENT_CHARACTER).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_parsed_from_its_name() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert_eq!(
            "Grid".parse::<Format>().unwrap_err().to_string(),
            "no format 'Grid': expected line, euler, grid or numbers"
        );
    }

    #[test]
    fn a_name_has_nothing_around_it_and_an_end() {
        assert_eq!(name(b" s = ["), Some("s".to_owned()));
        assert_eq!(name(b"# Grid 01\r\n"), Some("Grid 01".to_owned()));
        assert_eq!(name(b"display(s)"), Some("display(s)".to_owned()));
        assert_eq!(name(b" == \t"), None);
        assert_eq!(name(&[b'a'; 1000]).unwrap().len(), LONGEST_NAME);
    }
}
