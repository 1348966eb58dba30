//! The file of boards that the document reads.

use crate::compat::error::CompatError;

/// Reads the boards of a file: for each a heading, which may be any line, and `n` rows of `n`
/// digits, 0 for a blank.
///
/// The document has 9 rows. Values above 9 can't be written. Lines end with `\n` or `\r\n`. Blank
/// lines at the end are ignored; the document would fail on them.
///
/// # Errors
/// If a row is missing, too short or too long, or has a character that is not a digit from 0 to
/// `n`.
pub fn boards(text: &str, n: usize) -> Result<Vec<Vec<u8>>, CompatError> {
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

/// Reads the line with an index as row number `row`, from 1, of `size` rows.
fn read_row(lines: &[&str], index: usize, row: usize, size: usize) -> Result<Vec<u8>, CompatError> {
    let error = |column, expected, found| {
        Err(CompatError::File { line: index + 1, column, expected, found })
    };
    let Some(line) = lines.get(index) else {
        return error(1, format!("row {row} of {size}"), "the end of the file".to_owned());
    };
    let mut values = Vec::new();
    for (sign, column) in line.chars().zip(1..) {
        if column > size {
            let expected = format!("the end of the row after {size} digits");
            return error(column, expected, format!("{sign:?}"));
        }
        let digit = sign.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
        let Some(value) = digit.filter(|&digit| usize::from(digit) <= size) else {
            return error(
                column,
                format!("a digit from 0 to {}", size.min(9)),
                format!("{sign:?}"),
            );
        };
        values.push(value);
    }
    if values.len() == size {
        return Ok(values);
    }
    error(values.len() + 1, format!("{size} digits"), "the end of the row".to_owned())
}

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
    fn an_error_has_its_line_and_column_and_what_was_expected() {
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
        for (from, to, message) in table {
            let text = FILE.replacen(from, to, 1);
            assert_eq!(boards(&text, 4).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn any_number_of_rows_is_read() {
        assert_eq!(boards("a\nb\n", 0), Ok(vec![Vec::new(); 2]));
        let error = boards("a\n9", usize::MAX).unwrap_err().to_string();
        assert!(error.ends_with(" digits, found the end of the row"), "{error}");
        let ten = format!("Grid\n{}", "0123456789\n".repeat(10));
        assert_eq!(boards(&ten, 10).unwrap()[0].len(), 100);
    }
}
