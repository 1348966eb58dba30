//! The two diagonals, where they are units too.
//!
//! A cell is on the main diagonal if `b = k` and `i = j`: three words, with three bits for each digit of the group.
//! It is on the other one if `b + k = 2` and `i + j = 2`. The three bits of the first are 4 apart, those of the
//! second 2.

use super::layout::CELL;
use super::logic::{Nine, Three, any, but_others, two_of};
use super::vector::{Backend, Vector};

/// Which bits are on the diagonals.
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

    /// Strikes from both diagonals what is fixed on them. Gives where a digit has one place left, and `good`
    /// without the bits of the digits that have none.
    #[inline(always)]
    pub(super) fn propagate(&self, x: &mut Nine<V>, fixed: &Nine<V>, good: V) -> ([V; 2], V) {
        let (kept, main, good) = propagate::<V, 4, 8>(main_of(x), main_of(fixed), self.main, good);
        [x[0][0], x[1][1], x[2][2]] = kept;
        let (kept, other, good) =
            propagate::<V, 2, 4>(other_of(x), other_of(fixed), self.other, good);
        [x[0][2], x[1][1], x[2][0]] = kept;
        ([main, other], good)
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

/// For each bit of a diagonal, what is at the other two.
#[inline(always)]
fn elsewhere<V: Vector, const ONE: u32, const TWO: u32>(x: V, on: V) -> V {
    (x.up::<ONE>().any(x.down::<ONE>(), x.up::<TWO>()) | x.down::<TWO>()) & on
}

#[inline(always)]
fn propagate<V: Vector, const ONE: u32, const TWO: u32>(
    x: Three<V>,
    fixed: Three<V>,
    on: V,
    good: V,
) -> (Three<V>, V, V) {
    let fixed = [fixed[0] & on, fixed[1] & on, fixed[2] & on];
    let far = elsewhere::<V, ONE, TWO>(any(fixed), on);
    let kept = but_others(x, fixed);
    let kept = [kept[0].but(far), kept[1].but(far), kept[2].but(far)];
    let places = [kept[0] & on, kept[1] & on, kept[2] & on];
    let near = any(places);
    let far = elsewhere::<V, ONE, TWO>(near, on);
    let lone = near.but_both(far, two_of(places));
    (kept, lone, good.but(on.but_both(near, far)))
}

#[inline(always)]
fn repeated<V: Vector, const ONE: u32, const TWO: u32>(x: Three<V>, on: V) -> V {
    let x = [x[0] & on, x[1] & on, x[2] & on];
    let any = any(x);
    two_of(x) | (any & elsewhere::<V, ONE, TWO>(any, on))
}
