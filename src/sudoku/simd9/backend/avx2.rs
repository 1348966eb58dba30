//! The AVX2 backend: a row is two vectors.

use super::super::vector::{Backend, Kernel, LaneSet, LaneWords, Vector, each_lane, sources};
use super::macros::{operators, proven};
use super::sse2::Sse2;
use std::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm256_and_si256, _mm256_andnot_si256, _mm256_blendv_epi8,
    _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_load_si256, _mm256_movemask_ps,
    _mm256_or_si256, _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_setzero_si256,
    _mm256_sll_epi32, _mm256_slli_epi32, _mm256_srai_epi32, _mm256_srl_epi32, _mm256_store_si256,
    _mm256_sub_epi32, _mm256_xor_si256,
};

/// An x86-64 processor with AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::simd9) struct Avx2(());

impl Avx2 {
    /// The backend, if this processor has the instructions.
    pub(in crate::sudoku::simd9) fn detect() -> Option<Self> {
        let is_available = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        is_available.then_some(Self(()))
    }
}

/// Eight words. Only [`Avx2`] creates them.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::simd9) struct Avx2Words(__m256i);

operators!(
    Avx2Words,
    BitAnd, bitand, _mm256_and_si256;
    BitOr, bitor, _mm256_or_si256;
    BitXor, bitxor, _mm256_xor_si256;
);

impl Avx2Words {
    /// All ones in the lanes whose word is zero.
    #[inline(always)]
    fn zero_mask(self) -> __m256i {
        proven!(_mm256_cmpeq_epi32(self.0, _mm256_setzero_si256()))
    }
}

impl Vector for Avx2Words {
    #[inline(always)]
    fn shl<const BITS: u32>(self) -> Self {
        let bits = BITS.cast_signed();
        Self(proven!(_mm256_sll_epi32(self.0, _mm_cvtsi32_si128(bits))))
    }

    #[inline(always)]
    fn shr<const BITS: u32>(self) -> Self {
        self.shr_by(BITS)
    }

    #[inline(always)]
    fn shr_by(self, bits: u32) -> Self {
        Self(proven!(_mm256_srl_epi32(self.0, _mm_cvtsi32_si128(bits.cast_signed()))))
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(proven!(_mm256_andnot_si256(other.0, self.0)))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(proven!(_mm256_sub_epi32(self.0, other.0)))
    }

    #[inline(always)]
    fn nonzero_mask(self) -> Self {
        Self(proven!(_mm256_andnot_si256(self.zero_mask(), _mm256_set1_epi32(-1))))
    }

    #[inline(always)]
    fn zero_lanes(self) -> LaneSet {
        let lanes = proven!(_mm256_movemask_ps(_mm256_castsi256_ps(self.zero_mask())));
        LaneSet::from(lanes.to_le_bytes()[0])
    }

    #[inline(always)]
    fn permute(self, table: &LaneWords) -> Self {
        // SAFETY: `self` is a vector, and so this processor has AVX2.
        let (low, high) = unsafe { (load(table, 0), load(table, 1)) };
        Self(lookup(low, high, self))
    }
}

/// The entries of a table of two vectors, at the indices in the lower four bits of each word.
#[inline(always)]
fn lookup(low: Avx2Words, high: Avx2Words, indices: Avx2Words) -> __m256i {
    let is_high = proven!(_mm256_srai_epi32::<31>(_mm256_slli_epi32::<28>(indices.0)));
    let low = proven!(_mm256_permutevar8x32_epi32(low.0, indices.0));
    let high = proven!(_mm256_permutevar8x32_epi32(high.0, indices.0));
    proven!(_mm256_blendv_epi8(low, high, is_high))
}

/// Loads a part of a row.
#[target_feature(enable = "avx2")]
#[inline]
fn load(row: &LaneWords, part: usize) -> Avx2Words {
    let words = &row.0.as_chunks::<8>().0[part];
    // SAFETY: these are eight words, at a multiple of 32 bytes.
    Avx2Words(unsafe { _mm256_load_si256(words.as_ptr().cast()) })
}

/// The copy plan of one vector: the source lane of each lane, and the mask of the lanes that are
/// overwritten.
#[derive(Clone, Copy)]
pub(in crate::sudoku::simd9) struct HalfPlan {
    sources: Avx2Words,
    targets: Avx2Words,
}

impl Backend for Avx2 {
    type Vector = Avx2Words;
    type Plan = [HalfPlan; 2];
    type Narrow = Sse2;

    const PARTS: usize = 2;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        // Compiled inside a kernel for AVX2, the SSE2 backend is encoded with AVX instructions.
        Sse2
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Avx2Words {
        Avx2Words(proven!(_mm256_set1_epi32(word.cast_signed())))
    }

    #[inline(always)]
    fn load(self, row: &LaneWords, part: usize) -> Avx2Words {
        // SAFETY: `self` was made by `detect`, which found AVX2.
        unsafe { load(row, part) }
    }

    #[inline(always)]
    fn store(self, vector: Avx2Words, row: &mut LaneWords, part: usize) {
        let words = &mut row.0.as_chunks_mut::<8>().0[part];
        // SAFETY: as in `load`.
        unsafe { _mm256_store_si256(words.as_mut_ptr().cast(), vector.0) }
    }

    #[inline(always)]
    fn plan(self, from: LaneSet, to: LaneSet) -> [HalfPlan; 2] {
        let sources = sources(from, to);
        let mut targets = LaneWords::ZERO;
        for lane in each_lane(to) {
            targets.0[lane] = u32::MAX;
        }
        [0, 1].map(|part| HalfPlan {
            sources: self.load(&sources, part),
            targets: self.load(&targets, part),
        })
    }

    #[inline(always)]
    fn copy(self, plan: [HalfPlan; 2], from: &LaneWords, to: &mut LaneWords) {
        let (low, high) = (self.load(from, 0), self.load(from, 1));
        for (part, half) in plan.into_iter().enumerate() {
            let new = Avx2Words(lookup(low, high, half.sources));
            self.store(new.select(half.targets, self.load(to, part)), to, part);
        }
    }

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: `self` was made by `detect`, which found all of these.
        unsafe { run(self, kernel) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<K: Kernel>(backend: Avx2, kernel: K) -> K::Output {
    kernel.run(backend)
}
