//! [`BoardLayout`]: the positions of cells.

use super::model::Model;
use crate::picture::{self, EDGE, to_u32};

/// The least side of a cell.
pub(super) const CELL: u32 = 40;

/// Positions on the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardLayout {
    /// The number of layers, rows and columns.
    size: [usize; 3],
    /// The side of a cell.
    pub(super) cell: u32,
}

impl BoardLayout {
    pub(super) fn new(model: &Model, cell: u32) -> Self {
        Self { size: model.board.size, cell }
    }

    /// The corner at the top left of a cell, or where the next cell would begin.
    pub(super) fn corner(&self, [layer, row, column]: [usize; 3]) -> (u32, u32) {
        let before = layer * (self.size[2] + 1) + column;
        (to_u32(before) * self.cell + EDGE, to_u32(row) * self.cell + EDGE)
    }

    pub(super) fn middle(&self, cell: [usize; 3]) -> (u32, u32) {
        let (x, y) = self.corner(cell);
        (x + self.cell / 2, y + self.cell / 2)
    }

    /// The path of the square of a cell.
    pub(super) fn square(&self, cell: [usize; 3]) -> String {
        picture::square(self.corner(cell), self.cell)
    }

    /// The width and the height of the picture.
    pub(super) fn extent(&self) -> (u32, u32) {
        let [layers, rows, columns] = self.size;
        let (x, y) = self.corner([layers - 1, rows, columns]);
        (x + EDGE, y + EDGE)
    }
}
