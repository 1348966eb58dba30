//! [`Places`]: where each value of a solution grid is, in each unit.

use crate::ids::{as_index, to_u32};
use crate::sudoku::box_layout::BoxLayout;
use crate::sudoku::geometry::{Geometry, Unit};
use crate::sudoku::grid::Grid;
use std::ops::Range;

/// Stands for the cell of a value that a region lacks.
pub(super) const NO_CELL: usize = usize::MAX;

/// The values of a solution grid by cells and by units. Values are numbered from 0 here.
#[derive(Debug)]
pub(super) struct Places {
    size: usize,
    values: Vec<usize>,
    has_boxes: bool,
    /// The units of all cells, for each the row, the column, the box if there are boxes, and then
    /// the regions; and for each cell, where its units begin and end.
    units: Vec<usize>,
    units_of: Vec<Range<usize>>,
    /// For each unit and value, the cell.
    places: Vec<usize>,
    /// For each unit, the values that it lacks.
    absent: Vec<u64>,
    /// For each cell, the values whose cell in its box is in its row or column, too.
    aligned: Vec<u64>,
    /// For each value and two rows, whether the two cells may exchange their columns.
    exchanges: Vec<bool>,
}

impl Places {
    /// The places of a grid that is a solution of the geometry.
    pub(super) fn new(geometry: &Geometry, grid: &Grid) -> Self {
        let size = geometry.size();
        let values: Vec<_> =
            grid.cells().iter().map(|&value| usize::from(value.saturating_sub(1))).collect();
        let mut places = vec![NO_CELL; geometry.units().len() * size];
        let mut absent = Vec::with_capacity(geometry.units().len());
        for (unit, cells) in geometry.units().iter().map(Unit::cells).enumerate() {
            let mut lacks = u64::MAX >> (64 - size);
            for &cell in cells {
                places[unit * size + values[cell]] = cell;
                lacks &= !(1 << values[cell]);
            }
            absent.push(lacks);
        }
        let (mut units, mut units_of) = (Vec::new(), Vec::with_capacity(geometry.cells()));
        for cell in 0..geometry.cells() {
            let start = units.len();
            units.extend_from_slice(geometry.units_of(cell));
            units_of.push(start..units.len());
        }
        let (aligned, exchanges) = (Vec::new(), Vec::new());
        let has_boxes = *geometry.boxes() != BoxLayout::None;
        let mut all =
            Self { size, values, has_boxes, units, units_of, places, absent, aligned, exchanges };
        all.aligned = (0..all.cells()).map(|cell| all.find_aligned(cell)).collect();
        all.exchanges = all.find_exchanges();
        all
    }

    fn find_aligned(&self, cell: usize) -> u64 {
        let [row, column, r#box] = self.kinds_of(cell);
        let is_aligned = |&value: &usize| {
            let place = self.place(r#box, value);
            place == self.place(row, value) || place == self.place(column, value)
        };
        (0..self.size).filter(is_aligned).fold(0, |values, value| values | 1 << value)
    }

    fn find_exchanges(&self) -> Vec<bool> {
        let rows = 0..self.size;
        let triples = rows.clone().flat_map(|value| {
            let rows = rows.clone();
            rows.clone().flat_map(move |one| rows.clone().map(move |other| (value, one, other)))
        });
        triples.map(|(value, one, other)| self.exchange(value, one, other)).collect()
    }

    /// Whether a value may exchange its columns in two rows: each complete unit has it as often as
    /// before.
    fn exchange(&self, value: usize, one: usize, other: usize) -> bool {
        let before = [one, other].map(|row| self.place(row, value));
        let columns = before.map(|cell| cell % self.size);
        let after = [one * self.size + columns[1], other * self.size + columns[0]];
        let units = |cells: [usize; 2]| {
            let mut units: Vec<_> = cells.iter().flat_map(|&cell| self.units_of(cell)).collect();
            units.retain(|&&unit| self.absent[unit] == 0);
            units.sort_unstable();
            units
        };
        one != other && units(before) == units(after)
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(super) fn cells(&self) -> usize {
        self.values.len()
    }

    pub(super) fn units(&self) -> usize {
        self.absent.len()
    }

    /// The units of a cell: its row, its column, its box if there are boxes, and then its regions.
    pub(super) fn units_of(&self, cell: usize) -> &[usize] {
        &self.units[self.units_of[cell].clone()]
    }

    /// The units that every cell is in once: its row, its column and its box. Without boxes, the
    /// row takes the place of the box: it demands nothing more.
    pub(super) fn kinds_of(&self, cell: usize) -> [usize; 3] {
        match *self.units_of(cell) {
            [row, column, r#box, ..] if self.has_boxes => [row, column, r#box],
            [row, column, ..] => [row, column, row],
            _ => [0; 3],
        }
    }

    pub(super) fn value(&self, cell: usize) -> usize {
        self.values[cell]
    }

    pub(super) fn row(&self, cell: usize) -> usize {
        cell / self.size
    }

    /// The cell of a unit that has a value, or [`NO_CELL`].
    pub(super) fn place(&self, unit: usize, value: usize) -> usize {
        self.places[unit * self.size + value]
    }

    /// [`place`](Self::place) of the value that a bit stands for.
    pub(super) fn place_of_bit(&self, unit: usize, value: u64) -> usize {
        self.place(unit, as_index(value.trailing_zeros()))
    }

    /// The values whose cell in the box of a cell is in its row or column, too, as bits.
    pub(super) fn aligned(&self, cell: usize) -> u64 {
        self.aligned[cell]
    }

    /// All values, as bits.
    pub(super) fn all_values(&self) -> u64 {
        u64::MAX >> (64 - to_u32(self.size))
    }

    /// Whether a value may exchange its columns in two rows.
    pub(super) fn can_exchange(&self, value: usize, one: u32, other: usize) -> bool {
        self.exchanges[(value * self.size + as_index(one)) * self.size + other]
    }
}
