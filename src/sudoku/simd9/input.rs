//! The input buffer, which converts sixteen puzzles to sixteen states.
//!
//! A puzzle stores its cells one after another; a batch stores the same cell of all puzzles side by
//! side. The buffer therefore takes four cells of a puzzle as one word and stores it beside the
//! same four cells of the other puzzles. From there on, all sixteen puzzles are converted at once.

use super::candidates::Candidates;
use super::clash::clashes;
use super::lane_batch::LaneBatch;
use super::layout::{CELL, Cells, SingleState, StateBlock, WORDS, bit, word};
use super::vector::{Backend, LANES, LaneSet, LaneWords, Vector, each_lane};
use crate::ids::{as_index, to_u32};

/// A puzzle that a [`BatchSolver`](super::BatchSolver) takes: a grid with clues ([`Cells`]), the
/// same [without a value](WithoutValue), or a grid of [`Candidates`].
pub trait BatchInput: Clone {
    #[doc(hidden)]
    fn put(&self, lane: usize, input: &mut InputBuffer);
}

impl BatchInput for Cells {
    fn put(&self, lane: usize, input: &mut InputBuffer) {
        input.put_cells(lane, self);
    }
}

impl BatchInput for Candidates {
    fn put(&self, lane: usize, input: &mut InputBuffer) {
        input.put_candidates(lane, self);
    }
}

/// A grid with clues in which one cell must not have a value.
///
/// Without a clue of a puzzle, does another value fit? If the puzzle has one solution, this is a
/// faster question than whether there are two solutions:
///
/// ```
/// use quadrille::sudoku::simd9::{BatchSolver, Variant, WithoutValue};
///
/// let mut cells = [0; 81];
/// cells[..8].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8]);
/// let mut solver = BatchSolver::new(Variant::Standard).limit(1);
/// assert_eq!(solver.solve(&WithoutValue { cells, cell: 9, value: 5 }).solutions, 1);
/// assert_eq!(solver.solve(&WithoutValue { cells, cell: 8, value: 9 }).solutions, 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WithoutValue {
    /// The clues.
    pub cells: Cells,
    /// The cell, from 0. If there is no such cell, nothing is removed.
    pub cell: usize,
    /// The value that it must not have. If it is not from 1 to 9, nothing is removed.
    pub value: u8,
}

impl BatchInput for WithoutValue {
    fn put(&self, lane: usize, input: &mut InputBuffer) {
        input.put_cells(lane, &self.cells);
        input.remove(lane, self.cell, self.value);
    }
}

/// The number of cells.
const CELLS: usize = 81;

/// The number of words that hold the 81 cells of a puzzle, four in each.
const QUADS: usize = 21;

/// A value that stands for all invalid digits.
const NO_DIGIT: u8 = 15;

/// For each value of a cell, its candidates in group `g`: all digits of the group for a blank, the
/// digit itself, or none.
const fn choices(g: usize) -> LaneWords {
    let mut choices = LaneWords::ZERO;
    choices.0[0] = CELL;
    let mut t = 0;
    while t < 3 {
        choices.0[3 * g + t + 1] = 1 << (9 * t);
        t += 1;
    }
    choices
}

static CHOICES: [LaneWords; 3] = [choices(0), choices(1), choices(2)];

/// For each value of a cell, its candidates in the three groups. Value `v` has the lanes
/// `4 (v % 4) + g` of row `v / 4`.
const fn group_choices() -> [LaneWords; 4] {
    let mut table = [LaneWords::ZERO; 4];
    let mut value = 0;
    while value < 16 {
        let mut g = 0;
        while g < 3 {
            table[value / 4].0[value % 4 * 4 + g] = choices(g).0[value];
            g += 1;
        }
        value += 1;
    }
    table
}

static GROUP_CHOICES: [LaneWords; 4] = group_choices();

/// Up to sixteen puzzles that wait to be converted.
#[derive(Debug)]
pub struct InputBuffer {
    /// Four cells in each word, the first in the lowest byte.
    quads: [LaneWords; QUADS],
    /// The states of the puzzles that were given as candidates.
    candidate_states: StateBlock,
    candidate_lanes: LaneSet,
    /// The word and the bits that are removed from the state in a lane.
    removed: [(usize, u32); LANES],
    removed_lanes: LaneSet,
}

impl InputBuffer {
    pub(super) fn new() -> Self {
        Self {
            quads: [LaneWords::ZERO; QUADS],
            candidate_states: StateBlock([LaneWords::ZERO; WORDS]),
            candidate_lanes: 0,
            removed: [(0, 0); LANES],
            removed_lanes: 0,
        }
    }

    /// Empties the buffer.
    pub(super) fn clear(&mut self) {
        self.candidate_lanes = 0;
        self.removed_lanes = 0;
    }

    /// Stores a grid with clues in a lane. A value above 9 is no digit.
    pub(super) fn put_cells(&mut self, lane: usize, cells: &Cells) {
        let mut bytes = [0; 4 * QUADS];
        for (byte, &cell) in bytes.iter_mut().zip(cells) {
            *byte = cell.min(NO_DIGIT);
        }
        for (row, quad) in self.quads.iter_mut().zip(bytes.as_chunks::<4>().0) {
            row.0[lane] = u32::from_le_bytes(*quad);
        }
    }

    /// Stores a grid of candidates in a lane.
    pub(super) fn put_candidates(&mut self, lane: usize, candidates: &Candidates) {
        for (word, row) in self.candidate_states.0.iter_mut().enumerate() {
            row.0[lane] = candidates.word(word);
        }
        self.candidate_lanes |= 1 << lane;
    }

    /// Removes a candidate from the puzzle in a lane.
    fn remove(&mut self, lane: usize, cell: usize, value: u8) {
        if cell < CELLS && (1..=9).contains(&value) {
            let (row, column, digit) = (cell / 9, cell % 9, usize::from(value - 1));
            let bit = 9 * (digit % 3) + bit(row, column);
            self.removed[lane] = (word(row, column, digit / 3), 1 << bit);
            self.removed_lanes |= 1 << lane;
        }
    }

    /// Converts the puzzles in the given lanes, and empties the buffer. Returns the lanes in which
    /// two fixed cells clash.
    #[inline(always)]
    pub(super) fn unload<B: Backend, const DIAGONAL: bool>(
        &mut self,
        backend: B,
        lanes: LaneSet,
        batch: &mut LaneBatch,
    ) -> LaneSet {
        batch.used = lanes;
        for part in (0..B::PARTS).filter(|&part| B::has_any(part, lanes)) {
            self.convert_cells(backend, &mut batch.block, part);
        }
        if self.candidate_lanes != 0 {
            let plan = backend.plan(self.candidate_lanes, self.candidate_lanes);
            for (row, from) in batch.block.0.iter_mut().zip(&self.candidate_states.0) {
                backend.copy(plan, from, row);
            }
            self.candidate_lanes = 0;
        }
        for lane in each_lane(self.removed_lanes) {
            let (word, bits) = self.removed[lane];
            batch.block.0[word].0[lane] &= !bits;
        }
        self.removed_lanes = 0;
        clashes::<B, DIAGONAL>(backend, &batch.block, lanes)
    }

    /// Converts the puzzle in the first lane, and empties the buffer.
    #[inline(always)]
    pub(super) fn unload_single<B: Backend>(&mut self, backend: B, state: &mut SingleState) {
        if self.candidate_lanes == 0 {
            self.convert_single(backend, state);
        } else {
            for (word, row) in self.candidate_states.0.iter().enumerate() {
                *state.word_mut(word) = row.0[0];
            }
        }
        if self.removed_lanes != 0 {
            let (word, bits) = self.removed[0];
            *state.word_mut(word) &= !bits;
        }
        self.clear();
    }

    /// Converts the cells in the first lane.
    #[inline(always)]
    fn convert_single<B: Backend>(&self, backend: B, state: &mut SingleState) {
        for place in 0..9 {
            let mut words = backend.splat(0);
            for bit in (0..9).rev() {
                let cell = cell(place, bit);
                let value = as_index(self.quads[cell / 4].0[0] >> (8 * (cell % 4)) & 15);
                words = words.shl::<1>() | backend.load(&GROUP_CHOICES[value / 4], value % 4);
            }
            backend.store(words, &mut state.0[place / 3], place % 3);
        }
    }

    /// Converts the cells of a part of the lanes.
    ///
    /// A word holds nine cells. They are shifted in from the right: each cell moves the earlier
    /// ones one bit up.
    #[inline(always)]
    fn convert_cells<B: Backend>(&self, backend: B, block: &mut StateBlock, part: usize) {
        for place in 0..9 {
            let mut words = [backend.splat(0); 3];
            for bit in (0..9).rev() {
                let cell = cell(place, bit);
                let quad = backend.load(&self.quads[cell / 4], part);
                let value = quad.shr_by(8 * to_u32(cell % 4));
                words[0] = words[0].shl::<1>() | value.permute(&CHOICES[0]);
                words[1] = words[1].shl::<1>() | value.permute(&CHOICES[1]);
                words[2] = words[2].shl::<1>() | value.permute(&CHOICES[2]);
            }
            backend.store(words[0], &mut block.0[place], part);
            backend.store(words[1], &mut block.0[place + 9], part);
            backend.store(words[2], &mut block.0[place + 18], part);
        }
    }
}

/// The cell at a position of a box, for the box that the bit stands for.
#[inline(always)]
fn cell(place: usize, bit: usize) -> usize {
    9 * (bit / 3 * 3 + place / 3) + bit % 3 * 3 + place % 3
}

/// The grid in a lane in which each cell has one candidate.
pub(super) fn solution(block: &StateBlock, lane: usize) -> Cells {
    cells_of(|word| block.0[word].0[lane])
}

/// The grid of a state in which each cell has one candidate.
pub(super) fn single_solution(state: &SingleState) -> Cells {
    cells_of(|word| state.word(word))
}

/// The grid of a state with these words, each of whose cells has one candidate.
#[inline(always)]
fn cells_of(word: impl Fn(usize) -> u32) -> Cells {
    let mut cells = [0; 81];
    for place in 0..9 {
        let [a, b, c] = [place, place + 9, place + 18].map(&word);
        let all = a | b | c;
        let digit = |word: u32| word | word >> 9 | word >> 18;
        // The digit is 1 + t + 3g.
        let [t1, t2, g1, g2] = [all >> 9, all >> 18, digit(b), digit(c)].map(spread);
        let values = spread(u32::MAX) + t1 + 2 * t2 + 3 * g1 + 6 * g2;
        for (bit, value) in values.to_le_bytes().into_iter().take(9).enumerate() {
            cells[cell(place, bit)] = value;
        }
    }
    cells
}

/// The lowest nine bits of a mask, each as a byte.
#[inline(always)]
fn spread(mask: u32) -> u128 {
    // In byte `i`, bit `i` is kept; the sum then has bit 7 where it was set.
    let bits = (u64::from(mask & 0xff) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    let bytes = ((bits + 0x0040_6070_787c_7e7f) >> 7) & 0x0101_0101_0101_0101;
    u128::from(bytes) | u128::from(mask >> 8 & 1) << 64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_of_nine_bits_is_a_byte() {
        for mask in 0..512_u32 {
            let bytes = spread(mask | 0xffff_fe00).to_le_bytes();
            for (bit, byte) in bytes.into_iter().enumerate() {
                assert_eq!(u32::from(byte), mask >> bit & 1, "{mask} {bit}");
            }
        }
    }
}
