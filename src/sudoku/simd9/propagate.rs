//! Propagation: one pass of bit logic that removes candidates from all lanes together.

use super::diagonal::Diagonals;
use super::layout::{FULL, StateBlock, WORDS};
use super::logic::{
    Masks, Nine, StateVectors, Three, any_other_t, each_place, intersection, majority,
    majority_each, state, transposed, union, union_each, without_others,
};
use super::vector::{Backend, LaneSet, LaneWords, Vector};

/// What a pass found out about the lanes. The three sets are disjoint.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct LaneOutcome {
    /// The lanes whose state has no solution.
    pub(super) contradictory: LaneSet,
    /// The lanes whose state is a solution: each cell has one candidate.
    pub(super) solved: LaneSet,
    /// The other lanes from which the pass removed nothing.
    pub(super) stuck: LaneSet,
}

/// Removes candidates from the states in the used lanes by three rules:
///
/// 1. *Naked singles*: where a cell has one candidate, its digit is removed from the rest of the
///    row, column and box.
/// 2. *Locked candidates*: a digit occurs once in each row and once in each box. In a band, its
///    three minirows are therefore a permutation: in different rows and in different boxes. A
///    minirow that is in no permutation is removed. Minicolumns in a stack are treated alike.
/// 3. *Hidden singles*: where a digit has one place in a row, column or box, the cell keeps no
///    other candidate.
///
/// The first rule needs no step of its own in rows and columns. A digit that is fixed in a minirow
/// removes the other two minirows of the box (other words, same bit, no shift), and the
/// permutations of the second rule then remove the rest of the row.
#[inline(always)]
pub(super) fn propagate<B: Backend, const DIAGONAL: bool>(
    backend: B,
    block: &mut StateBlock,
    used: LaneSet,
) -> LaneOutcome {
    if B::fits_narrow(used) {
        return propagate_parts::<B::Narrow, DIAGONAL>(backend.narrow(), block, used);
    }
    propagate_parts::<B, DIAGONAL>(backend, block, used)
}

#[inline(always)]
fn propagate_parts<B: Backend, const DIAGONAL: bool>(
    backend: B,
    block: &mut StateBlock,
    used: LaneSet,
) -> LaneOutcome {
    let (mut contradictory, mut decided, mut unchanged) = (0, 0, 0);
    for part in 0..B::PARTS {
        if B::has_any(part, used) {
            let findings = propagate_part::<B, DIAGONAL>(backend, &mut block.0, part);
            let missing = backend.splat(FULL).and_not(findings.consistent);
            contradictory |= B::lanes_of(part, B::WHOLE ^ missing.zero_lanes());
            decided |= B::lanes_of(part, findings.undecided.zero_lanes());
            unchanged |= B::lanes_of(part, findings.removed.zero_lanes());
        }
    }
    let contradictory = contradictory & used;
    let solved = decided & used & !contradictory;
    LaneOutcome { contradictory, solved, stuck: unchanged & used & !contradictory & !solved }
}

/// What is recorded during a pass. Only the lane of a bit matters, not its position; and for a
/// state in several lanes, only whether any of them has a bit.
pub(super) struct Findings<V> {
    /// All ones as long as each cell has a candidate and each digit a place.
    pub(super) consistent: V,
    /// Not zero where a cell has several candidates.
    pub(super) undecided: V,
    /// Not zero where a candidate was removed.
    pub(super) removed: V,
}

impl<V: Vector> Findings<V> {
    #[inline(always)]
    pub(super) fn new(masks: &Masks<V>) -> Self {
        Self { consistent: masks.full, undecided: masks.zero, removed: masks.zero }
    }
}

#[inline(always)]
fn propagate_part<B: Backend, const DIAGONAL: bool>(
    backend: B,
    rows: &mut [LaneWords; WORDS],
    part: usize,
) -> Findings<B::Vector> {
    let masks = Masks::new(backend);
    let mut findings = Findings::new(&masks);
    let x = state(backend, rows, part);
    let single = naked_singles(x, &masks, &mut findings);
    let groups = [
        locked_candidates::<B, DIAGONAL>(backend, x[0], single, &masks),
        locked_candidates::<B, DIAGONAL>(backend, x[1], single, &masks),
        locked_candidates::<B, DIAGONAL>(backend, x[2], single, &masks),
    ];
    let consistent = findings.consistent.and3(groups[0].consistent, groups[1].consistent);
    findings.consistent = consistent & groups[2].consistent;
    each_place!(|i, j| hidden_singles(backend, rows, part, &groups, (i, j), &mut findings));
    findings
}

/// For each cell, the digit that is its only candidate: the same bits in each group.
#[inline(always)]
pub(super) fn naked_singles<V: Vector>(
    x: StateVectors<V>,
    masks: &Masks<V>,
    findings: &mut Findings<V>,
) -> Nine<V> {
    let mut single = [[masks.zero; 3]; 3];
    each_place!(|i, j| single[i][j] = naked_single([x[0][i][j], x[1][i][j], x[2][i][j]], findings));
    single
}

#[inline(always)]
pub(super) fn naked_single<V: Vector>(x: Three<V>, findings: &mut Findings<V>) -> V {
    let any = union(x);
    let others = any_other_t(any);
    let single = any.and_not_either(others, majority(x));
    findings.consistent = findings.consistent & (any | others);
    findings.undecided = findings.undecided | any.and_not(single);
    single
}

/// The candidates of a group of digits after the locked-candidates rule.
pub(super) struct GroupState<V> {
    pub(super) x: Nine<V>,
    /// The minirows whose only remaining cell is the only place of the digit in its row and box.
    lone_in_row: Three<V>,
    /// The same for minicolumns: the only place in its column and box.
    lone_in_column: Three<V>,
    /// The only places of digits on the two diagonals.
    lone_on_diagonal: [V; 2],
    pub(super) consistent: V,
}

#[inline(always)]
pub(super) fn locked_candidates<B: Backend, const DIAGONAL: bool>(
    backend: B,
    x: Nine<B::Vector>,
    single: Nine<B::Vector>,
    masks: &Masks<B::Vector>,
) -> GroupState<B::Vector> {
    let fixed = intersection(x, single);
    let minirows = without_others(union_each(x), union_each(fixed));
    let minirows = permutations(minirows, masks.other_k_each(minirows));
    let minicolumns = without_others(union_each(transposed(x)), union_each(transposed(fixed)));
    let minicolumns = permutations(minicolumns, masks.other_b_each(minicolumns));
    let mut x = restricted(x, minirows, minicolumns);
    let mut consistent = union(minirows) & union(minicolumns);
    let mut lone_on_diagonal = [masks.zero; 2];
    if DIAGONAL {
        let diagonals = Diagonals::new(backend);
        (lone_on_diagonal, consistent) = diagonals.propagate(&mut x, &fixed, consistent);
    }
    GroupState {
        x,
        lone_in_row: and_not(without_others(minirows, minirows), majority_each(x)),
        lone_in_column: and_not(
            without_others(minicolumns, minicolumns),
            majority_each(transposed(x)),
        ),
        lone_on_diagonal,
        consistent,
    }
}

/// For each of the three minirows of a band, the boxes in which it is part of some permutation: the
/// other two minirows are then in the other two boxes, in one order or the other.
#[inline(always)]
fn permutations<V: Vector>(x: Three<V>, others: Three<(V, V)>) -> Three<V> {
    let [a, b, c] = others;
    [x[0] & in_either_order(b, c), x[1] & in_either_order(a, c), x[2] & in_either_order(a, b)]
}

/// Where two minirows are in two boxes, in one order or the other.
#[inline(always)]
fn in_either_order<V: Vector>(a: (V, V), b: (V, V)) -> V {
    (a.0 & b.1) | (a.1 & b.0)
}

/// The candidates whose minirow and minicolumn remain.
#[inline(always)]
fn restricted<V: Vector>(x: Nine<V>, minirows: Three<V>, minicolumns: Three<V>) -> Nine<V> {
    let mut left = x;
    each_place!(|i, j| left[i][j] = x[i][j].and3(minirows[i], minicolumns[j]));
    left
}

#[inline(always)]
fn and_not<V: Vector>(x: Three<V>, y: Three<V>) -> Three<V> {
    [x[0].and_not(y[0]), x[1].and_not(y[1]), x[2].and_not(y[2])]
}

/// Reduces the cells at one position of the boxes to their hidden singles, and stores them.
#[inline(always)]
fn hidden_singles<B: Backend>(
    backend: B,
    rows: &mut [LaneWords; WORDS],
    part: usize,
    groups: &[GroupState<B::Vector>; 3],
    (i, j): (usize, usize),
    findings: &mut Findings<B::Vector>,
) {
    let [a, b, c] = groups;
    let [p, q, r] = [lone(a, i, j), lone(b, i, j), lone(c, i, j)];
    let cells = cells_of([p, q, r]);
    let place = 3 * i + j;
    replace(backend, &mut rows[place], part, p.select(cells, a.x[i][j]), findings);
    replace(backend, &mut rows[place + 9], part, q.select(cells, b.x[i][j]), findings);
    replace(backend, &mut rows[place + 18], part, r.select(cells, c.x[i][j]), findings);
}

/// All candidates of the cells that have one of these, in the three groups.
#[inline(always)]
pub(super) fn cells_of<V: Vector>(x: Three<V>) -> V {
    let any = union(x);
    any | any_other_t(any)
}

#[inline(always)]
fn replace<B: Backend>(
    backend: B,
    row: &mut LaneWords,
    part: usize,
    new: B::Vector,
    findings: &mut Findings<B::Vector>,
) {
    findings.removed = findings.removed | backend.load(row, part).and_not(new);
    backend.store(new, row, part);
}

/// The candidates at one position of the boxes that are the only place of their digit in some unit.
#[inline(always)]
pub(super) fn lone<V: Vector>(group: &GroupState<V>, i: usize, j: usize) -> V {
    let mut lone = group.lone_in_row[i] | group.lone_in_column[j];
    if i == j {
        lone = lone | group.lone_on_diagonal[0];
    }
    if i + j == 2 {
        lone = lone | group.lone_on_diagonal[1];
    }
    group.x[i][j] & lone
}
