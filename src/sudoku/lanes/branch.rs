//! Which candidate to guess, for sixteen stuck states at once.

use super::Block;
use super::logic::{
    Masks, Nine, State, Three, any, any_each, any_other_t, both, each_place, other_t, state,
    transposed, two_of,
};
use super::number::{add, others_b, others_k, weigh};
use super::vector::{Backend, LaneSet, Program, Vector};

/// Makes two states of each: in one a cell has a certain digit, in the other it does not.
///
/// The cell is one of those with the fewest candidates: two, as a rule. The digit is the one that most hangs on: that of
/// the heaviest cells with which it shares a unit, where a cell with two candidates weighs four, one with three weighs
/// two, and any other weighs one.
pub(super) fn branch<B: Backend>(
    backend: B,
    stuck: &Block,
    states: LaneSet,
    with: &mut Block,
    without: &mut Block,
) {
    // A program of its own is compiled once for each processor, and not for each set of rules.
    backend.run(Branch { stuck, states, with, without });
}

struct Branch<'a> {
    stuck: &'a Block,
    states: LaneSet,
    with: &'a mut Block,
    without: &'a mut Block,
}

impl Program for Branch<'_> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Self { stuck, states, with, without } = self;
        if B::fits_narrow(states) {
            return branch_parts(backend.narrow(), stuck, states, with, without);
        }
        branch_parts(backend, stuck, states, with, without);
    }
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
        let cells = Cells::of(&x, &masks);
        let guesses = best(&x, &cells, &masks);
        let (guess, cell) = first(guesses, &masks);
        for g in 0..3 {
            each_place!(|i, j| {
                let (x, place) = (x[g][i][j], 9 * g + 3 * i + j);
                backend.store(x.but(cell[i][j]) | guess[g][i][j], &mut with.0[place], part);
                backend.store(x.but(guess[g][i][j]), &mut without.0[place], part);
            });
        }
    }
}

/// Cells by the number of their candidates: a bit for each, the same for all `t`.
struct Cells<V> {
    of_two: Nine<V>,
    of_three: Nine<V>,
    of_more: Nine<V>,
    /// Those with several candidates, but no more than others.
    smallest: Nine<V>,
}

impl<V: Vector> Cells<V> {
    #[inline(always)]
    fn of(x: &State<V>, masks: &Masks<V>) -> Self {
        let none = [[masks.zero; 3]; 3];
        let (mut of_two, mut of_three, mut of_more) = (none, none, none);
        let (mut smallest, mut planes) = (none, [none; 4]);
        each_place!(|i, j| {
            let sizes = sizes([x[0][i][j], x[1][i][j], x[2][i][j]]);
            let [one, two, four, eight] = sizes;
            let few = two.but_both(four, eight) & masks.full;
            of_two[i][j] = few.but(one);
            of_three[i][j] = few & one;
            of_more[i][j] = (four | eight) & masks.full;
            smallest[i][j] = two.any(four, eight) & masks.full;
            [planes[0][i][j], planes[1][i][j], planes[2][i][j], planes[3][i][j]] = sizes;
        });
        for plane in [&planes[3], &planes[2], &planes[1], &planes[0]] {
            let mut smaller = smallest;
            each_place!(|i, j| smaller[i][j] = smallest[i][j].but(plane[i][j]));
            smallest = preferred(smaller, smallest);
        }
        Self { of_two, of_three, of_more, smallest }
    }
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

/// The candidates of the smallest cells on which most hangs.
#[inline(always)]
fn best<V: Vector>(x: &State<V>, cells: &Cells<V>, masks: &Masks<V>) -> State<V> {
    let weights =
        [weights(x[0], cells, masks), weights(x[1], cells, masks), weights(x[2], cells, masks)];
    let smallest = cells.smallest;
    let mut best = [both(x[0], smallest), both(x[1], smallest), both(x[2], smallest)];
    // The lowest bit makes no difference to speak of.
    for bit in (1..6).rev() {
        let heavier = [
            both(best[0], weights[0][bit]),
            both(best[1], weights[1][bit]),
            both(best[2], weights[2][bit]),
        ];
        let leaves =
            [any(any_each(heavier[0])), any(any_each(heavier[1])), any(any_each(heavier[2]))];
        let leaves = any(leaves).filled();
        for g in 0..3 {
            each_place!(|i, j| {
                best[g][i][j] = heavier[g][i][j].where_else(leaves, best[g][i][j]);
            });
        }
    }
    best
}

/// What hangs on each candidate: half the weight of the cells that share a unit with it and have its digit, its own among
/// them, so far as minirows and minicolumns round it down. That is 42 at most.
#[inline(always)]
fn weights<V: Vector>(x: Nine<V>, cells: &Cells<V>, masks: &Masks<V>) -> [Nine<V>; 6] {
    let zero = masks.zero;
    let (four, two, one) = (both(x, cells.of_two), both(x, cells.of_three), both(x, cells.of_more));
    let minirows = [
        weigh(four[0], two[0], one[0]),
        weigh(four[1], two[1], one[1]),
        weigh(four[2], two[2], one[2]),
    ];
    let (four, two, one) = (transposed(four), transposed(two), transposed(one));
    let ([a, b, c], d) = add(minirows[0], minirows[1], zero);
    let [e, f, g] = minirows[2];
    let (in_box, top) = add([a, b, c, d], [e, f, g, zero], zero);
    let mut weights = [[[zero; 3]; 3]; 6];
    for j in 0..3 {
        let in_column = others_b(weigh(four[j], two[j], one[j]), masks);
        let ([a, b, c, d], carry) = add(in_column, in_box, zero);
        let column = [a, b, c, d, top ^ carry, top & carry];
        for i in 0..3 {
            let [a, b, c, d] = others_k(minirows[i], masks);
            let (sum, _) = add([a, b, c, d, zero, zero], column, zero);
            for bit in 0..6 {
                weights[bit][i][j] = sum[bit];
            }
        }
    }
    weights
}

/// The first of some candidates, and all candidates of its cell.
#[inline(always)]
fn first<V: Vector>(x: State<V>, masks: &Masks<V>) -> (State<V>, Nine<V>) {
    let (mut first, mut cell) = (x, [[masks.zero; 3]; 3]);
    let mut found = masks.zero;
    for g in 0..3 {
        each_place!(|i, j| {
            first[g][i][j] = first_bit(x[g][i][j], &mut found, masks);
            cell[i][j] = cell[i][j] | first[g][i][j];
        });
    }
    each_place!(|i, j| cell[i][j] = cell[i][j] | any_other_t(cell[i][j]));
    (first, cell)
}

/// The lowest bit of each lane in which none was found before.
#[inline(always)]
fn first_bit<V: Vector>(bits: V, found: &mut V, masks: &Masks<V>) -> V {
    let lowest = (bits & masks.zero.less(bits)).but(*found);
    *found = *found | bits.filled();
    lowest
}
