//! Files of JSON records, one a line: each line with its place.

use super::failure::Failure;
use super::input;
use super::session::Session;
use super::tied_input::Input;
use std::fmt;
use std::io::{BufRead, Read};
use std::path::PathBuf;
use std::slice;

/// The longest line that is read, in bytes: it may contain a problem.
pub(super) const MAX_LENGTH: u64 = 1 << 30;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LineRef {
    pub(super) file: String,
    pub(super) line: u64,
}

impl LineRef {
    pub(super) fn failure(&self, message: impl fmt::Display) -> Failure {
        Failure::of_record(&self.file, self.line, message)
    }
}

impl fmt::Display for LineRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// The lines of some files, one after another. Empty lines are skipped.
#[derive(Debug)]
pub(super) struct Lines<'f> {
    files: slice::Iter<'f, PathBuf>,
    open: Option<Input>,
    place: LineRef,
    line: Vec<u8>,
}

impl<'f> Lines<'f> {
    pub(super) fn new(files: &'f [PathBuf]) -> Self {
        let place = LineRef { file: String::new(), line: 0 };
        Self { files: files.iter(), open: None, place, line: Vec::new() }
    }

    /// Returns the next line and its place, or `None` after the last one or if the run was stopped.
    /// A file that can't be read is reported and skipped.
    pub(super) fn next(&mut self, session: &mut Session) -> Option<(&[u8], &LineRef)> {
        loop {
            if session.stop.is_requested() {
                session.tally.saw_stop();
                return None;
            }
            if self.open.is_none() {
                self.open_next(session)?;
            }
            match self.read() {
                Ok(true) if self.line.is_empty() => {}
                Ok(true) => return Some((&self.line, &self.place)),
                Ok(false) => self.open = None,
                Err(failure) => {
                    self.open = None;
                    session.complain(&failure);
                }
            }
        }
    }

    fn open_next(&mut self, session: &mut Session) -> Option<()> {
        let path = self.files.next()?;
        self.place = LineRef { file: input::label(path), line: 0 };
        input::invite(path, session);
        match input::open(path, session) {
            Ok(input) => self.open = Some(input),
            Err(error) => session.complain(Failure::of_file(&self.place.file, error)),
        }
        Some(())
    }

    /// Reads a line of the open file, trimmed. Returns whether there was one.
    fn read(&mut self) -> Result<bool, Failure> {
        let Some(input) = &mut self.open else { return Ok(false) };
        self.line.clear();
        let read = input.take(MAX_LENGTH).read_until(b'\n', &mut self.line);
        let length = read.map_err(|error| Failure::of_file(&self.place.file, error))?;
        self.place.line += 1;
        if u64::try_from(length).is_ok_and(|length| length == MAX_LENGTH)
            && !self.line.ends_with(b"\n")
        {
            return Err(self.place.failure("the line is longer than 1 GiB"));
        }
        self.line.truncate(self.line.trim_ascii_end().len());
        let blank = self.line.len() - self.line.trim_ascii_start().len();
        self.line.drain(..blank);
        Ok(length > 0)
    }
}
