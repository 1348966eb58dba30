//! What a lane machine needs of a processor: a few operations on vectors of 32-bit words.
//!
//! A `Block` holds sixteen states side by side, whatever the processor: each of its rows is one word of all sixteen.
//! A backend works through a row in parts of its own width. Hence all backends take the same steps in the same
//! order, and have the same answers and the same counters; tests hold them to that.

use crate::ids::{at, narrow};
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor};

/// How many states a machine works on at once.
pub(super) const LANES: usize = 16;

/// Some of the sixteen lanes, one bit each.
pub(super) type LaneSet = u16;

/// One word of each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Row(pub(super) [u32; LANES]);

impl Row {
    pub(super) const ZERO: Self = Self([0; LANES]);
}

/// Some of the words of a row, in a register.
pub(super) trait Vector:
    Copy + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// The words moved up by so many bits; zeros come in.
    fn up<const BITS: u32>(self) -> Self;

    /// The words moved down by so many bits; zeros come in.
    fn down<const BITS: u32>(self) -> Self;

    /// The words moved down by so many bits, not more than 31.
    fn down_by(self, bits: u32) -> Self;

    /// What of this is not in the other.
    fn but(self, other: Self) -> Self;

    /// Each word less the one beside it, modulo 2^32.
    fn less(self, other: Self) -> Self;

    /// Where the mask has a bit, that of `self`, elsewhere that of the other.
    #[inline(always)]
    fn where_else(self, mask: Self, other: Self) -> Self {
        (self & mask) | other.but(mask)
    }

    /// The bits of any of three.
    #[inline(always)]
    fn any(self, b: Self, c: Self) -> Self {
        self | b | c
    }

    /// The bits of all three.
    #[inline(always)]
    fn all(self, b: Self, c: Self) -> Self {
        self & b & c
    }

    /// The bits of an odd number of the three.
    #[inline(always)]
    fn odd(self, b: Self, c: Self) -> Self {
        self ^ b ^ c
    }

    /// The bits of two at least of the three.
    #[inline(always)]
    fn two_of(self, b: Self, c: Self) -> Self {
        ((self | b) & c) | (self & b)
    }

    /// What of this is in neither of the others.
    #[inline(always)]
    fn but_both(self, b: Self, c: Self) -> Self {
        self.but(b | c)
    }

    /// All ones in the lanes whose word is not zero.
    fn filled(self) -> Self;

    /// The lanes whose word is zero; the first of the vector is bit 0.
    fn zeros(self) -> LaneSet;

    /// The word of a table that the lower four bits of each word name. The bits above are ignored.
    fn look_up(self, table: &Row) -> Self;
}

/// A kind of processor. A value is the proof that this processor is of that kind, and so vectors, which only
/// it makes, are another.
pub(super) trait Backend: Copy + Debug + Send {
    type Vector: Vector;

    /// Which words are copied where.
    type Plan: Copy;

    /// Shorter vectors of the same processor, which take less time where only the first lanes hold a state.
    type Narrow: Backend;

    /// How many vectors make a row.
    const PARTS: usize;

    /// All lanes of a vector.
    const WHOLE: LaneSet = LaneSet::MAX >> (LANES - LANES / Self::PARTS);

    /// Whether any of some lanes is in a part of a row.
    #[inline(always)]
    fn has_any(part: usize, lanes: LaneSet) -> bool {
        lanes & Self::lanes_of(part, Self::WHOLE) != 0
    }

    /// Lanes of a vector as lanes of the row of which it is a part.
    #[inline(always)]
    fn lanes_of(part: usize, lanes: LaneSet) -> LaneSet {
        lanes << (part * (LANES / Self::PARTS))
    }

    /// The same processor with shorter vectors.
    fn narrow(self) -> Self::Narrow;

    /// Whether shorter vectors are enough for some lanes.
    #[inline(always)]
    fn fits_narrow(lanes: LaneSet) -> bool {
        Self::Narrow::PARTS > Self::PARTS && lanes & !Self::Narrow::WHOLE == 0
    }

    /// The same word in all lanes.
    fn splat(self, word: u32) -> Self::Vector;

    /// A part of a row.
    fn load(self, row: &Row, part: usize) -> Self::Vector;

    /// Overwrites a part of a row.
    fn store(self, vector: Self::Vector, row: &mut Row, part: usize);

    /// Plans to copy the words of some lanes of a row to as many lanes of another, in order.
    fn plan(self, whence: LaneSet, whither: LaneSet) -> Self::Plan;

    /// Copies words as planned.
    fn copy(self, plan: Self::Plan, from: &Row, to: &mut Row);

    /// Runs a task that is compiled for this kind of processor.
    fn run<P: Program>(self, program: P) -> P::Output;
}

/// The first lane of a set that is not empty.
#[inline(always)]
pub(super) fn lane(lanes: LaneSet) -> usize {
    // Never above 15; the mask lets the compiler see it.
    at(lanes.trailing_zeros() & 15)
}

/// The lanes of a set, one after another.
#[inline(always)]
pub(super) fn each_lane(lanes: LaneSet) -> impl Iterator<Item = usize> {
    let mut rest = lanes;
    std::iter::from_fn(move || {
        let lane = (rest != 0).then(|| lane(rest))?;
        rest &= rest - 1;
        Some(lane)
    })
}

/// For some lanes of a row, in order, the lanes of another whose words they get. The other lanes get anything.
#[inline(always)]
pub(super) fn sources(whence: LaneSet, whither: LaneSet) -> Row {
    let mut sources = Row::ZERO;
    for (to, from) in each_lane(whither).zip(each_lane(whence)) {
        sources.0[to] = narrow(from);
    }
    sources
}

/// What is to be compiled for each kind of processor. All that it calls should be `#[inline(always)]`: what is not
/// inlined is compiled for every processor.
pub(super) trait Program {
    type Output;

    fn run<B: Backend>(self, backend: B) -> Self::Output;
}
