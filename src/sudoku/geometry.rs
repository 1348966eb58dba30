//! [`Geometry`]: the boxes of a Sudoku, and every *unit* in which a value may not occur twice.
//!
//! A Sudoku of size `n` has `n x n` cells and the values `1..=n`. A box has as many cells as a row:
//! boxes are rectangles, or sets of cells of any shape (*jigsaw Sudoku*), or there are none (*Latin
//! squares*). Cells are numbered row by row from 0; names count rows, columns and boxes from 1.
//!
//! A variant adds regions to the rows, columns and boxes: the two diagonals, windows, cages, pairs
//! of cells that are a knight's move apart. Code that uses a [`Geometry`] handles units only, and
//! does not depend on the variant.

use super::box_layout::BoxLayout;
use super::geometry_error::{GeometryError, SIZES};

/// The kind of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnitKind {
    /// One of the rows.
    Row,
    /// One of the columns.
    Column,
    /// One of the boxes.
    Box,
    /// A region that a variant adds.
    Region,
    /// Two cells that are a move of chess apart, or a square of such cells.
    Move,
}

/// A set of cells that hold no value twice.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    kind: UnitKind,
    name: String,
    cells: Vec<usize>,
}

impl Unit {
    pub(super) fn new(kind: UnitKind, name: String, cells: Vec<usize>) -> Self {
        Self { kind, name, cells }
    }

    /// The kind.
    #[must_use]
    pub fn kind(&self) -> UnitKind {
        self.kind
    }

    /// The name: `row 7`, `column 1`, `box 3`, or the name of the region.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cells: of a row, column or box in ascending order, of a region in the given order.
    #[must_use]
    pub fn cells(&self) -> &[usize] {
        &self.cells
    }
}

/// The units of a Sudoku, and the units of each of its cells.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Geometry {
    size: usize,
    boxes: BoxLayout,
    units: Vec<Unit>,
    units_of: Vec<Vec<usize>>,
}

impl Geometry {
    /// Creates the standard geometry with boxes that are `box_rows` high and `box_columns` wide.
    ///
    /// # Errors
    /// If a side of the box is below 2, or the size is not in `4..=36`.
    pub fn new(box_rows: usize, box_columns: usize) -> Result<Self, GeometryError> {
        BoxLayout::rectangles(box_rows, box_columns)
            .map(|boxes| Self::with_boxes(box_rows * box_columns, boxes))
    }

    /// Creates a geometry of rows and columns alone. Its full grids are the Latin squares.
    ///
    /// # Errors
    /// If the size is not in `4..=36`.
    pub fn latin(size: usize) -> Result<Self, GeometryError> {
        match SIZES.contains(&size) {
            true => Ok(Self::with_boxes(size, BoxLayout::None)),
            false => Err(GeometryError::LatinSize { size }),
        }
    }

    /// Creates a geometry with these cells as boxes, in any order. Boxes that are rectangles of one
    /// shape give the [standard](Self::new) geometry.
    ///
    /// ```
    /// use quadrille::sudoku::{Geometry, UnitKind};
    ///
    /// let boxes = [[0, 1, 2, 4], [3, 6, 7, 10], [5, 8, 9, 12], [11, 13, 14, 15]];
    /// let geometry = Geometry::jigsaw(&boxes.map(Vec::from))?;
    /// assert_eq!((geometry.size(), geometry.box_shape()), (4, None));
    /// assert_eq!(geometry.units()[9].kind(), UnitKind::Box);
    /// # Ok::<(), quadrille::sudoku::GeometryError>(())
    /// ```
    ///
    /// # Errors
    /// If the boxes do not partition a grid of a size in `4..=36`, or don't have as many cells as
    /// there are boxes.
    pub fn jigsaw(boxes: &[Vec<usize>]) -> Result<Self, GeometryError> {
        Ok(Self::with_boxes(boxes.len(), BoxLayout::irregular(boxes)?))
    }

    /// A geometry of a size that its boxes have, too.
    pub(super) fn with_boxes(size: usize, boxes: BoxLayout) -> Self {
        let cells = boxes.cells();
        let units = Vec::with_capacity(3 * size);
        let mut plain = Self { size, boxes, units, units_of: vec![vec![]; size * size] };
        for row in 0..size {
            plain.add(UnitKind::Row, format!("row {}", row + 1), |i| row * size + i);
        }
        for column in 0..size {
            plain.add(UnitKind::Column, format!("column {}", column + 1), |i| i * size + column);
        }
        for (number, cells) in (1..).zip(cells) {
            plain.add_unit(Unit::new(UnitKind::Box, format!("box {number}"), cells));
        }
        plain
    }

    /// Creates the usual geometry of this size: boxes as square as possible, and wider than high if
    /// they are not square (2x3 for size 6, 2x4 for 8, 3x4 for 12).
    ///
    /// # Errors
    /// If the size is not in `4..=36` or is a prime number, which has no boxes.
    pub fn of_size(size: usize) -> Result<Self, GeometryError> {
        let boxes = usual_boxes(size).ok_or(GeometryError::Size { size })?;
        Ok(Self::with_boxes(size, boxes))
    }

    /// Adds a region. A region of exactly [`size`](Self::size) cells holds each value once, a
    /// smaller one holds each value at most once.
    ///
    /// # Errors
    /// If the region has no cell or more than `size` cells, contains a cell twice, or one that is
    /// not in the grid.
    pub fn with_region(mut self, name: &str, cells: &[usize]) -> Result<Self, GeometryError> {
        let region = || name.to_owned();
        if cells.is_empty() || cells.len() > self.size() {
            let (size, found) = (self.size(), cells.len());
            return Err(GeometryError::RegionSize { region: region(), size, found });
        }
        for (i, &cell) in cells.iter().enumerate() {
            if cell >= self.cells() {
                let cells = self.cells();
                return Err(GeometryError::NoSuchCell { region: region(), cell, cells });
            }
            if cells[..i].contains(&cell) {
                return Err(GeometryError::CellTwice { region: region(), cell, size: self.size() });
            }
        }
        self.add_unit(Unit { kind: UnitKind::Region, name: region(), cells: cells.to_vec() });
        Ok(self)
    }

    fn add(&mut self, kind: UnitKind, name: String, cell: impl Fn(usize) -> usize) {
        let cells = (0..self.size()).map(cell).collect();
        self.add_unit(Unit { kind, name, cells });
    }

    pub(super) fn add_unit(&mut self, unit: Unit) {
        for &cell in &unit.cells {
            self.units_of[cell].push(self.units.len());
        }
        self.units.push(unit);
    }

    /// The number of rows, of columns and of values.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of cells: `size * size`.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.size * self.size
    }

    /// The boxes.
    #[must_use]
    pub fn boxes(&self) -> &BoxLayout {
        &self.boxes
    }

    /// The height and the width of a box; `None` if there are no boxes, or irregular ones.
    #[must_use]
    pub fn box_shape(&self) -> Option<(usize, usize)> {
        match self.boxes {
            BoxLayout::Rectangles { rows, columns } => Some((rows, columns)),
            _ => None,
        }
    }

    /// The number of rows in a *band* and of columns in a *stack*: the height and the width of a
    /// box. Without rectangular boxes, all rows are one band and all columns one stack.
    #[must_use]
    pub fn band_and_stack(&self) -> (usize, usize) {
        self.box_shape().unwrap_or((self.size, self.size))
    }

    /// All units: the rows, the columns and the boxes, `size` of each if there are boxes, then the
    /// regions in the order of their addition. Rectangular boxes are numbered from left to right,
    /// then down, irregular ones in the order of their first cells.
    #[must_use]
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The regions that were added to the rows, columns and boxes.
    #[must_use]
    pub fn regions(&self) -> &[Unit] {
        let kinds = if self.boxes == BoxLayout::None { 2 } else { 3 };
        &self.units[kinds * self.size..]
    }

    /// The irregular boxes and the regions: what an exchange of two rows of a band may change.
    pub(super) fn irregular_units(&self) -> &[Unit] {
        match self.boxes {
            BoxLayout::Irregular(_) => &self.units[2 * self.size..],
            _ => self.regions(),
        }
    }

    /// The units that contain this cell, as ascending indices into [`units`](Self::units). Empty if
    /// there is no such cell.
    #[must_use]
    pub fn units_of(&self, cell: usize) -> &[usize] {
        self.units_of.get(cell).map_or(&[], Vec::as_slice)
    }
}

/// The height and width of the usual box of a Sudoku of this size.
pub(crate) fn usual_box_shape(size: usize) -> Option<(usize, usize)> {
    let height = |rows: &usize| size.is_multiple_of(*rows) && rows * rows <= size;
    let rows = SIZES.contains(&size).then(|| (2..=6).rev().find(height))??;
    Some((rows, size / rows))
}

/// The usual boxes of a Sudoku of this size.
pub(crate) fn usual_boxes(size: usize) -> Option<BoxLayout> {
    usual_box_shape(size).map(|(rows, columns)| BoxLayout::Rectangles { rows, columns })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_boxes_are_as_square_as_possible() {
        let shapes = [
            (4, 2, 2),
            (6, 2, 3),
            (8, 2, 4),
            (9, 3, 3),
            (10, 2, 5),
            (12, 3, 4),
            (15, 3, 5),
            (16, 4, 4),
            (20, 4, 5),
            (25, 5, 5),
            (34, 2, 17),
            (36, 6, 6),
        ];
        for (size, rows, columns) in shapes {
            let geometry = Geometry::of_size(size).unwrap();
            assert_eq!(geometry.box_shape(), Some((rows, columns)));
            assert_eq!((geometry.size(), geometry.cells()), (size, size * size));
        }
    }

    #[test]
    fn shapes_without_a_grid_are_refused() {
        for size in [0, 1, 2, 3, 5, 7, 11, 31, 37, 49, usize::MAX] {
            assert_eq!(Geometry::of_size(size), Err(GeometryError::Size { size }));
        }
        for (rows, columns) in [(0, 9), (1, 9), (9, 1), (6, 7), (usize::MAX, 2)] {
            assert_eq!(Geometry::new(rows, columns), Err(GeometryError::Boxes { rows, columns }));
        }
        assert_eq!(
            Geometry::of_size(7).unwrap_err().to_string(),
            "the size is 7: expected a product of two box sides, from 4 to 36"
        );
    }

    #[test]
    fn units_are_rows_then_columns_then_boxes_then_regions() {
        let geometry = Geometry::new(2, 3).unwrap().diagonal();
        let of = |unit: usize| (geometry.units()[unit].name(), geometry.units()[unit].cells());
        assert_eq!(of(1), ("row 2", &[6, 7, 8, 9, 10, 11][..]));
        assert_eq!(of(6), ("column 1", &[0, 6, 12, 18, 24, 30][..]));
        assert_eq!(of(13), ("box 2", &[3, 4, 5, 9, 10, 11][..]));
        assert_eq!(of(14), ("box 3", &[12, 13, 14, 18, 19, 20][..]));
        assert_eq!(of(18), ("diagonal 1", &[0, 7, 14, 21, 28, 35][..]));
        assert_eq!(of(19), ("diagonal 2", &[5, 10, 15, 20, 25, 30][..]));
        assert_eq!(geometry.units()[17].kind(), UnitKind::Box);
        assert_eq!(geometry.regions().len(), 2);
    }

    #[test]
    fn every_cell_of_every_shape_is_in_one_row_one_column_and_one_box() {
        for (rows, columns) in [(2, 2), (3, 2), (2, 5), (3, 3), (5, 2), (6, 6)] {
            let geometry = Geometry::new(rows, columns).unwrap();
            for cell in 0..geometry.cells() {
                let units = geometry.units_of(cell);
                let kinds: Vec<_> = units.iter().map(|&u| geometry.units()[u].kind()).collect();
                assert_eq!(kinds, [UnitKind::Row, UnitKind::Column, UnitKind::Box]);
                assert!(units.iter().all(|&u| geometry.units()[u].cells().contains(&cell)));
            }
            assert!(geometry.units_of(geometry.cells()).is_empty());
        }
    }

    #[test]
    fn a_region_is_checked() {
        let plain = || Geometry::of_size(4).unwrap();
        let cage = plain().with_region("cage", &[5, 0]).unwrap();
        assert_eq!(cage.regions()[0].cells(), [5, 0]);
        assert_eq!(cage.units_of(0).last(), Some(&12));
        let refused: [(&[usize], &str); 4] = [
            (&[], "region cage has 0 cells: expected 1 to 4"),
            (&[0, 1, 2, 3, 4], "region cage has 5 cells: expected 1 to 4"),
            (&[0, 16], "region cage has cell 16: the last one is 15"),
            (&[0, 6, 6], "region cage has the cell in row 2, column 3 twice"),
        ];
        for (cells, message) in refused {
            assert_eq!(plain().with_region("cage", cells).unwrap_err().to_string(), message);
        }
    }
}
