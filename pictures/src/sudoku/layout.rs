//! [`SudokuLayout`]: the positions of cells and marks.

use crate::picture::{self, EDGE, to_u32};
use quadrille::sudoku::Geometry;

/// The least side of a cell.
const CELL: u32 = 40;

/// The least width and height of a candidate's mark.
const MARK: u32 = 13;

/// The positions of cells and marks.
pub(super) struct SudokuLayout {
    pub(super) size: usize,
    /// The number of marks side by side in a cell.
    mark_columns: usize,
    /// The side of a cell.
    cell: u32,
    /// The width and height of a mark.
    pub(super) mark: u32,
}

impl SudokuLayout {
    pub(super) fn new(geometry: &Geometry, has_marks: bool) -> Self {
        let size = geometry.size();
        let (mark_rows, mark_columns) = geometry.box_shape().unwrap_or_else(|| square(size));
        let marks = to_u32(mark_rows.max(mark_columns));
        // Symbols of two digits need more space.
        let least = if size > 9 { MARK + 2 } else { MARK };
        let cell = if has_marks { CELL.max(marks * least) } else { CELL };
        Self { size, mark_columns, cell, mark: cell / marks }
    }

    /// The distance of a line from the left or the top.
    pub(super) fn offset(&self, line: usize) -> u32 {
        to_u32(line) * self.cell + EDGE
    }

    pub(super) fn side(&self) -> u32 {
        to_u32(self.size) * self.cell
    }

    fn corner(&self, cell: usize) -> (u32, u32) {
        (self.offset(cell % self.size), self.offset(cell / self.size))
    }

    pub(super) fn middle(&self, cell: usize) -> (u32, u32) {
        let (x, y) = self.corner(cell);
        (x + self.cell / 2, y + self.cell / 2)
    }

    /// The middle of the mark of a value: marks are placed in their cell like the cells in a box.
    pub(super) fn mark(&self, cell: usize, value: u8) -> (u32, u32) {
        let (x, y) = self.corner(cell);
        let (index, columns) = (usize::from(value.max(1)) - 1, self.mark_columns);
        let rows = self.size.div_ceil(columns);
        let place = |index, parts| picture::place(self.cell, index, parts);
        (x + place(index % columns, columns), y + place(index / columns, rows))
    }

    /// The size of the font of digits.
    pub(super) fn font(&self) -> u32 {
        self.cell * 3 / 5
    }

    /// The path of the square of a cell.
    pub(super) fn square(&self, cell: usize) -> String {
        picture::square(self.corner(cell), self.cell)
    }
}

/// Rows and columns for some marks, as many of each as possible.
fn square(marks: usize) -> (usize, usize) {
    let columns = marks.isqrt() + usize::from(marks.isqrt().pow(2) < marks);
    (marks.div_ceil(columns.max(1)), columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_candidate_has_a_place_of_its_own_in_its_cell() {
        let shapes = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 4), (6, 6)];
        let boxes = shapes.map(|(rows, columns)| Geometry::new(rows, columns).unwrap());
        let latin = [4, 5, 7, 12, 31].map(|size| Geometry::latin(size).unwrap());
        for geometry in boxes.into_iter().chain(latin) {
            let layout = SudokuLayout::new(&geometry, true);
            let mut places = std::collections::BTreeSet::new();
            for cell in 0..geometry.cells() {
                let (left, top) = layout.corner(cell);
                for value in 1..=u8::try_from(geometry.size()).unwrap() {
                    let (x, y) = layout.mark(cell, value);
                    assert!(x > left && x < left + layout.cell && y > top && y < top + layout.cell);
                    assert!(places.insert((x, y)), "{}: {cell} {value}", geometry.boxes());
                }
            }
        }
    }
}
