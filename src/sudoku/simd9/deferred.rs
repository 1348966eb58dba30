//! Deferred states: the second branch of each guess, resumed when the first is exhausted.

use super::lane_batch::LaneBatch;
use super::layout::WORDS;
use super::queue::{NONE, PuzzleQueue};
use super::vector::{LANES, LaneSet, each_lane};
use crate::ids::{as_index, to_u32};

/// Batches whose states form chains, one for each puzzle that has any. The number of a state is
/// sixteen times the number of its batch, plus its lane. A chain is the number of its latest state,
/// or [`NONE`].
#[derive(Debug, Default)]
pub(super) struct DeferredStates {
    batches: Vec<LaneBatch>,
    /// The previous state in the chain of each.
    before: Vec<[u32; LANES]>,
    /// The batches without a state.
    free: Vec<u32>,
    states: u32,
}

impl DeferredStates {
    /// The number of states.
    #[inline(always)]
    pub(super) fn len(&self) -> u32 {
        self.states
    }

    pub(super) fn clear(&mut self) {
        self.free.clear();
        self.free.extend(0..to_u32(self.batches.len()));
        self.states = 0;
    }

    /// A batch without a state, and its number.
    #[inline(always)]
    pub(super) fn free_batch(&mut self) -> (u32, &mut LaneBatch) {
        let number = self.free.pop().unwrap_or_else(|| {
            self.batches.push(LaneBatch::EMPTY);
            self.before.push([NONE; LANES]);
            to_u32(self.batches.len() - 1)
        });
        (number, &mut self.batches[as_index(number)])
    }

    /// Appends each state of a batch to the chain of its owner.
    #[inline(always)]
    pub(super) fn push(&mut self, number: u32, states: LaneSet, puzzles: &mut PuzzleQueue) {
        let (batch, before) =
            (&mut self.batches[as_index(number)], &mut self.before[as_index(number)]);
        batch.used = states;
        self.states += states.count_ones();
        for lane in each_lane(states) {
            let chain = &mut puzzles.get(batch.owner(lane)).deferred;
            before[lane] = std::mem::replace(chain, number * 16 + to_u32(lane));
        }
    }

    /// Moves the latest state of a chain to a free lane of a batch.
    #[inline(always)]
    pub(super) fn pop_into(&mut self, chain: &mut u32, to: &mut LaneBatch, free: usize) {
        let (number, lane) = (as_index(*chain / 16), as_index(*chain % 16));
        let from = &self.batches[number];
        for word in 0..WORDS {
            to.block.0[word].0[free] = from.block.0[word].0[lane];
        }
        to.owners.0[free] = from.owners.0[lane];
        to.used |= 1 << free;
        self.pop(chain);
    }

    /// Drops all states of a chain.
    pub(super) fn clear_chain(&mut self, chain: &mut u32) {
        while *chain != NONE {
            self.pop(chain);
        }
    }

    #[inline(always)]
    fn pop(&mut self, chain: &mut u32) {
        let (number, lane) = (*chain / 16, as_index(*chain % 16));
        let batch = &mut self.batches[as_index(number)];
        batch.used &= !(1 << lane);
        self.states -= 1;
        if batch.used == 0 {
            self.free.push(number);
        }
        *chain = self.before[as_index(number)][lane];
    }
}

#[cfg(test)]
mod tests {
    use super::super::queue::PuzzleState;
    use super::super::tests::Random;
    use super::*;

    /// Writes states of random owners on a page, and appends each to the chain of its owner.
    fn push(
        deferred: &mut DeferredStates,
        puzzles: &mut PuzzleQueue,
        random: &mut Random,
        next: &mut u32,
        chains: &mut [Vec<u32>],
    ) {
        let states = random.lanes() | 1;
        let (number, batch) = deferred.free_batch();
        for lane in each_lane(states) {
            let owner = random.below(chains.len());
            batch.owners.0[lane] = to_u32(owner);
            for row in &mut batch.block.0 {
                row.0[lane] = *next;
            }
            chains[owner].push(*next);
            *next += 1;
        }
        deferred.push(number, states, puzzles);
    }

    #[test]
    fn chains_return_their_latest_state_first_and_lose_none() {
        let (mut random, mut deferred, mut puzzles) =
            (Random(9), DeferredStates::default(), PuzzleQueue::default());
        let mut chains = vec![Vec::new(); 7];
        for _ in &chains {
            puzzles.push(PuzzleState::new(1, false));
        }
        let mut next = 1;
        for _ in 0..20_000 {
            let owner = random.below(chains.len());
            let chain = &mut puzzles.get(to_u32(owner)).deferred;
            match (random.below(40), chains[owner].pop()) {
                (0, Some(_)) => {
                    deferred.clear_chain(chain);
                    chains[owner].clear();
                }
                (1..=3, last) => {
                    chains[owner].extend(last);
                    push(&mut deferred, &mut puzzles, &mut random, &mut next, &mut chains);
                }
                (_, Some(last)) => {
                    let (mut batch, free) = (LaneBatch::EMPTY, random.below(LANES));
                    deferred.pop_into(chain, &mut batch, free);
                    assert_eq!((batch.used, batch.owner(free)), (1 << free, to_u32(owner)));
                    assert!(batch.block.0.iter().all(|row| row.0[free] == last));
                }
                (_, None) => assert_eq!(*chain, NONE),
            }
            let states: usize = chains.iter().map(Vec::len).sum();
            assert_eq!(deferred.len(), to_u32(states));
        }
        assert!(next > 5000 && deferred.batches.len() < 200, "batches are reused");
        deferred.clear();
        assert_eq!((deferred.len(), deferred.free.len()), (0, deferred.batches.len()));
    }
}
