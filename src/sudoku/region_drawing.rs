//! Drawings of irregular boxes: one symbol for each cell, and cells with the same symbol are a box.

use super::geometry_error::SIZES;
use crate::ids::to_u64;
use crate::location::{Location, ParseError};
use std::collections::BTreeMap;
use std::fmt;

/// A symbol, and its line and byte in a text.
type Symbol = (char, Place);
type Place = (usize, usize);

/// Reads a drawing. Returns the number of rows and the symbols of all cells.
pub(super) fn read(text: &str) -> Result<(usize, Vec<char>), ParseError<DrawingErrorKind>> {
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

fn symbols_of_line((number, line): (usize, &str)) -> Vec<Symbol> {
    let symbols = line.char_indices().filter(|(_, symbol)| !symbol.is_whitespace());
    symbols.map(|(offset, symbol)| (symbol, (number, offset))).collect()
}

/// What is wrong with a drawing, and where; without a place, at its end.
type DrawingFault = (Option<Place>, DrawingErrorKind);

/// Checks the lengths of rows. Returns the size of the grid.
fn check_rows(rows: &[Vec<Symbol>]) -> Result<usize, DrawingFault> {
    let place = |row: usize, column: usize| {
        let symbols = rows.get(row)?;
        Some(symbols.get(column).or(symbols.last())?.1)
    };
    let length = rows.first().map_or(0, Vec::len);
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
    let wrong = symbols.iter().find_map(|&(symbol, _)| {
        let places = places.get(&symbol).filter(|places| places.len() != size)?;
        Some((symbol, places))
    });
    match wrong {
        None => Ok(()),
        Some((symbol, places)) => {
            let kind = DrawingErrorKind::BoxSize { symbol, expected: size, found: places.len() };
            Err((places.get(size).or(places.last()).copied(), kind))
        }
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
    fn errors_have_a_place() {
        let size = "expected n lines of n symbols, or one of n * n, with n from 4 to 36";
        let cases = [
            ("", format!("1:1: the first line has 0 symbols: {size}")),
            ("\nAAA\nBBB\nCCC", format!("2:1: the first line has 3 symbols: {size}")),
            ("AAABACBBCCBDCDD", format!("1:1: the first line has 15 symbols: {size}")),
            ("AAAB\nACBBB\nCCBD\nCDDD", "2:5: expected 4 symbols in the line, found 5".into()),
            ("AAAB\n A C B\nCCBD\nCDDD", "2:6: expected 4 symbols in the line, found 3".into()),
            ("AAAB\nACBB\nCCBD\n", "3:5: expected 4 lines, found 3".into()),
            ("AAAB\nACBB\nCCBD\nCDDD\nAAAB", "5:1: expected 4 lines, found 5".into()),
            ("AAAB\nACBB\nCCBD\nCDDE", "4:3: box D has 3 cells: expected 4".into()),
            ("äääB\nCCCC\nBBBD\nDDäD\nä", "5:1: expected 4 symbols in the line, found 1".into()),
            ("ä ä ä B\nä C B B\nC C B D\nC D D ä", "4:7: box ä has 5 cells: expected 4".into()),
        ];
        for (text, message) in cases {
            let error = read(text).unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        }
    }
}
