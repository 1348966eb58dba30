//! The fast road: puzzles of 9x9 at the beginning of a line, in digits, with `.` or `0` for a blank.
//!
//! Nearly all large files are such lines. What this road takes, the [reader](super::Reader) takes for the same puzzle;
//! what it does not take says nothing, and goes the long way. Both directions are loops of a fixed length without a
//! branch, of which the compiler makes vector code.

use super::is_separator;

/// The number of cells.
const CELLS: usize = 81;

/// The puzzle with which a line begins: 81 signs, each of them `1` to `9`, or `.` or `0` for a blank, and then the end of
/// the line or of the field. The values are in rows, and 0 for a blank.
///
/// `None` if the line does not begin so; it may still have a puzzle that a [`Reader`](super::Reader) finds.
///
/// ```
/// use quadrille::sudoku::text;
///
/// let line = b"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......,17 clues";
/// let cells = text::cells(line).expect("a puzzle");
/// assert_eq!((cells[0], cells[1], cells[6]), (4, 0, 8));
/// let mut copy = String::new();
/// text::push_cells(&cells, &mut copy);
/// assert_eq!(copy.as_bytes(), &line[..81]);
/// ```
#[must_use]
#[inline]
pub fn cells(line: &[u8]) -> Option<[u8; CELLS]> {
    let (signs, behind) = line.split_first_chunk::<CELLS>()?;
    if !ends_field(behind) {
        return None;
    }
    let (mut cells, mut largest) = ([0; CELLS], 0);
    for (cell, &sign) in cells.iter_mut().zip(signs) {
        *cell = if sign == b'.' { 0 } else { sign.wrapping_sub(b'0') };
        largest = largest.max(*cell);
    }
    (largest <= 9).then_some(cells)
}

/// Whether a field ends before this rest of a line. A whole field between tabs goes before pieces of other such fields:
/// where a tab comes later, this piece need not be the puzzle.
#[inline]
fn ends_field(rest: &[u8]) -> bool {
    match rest {
        [] | [b'\t', ..] => true,
        [first, others @ ..] => is_separator(*first) && !others.contains(&b'\t'),
    }
}

/// Appends a grid of 9x9 in one line, without a line break: digits, and `.` for a blank. What is no value is a blank,
/// too.
#[inline]
pub fn push_cells(cells: &[u8; CELLS], out: &mut String) {
    push_with_blank(cells, b'.', out);
}

/// The same with a sign for blanks, which is of ASCII.
#[inline]
pub(super) fn push_with_blank(cells: &[u8; CELLS], blank: u8, out: &mut String) {
    let signs = cells.map(|value| if (1..=9).contains(&value) { b'0' + value } else { blank });
    out.push_str(str::from_utf8(&signs).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    const EASY: &str =
        "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";

    #[test]
    fn a_line_is_taken_if_its_first_field_is_a_grid() {
        let value = |sign: u8| if sign == b'.' { 0 } else { sign - b'0' };
        let expected: Vec<u8> = EASY.bytes().map(value).collect();
        for behind in ["", " ", "\r", ",1", ":2:3", "\tname\t2", " # hard", ";a,b", "|", "=x"] {
            for line in [format!("{EASY}{behind}"), format!("{}{behind}", EASY.replace('.', "0"))] {
                assert_eq!(cells(line.as_bytes()).map(Vec::from), Some(expected.clone()), "{line}");
            }
        }
        for behind in ["1", ".", "#", "a", "-", "\u{e9}", "_", ",x\ty", " \t"] {
            assert_eq!(cells(format!("{EASY}{behind}").as_bytes()), None, "{behind}");
        }
        for line in ["", &EASY[1..], &format!(" {EASY}"), &format!("#{EASY}")] {
            assert_eq!(cells(line.as_bytes()), None, "{line}");
        }
    }

    #[test]
    fn one_wrong_sign_anywhere_is_refused() {
        for at in 0..CELLS {
            for sign in 0..=u8::MAX {
                let mut line = EASY.as_bytes().to_vec();
                line[at] = sign;
                let is_good = sign == b'.' || sign.is_ascii_digit();
                assert_eq!(cells(&line).is_some(), is_good, "{sign} at {at}");
            }
        }
    }

    #[test]
    fn what_is_no_value_is_written_as_a_blank() {
        let mut cells = [0; CELLS];
        (cells[0], cells[1], cells[2]) = (9, 10, 255);
        let mut out = "a".to_owned();
        push_cells(&cells, &mut out);
        assert_eq!(out, format!("a9{}", ".".repeat(80)));
        push_with_blank(&cells, b'0', &mut out);
        assert_eq!(out[82..], format!("9{}", "0".repeat(80)));
    }
}
