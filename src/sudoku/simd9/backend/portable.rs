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

/// Operations on each of some words, written out: functions on arrays are inlined only where all of
/// a crate is optimised together.
trait Words: Copy {
    fn map(self, operation: impl Fn(u32) -> u32) -> Self;

    fn zip(self, other: Self, operation: impl Fn(u32, u32) -> u32) -> Self;
}

impl Words for [u32; 1] {
    #[inline(always)]
    fn map(self, operation: impl Fn(u32) -> u32) -> Self {
        let [a] = self;
        [operation(a)]
    }

    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(u32, u32) -> u32) -> Self {
        let ([a], [x]) = (self, other);
        [operation(a, x)]
    }
}

impl Words for [u32; 4] {
    #[inline(always)]
    fn map(self, operation: impl Fn(u32) -> u32) -> Self {
        let [a, b, c, d] = self;
        [operation(a), operation(b), operation(c), operation(d)]
    }

    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(u32, u32) -> u32) -> Self {
        let ([a, b, c, d], [x, y, z, w]) = (self, other);
        [operation(a, x), operation(b, y), operation(c, z), operation(d, w)]
    }
}

impl<const N: usize> BitAnd for PortableWords<N>
where
    [u32; N]: Words,
{
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(Words::zip(self.0, other.0, |a, b| a & b))
    }
}

impl<const N: usize> BitOr for PortableWords<N>
where
    [u32; N]: Words,
{
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(Words::zip(self.0, other.0, |a, b| a | b))
    }
}

impl<const N: usize> BitXor for PortableWords<N>
where
    [u32; N]: Words,
{
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(Words::zip(self.0, other.0, |a, b| a ^ b))
    }
}

impl<const N: usize> Vector for PortableWords<N>
where
    [u32; N]: Words,
{
    #[inline(always)]
    fn shl<const BITS: u32>(self) -> Self {
        Self(Words::map(self.0, |word| word << BITS))
    }

    #[inline(always)]
    fn shr<const BITS: u32>(self) -> Self {
        Self(Words::map(self.0, |word| word >> BITS))
    }

    #[inline(always)]
    fn shr_by(self, bits: u32) -> Self {
        Self(Words::map(self.0, |word| word >> bits))
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        Self(Words::zip(self.0, other.0, |a, b| a & !b))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(Words::zip(self.0, other.0, u32::wrapping_sub))
    }

    #[inline(always)]
    fn nonzero_mask(self) -> Self {
        Self(Words::map(self.0, |word| if word == 0 { 0 } else { u32::MAX }))
    }

    #[inline(always)]
    fn zero_lanes(self) -> LaneSet {
        self.0.iter().rev().fold(0, |lanes, &word| lanes << 1 | LaneSet::from(word == 0))
    }

    #[inline(always)]
    fn permute(self, table: &LaneWords) -> Self {
        Self(Words::map(self.0, |word| table.0[as_index(word & 15)]))
    }
}

impl GroupVector for PortableWords<4> {
    #[inline(always)]
    fn transposed(rows: [Self; 3]) -> [Self; 3] {
        let [Self([a0, a1, a2, _]), Self([b0, b1, b2, _]), Self([c0, c1, c2, _])] = rows;
        [Self([a0, b0, c0, c0]), Self([a1, b1, c1, c1]), Self([a2, b2, c2, c2])]
    }

    #[inline(always)]
    fn split(self) -> [Self; 3] {
        let [a, b, c, _] = self.0;
        [Self([a; 4]), Self([b; 4]), Self([c; 4])]
    }
}

impl<const N: usize> Backend for Portable<N>
where
    [u32; N]: Words,
{
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

    #[inline(never)]
    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
}
