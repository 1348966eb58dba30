//! One pass of propagation: what follows at once, in all lanes together, by logic on bits alone.

use super::Block;
use super::diagonal::Diagonals;
use super::layout::{FULL, WORDS};
use super::logic::{
    Masks, Nine, State, Three, any, any_each, any_other_t, both, but_others, each_place, state,
    transposed, two_of, two_of_each,
};
use super::vector::{Backend, LaneSet, Row, Vector};

/// What a pass found out about the lanes.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Those that have no solution.
    pub(super) dead: LaneSet,
    /// Those that are solutions: in which each cell has one candidate.
    pub(super) full: LaneSet,
    /// Those others that the pass left as they were.
    pub(super) still: LaneSet,
}

/// Strikes out candidates in those lanes that are used:
///
/// 1. *Naked singles*: where a cell has one candidate, its digit is nowhere else in the row, column and box.
/// 2. *Locked candidates*: a digit is once in each row, and once in each box. In a band, therefore, its three minirows
///    are a permutation: in different rows, in different boxes. What is in no permutation goes. So too in the
///    stacks, with minicolumns.
/// 3. *Hidden singles*: where a digit has one place in a row, column or box, the cell has no other candidate.
///
/// The first needs no step of its own. A digit that is fixed in a minirow strikes the other two minirows of the
/// box (no shift: other words, same bit), and then the permutations of the second strike what is in the same
/// row.
#[inline(always)]
pub(super) fn pass<B: Backend, const DIAGONAL: bool>(
    backend: B,
    block: &mut Block,
    used: LaneSet,
) -> Found {
    if B::fits_narrow(used) {
        return pass_parts::<B::Narrow, DIAGONAL>(backend.narrow(), block, used);
    }
    pass_parts::<B, DIAGONAL>(backend, block, used)
}

#[inline(always)]
fn pass_parts<B: Backend, const DIAGONAL: bool>(
    backend: B,
    block: &mut Block,
    used: LaneSet,
) -> Found {
    let mut found = Found::default();
    for part in 0..B::PARTS {
        if B::has_any(part, used) {
            let signs = pass_part::<B, DIAGONAL>(backend, &mut block.0, part);
            let missing = backend.splat(FULL).but(signs.good);
            found.dead |= B::lanes_of(part, B::WHOLE ^ missing.zeros());
            found.full |= B::lanes_of(part, signs.open.zeros());
            found.still |= B::lanes_of(part, signs.struck.zeros());
        }
    }
    Found {
        dead: found.dead & used,
        full: found.full & used & !found.dead,
        still: found.still & used & !found.dead & !found.full,
    }
}

/// What is noted on the way, as bits that need not say where.
struct Signs<V> {
    /// All ones as long as each cell has a candidate and each digit a place.
    good: V,
    /// Not zero where a cell has several candidates.
    open: V,
    /// Not zero where a candidate was struck out.
    struck: V,
}

#[inline(always)]
fn pass_part<B: Backend, const DIAGONAL: bool>(
    backend: B,
    rows: &mut [Row; WORDS],
    part: usize,
) -> Signs<B::Vector> {
    let masks = Masks::new(backend);
    let mut signs = Signs { good: masks.full, open: masks.zero, struck: masks.zero };
    let x = state(backend, rows, part);
    let single = naked(x, &masks, &mut signs);
    let groups = [
        group::<B, DIAGONAL>(backend, x[0], single, &masks),
        group::<B, DIAGONAL>(backend, x[1], single, &masks),
        group::<B, DIAGONAL>(backend, x[2], single, &masks),
    ];
    signs.good = signs.good.all(groups[0].good, groups[1].good) & groups[2].good;
    each_place!(|i, j| hidden(backend, rows, part, &groups, (i, j), &mut signs));
    signs
}

/// Of each cell, the digit that is its only candidate: in each group the same bits.
#[inline(always)]
fn naked<V: Vector>(x: State<V>, masks: &Masks<V>, signs: &mut Signs<V>) -> Nine<V> {
    let mut single = [[masks.zero; 3]; 3];
    each_place!(|i, j| single[i][j] = naked_cell([x[0][i][j], x[1][i][j], x[2][i][j]], signs));
    single
}

#[inline(always)]
fn naked_cell<V: Vector>(x: Three<V>, signs: &mut Signs<V>) -> V {
    let any = any(x);
    let others = any_other_t(any);
    let single = any.but_both(others, two_of(x));
    signs.good = signs.good & (any | others);
    signs.open = signs.open | any.but(single);
    single
}

/// What became of the digits of a group.
struct Group<V> {
    x: Nine<V>,
    /// Where the cell that is left of a minirow is the only place of the digit in its row and box.
    rows: Three<V>,
    /// The same for minicolumns, columns and boxes.
    columns: Three<V>,
    /// The same for the two diagonals.
    diagonals: [V; 2],
    good: V,
}

#[inline(always)]
fn group<B: Backend, const DIAGONAL: bool>(
    backend: B,
    x: Nine<B::Vector>,
    single: Nine<B::Vector>,
    masks: &Masks<B::Vector>,
) -> Group<B::Vector> {
    let fixed = both(x, single);
    let minirows = but_others(any_each(x), any_each(fixed));
    let minirows = permuted(minirows, masks.other_k_each(minirows));
    let minicolumns = but_others(any_each(transposed(x)), any_each(transposed(fixed)));
    let minicolumns = permuted(minicolumns, masks.other_b_each(minicolumns));
    let mut x = within(x, minirows, minicolumns);
    let mut good = any(minirows) & any(minicolumns);
    let mut lone = [masks.zero; 2];
    if DIAGONAL {
        let diagonals = Diagonals::new(backend);
        (lone, good) = diagonals.propagate(&mut x, &fixed, good);
    }
    Group {
        x,
        rows: but(but_others(minirows, minirows), two_of_each(x)),
        columns: but(but_others(minicolumns, minicolumns), two_of_each(transposed(x))),
        diagonals: lone,
        good,
    }
}

/// Of each of three minirows of a band, the boxes in which it is part of some permutation: the other two minirows
/// are then in the other two boxes, in one order or the other.
#[inline(always)]
fn permuted<V: Vector>(x: Three<V>, others: Three<(V, V)>) -> Three<V> {
    let [a, b, c] = others;
    [x[0] & crossed(b, c), x[1] & crossed(a, c), x[2] & crossed(a, b)]
}

/// Where two minirows are in both of two boxes, in one order or the other.
#[inline(always)]
fn crossed<V: Vector>(a: (V, V), b: (V, V)) -> V {
    (a.0 & b.1) | (a.1 & b.0)
}

/// The candidates whose minirow and minicolumn are left.
#[inline(always)]
fn within<V: Vector>(x: Nine<V>, rows: Three<V>, columns: Three<V>) -> Nine<V> {
    let mut left = x;
    each_place!(|i, j| left[i][j] = x[i][j].all(rows[i], columns[j]));
    left
}

#[inline(always)]
fn but<V: Vector>(x: Three<V>, y: Three<V>) -> Three<V> {
    [x[0].but(y[0]), x[1].but(y[1]), x[2].but(y[2])]
}

/// Leaves the cells of one place of the boxes with their hidden singles, and stores them.
#[inline(always)]
fn hidden<B: Backend>(
    backend: B,
    rows: &mut [Row; WORDS],
    part: usize,
    groups: &[Group<B::Vector>; 3],
    (i, j): (usize, usize),
    signs: &mut Signs<B::Vector>,
) {
    let [a, b, c] = groups;
    let [p, q, r] = [lone(a, i, j), lone(b, i, j), lone(c, i, j)];
    let any = p.any(q, r);
    let cells = any | any_other_t(any);
    let place = 3 * i + j;
    replace(backend, &mut rows[place], part, p.where_else(cells, a.x[i][j]), signs);
    replace(backend, &mut rows[place + 9], part, q.where_else(cells, b.x[i][j]), signs);
    replace(backend, &mut rows[place + 18], part, r.where_else(cells, c.x[i][j]), signs);
}

#[inline(always)]
fn replace<B: Backend>(
    backend: B,
    row: &mut Row,
    part: usize,
    new: B::Vector,
    signs: &mut Signs<B::Vector>,
) {
    signs.struck = signs.struck | backend.load(row, part).but(new);
    backend.store(new, row, part);
}

/// The candidates of a place that are the only ones in some unit.
#[inline(always)]
fn lone<V: Vector>(group: &Group<V>, i: usize, j: usize) -> V {
    let mut lone = group.rows[i] | group.columns[j];
    if i == j {
        lone = lone | group.diagonals[0];
    }
    if i + j == 2 {
        lone = lone | group.diagonals[1];
    }
    group.x[i][j] & lone
}

/// Those of some lanes in which two cells of a unit have the same digit as their only candidate.
#[inline(always)]
pub(super) fn clashes<B: Backend, const DIAGONAL: bool>(
    backend: B,
    block: &Block,
    lanes: LaneSet,
) -> LaneSet {
    if B::fits_narrow(lanes) {
        return clashes_in_parts::<B::Narrow, DIAGONAL>(backend.narrow(), block, lanes);
    }
    clashes_in_parts::<B, DIAGONAL>(backend, block, lanes)
}

#[inline(always)]
fn clashes_in_parts<B: Backend, const DIAGONAL: bool>(
    backend: B,
    block: &Block,
    lanes: LaneSet,
) -> LaneSet {
    let masks = Masks::new(backend);
    let mut clashing = 0;
    for part in (0..B::PARTS).filter(|&part| B::has_any(part, lanes)) {
        let x = state(backend, &block.0, part);
        let mut signs = Signs { good: masks.full, open: masks.zero, struck: masks.zero };
        let single = naked(x, &masks, &mut signs);
        let mut twice = masks.zero;
        for x in x {
            let fixed = both(x, single);
            twice = twice | repeated(fixed, &masks);
            if DIAGONAL {
                twice = twice | Diagonals::new(backend).repeated(&fixed);
            }
        }
        clashing |= B::lanes_of(part, B::WHOLE ^ (twice & masks.full).zeros());
    }
    clashing & lanes
}

/// Not zero where a row, column or box has a digit twice.
#[inline(always)]
fn repeated<V: Vector>(x: Nine<V>, masks: &Masks<V>) -> V {
    let columns = transposed(x);
    let (minirows, minicolumns) = (any_each(x), any_each(columns));
    let within = any(two_of_each(x)).any(any(two_of_each(columns)), two_of(minirows));
    let mut twice = within;
    for n in 0..3 {
        let (in_next_box, _) = masks.other_k(minirows[n]);
        let (in_next_band, _) = masks.other_b(minicolumns[n]);
        twice = twice | (minirows[n] & in_next_box) | (minicolumns[n] & in_next_band);
    }
    twice
}
