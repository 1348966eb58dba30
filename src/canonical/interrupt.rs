//! [`Interrupt`]: what ends a search or a refinement before it is finished.

use std::fmt;

/// The visits of incidences between two questions whether to go on: less than a millisecond.
const PERIOD: u64 = 1 << 16;

/// Asks a function from time to time whether to go on. Once it has returned false, it is not asked
/// again.
pub(super) struct Interrupt<'f> {
    /// `None` if nothing ends the search.
    goes_on: Option<&'f mut dyn FnMut() -> bool>,
    /// The work at which the function is asked next.
    next: u64,
    is_stopped: bool,
}

impl<'f> Interrupt<'f> {
    /// Never stops.
    pub(super) fn never() -> Self {
        Self { goes_on: None, next: u64::MAX, is_stopped: false }
    }

    /// Stops when the function returns false.
    pub(super) fn new(goes_on: &'f mut dyn FnMut() -> bool) -> Self {
        Self { goes_on: Some(goes_on), next: 0, is_stopped: false }
    }

    /// Whether to stop after some work, in visits of incidences.
    #[inline]
    pub(super) fn stops(&mut self, work: u64) -> bool {
        if work < self.next {
            return self.is_stopped;
        }
        self.next = work.saturating_add(PERIOD);
        self.stops_now()
    }

    /// Asks the function at once.
    pub(super) fn stops_now(&mut self) -> bool {
        if let Some(goes_on) = &mut self.goes_on {
            self.is_stopped = self.is_stopped || !goes_on();
        }
        self.is_stopped
    }

    /// Whether the function has returned false.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }
}

impl fmt::Debug for Interrupt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupt").field("is_stopped", &self.is_stopped).finish_non_exhaustive()
    }
}
