//! [`Handler`]: the records of a verb, in one thread or several.
//!
//! Puzzles are handled in batches: as many as one read of the input has brought, up to the number
//! that the handler takes at once.

use super::failure::Failure;
use super::json::Object;
use super::output::Form;
use super::session::Session;
use super::stop::Pending;
use super::subject::{Cover, Subject, describe_cover};
use super::tally::Verdict;
use quadrille::StopReason;
use quadrille::dlx::Parsed;
use quadrille::sudoku::text::{ReadError, Reader, Record};
use std::fmt;
use std::io::{self, BufRead};
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
        session.stop.count_records(1);
        handler.puzzle(session, file, record)?;
        if session.stop.is_requested() {
            break;
        }
    }
    Ok(())
}

/// Handles all puzzles of a text. It waits for input only before the first puzzle of a batch.
pub(super) fn each_batch(
    reader: &mut Reader<impl BufRead>,
    name: &str,
    session: &mut Session,
    handler: &mut (impl Handler + ?Sized),
) -> io::Result<()> {
    let mut batch = Vec::new();
    while let Some(first) = reader.next()
        && next_batch(first, reader, name, session, handler, &mut batch)?
    {}
    Ok(())
}

/// Reads and handles the batch that begins with a record. Returns whether the run goes on.
pub(super) fn next_batch(
    first: Result<Record, ReadError>,
    reader: &mut Reader<impl BufRead>,
    name: &str,
    session: &mut Session,
    handler: &mut (impl Handler + ?Sized),
    batch: &mut Vec<Record>,
) -> io::Result<bool> {
    let error = gather(first, reader, handler, batch);
    handler.puzzles(session, name, batch)?;
    end_batch(session, name, error.as_ref())
}

/// Reports the error that follows a batch. Returns whether the run goes on.
pub(super) fn end_batch(
    session: &mut Session,
    name: &str,
    error: Option<&ReadError>,
) -> io::Result<bool> {
    if let Some(error) = error.filter(|_| !session.stop.is_requested()) {
        session.stop.count_records(1);
        session.fail(&Failure::of_sudoku(name, error))?;
    }
    let is_stopped = session.stop.is_requested();
    if is_stopped {
        session.tally.saw_stop();
    }
    Ok(!is_stopped)
}

/// Collects the first record and those after it that are there already, up to the batch size of the
/// handler. An error ends the batch and is returned.
fn gather(
    first: Result<Record, ReadError>,
    reader: &mut Reader<impl BufRead>,
    handler: &(impl Handler + ?Sized),
    batch: &mut Vec<Record>,
) -> Option<ReadError> {
    batch.clear();
    let most = first.as_ref().map_or(1, |record| handler.batch(record.grid.size()));
    match first {
        Ok(record) => batch.push(record),
        Err(error) => return Some(error),
    }
    while batch.len() < most {
        match reader.try_next() {
            Some(Ok(record)) => batch.push(record),
            Some(Err(error)) => return Some(error),
            None => break,
        }
    }
    None
}

/// The answers to a problem of which nothing is known yet.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unknown {
    /// `count`.
    Count,
    /// `count --up-to symmetry`.
    Classes,
    /// `check`.
    Uniqueness,
    /// A list of solutions: `solve`, `cheapest`.
    List,
    /// A list under this key in JSON that needs all solutions: `sample`, `candidates`.
    All(&'static str),
    /// `estimate`.
    Estimate,
    /// `symmetries`.
    Group,
}

impl Unknown {
    /// The record for a file, with a prefix where it is a line.
    pub(super) fn of_cover(self, file: &str, form: Form, prefix: String) -> Pending {
        let file = file.to_owned();
        Box::new(move |stop| match form {
            Form::Json => self.object(&file, stop),
            // A run with pictures has one record, the sheet.
            Form::Svg => String::new(),
            _ => match self {
                Self::Count => format!("{prefix}>=0\n"),
                Self::Classes => format!("{prefix}>=0 solutions, >=0 up to >=1 symmetries\n"),
                _ => format!("{prefix}unknown\n"),
            },
        })
    }

    /// Writes the record of an exact cover about which nothing was found before the run was
    /// stopped.
    pub(super) fn report(self, session: &mut Session, cover: Cover<'_>) -> io::Result<()> {
        let subject = Subject::Cover(cover);
        session.tally.add(Verdict::Unknown);
        let stop = session.ended(StopReason::Cancelled, &subject);
        if session.form == Form::Svg {
            let caption = format!("{}: unknown", subject.caption(&session.style.files));
            session.draw(subject.picture(), &caption);
            return Ok(());
        }
        let record = self.of_cover(cover.file, session.form, session.prefix(cover.file));
        session.entry(&record(stop))
    }

    fn object(self, file: &str, stop: StopReason) -> String {
        let mut text = String::new();
        let mut object = Object::begin(&mut text);
        describe_cover(file, &mut object);
        match self {
            Self::Uniqueness => {
                object.text("result", "unknown");
            }
            Self::List => object.key("solutions").push_str("[]"),
            Self::All(key) => object.key(key).push_str("[]"),
            Self::Count | Self::Classes | Self::Estimate | Self::Group => {}
        }
        if matches!(self, Self::Count | Self::Classes | Self::List) {
            object.plain("count", 0);
        }
        if matches!(self, Self::Classes) {
            object.plain("classes", 0);
        }
        if !matches!(self, Self::Uniqueness | Self::Estimate) {
            object.plain("complete", false);
        }
        object.text("stop", stop.name()).end();
        text + "\n"
    }
}

/// Calls a function with a handler that is built in the current thread.
pub(super) type WithHandler = dyn Fn(&mut dyn FnMut(&mut dyn Handler)) + Send + Sync;

#[derive(Clone)]
pub(super) struct PoolConfig {
    /// From 2 to 32.
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
