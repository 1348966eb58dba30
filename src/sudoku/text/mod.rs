//! Reading and writing of Sudoku puzzles in every text format.
//!
//! Puzzles are exchanged as lines, as drawings, as lists, as tables, and in files of programs. A
//! [`Reader`] converts any of them to [`Record`]s, one at a time. It [guesses the
//! format](guess_format) from the beginning of the text. A puzzle that cannot be read becomes a
//! [`TextError`] that states the location, what was found and what was expected; the reader
//! continues with the next puzzle.
//!
//! ```text
//! reader ── line_reader ── record_parser ──┬── fast_path                a 9x9 puzzle at the beginning of a line
//!    │                                     ├── puzzle_line              one puzzle in each line
//! format_guess ── format_signs             ├── candidate_line           one candidate grid in each line
//! line_block                               ├── csv_parser               a table: csv_columns, csv_fields
//!                                          ├── drawing_parser           one row in each line: grid_format, grid_row
//!                                          ├── sdk_parser               sections of rows
//!                                          ├── literal_parser           JSON and Python: literal_frames, literal_lexer
//!                                          └── opensudoku_parser        XML: xml_lexer
//! record_context ── stated_rules, symbols, candidate_cells ── alphabet                from symbols to values
//! ```
//!
//! Lines are read one by one; the last two formats do not follow lines, and get pieces of them.
//!
//! Where each line is a puzzle, several threads can read one text: [`Reader::block`] returns a
//! [`LineBlock`] of unparsed lines, and each block is read by a reader of its own in the same
//! [`ReaderState`]. In the other direction, [`PuzzleWriter`] writes records in any format, and
//! [`format_line`] and [`format_grid`] write a grid. Without records and errors, [`parse_cells`]
//! and [`write_cells()`] are the fastest conversion of 9x9 grids.

pub(super) mod alphabet;
mod alphabet_guess;
mod candidate_cells;
mod candidate_line;
mod common_rules;
mod csv_columns;
mod csv_fields;
mod csv_parser;
mod drawing_parser;
mod error;
mod fast_path;
mod field_grid;
mod field_names;
mod format;
mod format_guess;
mod format_signs;
mod grid_format;
mod grid_row;
mod grid_string;
mod line_block;
mod line_reader;
mod literal_frames;
mod literal_lexer;
mod literal_object;
mod literal_parser;
mod literal_value;
mod opensudoku_parser;
mod options;
mod piece_cursor;
mod puzzle_line;
mod puzzle_writer;
mod reader;
mod record;
mod record_context;
mod record_parser;
mod sdk_parser;
mod sizes;
pub(super) mod span;
mod stated_rules;
mod symbols;
mod write;
mod write_cells;
mod write_error;
mod wrong_solution;
mod xml_lexer;

pub use alphabet::{Alphabet, AlphabetStyle, UnknownAlphabet};
pub use error::{ReadError, TextError, TextErrorKind};
pub use fast_path::{parse_cells, write_cells};
pub use format::{Format, FormatGuess, UnknownFormat};
pub use format_guess::{Peeked, guess_format, peek};
pub use line_block::{LineBlock, ReaderState};
pub use options::ReadOptions;
pub use puzzle_writer::PuzzleWriter;
pub use reader::{Reader, parse};
pub use record::Record;
pub use stated_rules::{StatedRules, parse_rules};
pub use write::{format_grid, format_line, write_line};
pub use write_cells::{draw_cells, format_candidates};
pub use write_error::WriteError;
pub use wrong_solution::WrongSolution;
