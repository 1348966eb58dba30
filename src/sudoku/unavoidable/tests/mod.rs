//! Unavoidable sets and puzzles against definitions.

mod clue_search;
mod puzzles;
mod sets;

use crate::splitmix;
use crate::sudoku::simd9::{BatchSolver, Variant};
use crate::sudoku::{Encoding, Geometry, Grid, SudokuSolver};
use std::ops::ControlFlow;

/// A puzzle with 17 clues, and its solution.
const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
const FULL: &str =
    "417369825632158947958724316825437169791586432346912758289643571573291684164875293";

/// A 6x6 grid.
const SIX: &str = "123456456123231564564231312645645312";

fn nine() -> Geometry {
    Geometry::of_size(9).unwrap()
}

fn six() -> Geometry {
    Geometry::of_size(6).unwrap()
}

/// The geometries of 4x4 grids: without and with further regions.
fn small_geometries() -> Vec<Geometry> {
    let plain = Geometry::of_size(4).unwrap();
    let cage = plain.clone().with_region("cage", &[1, 6, 11]).unwrap();
    let ring = plain.clone().with_region("ring", &[5, 6, 9, 10]).unwrap();
    let boxes = [[0, 1, 2, 4], [3, 6, 7, 10], [5, 8, 9, 12], [11, 13, 14, 15]];
    let jigsaw = Geometry::jigsaw(&boxes.map(Vec::from)).unwrap();
    let latin = Geometry::latin(4).unwrap();
    let diagonal = latin.clone().diagonal();
    let pair = latin.clone().with_region("pair", &[1, 4]).unwrap();
    vec![plain.clone(), plain.diagonal(), cage, ring, jigsaw, latin, diagonal, pair]
}

/// All solution grids of a geometry.
fn all_grids(geometry: &Geometry) -> Vec<Grid> {
    let mut grids = Vec::new();
    let mut solver = SudokuSolver::new(&Encoding::new(geometry.clone()));
    let count = solver.visit(&Grid::blank(geometry.size()), |grid| {
        grids.push(grid);
        ControlFlow::Continue(())
    });
    assert!(count.unwrap().is_complete());
    grids
}

/// 9x9 grids: solutions of three boxes with values in random order.
fn random_grids(count: usize) -> Vec<Grid> {
    let (mut solver, mut state) = (BatchSolver::new(Variant::Standard), 1);
    let mut random_grid = || {
        let mut cells = [0; 81];
        for corner in [0, 30, 60] {
            let mut values: Vec<u8> = (1..=9).collect();
            values.sort_by_key(|_| splitmix::next(&mut state));
            for (index, value) in values.into_iter().enumerate() {
                cells[corner + index / 3 * 9 + index % 3] = value;
            }
        }
        Grid::try_from(solver.solve(&cells).first.unwrap()).unwrap()
    };
    (0..count).map(|_| random_grid()).collect()
}

/// The geometry with both diagonals, and a grid of it.
fn diagonal() -> (Geometry, Grid) {
    let first = BatchSolver::new(Variant::Diagonal).limit(1).solve(&[0; 81]).first.unwrap();
    (nine().diagonal(), Grid::try_from(first).unwrap())
}

/// The cells in which two grids differ.
fn difference(a: &Grid, b: &Grid) -> u128 {
    let pairs = a.cells().iter().zip(b.cells()).enumerate();
    pairs.filter(|(_, (a, b))| a != b).fold(0, |set, (cell, _)| set | 1 << cell)
}

fn cells_of(set: u128) -> Vec<usize> {
    (0..128).filter(|cell| set >> cell & 1 == 1).collect()
}

fn set_of(cells: &[usize]) -> u128 {
    cells.iter().fold(0, |set, cell| set | 1 << cell)
}

/// The minimal ones of some sets, by size, then by cells.
fn minimal(sets: &[u128]) -> Vec<Vec<usize>> {
    let is_minimal = |set: u128| !sets.iter().any(|&other| other != set && other & set == other);
    let minimal = sets.iter().copied().filter(|&set| is_minimal(set));
    let mut minimal: Vec<_> = minimal.map(cells_of).collect();
    minimal.sort_by_key(|set| (set.len(), set.clone()));
    minimal.dedup();
    minimal
}

/// A grid with the values of some cells only.
fn puzzle(grid: &Grid, clues: u128) -> Grid {
    let mut puzzle = grid.clone();
    for cell in (0..grid.cells().len()).filter(|cell| clues >> cell & 1 == 0) {
        puzzle.set(cell, 0).unwrap();
    }
    puzzle
}
