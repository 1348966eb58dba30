//! AVX2: a row is two vectors.

use super::super::vector::{Backend, LaneSet, Program, Row, Vector, each_lane, sources};
use super::{operators, proven};
use std::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm256_and_si256, _mm256_andnot_si256, _mm256_blendv_epi8,
    _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_load_si256, _mm256_movemask_ps,
    _mm256_or_si256, _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_setzero_si256,
    _mm256_sll_epi32, _mm256_slli_epi32, _mm256_srai_epi32, _mm256_srl_epi32, _mm256_store_si256,
    _mm256_sub_epi32, _mm256_xor_si256,
};

/// An x86-64 processor with AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::lanes) struct Avx2(());

impl Avx2 {
    /// The proof that this processor is one, if it is.
    pub(in crate::sudoku::lanes) fn detect() -> Option<Self> {
        let is_one = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        is_one.then_some(Self(()))
    }
}

/// Eight words. Only [`Avx2`] makes them.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::lanes) struct Words(__m256i);

operators!(
    Words,
    BitAnd, bitand, _mm256_and_si256;
    BitOr, bitor, _mm256_or_si256;
    BitXor, bitxor, _mm256_xor_si256;
);

impl Words {
    /// All ones in the lanes whose word is zero.
    #[inline(always)]
    fn empty(self) -> __m256i {
        proven!(_mm256_cmpeq_epi32(self.0, _mm256_setzero_si256()))
    }
}

impl Vector for Words {
    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        let bits = BITS.cast_signed();
        Self(proven!(_mm256_sll_epi32(self.0, _mm_cvtsi32_si128(bits))))
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        self.down_by(BITS)
    }

    #[inline(always)]
    fn down_by(self, bits: u32) -> Self {
        Self(proven!(_mm256_srl_epi32(self.0, _mm_cvtsi32_si128(bits.cast_signed()))))
    }

    #[inline(always)]
    fn but(self, other: Self) -> Self {
        Self(proven!(_mm256_andnot_si256(other.0, self.0)))
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self {
        Self(proven!(_mm256_sub_epi32(self.0, other.0)))
    }

    #[inline(always)]
    fn filled(self) -> Self {
        Self(proven!(_mm256_andnot_si256(self.empty(), _mm256_set1_epi32(-1))))
    }

    #[inline(always)]
    fn zeros(self) -> LaneSet {
        let lanes = proven!(_mm256_movemask_ps(_mm256_castsi256_ps(self.empty())));
        LaneSet::from(lanes.to_le_bytes()[0])
    }

    #[inline(always)]
    fn look_up(self, table: &Row) -> Self {
        // SAFETY: `self` is a vector, and so this processor has AVX2.
        let (low, high) = unsafe { (load(table, 0), load(table, 1)) };
        Self(named(low, high, self))
    }
}

/// The words of two vectors that the lower four bits of each word of a third name.
#[inline(always)]
fn named(low: Words, high: Words, names: Words) -> __m256i {
    let is_high = proven!(_mm256_srai_epi32::<31>(_mm256_slli_epi32::<28>(names.0)));
    let low = proven!(_mm256_permutevar8x32_epi32(low.0, names.0));
    let high = proven!(_mm256_permutevar8x32_epi32(high.0, names.0));
    proven!(_mm256_blendv_epi8(low, high, is_high))
}

/// A part of a row.
#[target_feature(enable = "avx2")]
#[inline]
fn load(row: &Row, part: usize) -> Words {
    let words = &row.0.as_chunks::<8>().0[part];
    // SAFETY: these are eight words, at a multiple of 32 bytes.
    Words(unsafe { _mm256_load_si256(words.as_ptr().cast()) })
}

/// What a vector gets: the lane of a row whose word each lane gets, and which lanes get any.
#[derive(Clone, Copy)]
pub(in crate::sudoku::lanes) struct Half {
    sources: Words,
    gets: Words,
}

impl Backend for Avx2 {
    type Vector = Words;
    type Plan = [Half; 2];
    type Narrow = Self;

    const PARTS: usize = 2;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        self
    }

    #[inline(always)]
    fn splat(self, word: u32) -> Words {
        Words(proven!(_mm256_set1_epi32(word.cast_signed())))
    }

    #[inline(always)]
    fn load(self, row: &Row, part: usize) -> Words {
        // SAFETY: `self` was made by `detect`, which found AVX2.
        unsafe { load(row, part) }
    }

    #[inline(always)]
    fn store(self, vector: Words, row: &mut Row, part: usize) {
        let words = &mut row.0.as_chunks_mut::<8>().0[part];
        // SAFETY: as in `load`.
        unsafe { _mm256_store_si256(words.as_mut_ptr().cast(), vector.0) }
    }

    #[inline(always)]
    fn plan(self, whence: LaneSet, whither: LaneSet) -> [Half; 2] {
        let sources = sources(whence, whither);
        let mut gets = Row::ZERO;
        for lane in each_lane(whither) {
            gets.0[lane] = u32::MAX;
        }
        [0, 1].map(|part| Half { sources: self.load(&sources, part), gets: self.load(&gets, part) })
    }

    #[inline(always)]
    fn copy(self, plan: [Half; 2], from: &Row, to: &mut Row) {
        let (low, high) = (self.load(from, 0), self.load(from, 1));
        for (part, half) in plan.into_iter().enumerate() {
            let new = Words(named(low, high, half.sources));
            self.store(new.where_else(half.gets, self.load(to, part)), to, part);
        }
    }

    #[inline(always)]
    fn run<P: Program>(self, program: P) -> P::Output {
        // SAFETY: `self` was made by `detect`, which found all of these.
        unsafe { run(self, program) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<P: Program>(backend: Avx2, program: P) -> P::Output {
    program.run(backend)
}
