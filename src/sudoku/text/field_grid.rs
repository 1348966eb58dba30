//! Reads a field that is a grid: a column of a table, a string, an attribute.
//!
//! Unlike a [line](super::puzzle_line), a field holds nothing but the grid: `size * size` symbols,
//! which separators may interrupt anywhere, numbers between separators, or a candidate grid.

use super::error::TextErrorKind;
use super::puzzle_line::{WantedSizes, fields};
use super::sizes::{size_of_candidates, size_of_grid};
use super::span::{Span, character, is_separator};
use super::symbols::{ParsedGrid, SymbolReader};

/// Reads a field. `known` are symbols in the same alphabet, such as those of the solution, from
/// which it is guessed as well. The error is a byte of the field and the kind of the error.
pub(super) fn parse(
    text: &[u8],
    known: &[u8],
    sizes: WantedSizes,
    symbols: &mut SymbolReader,
) -> Result<ParsedGrid, (usize, TextErrorKind)> {
    let words: Vec<_> = fields(text, is_separator).collect();
    let length = words.iter().map(|word| word.len()).sum();
    if let (&[word], Some(size)) = (&words[..], wanted(length, sizes)) {
        let alphabet = symbols.alphabet(size, word.of(text).iter().chain(known).copied());
        let parsed = symbols.joined_in(size, word.of(text), alphabet);
        return parsed.map_err(|index| {
            let (at, alphabet) = (word.start + index, alphabet.0);
            (at, TextErrorKind::Symbol { found: character(&text[at..]), alphabet })
        });
    }
    let end = words.last().map_or(0, |word| word.end);
    if let Some(size) = wanted(words.len(), sizes) {
        let cell_error = |(cell, kind): (usize, _)| (words[cell].start, kind);
        return symbols.cells(size, &words, text, true).map_err(cell_error);
    }
    if let Some(size) = wanted(length, sizes) {
        let cells: Vec<_> = words.iter().flat_map(|word| word.cells()).collect();
        let cell_error = |(cell, kind): (usize, _)| (cells[cell].start, kind);
        return symbols.cells(size, &cells, text, false).map_err(cell_error);
    }
    if let (&[word], Some(size)) = (&words[..], wanted_candidates(length, sizes)) {
        let parsed = symbols.candidate_grid(size, word.of(text));
        return parsed.map_err(|(index, kind)| (word.start + index, kind));
    }
    let found = if words.len() > 1 && length > words.len() { words.len() } else { length };
    Err((end, length_error(found, sizes)))
}

/// The size of a grid of this number of cells.
fn wanted(cells: usize, sizes: WantedSizes) -> Option<usize> {
    match sizes.first {
        Some(size) if sizes.only || size * size == cells => {
            Some(size).filter(|_| size * size == cells)
        }
        _ => size_of_grid(cells),
    }
}

fn wanted_candidates(symbols: usize, sizes: WantedSizes) -> Option<usize> {
    match sizes.first {
        Some(size) if sizes.only || size.pow(3) == symbols => {
            Some(size).filter(|_| size.pow(3) == symbols)
        }
        _ => size_of_candidates(symbols),
    }
}

/// The error for a field of a wrong length.
fn length_error(found: usize, sizes: WantedSizes) -> TextErrorKind {
    match sizes.first {
        Some(size) => TextErrorKind::Length { expected: size * size, found },
        None => TextErrorKind::NoGrid { found },
    }
}

impl Span {
    /// Its bytes, each as a part of the text.
    fn cells(self) -> impl Iterator<Item = Self> {
        (self.start..self.end).map(|start| Self { start, end: start + 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, first: Option<usize>, only: bool) -> Result<(String, bool), String> {
        let sizes = WantedSizes { first, only };
        let parsed = parse(text.as_bytes(), b"", sizes, &mut SymbolReader::new(None));
        let shown = |parsed: ParsedGrid| (parsed.grid.to_string(), parsed.candidates.is_some());
        parsed.map(shown).map_err(|(at, kind)| format!("{at}: {kind}"))
    }

    #[test]
    fn a_field_is_a_grid_in_symbols_numbers_or_candidates() {
        let small = "1..4.4....4.3..1".to_owned();
        for text in [
            &*small,
            " 1..4 .4.. ..4. 3..1 ",
            "1..4\n.4..\n..4.\n3..1\n",
            "1 . . 4 . 4 . . . . 4 . 3 . . 1",
        ] {
            assert_eq!(read(text, None, false), Ok((small.clone(), false)), "{text}");
            assert_eq!(read(text, Some(4), true), Ok((small.clone(), false)), "{text}");
        }
        let candidates = "123456789".repeat(80) + "1.3......";
        assert_eq!(read(&candidates, None, false), Ok((".".repeat(81), true)));
        let numbers = "16 10 ".to_owned() + &"0 ".repeat(254);
        assert!(read(&numbers, None, false).unwrap().0.starts_with("GA."));
    }

    #[test]
    fn wrong_fields_are_refused_where_they_are_wrong() {
        let cases = [
            ("1..4.4....4.3..?", "15: expected a symbol of 1-4, found '?'"),
            ("1..4 .4.. ..4. 3..?", "18: expected a symbol of 1-4, found '?'"),
            ("1 . . 4 . 4 . . . . 4 . 3 . . 5", "30: expected a symbol of 1-4, found '5'"),
            ("1..4.4....4.3..", "15: expected 16 symbols, found 15"),
            ("", "0: expected 16 symbols, found 0"),
        ];
        for (text, message) in cases {
            assert_eq!(read(text, Some(4), true), Err(message.to_owned()), "{text}");
        }
        assert!(read("12", None, false).unwrap_err().starts_with("2: no grid: expected a field"));
    }

    #[test]
    fn the_solution_helps_to_guess_the_alphabet() {
        let puzzle = "12ab".to_owned() + &".".repeat(252);
        let name = |known: &str| {
            let mut symbols = SymbolReader::new(None);
            let sizes = WantedSizes::default();
            let parsed = parse(puzzle.as_bytes(), known.as_bytes(), sizes, &mut symbols);
            parsed.ok().unwrap().alphabet.name()
        };
        assert_eq!(name(""), "1-9a-g");
        assert_eq!(name(&"0123456789abcdef".repeat(16)), "0-9a-f");
    }
}
