//! Formats that are recognised by what a text begins with, and not line by line: XML, literals of
//! JSON and Python, and tables.

use super::csv_columns::CsvColumns;
use super::csv_fields::split;
use super::field_grid;
use super::format::{Format, FormatGuess};
use super::line_reader::{TextLine, TextPiece};
use super::opensudoku_parser;
use super::options::ReadOptions;
use super::puzzle_line::{self, WantedSizes};
use super::record_parser::RecordParser;
use super::sizes::{LARGEST, is_size};
use super::symbols::SymbolReader;

/// The size of a puzzle that is recognised before it can be read.
const USUAL_SIZE: usize = 9;

/// The number of lines of a table that are examined.
const LINES_EXAMINED: usize = 100;

/// Guesses that a text is XML with puzzles.
pub(super) fn xml(text: &[u8]) -> Option<FormatGuess> {
    let guess = FormatGuess { format: Format::OpenSudoku, size: USUAL_SIZE };
    opensudoku_parser::is_opensudoku(text).then_some(guess)
}

/// Guesses that a text is of objects, or a list of them or of strings: it begins like one.
pub(super) fn literal(text: &[u8]) -> Option<FormatGuess> {
    let begin = after_comments(text);
    let inner = |bracket: u8| Some(begin.strip_prefix(&[bracket])?.trim_ascii_start());
    let is_object = inner(b'{').is_some_and(|inner| matches!(inner, [b'"' | b'\'' | b'}', ..]))
        || inner(b'[').is_some_and(|inner| inner.first() == Some(&b'{'));
    let has_strings = inner(b'[').is_some_and(|inner| matches!(inner, [b'"' | b'\'', ..]));
    let read = (is_object || has_strings).then(|| read_literal(text))?;
    let format = if begin.contains(&b'\'') { Format::Python } else { Format::Json };
    match read {
        Some((size, has_errors)) if is_object || !has_errors => Some(FormatGuess { format, size }),
        None if is_object => Some(FormatGuess { format, size: USUAL_SIZE }),
        _ => None,
    }
}

/// Guesses that a text is of lists, after the guess by its lines: if that is none, or takes the
/// rows of a list for small grids. Of a text that is not whole, the list may have no end yet.
pub(super) fn list(
    text: &[u8],
    by_lines: Option<FormatGuess>,
    is_whole: bool,
) -> Option<FormatGuess> {
    let begin = after_comments(text);
    let value = begin.iter().position(|&byte| byte == b'=').map_or(begin, |at| &begin[at + 1..]);
    let has_label = value.len() < begin.len();
    let is_list = |text: &[u8]| matches!(text.trim_ascii_start(), [b'[' | b'(', ..]);
    if !is_list(begin) && !is_list(value) {
        return by_lines;
    }
    let format = if has_label || begin.contains(&b'\'') { Format::Python } else { Format::Json };
    match (by_lines, read_literal(text)) {
        (None, Some((size, false))) => Some(FormatGuess { format, size }),
        (Some(guess), Some((size, false))) if guess.size * guess.size == size => {
            Some(FormatGuess { format, size })
        }
        (Some(guess), None) if is_size(guess.size * guess.size) && !is_whole => None,
        _ => by_lines,
    }
}

/// A text after its blank lines and comments.
fn after_comments(mut text: &[u8]) -> &[u8] {
    loop {
        text = text.trim_ascii_start();
        if text.first() != Some(&b'#') {
            return text;
        }
        let end = text.iter().position(|&byte| byte == b'\n');
        text = end.map_or(&[], |end| &text[end..]);
    }
}

/// The size of the first puzzle of a literal, if there is one, and whether there are errors before
/// its end or after it.
fn read_literal(text: &[u8]) -> Option<(usize, bool)> {
    let mut parser = RecordParser::new(ReadOptions::new().format(Format::Json));
    parser.read_piece(&TextPiece { line: 1, columns: 0, text });
    let (mut size, mut has_errors) = (None, false);
    while let Some(result) = parser.take_pending() {
        match result {
            Ok(record) => size = size.or(Some(record.grid.size())),
            Err(_) => has_errors = true,
        }
    }
    Some((size?, has_errors))
}

/// Guesses that a text is a table: its first line names a column of puzzles, and a puzzle follows;
/// or each line that has a puzzle has a solution in the same column.
pub(super) fn table(text: &[u8]) -> Option<FormatGuess> {
    let lines = || {
        let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
        lines.filter(|line| !puzzle_line::is_empty(line))
    };
    let size = match CsvColumns::of_names(lines().next()?) {
        Some(columns) => size_after_names(text, columns),
        None => size_of_solved(lines()),
    };
    size.map(|size| FormatGuess { format: Format::Csv, size })
}

/// The size of the first puzzle of a table that begins with names.
fn size_after_names(text: &[u8], columns: CsvColumns) -> Option<usize> {
    let mut parser = RecordParser::new(ReadOptions::new().format(Format::Csv));
    let lines = text.split_inclusive(|&byte| byte == b'\n').zip(1..);
    let lines = lines.skip_while(|(text, _)| puzzle_line::is_empty(text)).take(LINES_EXAMINED);
    let mut has_fields = false;
    for (text, number) in lines {
        let text = text.trim_ascii_end();
        has_fields |= text.iter().any(|byte| b",;\t\"".contains(byte));
        match parser.read(&TextLine { number, text, cut: false }) {
            Some(Ok(record)) => {
                let size = record.grid.size();
                // A word and sixteen rows of a grid look like a column of small grids.
                return (has_fields || !is_size(size * size)).then_some(size);
            }
            Some(Err(_)) if has_fields => {
                let size = unlisted_size(text, columns);
                if size.is_some() {
                    return size;
                }
            }
            _ => {}
        }
    }
    None
}

/// The size of the puzzle in a row of a table, which may be one that is not recognised elsewhere.
fn unlisted_size(row: &[u8], columns: CsvColumns) -> Option<usize> {
    let mut fields = Vec::new();
    split(row, columns.delimiter, &mut fields).ok()?;
    let content = fields.get(columns.puzzle)?.content(row);
    let size = content.len().isqrt();
    if !(4..=LARGEST).contains(&size) {
        return None;
    }
    let sizes = WantedSizes { first: Some(size), only: true };
    let parsed = field_grid::parse(&content, b"", sizes, &mut SymbolReader::new(None)).ok()?;
    Some(parsed.grid.size())
}

/// The size of the first puzzle of lines in each of which a puzzle and a solution are in the same
/// columns.
fn size_of_solved<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Option<usize> {
    let (mut columns, mut size, mut fields) = (None, None, Vec::new());
    let (sizes, mut symbols) = (WantedSizes::default(), SymbolReader::new(None));
    for line in lines.take(LINES_EXAMINED) {
        let columns = match columns {
            Some(columns) => columns,
            None => {
                let found = CsvColumns::of_fields(line, sizes, &mut symbols)?;
                *columns.insert(found)
            }
        };
        let solution = columns.solution?;
        split(line, columns.delimiter, &mut fields).ok()?;
        let mut grid = |column: usize| {
            let content = fields.get(column)?.content(line);
            field_grid::parse(&content, b"", sizes, &mut symbols).ok()
        };
        match (grid(columns.puzzle), grid(solution)) {
            (Some(puzzle), Some(solution)) if solution.grid.is_full() => {
                size = size.or(Some(puzzle.grid.size()));
            }
            // A line with an error.
            (None, None) => {}
            _ => return None,
        }
    }
    size
}
