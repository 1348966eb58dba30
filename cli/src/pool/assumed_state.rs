//! The reader state that workers assume at the start of a block, before the earlier blocks are
//! finished.
//!
//! It is the state after the block that was written last, and it nearly always stays the same. The
//! writer compares: a block that was read with another state is read again.

use quadrille::sudoku::text::ReaderState;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The state, with the number of its changes.
#[derive(Debug)]
pub(super) struct AssumedState(Mutex<(u64, ReaderState)>);

impl AssumedState {
    pub(super) fn new(setting: ReaderState) -> Self {
        Self(Mutex::new((0, setting)))
    }

    fn lock(&self) -> MutexGuard<'_, (u64, ReaderState)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self) -> (u64, ReaderState) {
        self.lock().clone()
    }

    /// Whether nothing has changed since this version.
    pub(super) fn is(&self, version: u64) -> bool {
        self.lock().0 == version
    }

    /// Sets the state after the block that was written last.
    pub(super) fn set(&self, setting: ReaderState) {
        let mut state = self.lock();
        if state.1 != setting {
            *state = (state.0 + 1, setting);
        }
    }
}
