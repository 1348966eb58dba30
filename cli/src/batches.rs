//! Puzzles in batches: as many as one read of the input has brought, up to the number that the
//! handler takes at once.

use super::failure::Failure;
use super::handler::Handler;
use super::session::Session;
use quadrille::sudoku::text::{ReadError, Reader, Record};
use std::io::{self, BufRead};

/// Handles all puzzles of a text. It waits for input only before the first puzzle of a batch.
pub(super) fn each_batch(
    reader: &mut Reader<impl BufRead>,
    name: &str,
    session: &mut Session,
    handler: &mut (impl Handler + ?Sized),
) -> io::Result<()> {
    let mut batch = Vec::new();
    while next_batch(reader, name, session, handler, &mut batch)? {}
    Ok(())
}

/// Reads and handles the next batch. Returns whether there was one, and the run goes on.
pub(super) fn next_batch(
    reader: &mut Reader<impl BufRead>,
    name: &str,
    session: &mut Session,
    handler: &mut (impl Handler + ?Sized),
    batch: &mut Vec<Record>,
) -> io::Result<bool> {
    let Some(first) = reader.next() else { return Ok(false) };
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
        session.stop.count_record();
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
    let mut next = Some(first);
    while let Some(record) = next {
        match record {
            Ok(record) => batch.push(record),
            Err(error) => return Some(error),
        }
        next = if batch.len() < most { reader.try_next() } else { None };
    }
    None
}
