//! Puzzles of a number of clues against definitions.

use super::{SIX, all_grids, difference, nine, puzzle, set_of, six, small_geometries};
use crate::sudoku::unavoidable::{HittingProblem, UnavoidableError, UnavoidableSets};
use crate::sudoku::{Encoding, Geometry, Grid, SudokuSolver};
use std::collections::BTreeSet;

/// A 6x6 grid that has puzzles with 8 clues. None has puzzles with fewer.
pub(super) const SIX_WITH_8: &str = "432156516423651234243561165342324615";

/// The puzzles by exact covers, each found once.
pub(super) fn by_exact_cover(geometry: &Geometry, grid: &Grid, clues: usize) -> BTreeSet<String> {
    let found = HittingProblem::new(geometry, grid, clues).unwrap().puzzles().unwrap();
    let count = found.len();
    let found: BTreeSet<_> = found.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), count);
    found
}

#[test]
fn puzzles_of_4x4_grids_are_those_by_definition() {
    for geometry in small_geometries() {
        let grids = all_grids(&geometry);
        let grid = &grids[grids.len() / 2];
        let others = grids.iter().filter(|&other| other != grid);
        let differences: Vec<_> = others.map(|other| difference(grid, other)).collect();
        let is_puzzle = |clues: &u128| differences.iter().all(|set| set & clues != 0);
        let puzzles: Vec<_> = (0..1 << 16).filter(is_puzzle).collect();
        for clues in [0, 1, 2, 3, 4, 5, 6, 14, 15, 16, 17, 1000] {
            let is_right = |set: &&u128| usize::try_from(set.count_ones()) == Ok(clues);
            let expected = puzzles.iter().filter(is_right);
            let expected = expected.map(|&clues| puzzle(grid, clues).to_string()).collect();
            assert_eq!(by_exact_cover(&geometry, grid, clues), expected, "{grid} {clues}");
        }
    }
}

#[test]
fn the_fewest_clues_of_6x6_grids_are_known() {
    for (text, fewest) in [(SIX, 9), (SIX_WITH_8, 8)] {
        let grid: Grid = text.parse().unwrap();
        for clues in 7..=fewest {
            let found = by_exact_cover(&six(), &grid, clues);
            assert_eq!(found.is_empty(), clues < fewest);
        }
    }
}

#[test]
fn puzzles_of_a_6x6_grid_are_those_among_all_choices_of_cells() {
    let grid: Grid = SIX_WITH_8.parse().unwrap();
    let sets = UnavoidableSets::new(&six()).find(&grid).unwrap();
    let sets: Vec<_> = sets.iter().map(|set| u64::try_from(set_of(set)).unwrap()).collect();
    let mut solver = SudokuSolver::new(&Encoding::new(six()));
    let (mut choice, mut choices, mut expected) = ((1u64 << 8) - 1, 0, BTreeSet::new());
    while choice < 1 << 36 {
        choices += 1;
        if sets.iter().all(|set| set & choice != 0) {
            let puzzle = puzzle(&grid, choice.into());
            if solver.solve(&puzzle).unwrap().is_unique() {
                expected.insert(puzzle.to_string());
            }
        }
        // The next larger number with as many bits.
        let low = choice & choice.wrapping_neg();
        let up = choice + low;
        choice = up | ((choice ^ up) / low) >> 2;
    }
    assert_eq!((choices, expected.len()), (30_260_340, 396));
    assert_eq!(by_exact_cover(&six(), &grid, 8), expected);
}

#[test]
fn searches_refuse_what_they_do_not_support() {
    let large = Geometry::of_size(16).unwrap();
    let value = |cell: usize| (cell / 16 * 4 + cell / 64 + cell % 16) % 16 + 1;
    let cells = (0..256).map(|cell| u8::try_from(value(cell)).unwrap()).collect();
    let grid = Grid::from_cells(16, cells).unwrap();
    let refused = HittingProblem::new(&large, &grid, 60).unwrap_err();
    assert_eq!(refused, UnavoidableError::TooLarge { cells: 256, most: 128 });
    assert!(matches!(HittingProblem::new(&nine(), &grid, 9), Err(UnavoidableError::Grid(_))));
}
