//! Random transformations and grids for tests.

use super::transformation::Transformation;
use crate::sudoku::simd9::{BatchSolver, Variant};
use crate::sudoku::{Geometry, Grid};
use crate::tests::Random;

impl Random {
    /// The numbers below a bound in a random order.
    pub(super) fn permutation(&mut self, bound: usize) -> Vec<u8> {
        self.shuffled(0..u8::try_from(bound).unwrap())
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

    /// A permutation of lines that keeps blocks of a length.
    fn lines(&mut self, size: usize, length: usize) -> Vec<u8> {
        let blocks = self.permutation(size / length);
        let lines = blocks.into_iter().flat_map(|block| {
            let first = block * u8::try_from(length).unwrap();
            self.permutation(length).into_iter().map(move |line| first + line)
        });
        lines.collect()
    }

    /// A transformation of a geometry whose regions and irregular boxes are ignored.
    pub(super) fn transformation_of(&mut self, geometry: &Geometry) -> Transformation {
        let (size, (height, width)) = (geometry.size(), geometry.band_and_stack());
        let transposed = height == width && self.below(2) == 1;
        let (rows, columns) = (self.lines(size, height), self.lines(size, width));
        Transformation::from_checked(size, transposed, &rows, &columns, &self.permutation(size))
    }

    /// A grid with so many clues of another one, if that has them.
    pub(super) fn puzzle(&mut self, grid: &Grid, clues: usize) -> Grid {
        let mut cells: Vec<_> = (0..grid.cells().len()).filter(|&c| grid.cells()[c] != 0).collect();
        (1..cells.len()).for_each(|last| cells.swap(last, self.below(last + 1)));
        let mut puzzle = grid.clone();
        cells.into_iter().skip(clues).for_each(|cell| puzzle.set(cell, 0).unwrap());
        puzzle
    }

    /// Solutions of plain 9x9 Sudoku with random boxes on the diagonal.
    pub(super) fn solutions(&mut self, count: usize) -> Vec<Grid> {
        let puzzles = (0..count).map(|_| {
            let mut cells = [0; 81];
            for corner in [0, 30, 60] {
                for (i, value) in self.permutation(9).into_iter().enumerate() {
                    cells[corner + 9 * (i / 3) + i % 3] = value + 1;
                }
            }
            cells
        });
        let mut solver = BatchSolver::new(Variant::Standard).limit(1);
        let results = solver.solve_all(puzzles.collect::<Vec<_>>());
        results.map(|result| result.first.unwrap().try_into().unwrap()).collect()
    }
}

/// A solution with many automorphisms.
pub(super) fn pattern(geometry: &Geometry) -> Grid {
    let (size, (height, width)) = (geometry.size(), geometry.box_shape().unwrap_or((1, 1)));
    let shift = |row: usize| row % height * width + row / height;
    let value = |cell: usize| (shift(cell / size) + cell % size) % size + 1;
    let cells = (0..size * size).map(|cell| u8::try_from(value(cell)).unwrap());
    let grid = Grid::from_cells(size, cells.collect()).unwrap();
    assert!(grid.is_solution(geometry));
    grid
}
