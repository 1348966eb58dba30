//! The puzzles that are under way, in order.

use super::held::NONE;
use crate::ids::{at, narrow};
use std::collections::VecDeque;

/// What is known of a puzzle so far, and how many states of it there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Puzzle {
    pub(super) solutions: u64,
    /// At so many, the rest does not matter.
    pub(super) limit: u64,
    /// How many states are in the lanes, stuck, or ready for a lane.
    pub(super) running: u32,
    /// The chain of the others.
    pub(super) held: u32,
    /// Whether two of its clues clash. Then there never was a state.
    pub(super) clashes: bool,
    /// Whether branches were taken up together before there was a solution. The first one that was found is then not
    /// always the first in depth-first order.
    pub(super) is_mixed: bool,
}

impl Puzzle {
    pub(super) fn new(limit: u64, clashes: bool) -> Self {
        let running = u32::from(!clashes);
        Self { solutions: 0, limit, running, held: NONE, clashes, is_mixed: false }
    }

    /// Whether more solutions matter.
    #[inline(always)]
    pub(super) fn is_wanted(&self) -> bool {
        self.solutions < self.limit
    }

    /// Whether no state is left.
    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        self.running == 0 && self.held == NONE
    }
}

/// A queue of puzzles. Each has a number, its place in the order of all puzzles modulo 2^32, by which its states
/// know it. A puzzle stays until no state of it is left, and there are never more than some thousand, so that a
/// number means one puzzle.
#[derive(Debug, Default)]
pub(super) struct Puzzles {
    queue: VecDeque<Puzzle>,
    /// The number of the first.
    first: u32,
}

impl Puzzles {
    pub(super) fn clear(&mut self) {
        self.queue.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.queue.len()
    }

    pub(super) fn first(&self) -> Option<&Puzzle> {
        self.queue.front()
    }

    /// Appends a puzzle, and gives its number.
    pub(super) fn push(&mut self, puzzle: Puzzle) -> u32 {
        let number = self.first.wrapping_add(narrow(self.queue.len()));
        self.queue.push_back(puzzle);
        number
    }

    pub(super) fn pop(&mut self) -> Option<Puzzle> {
        let puzzle = self.queue.pop_front()?;
        self.first = self.first.wrapping_add(1);
        Some(puzzle)
    }

    /// How many puzzles are before one.
    #[inline(always)]
    pub(super) fn index(&self, number: u32) -> usize {
        at(number.wrapping_sub(self.first))
    }

    /// The puzzle with this number, which has a state.
    #[inline(always)]
    pub(super) fn get(&mut self, number: u32) -> &mut Puzzle {
        let index = self.index(number);
        &mut self.queue[index]
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Puzzle> {
        self.queue.iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_round_without_an_end() {
        let mut puzzles = Puzzles { first: u32::MAX - 5, ..Puzzles::default() };
        for limit in 0..20 {
            let number = puzzles.push(Puzzle::new(limit, false));
            assert_eq!(number, (u32::MAX - 5).wrapping_add(narrow(puzzles.len() - 1)));
        }
        for popped in 0..20 {
            let number = (u32::MAX - 5).wrapping_add(popped);
            assert_eq!((puzzles.index(number), puzzles.get(number).limit), (0, popped.into()));
            let last = (u32::MAX - 5).wrapping_add(19);
            assert_eq!((puzzles.index(last), puzzles.get(last).limit), (at(19 - popped), 19));
            assert_eq!(puzzles.first().map(|puzzle| puzzle.limit), Some(popped.into()));
            assert_eq!(puzzles.pop().map(|puzzle| puzzle.limit), Some(popped.into()));
        }
        assert!(puzzles.pop().is_none() && puzzles.len() == 0);
    }

    #[test]
    fn a_puzzle_is_over_when_no_state_of_it_is_left() {
        assert!(Puzzle::new(2, true).is_over() && !Puzzle::new(2, false).is_over());
        assert!(!Puzzle { held: 3, ..Puzzle::new(2, true) }.is_over());
        assert!(Puzzle::new(1, false).is_wanted() && !Puzzle::new(0, false).is_wanted());
    }
}
