//! Which candidate to guess, for sixteen stuck states at once.

use super::Block;
use super::layout::T0;
use super::logic::{
    Masks, Nine, State, Three, any, any_each, any_other_t, both, each_place, other_t, state,
    transposed, two_of, two_of_each,
};
use super::vector::{Backend, LaneSet, Vector};

/// Makes two states of each: in one a cell has a certain digit, in the other it does not.
///
/// The cell is one of those with the fewest candidates: two, as a rule. Of these it is one whose digits are in many of
/// its units in other such cells, which both branches then leave with a single candidate.
#[inline(always)]
pub(super) fn branch<B: Backend>(
    backend: B,
    stuck: &Block,
    states: LaneSet,
    with: &mut Block,
    without: &mut Block,
) {
    if B::Narrow::PARTS > B::PARTS && states & !B::Narrow::WHOLE == 0 {
        return branch_parts(backend.narrow(), stuck, states, with, without);
    }
    branch_parts(backend, stuck, states, with, without);
}

#[inline(always)]
fn branch_parts<B: Backend>(
    backend: B,
    stuck: &Block,
    states: LaneSet,
    with: &mut Block,
    without: &mut Block,
) {
    for part in (0..B::PARTS).filter(|&part| B::has_any(part, states)) {
        let masks = Masks::new(backend);
        let x = state(backend, &stuck.0, part);
        let smallest = smallest(&x, &masks);
        let best = best(&x, smallest, &masks, backend.splat(T0));
        let (cell, digits) = first(&x, best, &masks);
        for g in 0..3 {
            each_place!(|i, j| {
                let (x, cell, place) = (x[g][i][j], cell[i][j], 9 * g + 3 * i + j);
                let guess = digits[g] & cell;
                backend.store(x.but(cell) | guess, &mut with.0[place], part);
                backend.store(x.but(guess), &mut without.0[place], part);
            });
        }
    }
}

/// The cells with several candidates, but no more than others: a bit for each, the same for all `t`.
#[inline(always)]
fn smallest<V: Vector>(x: &State<V>, masks: &Masks<V>) -> Nine<V> {
    let none = [[masks.zero; 3]; 3];
    let (mut cells, mut planes) = (none, [none; 4]);
    each_place!(|i, j| {
        let sizes = sizes([x[0][i][j], x[1][i][j], x[2][i][j]]);
        cells[i][j] = sizes[1].any(sizes[2], sizes[3]) & masks.full;
        [planes[0][i][j], planes[1][i][j], planes[2][i][j], planes[3][i][j]] = sizes;
    });
    for plane in [&planes[3], &planes[2], &planes[1], &planes[0]] {
        let mut smaller = cells;
        each_place!(|i, j| smaller[i][j] = cells[i][j].but(plane[i][j]));
        cells = preferred(smaller, cells);
    }
    cells
}

/// How many candidates each cell of one place of the boxes has: the bits of the number.
#[inline(always)]
fn sizes<V: Vector>(x: Three<V>) -> [V; 4] {
    let (ones, twos) = (x[0].odd(x[1], x[2]), two_of(x));
    let (a, b) = other_t(ones);
    let (c, d) = other_t(twos);
    let (one, carry) = (ones.odd(a, b), ones.two_of(a, b));
    let (two, four) = (twos.odd(c, d), twos.two_of(c, d));
    let carried = two & carry;
    [one, two ^ carry, four ^ carried, four & carried]
}

/// The first of two choices where it leaves anything, and otherwise the second, lane by lane.
#[inline(always)]
fn preferred<V: Vector>(first: Nine<V>, second: Nine<V>) -> Nine<V> {
    let leaves = any(any_each(first)).filled();
    let mut chosen = first;
    each_place!(|i, j| chosen[i][j] = first[i][j].where_else(leaves, second[i][j]));
    chosen
}

/// Of some cells those with the highest score, for the first `t` only.
#[inline(always)]
fn best<V: Vector>(x: &State<V>, cells: Nine<V>, masks: &Masks<V>, t0: V) -> Nine<V> {
    let scores = [
        units(both(x[0], cells), masks),
        units(both(x[1], cells), masks),
        units(both(x[2], cells), masks),
    ];
    let none = [[masks.zero; 3]; 3];
    let (mut best, mut planes) = (none, [none; 3]);
    each_place!(|i, j| {
        let one = [scores[0].0[i][j], scores[1].0[i][j], scores[2].0[i][j]];
        let two = [scores[0].1[i][j], scores[1].1[i][j], scores[2].1[i][j]];
        [planes[0][i][j], planes[1][i][j], planes[2][i][j]] = sum(one, two);
        best[i][j] = cells[i][j] & t0;
    });
    for plane in [&planes[2], &planes[1], &planes[0]] {
        let mut better = best;
        each_place!(|i, j| better[i][j] = best[i][j] & plane[i][j]);
        best = preferred(better, best);
    }
    best
}

/// In how many units each candidate has another one of these cells that has the digit too: the bits of the number,
/// which is 3 at most.
#[inline(always)]
fn units<V: Vector>(x: Nine<V>, masks: &Masks<V>) -> (Nine<V>, Nine<V>) {
    let y = transposed(x);
    let (minirows, minicolumns) = (any_each(x), any_each(y));
    let (full_rows, full_columns) = (two_of_each(x), two_of_each(y));
    let in_box = any(full_rows) | two_of(minirows);
    let rows = any_with(full_rows, masks.other_k_each(minirows));
    let columns = any_with(full_columns, masks.other_b_each(minicolumns));
    let (mut ones, mut twos) = (x, x);
    each_place!(|i, j| {
        ones[i][j] = x[i][j] & rows[i].odd(columns[j], in_box);
        twos[i][j] = x[i][j] & rows[i].two_of(columns[j], in_box);
    });
    (ones, twos)
}

/// What is in any of three words, one by one.
#[inline(always)]
fn any_with<V: Vector>(x: Three<V>, [a, b, c]: Three<(V, V)>) -> Three<V> {
    [x[0].any(a.0, a.1), x[1].any(b.0, b.1), x[2].any(c.0, c.1)]
}

/// The sum over all digits of a cell, as three bits for each `t`. The digits are two at most where it counts; the sum of
/// more may be cut.
#[inline(always)]
fn sum<V: Vector>(ones: Three<V>, twos: Three<V>) -> [V; 3] {
    let (one, carry) = (ones[0].odd(ones[1], ones[2]), two_of(ones));
    let two = twos[0].odd(twos[1], twos[2]);
    let four = two_of(twos) | (two & carry);
    let two = two ^ carry;
    let (a, b) = other_t(one);
    let (c, d) = other_t(two);
    let (carry, high) = (one.two_of(a, b), two.odd(c, d));
    let carried = two.two_of(c, d) ^ (high & carry);
    [one.odd(a, b), high ^ carry, carried.any(four, any_other_t(four))]
}

/// The first of some cells, for all `t`, and its first digit: the bits of it in the words of each group.
#[inline(always)]
fn first<V: Vector>(x: &State<V>, cells: Nine<V>, masks: &Masks<V>) -> (Nine<V>, Three<V>) {
    let mut cell = cells;
    let mut found = masks.zero;
    let mut digits = [masks.zero; 3];
    each_place!(|i, j| {
        let first = first_bit(cells[i][j], &mut found, masks);
        let all = first.any(first.up::<9>(), first.up::<18>());
        cell[i][j] = all;
        digits[0] = digits[0] | (x[0][i][j] & all);
        digits[1] = digits[1] | (x[1][i][j] & all);
        digits[2] = digits[2] | (x[2][i][j] & all);
    });
    let mut found = masks.zero;
    let digits = [
        first_bit(digits[0], &mut found, masks),
        first_bit(digits[1], &mut found, masks),
        first_bit(digits[2], &mut found, masks),
    ];
    (cell, digits)
}

/// The lowest bit of each lane in which none was found before.
#[inline(always)]
fn first_bit<V: Vector>(bits: V, found: &mut V, masks: &Masks<V>) -> V {
    let lowest = (bits & masks.zero.less(bits)).but(*found);
    *found = *found | bits.filled();
    lowest
}
