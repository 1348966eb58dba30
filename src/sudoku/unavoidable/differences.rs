//! [`DifferenceSearch`]: where other solutions differ from a solution grid in few cells.
//!
//! A difference is a set of cells with a new value for each of them. In each row, column, box and
//! complete region the new values are the old ones in another order. The search starts with the
//! smallest cell of a difference and follows what must hold:
//!
//! 1. A cell that takes a value removes this value from the cell that has it, in each of its units.
//!    Those cells are *changed*, too.
//! 2. A changed cell without a new value is *open*. It takes a value that was removed from its
//!    units, or another one, which changes more cells.
//! 3. When no cell is open, the changed cells are a difference: each unit then has as many new
//!    values as old ones, and each new value is among the old ones.
//!
//! Only changes that follow from others are made, so all minimal differences are found, and others
//! that contain them. A lower bound of the cells that must still change cuts the search off.

use super::places::{NO_CELL, Places};
use crate::ids::as_index;
use crate::search::StopReason;
use crate::sudoku::stop_poll::StopPoll;

/// The kinds of units that every cell is in once: rows, columns, boxes.
const KINDS: usize = 3;

/// What a set of changed cells still needs.
#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    /// The values of changed cells, and those of them that need another changed cell.
    present: u64,
    incomplete: u64,
    /// For each kind, the number of units with one changed cell. They need another one.
    lonely: [usize; KINDS],
}

impl Needs {
    /// A lower bound of the number of cells that must change: each has one value, and is in one
    /// unit of each kind.
    fn cells(&self) -> usize {
        let incomplete = as_index(self.incomplete.count_ones());
        self.lonely.iter().fold(incomplete, |most, &lonely| most.max(lonely))
    }
}

/// A search for the differences of one grid.
#[derive(Debug)]
pub(super) struct DifferenceSearch<'a> {
    places: &'a Places,
    /// The most cells of a difference.
    max_size: usize,
    /// The smallest cell of the differences that are searched for.
    first: usize,
    /// The changed cells in the order in which they were changed, and those of them that are open.
    changed: Vec<usize>,
    open: Vec<usize>,
    /// For each unit: the values of its changed cells, the new values, and the values whose cell
    /// may change or that the unit lacks.
    old: Vec<u64>,
    new: Vec<u64>,
    movable: Vec<u64>,
    /// For each value, the rows of its changed cells.
    rows: Vec<u64>,
    needs: Needs,
    stop: StopPoll,
}

impl<'a> DifferenceSearch<'a> {
    pub(super) fn new(places: &'a Places, max_size: usize, stop: StopPoll) -> Self {
        let units = places.units();
        Self {
            places,
            max_size,
            first: 0,
            changed: Vec::new(),
            open: Vec::new(),
            old: vec![0; units],
            new: vec![0; units],
            movable: vec![0; units],
            rows: vec![0; places.size()],
            needs: Needs::default(),
            stop,
        }
    }

    /// Calls the visitor with each difference whose smallest cell is `first`, as cells in any
    /// order. A set of cells is visited once for each way to rearrange its values. After an error
    /// the search is of no further use.
    pub(super) fn visit(
        &mut self,
        first: usize,
        visitor: &mut dyn FnMut(&[usize]),
    ) -> Result<(), StopReason> {
        self.stop.look()?;
        self.first = first;
        for unit in 0..self.places.units() {
            self.movable[unit] = (0..self.places.size())
                .filter(|&value| self.may_change(self.places.place(unit, value)))
                .fold(0, |values, value| values | 1 << value);
        }
        self.change(first);
        if self.may_change(first) && self.is_within_size() {
            self.extend(visitor)?;
        }
        self.restore(0, 0, Needs::default());
        Ok(())
    }

    /// Whether a cell may change at all. One that does not exist changes nothing.
    fn may_change(&self, cell: usize) -> bool {
        cell == NO_CELL || cell >= self.first
    }

    /// Gives a value to an open cell, in all ways.
    fn extend(&mut self, visitor: &mut dyn FnMut(&[usize])) -> Result<(), StopReason> {
        if self.open.is_empty() {
            visitor(&self.changed);
            return Ok(());
        }
        let Some((index, mut values)) = self.narrowest() else { return Ok(()) };
        let places = self.places;
        let cell = self.open.swap_remove(index);
        let (changed, open, needs) = (self.changed.len(), self.open.len(), self.needs);
        while values != 0 {
            let value = values & values.wrapping_neg();
            values ^= value;
            self.stop.step()?;
            for &unit in places.units_of(cell) {
                self.new[unit] |= value;
            }
            for &unit in places.units_of(cell) {
                if self.old[unit] & value == 0 {
                    self.change(places.place_of_bit(unit, value));
                }
            }
            if self.is_within_size() {
                self.extend(visitor)?;
            }
            self.restore(changed, open, needs);
            for &unit in places.units_of(cell) {
                self.new[unit] ^= value;
            }
        }
        self.open.push(cell);
        let last = self.open.len() - 1;
        self.open.swap(index, last);
        Ok(())
    }

    /// The index of an open cell with the fewest possible values, and these; `None` if a cell has
    /// none.
    fn narrowest(&self) -> Option<(usize, u64)> {
        let mut best = (u32::MAX, 0, 0);
        for (index, &cell) in self.open.iter().enumerate() {
            let values = self.possible_values(cell);
            let count = values.count_ones();
            if count < best.0 {
                best = (count, index, values);
                if count <= 1 {
                    break;
                }
            }
        }
        (best.0 > 0).then_some((best.1, best.2))
    }

    /// The values that an open cell can take, as far as numbers of cells decide.
    fn possible_values(&self, cell: usize) -> u64 {
        let places = self.places;
        let (mut taken, mut possible) = (1 << places.value(cell), places.all_values());
        for &unit in places.units_of(cell) {
            taken |= self.new[unit];
            possible &= self.old[unit] | self.movable[unit];
        }
        // For each value, whether its cell in the row, in the column and in the box would change,
        // if that is not the same cell.
        let [row, column, r#box] = places.kinds_of(cell).map(|unit| !self.old[unit]);
        let r#box = r#box & !places.aligned(cell);
        let at_least =
            [row | column | r#box, row & column | (row | column) & r#box, row & column & r#box];
        // The number of cells that may change besides those that the values need anyway.
        let spare =
            self.max_size - self.changed.len() - as_index(self.needs.incomplete.count_ones());
        let too_many = |spare: usize| at_least.get(spare).copied().unwrap_or(0);
        let too_costly = too_many(spare) & !self.needs.incomplete | too_many(spare + 1);
        // A value without a changed cell needs two of them.
        let too_new = if spare < 2 { at_least[0] & !self.needs.present } else { 0 };
        possible & !taken & !too_costly & !too_new
    }

    /// Changes a cell, unless it is changed already or there is none.
    fn change(&mut self, cell: usize) {
        if cell == NO_CELL {
            return;
        }
        let (places, value) = (self.places, self.places.value(cell));
        let units = places.units_of(cell);
        if self.old[units[0]] >> value & 1 == 1 {
            return;
        }
        self.changed.push(cell);
        self.open.push(cell);
        for (unit, lonely) in places.kinds_of(cell).into_iter().zip(&mut self.needs.lonely) {
            let old = self.old[unit];
            if old == 0 {
                *lonely += 1;
            } else if is_single(old) {
                *lonely -= 1;
            }
        }
        for &unit in units {
            self.old[unit] |= 1 << value;
        }
        let before = self.rows[value];
        self.rows[value] |= 1 << places.row(cell);
        // A single cell with the value can't change alone, and two only if they can exchange their
        // columns.
        if before == 0 {
            self.needs.present |= 1 << value;
            self.needs.incomplete |= 1 << value;
        } else if !is_single(before)
            || places.can_exchange(value, before.trailing_zeros(), places.row(cell))
        {
            self.needs.incomplete &= !(1 << value);
        }
    }

    /// Restores all cells that were changed after the first ones.
    fn restore(&mut self, changed: usize, open: usize, needs: Needs) {
        for &cell in &self.changed[changed..] {
            let value = self.places.value(cell);
            for &unit in self.places.units_of(cell) {
                self.old[unit] &= !(1 << value);
            }
            self.rows[value] &= !(1 << self.places.row(cell));
        }
        self.changed.truncate(changed);
        self.open.truncate(open);
        self.needs = needs;
    }

    /// Whether the difference can be completed within the size limit.
    fn is_within_size(&self) -> bool {
        self.changed.len() + self.needs.cells() <= self.max_size
    }
}

/// Whether a set that is not empty has one bit.
fn is_single(set: u64) -> bool {
    set & (set - 1) == 0
}
