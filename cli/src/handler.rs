//! What a verb does with records, and how several threads share it.

use super::session::Session;
use super::unknown::Unknown;
use quadrille::dlx::Parsed;
use quadrille::sudoku::text::Record;
use std::fmt;
use std::io;
use std::sync::Arc;

/// A verb's handler of records. Its errors are those of stdout.
pub(super) trait Handler {
    /// The number of puzzles that it takes at once where the first has this size. It gets fewer rather than wait for more.
    fn batch(&self, size: usize) -> usize {
        let _ = size;
        1
    }

    /// How other threads handle puzzles in the same way, if they can.
    fn pool(&self) -> Option<PoolConfig> {
        None
    }

    /// The answer to an exact cover that is written if the program is ended while it reads or prepares the problem.
    fn unknown(&self) -> Option<Unknown> {
        None
    }

    /// Handles a Sudoku puzzle.
    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()>;

    /// Handles consecutive puzzles until the run is stopped, and counts those that it takes.
    fn puzzles(&mut self, session: &mut Session, file: &str, records: &[Record]) -> io::Result<()> {
        one_by_one(self, session, file, records)
    }

    /// Handles an exact cover.
    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()>;

    /// Called after the last record of a file, also if there was none or the run is stopped.
    fn end_of_file(&mut self, session: &mut Session, file: &str) -> io::Result<()> {
        let _ = (session, file);
        Ok(())
    }

    /// Called after the last file.
    fn end(&mut self, session: &mut Session) -> io::Result<()> {
        let _ = session;
        Ok(())
    }
}

/// Handles puzzles one by one.
pub(super) fn one_by_one(
    handler: &mut (impl Handler + ?Sized),
    session: &mut Session,
    file: &str,
    records: &[Record],
) -> io::Result<()> {
    for record in records {
        session.stop.count_record();
        handler.puzzle(session, file, record)?;
        if session.stop.is_pulled() {
            break;
        }
    }
    Ok(())
}

/// Calls a function with a handler that a thread has built for itself.
pub(super) type WithHandler = dyn Fn(&mut dyn FnMut(&mut dyn Handler)) + Send + Sync;

/// The most workers: one thread can't read an input for more.
pub(super) const MOST_WORKERS: usize = 32;

/// How several threads handle puzzles.
#[derive(Clone)]
pub(super) struct PoolConfig {
    /// From 2 to [`MOST_WORKERS`].
    pub(super) threads: usize,
    /// Whether each handler counts with several threads by itself.
    pub(super) is_for_counters: bool,
    pub(super) with_handler: Arc<WithHandler>,
}

impl fmt::Debug for PoolConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PoolConfig").field("threads", &self.threads).finish_non_exhaustive()
    }
}
