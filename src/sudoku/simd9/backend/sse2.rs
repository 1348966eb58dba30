//! The SSE2 backend, for any x86-64 processor: a row is four vectors.

use super::super::vector::{Backend, GroupVector, Kernel, LaneSet, LaneWords, Vector};
use super::macros::{operators, proven};
use super::portable::Portable;
use crate::ids::as_index;
use std::arch::x86_64::{
    __m128i, _mm_and_si128, _mm_andnot_si128, _mm_castps_si128, _mm_castsi128_ps, _mm_cmpeq_epi32,
    _mm_cvtsi32_si128, _mm_load_si128, _mm_movemask_ps, _mm_or_si128, _mm_set1_epi32,
    _mm_setzero_si128, _mm_shuffle_epi32, _mm_shuffle_ps, _mm_sll_epi32, _mm_srl_epi32,
    _mm_store_si128, _mm_sub_epi32, _mm_unpackhi_epi32, _mm_unpacklo_epi32, _mm_unpacklo_epi64,
    _mm_xor_si128,
};

/// Any x86-64 processor.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::simd9) struct Sse2;

/// Four words.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::simd9) struct Sse2Words(__m128i);

operators!(
    Sse2Words,
    BitAnd, bitand, _mm_and_si128;
    BitOr, bitor, _mm_or_si128;
    BitXor, bitxor, _mm_xor_si128;
);

impl Sse2Words {
    /// All ones in the lanes whose word is zero.
    #[inline(always)]
    fn zero_mask(self) -> __m128i {
        proven!(_mm_cmpeq_epi32(self.0, _mm_setzero_si128()))
    }
}

impl Vector for Sse2Words {
    #[inline(always)]
    fn shl<const BITS: u32>(self) -> Self {
        Self(proven!(_mm_sll_epi32(self.0, _mm_cvtsi32_si128(BITS.cast_signed()))))
    }

    #[inline(always)]
    fn shr<const BITS: u32>(self) -> Self {
        self.shr_by(BITS)
    }

    #[inline(always)]
    fn shr_by(self, bits: u32) -> Self {
        Self(proven!(_mm_srl_epi32(self.0, _mm_cvtsi32_si128(bits.cast_signed()))))
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(proven!(_mm_andnot_si128(other.0, self.0)))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(proven!(_mm_sub_epi32(self.0, other.0)))
    }

    #[inline(always)]
    fn nonzero_mask(self) -> Self {
        Self(proven!(_mm_andnot_si128(self.zero_mask(), _mm_set1_epi32(-1))))
    }

    #[inline(always)]
    fn zero_lanes(self) -> LaneSet {
        let lanes = proven!(_mm_movemask_ps(_mm_castsi128_ps(self.zero_mask())));
        LaneSet::from(lanes.to_le_bytes()[0])
    }

    #[inline(always)]
    fn permute(self, table: &LaneWords) -> Self {
        let mut words = LaneWords::ZERO;
        Sse2.store(self, &mut words, 0);
        for word in &mut words.0[..4] {
            *word = table.0[as_index(*word & 15)];
        }
        Sse2.load(&words, 0)
    }
}

impl GroupVector for Sse2Words {
    #[inline(always)]
    fn transposed([a, b, c]: [Self; 3]) -> [Self; 3] {
        proven!({
            let (low, high) = (_mm_unpacklo_epi32(a.0, b.0), _mm_unpackhi_epi32(a.0, b.0));
            let middle =
                _mm_shuffle_ps::<0b01_01_11_10>(_mm_castsi128_ps(low), _mm_castsi128_ps(c.0));
            let last =
                _mm_shuffle_ps::<0b10_10_01_00>(_mm_castsi128_ps(high), _mm_castsi128_ps(c.0));
            [
                Self(_mm_unpacklo_epi64(low, c.0)),
                Self(_mm_castps_si128(middle)),
                Self(_mm_castps_si128(last)),
            ]
        })
    }

    #[inline(always)]
    fn split(self) -> [Self; 3] {
        [
            Self(proven!(_mm_shuffle_epi32::<0b00_00_00_00>(self.0))),
            Self(proven!(_mm_shuffle_epi32::<0b01_01_01_01>(self.0))),
            Self(proven!(_mm_shuffle_epi32::<0b10_10_10_10>(self.0))),
        ]
    }
}

impl Backend for Sse2 {
    type Vector = Sse2Words;
    type Plan = (LaneSet, LaneSet);
    type Narrow = Self;

    const PARTS: usize = 4;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        self
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Sse2Words {
        Sse2Words(proven!(_mm_set1_epi32(word.cast_signed())))
    }

    #[inline(always)]
    fn load(self, row: &LaneWords, part: usize) -> Sse2Words {
        let words = &row.0.as_chunks::<4>().0[part];
        // SAFETY: these are four words, at a multiple of 16 bytes.
        Sse2Words(unsafe { _mm_load_si128(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, vector: Sse2Words, row: &mut LaneWords, part: usize) {
        let words = &mut row.0.as_chunks_mut::<4>().0[part];
        // SAFETY: as in `load`.
        unsafe { _mm_store_si128(words.as_mut_ptr().cast(), vector.0) }
    }

    #[inline(always)]
    fn plan(self, from: LaneSet, to: LaneSet) -> (LaneSet, LaneSet) {
        Portable::<1>.plan(from, to)
    }

    #[inline(always)]
    fn copy(self, plan: (LaneSet, LaneSet), from: &LaneWords, to: &mut LaneWords) {
        Portable::<1>.copy(plan, from, to);
    }

    #[inline(never)]
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
}
