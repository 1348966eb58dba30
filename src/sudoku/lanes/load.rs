//! Sixteen puzzles to sixteen states.
//!
//! A puzzle has its cells one after another; a page has the same cell of all puzzles side by side. So four cells of a
//! puzzle, which are one word, are laid beside the same four of the other puzzles. From there on all sixteen are
//! read at once.

use super::backend::Plain;
use super::layout::{CELL, WORDS};
use super::page::Page;
use super::pass::clashes;
use super::vector::{Backend, LaneSet, Row, Vector};
use super::{Block, Candidates, Cells};
use crate::ids::narrow;

/// How many words the 81 cells of a puzzle take, four to a word.
const QUADS: usize = 21;

/// A value that is no digit.
const NO_DIGIT: u8 = 15;

/// What the words of a group of digits have of a cell with each value: all digits of the group for a blank, the digit
/// itself, or nothing.
const fn choices(g: usize) -> Row {
    let mut choices = Row::ZERO;
    choices.0[0] = CELL;
    let mut t = 0;
    while t < 3 {
        choices.0[3 * g + t + 1] = 1 << (9 * t);
        t += 1;
    }
    choices
}

static CHOICES: [Row; 3] = [choices(0), choices(1), choices(2)];

/// Up to sixteen puzzles on their way to a page.
#[derive(Debug)]
pub struct Tray {
    /// Four cells in each word, the first in its lowest byte.
    quads: [Row; QUADS],
    /// The states of those puzzles that came as candidates.
    marked: Block,
    lanes_marked: LaneSet,
}

impl Tray {
    pub(super) fn new() -> Self {
        Self { quads: [Row::ZERO; QUADS], marked: Block([Row::ZERO; WORDS]), lanes_marked: 0 }
    }

    /// Empties the tray.
    pub(super) fn clear(&mut self) {
        self.lanes_marked = 0;
    }

    /// Lays a grid with clues into a lane. What is above 9 is no digit.
    pub(super) fn put_cells(&mut self, lane: usize, cells: &Cells) {
        let mut bytes = [0; 4 * QUADS];
        for (byte, &cell) in bytes.iter_mut().zip(cells) {
            *byte = cell.min(NO_DIGIT);
        }
        for (row, quad) in self.quads.iter_mut().zip(bytes.as_chunks::<4>().0) {
            row.0[lane] = u32::from_le_bytes(*quad);
        }
    }

    /// Lays a grid of candidates into a lane.
    pub(super) fn put_candidates(&mut self, lane: usize, candidates: &Candidates) {
        for (word, row) in self.marked.0.iter_mut().enumerate() {
            row.0[lane] = candidates.word(word);
        }
        self.lanes_marked |= 1 << lane;
    }

    /// Makes states of what lies in some lanes, and empties the tray. Says in which lanes two fixed cells clash.
    #[inline(always)]
    pub(super) fn unload<B: Backend, const DIAGONAL: bool>(
        &mut self,
        backend: B,
        lanes: LaneSet,
        page: &mut Page,
    ) -> LaneSet {
        page.used = lanes;
        if lanes == 1 {
            // One lane is read faster word by word.
            self.read_cells(Plain, &mut page.block, 0);
        } else {
            for part in (0..B::PARTS).filter(|&part| B::has_any(part, lanes)) {
                self.read_cells(backend, &mut page.block, part);
            }
        }
        if self.lanes_marked != 0 {
            let plan = backend.plan(self.lanes_marked, self.lanes_marked);
            for (row, marked) in page.block.0.iter_mut().zip(&self.marked.0) {
                backend.copy(plan, marked, row);
            }
            self.lanes_marked = 0;
        }
        clashes::<B, DIAGONAL>(backend, &page.block, lanes)
    }

    /// Reads the cells of some lanes.
    ///
    /// The nine cells that a word has room for come in from above: each new one moves the earlier ones up by a bit.
    #[inline(always)]
    fn read_cells<B: Backend>(&self, backend: B, block: &mut Block, part: usize) {
        for place in 0..9 {
            let mut words = [backend.splat(0); 3];
            for bit in (0..9).rev() {
                let cell = cell(place, bit);
                let quad = backend.load(&self.quads[cell / 4], part);
                let value = quad.down_by(8 * narrow(cell % 4));
                words[0] = words[0].up::<1>() | value.look_up(&CHOICES[0]);
                words[1] = words[1].up::<1>() | value.look_up(&CHOICES[1]);
                words[2] = words[2].up::<1>() | value.look_up(&CHOICES[2]);
            }
            backend.store(words[0], &mut block.0[place], part);
            backend.store(words[1], &mut block.0[place + 9], part);
            backend.store(words[2], &mut block.0[place + 18], part);
        }
    }
}

/// The cell of a place of the boxes that a bit stands for.
#[inline(always)]
fn cell(place: usize, bit: usize) -> usize {
    9 * (bit / 3 * 3 + place / 3) + bit % 3 * 3 + place % 3
}

/// The cells of a lane in which each has one candidate.
pub(super) fn solution(block: &Block, lane: usize) -> Cells {
    let mut cells = [0; 81];
    for place in 0..9 {
        let [a, b, c] = [0, 9, 18].map(|group| block.0[group + place].0[lane]);
        let all = a | b | c;
        let digit = |word: u32| word | word >> 9 | word >> 18;
        // The digit is 1 + t + 3g.
        let (t1, t2, g1, g2) = (all >> 9, all >> 18, digit(b), digit(c));
        for bit in 0..9 {
            let has = |word: u32| word >> bit & 1;
            let value = 1 + has(t1) + 2 * has(t2) + 3 * has(g1) + 6 * has(g2);
            cells[cell(place, bit)] = value.to_le_bytes()[0];
        }
    }
    cells
}
