//! [`Failure`]: an error of a record or a file, as a message for people and a record for programs.

use super::file_names::FileNames;
use quadrille::location::Location;
use quadrille::sudoku::text::{ReadError, TextErrorKind};
use serde::Serialize;
use std::fmt;

pub(super) const RULES: &str = "--variant, --box and --regions give the rules";

/// An error, and where it is.
#[derive(Debug, Serialize)]
pub(super) struct Failure {
    pub(super) file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(rename = "error")]
    message: String,
    /// What contradicts each other, if that is the error.
    #[serde(flatten)]
    solutions: Option<Box<Solutions>>,
    /// The line of the error, with a mark.
    #[serde(skip)]
    shown: Option<Box<str>>,
    #[serde(skip)]
    note: Option<Box<str>>,
}

/// A wrong solution that the input gives, and what was found.
#[derive(Debug, Serialize)]
struct Solutions {
    given: String,
    found: String,
}

impl Failure {
    /// An error of a whole file.
    pub(super) fn of_file(file: &str, message: impl fmt::Display) -> Self {
        Self {
            file: file.to_owned(),
            line: None,
            column: None,
            message: format!("{message}"),
            solutions: None,
            shown: None,
            note: None,
        }
    }

    /// An error of the record that begins in a line.
    pub(super) fn of_record(file: &str, line: u64, message: impl fmt::Display) -> Self {
        Self { line: Some(line), ..Self::of_file(file, message) }
    }

    /// An error at a place, which is shown.
    pub(super) fn of_place(file: &str, place: &Location, message: impl fmt::Display) -> Self {
        Self {
            line: Some(place.line()),
            column: Some(place.column()),
            shown: Some(place.shown().into()),
            ..Self::of_file(file, message)
        }
    }

    pub(super) fn of_sudoku(file: &str, error: &ReadError) -> Self {
        match error {
            ReadError::Text(error) => {
                let failure = Self::of_place(file, error.location(), error.kind());
                match error.kind() {
                    TextErrorKind::Rules { .. } => failure.with_note(RULES),
                    _ => failure,
                }
            }
            ReadError::Io(error) => Self::of_file(file, error),
        }
    }

    /// The failure in one line, without the line meant and the note.
    pub(super) fn caption(&self, names: &FileNames) -> String {
        let position = self.line.map(|line| format!(":{line}")).unwrap_or_default();
        format!("{}{position}: error: {}", names.name(&self.file), self.message)
    }

    /// The same with a solution that the input gives, and what was found.
    pub(super) fn with_solutions(self, given: String, found: String) -> Self {
        Self { solutions: Some(Box::new(Solutions { given, found })), ..self }
    }

    /// The same with a line that may help.
    pub(super) fn with_note(self, note: impl Into<Box<str>>) -> Self {
        Self { note: Some(note.into()), ..self }
    }

    /// The same without that line.
    pub(super) fn without_note(self) -> Self {
        Self { note: None, ..self }
    }
}

/// `file:line:column: message`, then the line meant and the note, each on lines of their own.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file)?;
        if let Some(line) = self.line {
            write!(f, "{line}:")?;
        }
        if let Some(column) = self.column {
            write!(f, "{column}:")?;
        }
        write!(f, " {}", self.message)?;
        if let Some(Solutions { given, found }) = self.solutions.as_deref() {
            write!(f, "\n  given  {given}\n  found  {found}")?;
        }
        if let Some(shown) = &self.shown {
            write!(f, "\n{shown}")?;
        }
        if let Some(note) = &self.note {
            write!(f, "\n  note: {note}")?;
        }
        Ok(())
    }
}
