//! Where each candidate of a grid is in a state.
//!
//! A *candidate* is a digit in a cell: one of the 729 options of a Sudoku. All six coordinates of a candidate are
//! below 3:
//!
//! | | |
//! |---|---|
//! | `b`, `i` | its row is `3b + i`: band `b`, row `i` of the band |
//! | `k`, `j` | its column is `3k + j`: stack `k`, column `j` of the stack |
//! | `g`, `t` | its digit is `3g + t + 1`: group `g`, digit `t` of the group |
//!
//! Three of them choose one of 27 words, and three choose one of its 27 bits:
//!
//! ```text
//! word 9g + 3i + j           bit  26 ... 18 | 17 ... 9 |  8  7  6   5  4  3   2  1  0
//!                            t        2     |     1    |             0
//!                            b              |          |     2         1         0
//!                            k              |          |  2  1  0   2  1  0   2  1  0
//! ```
//!
//! A word is thus the same place of all nine boxes, for three digits. This is why: the three cells that a row and a
//! box share (a *minirow*) differ in `j` only, and so are the same bit of three words; the three that a column and a
//! box share (a *minicolumn*) differ in `i` only, and so are too. What is asked of them is asked of 27 at once, without
//! a shift.

/// How many words a state has.
pub(super) const WORDS: usize = 27;

/// All bits of a word.
pub(super) const FULL: u32 = 0x7ff_ffff;

/// The bits with `b = 0`, and with `k = 0`.
pub(super) const B0: u32 = 0x7 * 0x4_0201;
pub(super) const K0: u32 = 0x49 * 0x4_0201;

/// The bits of all digits in the first cell of a word.
pub(super) const CELL: u32 = 0x4_0201;

/// The word in which a cell of this row and column has a digit of group `g`.
pub(super) const fn word(row: usize, column: usize, g: usize) -> usize {
    9 * g + 3 * (row % 3) + column % 3
}

/// The bit of the first digit of a group in a cell of this row and column.
pub(super) const fn bit(row: usize, column: usize) -> usize {
    3 * (row / 3) + column / 3
}
