//! [`Handler`]: the records of a verb, in one thread or several.

use super::session::Session;
use super::unknown::Unknown;
use quadrille::dlx::Parsed;
use quadrille::sudoku::text::Record;
use std::fmt;
use std::io;
use std::sync::Arc;

/// A verb's handler of records. Its errors are those of stdout.
pub(super) trait Handler {
    /// The batch size for puzzles of this size. Batches are smaller if the input would block.
    fn batch(&self, size: usize) -> usize {
        let _ = size;
        1
    }

    /// The configuration of a pool of equal handlers; `None` if there can be one handler only.
    fn pool(&self) -> Option<PoolConfig> {
        None
    }

    /// The answer to an exact cover that is written if the program is ended while it reads or
    /// prepares the problem.
    fn unknown(&self) -> Option<Unknown> {
        None
    }

    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()>;

    /// Handles consecutive puzzles until the run is stopped, and counts those that it takes.
    fn puzzles(&mut self, session: &mut Session, file: &str, records: &[Record]) -> io::Result<()> {
        one_by_one(self, session, file, records)
    }

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

pub(super) fn one_by_one(
    handler: &mut (impl Handler + ?Sized),
    session: &mut Session,
    file: &str,
    records: &[Record],
) -> io::Result<()> {
    for record in records {
        session.stop.count_record();
        handler.puzzle(session, file, record)?;
        if session.stop.is_requested() {
            break;
        }
    }
    Ok(())
}

/// Calls a function with a handler that is built in the current thread.
pub(super) type WithHandler = dyn Fn(&mut dyn FnMut(&mut dyn Handler)) + Send + Sync;

/// The most workers: one reading thread can't supply more.
pub(super) const MOST_WORKERS: usize = 32;

#[derive(Clone)]
pub(super) struct PoolConfig {
    /// From 2 to [`MOST_WORKERS`].
    pub(super) threads: usize,
    /// Whether handlers count with a memo, which several threads share for one problem.
    pub(super) uses_memo: bool,
    pub(super) with_handler: Arc<WithHandler>,
}

impl fmt::Debug for PoolConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PoolConfig").field("threads", &self.threads).finish_non_exhaustive()
    }
}
