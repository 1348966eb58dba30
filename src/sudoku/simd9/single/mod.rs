//! The search of one puzzle, depth first.
//!
//! A [`SingleState`] fills nine short vectors, one for each position of the boxes, with a lane for
//! each group of digits. The rules of [`propagate`](super::propagate) work on all three groups at
//! once; where they combine groups, lanes are exchanged.
//!
//! A search with many guesses takes less time with sixteen states at once: after 256 guesses, the
//! scheduler continues it.

mod guess;
mod pass;
#[cfg(test)]
mod tests;

use super::backend::DetectedBackend;
use super::clash::repeated;
use super::diagonal::Diagonals;
use super::drivers::{Driver, PASSES_PER_CHECK, SingleDriver};
use super::input::InputBuffer;
use super::layout::SingleState;
use super::logic::{Masks, intersection, load_single, store_single};
use super::propagate::Findings;
use super::result::EndReason;
use super::stats::BatchStats;
use super::vector::{Backend, GroupVector, Kernel};
use guess::guess;
use pass::{PassOutcome, is_zero, naked_singles, propagate};

/// The guesses after which the scheduler takes less time, measured for puzzles with many solutions.
const MOST_GUESSES: u64 = 256;

/// When the branches of a search need not be taken depth first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BranchOrder {
    /// After [`MOST_GUESSES`] guesses.
    Any,
    /// After the first solution, which is thus the first in depth-first order. The scheduler finds
    /// the others.
    AfterFirst,
    /// Never.
    DepthFirst,
}

/// The states of a search, and what it has found. Its memory is reused.
#[derive(Debug, Default)]
pub(super) struct SingleSearch {
    /// The states that are not searched yet, the next one last.
    pub(super) states: Vec<SingleState>,
    pub(super) solutions: u64,
    pub(super) stats: BatchStats,
}

impl SingleSearch {
    /// Searches the puzzle in the first lane of the input, up to a number of solutions. Returns why
    /// the search ended; `None` if states are left that the scheduler is to search.
    pub(super) fn run<const DIAGONAL: bool>(
        &mut self,
        backend: DetectedBackend,
        input: &mut InputBuffer,
        driver: &mut SingleDriver<'_>,
        limit: u64,
        order: BranchOrder,
    ) -> Option<EndReason> {
        backend.run(SingleKernel::<DIAGONAL> { search: self, input, driver, limit, order })
    }
}

struct SingleKernel<'a, 'd, const DIAGONAL: bool> {
    search: &'a mut SingleSearch,
    input: &'a mut InputBuffer,
    driver: &'a mut SingleDriver<'d>,
    limit: u64,
    order: BranchOrder,
}

impl<const DIAGONAL: bool> Kernel for SingleKernel<'_, '_, DIAGONAL> {
    type Output = Option<EndReason>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Option<EndReason> {
        self.run_narrow(backend.narrow())
    }
}

impl<const DIAGONAL: bool> SingleKernel<'_, '_, DIAGONAL> {
    #[inline(always)]
    fn run_narrow<B: Backend<Vector: GroupVector>>(self, backend: B) -> Option<EndReason> {
        let Self { search, input, driver, limit, order } = self;
        let SingleSearch { states, solutions, stats } = search;
        states.clear();
        *solutions = 0;
        let masks = Masks::new(backend);
        let mut state = SingleState::EMPTY;
        input.unload_single(backend, &mut state);
        if has_clash::<B, DIAGONAL>(backend, &state, &masks) {
            return Some(EndReason::Clash);
        }
        if limit == 0 {
            return Some(EndReason::Limit);
        }
        let (mut passes, mut guesses) = (0_u64, 0);
        loop {
            let mut x = load_single(backend, &state);
            let mut outcome = PassOutcome::Changed;
            while outcome == PassOutcome::Changed {
                if passes.is_multiple_of(PASSES_PER_CHECK) && !driver.may_continue() {
                    return Some(EndReason::Stopped);
                }
                passes += 1;
                stats.passes += 1;
                stats.lane_passes += 1;
                outcome = propagate::<B, DIAGONAL>(backend, &mut x, &masks);
            }
            match outcome {
                PassOutcome::Solved => {
                    store_single(backend, &x, &mut state);
                    *solutions += 1;
                    if !driver.solved_single(&state) {
                        return Some(EndReason::Visitor);
                    }
                    if *solutions >= limit {
                        return Some(EndReason::Limit);
                    }
                    if order == BranchOrder::AfterFirst && !states.is_empty() {
                        return None;
                    }
                }
                PassOutcome::Stuck => {
                    if guesses == MOST_GUESSES && order == BranchOrder::Any {
                        store_single(backend, &x, &mut state);
                        states.push(state);
                        return None;
                    }
                    guesses += 1;
                    stats.guesses += 1;
                    stats.branches += 1;
                    let mut without = SingleState::EMPTY;
                    guess(backend, &x, &mut state, &mut without, &masks);
                    states.push(without);
                    continue;
                }
                PassOutcome::Contradictory | PassOutcome::Changed => {}
            }
            match states.pop() {
                Some(next) => state = next,
                None => return Some(EndReason::Exhausted),
            }
        }
    }
}

/// Returns whether two cells of a unit have the same digit as their only candidate.
#[inline(always)]
fn has_clash<B: Backend<Vector: GroupVector>, const DIAGONAL: bool>(
    backend: B,
    state: &SingleState,
    masks: &Masks<B::Vector>,
) -> bool {
    let x = load_single(backend, state);
    let fixed = intersection(x, naked_singles(&x, &mut Findings::new(masks)));
    let mut twice = repeated(fixed, masks);
    if DIAGONAL {
        twice = twice | Diagonals::new(backend).repeated(&fixed);
    }
    !is_zero(twice & masks.full)
}
