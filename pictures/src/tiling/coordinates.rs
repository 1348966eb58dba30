//! What the coordinates in a name mean.
//!
//! A coordinate is a number, which may be negative, or one letter: `a` is 10, as in names like
//! `0a`. Two coordinates are the row and the column; of three the first is the layer. Letters can
//! say otherwise: `r` and `c`, `row` and `col`, `y` and `x` are rows and columns in any order, and
//! what is left is the layer.

/// Layer, row and column. Their absolute values are below 2^32.
pub(super) type Coordinates = [i64; 3];

/// The names of rows and columns.
pub(super) const LINES: [(&str, &str); 4] =
    [("r", "c"), ("row", "column"), ("row", "col"), ("y", "x")];

/// Whether letters before coordinates are those of a row and a column.
pub(super) fn has_lines(letters: &[String]) -> bool {
    lines(letters).is_some()
}

/// The indices of the letters of a row and a column.
fn lines(letters: &[String]) -> Option<(usize, usize)> {
    let find = |name: &str| letters.iter().position(|letters| letters == name);
    LINES.iter().find_map(|(row, column)| find(row).zip(find(column)))
}

/// The axes of coordinates with these letters before them.
pub(super) fn lettered_axes(letters: &[String]) -> Vec<usize> {
    let (count, lines) = (letters.len(), lines(letters));
    let axis = |index: usize| match lines {
        Some((row, _)) if row == index => 1,
        Some((_, column)) if column == index => 2,
        Some(_) => 0,
        None => 3 - count + index,
    };
    (0..count).map(axis).collect()
}

/// The most letters of a column on a chessboard or a spreadsheet.
const MOST_COLUMN_LETTERS: usize = 3;

/// The number that a coordinate means: digits, perhaps after a minus sign, or one letter. `None`
/// for other texts, and for numbers from 2^32 on.
pub(super) fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => letter.to_digit(36).map(i64::from),
        _ if digits.starts_with(|c: char| c.is_ascii_digit()) => {
            let number = digits.parse().ok().map(|number: u32| i64::from(number))?;
            Some(if digits == text { number } else { -number })
        }
        _ => None,
    }
}

/// The column with these letters: `a` is 10, as in [`number`], and after `z` come `aa`, `ab`, as in
/// a spreadsheet. `None` for other texts.
pub(super) fn column(letters: &str) -> Option<i64> {
    let is_column = (1..=MOST_COLUMN_LETTERS).contains(&letters.len())
        && letters.bytes().all(|byte| byte.is_ascii_alphabetic());
    let digit = |letter: u8| i64::from(letter.to_ascii_lowercase() - b'a') + 1;
    is_column.then(|| letters.bytes().fold(0, |column, letter| 26 * column + digit(letter)) + 9)
}
