//! The scalar backend: portable code for one word at a time, and the reference for the other
//! backends.

use super::super::vector::{Backend, Kernel, LaneSet, LaneWords, Vector, each_lane};
use crate::ids::as_index;
use std::ops::{BitAnd, BitOr, BitXor};

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::simd9) struct Scalar;

/// A single word.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::simd9) struct ScalarWord(u32);

impl BitAnd for ScalarWord {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for ScalarWord {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for ScalarWord {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Vector for ScalarWord {
    #[inline(always)]
    fn shl<const BITS: u32>(self) -> Self {
        Self(self.0 << BITS)
    }

    #[inline(always)]
    fn shr<const BITS: u32>(self) -> Self {
        Self(self.0 >> BITS)
    }

    #[inline(always)]
    fn shr_by(self, bits: u32) -> Self {
        Self(self.0 >> bits)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    #[inline(always)]
    fn nonzero_mask(self) -> Self {
        Self(if self.0 == 0 { 0 } else { u32::MAX })
    }

    #[inline(always)]
    fn zero_lanes(self) -> LaneSet {
        LaneSet::from(self.0 == 0)
    }

    #[inline(always)]
    fn permute(self, table: &LaneWords) -> Self {
        Self(table.0[as_index(self.0 & 15)])
    }
}

impl Backend for Scalar {
    type Vector = ScalarWord;
    type Plan = (LaneSet, LaneSet);
    type Narrow = Self;

    const PARTS: usize = 16;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        self
    }

    #[inline(always)]
    fn splat(self, word: u32) -> ScalarWord {
        ScalarWord(word)
    }

    #[inline(always)]
    fn load(self, row: &LaneWords, part: usize) -> ScalarWord {
        ScalarWord(row.0[part])
    }

    #[inline(always)]
    fn store(self, vector: ScalarWord, row: &mut LaneWords, part: usize) {
        row.0[part] = vector.0;
    }

    #[inline(always)]
    fn plan(self, from: LaneSet, to: LaneSet) -> (LaneSet, LaneSet) {
        (from, to)
    }

    #[inline(always)]
    fn copy(self, plan: (LaneSet, LaneSet), from: &LaneWords, to: &mut LaneWords) {
        let (sources, targets) = plan;
        for (source, target) in each_lane(sources).zip(each_lane(targets)) {
            to.0[target] = from.0[source];
        }
    }

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
}
