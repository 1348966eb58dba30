//! The file of boards that the document reads.

use super::Board;
use std::error::Error;
use std::fmt;

/// The boards of a file: for each a heading, which may say anything, and `n` rows of `n` digits, 0 for a blank.
///
/// The document has 9 rows. With more than that, the largest values have no digit. Lines end with `\n` or `\r\n`.
/// Blank lines at the end are no board, where the document would stumble over them.
///
/// # Errors
/// If a row is missing, too short or too long, or has a sign that is no digit from 0 to `n`.
pub fn boards(text: &str, n: usize) -> Result<Vec<Board>, FileError> {
    let lines: Vec<_> = text.lines().collect();
    let end = lines.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
    let (mut boards, mut heading) = (Vec::new(), 0);
    while heading < end {
        let rows = (1..=n).map(|row| read_row(&lines[..end], heading + row, row, n));
        boards.push(rows.collect::<Result<Vec<_>, _>>()?.concat());
        heading += n + 1;
    }
    Ok(boards)
}

/// Reads the line with an index as one of `size` rows, which are counted from 1.
fn read_row(lines: &[&str], index: usize, row: usize, size: usize) -> Result<Vec<u8>, FileError> {
    let error = |column, kind| FileError { line: index + 1, column, size, kind };
    let line = lines.get(index).ok_or(error(1, FileErrorKind::MissingRow(row)))?;
    let mut values = Vec::new();
    for sign in line.chars() {
        let column = values.len() + 1;
        if column > size {
            return Err(error(column, FileErrorKind::LongRow(sign)));
        }
        let digit = sign.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
        let value = digit.filter(|&digit| usize::from(digit) <= size);
        values.push(value.ok_or(error(column, FileErrorKind::NoDigit(sign)))?);
    }
    let end = values.len() + 1;
    if end > size { Ok(values) } else { Err(error(end, FileErrorKind::ShortRow)) }
}

/// Why a text is no file of [`boards`], and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileError {
    line: usize,
    column: usize,
    /// How many rows a board has.
    size: usize,
    kind: FileErrorKind,
}

/// What is wrong with a file of [`boards`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FileErrorKind {
    /// The file ends before this row of a board, counted from 1.
    MissingRow(usize),
    /// A row has too few digits.
    ShortRow,
    /// A row goes on behind its last digit, with this sign.
    LongRow(char),
    /// This sign is no digit, or one that is too large.
    NoDigit(char),
}

impl FileError {
    /// The line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column, counted in characters from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong there.
    #[must_use]
    pub fn kind(&self) -> FileErrorKind {
        self.kind
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, size, kind } = *self;
        write!(f, "line {line}, column {column}: expected ")?;
        match kind {
            FileErrorKind::MissingRow(row) => {
                write!(f, "row {row} of {size}, found the end of the file")
            }
            FileErrorKind::ShortRow => write!(f, "{size} digits, found the end of the row"),
            FileErrorKind::LongRow(sign) => {
                write!(f, "the end of the row after {size} digits, found {sign:?}")
            }
            FileErrorKind::NoDigit(sign) => {
                write!(f, "a digit from 0 to {}, found {sign:?}", size.min(9))
            }
        }
    }
}

impl Error for FileError {}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "Grid 01\n1000\n0200\n0030\n0004\nGrid 02\n4321\n0000\n0000\n1234\n";

    #[test]
    fn each_heading_begins_a_board() {
        let first = vec![1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4];
        let second = vec![4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4];
        let both = Ok(vec![first, second]);
        assert_eq!(boards(FILE, 4), both);
        assert_eq!(boards(FILE.trim_end(), 4), both);
        assert_eq!(boards(&FILE.replace('\n', "\r\n"), 4), both);
        assert_eq!(boards(&FILE.replace("Grid 02", ""), 4), both);
        assert_eq!(boards(&format!("{FILE}\n \r\n\n"), 4), both);
    }

    #[test]
    fn a_file_without_lines_has_no_boards() {
        for text in ["", "\n", "\r\n \n"] {
            assert_eq!(boards(text, 9), Ok(Vec::new()));
        }
    }

    #[test]
    fn an_error_says_where_it_is_and_what_was_expected() {
        let table = [
            ("0200", "020", "line 3, column 4: expected 4 digits, found the end of the row"),
            ("0200\n", "\n", "line 3, column 1: expected 4 digits, found the end of the row"),
            (
                "4321",
                "43210",
                "line 7, column 5: expected the end of the row after 4 digits, found '0'",
            ),
            (
                "0030",
                "0030 ",
                "line 4, column 5: expected the end of the row after 4 digits, found ' '",
            ),
            ("0030", "0.30", "line 4, column 2: expected a digit from 0 to 4, found '.'"),
            ("0030", "0050", "line 4, column 3: expected a digit from 0 to 4, found '5'"),
            ("0030", "0é3", "line 4, column 2: expected a digit from 0 to 4, found 'é'"),
            ("0030", "٠٠٣٠", "line 4, column 1: expected a digit from 0 to 4, found '٠'"),
            ("0004\n", "", "line 5, column 1: expected a digit from 0 to 4, found 'G'"),
            ("1234\n", "", "line 10, column 1: expected row 4 of 4, found the end of the file"),
            ("1234\n", "\n\n", "line 10, column 1: expected row 4 of 4, found the end of the file"),
            (
                "4321\n0000\n0000\n1234\n",
                "",
                "line 7, column 1: expected row 1 of 4, found the end of the file",
            ),
        ];
        for (from, to, told) in table {
            let text = FILE.replacen(from, to, 1);
            assert_eq!(boards(&text, 4).unwrap_err().to_string(), told);
        }
    }

    #[test]
    fn an_error_can_be_asked_what_it_is() {
        let error = boards("Grid\n10\n0x", 2).unwrap_err();
        let asked = (error.line(), error.column(), error.kind());
        assert_eq!(asked, (3, 2, FileErrorKind::NoDigit('x')));
        let kind = |text| boards(text, 2).unwrap_err().kind();
        assert_eq!(kind("Grid\n10\n0"), FileErrorKind::ShortRow);
        assert_eq!(kind("Grid\n100\n"), FileErrorKind::LongRow('0'));
        assert_eq!(kind("Grid\n10\n"), FileErrorKind::MissingRow(2));
    }

    #[test]
    fn any_number_of_rows_is_read() {
        assert_eq!(boards("a\nb\n", 0), Ok(vec![Vec::new(); 2]));
        assert_eq!(boards("a\n9", usize::MAX).unwrap_err().kind(), FileErrorKind::ShortRow);
        let ten = format!("Grid\n{}", "0123456789\n".repeat(10));
        assert_eq!(boards(&ten, 10).unwrap()[0].len(), 100);
    }
}
