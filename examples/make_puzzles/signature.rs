//! A signature of a puzzle: equivalent puzzles have equal signatures.
//!
//! Two puzzles are equivalent if exchanging digits, bands, stacks, rows of a band and columns of a
//! stack, and transposing, changes one to the other. Of several puzzles with one signature only the
//! first is kept, so that no two of the others are equivalent. Two puzzles that are not equivalent
//! rarely have the same signature, and then one puzzle is lost.

use super::random::mix;
use quadrille::sudoku::simd9::Cells;

/// The rounds of refinement. After each one, a label describes the puzzle as seen from a clue, over
/// a longer distance.
const ROUNDS: usize = 4;

/// The signature of a puzzle.
pub(crate) fn signature(puzzle: &Cells) -> u64 {
    let transposed = std::array::from_fn(|cell| puzzle[cell % 9 * 9 + cell / 9]);
    oriented(puzzle).min(oriented(&transposed))
}

/// The same for puzzles in which rows are still different from columns.
fn oriented(puzzle: &Cells) -> u64 {
    let clues: Vec<_> = (0..81).filter(|&cell| puzzle[cell] != 0).collect();
    let mut labels = [1; 81];
    for _ in 0..ROUNDS {
        let sum = |is_in: &dyn Fn(usize) -> bool| {
            let labels = clues.iter().filter(|&&cell| is_in(cell)).map(|&cell| mix(labels[cell]));
            labels.fold(0, u64::wrapping_add)
        };
        let groups = |of: &dyn Fn(usize) -> usize| -> [u64; 9] {
            std::array::from_fn(|group| sum(&|cell| of(cell) == group))
        };
        let rows = groups(&|cell| cell / 9);
        let columns = groups(&|cell| cell % 9);
        let boxes = groups(&|cell| cell / 27 * 3 + cell % 9 / 3);
        let digits = groups(&|cell| usize::from(puzzle[cell]) - 1);
        let refined = clues.iter().map(|&cell| {
            let (row, column, digit) = (cell / 9, cell % 9, usize::from(puzzle[cell]) - 1);
            let groups = [
                rows[row],
                band(&rows, row),
                columns[column],
                band(&columns, column),
                boxes[row / 3 * 3 + column / 3],
                digits[digit],
            ];
            groups
                .into_iter()
                .fold(labels[cell], |label, group| mix(label.wrapping_mul(3).wrapping_add(group)))
        });
        let refined: Vec<_> = refined.collect();
        for (&cell, label) in clues.iter().zip(refined) {
            labels[cell] = label;
        }
    }
    clues.iter().map(|&cell| mix(labels[cell])).fold(0, u64::wrapping_add)
}

/// A value of the band of a row, or of the stack of a column.
fn band(lines: &[u64; 9], line: usize) -> u64 {
    lines[line / 3 * 3..][..3].iter().map(|&line| mix(line)).fold(0, u64::wrapping_add)
}
