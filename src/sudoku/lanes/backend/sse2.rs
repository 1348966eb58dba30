//! SSE2: a row is four vectors. Every x86-64 processor has it.

use super::super::vector::{Backend, LaneSet, Program, Row, Vector};
use super::plain::Plain;
use super::{operators, proven};
use crate::ids::at;
use std::arch::x86_64::{
    __m128i, _mm_and_si128, _mm_andnot_si128, _mm_castsi128_ps, _mm_cmpeq_epi32, _mm_cvtsi32_si128,
    _mm_load_si128, _mm_movemask_ps, _mm_or_si128, _mm_set1_epi32, _mm_setzero_si128,
    _mm_sll_epi32, _mm_srl_epi32, _mm_store_si128, _mm_sub_epi32, _mm_xor_si128,
};

/// Any x86-64 processor.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::lanes) struct Sse2;

/// Four words.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::lanes) struct Words(__m128i);

operators!(
    Words,
    BitAnd, bitand, _mm_and_si128;
    BitOr, bitor, _mm_or_si128;
    BitXor, bitxor, _mm_xor_si128;
);

impl Words {
    /// All ones in the lanes whose word is zero.
    #[inline(always)]
    fn empty(self) -> __m128i {
        proven!(_mm_cmpeq_epi32(self.0, _mm_setzero_si128()))
    }
}

impl Vector for Words {
    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        Self(proven!(_mm_sll_epi32(self.0, _mm_cvtsi32_si128(BITS.cast_signed()))))
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        self.down_by(BITS)
    }

    #[inline(always)]
    fn down_by(self, bits: u32) -> Self {
        Self(proven!(_mm_srl_epi32(self.0, _mm_cvtsi32_si128(bits.cast_signed()))))
    }

    #[inline(always)]
    fn but(self, other: Self) -> Self {
        Self(proven!(_mm_andnot_si128(other.0, self.0)))
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self {
        Self(proven!(_mm_sub_epi32(self.0, other.0)))
    }

    #[inline(always)]
    fn filled(self) -> Self {
        Self(proven!(_mm_andnot_si128(self.empty(), _mm_set1_epi32(-1))))
    }

    #[inline(always)]
    fn zeros(self) -> LaneSet {
        let lanes = proven!(_mm_movemask_ps(_mm_castsi128_ps(self.empty())));
        LaneSet::from(lanes.to_le_bytes()[0])
    }

    #[inline(always)]
    fn look_up(self, table: &Row) -> Self {
        let mut words = Row::ZERO;
        Sse2.store(self, &mut words, 0);
        for word in &mut words.0[..4] {
            *word = table.0[at(*word & 15)];
        }
        Sse2.load(&words, 0)
    }
}

impl Backend for Sse2 {
    type Vector = Words;
    type Plan = (LaneSet, LaneSet);
    type Narrow = Self;

    const PARTS: usize = 4;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        self
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Words {
        Words(proven!(_mm_set1_epi32(word.cast_signed())))
    }

    #[inline(always)]
    fn load(self, row: &Row, part: usize) -> Words {
        let words = &row.0.as_chunks::<4>().0[part];
        // SAFETY: these are four words, at a multiple of 16 bytes.
        Words(unsafe { _mm_load_si128(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, vector: Words, row: &mut Row, part: usize) {
        let words = &mut row.0.as_chunks_mut::<4>().0[part];
        // SAFETY: as in `load`.
        unsafe { _mm_store_si128(words.as_mut_ptr().cast(), vector.0) }
    }

    #[inline(always)]
    fn plan(self, whence: LaneSet, whither: LaneSet) -> (LaneSet, LaneSet) {
        Plain.plan(whence, whither)
    }

    #[inline(always)]
    fn copy(self, plan: (LaneSet, LaneSet), from: &Row, to: &mut Row) {
        Plain.copy(plan, from, to);
    }

    #[inline(always)]
    fn run<P: Program>(self, program: P) -> P::Output {
        program.run(self)
    }
}
