//! Laws: changes of a puzzle, and their effect on its solutions.

use super::machines::{everywhere, limited, shown};
use super::puzzles::{known, solvable};
use super::truth::{cells, grid};
use crate::common::changes::{Change, changes};
use crate::common::random::config;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use quadrille::sudoku::simd9::{Cells, EndReason, Variant};

/// The puzzle with changes made, one after another.
fn changed(puzzle: &Cells, changes: &[Change]) -> Cells {
    cells(&changes.iter().fold(grid(puzzle), |grid, change| change.of(&grid)))
}

/// All solutions of a puzzle, in ascending order.
fn solutions(rules: Variant, puzzle: &Cells) -> Vec<Cells> {
    let (mut shown, answer) = everywhere(rules, limited(None), |lanes| shown(lanes, puzzle));
    assert_eq!(answer.end, EndReason::Exhausted);
    shown.sort_unstable();
    shown
}

/// The solutions of the changed puzzle are the changed solutions.
fn keeps_solutions(
    rules: Variant,
    puzzle: &Cells,
    changes: &[Change],
) -> Result<(), TestCaseError> {
    let before = solutions(rules, puzzle);
    let mut expected: Vec<_> = before.iter().map(|found| changed(found, changes)).collect();
    expected.sort_unstable();
    prop_assert_eq!(solutions(rules, &changed(puzzle, changes)), expected);
    Ok(())
}

fn upside_down() -> Change {
    Change::Rows((0..9).rev().collect())
}

/// What changes diagonals into diagonals: rows and columns in the same order, and places that are
/// as far from the middle on both sides stay so.
fn changes_of_diagonals() -> impl Strategy<Value = Vec<Change>> {
    let both =
        |order: [usize; 9]| vec![Change::Rows(order.to_vec()), Change::Columns(order.to_vec())];
    let digits = Just((1..=9).collect::<Vec<u8>>()).prop_shuffle();
    let quarter = vec![Change::Transpose, upside_down()];
    prop_oneof![
        digits.prop_map(|digits| vec![Change::Relabel(digits)]),
        Just(vec![Change::Transpose]),
        Just(vec![upside_down()]),
        Just(quarter),
        Just(both([1, 0, 2, 3, 4, 5, 6, 8, 7])),
        Just(both([0, 1, 2, 5, 4, 3, 6, 7, 8])),
        Just(both([2, 1, 0, 3, 4, 5, 8, 7, 6])),
        Just(both([6, 7, 8, 3, 4, 5, 0, 1, 2])),
    ]
}

#[test]
fn a_changed_puzzle_has_the_changed_solutions() {
    let changes = prop::collection::vec(changes(3, 3), 1..4);
    TestRunner::new(config(120))
        .run(&(solvable(Variant::Standard, 26..=60), changes), |(puzzle, changes)| {
            keeps_solutions(Variant::Standard, &puzzle, &changes)
        })
        .unwrap();
}

#[test]
fn a_changed_puzzle_with_diagonals_has_the_changed_solutions() {
    TestRunner::new(config(120))
        .run(
            &(solvable(Variant::Diagonal, 22..=60), changes_of_diagonals()),
            |(puzzle, changes)| keeps_solutions(Variant::Diagonal, &puzzle, &changes),
        )
        .unwrap();
}

/// Turned a quarter four times, and each value moved on nine times, it is the puzzle that it was.
#[test]
fn the_puzzles_of_this_repository_keep_their_solutions_when_they_are_turned() {
    for known in known().iter().filter(|known| (1..=30).contains(&known.count)) {
        let quarter = [Change::Transpose, upside_down()];
        let next = [Change::Relabel(vec![2, 3, 4, 5, 6, 7, 8, 9, 1])];
        for (change, times) in [(&quarter[..], 4), (&next[..], 9)] {
            let mut puzzle = known.cells;
            for _ in 0..times {
                keeps_solutions(known.rules, &puzzle, change).unwrap();
                puzzle = changed(&puzzle, change);
            }
            assert_eq!(puzzle, known.cells);
        }
    }
}

/// The candidates of a blank cell share out the solutions; so one more clue never adds any.
#[test]
fn the_digits_of_a_cell_share_out_the_solutions() {
    for rules in [Variant::Standard, Variant::Diagonal] {
        let run = |(puzzle, cell): (Cells, usize)| {
            prop_assume!(puzzle[cell] == 0);
            let mut parts: Vec<Cells> = Vec::new();
            for digit in 1..=9 {
                let mut part = puzzle;
                part[cell] = digit;
                let (shown, _) = everywhere(rules, limited(None), |lanes| shown(lanes, &part));
                prop_assert!(shown.iter().all(|found| found[cell] == digit));
                parts.extend(shown);
            }
            parts.sort_unstable();
            prop_assert_eq!(parts, solutions(rules, &puzzle));
            Ok(())
        };
        TestRunner::new(config(50)).run(&(solvable(rules, 24..=50), 0..81usize), run).unwrap();
    }
}
