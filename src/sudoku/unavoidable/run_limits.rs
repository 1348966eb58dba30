//! [`RunLimits`]: what ends a search before it is over.

use crate::search::{CancelToken, StopReason};
use std::time::Instant;

/// A token and a time at which a search ends.
#[derive(Clone, Debug, Default)]
pub(super) struct RunLimits {
    pub(super) token: Option<CancelToken>,
    pub(super) deadline: Option<Instant>,
}

impl RunLimits {
    /// The number of nodes between two looks at the clock.
    pub(super) const SLICE: u64 = 256;

    /// Returns an error if it is time to stop.
    pub(super) fn check(&self) -> Result<(), StopReason> {
        if self.token.as_ref().is_some_and(CancelToken::is_cancelled) {
            Err(StopReason::Cancelled)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Err(StopReason::Deadline)
        } else {
            Ok(())
        }
    }
}
