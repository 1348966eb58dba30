//! A propagation pass over one state, by the rules of [`propagate`](super::super::propagate).

use super::super::logic::{Masks, Nine, each_place};
use super::super::propagate::{Findings, cells_of, locked_candidates, lone, naked_single};
use super::super::vector::{Backend, GroupVector, LaneSet, Vector};

/// The lanes of the three groups.
const GROUPS: LaneSet = 0b111;

/// What a pass found out about the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PassOutcome {
    /// It has no solution.
    Contradictory,
    /// Candidates were removed.
    Changed,
    /// It is a solution: each cell has one candidate.
    Solved,
    /// None of these.
    Stuck,
}

/// Removes candidates from a state.
#[inline(always)]
pub(super) fn propagate<B: Backend<Vector: GroupVector>, const DIAGONAL: bool>(
    backend: B,
    x: &mut Nine<B::Vector>,
    masks: &Masks<B::Vector>,
) -> PassOutcome {
    let mut findings = Findings::new(masks);
    let group =
        locked_candidates::<B, DIAGONAL>(backend, *x, naked_singles(x, &mut findings), masks);
    let mut hidden = *x;
    each_place!(|i, j| hidden[i][j] = lone(&group, i, j));
    for i in 0..3 {
        let cells = cells_of(GroupVector::transposed(hidden[i])).split();
        for j in 0..3 {
            let new = hidden[i][j].select(cells[j], group.x[i][j]);
            findings.removed = findings.removed | x[i][j].and_not(new);
            x[i][j] = new;
        }
    }
    if !is_zero(masks.full.and_not(findings.consistent & group.consistent)) {
        PassOutcome::Contradictory
    } else if !is_zero(findings.removed) {
        PassOutcome::Changed
    } else if is_zero(findings.undecided) {
        PassOutcome::Solved
    } else {
        PassOutcome::Stuck
    }
}

/// For each cell, the digit that is its only candidate: the same bits in each group.
#[inline(always)]
pub(super) fn naked_singles<V: GroupVector>(x: &Nine<V>, findings: &mut Findings<V>) -> Nine<V> {
    // The lanes are the three cells of a minirow: one step is for row `i` of all nine boxes.
    let [a, b, c] = *x;
    [
        naked_single(V::transposed(a), findings).split(),
        naked_single(V::transposed(b), findings).split(),
        naked_single(V::transposed(c), findings).split(),
    ]
}

/// Returns whether the words of all groups are 0.
#[inline(always)]
pub(super) fn is_zero(x: impl Vector) -> bool {
    x.zero_lanes() & GROUPS == GROUPS
}
