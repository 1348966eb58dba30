//! Puzzles of 9x9: those of this repository, and random ones of every kind that shrink.

use super::truth::{cells, encoding, geometry, grid};
use crate::common::random::full_grids;
use crate::common::{files, random};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use quadrille::Engine;
use quadrille::sudoku::simd9::{Cells, Variant};
use quadrille::sudoku::{Grid, SudokuSolver};
use std::sync::LazyLock;

/// A puzzle of this repository.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) place: String,
    pub(crate) rules: Variant,
    pub(crate) cells: Cells,
    pub(crate) count: u64,
    pub(crate) solution: Option<Cells>,
}

/// The puzzles of 9x9 of this repository.
pub(crate) fn known() -> Vec<Known> {
    let of_file = |path: &std::path::PathBuf| -> Vec<Known> {
        let is_diagonal = files::name(path) == "diagonal.txt";
        let rules = if is_diagonal { Variant::Diagonal } else { Variant::Standard };
        let puzzles = files::puzzles(path).into_iter().filter(|puzzle| puzzle.grid.size() == 9);
        let known = puzzles.map(|puzzle| Known {
            rules,
            cells: cells(&puzzle.grid),
            count: puzzle.count,
            solution: puzzle.solution.as_ref().map(cells),
            place: puzzle.place,
        });
        known.collect()
    };
    let known: Vec<_> = files::sudoku().iter().flat_map(of_file).collect();
    assert!(known.len() >= 15, "only {} puzzles were found", known.len());
    known
}

/// A puzzle of this repository, by its file and how many are before it there.
pub(crate) fn named(file: &str, number: usize) -> Cells {
    let of_file = known().into_iter().filter(|known| known.place.starts_with(file));
    of_file.map(|known| known.cells).nth(number).unwrap()
}

/// Full grids with both diagonals: the first of each grid that has the digits in order on the main
/// diagonal, another order in the middle of it, and one more clue.
static DIAGONAL: LazyLock<Vec<Grid>> = LazyLock::new(|| {
    let rules = Variant::Diagonal;
    let mut solver = SudokuSolver::with_engine(encoding(rules), Engine::Links).unwrap();
    let mut full = Vec::new();
    for order in [[1, 2, 3], [2, 3, 1], [3, 1, 2]] {
        for (cell, clue) in [(8, 4), (8, 5), (8, 7), (16, 8), (1, 5), (64, 5)] {
            let mut clues = [0; 81];
            for (place, digit) in order.into_iter().chain(4..=9).enumerate() {
                clues[10 * place] = digit;
            }
            clues[cell] = clue;
            full.extend(solver.solve(&grid(&clues)).unwrap().into_first());
        }
    }
    assert!(full.len() >= 6, "only {} grids were found", full.len());
    full
});

/// Full grids of these rules.
pub(crate) fn full(rules: Variant) -> BoxedStrategy<Cells> {
    if rules == Variant::Standard {
        return full_grids(geometry(rules)).prop_map(|grid| cells(&grid)).boxed();
    }
    let digits = Just((1..=9).collect::<Vec<u8>>()).prop_shuffle();
    (any::<Index>(), digits, any::<bool>())
        .prop_map(|(index, digits, turns)| {
            let grid = index.get(&DIAGONAL).relabelled(&digits).unwrap();
            cells(&if turns { grid.transposed() } else { grid })
        })
        .boxed()
}

/// A full grid, and a puzzle with some of its digits.
fn from_full(
    rules: Variant,
    clues: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = (Cells, Cells)> {
    let order = Just((0..81).collect::<Vec<usize>>()).prop_shuffle();
    (full(rules), order, clues).prop_map(|(full, order, clues)| {
        let mut puzzle = [0; 81];
        for &cell in &order[..clues] {
            puzzle[cell] = full[cell];
        }
        (full, puzzle)
    })
}

/// Puzzles with one solution or more.
pub(crate) fn solvable(
    rules: Variant,
    clues: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = Cells> {
    from_full(rules, clues).prop_map(|(_, puzzle)| puzzle)
}

/// A puzzle with another value in one of its clues, so that no two clash; it has few solutions or
/// none.
fn spoilt(rules: Variant) -> impl Strategy<Value = Cells> {
    (solvable(rules, 20..=40), 0..81usize).prop_map(move |(puzzle, first)| {
        let spoilt = random::spoilt(&grid(&puzzle), geometry(rules), first);
        spoilt.map_or(puzzle, |spoilt| cells(&spoilt))
    })
}

/// A puzzle with a few values at random, which often clash.
fn scribbled(rules: Variant) -> impl Strategy<Value = Cells> {
    let marks = vec((0..81usize, 1..=9u8), 1..4);
    (solvable(rules, 0..=60), marks).prop_map(|(mut puzzle, marks)| {
        for (cell, digit) in marks {
            puzzle[cell] = digit;
        }
        puzzle
    })
}

/// Puzzles with no, one, several and very many solutions, and with clues that clash.
pub(crate) fn puzzles(rules: Variant) -> impl Strategy<Value = Cells> {
    prop_oneof![
        3 => solvable(rules, 20..=40),
        1 => solvable(rules, 0..=19),
        1 => solvable(rules, 41..=81),
        2 => spoilt(rules),
        1 => scribbled(rules),
    ]
}

/// So many puzzles of every kind, the same in every run: equal rules give equal puzzles.
pub(crate) fn drawn(rules: Variant, count: usize) -> Vec<Cells> {
    drawn_from(&vec(puzzles(rules), count))
}

/// A value of a strategy, the same in every run.
pub(crate) fn drawn_from<S: Strategy>(strategy: &S) -> S::Value {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::new(random::config(1));
    strategy.new_tree(&mut runner).expect("nothing is refused").current()
}
