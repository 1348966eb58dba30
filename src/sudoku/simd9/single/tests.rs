//! Passes, guesses and input conversion of one state, against those of sixteen states.

use super::super::backend::Portable;
use super::super::backend::tests::kinds;
use super::super::branch::branch;
use super::super::clash::clashes;
use super::super::input::{BatchInput, InputBuffer, WithoutValue, single_solution};
use super::super::lane_batch::LaneBatch;
use super::super::layout::{StateBlock, WORDS};
use super::super::propagate::{LaneOutcome, propagate as propagate_lanes};
use super::super::tests::{Random, block, puzzle, solved};
use super::super::vector::{LANES, LaneSet, LaneWords};
use super::*;
use std::collections::BTreeMap;

/// The state in a lane.
fn of_lane(block: &StateBlock, lane: usize) -> SingleState {
    let mut state = SingleState::EMPTY;
    for (index, row) in block.0.iter().enumerate() {
        *state.word_mut(index) = row.0[lane];
    }
    state
}

fn words(state: &SingleState) -> [u32; WORDS] {
    std::array::from_fn(|index| state.word(index))
}

/// Runs an operation with the vectors of four words.
struct Narrow<F>(F);

trait Operation {
    type Output;

    fn run<B: Backend<Vector: GroupVector>>(self, backend: B) -> Self::Output;
}

impl<F: Operation> Kernel for Narrow<F> {
    type Output = F::Output;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> F::Output {
        self.0.run(backend.narrow())
    }
}

/// One pass, and whether the state had a clash.
struct Pass<const DIAGONAL: bool>(SingleState);

impl<const DIAGONAL: bool> Operation for Pass<DIAGONAL> {
    type Output = (SingleState, PassOutcome, bool);

    #[inline(always)]
    fn run<B: Backend<Vector: GroupVector>>(mut self, backend: B) -> Self::Output {
        let (mut x, masks) = (load_single(backend, &self.0), Masks::new(backend));
        let has_clash = has_clash::<B, DIAGONAL>(backend, &self.0, &masks);
        let outcome = propagate::<B, DIAGONAL>(backend, &mut x, &masks);
        store_single(backend, &x, &mut self.0);
        (self.0, outcome, has_clash)
    }
}

fn passes<const DIAGONAL: bool>() {
    let (mut random, mut found) = (Random(10), BTreeMap::new());
    for _ in 0..200 {
        let mut before = block(&mut random);
        for _ in 0..8 {
            let clashes = clashes::<_, DIAGONAL>(Portable::<1>, &before, LaneSet::MAX);
            let mut after = before.clone();
            let outcome = propagate_lanes::<_, DIAGONAL>(Portable::<1>, &mut after, LaneSet::MAX);
            for lane in 0..LANES {
                let state = of_lane(&before, lane);
                let expected = of_lane_outcome(outcome, lane);
                *found.entry(format!("{expected:?}")).or_insert(0) += 1;
                for (name, kind) in kinds() {
                    let (own, outcome, clash) = kind.run(Narrow(Pass::<DIAGONAL>(state.clone())));
                    assert_eq!(outcome, expected, "{name}");
                    assert_eq!(words(&own), words(&of_lane(&after, lane)), "{name}");
                    assert_eq!(clash, clashes >> lane & 1 == 1, "{name}");
                }
            }
            before = after;
        }
    }
    assert!(found.len() == 4 && found.values().all(|&count| count > 100), "{found:?}");
}

fn of_lane_outcome(outcome: LaneOutcome, lane: usize) -> PassOutcome {
    match [outcome.contradictory, outcome.solved, outcome.stuck].map(|set| set >> lane & 1 == 1) {
        [true, ..] => PassOutcome::Contradictory,
        [_, true, _] => PassOutcome::Solved,
        [.., true] => PassOutcome::Stuck,
        _ => PassOutcome::Changed,
    }
}

#[test]
fn a_pass_over_one_state_is_that_over_its_lane() {
    passes::<false>();
    passes::<true>();
}

struct Guess(SingleState);

impl Operation for Guess {
    type Output = [SingleState; 2];

    #[inline(always)]
    fn run<B: Backend<Vector: GroupVector>>(self, backend: B) -> [SingleState; 2] {
        let [mut with, mut without] = [SingleState::EMPTY, SingleState::EMPTY];
        let x = load_single(backend, &self.0);
        guess(backend, &x, &mut with, &mut without, &Masks::new(backend));
        [with, without]
    }
}

#[test]
fn a_guess_of_one_state_is_that_of_its_lane() {
    let (mut random, mut compared) = (Random(11), 0);
    for _ in 0..300 {
        let stuck = block(&mut random);
        let [mut with, mut without] = [(); 2].map(|()| StateBlock([LaneWords::ZERO; WORDS]));
        branch(Portable::<1>, &stuck, LaneSet::MAX, &mut with, &mut without);
        for lane in 0..LANES {
            let expected = [&with, &without].map(|block| words(&of_lane(block, lane)));
            if expected[0] == expected[1] {
                // No cell has two candidates.
                continue;
            }
            compared += 1;
            for (name, kind) in kinds() {
                let own = kind.run(Narrow(Guess(of_lane(&stuck, lane))));
                assert_eq!(own.each_ref().map(words), expected, "{name}");
            }
        }
    }
    assert!(compared > 1000);
}

struct Input<'i>(&'i mut InputBuffer);

impl Operation for Input<'_> {
    type Output = SingleState;

    #[inline(always)]
    fn run<B: Backend<Vector: GroupVector>>(self, backend: B) -> SingleState {
        let mut state = SingleState::EMPTY;
        self.0.unload_single(backend, &mut state);
        state
    }
}

/// The buffers are reused: nothing of their earlier content may remain.
#[test]
fn one_puzzle_is_converted_as_in_a_lane() {
    let (mut random, mut batch) = (Random(12), LaneBatch::EMPTY);
    let mut inputs = [InputBuffer::new(), InputBuffer::new()];
    for _ in 0..500 {
        let (cells, candidates) = puzzle(&mut random);
        let (cell, value) = (random.below(90), u8::try_from(random.below(12)).unwrap());
        let has_value = random.below(2) == 0;
        let put = |input: &mut InputBuffer| match candidates {
            Some(candidates) => candidates.put(0, input),
            None if has_value => cells.put(0, input),
            None => WithoutValue { cells, cell, value }.put(0, input),
        };
        put(&mut inputs[0]);
        inputs[0].unload::<_, false>(Portable::<1>, 1, &mut batch);
        for (name, kind) in kinds() {
            put(&mut inputs[1]);
            let state = kind.run(Narrow(Input(&mut inputs[1])));
            assert_eq!(words(&state), words(&of_lane(&batch.block, 0)), "{name}");
        }
    }
}

#[test]
fn the_grid_of_a_state_is_that_of_its_lane() {
    let mut random = Random(13);
    let solved: Vec<_> = (0..20).map(|_| solved(&mut random)).collect();
    for cells in solved {
        let mut state = SingleState::EMPTY;
        let mut input = InputBuffer::new();
        cells.put(0, &mut input);
        input.unload_single(Portable::<4>, &mut state);
        assert_eq!(single_solution(&state), cells);
    }
}
