//! What supplies puzzles and receives solutions: for a batch of puzzles, and for a single one.

use super::input::{InputBuffer, single_solution, solution};
use super::lane_batch::LaneBatch;
use super::layout::{Cells, SingleState};
use super::result::EndReason;
use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;

/// The number of passes between two calls of [`Driver::may_continue`].
pub(super) const PASSES_PER_CHECK: u64 = 256;

/// Supplies puzzles and receives solutions.
pub(super) trait Driver {
    /// Writes up to sixteen puzzles to the buffer and returns their number.
    fn feed(&mut self, input: &mut InputBuffer) -> usize;

    /// Called when a lane holds a solution of the puzzle at this index of the queue. Returns
    /// whether to continue.
    fn solved(&mut self, index: usize, lanes: &LaneBatch, lane: usize) -> bool;

    /// Called at regular intervals. Returns whether to continue.
    fn may_continue(&mut self) -> bool;
}

/// The caller's callback, which returns whether to continue; `None` always continues.
pub(super) struct StopCheck(pub(super) Option<Box<dyn FnMut() -> bool + Send>>);

impl fmt::Debug for StopCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "StopCheck(..)" } else { "None" })
    }
}

impl StopCheck {
    fn may_continue(&mut self) -> bool {
        self.0.as_mut().is_none_or(|may_continue| may_continue())
    }
}

/// Feeds a batch of puzzles to the scheduler.
pub(super) struct BatchDriver<'a> {
    /// Writes up to sixteen puzzles to the buffer and returns their number.
    pub(super) source: &'a mut dyn FnMut(&mut InputBuffer) -> usize,
    /// A solution of each puzzle in progress, if first solutions are kept.
    pub(super) firsts: Option<&'a mut VecDeque<Option<Cells>>>,
    pub(super) stop_check: &'a mut StopCheck,
}

impl Driver for BatchDriver<'_> {
    fn feed(&mut self, input: &mut InputBuffer) -> usize {
        let count = (self.source)(input);
        if let Some(firsts) = &mut self.firsts {
            firsts.extend((0..count).map(|_| None));
        }
        count
    }

    fn solved(&mut self, index: usize, lanes: &LaneBatch, lane: usize) -> bool {
        if let Some(firsts) = &mut self.firsts {
            firsts[index].get_or_insert_with(|| solution(&lanes.block, lane));
        }
        true
    }

    fn may_continue(&mut self) -> bool {
        self.stop_check.may_continue()
    }
}

/// Passes the solutions of one puzzle to a visitor as they are found.
pub(super) struct SingleDriver<'a> {
    pub(super) visitor: &'a mut dyn FnMut(&Cells) -> ControlFlow<()>,
    pub(super) first: Option<Cells>,
    pub(super) stop_check: &'a mut StopCheck,
    /// Set if the visitor broke.
    pub(super) end: Option<EndReason>,
}

impl SingleDriver<'_> {
    /// Called when a state is a solution. Returns whether to continue.
    pub(super) fn solved_single(&mut self, state: &SingleState) -> bool {
        self.visit(&single_solution(state))
    }

    fn visit(&mut self, cells: &Cells) -> bool {
        self.first.get_or_insert(*cells);
        let may_continue = (self.visitor)(cells).is_continue();
        if !may_continue {
            self.end = Some(EndReason::Visitor);
        }
        may_continue
    }
}

impl Driver for SingleDriver<'_> {
    fn feed(&mut self, _: &mut InputBuffer) -> usize {
        // The only puzzle is in progress.
        0
    }

    fn solved(&mut self, _: usize, lanes: &LaneBatch, lane: usize) -> bool {
        self.visit(&solution(&lanes.block, lane))
    }

    fn may_continue(&mut self) -> bool {
        self.stop_check.may_continue()
    }
}
