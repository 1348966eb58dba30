//! [`CandidateBoard`]: the candidates of all cells, closed under singles on demand.
//!
//! For each value in each complete unit one number holds how many places are left and the sum of
//! their cells. When a candidate is removed, a subtraction for each of its units updates both, and
//! the last place is known without a search: the sum is its cell.

use super::unit_table::UnitTable;
use crate::ids::{as_index, to_u32};
use crate::sudoku::grid::Grid;

/// The bit of a cell that has its value.
const PLACED: u64 = 1 << 63;

/// One place in the count of a unit: the cell is above the count.
const CELL_SHIFT: u32 = 8;
const COUNT: u32 = (1 << CELL_SHIFT) - 1;

/// The candidates of all cells. Values are numbers from 0 here.
///
/// A cell is *placed* if its value is set and removed from its peers; a cell with one candidate
/// need not be.
#[derive(Clone, Default, Debug)]
pub(super) struct CandidateBoard {
    /// Bit `v` of a cell: value `v` is a candidate.
    masks: Vec<u64>,
    /// For each unit and value: the number of places, and their sum shifted by [`CELL_SHIFT`].
    places: Vec<u32>,
    /// The number of cells that are not placed.
    open: usize,
    /// Singles that are to be placed, as cell and value; some more than once.
    pending: Vec<(u32, u32)>,
    is_contradictory: bool,
}

impl CandidateBoard {
    /// Sets all candidates of all cells.
    fn reset(&mut self, table: &UnitTable) {
        let (size, cells) = (table.size(), table.cells());
        self.masks.clear();
        self.masks.resize(cells, (1 << size) - 1);
        self.places.clear();
        self.places.resize(table.geometry().units().len() * size, 0);
        for &unit in table.complete() {
            let sum: usize = table.unit(unit).iter().sum();
            let places = to_u32(sum) << CELL_SHIFT | to_u32(size);
            self.places[unit * size..][..size].fill(places);
        }
        self.open = cells;
        self.pending.clear();
        self.is_contradictory = false;
    }

    /// Sets the clues of a puzzle, and removes their values from their peers.
    pub(super) fn set_clues(&mut self, table: &UnitTable, puzzle: &Grid) {
        self.reset(table);
        for (cell, &clue) in puzzle.cells().iter().enumerate() {
            if let Some(value) = usize::from(clue).checked_sub(1) {
                self.place(table, cell, value);
            }
        }
    }

    /// The values of all cells, if all are placed.
    pub(super) fn solution(&self, table: &UnitTable) -> Option<Grid> {
        if !self.is_solved() {
            return None;
        }
        let value = |&mask: &u64| u8::try_from(mask.trailing_zeros() + 1).ok();
        let cells = self.masks.iter().map(value).collect::<Option<_>>()?;
        Grid::from_cells(table.size(), cells).ok()
    }

    /// Becomes a copy of another board that has no pending singles.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.masks.clone_from(&other.masks);
        self.places.clone_from(&other.places);
        self.open = other.open;
        self.pending.clear();
        self.is_contradictory = other.is_contradictory;
    }

    /// The candidates of a cell.
    #[inline]
    pub(super) fn mask(&self, cell: usize) -> u64 {
        self.masks[cell] & !PLACED
    }

    /// Whether a cell has its value.
    #[inline]
    pub(super) fn is_placed(&self, cell: usize) -> bool {
        self.masks[cell] & PLACED != 0
    }

    /// Whether a cell has a candidate.
    #[inline]
    pub(super) fn has(&self, cell: usize, value: usize) -> bool {
        self.masks[cell] >> value & 1 == 1
    }

    /// The number of cells that are not placed.
    pub(super) fn open(&self) -> usize {
        self.open
    }

    /// Whether every cell is placed.
    pub(super) fn is_solved(&self) -> bool {
        self.open == 0 && !self.is_contradictory
    }

    /// The number of places of a value in a complete unit.
    #[inline]
    pub(super) fn count(&self, table: &UnitTable, unit: usize, value: usize) -> usize {
        as_index(self.places[unit * table.size() + value] & COUNT)
    }

    /// The sum of the cells in which a complete unit has a place of a value.
    #[inline]
    pub(super) fn sum(&self, table: &UnitTable, unit: usize, value: usize) -> usize {
        as_index(self.places[unit * table.size() + value] >> CELL_SHIFT)
    }

    /// Removes a candidate, if it is there.
    #[inline]
    pub(super) fn remove(&mut self, table: &UnitTable, cell: usize, value: usize) {
        if !self.has(cell, value) {
            return;
        }
        self.masks[cell] &= !(1 << value);
        let left = self.masks[cell];
        // A placed cell that loses its value has only the bit PLACED left.
        if left & !PLACED == 0 {
            self.is_contradictory = true;
        } else if left.is_power_of_two() {
            self.pending.push((to_u32(cell), left.trailing_zeros()));
        }
        self.uncount(table, cell, value);
    }

    /// Removes a place from the counts of its units.
    #[inline]
    fn uncount(&mut self, table: &UnitTable, cell: usize, value: usize) {
        for &unit in table.complete_of(cell) {
            let places = &mut self.places[as_index(unit) * table.size() + value];
            *places -= to_u32(cell) << CELL_SHIFT | 1;
            match *places & COUNT {
                0 => self.is_contradictory = true,
                1 => self.pending.push((*places >> CELL_SHIFT, to_u32(value))),
                _ => {}
            }
        }
    }

    /// Gives a cell its value, and removes the value from its peers.
    pub(super) fn place(&mut self, table: &UnitTable, cell: usize, value: usize) {
        let (mask, bit) = (self.masks[cell], 1 << value);
        if mask & bit == 0 {
            self.is_contradictory = true;
        }
        if mask & PLACED != 0 || self.is_contradictory {
            return;
        }
        self.masks[cell] = PLACED | bit;
        self.open -= 1;
        for other in values(mask & !bit) {
            self.uncount(table, cell, other);
        }
        for &peer in table.peers(cell) {
            self.remove(table, as_index(peer), value);
        }
    }

    /// Places singles until there are none. Returns whether there is no contradiction: no cell
    /// without a candidate, and no value without a place in a complete unit. The result does not
    /// depend on the order, since removing candidates never makes a single inapplicable.
    pub(super) fn close(&mut self, table: &UnitTable) -> bool {
        while let Some((cell, value)) = self.pending.pop() {
            if self.is_contradictory {
                self.pending.clear();
                break;
            }
            self.place(table, as_index(cell), as_index(value));
        }
        !self.is_contradictory
    }

    /// Forgets the pending singles: a logical solver finds them itself.
    pub(super) fn clear_pending(&mut self) {
        self.pending.clear();
    }
}

/// The values in a mask, ascending.
#[inline]
pub(super) fn values(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let value = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (value < u64::BITS).then(|| as_index(value))
    })
}
