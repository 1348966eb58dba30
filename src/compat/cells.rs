//! Cells of a puzzle: values row by row, 0 for a blank. They are checked here, and written as
//! signs.

use super::digits::sign;
use super::error::CompatError;

/// Returns a puzzle as a string of signs, `.` for a blank.
pub(super) fn signs(cells: &[u8]) -> String {
    cells.iter().map(|&value| sign(value).unwrap_or('.')).collect()
}

/// Checks the number of cells. `words` is what the document's assertion says, if it says anything.
pub(super) fn check_length(
    expected: usize,
    found: usize,
    words: Option<&'static str>,
) -> Result<(), CompatError> {
    if found == expected { Ok(()) } else { Err(CompatError::Length { expected, found, words }) }
}

/// Checks that there are `size * size` cells, with values up to `size`.
///
/// Clues may contradict each other: no document's program looks for that before it runs.
pub(super) fn check(size: usize, cells: &[u8]) -> Result<(), CompatError> {
    check_length(size.saturating_mul(size), cells.len(), None)?;
    match cells.iter().position(|&value| usize::from(value) > size) {
        Some(cell) => Err(CompatError::Value { cell, value: cells[cell], size }),
        None => Ok(()),
    }
}
