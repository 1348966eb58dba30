//! [`Solutions`]: an iterator over the solutions of a problem.

use super::answer::Stats;
use super::limits::StopReason;
use super::run::{Event, Run};
use crate::ids::OptionId;
use crate::solution::Solution;

/// The solutions of a problem, from [`Solver::solutions`](crate::Solver::solutions), which shows
/// how to learn whether they were all.
#[derive(Debug)]
pub struct Solutions<'s> {
    run: Run<'s>,
    options: &'s mut Vec<OptionId>,
    stop: Option<StopReason>,
}

impl<'s> Solutions<'s> {
    /// The solutions that a run finds, with memory for one of them.
    pub(super) fn new(run: Run<'s>, options: &'s mut Vec<OptionId>) -> Self {
        Self { run, options, stop: None }
    }

    /// The reason why there are no more solutions, after [`next`](Iterator::next) has returned
    /// `None`. These were all if it is [`StopReason::Exhausted`].
    #[must_use]
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.stop
    }

    /// The work done so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.run.stats()
    }
}

impl Iterator for Solutions<'_> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        while self.stop.is_none() {
            match self.run.next() {
                Event::Split => {}
                Event::Solution => {
                    self.run.read(self.options);
                    return Some(Solution::new(self.options.clone()));
                }
                Event::Stopped(stop) => {
                    self.stop = Some(stop);
                    let found = self.run.found();
                    self.run.stop(stop, found);
                }
            }
        }
        None
    }
}

impl std::iter::FusedIterator for Solutions<'_> {}
