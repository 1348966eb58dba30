//! The bit layout of a state: the word and the bit of each candidate.
//!
//! A *candidate* is a digit in a cell: one of the 729 options of the exact cover. It has six
//! coordinates from 0 to 2:
//!
//! | | |
//! |---|---|
//! | `b`, `i` | the row is `3b + i`: band `b`, row `i` of the band |
//! | `k`, `j` | the column is `3k + j`: stack `k`, column `j` of the stack |
//! | `g`, `t` | the digit is `3g + t + 1`: group `g`, digit `t` of the group |
//!
//! Three of them select one of 27 words, and three select one of its 27 bits:
//!
//! ```text
//! word 9g + 3i + j           bit  26 ... 18 | 17 ... 9 |  8  7  6   5  4  3   2  1  0
//!                            t        2     |     1    |             0
//!                            b              |          |     2         1         0
//!                            k              |          |  2  1  0   2  1  0   2  1  0
//! ```
//!
//! A word is thus the same position of all nine boxes, for three digits. The three cells that a row
//! and a box share (a *minirow*) differ in `j` only, and are the same bit of three words; the three
//! that a column and a box share (a *minicolumn*) differ in `i` only, and are the same bit of three
//! words as well. Logic on minirows and minicolumns therefore treats 27 of them at once, without a
//! shift.

use super::vector::LaneWords;

/// The values of a 9x9 grid, row by row: 1 to 9, or 0 for a blank cell. A larger value is no digit:
/// a grid that holds one has no solution.
pub type Cells = [u8; 81];

/// The number of words of a state.
pub(super) const WORDS: usize = 27;

/// Sixteen states: each row is one word of all of them.
#[derive(Clone, Debug)]
pub(super) struct StateBlock(pub(super) [LaneWords; WORDS]);

/// One state. Word `9g + 3i + j` is in row `i`, at lane `4j + g`; the other lanes are 0.
#[derive(Clone, Debug)]
pub(super) struct SingleState(pub(super) [LaneWords; 3]);

impl SingleState {
    pub(super) const EMPTY: Self = Self([LaneWords::ZERO; 3]);

    /// Word `9g + 3i + j` of the state.
    #[inline(always)]
    pub(super) fn word(&self, index: usize) -> u32 {
        self.0[index / 3 % 3].0[index % 3 * 4 + index / 9]
    }

    /// The same, to be changed.
    #[inline(always)]
    pub(super) fn word_mut(&mut self, index: usize) -> &mut u32 {
        &mut self.0[index / 3 % 3].0[index % 3 * 4 + index / 9]
    }
}

/// All bits of a word.
pub(super) const FULL: u32 = 0x7ff_ffff;

/// The bits with `b = 0`, and with `k = 0`.
pub(super) const B0: u32 = 0x7 * 0x4_0201;
pub(super) const K0: u32 = 0x49 * 0x4_0201;

/// The bits of all digits in the first cell of a word.
pub(super) const CELL: u32 = 0x4_0201;

/// The word of the digits of group `g` in the cell of this row and column.
pub(super) const fn word(row: usize, column: usize, g: usize) -> usize {
    9 * g + 3 * (row % 3) + column % 3
}

/// The bit of the first digit of a group in the cell of this row and column.
pub(super) const fn bit(row: usize, column: usize) -> usize {
    3 * (row / 3) + column / 3
}
