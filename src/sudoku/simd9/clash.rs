//! Clash detection: two cells of a unit that have the same digit as their only candidate.

use super::diagonal::Diagonals;
use super::layout::StateBlock;
use super::logic::{
    Masks, Nine, intersection, majority, majority_each, state, transposed, union, union_each,
};
use super::propagate::{Findings, naked_singles};
use super::vector::{Backend, LaneSet, Vector};

/// The lanes in which two cells of a unit have the same digit as their only candidate.
#[inline(always)]
pub(super) fn clashes<B: Backend, const DIAGONAL: bool>(
    backend: B,
    block: &StateBlock,
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
    block: &StateBlock,
    lanes: LaneSet,
) -> LaneSet {
    let masks = Masks::new(backend);
    let mut clashing = 0;
    for part in (0..B::PARTS).filter(|&part| B::has_any(part, lanes)) {
        let x = state(backend, &block.0, part);
        let single = naked_singles(x, &masks, &mut Findings::new(&masks));
        let mut twice = masks.zero;
        for x in x {
            let fixed = intersection(x, single);
            twice = twice | repeated(fixed, &masks);
            if DIAGONAL {
                twice = twice | Diagonals::new(backend).repeated(&fixed);
            }
        }
        clashing |= B::lanes_of(part, B::WHOLE ^ (twice & masks.full).zero_lanes());
    }
    clashing & lanes
}

/// Not zero where a row, column or box has a digit twice.
#[inline(always)]
pub(super) fn repeated<V: Vector>(x: Nine<V>, masks: &Masks<V>) -> V {
    let columns = transposed(x);
    let (minirows, minicolumns) = (union_each(x), union_each(columns));
    let in_minirow = union(majority_each(x));
    let mut twice = in_minirow.or3(union(majority_each(columns)), majority(minirows));
    for n in 0..3 {
        let (in_next_box, _) = masks.other_k(minirows[n]);
        let (in_next_band, _) = masks.other_b(minicolumns[n]);
        twice = twice | (minirows[n] & in_next_box) | (minicolumns[n] & in_next_band);
    }
    twice
}
