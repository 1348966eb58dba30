//! AVX-512: a row is one vector, and any function of three bits is one instruction.

use super::super::vector::{Backend, LaneSet, Program, Row, Vector};
use super::sse2::Sse2;
use super::{operators, proven};
use std::arch::x86_64::{
    __m512i, _mm_cvtsi32_si128, _mm512_and_si512, _mm512_andnot_si512, _mm512_load_si512,
    _mm512_mask_permutexvar_epi32, _mm512_maskz_compress_epi32, _mm512_maskz_expand_epi32,
    _mm512_maskz_set1_epi32, _mm512_or_si512, _mm512_permutexvar_epi32, _mm512_set1_epi32,
    _mm512_slli_epi32, _mm512_srl_epi32, _mm512_srli_epi32, _mm512_store_si512, _mm512_sub_epi32,
    _mm512_ternarylogic_epi32, _mm512_test_epi32_mask, _mm512_testn_epi32_mask, _mm512_xor_si512,
};

/// An x86-64 processor with AVX-512 F, BW, DQ and VL.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::lanes) struct Avx512(());

impl Avx512 {
    /// The proof that this processor is one, if it is.
    pub(in crate::sudoku::lanes) fn detect() -> Option<Self> {
        let is_one = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        is_one.then_some(Self(()))
    }
}

/// Sixteen words. Only [`Avx512`] makes one, and so its being there proves that the instructions are too.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::lanes) struct Words(__m512i);

operators!(
    Words,
    BitAnd, bitand, _mm512_and_si512;
    BitOr, bitor, _mm512_or_si512;
    BitXor, bitxor, _mm512_xor_si512;
);

/// Which of the eight combinations of three bits have the first, the second and the third of them. The table of a
/// function of three bits is the same function of these.
const A: i32 = 0b1111_0000;
const B: i32 = 0b1100_1100;
const C: i32 = 0b1010_1010;

impl Vector for Words {
    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        Self(proven!(_mm512_slli_epi32::<BITS>(self.0)))
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        Self(proven!(_mm512_srli_epi32::<BITS>(self.0)))
    }

    #[inline(always)]
    fn down_by(self, bits: u32) -> Self {
        Self(proven!(_mm512_srl_epi32(self.0, _mm_cvtsi32_si128(bits.cast_signed()))))
    }

    #[inline(always)]
    fn but(self, other: Self) -> Self {
        Self(proven!(_mm512_andnot_si512(other.0, self.0)))
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self {
        Self(proven!(_mm512_sub_epi32(self.0, other.0)))
    }

    #[inline(always)]
    fn where_else(self, mask: Self, other: Self) -> Self {
        Self(proven!(_mm512_ternarylogic_epi32::<{ B & A | !B & C }>(self.0, mask.0, other.0)))
    }

    #[inline(always)]
    fn any(self, b: Self, c: Self) -> Self {
        Self(proven!(_mm512_ternarylogic_epi32::<{ A | B | C }>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn all(self, b: Self, c: Self) -> Self {
        Self(proven!(_mm512_ternarylogic_epi32::<{ A & B & C }>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn odd(self, b: Self, c: Self) -> Self {
        Self(proven!(_mm512_ternarylogic_epi32::<{ A ^ B ^ C }>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn two_of(self, b: Self, c: Self) -> Self {
        Self(proven!(_mm512_ternarylogic_epi32::<{ A & B | B & C | C & A }>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn but_both(self, b: Self, c: Self) -> Self {
        Self(proven!(_mm512_ternarylogic_epi32::<{ A & !B & !C }>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn filled(self) -> Self {
        let lanes = proven!(_mm512_test_epi32_mask(self.0, self.0));
        Self(proven!(_mm512_maskz_set1_epi32(lanes, -1)))
    }

    #[inline(always)]
    fn zeros(self) -> LaneSet {
        proven!(_mm512_testn_epi32_mask(self.0, self.0))
    }

    #[inline(always)]
    fn look_up(self, table: &Row) -> Self {
        // SAFETY: as in `load`, below.
        let table = unsafe { _mm512_load_si512(table.0.as_ptr().cast()) };
        Self(proven!(_mm512_permutexvar_epi32(self.0, table)))
    }
}

static LANE_NUMBERS: Row = Row([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);

/// The lane of a row whose word each lane gets, and which lanes get any.
#[derive(Clone, Copy)]
pub(in crate::sudoku::lanes) struct Plan {
    sources: Words,
    gets: LaneSet,
}

impl Backend for Avx512 {
    type Vector = Words;
    type Plan = Plan;
    type Narrow = Sse2;

    const PARTS: usize = 1;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        // What is compiled here for vectors of four words has the instructions of AVX-512VL too.
        Sse2
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Words {
        Words(proven!(_mm512_set1_epi32(word.cast_signed())))
    }

    #[inline(always)]
    fn load(self, row: &Row, _: usize) -> Words {
        // SAFETY: a row is sixteen words, at a multiple of 64 bytes.
        Words(unsafe { _mm512_load_si512(row.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, vector: Words, row: &mut Row, _: usize) {
        // SAFETY: as in `load`.
        unsafe { _mm512_store_si512(row.0.as_mut_ptr().cast(), vector.0) }
    }

    #[inline(always)]
    fn plan(self, whence: LaneSet, whither: LaneSet) -> Plan {
        let lanes = self.load(&LANE_NUMBERS, 0);
        let list = proven!(_mm512_maskz_compress_epi32(whence, lanes.0));
        Plan { sources: Words(proven!(_mm512_maskz_expand_epi32(whither, list))), gets: whither }
    }

    #[inline(always)]
    fn copy(self, plan: Plan, from: &Row, to: &mut Row) {
        let (from, old) = (self.load(from, 0).0, self.load(to, 0).0);
        let sources = plan.sources.0;
        let new = proven!(_mm512_mask_permutexvar_epi32(old, plan.gets, sources, from));
        self.store(Words(new), to, 0);
    }

    #[inline(always)]
    fn run<P: Program>(self, program: P) -> P::Output {
        // SAFETY: `self` was made by `detect`, which found all of these.
        unsafe { run(self, program) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt,lzcnt")]
fn run<P: Program>(backend: Avx512, program: P) -> P::Output {
    program.run(backend)
}
