//! [`ClueSearch`] against exact covers, against all choices of cells, and under transformations.

use super::puzzles::{SIX_WITH_8, by_exact_cover};
use super::{
    FULL, PUZZLE, SIX, all_grids, diagonal, nine, puzzle, random_grids, six, small_geometries,
};
use crate::search::{CancelToken, StopReason};
use crate::sudoku::simd9::{BatchSolver, Variant};
use crate::sudoku::unavoidable::checker::PuzzleChecker;
use crate::sudoku::unavoidable::clue_branch::ClueBranch;
use crate::sudoku::unavoidable::clue_tree::ClueTree;
use crate::sudoku::unavoidable::{ClueSearch, UnavoidableError, UnavoidableSets};
use crate::sudoku::{Geometry, Grid};
use crate::tests::is_thorough;
use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

/// The puzzles of some parts in their order.
fn visit_parts(search: &mut ClueSearch, parts: Range<u64>) -> Vec<String> {
    let mut puzzles = Vec::new();
    let stop = search.visit_parts(parts, |puzzle| {
        puzzles.push(puzzle.to_string());
        ControlFlow::Continue(())
    });
    assert_eq!(stop, StopReason::Exhausted);
    puzzles
}

/// All puzzles, each found once.
fn all(geometry: &Geometry, grid: &Grid, clues: usize) -> BTreeSet<String> {
    let found = visit_parts(&mut ClueSearch::new(geometry, grid, clues).unwrap(), 0..u64::MAX);
    let distinct: BTreeSet<_> = found.iter().cloned().collect();
    assert_eq!(distinct.len(), found.len());
    distinct
}

#[test]
fn puzzles_of_small_grids_are_those_of_exact_covers() {
    for geometry in small_geometries() {
        let grids = all_grids(&geometry);
        for grid in grids.iter().step_by(grids.len().div_ceil(2)) {
            for clues in [0, 1, 2, 3, 4, 5, 6, 14, 15, 16, 17, 1000] {
                let expected = by_exact_cover(&geometry, grid, clues);
                assert_eq!(all(&geometry, grid, clues), expected, "{grid} {clues}");
            }
        }
    }
    for (text, clues) in [(SIX, 8), (SIX, 9), (SIX_WITH_8, 7), (SIX_WITH_8, 8)] {
        let grid: Grid = text.parse().unwrap();
        assert_eq!(all(&six(), &grid, clues), by_exact_cover(&six(), &grid, clues), "{clues}");
    }
}

/// The cells of a puzzle's clues.
fn clues_of(puzzle: &Grid) -> u128 {
    puzzle.clue_cells().fold(0, |cells, cell| cells | 1 << cell)
}

fn tree(geometry: &Geometry, grid: &Grid) -> ClueTree {
    let sets = UnavoidableSets::new(geometry).find(grid).unwrap();
    let known = sets.iter().map(|set| super::set_of(set)).collect();
    ClueTree::new(PuzzleChecker::new(geometry, grid), known)
}

/// The puzzles of a branch, each found once.
fn of_branch(tree: &mut ClueTree, branch: ClueBranch) -> BTreeSet<u128> {
    let (mut found, mut count) = (BTreeSet::new(), 0);
    let flow = tree.search(branch, &mut |clues| {
        found.insert(clues);
        count += 1;
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue() && found.len() == count);
    found
}

/// The same by a test of each choice of clues.
fn by_choices(variant: Variant, grid: &Grid, branch: ClueBranch) -> BTreeSet<u128> {
    let mut choices = vec![(branch.clues, 0)];
    for _ in 0..branch.left {
        let more = choices.iter().flat_map(|&(clues, from)| {
            let cells = (from..81).filter(|cell| branch.live >> cell & 1 == 1);
            cells.map(move |cell| (clues | 1 << cell, cell + 1))
        });
        choices = more.collect();
    }
    let cells = |clues| *puzzle(grid, clues).cells().first_chunk().unwrap();
    let mut solver = BatchSolver::new(variant).limit(2).keep_first(false);
    let results = solver.solve_all(choices.iter().map(|&(clues, _)| cells(clues)));
    let unique = results.map(|result| result.solutions == 1);
    choices.iter().zip(unique).filter(|(_, is)| *is).map(|(&(clues, _), _)| clues).collect()
}

#[test]
fn puzzles_of_branches_of_9x9_grids_are_those_among_all_choices_of_cells() {
    let grid: Grid = FULL.parse().unwrap();
    let seventeen = clues_of(&PUZZLE.parse().unwrap());
    let first = |set: u128, count| super::set_of(&super::cells_of(set)[..count]);
    let every = (1 << 81) - 1;
    let every_nth = |n| (0..81).step_by(n).fold(seventeen, |set, cell| set | 1 << cell);
    let fixed = first(seventeen, 14);
    let mut tree = tree(&nine(), &grid);
    let branches = [
        (fixed, every, 3),
        (fixed, every_nth(2), 4),
        (first(seventeen, 13), every_nth(3), 4),
        (first(seventeen, 3), every_nth(13), 14),
        (0, every_nth(13), 17),
        (0, every_nth(13), 18),
        (0, every_nth(13), 20),
    ];
    for (clues, live, left) in branches.into_iter().step_by(if is_thorough() { 1 } else { 3 }) {
        let branch = ClueBranch { clues, live: live & !clues, left };
        let found = of_branch(&mut tree, branch);
        assert!(!found.is_empty());
        assert_eq!(found, by_choices(Variant::Standard, &grid, branch), "{branch:?}");
    }
}

#[test]
fn puzzles_of_branches_of_diagonal_grids_are_those_among_all_choices_of_cells() {
    let (geometry, grid) = diagonal();
    let mut search = ClueSearch::new(&geometry, &grid, 20).unwrap();
    let mut first = None;
    let stop = search.visit(|puzzle| {
        first = Some(clues_of(puzzle));
        ControlFlow::Break(())
    });
    let clues = first.unwrap();
    assert_eq!((stop, clues.count_ones()), (StopReason::Interrupted, 20));
    let kept = super::set_of(&super::cells_of(clues)[..17]);
    let branch = ClueBranch { clues: kept, live: ((1 << 81) - 1) & !kept, left: 3 };
    let found = of_branch(&mut tree(&geometry, &grid), branch);
    assert!(found.contains(&clues));
    assert_eq!(found, by_choices(Variant::Diagonal, &grid, branch));
}

/// The parts that a puzzle belongs to.
fn parts_of(search: &ClueSearch, puzzle: &Grid) -> Vec<u64> {
    let clues = clues_of(puzzle);
    let is_in =
        |part: &ClueBranch| part.clues & !clues == 0 && clues & !(part.clues | part.live) == 0;
    (0..).zip(&search.parts).filter(|(_, part)| is_in(part)).map(|(part, _)| part).collect()
}

#[test]
fn the_part_of_a_puzzle_with_17_clues_finds_it() {
    let (planted, grid): (Grid, Grid) = (PUZZLE.parse().unwrap(), FULL.parse().unwrap());
    // The cell of each cell: the same, and after a permutation of rows, columns and bands.
    let maps: [&dyn Fn(usize) -> usize; 2] =
        [&|cell| cell, &|cell| [5, 3, 4, 8, 7, 6, 0, 2, 1][cell / 9] * 9 + (cell % 9 + 6) % 9];
    for map in maps {
        let [puzzle, grid] = [&planted, &grid].map(|grid| moved(grid, map));
        let mut search = ClueSearch::new(&nine(), &grid, 17).unwrap();
        assert!(search.parts() >= 256);
        let [part] = parts_of(&search, &puzzle)[..] else { panic!("it is in one part") };
        assert!(visit_parts(&mut search, part..part + 1).contains(&puzzle.to_string()));
    }
}

#[test]
#[ignore = "takes a minute"]
fn a_puzzle_with_17_clues_is_found() {
    let grid = FULL.parse().unwrap();
    assert!(all(&nine(), &grid, 17).contains(PUZZLE));
    assert!(all(&nine(), &grid, 16).is_empty());
}

/// A grid with its cells elsewhere.
fn moved(grid: &Grid, map: impl Fn(usize) -> usize) -> Grid {
    let mut cells = vec![0; grid.cells().len()];
    grid.cells().iter().enumerate().for_each(|(cell, &value)| cells[map(cell)] = value);
    Grid::from_cells(grid.size(), cells).unwrap()
}

#[test]
fn transformations_of_a_grid_transform_its_puzzles() {
    let grid: Grid = SIX_WITH_8.parse().unwrap();
    let expected = all(&six(), &grid, 8);
    assert_eq!(expected.len(), 396);
    let rows = |cell: usize| [3, 2, 4, 5, 0, 1][cell / 6] * 6 + cell % 6;
    let columns = |cell: usize| cell / 6 * 6 + [5, 3, 4, 0, 2, 1][cell % 6];
    let maps: [&dyn Fn(usize) -> usize; 2] = [&rows, &columns];
    for map in maps {
        let found = all(&six(), &moved(&grid, map), 8);
        let move_text = |text: &String| moved(&text.parse().unwrap(), map).to_string();
        assert_eq!(found, expected.iter().map(move_text).collect());
    }
}

#[test]
fn parts_add_up_to_the_whole_in_any_grouping_and_order() {
    let grid: Grid = SIX_WITH_8.parse().unwrap();
    let new = || ClueSearch::new(&six(), &grid, 8).unwrap();
    let (mut search, parts) = (new(), new().parts());
    assert!(parts >= 256);
    let whole = visit_parts(&mut search, 0..parts);
    assert_eq!((whole.len(), visit_parts(&mut search, 0..parts)), (396, whole.clone()));
    let range = |start| start..start + 100;
    let groups = (0..parts).step_by(100).map(|start| visit_parts(&mut new(), range(start)));
    assert_eq!(groups.flatten().collect::<Vec<_>>(), whole);
    let single = |part| visit_parts(&mut search, part..part + 1);
    let backwards: Vec<_> = (0..parts).rev().map(single).collect();
    assert_eq!(backwards.into_iter().rev().flatten().collect::<Vec<_>>(), whole);
    assert!(visit_parts(&mut new(), parts..u64::MAX).is_empty());
}

#[test]
fn puzzles_with_more_clues_than_needed_are_visited_at_once() {
    let mut solver = BatchSolver::new(Variant::Standard).limit(2);
    for (grid, clues) in random_grids(4).iter().zip([22, 28, 50, 79]) {
        let mut search = ClueSearch::new(&nine(), grid, clues).unwrap();
        let mut found = BTreeSet::new();
        let stop = search.visit(|puzzle| {
            assert_eq!(puzzle.clues(), clues);
            assert_eq!(solver.solve(puzzle.cells().first_chunk().unwrap()).solutions, 1);
            assert!(found.insert(puzzle.to_string()));
            if found.len() < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!((stop, found.len()), (StopReason::Interrupted, 20));
    }
}

#[test]
fn searches_for_clues_are_stopped() {
    let grid = FULL.parse().unwrap();
    let new = |clues| ClueSearch::new(&nine(), &grid, clues).unwrap();
    let any = |_: &Grid| ControlFlow::Continue(());
    let token = CancelToken::new();
    token.cancel();
    assert_eq!(new(17).cancel_token(token.clone()).visit(any), StopReason::Cancelled);
    assert_eq!(new(17).deadline(Instant::now()).visit(any), StopReason::Deadline);
    let start = Instant::now();
    let soon = start + Duration::from_millis(50);
    for clues in [18, 40] {
        assert_eq!(new(clues).deadline(soon).visit(any), StopReason::Deadline);
    }
    assert!(start.elapsed() < Duration::from_secs(2));
    let mut search = new(17).cancel_token(token);
    assert_eq!(search.visit_parts(5..5, any), StopReason::Exhausted);
}

#[test]
fn grids_that_a_clue_search_does_not_support_are_errors() {
    let large = Geometry::of_size(16).unwrap();
    let refused = ClueSearch::new(&large, &Grid::blank(16), 60).unwrap_err();
    assert_eq!(refused, UnavoidableError::TooLarge { cells: 256, most: 128 });
    assert!(matches!(
        ClueSearch::new(&nine(), &Grid::blank(9), 17),
        Err(UnavoidableError::Blank { cell: 0, size: 9 })
    ));
}
