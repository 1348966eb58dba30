//! The stack of states that are ready for a lane.

use super::deferred::DeferredStates;
use super::lane_batch::{LaneBatch, lowest};
use super::vector::{Backend, LaneSet, lane};

/// A stack of batches of states. The latest states are on top.
#[derive(Debug, Default)]
pub(super) struct StateStack {
    /// Only the first `height` batches hold states; the memory of the others is reused.
    batches: Vec<LaneBatch>,
    height: usize,
    states: u32,
}

impl StateStack {
    /// The number of states.
    #[inline(always)]
    pub(super) fn len(&self) -> u32 {
        self.states
    }

    pub(super) fn clear(&mut self) {
        self.height = 0;
        self.states = 0;
    }

    /// A batch to write to, which [`push`](Self::push) puts on top.
    #[inline(always)]
    pub(super) fn next(&mut self) -> &mut LaneBatch {
        self.reserve();
        &mut self.batches[self.height]
    }

    /// Puts the batch that was written on top, unless it holds no state.
    #[inline(always)]
    pub(super) fn push(&mut self) {
        let states = self.next().used.count_ones();
        if states > 0 {
            self.states += states;
            self.height += 1;
        }
    }

    /// Puts the latest state of a chain on top.
    #[inline(always)]
    pub(super) fn push_deferred(&mut self, deferred: &mut DeferredStates, chain: &mut u32) {
        if self.height == 0 || self.batches[self.height - 1].used == LaneSet::MAX {
            self.reserve();
            self.batches[self.height].used = 0;
            self.height += 1;
        }
        let batch = &mut self.batches[self.height - 1];
        deferred.pop_into(chain, batch, lane(!batch.used));
        self.states += 1;
    }

    /// Moves states from the top to the free lanes of a batch, until it is full or the stack is
    /// empty.
    #[inline(always)]
    pub(super) fn fill(&mut self, backend: impl Backend, batch: &mut LaneBatch) {
        while batch.used != LaneSet::MAX && self.height > 0 {
            let top = &mut self.batches[self.height - 1];
            let states = lowest(top.used, batch.free_lanes());
            self.states -= states.count_ones();
            batch.take(backend, top, states);
            if top.used == 0 {
                self.height -= 1;
            }
        }
    }

    /// Allocates a batch above those in use, if there is none.
    #[inline(always)]
    fn reserve(&mut self) {
        if self.batches.len() == self.height {
            self.batches.push(LaneBatch::EMPTY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::backend::InstructionSet;
    use super::super::backend::tests::kinds;
    use super::super::tests::Random;
    use super::super::vector::{Kernel, each_lane};
    use super::*;

    /// Pushes batches with states of consecutive owners and fills lanes from them, in turn.
    struct Fill(InstructionSet);

    impl Kernel for Fill {
        type Output = ();

        #[inline(always)]
        fn run<B: Backend>(self, backend: B) {
            let (mut random, mut stack, mut lanes) =
                (Random(8), StateStack::default(), LaneBatch::EMPTY);
            let (mut next, mut waiting) = (1, Vec::new());
            for _ in 0..2000 {
                let new = stack.next();
                new.used = random.lanes();
                let mut owners = Vec::new();
                for lane in each_lane(new.used) {
                    for row in &mut new.block.0 {
                        row.0[lane] = next;
                    }
                    new.owners.0[lane] = next;
                    owners.push(next);
                    next += 1;
                }
                stack.push();
                waiting.extend(owners.into_iter().rev());
                lanes.used &= random.lanes();
                let before = lanes.clone();
                stack.fill(backend, &mut lanes);
                for lane in each_lane(lanes.used) {
                    let owner = lanes.owner(lane);
                    assert!(lanes.block.0.iter().all(|row| row.0[lane] == owner), "{}", self.0);
                    if before.used >> lane & 1 == 1 {
                        assert_eq!(owner, before.owner(lane), "{}: it stays", self.0);
                    } else {
                        let at = waiting.iter().position(|&state| state == owner);
                        waiting.remove(at.expect("a state that waits"));
                    }
                }
                assert_eq!(stack.len(), u32::try_from(waiting.len()).unwrap());
                assert!(lanes.used == LaneSet::MAX || stack.len() == 0, "as full as possible");
            }
        }
    }

    #[test]
    fn each_state_leaves_the_stack_once_with_its_owner() {
        for (name, kind) in kinds() {
            kind.run(Fill(name));
        }
    }
}
