//! The vector operations that a backend provides: traits [`Vector`], [`Backend`] and [`Kernel`].
//!
//! A [`StateBlock`](super::layout::StateBlock) holds sixteen states side by side on every
//! processor: each of its rows is one 32-bit word of all sixteen. A backend processes a row in
//! parts of its own vector width. All backends therefore take the same steps in the same order and
//! return the same results and the same counters; tests verify that.

use crate::ids::{as_index, to_u32};
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor};

/// The number of states that are processed together.
pub(super) const LANES: usize = 16;

/// A set of lanes, one bit each.
pub(super) type LaneSet = u16;

/// One word of each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct LaneWords(pub(super) [u32; LANES]);

impl LaneWords {
    pub(super) const ZERO: Self = Self([0; LANES]);
}

/// A register that holds consecutive words of a row.
pub(super) trait Vector:
    Copy + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// Shifts each word left; zeros enter.
    fn shl<const BITS: u32>(self) -> Self;

    /// Shifts each word right; zeros enter.
    fn shr<const BITS: u32>(self) -> Self;

    /// Shifts each word right by at most 31 bits; zeros enter.
    fn shr_by(self, bits: u32) -> Self;

    /// `self & !other`.
    fn and_not(self, other: Self) -> Self;

    /// Subtracts word by word, modulo 2^32.
    fn sub(self, other: Self) -> Self;

    /// The bits of `self` where the mask is 1, those of `other` elsewhere.
    #[inline(always)]
    fn select(self, mask: Self, other: Self) -> Self {
        (self & mask) | other.and_not(mask)
    }

    /// `self | b | c`.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self | b | c
    }

    /// `self & b & c`.
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self & b & c
    }

    /// `self ^ b ^ c`.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self ^ b ^ c
    }

    /// The bits that are set in at least two of the three.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        ((self | b) & c) | (self & b)
    }

    /// `self & !b & !c`.
    #[inline(always)]
    fn and_not_either(self, b: Self, c: Self) -> Self {
        self.and_not(b | c)
    }

    /// All ones in the lanes whose word is not zero.
    fn nonzero_mask(self) -> Self;

    /// The lanes whose word is zero; the first lane of the vector is bit 0.
    fn zero_lanes(self) -> LaneSet;

    /// For each word, the entry of the table at the index in its lower four bits. The other bits
    /// are ignored.
    fn permute(self, table: &LaneWords) -> Self;
}

/// A register of four words, of which the first three are used.
pub(super) trait GroupVector: Vector {
    /// Exchanges rows and columns of three by three words. The fourth words are arbitrary.
    fn transposed(rows: [Self; 3]) -> [Self; 3];

    /// Broadcasts each of the first three words to a vector.
    fn split(self) -> [Self; 3];

    /// The bits that are set in any of the first three words, in all words.
    #[inline(always)]
    fn union_of_words(self) -> Self {
        let [a, b, c] = self.split();
        a.or3(b, c)
    }
}

/// An instruction set of this processor. A value proves that the processor has the instructions; so
/// do the vectors, which only the backend creates.
pub(super) trait Backend: Copy + Debug + Send {
    type Vector: Vector;

    /// Which lanes are copied to which.
    type Plan: Copy;

    /// A backend of the same processor with vectors of four words: for one puzzle, and faster where
    /// only the first lanes are in use.
    type Narrow: Backend<Vector: GroupVector>;

    /// The number of vectors in a row.
    const PARTS: usize;

    /// All lanes of a vector.
    const WHOLE: LaneSet = LaneSet::MAX >> (LANES - LANES / Self::PARTS);

    /// Returns whether any of the lanes is in this part of a row.
    #[inline(always)]
    fn has_any(part: usize, lanes: LaneSet) -> bool {
        lanes & Self::lanes_of(part, Self::WHOLE) != 0
    }

    /// Converts lanes of a vector to lanes of the row of which it is a part.
    #[inline(always)]
    fn lanes_of(part: usize, lanes: LaneSet) -> LaneSet {
        lanes << (part * (LANES / Self::PARTS))
    }

    /// The backend with vectors of four words.
    fn narrow(self) -> Self::Narrow;

    /// Returns whether one vector of four words holds all of the lanes.
    #[inline(always)]
    fn fits_narrow(lanes: LaneSet) -> bool {
        Self::Narrow::PARTS > Self::PARTS && lanes & !Self::Narrow::WHOLE == 0
    }

    /// The same word in all lanes.
    fn splat(self, word: u32) -> Self::Vector;

    /// Loads a part of a row.
    fn load(self, row: &LaneWords, part: usize) -> Self::Vector;

    /// Overwrites a part of a row.
    fn store(self, vector: Self::Vector, row: &mut LaneWords, part: usize);

    /// Prepares copying the words of the lanes `from` to as many lanes `to`, in order.
    fn plan(self, from: LaneSet, to: LaneSet) -> Self::Plan;

    /// Copies words as planned.
    fn copy(self, plan: Self::Plan, from: &LaneWords, to: &mut LaneWords);

    /// Runs a kernel that is compiled for this instruction set. Implementations are not inlined:
    /// the code exists once, and its stack frame, large without optimisation, only while it runs.
    fn run<K: Kernel>(self, kernel: K) -> K::Output;
}

/// The first lane of a set that is not empty.
#[inline(always)]
pub(super) fn lane(lanes: LaneSet) -> usize {
    // Never above 15; the mask shows that to the compiler.
    as_index(lanes.trailing_zeros() & 15)
}

/// The lanes of a set in ascending order.
#[inline(always)]
pub(super) fn each_lane(lanes: LaneSet) -> impl Iterator<Item = usize> {
    let mut rest = lanes;
    std::iter::from_fn(move || {
        let lane = (rest != 0).then(|| lane(rest))?;
        rest &= rest - 1;
        Some(lane)
    })
}

/// For each lane of `to`, the lane of `from` at the same position. The entries of other lanes are
/// arbitrary.
#[inline(always)]
pub(super) fn sources(from: LaneSet, to: LaneSet) -> LaneWords {
    let mut sources = LaneWords::ZERO;
    for (to, from) in each_lane(to).zip(each_lane(from)) {
        sources.0[to] = to_u32(from);
    }
    sources
}

/// Code that is compiled once for each instruction set. All functions that it calls should be
/// `#[inline(always)]`: a function that is not inlined is compiled for the lowest instruction set.
pub(super) trait Kernel {
    type Output;

    fn run<B: Backend>(self, backend: B) -> Self::Output;
}
