//! [`RegionMatching`]: a search for transformations that keep the regions of a geometry.

use super::region_set::RegionSet;
use super::transformation::Transformation;
use crate::ids::to_u64;
use crate::search::StopReason;
use crate::splitmix;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::stop_poll::StopPoll;
use std::collections::{BTreeMap, BTreeSet};

/// Rows or columns.
#[derive(Clone, Copy)]
pub(super) enum Axis {
    Row,
    Column,
}

/// Lines that come to the first rows and columns, such that nothing contradicts the regions yet.
pub(super) struct RegionMatching {
    size: usize,
    box_rows: usize,
    box_columns: usize,
    regions: RegionSet,
    /// For each cell, its number among those in regions.
    marks: Vec<Option<usize>>,
    /// For each two cells in regions, a number for the sizes of the regions that have both.
    common: Vec<Vec<u64>>,
    /// For each row and each column, what can only come to a line of the same kind.
    kinds: [Vec<LineKind>; 2],
    transposed: bool,
    rows: Vec<u8>,
    columns: Vec<u8>,
    /// The cells in regions that come to cells in regions so far.
    matched: Vec<[usize; 2]>,
    /// How many of them there were before each line.
    lengths: Vec<usize>,
}

impl RegionMatching {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let regions = RegionSet::new(geometry);
        let marked = BTreeSet::from_iter(regions.iter().flatten().copied());
        let numbers = BTreeMap::from_iter(marked.iter().copied().zip(0..));
        let mut common = vec![vec![0_u64; marked.len()]; marked.len()];
        for region in regions.iter() {
            let kind = mixed(to_u64(region.len()));
            for a in region.iter().map(|cell| numbers[cell]) {
                for b in region.iter().map(|cell| numbers[cell]) {
                    common[a][b] = common[a][b].wrapping_add(kind);
                }
            }
        }
        let marks = (0..geometry.cells()).map(|cell| numbers.get(&cell).copied());
        let marks: Vec<_> = marks.collect();
        let kind = |cell: usize| marks[cell].map_or(0, |mark| mixed(common[mark][mark]));
        let size = geometry.size();
        let (box_rows, box_columns) = geometry.band_and_stack();
        let kinds = [
            line_kinds(size, box_rows, |row, column| kind(row * size + column)),
            line_kinds(size, box_columns, |column, row| kind(row * size + column)),
        ];
        Self {
            size,
            box_rows,
            box_columns,
            regions,
            marks,
            common,
            kinds,
            transposed: false,
            rows: Vec::new(),
            columns: Vec::new(),
            matched: Vec::new(),
            lengths: Vec::new(),
        }
    }

    /// Forgets all lines.
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.columns.clear();
        self.matched.clear();
        self.lengths.clear();
    }

    /// A transformation with the lines so far that keeps the regions, if there is one.
    pub(super) fn complete(
        &mut self,
        stop: &mut StopPoll,
    ) -> Result<Option<Transformation>, StopReason> {
        stop.step()?;
        let axis = match (self.rows.len(), self.columns.len()) {
            (rows, columns) if rows == self.size && columns == self.size => {
                let map = self.transformation();
                return Ok(self.regions.is_kept_by(&map).then_some(map));
            }
            // Rows and columns in turn have common cells early.
            (rows, columns) if rows <= columns && rows < self.size => Axis::Row,
            _ => Axis::Column,
        };
        for line in 0..self.size {
            if self.add(axis, line) {
                let found = self.complete(stop)?;
                if found.is_some() {
                    return Ok(found);
                }
                self.remove(axis);
            }
        }
        Ok(None)
    }

    /// Brings a line to the next place, if the regions allow it. From the number of rows on, the
    /// first row is one of the transposed grid.
    pub(super) fn add(&mut self, axis: Axis, line: usize) -> bool {
        let Ok(number) = u8::try_from(line % self.size) else { return false };
        if self.lengths.is_empty() {
            self.transposed = line >= self.size;
        }
        let [rows, columns] = &self.kinds;
        let (to, from) = match axis {
            Axis::Row => (rows, if self.transposed { columns } else { rows }),
            Axis::Column => (columns, if self.transposed { rows } else { columns }),
        };
        let (lines, length) = match axis {
            Axis::Row => (&mut self.rows, self.box_rows),
            Axis::Column => (&mut self.columns, self.box_columns),
        };
        if to[lines.len()] != from[usize::from(number)] || !fits(lines, number, length) {
            return false;
        }
        lines.push(number);
        self.lengths.push(self.matched.len());
        let is_possible = match axis {
            Axis::Row => (0..self.columns.len()).all(|j| self.add_cell(self.rows.len() - 1, j)),
            Axis::Column => (0..self.rows.len()).all(|i| self.add_cell(i, self.columns.len() - 1)),
        };
        if !is_possible {
            self.remove(axis);
        }
        is_possible
    }

    /// Adds a cell to the matched ones, if it is in a region.
    fn add_cell(&mut self, row: usize, column: usize) -> bool {
        let (from_row, from_column) =
            (usize::from(self.rows[row]), usize::from(self.columns[column]));
        let source = match self.transposed {
            true => from_column * self.size + from_row,
            false => from_row * self.size + from_column,
        };
        match [row * self.size + column, source].map(|cell| self.marks[cell]) {
            [None, None] => true,
            [Some(to), Some(from)] => {
                self.matched.push([to, from]);
                let is_equal = |&[a, b]: &[usize; 2]| self.common[to][a] == self.common[from][b];
                self.matched.iter().all(is_equal)
            }
            _ => false,
        }
    }

    /// Undoes the last [`add`](Self::add).
    fn remove(&mut self, axis: Axis) {
        match axis {
            Axis::Row => self.rows.pop(),
            Axis::Column => self.columns.pop(),
        };
        self.matched.truncate(self.lengths.pop().unwrap_or(0));
    }

    fn transformation(&self) -> Transformation {
        let values = Transformation::identity(self.size);
        Transformation::from_checked(
            self.size,
            self.transposed,
            &self.rows,
            &self.columns,
            values.rows(),
        )
    }
}

/// Numbers for the cells in regions of a line, and for those of the lines of its block.
type LineKind = [u64; 2];

/// The kinds of all rows, or of all columns, from numbers for their cells.
fn line_kinds(size: usize, length: usize, kind: impl Fn(usize, usize) -> u64) -> Vec<LineKind> {
    let sum = |numbers: &mut dyn Iterator<Item = u64>| numbers.fold(0, u64::wrapping_add);
    let line = |line: usize| mixed(sum(&mut (0..size).map(|other| kind(line, other))));
    let block = |first: usize| sum(&mut (first..first + length).map(line));
    (0..size).map(|number| [line(number), block(number - number % length)]).collect()
}

/// A number that looks random.
fn mixed(number: u64) -> u64 {
    splitmix::next(&mut { number })
}

/// Whether a line of a grid may come after these lines: it is a new one, and lines of a block come
/// from one block.
fn fits(lines: &[u8], line: u8, length: usize) -> bool {
    let block = |line: u8| usize::from(line) / length;
    let place = lines.len();
    (0..).zip(lines).all(|(other, &from): (usize, _)| {
        from != line && (other / length == place / length) == (block(from) == block(line))
    })
}
