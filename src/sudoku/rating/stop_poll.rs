//! [`StopPoll`]: whether a search has to end.

use crate::search::{CancelToken, StopReason};
use std::time::Instant;

/// The number of polls between two looks at the clock; a poll comes at least every microsecond or
/// so.
const POLLS_PER_LOOK: u32 = 64;

/// A token and a deadline that a search polls.
#[derive(Clone, Default, Debug)]
pub(super) struct StopPoll {
    pub(super) token: CancelToken,
    pub(super) deadline: Option<Instant>,
    polls: u32,
}

impl StopPoll {
    /// # Errors
    /// If the search has to end.
    #[inline]
    pub(super) fn poll(&mut self) -> Result<(), StopReason> {
        self.polls += 1;
        if self.polls < POLLS_PER_LOOK && !self.token.is_cancelled() {
            return Ok(());
        }
        self.look()
    }

    /// Looks at the clock, too.
    pub(super) fn look(&mut self) -> Result<(), StopReason> {
        self.polls = 0;
        if self.token.is_cancelled() {
            return Err(StopReason::Cancelled);
        }
        match self.deadline {
            Some(deadline) if deadline <= Instant::now() => Err(StopReason::Deadline),
            _ => Ok(()),
        }
    }

    /// The reason of a search that has seen that it has to end.
    pub(super) fn reason(&self) -> StopReason {
        if self.token.is_cancelled() { StopReason::Cancelled } else { StopReason::Deadline }
    }
}
