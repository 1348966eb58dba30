//! What the coordinates in a name mean.
//!
//! A coordinate is a number, or one letter: `a` is 10, as in names like `0a`. Two coordinates are
//! the row and the column; of three the first is the layer. Letters can say otherwise: `r` and `c`,
//! `row` and `col`, `y` and `x` are rows and columns in any order, and what is left is the layer.

/// Layer, row and column.
pub(super) type Coordinates = [u32; 3];

/// The names of rows and columns.
pub(super) const LINES: [(&str, &str); 4] =
    [("r", "c"), ("row", "column"), ("row", "col"), ("y", "x")];

/// The axes of coordinates with these letters before them.
pub(super) fn lettered_axes(letters: &[String]) -> Vec<usize> {
    let count = letters.len();
    let find = |name: &str| letters.iter().position(|letters| letters == name);
    let lines = LINES.iter().find_map(|(row, column)| find(row).zip(find(column)));
    let axis = |index: usize| match lines {
        Some((row, _)) if row == index => 1,
        Some((_, column)) if column == index => 2,
        Some(_) => 0,
        None => 3 - count + index,
    };
    (0..count).map(axis).collect()
}

/// The number that a coordinate means. `None` for texts that are none.
pub(super) fn number(text: &str) -> Option<u32> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(letter), None) if letter.is_ascii_alphabetic() => letter.to_digit(36),
        (Some(digit), _) if digit.is_ascii_digit() => text.parse().ok(),
        _ => None,
    }
}
