//! The clues that, added to a puzzle, leave one solution.
//!
//! If the puzzle has few solutions, all are found, and each set of candidates that are together in
//! just one of them is an answer. Otherwise one clue is tried after the other. Of the last one,
//! only candidates are tested that are not in two of the first solutions: one in three.

use super::candidate_sets::CandidateSets;
use crate::search::StopReason;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::sudoku::grid_tests::GridTests;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// The most solutions that are found before clues are tried, if one, two, or more are to be added.
/// Finding them takes about as long as trying the clues.
const MOST_SOLUTIONS: [usize; 3] = [100, 4_000, 100_000];

/// Calls the visitor with the puzzle that each set of `number` added clues makes, if it has one
/// solution. Clues are added in blank cells from `first` on.
pub(super) fn visit(
    puzzle: &Grid,
    number: usize,
    first: usize,
    tests: &mut GridTests,
    visitor: &mut dyn FnMut(&Grid) -> ControlFlow<StopReason>,
) -> ControlFlow<StopReason> {
    if let Some(stop) = tests.stop_requested() {
        return ControlFlow::Break(stop);
    }
    let most = MOST_SOLUTIONS[number.saturating_sub(1).min(MOST_SOLUTIONS.len() - 1)];
    let sets = match CandidateSets::new(puzzle, first, most, tests) {
        Ok(sets) => sets,
        Err(stop) => return ControlFlow::Break(stop),
    };
    if sets.is_complete() {
        let stop = || tests.stop_requested();
        return sets.visit_selecting(number, stop, &mut |clues| {
            let mut with = puzzle.clone();
            clues.iter().for_each(|&(cell, value)| with.put(cell, value));
            visitor(&with)
        });
    }
    match number {
        // There are many solutions.
        0 => ControlFlow::Continue(()),
        1 => {
            let several: BTreeSet<_> = sets.in_several().collect();
            let tried = candidates(puzzle, first, tests.geometry())
                .filter(|candidate| !several.contains(candidate))
                .map(|(cell, value)| with(puzzle, cell, value));
            let tried: Vec<_> = tried.collect();
            let is_unique = match tests.are_unique(&tried) {
                Ok(is_unique) => is_unique,
                Err(stop) => return ControlFlow::Break(stop),
            };
            let found = tried.iter().zip(is_unique).filter(|(_, is_unique)| *is_unique);
            found.map(|(found, _)| found).try_for_each(visitor)
        }
        _ => {
            let tried: Vec<_> = candidates(puzzle, first, tests.geometry()).collect();
            tried.into_iter().try_for_each(|(cell, value)| {
                visit(&with(puzzle, cell, value), number - 1, cell + 1, tests, visitor)
            })
        }
    }
}

/// A puzzle with another clue.
fn with(puzzle: &Grid, cell: usize, value: u8) -> Grid {
    let mut with = puzzle.clone();
    with.put(cell, value);
    with
}

/// The values that do not clash with a clue, in each blank cell from `first` on.
fn candidates(
    puzzle: &Grid,
    first: usize,
    geometry: &Geometry,
) -> impl Iterator<Item = (usize, u8)> {
    let cells = puzzle.cells();
    let of_cell = move |cell: usize| {
        let units = geometry.units_of(cell).iter().map(|&unit| geometry.units()[unit].cells());
        let taken = units.flatten().fold(0u64, |taken, &other| taken | 1 << cells[other]);
        (1..).take(puzzle.size()).filter(move |value| taken >> value & 1 == 0)
    };
    let blank = (first..cells.len()).filter(move |&cell| cells[cell] == 0);
    blank.flat_map(move |cell| of_cell(cell).map(move |value: u8| (cell, value)))
}
