//! The branching rule: selects the candidate to guess, for sixteen stuck states at once.

use super::bit_planes::{BitPlanes, add, others_b, others_k, weigh};
use super::layout::StateBlock;
use super::logic::{
    Masks, Nine, StateVectors, Three, any_other_t, each_place, intersection, majority, other_t,
    state, transposed, union, union_each,
};
use super::vector::{Backend, Kernel, LaneSet, Vector};

/// Splits each state in two: `with` fixes a digit in a cell, `without` removes that candidate.
///
/// The cell is one of those with the fewest candidates above one, usually two. The candidate is the
/// one of greatest weight. The weight sums over the cells that share a unit with it and have its
/// digit: a cell with two candidates counts 4, one with three counts 2, and any other counts 1.
pub(super) fn branch<B: Backend>(
    backend: B,
    stuck: &StateBlock,
    states: LaneSet,
    with: &mut StateBlock,
    without: &mut StateBlock,
) {
    // A separate kernel is compiled once for each instruction set, and not once more for each
    // variant.
    backend.run(BranchKernel { stuck, states, with, without });
}

struct BranchKernel<'a> {
    stuck: &'a StateBlock,
    states: LaneSet,
    with: &'a mut StateBlock,
    without: &'a mut StateBlock,
}

impl Kernel for BranchKernel<'_> {
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
    stuck: &StateBlock,
    states: LaneSet,
    with: &mut StateBlock,
    without: &mut StateBlock,
) {
    for part in (0..B::PARTS).filter(|&part| B::has_any(part, states)) {
        let masks = Masks::new(backend);
        let x = state(backend, &stuck.0, part);
        let cells = CellSizes::of(&x, &masks);
        let guesses = best(&x, &cells, &masks);
        let (guess, cell) = first(guesses, &masks);
        for g in 0..3 {
            each_place!(|i, j| {
                let (x, place) = (x[g][i][j], 9 * g + 3 * i + j);
                backend.store(x.and_not(cell[i][j]) | guess[g][i][j], &mut with.0[place], part);
                backend.store(x.and_not(guess[g][i][j]), &mut without.0[place], part);
            });
        }
    }
}

/// The cells by the number of their candidates: a bit for each cell, the same for all `t`.
pub(super) struct CellSizes<V> {
    pub(super) of_two: Nine<V>,
    pub(super) of_three: Nine<V>,
    pub(super) of_more: Nine<V>,
    /// Those with the fewest candidates above one.
    pub(super) smallest: Nine<V>,
}

impl<V: Vector> CellSizes<V> {
    #[inline(always)]
    fn of(x: &StateVectors<V>, masks: &Masks<V>) -> Self {
        let none = [[masks.zero; 3]; 3];
        let (mut of_two, mut of_three, mut of_more) = (none, none, none);
        let (mut smallest, mut planes) = (none, [none; 4]);
        each_place!(|i, j| {
            let sizes = sizes([x[0][i][j], x[1][i][j], x[2][i][j]]);
            let classes = SizeClasses::of(sizes, masks);
            (of_two[i][j], of_three[i][j]) = (classes.two, classes.three);
            (of_more[i][j], smallest[i][j]) = (classes.more, classes.several);
            [planes[0][i][j], planes[1][i][j], planes[2][i][j], planes[3][i][j]] = sizes;
        });
        for plane in [&planes[3], &planes[2], &planes[1], &planes[0]] {
            let mut smaller = smallest;
            each_place!(|i, j| smaller[i][j] = smallest[i][j].and_not(plane[i][j]));
            smallest = preferred(smaller, smallest);
        }
        Self { of_two, of_three, of_more, smallest }
    }
}

/// The cells with two candidates, with three, with more, and with more than one.
pub(super) struct SizeClasses<V> {
    pub(super) two: V,
    pub(super) three: V,
    pub(super) more: V,
    pub(super) several: V,
}

impl<V: Vector> SizeClasses<V> {
    #[inline(always)]
    pub(super) fn of([one, two, four, eight]: BitPlanes<V, 4>, masks: &Masks<V>) -> Self {
        let few = two.and_not_either(four, eight) & masks.full;
        Self {
            two: few.and_not(one),
            three: few & one,
            more: (four | eight) & masks.full,
            several: two.or3(four, eight) & masks.full,
        }
    }
}

/// The number of candidates of the cells at one position of the boxes, in bit planes.
#[inline(always)]
pub(super) fn sizes<V: Vector>(x: Three<V>) -> BitPlanes<V, 4> {
    let (ones, twos) = (x[0].xor3(x[1], x[2]), majority(x));
    let (a, b) = other_t(ones);
    let (c, d) = other_t(twos);
    let (one, carry) = (ones.xor3(a, b), ones.majority(a, b));
    let (two, four) = (twos.xor3(c, d), twos.majority(c, d));
    let carried = two & carry;
    [one, two ^ carry, four ^ carried, four & carried]
}

/// `first` in the lanes where it is not empty, `second` in the others.
#[inline(always)]
fn preferred<V: Vector>(first: Nine<V>, second: Nine<V>) -> Nine<V> {
    let is_nonempty = union(union_each(first)).nonzero_mask();
    let mut chosen = first;
    each_place!(|i, j| chosen[i][j] = first[i][j].select(is_nonempty, second[i][j]));
    chosen
}

/// The candidates of greatest weight in the smallest cells.
#[inline(always)]
fn best<V: Vector>(x: &StateVectors<V>, cells: &CellSizes<V>, masks: &Masks<V>) -> StateVectors<V> {
    let weights =
        [weights(x[0], cells, masks), weights(x[1], cells, masks), weights(x[2], cells, masks)];
    let smallest = cells.smallest;
    let mut best =
        [intersection(x[0], smallest), intersection(x[1], smallest), intersection(x[2], smallest)];
    // The lowest bit makes no measurable difference.
    for bit in (1..6).rev() {
        let heavier = [
            intersection(best[0], weights[0][bit]),
            intersection(best[1], weights[1][bit]),
            intersection(best[2], weights[2][bit]),
        ];
        let remaining = [
            union(union_each(heavier[0])),
            union(union_each(heavier[1])),
            union(union_each(heavier[2])),
        ];
        let is_nonempty = union(remaining).nonzero_mask();
        for g in 0..3 {
            each_place!(|i, j| {
                best[g][i][j] = heavier[g][i][j].select(is_nonempty, best[g][i][j]);
            });
        }
    }
    best
}

/// The weight of each candidate: half the sum over the cells that share a unit with it and have its
/// digit, its own cell included, rounded down in each minirow and minicolumn. At most 42.
#[inline(always)]
pub(super) fn weights<V: Vector>(
    x: Nine<V>,
    cells: &CellSizes<V>,
    masks: &Masks<V>,
) -> [Nine<V>; 6] {
    let zero = masks.zero;
    let (four, two, one) = (
        intersection(x, cells.of_two),
        intersection(x, cells.of_three),
        intersection(x, cells.of_more),
    );
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

/// The first of the candidates, and the mask of all candidates of its cell.
#[inline(always)]
fn first<V: Vector>(x: StateVectors<V>, masks: &Masks<V>) -> (StateVectors<V>, Nine<V>) {
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

/// The lowest bit of each lane in which no bit was found before.
#[inline(always)]
fn first_bit<V: Vector>(bits: V, found: &mut V, masks: &Masks<V>) -> V {
    let lowest = (bits & masks.zero.sub(bits)).and_not(*found);
    *found = *found | bits.nonzero_mask();
    lowest
}
