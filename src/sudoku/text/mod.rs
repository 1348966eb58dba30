//! Reading and writing of Sudoku grids in every text format.
//!
//! Puzzles are exchanged as lines, as drawings, and as lists of numbers. A [`Reader`] converts any
//! of them to [`Record`]s, one at a time. It [guesses the format](guess_format) from the beginning
//! of the text. A puzzle that cannot be read becomes a [`TextError`] that states the location, what
//! was found and what was expected; the reader continues with the next puzzle.
//!
//! ```text
//! reader ── line_reader ── record_parser ──┬── fast_path                a 9x9 puzzle at the beginning of a line
//!    │                                     ├── puzzle_line              one puzzle in each line
//!    │                                     └── grid_format ── grid_row  one row in each line
//! format_guess, line_block                     │
//!                                           symbols ── alphabet         from symbols to values
//! ```
//!
//! Where each line is a puzzle, several threads can read one text: [`Reader::block`] returns a
//! [`LineBlock`] of unparsed lines, and each block is read by a reader of its own in the same
//! [`ReaderState`]. In the other direction, [`format_line`] and [`format_grid`] write a grid.
//! Without records and errors, [`parse_cells`] and [`write_cells`] are the fastest conversion of
//! 9x9 grids.

pub(super) mod alphabet;
mod alphabet_guess;
mod error;
mod fast_path;
mod format;
mod format_guess;
mod grid_format;
mod grid_row;
mod grid_string;
mod line_block;
mod line_reader;
mod options;
mod puzzle_line;
mod reader;
mod record;
mod record_parser;
mod sizes;
mod span;
mod symbols;
mod write;

pub use alphabet::{Alphabet, AlphabetStyle, UnknownAlphabet};
pub use error::{ReadError, TextError, TextErrorKind};
pub use fast_path::{parse_cells, write_cells};
pub use format::{Format, UnknownFormat};
pub use format_guess::{FormatGuess, Peeked, guess_format, peek};
pub use line_block::{LineBlock, ReaderState};
pub use options::ReadOptions;
pub use reader::{Reader, parse};
pub use record::Record;
pub use write::{format_grid, format_line, write_line};
