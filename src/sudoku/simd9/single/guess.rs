//! The guess of a stuck state, by the rule of [`branch`](super::super::branch).

use super::super::branch::{CellSizes, SizeClasses, sizes, weights};
use super::super::layout::{CELL, SingleState};
use super::super::logic::{Masks, Nine, each_place, intersection, store_single, union, union_each};
use super::super::vector::{Backend, GroupVector};
use crate::ids::as_index;

/// Splits a stuck state in two: `with` fixes a digit in a cell, `without` removes that candidate.
#[inline(always)]
pub(super) fn guess<B: Backend<Vector: GroupVector>>(
    backend: B,
    x: &Nine<B::Vector>,
    with: &mut SingleState,
    without: &mut SingleState,
    masks: &Masks<B::Vector>,
) {
    store_single(backend, x, with);
    store_single(backend, x, without);
    let best = best(x, masks);
    let (g, i, j) = first(&best);
    let mut guesses = SingleState::EMPTY;
    store_single(backend, &best, &mut guesses);
    let (own, bits) = (4 * j + g, guesses.0[i].0[4 * j + g]);
    let bit = bits & bits.wrapping_neg();
    without.0[i].0[own] &= !bit;
    let cell = CELL << (bit.trailing_zeros() % 9);
    for lane in 4 * j..4 * j + 3 {
        with.0[i].0[lane] &= !cell;
    }
    with.0[i].0[own] |= bit;
}

/// The candidates of greatest weight in the smallest cells.
#[inline(always)]
fn best<V: GroupVector>(x: &Nine<V>, masks: &Masks<V>) -> Nine<V> {
    let cells = cell_sizes(x, masks);
    let weights = weights(*x, &cells, masks);
    let mut best = intersection(*x, cells.smallest);
    // As for many states, without the lowest bit.
    for bit in (1..6).rev() {
        let heavier = intersection(best, weights[bit]);
        let is_nonempty = union(union_each(heavier)).union_of_words().nonzero_mask();
        each_place!(|i, j| best[i][j] = heavier[i][j].select(is_nonempty, best[i][j]));
    }
    best
}

/// The cells by the number of their candidates. Here the lanes are the cells of a minirow.
#[inline(always)]
fn cell_sizes<V: GroupVector>(x: &Nine<V>, masks: &Masks<V>) -> CellSizes<V> {
    let sizes =
        [sizes(V::transposed(x[0])), sizes(V::transposed(x[1])), sizes(V::transposed(x[2]))];
    let a = SizeClasses::of(sizes[0], masks);
    let b = SizeClasses::of(sizes[1], masks);
    let c = SizeClasses::of(sizes[2], masks);
    let mut smallest = [a.several, b.several, c.several];
    for plane in (0..4).rev() {
        let smaller = [
            smallest[0].and_not(sizes[0][plane]),
            smallest[1].and_not(sizes[1][plane]),
            smallest[2].and_not(sizes[2][plane]),
        ];
        let is_nonempty = union(smaller).union_of_words().nonzero_mask();
        for i in 0..3 {
            smallest[i] = smaller[i].select(is_nonempty, smallest[i]);
        }
    }
    CellSizes {
        of_two: [a.two.split(), b.two.split(), c.two.split()],
        of_three: [a.three.split(), b.three.split(), c.three.split()],
        of_more: [a.more.split(), b.more.split(), c.more.split()],
        smallest: [smallest[0].split(), smallest[1].split(), smallest[2].split()],
    }
}

/// The group of the first word that is not 0, and its position in the boxes.
#[inline(always)]
fn first<V: GroupVector>(x: &Nine<V>) -> (usize, usize, usize) {
    // Four bits for each place, in ascending order.
    let mut zero = 0_u64;
    each_place!(|i, j| zero |= u64::from(x[i][j].zero_lanes() & 0xf) << (4 * (3 * i + j)));
    let nonzero = !zero;
    let of_group = |g: usize| nonzero >> g & 0x1_1111_1111;
    let g = if of_group(0) != 0 {
        0
    } else if of_group(1) != 0 {
        1
    } else {
        2
    };
    let place = as_index(of_group(g).trailing_zeros() / 4) % 9;
    (g, place / 3, place % 3)
}
