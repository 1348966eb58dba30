//! [`run`]: the turns of a round, which threads share.

use super::thread_count::ThreadCount;
use crate::engine::SearchTurn;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Runs each turn once, in up to so many threads, the calling one among them.
pub(super) fn run(
    turns: Vec<&mut dyn SearchTurn>,
    threads: ThreadCount,
    is_stopped: &(dyn Fn() -> bool + Sync),
) {
    let threads = if threads.may_be_several() { threads.number().min(turns.len()) } else { 1 };
    let turns = Mutex::new(turns.into_iter());
    let next = || turns.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some(turn) = next() {
            turn.run(is_stopped);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // If the system has no threads left, the others run the turns.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}
