//! The verb `convert`: the same problem in another format.

use super::cover;
use super::failure::Failure;
use super::input::Worker;
use super::json::Object;
use super::output::Form;
use super::session::Session;
use super::sudoku::{self, Encodings};
use super::tally::Verdict;
use quadrille::dlx::{self, Parsed};
use quadrille::sudoku::Geometry;
use quadrille::sudoku::text::{self, Record};
use quadrille::{Problem, Reduction};
use std::fmt;
use std::io;

const ONE_PROBLEM: &str = "a text in Knuth's format is one problem, and another was written already: convert one at a time";
const NO_SUDOKU: &str =
    "an exact cover can't be written as a Sudoku grid: --to dlx or --to json can write it";

/// Writes every record in the format of the session.
#[derive(Debug)]
pub(super) struct Convert<'e> {
    encodings: &'e Encodings,
    /// Whether what the clues decide is left out of an exact cover.
    shrink: bool,
    /// Whether options that are in no solution are left out of it.
    reduce: bool,
    /// Whether a problem was written in Knuth's format: there is room for one.
    written: bool,
}

impl<'e> Convert<'e> {
    pub(super) fn new(encodings: &'e Encodings, shrink: bool, reduce: bool) -> Self {
        Self { encodings, shrink, reduce, written: false }
    }

    /// A puzzle in the format of the session, or why it can't be written.
    fn puzzle_text(&self, form: Form, file: &str, record: &Record) -> Result<String, String> {
        let Record { grid, alphabet, blank, .. } = record;
        Ok(match form {
            Form::Grid => {
                let geometry = self.encodings.geometry(grid.size()).map_err(message)?;
                text::drawn(grid, &geometry, *alphabet, *blank)
            }
            Form::Dlx => self.puzzle_cover(record)?,
            Form::Json => puzzle_object(file, record),
            _ => text::line(grid, *alphabet, *blank) + "\n",
        })
    }

    /// A puzzle as an exact cover.
    fn puzzle_cover(&self, record: &Record) -> Result<String, String> {
        if self.written {
            return Err(ONE_PROBLEM.to_owned());
        }
        let encoding = self.encodings.of_size(record.grid.size()).map_err(message)?;
        let encoded =
            if self.shrink { encoding.shrunk(&record.grid) } else { encoding.whole(&record.grid) };
        let problem = encoded.map_err(message)?.problem;
        let problem = self.reduced(&problem).unwrap_or(problem);
        Ok(comment(record, encoding.geometry()) + &dlx::to_string(&problem).map_err(message)?)
    }

    /// The problem without what is in no solution, if that is asked for.
    fn reduced(&self, problem: &Problem) -> Option<Problem> {
        let reduction = || Reduction::new(problem, &[], u64::MAX);
        self.reduce.then(|| reduction().apply(problem))
    }

    /// A problem in the format of the session, or why it can't be written.
    fn cover_text(&self, form: Form, file: &str, parsed: &Parsed) -> Result<String, String> {
        match form {
            Form::Dlx if self.written => Err(ONE_PROBLEM.to_owned()),
            Form::Dlx | Form::Json => {
                let reduced = self.reduced(&parsed.problem);
                let problem = reduced.as_ref().unwrap_or(&parsed.problem);
                match form {
                    Form::Json => Ok(cover_object(file, problem)),
                    _ => dlx::to_string(problem).map_err(message),
                }
            }
            _ => Err(NO_SUDOKU.to_owned()),
        }
    }

    fn put(&mut self, session: &mut Session, text: &str) -> io::Result<()> {
        self.written = true;
        session.tally.add(Verdict::Converted);
        session.entry(text)
    }
}

impl Worker for Convert<'_> {
    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        match self.puzzle_text(session.form, file, record) {
            Ok(text) => self.put(session, &text),
            Err(error) => session.fail(&Failure::of_record(file, record.line, error)),
        }
    }

    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()> {
        cover::warn(session, file, parsed);
        match self.cover_text(session.form, file, parsed) {
            Ok(text) => self.put(session, &text),
            Err(error) => session.fail(&Failure::of_file(file, error)),
        }
    }
}

fn message(error: impl fmt::Display) -> String {
    error.to_string()
}

/// The comment in front of the exact cover of a puzzle.
fn comment(record: &Record, geometry: &Geometry) -> String {
    let (size, puzzle) = (geometry.size(), text::line(&record.grid, record.alphabet, record.blank));
    let regions = if geometry.regions().is_empty() { "" } else { ", with diagonals" };
    let (rows, columns) = (geometry.box_rows(), geometry.box_columns());
    format!("| Sudoku {size}x{size}, boxes {rows}x{columns}{regions}: {puzzle}\n")
}

fn puzzle_object(file: &str, record: &Record) -> String {
    let Record { grid, alphabet, blank, .. } = record;
    let mut out = String::new();
    let mut object = Object::begin(&mut out);
    sudoku::describe(file, record, &mut object);
    object.plain("size", grid.size()).text("alphabet", &alphabet.name());
    object.text("puzzle", &text::line(grid, *alphabet, *blank)).end();
    out + "\n"
}

fn cover_object(file: &str, problem: &Problem) -> String {
    let mut out = String::new();
    let mut object = Object::begin(&mut out);
    cover::describe(file, &mut object);
    cover::write_problem(problem, &mut object);
    object.end();
    out + "\n"
}
