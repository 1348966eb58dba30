//! [`RowNode`]: the first rows of an image, and all arrangements of the columns that give them.

use super::column_order::ColumnOrder;

/// The first rows of an image.
///
/// # Invariant
/// All arrangements of the columns that the order allows give the same rows of the image. A value
/// gets its label in the row in which it first occurs: it is what stands in this row of the image
/// at the place of its column. So the label is known as soon as the column is fixed, and while it
/// is not, each arrangement has its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowNode<const N: usize> {
    pub(super) transposed: bool,
    /// The number of labels in these rows. They are 1, 2, 3 and so on.
    pub(super) labels: u8,
    /// The row of the grid that comes to each row.
    pub(super) rows: [u8; N],
    pub(super) order: ColumnOrder<N>,
    pub(super) values: [ValueLabel; N],
}

/// What is known of the label of a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum ValueLabel {
    /// The value has not occurred.
    New,
    /// It is in this row of the image, at the place of this column.
    At { row: u8, column: u8 },
    /// It is the same in all arrangements.
    Known(u8),
}
