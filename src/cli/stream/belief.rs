//! What hands believe of the lines before a block, whose own hands may not have come to their end.
//!
//! It is what is true where the answers were written last, and as good as always it stays so. The thread that writes
//! compares: what was read in another belief is read again.

use quadrille::sudoku::text::Setting;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is believed, and how often it has changed.
#[derive(Debug)]
pub(super) struct Belief(Mutex<(u64, Setting)>);

impl Belief {
    pub(super) fn new(setting: Setting) -> Self {
        Self(Mutex::new((0, setting)))
    }

    fn lock(&self) -> MutexGuard<'_, (u64, Setting)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self) -> (u64, Setting) {
        self.lock().clone()
    }

    /// Whether nothing has changed since this version.
    pub(super) fn is(&self, version: u64) -> bool {
        self.lock().0 == version
    }

    /// Says what is true now.
    pub(super) fn set(&self, setting: Setting) {
        let mut belief = self.lock();
        if belief.1 != setting {
            *belief = (belief.0 + 1, setting);
        }
    }
}
