//! Random puzzles, and forms of puzzles.

use crate::sudoku::minimal::Minimiser;
use crate::sudoku::{Geometry, Grid, solve_grid};
use crate::tests::Random;

/// A full grid.
fn full_grid(geometry: &Geometry, random: &mut Random) -> Grid {
    loop {
        let mut grid = Grid::blank(geometry.size());
        for cell in random.shuffled(0..geometry.cells()).into_iter().take(geometry.size()) {
            let value = u8::try_from(random.below(geometry.size()) + 1).unwrap();
            grid.set(cell, value).unwrap();
            if grid.clash(geometry).is_some() {
                grid.set(cell, 0).unwrap();
            }
        }
        if let Some(full) = solve_grid(&grid, geometry).unwrap().into_first() {
            return full;
        }
    }
}

/// Minimal puzzles of a geometry.
pub(super) fn puzzles(geometry: &Geometry, number: usize, seed: u64) -> Vec<Grid> {
    let (mut random, mut minimiser) = (Random(seed), Minimiser::new(geometry));
    let tasks = (0..number)
        .map(|_| (full_grid(geometry, &mut random), random.shuffled(0..geometry.cells())))
        .collect();
    minimiser.minimise_all(tasks).into_iter().map(Result::unwrap).collect()
}

/// A way to permute the cells and to rename the values of puzzles without regions and with square
/// boxes.
pub(super) struct Form {
    /// For each cell of the new grid, the old one.
    pub(super) cells: Vec<usize>,
    /// For each value, from 1, the new one.
    pub(super) values: Vec<u8>,
}

impl Form {
    pub(super) fn random(box_size: usize, random: &mut Random) -> Self {
        let size = box_size * box_size;
        let mut lines = || {
            let bands = random.shuffled(0..box_size);
            let in_band = |band| {
                let lines = random.shuffled(0..box_size);
                lines.into_iter().map(move |line| band * box_size + line)
            };
            bands.into_iter().flat_map(in_band).collect::<Vec<_>>()
        };
        let (rows, columns) = (lines(), lines());
        let is_transposed = random.below(2) == 1;
        let cell = |at: usize| match is_transposed {
            true => columns[at % size] * size + rows[at / size],
            false => rows[at / size] * size + columns[at % size],
        };
        let cells = (0..size * size).map(cell).collect();
        Self { cells, values: random.shuffled(1..=u8::try_from(size).unwrap()) }
    }

    pub(super) fn of(&self, grid: &Grid) -> Grid {
        let old = |&cell: &usize| grid.cells()[cell];
        let moved = self.cells.iter().map(old).collect();
        Grid::from_cells(grid.size(), moved).unwrap().relabelled(&self.values).unwrap()
    }

    /// The same for the candidates of all cells.
    pub(super) fn of_masks(&self, masks: &[u64]) -> Vec<u64> {
        let renamed = |mask: u64| {
            let values = self.values.iter().enumerate();
            values.fold(0, |all, (old, &new)| all | (mask >> old & 1) << (new - 1))
        };
        self.cells.iter().map(|&cell| renamed(masks[cell])).collect()
    }
}
