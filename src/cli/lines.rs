//! Files of lines that this program wrote: one line after another, with its place.

use super::failure::Failure;
use super::input::{self, Input};
use super::session::Session;
use std::io::{BufRead, Read};
use std::path::PathBuf;
use std::slice;

/// The longest line that is read, in bytes: a problem may stand in it.
const LONGEST: u64 = 1 << 30;

/// Where a line is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Spot {
    pub(super) file: String,
    pub(super) line: u64,
}

impl Spot {
    /// What is wrong there.
    pub(super) fn failure(&self, message: impl std::fmt::Display) -> Failure {
        Failure::of_record(&self.file, self.line, message)
    }
}

/// The lines of some files, one after another. Empty lines are passed over.
#[derive(Debug)]
pub(super) struct Lines<'f> {
    files: slice::Iter<'f, PathBuf>,
    open: Option<Input>,
    spot: Spot,
    line: Vec<u8>,
}

impl<'f> Lines<'f> {
    pub(super) fn new(files: &'f [PathBuf]) -> Self {
        let spot = Spot { file: String::new(), line: 0 };
        Self { files: files.iter(), open: None, spot, line: Vec::new() }
    }

    /// The next line and where it is, unless there is none or the run is stopped. A file that can't be read is complained of,
    /// and those behind it are read.
    pub(super) fn next(&mut self, session: &mut Session) -> Option<(&[u8], &Spot)> {
        loop {
            if session.stop.is_pulled() {
                session.tally.saw_stop();
                return None;
            }
            if self.open.is_none() {
                self.open_next(session)?;
            }
            if self.read(session) {
                return Some((self.line.trim_ascii(), &self.spot));
            }
        }
    }

    /// Opens the next file, if there is one.
    fn open_next(&mut self, session: &mut Session) -> Option<()> {
        let path = self.files.next()?;
        self.spot = Spot { file: input::label(path), line: 0 };
        input::invite(path, session);
        match input::open(path, session) {
            Ok(input) => self.open = Some(input),
            Err(error) => session.complain(&Failure::reading(&self.spot.file, &error)),
        }
        Some(())
    }

    /// Reads a line of the file that is open. Says whether there is one that is not empty.
    fn read(&mut self, session: &mut Session) -> bool {
        let Some(input) = &mut self.open else { return false };
        self.line.clear();
        let wrong = match input.take(LONGEST).read_until(b'\n', &mut self.line) {
            Ok(0) => None,
            Ok(_) if self.line.len() < 1 << 30 || self.line.ends_with(b"\n") => {
                self.spot.line += 1;
                return !self.line.trim_ascii().is_empty();
            }
            Ok(_) => Some(self.spot.failure("a line longer than 1 GiB, the most that is read")),
            Err(error) => Some(Failure::reading(&self.spot.file, &error)),
        };
        self.open = None;
        if let Some(failure) = wrong {
            session.complain(&failure);
        }
        false
    }
}
