//! Drawings of irregular boxes: one symbol for each cell, and cells with the same symbol are a box.
//!
//! As in drawings of puzzles, separators and bars are no symbols, a `#` begins a comment, and a
//! line like `+---+---+` is a rule.

use super::geometry_error::SIZES;
use super::text::span::is_separator;
use crate::ids::to_u64;
use crate::location::{Location, ParseError};
use std::collections::BTreeMap;
use std::fmt;

/// A symbol, and its line and byte in a text.
type Symbol = (char, Place);
type Place = (usize, usize);

/// Reads a drawing. Returns the number of rows and the symbols of all cells.
pub(super) fn read(text: &str) -> Result<(usize, Vec<char>), ParseError<DrawingErrorKind>> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let rows: Vec<_> = text.lines().enumerate().map(symbols_of_line).collect();
    let rows: Vec<_> = rows.into_iter().filter(|row| !row.is_empty()).collect();
    let checked = check_rows(&rows).and_then(|size| {
        let symbols: Vec<_> = rows.into_iter().flatten().collect();
        check_boxes(size, &symbols)?;
        Ok((size, symbols.into_iter().map(|(symbol, _)| symbol).collect()))
    });
    checked.map_err(|(place, kind)| {
        let lines = text.lines().count();
        let (line, offset) = place.unwrap_or((lines.saturating_sub(1), usize::MAX));
        let content = text.lines().nth(line).unwrap_or_default().as_bytes();
        ParseError::new(Location::new(to_u64(line + 1), content, offset), kind)
    })
}

const BYTE_ORDER_MARK: char = '\u{feff}';

fn symbols_of_line((number, line): (usize, &str)) -> Vec<Symbol> {
    let line = line.split_once('#').map_or(line, |(before_comment, _)| before_comment);
    if is_rule(line) {
        return Vec::new();
    }
    let symbols = line.char_indices().filter(|(_, symbol)| !is_frame(*symbol));
    symbols.map(|(offset, symbol)| (symbol, (number, offset))).collect()
}

/// Whether a line is the top, the bottom or a rule of a frame.
fn is_rule(line: &str) -> bool {
    let is_drawn = |symbol: char| is_frame(symbol) || "-_*.+~".contains(symbol);
    (line.contains("---") || line.contains("+--")) && line.chars().all(is_drawn)
}

/// Whether a character is no cell: white space, a separator, or one of U+2500 to U+257F.
fn is_frame(symbol: char) -> bool {
    let is_separator = u8::try_from(symbol).is_ok_and(is_separator);
    is_separator || symbol.is_whitespace() || ('\u{2500}'..='\u{257f}').contains(&symbol)
}

/// What is wrong with a drawing, and where; without a place, at its end.
type DrawingFault = (Option<Place>, DrawingErrorKind);

/// Checks the lengths of rows. Returns the size of the grid.
fn check_rows(rows: &[Vec<Symbol>]) -> Result<usize, DrawingFault> {
    let place = |row: usize, column: usize| {
        let symbols = rows.get(row)?;
        Some(symbols.get(column).or(symbols.last())?.1)
    };
    let is_as_long =
        |row: &Vec<Symbol>| rows.len() > 1 && row.len() == rows.len() && SIZES.contains(&row.len());
    let first = rows.iter().find(|row| is_as_long(row)).or(rows.first());
    let length = first.map_or(0, Vec::len);
    let size = if rows.len() == 1 { length.isqrt() } else { length };
    if !SIZES.contains(&size) || rows.len() == 1 && size * size != length {
        return Err((place(0, 0), DrawingErrorKind::Size { found: length }));
    }
    if let Some((row, symbols)) = rows.iter().enumerate().find(|(_, row)| row.len() != length) {
        let kind = DrawingErrorKind::Row { expected: length, found: symbols.len() };
        return Err((place(row, length), kind));
    }
    match rows.len() {
        found if found == 1 || found == size => Ok(size),
        found => Err((place(size, 0), DrawingErrorKind::Rows { expected: size, found })),
    }
}

/// Checks that each symbol has as many cells as a row.
fn check_boxes(size: usize, symbols: &[Symbol]) -> Result<(), DrawingFault> {
    let mut places = BTreeMap::<char, Vec<Place>>::new();
    for &(symbol, place) in symbols {
        places.entry(symbol).or_default().push(place);
    }
    // A symbol that stands for another one by mistake has the most wrong number of cells.
    let wrong = |places: &Vec<Place>| (places.len().abs_diff(size), places.len());
    match places.into_iter().max_by_key(|(_, places)| wrong(places)) {
        Some((symbol, places)) if places.len() != size => {
            let kind = DrawingErrorKind::BoxSize { symbol, expected: size, found: places.len() };
            Err((places.get(size).or(places.last()).copied(), kind))
        }
        _ => Ok(()),
    }
}

/// What is wrong with a drawing of boxes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DrawingErrorKind {
    /// The first line is no row of a grid, nor all of it.
    Size {
        /// The number of its symbols.
        found: usize,
    },
    /// A row has another number of symbols than the first one.
    Row {
        /// The number of symbols of the first row.
        expected: usize,
        /// The number of symbols of this row.
        found: usize,
    },
    /// The number of rows is not that of columns.
    Rows {
        /// The number of columns.
        expected: usize,
        /// The number of rows.
        found: usize,
    },
    /// A box has too few or too many cells.
    BoxSize {
        /// Its symbol.
        symbol: char,
        /// The number of cells of a row.
        expected: usize,
        /// The number of its cells.
        found: usize,
    },
}

impl fmt::Display for DrawingErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { found } => write!(
                f,
                "the first line has {found} symbols: expected n lines of n symbols, or one of n * n, \
                 with n from 4 to 36"
            ),
            Self::Row { expected, found } => {
                write!(f, "expected {expected} symbols in the line, found {found}")
            }
            Self::Rows { expected, found } => {
                write!(f, "expected {expected} lines, found {found}")
            }
            Self::BoxSize { symbol, expected, found } => {
                let cells = if *found == 1 { "cell" } else { "cells" };
                write!(f, "box {symbol} has {found} {cells}: expected {expected}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_has_lines_of_symbols_or_one_line() {
        let of = |text: &str| read(text).map(|(size, symbols)| (size, String::from_iter(symbols)));
        for text in [
            "AAAB\nACBB\nCCBD\nCDDD",
            "a a a .\r\na + . .\r\n+ + . d\r\n+ d d d\r\n\r\n",
            "\n  äääöäßöößßöxßxxx  ",
            "1112 1322 3324 3444\n",
        ] {
            let symbols = text.split_whitespace().collect();
            assert_eq!(of(text), Ok((4, symbols)));
        }
    }

    #[test]
    fn frames_and_comments_are_no_cells() {
        let plain = read("AAAB\nACBB\nCCBD\nCDDD");
        for text in [
            "\u{feff}AAAB\nACBB\nCCBD\nCDDD",
            "# four boxes\nAAAB # the first row\n\nACBB\nCCBD\n#\nCDDD\n# end",
            "+----+\n|AAAB|\n|ACBB|\n|CCBD|\n|CDDD|\n+----+",
            "+--+--+\n|AA|AB|\n|AC|BB|\n+--+--+\n|CC|BD|\n|CD|DD|\n+--+--+",
            "AA | AB\nAC | BB\n---+---\nCC | BD\nCD | DD",
            ".-----------.\n:A A : A B:\n:A C : B B:\n:-----+-----:\n:C C : B D:\n:C D : D D:\n'-----------'",
            "\u{250c}\u{2500}\u{2510}\n\u{2502}AAAB\u{2502}\nACBB\nCCBD\nCDDD",
            "[[A,A,A,B],\n[A,C,B,B],\n[C,C,B,D],\n[C,D,D,D]]",
            "AAAB,ACBB,CCBD,CDDD",
        ] {
            assert_eq!(read(text), plain, "{text}");
        }
        // A dash is a symbol in a row with others.
        let symbols = |text: &str| read(text).map(|(_, symbols)| symbols.len());
        assert_eq!(symbols("---B\n-CBB\nCCBD\nCDDD"), Ok(16));
    }

    #[test]
    fn errors_have_a_place() {
        let size = "expected n lines of n symbols, or one of n * n, with n from 4 to 36";
        let cases = [
            ("", format!("1:1: the first line has 0 symbols: {size}")),
            ("\nAAA\nBBB\nCCC", format!("2:1: the first line has 3 symbols: {size}")),
            ("AAABACBBCCBDCDD", format!("1:1: the first line has 15 symbols: {size}")),
            ("ABCDE\nABC\nABC", "2:3: expected 5 symbols in the line, found 3".into()),
            ("AAAB\nACBBB\nCCBD\nCDDD", "2:5: expected 4 symbols in the line, found 5".into()),
            ("AAAB\n A C B\nCCBD\nCDDD", "2:6: expected 4 symbols in the line, found 3".into()),
            ("AAAB\nACBB\nCCBD\n", "3:5: expected 4 lines, found 3".into()),
            ("AAAB\nACBB\nCCBD\nCDDD\nAAAB", "5:1: expected 4 lines, found 5".into()),
            ("AAAB\nACBB\nCCBD\nCDDE", "4:4: box E has 1 cell: expected 4".into()),
            ("AAAB\nA?BB\nCCBD\nCDDD", "2:2: box ? has 1 cell: expected 4".into()),
            ("AAAB\nACBB\nCCAD\nCDDD", "3:3: box A has 5 cells: expected 4".into()),
            ("AAAAB\nACBB\nCCBD\nCDDD", "1:5: expected 4 symbols in the line, found 5".into()),
            ("\u{feff}AA?B\nACBB\nCCBD\nCDDD", "1:3: box ? has 1 cell: expected 4".into()),
            (
                "+----+\n|AAAB| # AAAB\n|A CBBD|\n|CCBD|\n|CDDD|\n+----+",
                "3:7: expected 4 symbols in the line, found 5".into(),
            ),
            ("äääB\nCCCC\nBBBD\nDDäD\nä", "5:1: expected 4 symbols in the line, found 1".into()),
            ("ä ä ä B\nä C B B\nC C B D\nC D D ä", "4:7: box ä has 5 cells: expected 4".into()),
        ];
        for (text, message) in cases {
            let error = read(text).unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        }
    }
}
