//! A batch of up to sixteen states, each with the number of its puzzle.

use super::layout::{StateBlock, WORDS};
use super::vector::{Backend, LANES, LaneSet, LaneWords};

/// Up to sixteen states, and the number of the puzzle that each belongs to.
#[derive(Clone, Debug)]
pub(super) struct LaneBatch {
    pub(super) block: StateBlock,
    pub(super) owners: LaneWords,
    /// The lanes that hold a state.
    pub(super) used: LaneSet,
}

impl LaneBatch {
    pub(super) const EMPTY: Self =
        Self { block: StateBlock([LaneWords::ZERO; WORDS]), owners: LaneWords::ZERO, used: 0 };

    /// The number of free lanes.
    #[inline(always)]
    pub(super) fn free_lanes(&self) -> u32 {
        self.used.count_zeros()
    }

    /// The number of the puzzle that a state belongs to.
    #[inline(always)]
    pub(super) fn owner(&self, lane: usize) -> u32 {
        self.owners.0[lane % LANES]
    }

    /// Moves states of another batch to free lanes of this one. There must be enough free lanes.
    #[inline(always)]
    pub(super) fn take(&mut self, backend: impl Backend, from: &mut Self, states: LaneSet) {
        let lanes = lowest(!self.used, states.count_ones());
        let plan = backend.plan(states, lanes);
        for (to, from) in self.block.0.iter_mut().zip(&from.block.0) {
            backend.copy(plan, from, to);
        }
        backend.copy(plan, &from.owners, &mut self.owners);
        self.used |= lanes;
        from.used &= !states;
    }
}

/// The `count` lowest lanes of a set, or all of them if there are fewer.
#[inline(always)]
pub(super) fn lowest(lanes: LaneSet, count: u32) -> LaneSet {
    if lanes.count_ones() <= count {
        return lanes;
    }
    let mut rest = lanes;
    for _ in 0..count {
        rest &= rest - 1;
    }
    lanes ^ rest
}

#[cfg(test)]
mod tests {
    use super::super::tests::Random;
    use super::super::vector::each_lane;
    use super::*;

    #[test]
    fn lowest_returns_the_first_lanes_of_a_set() {
        let mut random = Random(7);
        for _ in 0..2000 {
            let (lanes, count) = (random.lanes(), random.below(18));
            let first = each_lane(lanes).take(count).fold(0, |all, lane| all | 1 << lane);
            assert_eq!(lowest(lanes, u32::try_from(count).unwrap()), first);
        }
    }
}
