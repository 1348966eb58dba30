//! [`Row`]: a puzzle of a column, as it comes from Python.

/// A puzzle of a column.
#[derive(Clone, Copy, Debug)]
pub(super) enum Row<'a> {
    Null,
    Text(&'a str),
    Cells(&'a [u8]),
    /// Cells of which one is null.
    NullCell {
        cell: usize,
        width: usize,
    },
}
