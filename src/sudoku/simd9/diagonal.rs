//! Propagation and clash detection on the two diagonals, for Sudoku with diagonals.
//!
//! A cell is on the main diagonal if `b = k` and `i = j`: three words, with three bits for each
//! digit of the group. It is on the other one if `b + k = 2` and `i + j = 2`. The three bits of the
//! first are 4 apart, those of the second 2.

use super::layout::CELL;
use super::logic::{Nine, Three, majority, union, without_others};
use super::vector::{Backend, Vector};

/// The bits that are on the diagonals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Diagonals<V> {
    main: V,
    other: V,
}

impl<V: Vector> Diagonals<V> {
    #[inline(always)]
    pub(super) fn new(backend: impl Backend<Vector = V>) -> Self {
        Self { main: backend.splat(CELL * 0b1_0001_0001), other: backend.splat(CELL * 0b101_0100) }
    }

    /// Removes the fixed digits from the rest of both diagonals. Returns where a digit has one
    /// place left, and `consistent` without the bits of the digits that have none.
    #[inline(always)]
    pub(super) fn propagate(&self, x: &mut Nine<V>, fixed: &Nine<V>, consistent: V) -> ([V; 2], V) {
        let (left, main, consistent) =
            propagate::<V, 4, 8>(main_of(x), main_of(fixed), self.main, consistent);
        [x[0][0], x[1][1], x[2][2]] = left;
        let (left, other, consistent) =
            propagate::<V, 2, 4>(other_of(x), other_of(fixed), self.other, consistent);
        [x[0][2], x[1][1], x[2][0]] = left;
        ([main, other], consistent)
    }

    /// Not zero where a diagonal has a digit twice.
    #[inline(always)]
    pub(super) fn repeated(&self, x: &Nine<V>) -> V {
        repeated::<V, 4, 8>(main_of(x), self.main) | repeated::<V, 2, 4>(other_of(x), self.other)
    }
}

#[inline(always)]
fn main_of<V: Copy>(x: &Nine<V>) -> Three<V> {
    [x[0][0], x[1][1], x[2][2]]
}

#[inline(always)]
fn other_of<V: Copy>(x: &Nine<V>) -> Three<V> {
    [x[0][2], x[1][1], x[2][0]]
}

/// For each bit of a diagonal, the union of the other two bits of the word.
#[inline(always)]
fn elsewhere<V: Vector, const ONE: u32, const TWO: u32>(x: V, on: V) -> V {
    (x.shl::<ONE>().or3(x.shr::<ONE>(), x.shl::<TWO>()) | x.shr::<TWO>()) & on
}

#[inline(always)]
fn propagate<V: Vector, const ONE: u32, const TWO: u32>(
    x: Three<V>,
    fixed: Three<V>,
    on: V,
    consistent: V,
) -> (Three<V>, V, V) {
    let fixed = [fixed[0] & on, fixed[1] & on, fixed[2] & on];
    let far = elsewhere::<V, ONE, TWO>(union(fixed), on);
    let left = without_others(x, fixed);
    let left = [left[0].and_not(far), left[1].and_not(far), left[2].and_not(far)];
    let places = [left[0] & on, left[1] & on, left[2] & on];
    let near = union(places);
    let far = elsewhere::<V, ONE, TWO>(near, on);
    let lone = near.and_not_either(far, majority(places));
    (left, lone, consistent.and_not(on.and_not_either(near, far)))
}

#[inline(always)]
fn repeated<V: Vector, const ONE: u32, const TWO: u32>(x: Three<V>, on: V) -> V {
    let x = [x[0] & on, x[1] & on, x[2] & on];
    let any = union(x);
    majority(x) | (any & elsewhere::<V, ONE, TWO>(any, on))
}
