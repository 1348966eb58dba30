//! The queue of puzzles in progress, in input order.

use crate::ids::{as_index, to_u32};
use std::collections::VecDeque;

/// The chain of a puzzle without deferred states.
pub(super) const NONE: u32 = u32::MAX;

/// The progress of one puzzle: its solutions so far, and the number of its states.
#[derive(Clone, Copy, Debug)]
pub(super) struct PuzzleState {
    pub(super) solutions: u64,
    /// The number of solutions at which its search ends.
    pub(super) limit: u64,
    /// The number of states in the lanes, among the stuck ones, or ready for a lane.
    pub(super) running: u32,
    /// The chain of its deferred states.
    pub(super) deferred: u32,
    /// Whether two of its clues clash. Such a puzzle never has a state.
    pub(super) clashes: bool,
    /// Whether deferred states were resumed early, before the first solution. The solution that is
    /// found first is then not always the first in depth-first order.
    pub(super) is_reordered: bool,
}

impl PuzzleState {
    pub(super) fn new(limit: u64, clashes: bool) -> Self {
        let running = u32::from(!clashes);
        Self { solutions: 0, limit, running, deferred: NONE, clashes, is_reordered: false }
    }

    /// Returns whether the limit is not reached.
    #[inline(always)]
    pub(super) fn is_wanted(&self) -> bool {
        self.solutions < self.limit
    }

    /// Returns whether no state is left.
    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        self.running == 0 && self.deferred == NONE
    }
}

/// A queue of puzzles. The number of a puzzle is its position in the input modulo 2^32; its states
/// refer to it by that. A puzzle stays until none of its states is left, and the queue never holds
/// more than a few thousand, so a number identifies one puzzle.
#[derive(Debug, Default)]
pub(super) struct PuzzleQueue {
    queue: VecDeque<PuzzleState>,
    /// The number of the first.
    first: u32,
}

impl PuzzleQueue {
    pub(super) fn clear(&mut self) {
        self.queue.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.queue.len()
    }

    pub(super) fn first(&self) -> Option<&PuzzleState> {
        self.queue.front()
    }

    /// Appends a puzzle and returns its number.
    pub(super) fn push(&mut self, puzzle: PuzzleState) -> u32 {
        let number = self.first.wrapping_add(to_u32(self.queue.len()));
        self.queue.push_back(puzzle);
        number
    }

    pub(super) fn pop(&mut self) -> Option<PuzzleState> {
        let puzzle = self.queue.pop_front()?;
        self.first = self.first.wrapping_add(1);
        Some(puzzle)
    }

    /// The number of puzzles before this one.
    #[inline(always)]
    pub(super) fn index(&self, number: u32) -> usize {
        as_index(number.wrapping_sub(self.first))
    }

    /// The puzzle with this number, which has a state.
    #[inline(always)]
    pub(super) fn get(&mut self, number: u32) -> &mut PuzzleState {
        let index = self.index(number);
        &mut self.queue[index]
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut PuzzleState> {
        self.queue.iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_wrap_around() {
        let mut puzzles = PuzzleQueue { first: u32::MAX - 5, ..PuzzleQueue::default() };
        for limit in 0..20 {
            let number = puzzles.push(PuzzleState::new(limit, false));
            assert_eq!(number, (u32::MAX - 5).wrapping_add(to_u32(puzzles.len() - 1)));
        }
        for popped in 0..20 {
            let number = (u32::MAX - 5).wrapping_add(popped);
            assert_eq!((puzzles.index(number), puzzles.get(number).limit), (0, popped.into()));
            let last = (u32::MAX - 5).wrapping_add(19);
            assert_eq!((puzzles.index(last), puzzles.get(last).limit), (as_index(19 - popped), 19));
            assert_eq!(puzzles.first().map(|puzzle| puzzle.limit), Some(popped.into()));
            assert_eq!(puzzles.pop().map(|puzzle| puzzle.limit), Some(popped.into()));
        }
        assert!(puzzles.pop().is_none() && puzzles.len() == 0);
    }

    #[test]
    fn a_puzzle_without_states_is_over() {
        assert!(PuzzleState::new(2, true).is_over() && !PuzzleState::new(2, false).is_over());
        assert!(!PuzzleState { deferred: 3, ..PuzzleState::new(2, true) }.is_over());
        assert!(PuzzleState::new(1, false).is_wanted() && !PuzzleState::new(0, false).is_wanted());
    }
}
