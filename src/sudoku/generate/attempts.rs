//! Attempts that go forward together: each asks, and all questions are answered at once.

use crate::search::StopReason;
use crate::sudoku::grid::Grid;
use crate::sudoku::grid_tests::GridTests;

/// The most attempts that go forward together.
const MOST: usize = 512;

/// Up to this number of attempts, several are made for one puzzle at once: they fill the lanes.
const FILLING: usize = 64;

/// A search for one puzzle, step by step.
pub(super) trait Attempt {
    /// What it asks next, or how it ended.
    fn question(&mut self) -> AttemptStep;

    /// Takes the answer. Returns `false` if the attempt has failed.
    fn answer(&mut self, is_unique: bool) -> bool;
}

/// The state of an attempt.
#[derive(Debug)]
pub(super) enum AttemptStep {
    Question(Question),
    Found { puzzle: Grid, solution: Grid, ln_weight: Option<f64> },
    Failed,
}

/// Whether a grid has one solution, the one from which the attempt began.
#[derive(Debug)]
pub(super) enum Question {
    Unique(Grid),
    /// Of a grid that has one solution with this value in this cell.
    Forced(Grid, usize, u8),
}

/// An attempt at the puzzle of a slot.
struct Running<A> {
    slot: usize,
    number: u64,
    attempt: A,
}

/// A puzzle to be found.
#[derive(Debug, Default)]
struct Slot {
    started: u64,
    running: usize,
    /// The puzzle of the first attempt, by number, that has succeeded so far.
    found: Option<FoundPuzzle>,
}

/// A puzzle, its solution and weight, and the number of the attempt that has found it.
#[derive(Debug)]
pub(super) struct FoundPuzzle {
    pub(super) puzzle: Grid,
    pub(super) solution: Grid,
    pub(super) ln_weight: Option<f64>,
    pub(super) attempt: u64,
}

impl Slot {
    /// Whether another attempt should start, if several for one puzzle can run at once. The more
    /// attempts have failed, the more do.
    fn is_open(&self, several: bool) -> bool {
        let running = u64::try_from(self.running).unwrap_or(u64::MAX);
        let most = if several { self.started - running } else { 0 };
        self.found.is_none() && running <= most
    }
}

/// Finds a puzzle for each slot: that of the first attempt, by number, which succeeds and is
/// accepted. A slot without a puzzle has the reason why the run ended.
pub(super) fn run<A: Attempt>(
    slots: usize,
    mut start: impl FnMut(usize, u64, &mut GridTests) -> Result<A, StopReason>,
    mut accept: impl FnMut(&Grid) -> Result<bool, StopReason>,
    tests: &mut GridTests,
) -> Vec<Result<FoundPuzzle, StopReason>> {
    let mut slots: Vec<_> = (0..slots).map(|_| Slot::default()).collect();
    let mut running = Vec::new();
    let stop = loop {
        let filled = fill(&mut slots, &mut running, |slot, number| start(slot, number, tests));
        if let Err(stop) = filled {
            break stop;
        }
        if running.is_empty() {
            break StopReason::Exhausted;
        }
        if let Err(stop) = advance(&mut slots, &mut running, &mut accept, tests) {
            break stop;
        }
    };
    // What later attempts have found is not the answer while an earlier one is running.
    for Running { slot, number, .. } in running {
        let found = &mut slots[slot].found;
        if found.as_ref().is_some_and(|found| found.attempt > number) {
            *found = None;
        }
    }
    slots.into_iter().map(|slot| slot.found.ok_or(stop)).collect()
}

/// Starts attempts, in turn for all slots.
fn fill<A>(
    slots: &mut [Slot],
    running: &mut Vec<Running<A>>,
    mut start: impl FnMut(usize, u64) -> Result<A, StopReason>,
) -> Result<(), StopReason> {
    for (several, most) in [(false, MOST), (true, FILLING)] {
        let mut has_started = true;
        while std::mem::take(&mut has_started) {
            for (index, slot) in slots.iter_mut().enumerate() {
                if running.len() >= most {
                    break;
                }
                if slot.is_open(several) {
                    let attempt = start(index, slot.started)?;
                    running.push(Running { slot: index, number: slot.started, attempt });
                    (slot.started, slot.running) = (slot.started + 1, slot.running + 1);
                    has_started = true;
                }
            }
        }
    }
    Ok(())
}

/// Asks and answers one question of each attempt.
fn advance<A: Attempt>(
    slots: &mut [Slot],
    running: &mut Vec<Running<A>>,
    accept: &mut impl FnMut(&Grid) -> Result<bool, StopReason>,
    tests: &mut GridTests,
) -> Result<(), StopReason> {
    let (mut unique, mut forced) = ((Vec::new(), Vec::new()), (Vec::new(), Vec::new()));
    let mut ended = vec![false; running.len()];
    for (index, Running { slot, number, attempt }) in running.iter_mut().enumerate() {
        match attempt.question() {
            AttemptStep::Question(Question::Unique(grid)) => {
                unique.0.push(index);
                unique.1.push(grid);
            }
            AttemptStep::Question(Question::Forced(grid, cell, value)) => {
                forced.0.push(index);
                forced.1.push((grid, cell, value));
            }
            AttemptStep::Found { puzzle, solution, ln_weight } => {
                ended[index] = true;
                let found = &mut slots[*slot].found;
                let is_first = found.as_ref().is_none_or(|found| found.attempt > *number);
                if is_first && accept(&puzzle)? {
                    *found = Some(FoundPuzzle { puzzle, solution, ln_weight, attempt: *number });
                }
            }
            AttemptStep::Failed => ended[index] = true,
        }
    }
    let unique = unique.0.into_iter().zip(tests.are_unique(unique.1)?);
    let forced = forced.0.into_iter().zip(tests.are_forced(forced.1)?);
    for (index, is_unique) in unique.chain(forced) {
        ended[index] = !running[index].attempt.answer(is_unique);
    }
    let mut ended = ended.into_iter();
    running.retain(|Running { slot, number, .. }| {
        let slot = &mut slots[*slot];
        let is_late = slot.found.as_ref().is_some_and(|found| found.attempt < *number);
        let goes_on = !ended.next().unwrap_or(true) && !is_late;
        slot.running -= usize::from(!goes_on);
        goes_on
    });
    Ok(())
}
