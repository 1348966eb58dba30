//! The AVX-512 backend: a row is one vector, and any function of three bits is one instruction.

use super::super::vector::{Backend, Kernel, LaneSet, LaneWords, Vector};
use super::macros::{operators, proven};
use super::sse2::Sse2;
use std::arch::x86_64::{
    __m512i, _mm_cvtsi32_si128, _mm512_and_si512, _mm512_andnot_si512, _mm512_load_si512,
    _mm512_mask_permutexvar_epi32, _mm512_maskz_compress_epi32, _mm512_maskz_expand_epi32,
    _mm512_maskz_set1_epi32, _mm512_or_si512, _mm512_permutexvar_epi32, _mm512_set1_epi32,
    _mm512_slli_epi32, _mm512_srl_epi32, _mm512_srli_epi32, _mm512_store_si512, _mm512_sub_epi32,
    _mm512_ternarylogic_epi32, _mm512_test_epi32_mask, _mm512_testn_epi32_mask, _mm512_xor_si512,
};

/// An x86-64 processor with AVX-512 F, BW, DQ and VL.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::simd9) struct Avx512(());

impl Avx512 {
    /// The backend, if this processor has the instructions.
    pub(in crate::sudoku::simd9) fn detect() -> Option<Self> {
        let is_available = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        is_available.then_some(Self(()))
    }
}

/// Sixteen words. Only [`Avx512`] creates them, so their existence proves that the processor has
/// the instructions.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::simd9) struct Avx512Words(__m512i);

operators!(
    Avx512Words,
    BitAnd, bitand, _mm512_and_si512;
    BitOr, bitor, _mm512_or_si512;
    BitXor, bitxor, _mm512_xor_si512;
);

/// The truth tables of the first, the second and the third of three bits. The truth table of a
/// function of three bits is the same function of these tables.
const A: i32 = 0b1111_0000;
const B: i32 = 0b1100_1100;
const C: i32 = 0b1010_1010;

impl Vector for Avx512Words {
    #[inline(always)]
    fn shl<const BITS: u32>(self) -> Self {
        Self(proven!(_mm512_slli_epi32::<BITS>(self.0)))
    }

    #[inline(always)]
    fn shr<const BITS: u32>(self) -> Self {
        Self(proven!(_mm512_srli_epi32::<BITS>(self.0)))
    }

    #[inline(always)]
    fn shr_by(self, bits: u32) -> Self {
        Self(proven!(_mm512_srl_epi32(self.0, _mm_cvtsi32_si128(bits.cast_signed()))))
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(proven!(_mm512_andnot_si512(other.0, self.0)))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(proven!(_mm512_sub_epi32(self.0, other.0)))
    }

    #[inline(always)]
    fn select(self, mask: Self, other: Self) -> Self {
        Self(proven!(_mm512_ternarylogic_epi32::<{ B & A | !B & C }>(self.0, mask.0, other.0)))
    }

    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        Self(proven!(_mm512_ternarylogic_epi32::<{ A | B | C }>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        Self(proven!(_mm512_ternarylogic_epi32::<{ A & B & C }>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        Self(proven!(_mm512_ternarylogic_epi32::<{ A ^ B ^ C }>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        Self(proven!(_mm512_ternarylogic_epi32::<{ A & B | B & C | C & A }>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn and_not_either(self, b: Self, c: Self) -> Self {
        Self(proven!(_mm512_ternarylogic_epi32::<{ A & !B & !C }>(self.0, b.0, c.0)))
    }

    #[inline(always)]
    fn nonzero_mask(self) -> Self {
        let lanes = proven!(_mm512_test_epi32_mask(self.0, self.0));
        Self(proven!(_mm512_maskz_set1_epi32(lanes, -1)))
    }

    #[inline(always)]
    fn zero_lanes(self) -> LaneSet {
        proven!(_mm512_testn_epi32_mask(self.0, self.0))
    }

    #[inline(always)]
    fn permute(self, table: &LaneWords) -> Self {
        // SAFETY: as in `load`, below.
        let table = unsafe { _mm512_load_si512(table.0.as_ptr().cast()) };
        Self(proven!(_mm512_permutexvar_epi32(self.0, table)))
    }
}

static LANE_NUMBERS: LaneWords = LaneWords([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);

/// The source lane of each lane, and the lanes that are overwritten.
#[derive(Clone, Copy)]
pub(in crate::sudoku::simd9) struct CopyPlan {
    sources: Avx512Words,
    targets: LaneSet,
}

impl Backend for Avx512 {
    type Vector = Avx512Words;
    type Plan = CopyPlan;
    type Narrow = Sse2;

    const PARTS: usize = 1;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        // Compiled inside a kernel for AVX-512, the SSE2 backend is encoded with AVX-512VL
        // instructions.
        Sse2
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Avx512Words {
        Avx512Words(proven!(_mm512_set1_epi32(word.cast_signed())))
    }

    #[inline(always)]
    fn load(self, row: &LaneWords, _: usize) -> Avx512Words {
        // SAFETY: a row is sixteen words, at a multiple of 64 bytes.
        Avx512Words(unsafe { _mm512_load_si512(row.0.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, vector: Avx512Words, row: &mut LaneWords, _: usize) {
        // SAFETY: as in `load`.
        unsafe { _mm512_store_si512(row.0.as_mut_ptr().cast(), vector.0) }
    }

    #[inline(always)]
    fn plan(self, from: LaneSet, to: LaneSet) -> CopyPlan {
        let lanes = self.load(&LANE_NUMBERS, 0);
        let list = proven!(_mm512_maskz_compress_epi32(from, lanes.0));
        CopyPlan { sources: Avx512Words(proven!(_mm512_maskz_expand_epi32(to, list))), targets: to }
    }

    #[inline(always)]
    fn copy(self, plan: CopyPlan, from: &LaneWords, to: &mut LaneWords) {
        let (from, old) = (self.load(from, 0).0, self.load(to, 0).0);
        let sources = plan.sources.0;
        let new = proven!(_mm512_mask_permutexvar_epi32(old, plan.targets, sources, from));
        self.store(Avx512Words(new), to, 0);
    }

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: `self` was made by `detect`, which found all of these.
        unsafe { run(self, kernel) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt,lzcnt")]
fn run<K: Kernel>(backend: Avx512, kernel: K) -> K::Output {
    kernel.run(backend)
}
