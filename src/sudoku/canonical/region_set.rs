//! [`RegionSet`]: the regions of a geometry without order and names; and which transformations keep
//! a geometry.

use super::transformation::Transformation;
use crate::sudoku::geometry::Geometry;
use std::collections::BTreeSet;

/// The irregular boxes and the regions of a geometry, as sets of cells.
#[derive(Clone, Debug)]
pub(super) struct RegionSet(BTreeSet<Vec<usize>>);

impl RegionSet {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let regions = geometry.irregular_units().iter();
        Self(regions.map(|region| sorted(region.cells().iter().copied())).collect())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[usize]> {
        self.0.iter().map(Vec::as_slice)
    }

    /// Whether a transformation of the grid maps each region to a region.
    pub(super) fn is_kept_by(&self, map: &Transformation) -> bool {
        let size = map.size();
        let source = |&cell: &usize| map.source(cell / size, cell % size);
        self.iter().all(|region| self.0.contains(&sorted(region.iter().map(source))))
    }
}

fn sorted(cells: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut cells: Vec<_> = cells.collect();
    cells.sort_unstable();
    cells
}

impl Transformation {
    /// Whether this is a transformation of a geometry: it maps rows in a band to rows in a band,
    /// columns in a stack to columns in a stack, and irregular boxes and regions to such. Without
    /// rectangular boxes, all rows are a band and all columns a stack. Only grids whose bands are
    /// as high as stacks are wide can be transposed. Relabelling keeps each geometry.
    ///
    /// ```
    /// use quadrille::sudoku::{Geometry, canonical::Transformation};
    ///
    /// let geometry = Geometry::of_size(4)?;
    /// let map: Transformation = "rows=1243 columns=1234 values=1234".parse()?;
    /// assert!(map.preserves(&geometry) && !map.preserves(&geometry.diagonal()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn preserves(&self, geometry: &Geometry) -> bool {
        let (height, width) = geometry.band_and_stack();
        self.size() == geometry.size()
            && !(self.is_transposed() && height != width)
            && keeps_blocks(self.rows(), height)
            && keeps_blocks(self.columns(), width)
            && RegionSet::new(geometry).is_kept_by(self)
    }
}

/// Whether the lines of each block of a length come from one block.
fn keeps_blocks(lines: &[u8], length: usize) -> bool {
    let block = |line: &u8| usize::from(*line) / length;
    lines.chunks(length).all(|lines| lines.iter().all(|line| block(line) == block(&lines[0])))
}
