//! Neighbours by definition, with dancing links.

use super::*;
use crate::Engine;
use crate::search::{CancelToken, StopReason};
use crate::sudoku::{Encoding, Geometry, Grid, SudokuSolver};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

const PUZZLE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

fn replacement(text: &str) -> Replacement {
    text.parse().unwrap()
}

/// The neighbours of a puzzle, without it, in the order in which they are found.
fn found(geometry: &Geometry, text: &str, puzzle: &Grid) -> Vec<String> {
    let mut found = Vec::new();
    let stop = Neighbours::new(geometry, replacement(text)).visit(puzzle, |neighbour| {
        found.push(neighbour.to_string());
        ControlFlow::Continue(())
    });
    assert_eq!(stop, Ok(StopReason::Exhausted));
    found.retain(|neighbour| *neighbour != puzzle.to_string());
    found
}

/// The puzzles with one solution that have `added` more clues.
fn extended(puzzle: &Grid, added: usize, links: &mut SudokuSolver, all: &mut BTreeSet<String>) {
    if added == 0 {
        if links.solve(puzzle).is_ok_and(|answer| answer.is_unique()) {
            all.insert(puzzle.to_string());
        }
        return;
    }
    for cell in (0..puzzle.cells().len()).filter(|&cell| puzzle.cells()[cell] == 0) {
        for value in (1..).take(puzzle.size()) {
            let mut with = puzzle.clone();
            with.set(cell, value).unwrap();
            extended(&with, added - 1, links, all);
        }
    }
}

fn by_definition(geometry: &Geometry, text: &str, puzzle: &Grid) -> BTreeSet<String> {
    let encoding = Encoding::new(geometry.clone());
    let mut links = SudokuSolver::with_engine(&encoding, Engine::Links).unwrap();
    let Replacement { removed, added } = replacement(text);
    let clues: Vec<_> = puzzle.clue_cells().collect();
    let mut all = BTreeSet::new();
    for removed in combinations::combinations(clues.len(), removed, 0) {
        let mut rest = puzzle.clone();
        removed.iter().for_each(|&clue| rest.set(clues[clue], 0).unwrap());
        extended(&rest, added, &mut links, &mut all);
    }
    all.remove(&puzzle.to_string());
    all
}

#[test]
fn neighbours_of_small_puzzles_are_those_by_definition() {
    let four = Geometry::of_size(4).unwrap();
    let puzzles = [
        (four.clone(), "1......4....23..", ["-1+1", "-2+2", "-1+2", "-2+1", "-0+1", "-4+1"]),
        (four.diagonal(), ".2.....4........", ["-1+1", "-2+2", "-1+2", "-2+1", "-0+1", "-1+0"]),
    ];
    for (geometry, puzzle, replacements) in puzzles {
        let puzzle: Grid = puzzle.parse().unwrap();
        let mut some = 0;
        for text in replacements {
            let found = BTreeSet::from_iter(found(&geometry, text, &puzzle));
            some += found.len();
            assert_eq!(found, by_definition(&geometry, text, &puzzle), "{text}");
        }
        assert!(some > 10, "{some}");
    }
}

#[test]
fn neighbours_of_a_9x9_puzzle_are_those_by_definition() {
    let nine = Geometry::of_size(9).unwrap();
    let mut puzzle: Grid = PUZZLE.parse().unwrap();
    let near = found(&nine, "-1+1", &puzzle);
    assert_eq!(near.len(), BTreeSet::from_iter(&near).len());
    // Fewer clues, so that the definition does not take too long.
    let by_definition = by_definition(&nine, "-1+1", &puzzle);
    assert_eq!(BTreeSet::from_iter(near), by_definition);
    // Each neighbour has the puzzle as a neighbour.
    for neighbour in &by_definition {
        let back = found(&nine, "-1+1", &neighbour.parse().unwrap());
        assert!(back.contains(&PUZZLE.to_owned()), "{neighbour}");
    }
    // Two clues are replaced, and found again.
    let planted = by_definition.iter().find(|neighbour| {
        found(&nine, "-1+1", &neighbour.parse().unwrap()).iter().any(|far| {
            let is_new = far != PUZZLE && !by_definition.contains(far);
            if is_new {
                puzzle = far.parse().unwrap();
            }
            is_new
        })
    });
    assert!(planted.is_some());
    let first: Grid = PUZZLE.parse().unwrap();
    let common = |cell: &usize| first.cells()[*cell] == puzzle.cells()[*cell];
    let changed: Vec<_> = first.clue_cells().filter(|cell| !common(cell)).collect();
    let clues: Vec<_> = first.clue_cells().collect();
    let way = combinations::combinations(17, 2, 0)
        .position(|pair| changed.iter().all(|cell| pair.iter().any(|&clue| clues[clue] == *cell)));
    let way = u64::try_from(way.unwrap()).unwrap();
    let mut is_found = false;
    let mut neighbours = Neighbours::new(&nine, replacement("-2+2"));
    assert_eq!(neighbours.ways(&first), 136);
    let stop = neighbours.visit_ways(&first, way..way + 1, |neighbour| {
        is_found = *neighbour == puzzle;
        if is_found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((stop, is_found), (Ok(StopReason::Interrupted), true));
}

#[test]
fn parts_of_the_ways_have_all_neighbours() {
    let nine = Geometry::of_size(9).unwrap();
    let puzzle: Grid = PUZZLE.parse().unwrap();
    let mut neighbours = Neighbours::new(&nine, replacement("-1+1"));
    let mut parts = Vec::new();
    for first in [0, 5, 10, 15] {
        let visitor = |neighbour: &Grid| {
            parts.push(neighbour.to_string());
            ControlFlow::Continue(())
        };
        let stop = neighbours.visit_ways(&puzzle, first..first + 5, visitor);
        assert_eq!(stop, Ok(StopReason::Exhausted));
    }
    parts.retain(|neighbour| neighbour != PUZZLE);
    assert_eq!(parts, found(&nine, "-1+1", &puzzle));
}

#[test]
fn searches_are_stopped_and_wrong_sizes_refused() {
    let nine = Geometry::of_size(9).unwrap();
    let token = CancelToken::new();
    token.cancel();
    let mut stopped = Neighbours::new(&nine, replacement("-1+1")).cancel_token(token);
    let go_on = |_: &Grid| ControlFlow::Continue(());
    // Few solutions are left, and many sets of candidates are together in them.
    let deadline = Instant::now() + Duration::from_millis(20);
    let mut long = Neighbours::new(&nine, replacement("-1+6")).deadline(deadline);
    assert_eq!(long.visit(&PUZZLE.parse().unwrap(), go_on), Ok(StopReason::Deadline));
    let many = Replacement { removed: usize::MAX, added: usize::MAX };
    let mut none = Neighbours::new(&nine, many);
    assert_eq!(none.visit(&PUZZLE.parse().unwrap(), go_on), Ok(StopReason::Exhausted));
    let many = Replacement { removed: 0, added: usize::MAX };
    let mut none = Neighbours::new(&nine, many);
    assert_eq!(none.visit(&PUZZLE.parse().unwrap(), go_on), Ok(StopReason::Exhausted));
    assert_eq!(stopped.visit(&PUZZLE.parse().unwrap(), go_on), Ok(StopReason::Cancelled));
    let error = stopped.visit(&Grid::blank(4), go_on).unwrap_err();
    assert_eq!(error.to_string(), "expected a grid of 9x9 cells, found one of 4x4");
}

#[test]
fn a_replacement_is_parsed_from_its_text() {
    for text in ["-1+1", "-2+1", "-0+3", "-10+10"] {
        assert_eq!(replacement(text).to_string(), text);
    }
    assert_eq!(replacement("{-2+1}"), Replacement { removed: 2, added: 1 });
    for text in ["", "1+1", "-1", "-+1", "-1+", "-1+x", "+1-1", "-1++1", "--1+1"] {
        let error = text.parse::<Replacement>().unwrap_err().to_string();
        assert_eq!(error, format!("unknown replacement '{text}': expected one like -1+1"));
    }
}
