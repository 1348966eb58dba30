//! [`GeometryError`]: why there is no such geometry.

use std::fmt;
use std::ops::RangeInclusive;

/// The smallest and the largest number of rows.
pub(super) const SIZES: RangeInclusive<usize> = 4..=36;

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
    /// The size is a prime number, too small or too large for boxes.
    Size {
        /// The size.
        size: usize,
    },
    /// The size is too small or too large for a grid without boxes.
    LatinSize {
        /// The size.
        size: usize,
    },
    /// A text is no layout of boxes.
    UnknownBoxes {
        /// The text.
        text: String,
    },
    /// The number of irregular boxes is too small or too large.
    BoxCount {
        /// The number of boxes.
        found: usize,
    },
    /// An irregular box has too few or too many cells.
    BoxSize {
        /// The number of the box, from 1.
        number: usize,
        /// The number of boxes, of which each has as many cells.
        size: usize,
        /// The number of its cells.
        found: usize,
    },
    /// An irregular box has a cell that is not in the grid.
    BoxCell {
        /// The number of the box, from 1.
        number: usize,
        /// The number of the cell.
        cell: usize,
        /// The number of cells of the grid.
        cells: usize,
    },
    /// A cell is in two irregular boxes, or twice in one.
    SharedCell {
        /// The number of the cell.
        cell: usize,
        /// The size of the grid.
        size: usize,
    },
    /// There are no windows in grids of this size.
    Windows {
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
        let place = |cell: usize, size: usize| {
            format!("the cell in row {}, column {}", cell / size + 1, cell % size + 1)
        };
        match self {
            Self::Boxes { rows, columns } => write!(
                f,
                "the boxes are {rows}x{columns}: both sides must be at least 2 and their product at most 36"
            ),
            Self::Size { size } => {
                write!(f, "the size is {size}: expected a product of two box sides, from 4 to 36")
            }
            Self::LatinSize { size } => write!(f, "the size is {size}: expected 4 to 36"),
            Self::UnknownBoxes { .. } => f.write_str(
                "expected the height and the width of a box, like 2x3, or none, or the symbols of \
                 irregular boxes",
            ),
            Self::BoxCount { found } => {
                write!(f, "there are {found} boxes: expected as many as rows, 4 to 36")
            }
            Self::BoxSize { number, size, found } => {
                write!(f, "box {number} has {found} cells: expected {size}")
            }
            Self::BoxCell { number, cell, cells } => {
                write!(f, "box {number} has cell {cell}: the last one is {}", cells - 1)
            }
            Self::SharedCell { cell, size } => {
                write!(f, "{} is twice in the boxes", place(*cell, *size))
            }
            Self::Windows { size } => {
                write!(f, "the size is {size}: expected 4, 9, 16, 25 or 36, which have windows")
            }
            Self::RegionSize { region, size, found } => {
                write!(f, "region {region} has {found} cells: expected 1 to {size}")
            }
            Self::NoSuchCell { region, cell, cells } => {
                write!(f, "region {region} has cell {cell}: the last one is {}", cells - 1)
            }
            Self::CellTwice { region, cell, size } => {
                write!(f, "region {region} has {} twice", place(*cell, *size))
            }
        }
    }
}

impl std::error::Error for GeometryError {}
