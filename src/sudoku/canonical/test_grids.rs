//! Random transformations and grids for tests.

use super::transformation::Transformation;
use crate::engine::splitmix;
use crate::ids::to_u64;
use crate::sudoku::Grid;

/// A pseudorandom sequence from a seed.
pub(super) struct Random(pub(super) u64);

impl Random {
    /// A number below a bound above 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(splitmix::next(&mut self.0) % to_u64(bound)).unwrap()
    }

    /// The numbers below a bound in a random order.
    pub(super) fn permutation(&mut self, bound: usize) -> Vec<u8> {
        let mut numbers: Vec<_> = (0..u8::try_from(bound).unwrap()).collect();
        (1..bound).for_each(|last| numbers.swap(last, self.below(last + 1)));
        numbers
    }

    /// Any grid, with as many blanks as there are of each value.
    pub(super) fn any_grid(&mut self, size: usize) -> Grid {
        let cells = (0..size * size).map(|_| u8::try_from(self.below(size + 1)).unwrap());
        Grid::from_cells(size, cells.collect()).unwrap()
    }

    /// Any transformation of grids of a size.
    pub(super) fn transformation(&mut self, size: usize) -> Transformation {
        let [rows, columns, values] = [(); 3].map(|()| self.permutation(size));
        Transformation::from_checked(size, self.below(2) == 1, &rows, &columns, &values)
    }
}
