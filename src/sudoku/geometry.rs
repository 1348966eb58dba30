//! [`Geometry`]: the boxes of a Sudoku, and every *unit* in which a value may not occur twice.
//!
//! A Sudoku of size `n` has `n x n` cells and the values `1..=n`. Its boxes are `box_rows` high and
//! `box_columns` wide, and `box_rows * box_columns = n`, so that a box has as many cells as a row.
//! Cells are numbered row by row from 0; names count rows, columns and boxes from 1.
//!
//! A variant adds regions to the rows, columns and boxes: the two diagonals, windows, cages. Code
//! that uses a [`Geometry`] handles units only, and does not depend on the variant.

use std::fmt;

/// The smallest and the largest number of rows.
const SIZES: std::ops::RangeInclusive<usize> = 4..=36;

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
}

/// A set of cells that hold no value twice.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    kind: UnitKind,
    name: String,
    cells: Vec<usize>,
}

impl Unit {
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
    box_rows: usize,
    box_columns: usize,
    units: Vec<Unit>,
    units_of: Vec<Vec<usize>>,
}

impl Geometry {
    /// Creates the standard geometry with boxes that are `box_rows` high and `box_columns` wide.
    ///
    /// # Errors
    /// If a side of the box is below 2, or the size is not in `4..=36`.
    pub fn new(box_rows: usize, box_columns: usize) -> Result<Self, GeometryError> {
        let size = box_rows.saturating_mul(box_columns);
        if box_rows < 2 || box_columns < 2 || !SIZES.contains(&size) {
            return Err(GeometryError::Boxes { rows: box_rows, columns: box_columns });
        }
        let units = Vec::with_capacity(3 * size);
        let mut plain = Self { box_rows, box_columns, units, units_of: vec![vec![]; size * size] };
        for row in 0..size {
            plain.add(UnitKind::Row, format!("row {}", row + 1), |i| row * size + i);
        }
        for column in 0..size {
            plain.add(UnitKind::Column, format!("column {}", column + 1), |i| i * size + column);
        }
        for corner in 0..size {
            let (top, left) = (corner / box_rows * box_rows, corner % box_rows * box_columns);
            plain.add(UnitKind::Box, format!("box {}", corner + 1), |i| {
                (top + i / box_columns) * size + left + i % box_columns
            });
        }
        Ok(plain)
    }

    /// Creates the usual geometry of this size: boxes as square as possible, and wider than high if
    /// they are not square (2x3 for size 6, 2x4 for 8, 3x4 for 12).
    ///
    /// # Errors
    /// If the size is not in `4..=36` or is a prime number, which has no boxes.
    pub fn of_size(size: usize) -> Result<Self, GeometryError> {
        let (rows, columns) = box_shape(size).ok_or(GeometryError::Size { size })?;
        Self::new(rows, columns)
    }

    /// Adds both diagonals as units: `diagonal 1` from the top left to the bottom right, and
    /// `diagonal 2` from the top right to the bottom left. A diagonal that is a region already is not
    /// added again.
    #[must_use]
    pub fn diagonal(mut self) -> Self {
        for (name, cells) in self.diagonals() {
            if !self.has_region(&cells) {
                self.add_unit(Unit { kind: UnitKind::Region, name: name.to_owned(), cells });
            }
        }
        self
    }

    /// Whether both diagonals are regions, whatever their names.
    #[must_use]
    pub fn is_diagonal(&self) -> bool {
        !self.regions().is_empty()
            && self.diagonals().iter().all(|(_, cells)| self.has_region(cells))
    }

    fn diagonals(&self) -> [(&'static str, Vec<usize>); 2] {
        let size = self.size();
        [
            ("diagonal 1", (0..size).map(|i| i * size + i).collect()),
            ("diagonal 2", (0..size).map(|i| i * size + size - 1 - i).collect()),
        ]
    }

    fn has_region(&self, cells: &[usize]) -> bool {
        let has_all = |region: &Unit| cells.iter().all(|cell| region.cells.contains(cell));
        self.regions().iter().any(has_all)
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

    fn add_unit(&mut self, unit: Unit) {
        for &cell in &unit.cells {
            self.units_of[cell].push(self.units.len());
        }
        self.units.push(unit);
    }

    /// The number of rows, of columns, of boxes and of values.
    #[must_use]
    pub fn size(&self) -> usize {
        self.box_rows * self.box_columns
    }

    /// The number of cells: `size * size`.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.size() * self.size()
    }

    /// The height of a box, in rows.
    #[must_use]
    pub fn box_rows(&self) -> usize {
        self.box_rows
    }

    /// The width of a box, in columns.
    #[must_use]
    pub fn box_columns(&self) -> usize {
        self.box_columns
    }

    /// All units: the rows, the columns and the boxes, `size` of each, then the regions in the
    /// order of their addition. Boxes are numbered like cells: from left to right, then down.
    #[must_use]
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// The regions that were added to the rows, columns and boxes.
    #[must_use]
    pub fn regions(&self) -> &[Unit] {
        &self.units[3 * self.size()..]
    }

    /// The units that contain this cell, as ascending indices into [`units`](Self::units). Empty if
    /// there is no such cell.
    #[must_use]
    pub fn units_of(&self, cell: usize) -> &[usize] {
        self.units_of.get(cell).map_or(&[], Vec::as_slice)
    }
}

/// The height and width of the usual box of a Sudoku of this size.
pub(crate) fn box_shape(size: usize) -> Option<(usize, usize)> {
    let height = |rows: &usize| size.is_multiple_of(*rows) && rows * rows <= size;
    let rows = SIZES.contains(&size).then(|| (2..=6).rev().find(height))??;
    Some((rows, size / rows))
}

/// The error for a geometry that does not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GeometryError {
    /// There is no grid with boxes of this shape.
    Boxes {
        /// The height of the box.
        rows: usize,
        /// The width of the box.
        columns: usize,
    },
    /// The size is a prime number, too small or too large.
    Size {
        /// The size.
        size: usize,
    },
    /// A region has no cells, or too many.
    RegionSize {
        /// The name of the region.
        region: String,
        /// The maximum number of cells.
        size: usize,
        /// The number of its cells.
        found: usize,
    },
    /// A region contains a cell that is not in the grid.
    NoSuchCell {
        /// The name of the region.
        region: String,
        /// The number of the cell.
        cell: usize,
        /// The number of cells of the grid.
        cells: usize,
    },
    /// A region contains a cell twice.
    CellTwice {
        /// The name of the region.
        region: String,
        /// The number of the cell.
        cell: usize,
        /// The size of the grid.
        size: usize,
    },
}

impl fmt::Display for GeometryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boxes { rows, columns } => write!(
                f,
                "the boxes are {rows}x{columns}: both sides must be at least 2 and their product at most 36"
            ),
            Self::Size { size } => {
                write!(f, "the size is {size}: expected a product of two box sides, from 4 to 36")
            }
            Self::RegionSize { region, size, found } => {
                write!(f, "region {region} has {found} cells: expected 1 to {size}")
            }
            Self::NoSuchCell { region, cell, cells } => {
                write!(f, "region {region} has cell {cell}: the last one is {}", cells - 1)
            }
            Self::CellTwice { region, cell, size } => {
                let (row, column) = (cell / size + 1, cell % size + 1);
                write!(f, "region {region} has the cell in row {row}, column {column} twice")
            }
        }
    }
}

impl std::error::Error for GeometryError {}

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
            assert_eq!((geometry.box_rows(), geometry.box_columns()), (rows, columns));
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
    fn diagonals_are_added_once() {
        let plain = Geometry::of_size(4).unwrap();
        let diagonal = plain.clone().diagonal();
        assert_eq!(diagonal.clone().diagonal(), diagonal);
        let named = plain.clone().with_region("diagonal 1", &[0, 1, 2, 3]).unwrap();
        assert!(diagonal.is_diagonal() && !plain.is_diagonal() && !named.is_diagonal());
        let one = plain.with_region("own", &[15, 10, 5, 0]).unwrap();
        assert!(!one.is_diagonal());
        let own = one.diagonal();
        assert!(own.is_diagonal());
        let names: Vec<_> = own.regions().iter().map(Unit::name).collect();
        assert_eq!(names, ["own", "diagonal 2"]);
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
