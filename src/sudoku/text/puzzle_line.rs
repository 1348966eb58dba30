//! Finds the puzzle in a line.
//!
//! Such lines also hold names, counts, solutions, ratings and comments, in many arrangements. The
//! puzzle is the first *field* that is a grid: a run of `size * size` symbols between separators. A
//! whole field between tabs takes precedence over a part of another such field, so that a name is
//! not mistaken for a puzzle.

use super::error::TextErrorKind;
use super::sizes::size_of_grid;
use super::span::{Span, character, is_separator};
use super::symbols::{ParsedGrid, SymbolReader};

/// The maximum number of digits of a first line that is the number of puzzles.
const MAX_COUNT_DIGITS: usize = 10;

/// The sizes to look for in a line.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct WantedSizes {
    /// The size to look for first.
    pub(super) first: Option<usize>,
    /// Whether to look for no other size.
    pub(super) only: bool,
}

/// A grid in a line.
pub(super) struct FoundGrid {
    pub(super) parsed: ParsedGrid,
    /// The part of the line that it is.
    pub(super) field: Span,
}

/// Finds the grid of a line, or returns the byte and the kind of the error.
pub(super) fn find(
    line: &[u8],
    sizes: WantedSizes,
    symbols: &mut SymbolReader,
) -> Result<FoundGrid, (usize, TextErrorKind)> {
    if let Some(size) = sizes.first {
        if line.len() == size * size
            && let Ok(parsed) = symbols.joined(size, line)
        {
            return Ok(FoundGrid { parsed, field: Span { start: 0, end: line.len() } });
        }
        let wanted = |length| (length == size * size).then_some(size);
        if let Some(found) = find_field(line, wanted, symbols) {
            return Ok(found);
        }
    }
    if !sizes.only
        && let Some(found) = find_field(line, size_of_grid, symbols)
    {
        return Ok(found);
    }
    Err(fault(line, sizes.first, symbols))
}

/// The first field that has the length and the symbols of a grid.
fn find_field(
    line: &[u8],
    size: impl Fn(usize) -> Option<usize>,
    symbols: &mut SymbolReader,
) -> Option<FoundGrid> {
    let mut read = |field: Span| {
        let parsed = symbols.joined(size(field.len())?, field.of(line)).ok()?;
        Some(FoundGrid { parsed, field })
    };
    if line.contains(&b'\t')
        && let Some(found) = fields(line, |byte| byte == b'\t').find_map(&mut read)
    {
        return Some(found);
    }
    fields(line, is_separator).find_map(read)
}

/// The runs of bytes between separators.
pub(super) fn fields(line: &[u8], separates: impl Fn(u8) -> bool) -> impl Iterator<Item = Span> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line[at..].iter().position(|&byte| !separates(byte))?;
        let length = line[start..].iter().position(|&byte| separates(byte));
        at = length.map_or(line.len(), |length| start + length);
        Some(Span { start, end: at })
    })
}

/// The error for a line without a grid: the first character of its longest field that is not a
/// symbol, or else the length of that field. A field with the length of a grid of another size has
/// a wrong length.
fn fault(line: &[u8], size: Option<usize>, symbols: &mut SymbolReader) -> (usize, TextErrorKind) {
    let start = Span { start: 0, end: 0 };
    let longer = |a: Span, b: Span| if b.len() > a.len() { b } else { a };
    let field = fields(line, is_separator).fold(start, longer);
    let Some(size) = size.or_else(|| size_of_grid(field.len())) else {
        return (field.end, TextErrorKind::NoGrid { found: field.len() });
    };
    let is_other_size = size_of_grid(field.len()).is_some_and(|other| other != size);
    match symbols.joined(size, field.of(line)) {
        Err((index, alphabet)) if index < field.len() && !is_other_size => {
            let found = character(&line[field.start + index..]);
            (field.start + index, TextErrorKind::Symbol { found, alphabet })
        }
        _ => {
            let (expected, found) = (size * size, field.len());
            (field.end, TextErrorKind::Length { expected, found })
        }
    }
}

/// The first carriage return within a line: some programs end lines so, and the puzzles of these
/// lines would be lost.
pub(super) fn carriage_return(line: &[u8]) -> Option<usize> {
    // Nearly all lines have none.
    if !line.contains(&b'\r') {
        return None;
    }
    let start = line.len() - line.trim_ascii_start().len();
    let inner = line.trim_ascii();
    inner.iter().position(|&byte| byte == b'\r').map(|index| start + index)
}

/// Returns whether a line is empty: a comment, or separators only.
pub(super) fn is_empty(line: &[u8]) -> bool {
    let first = line.iter().find(|&&byte| !is_separator(byte));
    first.is_none_or(|&byte| byte == b'#')
}

/// Returns whether the first line of a text is a heading: the number of puzzles (`49158`) or the
/// names of the fields (`puzzle,solution`).
pub(super) fn is_heading(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let is_count = line.len() <= MAX_COUNT_DIGITS && line.iter().all(u8::is_ascii_digit);
    let is_word = |byte: &u8| byte.is_ascii_alphabetic() || b" _,;\t".contains(byte);
    let has_fields = line.iter().any(|byte| b",;\t".contains(byte));
    is_count || has_fields && line.iter().all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: &str =
        "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
    const SMALL: &str = "1..4.4....4.3..1";

    fn find_in(line: &str, sizes: WantedSizes) -> Result<(usize, String), String> {
        let line = line.as_bytes();
        let found = find(line, sizes, &mut SymbolReader::new(None));
        found
            .map(|found| {
                let field = String::from_utf8_lossy(found.field.of(line)).into_owned();
                (found.parsed.grid.size(), field)
            })
            .map_err(|(offset, kind)| format!("{}: {kind}", offset + 1))
    }

    #[test]
    fn the_puzzle_is_the_first_field_that_is_a_grid() {
        let solved = "1".repeat(81);
        let lines = [
            EASY.to_owned(),
            format!("  {EASY} "),
            format!("{EASY},{solved}"),
            format!("{EASY}:1:{solved}"),
            format!("{EASY} {solved}"),
            format!("name\t{EASY}\t2\t{solved}"),
            format!("grid1  = '{EASY}'.lower()"),
            format!("written as: `{EASY}`"),
            format!("{EASY}  # hard, 3.7"),
            format!("a {SMALL} b\t{EASY}"),
        ];
        let nine = WantedSizes { first: Some(9), only: false };
        for line in lines {
            for sizes in [nine, WantedSizes::default()] {
                assert_eq!(find_in(&line, sizes), Ok((9, EASY.to_owned())), "{line}");
            }
        }
    }

    #[test]
    fn a_wanted_size_goes_first() {
        let both = format!("{SMALL} {EASY}");
        let find_size =
            |first, only| find_in(&both, WantedSizes { first, only }).map(|found| found.0);
        assert_eq!(find_size(None, false), Ok(4));
        assert_eq!(find_size(Some(9), false), Ok(9));
        assert_eq!(find_size(Some(16), false), Ok(4));
        assert!(find_size(Some(16), true).is_err());
    }

    #[test]
    fn a_line_without_a_grid_is_an_error_with_its_column() {
        let nine = WantedSizes { first: Some(9), only: false };
        let question = EASY.replacen('6', "?", 1);
        let cases = [
            (&EASY[1..], nine, "81: expected 81 symbols, found 80"),
            (&question, nine, "7: expected a symbol of 1-9, found '?'"),
            (&question, WantedSizes::default(), "7: expected a symbol of 1-9, found '?'"),
            ("x = hello", nine, "5: expected a symbol of 1-9, found 'h'"),
            ("12\u{e9}", nine, "3: expected a symbol of 1-9, found '\u{e9}'"),
            ("||", nine, "1: expected 81 symbols, found 0"),
        ];
        for (line, sizes, message) in cases {
            assert_eq!(find_in(line, sizes), Err(message.to_owned()), "{line}");
        }
        assert!(find_in("hello", WantedSizes::default()).unwrap_err().starts_with("6: no grid"));
    }

    #[test]
    fn comments_counts_and_field_names_are_recognised() {
        for line in ["", "  ", "# a", " #", "```", "],"] {
            assert!(is_empty(line.as_bytes()), "{line}");
        }
        for line in ["49158", " 7 ", "quizzes,solutions", "name\tpuzzle"] {
            assert!(is_heading(line.as_bytes()), "{line}");
        }
        for line in [EASY, SMALL, "hello", "1,2", "12345678901"] {
            assert!(!is_heading(line.as_bytes()) && !is_empty(line.as_bytes()), "{line}");
        }
    }
}
