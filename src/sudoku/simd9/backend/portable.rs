//! The portable backends: the scalar one, for one word at a time, which is the reference for the
//! others, and one for four words, which compilers turn into the vectors of the processor.

use super::super::vector::{
    Backend, GroupVector, Kernel, LANES, LaneSet, LaneWords, Vector, each_lane,
};
use crate::ids::as_index;
use std::ops::{BitAnd, BitOr, BitXor};

/// Any processor, with vectors of `N` words.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::simd9) struct Portable<const N: usize>;

/// `N` words.
#[derive(Clone, Copy, Debug)]
pub(in crate::sudoku::simd9) struct PortableWords<const N: usize>([u32; N]);

impl<const N: usize> PortableWords<N> {
    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(u32, u32) -> u32) -> Self {
        Self(std::array::from_fn(|lane| operation(self.0[lane], other.0[lane])))
    }
}

impl<const N: usize> BitAnd for PortableWords<N> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for PortableWords<N> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for PortableWords<N> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Vector for PortableWords<N> {
    #[inline(always)]
    fn shl<const BITS: u32>(self) -> Self {
        Self(self.0.map(|word| word << BITS))
    }

    #[inline(always)]
    fn shr<const BITS: u32>(self) -> Self {
        Self(self.0.map(|word| word >> BITS))
    }

    #[inline(always)]
    fn shr_by(self, bits: u32) -> Self {
        Self(self.0.map(|word| word >> bits))
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, u32::wrapping_sub)
    }

    #[inline(always)]
    fn nonzero_mask(self) -> Self {
        Self(self.0.map(|word| if word == 0 { 0 } else { u32::MAX }))
    }

    #[inline(always)]
    fn zero_lanes(self) -> LaneSet {
        self.0.iter().rev().fold(0, |lanes, &word| lanes << 1 | LaneSet::from(word == 0))
    }

    #[inline(always)]
    fn permute(self, table: &LaneWords) -> Self {
        Self(self.0.map(|word| table.0[as_index(word & 15)]))
    }
}

impl GroupVector for PortableWords<4> {
    #[inline(always)]
    fn transposed(rows: [Self; 3]) -> [Self; 3] {
        [0, 1, 2].map(|column| Self([0, 1, 2, 2].map(|row: usize| rows[row].0[column])))
    }

    #[inline(always)]
    fn split(self) -> [Self; 3] {
        [0, 1, 2].map(|word| Self([self.0[word]; 4]))
    }
}

impl<const N: usize> Backend for Portable<N> {
    type Vector = PortableWords<N>;
    type Plan = (LaneSet, LaneSet);
    type Narrow = Portable<4>;

    const PARTS: usize = LANES / N;

    #[inline(always)]
    fn narrow(self) -> Self::Narrow {
        Portable
    }

    #[inline(always)]
    fn splat(self, word: u32) -> PortableWords<N> {
        PortableWords([word; N])
    }

    #[inline(always)]
    fn load(self, row: &LaneWords, part: usize) -> PortableWords<N> {
        PortableWords(row.0.as_chunks().0[part])
    }

    #[inline(always)]
    fn store(self, vector: PortableWords<N>, row: &mut LaneWords, part: usize) {
        row.0.as_chunks_mut().0[part] = vector.0;
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
