//! One word at a time, in portable code: the twin that all other backends are held against.

use super::super::vector::{Backend, LaneSet, Program, Row, Vector, each_lane};
use crate::ids::at;
use std::ops::{BitAnd, BitOr, BitXor};

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::lanes) struct Plain;

/// A single word.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::lanes) struct Word(u32);

impl BitAnd for Word {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Word {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Word {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Vector for Word {
    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        Self(self.0 << BITS)
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        Self(self.0 >> BITS)
    }

    #[inline(always)]
    fn down_by(self, bits: u32) -> Self {
        Self(self.0 >> bits)
    }

    #[inline(always)]
    fn but(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    #[inline(always)]
    fn filled(self) -> Self {
        Self(if self.0 == 0 { 0 } else { u32::MAX })
    }

    #[inline(always)]
    fn zeros(self) -> LaneSet {
        LaneSet::from(self.0 == 0)
    }

    #[inline(always)]
    fn look_up(self, table: &Row) -> Self {
        Self(table.0[at(self.0 & 15)])
    }
}

impl Backend for Plain {
    type Vector = Word;
    type Plan = (LaneSet, LaneSet);
    type Narrow = Self;

    const PARTS: usize = 16;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        self
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Word {
        Word(word)
    }

    #[inline(always)]
    fn load(self, row: &Row, part: usize) -> Word {
        Word(row.0[part])
    }

    #[inline(always)]
    fn store(self, vector: Word, row: &mut Row, part: usize) {
        row.0[part] = vector.0;
    }

    #[inline(always)]
    fn plan(self, whence: LaneSet, whither: LaneSet) -> (LaneSet, LaneSet) {
        (whence, whither)
    }

    #[inline(always)]
    fn copy(self, (whence, whither): (LaneSet, LaneSet), from: &Row, to: &mut Row) {
        for (whither, whence) in each_lane(whither).zip(each_lane(whence)) {
            to.0[whither] = from.0[whence];
        }
    }

    #[inline(always)]
    fn run<P: Program>(self, program: P) -> P::Output {
        program.run(self)
    }
}
