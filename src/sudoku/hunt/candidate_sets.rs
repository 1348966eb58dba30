//! [`CandidateSets`]: for each value in each cell, solutions of a puzzle that have it.

use crate::search::StopReason;
use crate::sudoku::grid::Grid;
use crate::sudoku::grid_tests::GridTests;
use std::ops::ControlFlow;

/// Solutions in a word.
const WORD: usize = 64;

/// Solutions of a puzzle, as a set for each candidate that is in some of them.
#[derive(Debug)]
pub(super) struct CandidateSets {
    sets: Vec<CandidateSet>,
    all: Vec<u64>,
    /// Whether these are all solutions.
    is_complete: bool,
}

/// The solutions that have a value in a cell: a bit for each.
#[derive(Debug)]
struct CandidateSet {
    cell: usize,
    value: u8,
    solutions: Vec<u64>,
}

/// Candidates between two looks at the token and the clock.
const STEPS: usize = 4096;

/// A function that is called with clues to be added, each a cell and a value.
pub(super) type ClueVisitor<'a> = dyn FnMut(&[(usize, u8)]) -> ControlFlow<StopReason> + 'a;

impl CandidateSets {
    /// All solutions of a puzzle, or the first ones if there are more than `most`. Candidates in
    /// cells before `first` are left out.
    pub(super) fn new(
        puzzle: &Grid,
        first: usize,
        most: usize,
        tests: &mut GridTests,
    ) -> Result<Self, StopReason> {
        let size = puzzle.size();
        let is_blank = |&cell: &usize| puzzle.cells()[cell] == 0;
        let blank: Vec<_> = (first..size * size).filter(is_blank).collect();
        // The words of the last 64 solutions, and those of all.
        let mut last = vec![0u64; size * blank.len()];
        let mut words = vec![Vec::new(); last.len()];
        let mut solutions = 0;
        let stop = tests.visit(puzzle, None, |grid| {
            if solutions == most {
                return ControlFlow::Break(());
            }
            let bit = 1 << (solutions % WORD);
            for (place, &cell) in blank.iter().enumerate() {
                last[size * place + usize::from(grid.cells()[cell]) - 1] |= bit;
            }
            solutions += 1;
            if solutions.is_multiple_of(WORD) {
                flush(&mut words, &mut last);
            }
            ControlFlow::Continue(())
        });
        let is_complete = match stop {
            StopReason::Exhausted => true,
            StopReason::Interrupted => false,
            stop => return Err(stop),
        };
        if !solutions.is_multiple_of(WORD) {
            flush(&mut words, &mut last);
        }
        let candidates =
            blank.iter().flat_map(|&cell| (1..).take(size).map(move |value| (cell, value)));
        let sets = candidates
            .zip(words)
            .map(|((cell, value), solutions)| CandidateSet { cell, value, solutions })
            .filter(|set| set.solutions.iter().any(|&word| word != 0))
            .collect();
        let mut all = vec![u64::MAX; solutions.div_ceil(WORD)];
        if let (Some(end), rest @ 1..) = (all.last_mut(), solutions % WORD) {
            *end = (1 << rest) - 1;
        }
        Ok(Self { sets, all, is_complete })
    }

    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The candidates that are in several of the solutions.
    pub(super) fn in_several(&self) -> impl Iterator<Item = (usize, u8)> {
        let several = self.sets.iter().filter(|set| !is_single(set.solutions.iter().copied()));
        several.map(|set| (set.cell, set.value))
    }

    /// Calls the visitor with each set of `number` candidates, in different cells, that are
    /// together in exactly one solution, until it breaks or there is a reason to stop.
    pub(super) fn visit_selecting(
        &self,
        number: usize,
        stop: impl Fn() -> Option<StopReason>,
        visitor: &mut ClueVisitor<'_>,
    ) -> ControlFlow<StopReason> {
        let cells = self.sets.chunk_by(|one, other| one.cell == other.cell).count();
        if number > cells {
            return ControlFlow::Continue(());
        }
        let mut selection =
            Selection { sets: &self.sets, chosen: Vec::new(), steps: 0, stop, visitor };
        selection.extend(&self.all, 0, number)
    }
}

/// Candidates that are chosen one after the other.
struct Selection<'a, 'v, S> {
    sets: &'a [CandidateSet],
    chosen: Vec<(usize, u8)>,
    /// The candidates that were tried since the last look.
    steps: usize,
    stop: S,
    visitor: &'a mut ClueVisitor<'v>,
}

impl<S: Fn() -> Option<StopReason>> Selection<'_, '_, S> {
    /// Adds `number` candidates, from this index on, to those that are together in these solutions.
    fn extend(
        &mut self,
        solutions: &[u64],
        first: usize,
        number: usize,
    ) -> ControlFlow<StopReason> {
        if number == 0 {
            return if is_single(solutions.iter().copied()) {
                (self.visitor)(&self.chosen)
            } else {
                ControlFlow::Continue(())
            };
        }
        let sets = self.sets;
        self.steps += sets.len().saturating_sub(first);
        if self.steps >= STEPS {
            self.steps = 0;
            (self.stop)().map_or(ControlFlow::Continue(()), ControlFlow::Break)?;
        }
        for (index, set) in sets.iter().enumerate().skip(first) {
            if self.chosen.last().is_some_and(|(last, _)| *last == set.cell) {
                continue;
            }
            let both = solutions.iter().zip(&set.solutions).map(|(a, b)| a & b);
            self.chosen.push((set.cell, set.value));
            let visited = if number > 1 {
                let both: Vec<_> = both.collect();
                match both.iter().any(|&word| word != 0) {
                    true => self.extend(&both, index + 1, number - 1),
                    false => ControlFlow::Continue(()),
                }
            } else if is_single(both) {
                (self.visitor)(&self.chosen)
            } else {
                ControlFlow::Continue(())
            };
            self.chosen.pop();
            visited?;
        }
        ControlFlow::Continue(())
    }
}

/// Appends the words of 64 solutions.
fn flush(words: &mut [Vec<u64>], last: &mut [u64]) {
    for (words, last) in words.iter_mut().zip(last) {
        words.push(std::mem::take(last));
    }
}

/// Whether exactly one bit is set. Most sets have two early on.
fn is_single(words: impl Iterator<Item = u64>) -> bool {
    let mut seen = false;
    for word in words {
        if word != 0 {
            if seen || !word.is_power_of_two() {
                return false;
            }
            seen = true;
        }
    }
    seen
}
