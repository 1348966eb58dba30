//! [`StopPoll`]: looks at a token and a deadline from time to time.

use crate::search::{CancelToken, StopReason};
use std::time::Instant;

/// What may end a search before it is exhausted.
#[derive(Clone, Debug, Default)]
pub(super) struct StopPoll {
    pub(super) token: CancelToken,
    pub(super) deadline: Option<Instant>,
    /// How many steps are left until the next look.
    countdown: u32,
}

impl StopPoll {
    /// Steps between two looks: with steps of 100 ns, a look costs less than half a per cent.
    const STEPS: u32 = 128;

    /// Looks at the next step.
    pub(super) fn restart(&mut self) {
        self.countdown = 0;
    }

    /// Counts a step, and returns the reason to stop if it is time to look and there is one.
    #[inline]
    pub(super) fn step(&mut self) -> Result<(), StopReason> {
        match self.countdown.checked_sub(1) {
            Some(left) => {
                self.countdown = left;
                Ok(())
            }
            None => {
                self.countdown = Self::STEPS;
                self.look()
            }
        }
    }

    /// Returns the reason to stop, if there is one.
    #[cold]
    pub(super) fn look(&self) -> Result<(), StopReason> {
        if self.token.is_cancelled() {
            Err(StopReason::Cancelled)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Err(StopReason::Deadline)
        } else {
            Ok(())
        }
    }

    /// The reason of a search that has ended by itself because of the token or the deadline.
    pub(super) fn reason(&self) -> StopReason {
        if self.token.is_cancelled() { StopReason::Cancelled } else { StopReason::Deadline }
    }
}
