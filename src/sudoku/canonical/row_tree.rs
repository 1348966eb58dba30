//! [`RowTree`]: the images of a grid under all transformations of a plain geometry, row by row.
//!
//! A [`RowNode`] has chosen the first rows of the image. Columns and labels are decided as late as
//! possible.

use super::column_order::ColumnOrder;
use super::place_set::{first, members};
use super::row_filler::RowFiller;
use super::row_node::{RowNode, ValueLabel};
use super::transformation::Transformation;
use super::tree_search::{ImageTree, LeastChildren};
use crate::search::StopReason;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;

/// A grid or its transposed grid.
#[derive(Clone, Debug)]
pub(super) struct RowSource<const N: usize> {
    pub(super) rows: [[u8; N]; N],
    /// The rows without a clue.
    pub(super) blank: u64,
    /// The rows that have some value twice, which no puzzle with a solution has.
    pub(super) repeating: u64,
}

/// The tree for grids of at most `N` rows.
#[derive(Clone, Debug)]
pub(super) struct RowTree<const N: usize> {
    pub(super) size: usize,
    /// The number of rows of a band, and of columns of a stack.
    pub(super) box_rows: usize,
    box_columns: usize,
    /// The grid and, if bands are as high as stacks are wide, its transposed grid.
    pub(super) sources: [RowSource<N>; 2],
}

impl<const N: usize> RowTree<N> {
    /// The tree for grids of a geometry, of which the regions are ignored.
    pub(super) fn new(geometry: &Geometry) -> Self {
        let blank = RowSource { rows: [[0; N]; N], blank: 0, repeating: 0 };
        let (box_rows, box_columns) = geometry.band_and_stack();
        Self { size: geometry.size(), box_rows, box_columns, sources: [blank.clone(), blank] }
    }

    fn root(&self, transposed: bool) -> RowNode<N> {
        RowNode {
            transposed,
            labels: 0,
            rows: [0; N],
            order: ColumnOrder::new(self.size, self.box_columns),
            values: [ValueLabel::New; N],
        }
    }

    /// The rows of the band of a row, as a set.
    fn band(&self, row: usize) -> u64 {
        ((1 << self.box_rows) - 1) << (row - row % self.box_rows)
    }

    /// The rows of the grid that can come next, as a set.
    ///
    /// Rows without clues that are in one band can be exchanged, and so can bands without clues:
    /// only the first of them is tried.
    fn candidates(&self, level: usize, node: &RowNode<N>) -> u64 {
        let blank = self.sources[usize::from(node.transposed)].blank;
        let chosen = node.rows[..level].iter().fold(0, |all, &row| all | 1 << row);
        let within = !level.is_multiple_of(self.box_rows);
        let mut rows = match node.rows[..level].last() {
            Some(&row) if within => self.band(usize::from(row)) & !chosen,
            _ => ((1 << self.size) - 1) & !chosen,
        };
        let (mut left, mut has_blank_band) = (rows, false);
        while left != 0 {
            let band = left & self.band(first(left));
            left &= !band;
            let blank = band & blank;
            let is_blank_band = !within && blank == band;
            let is_other = is_blank_band && has_blank_band;
            // Without its first member, or all of it.
            rows &= !if is_other { blank } else { blank & blank.wrapping_sub(1) };
            has_blank_band |= is_blank_band;
        }
        rows
    }
}

impl<const N: usize> ImageTree for RowTree<N> {
    type Node = RowNode<N>;

    fn load(&mut self, grid: &Grid) {
        let size = self.size;
        for (cell, &value) in grid.cells().iter().enumerate() {
            let (row, column) = (cell / size, cell % size);
            self.sources[0].rows[row][column] = value;
            self.sources[1].rows[column][row] = value;
        }
        for source in &mut self.sources {
            (source.blank, source.repeating) = (0, 0);
            for (number, row) in source.rows[..size].iter().enumerate() {
                let (mut seen, mut twice) = (0_u64, 0);
                for &value in &row[..size] {
                    twice |= seen & 1 << value;
                    seen |= 1 << value;
                }
                source.blank |= u64::from(seen == 1) << number;
                source.repeating |= u64::from(twice > 1) << number;
            }
        }
    }

    fn levels(&self) -> usize {
        self.size
    }

    fn expand(
        &self,
        level: usize,
        node: Option<&RowNode<N>>,
        children: &mut LeastChildren<'_, RowNode<N>>,
    ) -> Result<(), StopReason> {
        if let Some(node) = node {
            return self.expand_node(level, node, children);
        }
        self.expand_node(level, &self.root(false), children)?;
        if self.box_rows == self.box_columns {
            self.expand_node(level, &self.root(true), children)?;
        }
        Ok(())
    }

    fn transformation(&self, leaf: &RowNode<N>, image: &[u8]) -> Transformation {
        self.map_of(leaf, image)
    }

    fn left_out(&self, level: usize, leaf: &RowNode<N>) -> Vec<RowNode<N>> {
        self.exchanged_rows(level, leaf)
    }

    fn open_choices(&self, leaf: &RowNode<N>) -> impl Iterator<Item = Vec<RowNode<N>>> {
        (0..self.size).flat_map(|place| self.exchanged_columns(place, leaf))
    }
}

impl<const N: usize> RowTree<N> {
    fn expand_node(
        &self,
        level: usize,
        node: &RowNode<N>,
        children: &mut LeastChildren<'_, RowNode<N>>,
    ) -> Result<(), StopReason> {
        let source = &self.sources[usize::from(node.transposed)];
        for row in members(self.candidates(level, node)) {
            let mut child = *node;
            child.rows[level] = u8::try_from(row).unwrap_or(u8::MAX);
            let branch_on_new = source.repeating >> row & 1 == 1;
            let row = &source.rows[row][..self.size];
            let children = &mut *children;
            RowFiller { row, level, branch_on_new, children }.fill(child, 0)?;
        }
        Ok(())
    }
}
