//! The fast path: 9x9 puzzles at the beginning of a line, in digits, with `.` or `0` for a blank.
//!
//! Nearly all large files consist of such lines. A line that this path accepts is the same puzzle
//! for the [reader](super::Reader); any other line is left to the general parser. Reading and
//! writing are loops of fixed length without branches, which the compiler vectorises.

use super::span::is_separator;

/// The number of cells.
const CELLS: usize = 81;

/// Parses the 9x9 puzzle at the beginning of a line: 81 symbols, `1` to `9`, or `.` or `0` for a
/// blank, and then the end of the line or of the field. The values are row by row, 0 for a blank.
///
/// `None` if the line begins differently. A [`Reader`](super::Reader) may still find a puzzle in
/// it.
///
/// ```
/// use quadrille::sudoku::text;
///
/// let line = b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......,17 clues";
/// let cells = text::parse_cells(line).expect("a puzzle");
/// assert_eq!((cells[0], cells[1], cells[6]), (4, 0, 8));
/// let mut copy = String::new();
/// text::write_cells(&cells, &mut copy);
/// assert_eq!(copy.as_bytes(), &line[..81]);
/// ```
#[must_use]
#[inline]
pub fn parse_cells(line: &[u8]) -> Option<[u8; CELLS]> {
    let (symbols, rest) = line.split_first_chunk::<CELLS>()?;
    if !ends_field(rest) {
        return None;
    }
    let (mut cells, mut largest) = ([0; CELLS], 0);
    for (cell, &symbol) in cells.iter_mut().zip(symbols) {
        *cell = if symbol == b'.' { 0 } else { symbol.wrapping_sub(b'0') };
        largest = largest.max(*cell);
    }
    (largest <= 9).then_some(cells)
}

/// Returns whether a field ends before this rest of a line. If a tab follows later, the line is one
/// of fields between tabs, of which a whole one takes precedence over a part of another, so the
/// puzzle may be elsewhere. A carriage return with something after it is an error.
#[inline]
fn ends_field(rest: &[u8]) -> bool {
    match rest {
        [] | [b'\r'] => true,
        [b'\t', others @ ..] => !others.contains(&b'\r'),
        [first, others @ ..] => {
            is_separator(*first) && !rest.contains(&b'\r') && !others.contains(&b'\t')
        }
    }
}

/// Appends a 9x9 grid in one line, without a line break: digits, and `.` for a blank or a value
/// above 9.
#[inline]
pub fn write_cells(cells: &[u8; CELLS], out: &mut String) {
    write_cells_with_blank(cells, b'.', out);
}

/// [`write_cells`] with any ASCII character for a blank.
#[inline]
pub(super) fn write_cells_with_blank(cells: &[u8; CELLS], blank: u8, out: &mut String) {
    let symbols = cells.map(|value| if (1..=9).contains(&value) { b'0' + value } else { blank });
    out.push_str(str::from_utf8(&symbols).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: &str =
        "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";

    #[test]
    fn a_line_is_accepted_if_its_first_field_is_a_grid() {
        let value = |symbol: u8| if symbol == b'.' { 0 } else { symbol - b'0' };
        let expected: Vec<u8> = EASY.bytes().map(value).collect();
        for rest in ["", " ", "\r", ",1", ":2:3", "\tname\t2", " # hard", ";a,b", "|", "=x"] {
            for line in [format!("{EASY}{rest}"), format!("{}{rest}", EASY.replace('.', "0"))] {
                assert_eq!(
                    parse_cells(line.as_bytes()).map(Vec::from),
                    Some(expected.clone()),
                    "{line}"
                );
            }
        }
        for rest in
            ["1", ".", "#", "a", "-", "\u{e9}", "_", ",x\ty", " \t", "\rx", "\ta\rx", ",\rx"]
        {
            assert_eq!(parse_cells(format!("{EASY}{rest}").as_bytes()), None, "{rest}");
        }
        for line in ["", &EASY[1..], &format!(" {EASY}"), &format!("#{EASY}")] {
            assert_eq!(parse_cells(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn one_wrong_symbol_anywhere_is_rejected() {
        for at in 0..CELLS {
            for symbol in 0..=u8::MAX {
                let mut line = EASY.as_bytes().to_vec();
                line[at] = symbol;
                let is_good = symbol == b'.' || symbol.is_ascii_digit();
                assert_eq!(parse_cells(&line).is_some(), is_good, "{symbol} at {at}");
            }
        }
    }

    #[test]
    fn values_above_nine_are_written_as_blanks() {
        let mut cells = [0; CELLS];
        (cells[0], cells[1], cells[2]) = (9, 10, 255);
        let mut out = "a".to_owned();
        write_cells(&cells, &mut out);
        assert_eq!(out, format!("a9{}", ".".repeat(80)));
        write_cells_with_blank(&cells, b'0', &mut out);
        assert_eq!(out[82..], format!("9{}", "0".repeat(80)));
    }
}
