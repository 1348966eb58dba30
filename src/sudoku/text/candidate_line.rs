//! Finds the candidate grid in a line.

use super::error::TextErrorKind;
use super::puzzle_line::{FoundGrid, WantedSizes, fields};
use super::sizes::{size_of_candidates, size_of_grid};
use super::span::{Span, is_separator};
use super::symbols::SymbolReader;

/// Finds the candidate grid of a line: the first field of `size * size * size` symbols. Returns the
/// byte and the kind of the error, if there is none.
pub(super) fn find(
    line: &[u8],
    sizes: WantedSizes,
    symbols: &mut SymbolReader,
) -> Result<FoundGrid, (usize, TextErrorKind)> {
    let size = |field: Span| match sizes.first.filter(|_| sizes.only) {
        Some(size) => (field.len() == size.pow(3)).then_some(size),
        None => size_of_candidates(field.len()),
    };
    let Some(field) = fields(line, is_separator).find(|&field| size(field).is_some()) else {
        return Err(fault(line, sizes));
    };
    let parsed = symbols.candidate_grid(size(field).unwrap_or(0), field.of(line));
    match parsed {
        Ok(parsed) => Ok(FoundGrid { parsed, field }),
        Err((index, kind)) => Err((field.start + index, kind)),
    }
}

/// Finds a candidate grid that is not a grid of another size as well: 64 symbols are 4x4 cells with
/// candidates or 8x8 cells. As candidates they are 1 to 4 in their places, with at least one for
/// each cell. As a puzzle they would have four of eight values, and so no or several solutions.
pub(super) fn find_clear(line: &[u8], symbols: &mut SymbolReader) -> Option<FoundGrid> {
    let found = find(line, WantedSizes::default(), symbols).ok()?;
    let candidates = found.parsed.candidates.as_ref();
    let has_all = candidates.is_none_or(|candidates| !candidates.masks().contains(&0));
    (has_all || size_of_grid(found.field.len()).is_none()).then_some(found)
}

/// The error for a line without a field of the right length.
fn fault(line: &[u8], sizes: WantedSizes) -> (usize, TextErrorKind) {
    let start = Span { start: 0, end: 0 };
    let longer = |a: Span, b: Span| if b.len() > a.len() { b } else { a };
    let field = fields(line, is_separator).fold(start, longer);
    let found = field.len();
    let kind = match sizes.first {
        Some(size) => TextErrorKind::Length { expected: size.pow(3), found },
        None => TextErrorKind::NoCandidates { found },
    };
    (field.end, kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_of_4x4_are_no_puzzles_of_8x8() {
        let clear =
            |line: &str| find_clear(line.as_bytes(), &mut SymbolReader::new(None)).is_some();
        let all = "1234".repeat(16);
        let clues = "1....2....3....4".repeat(4);
        for line in [&*all, &clues, &all.replacen("12", ".2", 7), &format!("a: {clues}")] {
            assert!(clear(line), "{line}");
        }
        // A cell without candidates, and values out of their places.
        for line in [&*".".repeat(64), &all.replacen("1234", "....", 1), &"12345678".repeat(8)] {
            assert!(!clear(line), "{line}");
        }
    }

    #[test]
    fn a_line_has_a_name_and_a_candidate_grid() {
        let grid = ".23456789".to_owned() + &"123456789".repeat(80);
        let line = format!("a: {grid} # easy");
        let find = |line: &str, first, only| {
            let sizes = WantedSizes { first, only };
            let found = find(line.as_bytes(), sizes, &mut SymbolReader::new(None));
            found.map(|found| found.field.start).map_err(|(at, kind)| format!("{at}: {kind}"))
        };
        assert_eq!(find(&line, None, false), Ok(3));
        assert_eq!(find(&line, Some(9), true), Ok(3));
        let four = "1234".repeat(16);
        assert_eq!(find(&four, Some(9), false), Ok(0));
        let refused = [
            (&*four, Some(9), true, "64: expected 729 symbols, found 64"),
            (&line[..700], Some(9), false, "700: expected 729 symbols, found 697"),
            (&line.replace("789 #", "7.9 #").replace("9123", "9132"), None, false, "13: "),
        ];
        for (line, first, only, message) in refused {
            let error = find(line, first, only).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
        let error = find("hello", None, false).unwrap_err();
        let start = "5: no candidate grid: expected a field of as many symbols as one of 64, 216,";
        assert!(error.starts_with(start), "{error}");
    }
}
