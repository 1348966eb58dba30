//! The verb `hunt`: finds puzzles that differ in a few clues from given ones, one of each class.
//!
//! Given puzzles and then those that were found are searched in order, level by level: those of a
//! level begin when the level before is finished. So the list does not depend on the number of
//! threads, and a run continues from its list.
//!
//! With `--grid`, finds all puzzles with a number of clues within solution grids.

mod args;
mod grid_search;
mod puzzle_list;
mod search;
mod worker;

pub(crate) use args::HuntArgs;

use crate::encodings::Rules;
use crate::exit::{Exit, ExitStyle, usage_error};
use crate::failure::Failure;
use crate::handler::Handler;
use crate::output::Form;
use crate::puzzle_verb::{NO_CANDIDATES, NO_SUDOKU, NoAnswer};
use crate::run;
use crate::session::Session;
use crate::stop::Stop;
use crate::unique_solutions::{NO_SOLUTION, UniqueSolutions};
use grid_search::GridHunt;
use quadrille::dlx::Parsed;
use quadrille::sudoku::Grid;
use quadrille::sudoku::text::Record;
use search::Hunt;
use std::io;
use std::slice;

const OTHER_SIZE: &str = "the puzzle has another size than those before: hunt takes one size";

pub(crate) fn run(args: &HuntArgs) -> Exit {
    let inputs = [&args.input.files[..], &args.known].concat();
    if let Err(error) = args.list.check(&inputs) {
        return usage_error(&error);
    }
    run::with_encodings(&args.input.reading, |encodings| {
        let session = run::session(&args.common, Form::of_json(args.json));
        let session = session.with_progress(args.progress.reporter(&args.common));
        let handler = |stop: &Stop| {
            let solutions = UniqueSolutions::new(stop.token());
            let (rules, puzzles) = (encodings.rules.clone(), Vec::new());
            Starts { args, rules, solutions, puzzles, failed: false }
        };
        run::handle(&args.common, session, ExitStyle::Usual, handler, run::files(&args.input))
    })
}

/// Collects the given puzzles. The hunt begins after the last one.
struct Starts<'a> {
    args: &'a HuntArgs,
    rules: Rules,
    solutions: UniqueSolutions,
    puzzles: Vec<Grid>,
    failed: bool,
}

impl Handler for Starts<'_> {
    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        match self.start(record) {
            Ok(puzzle) => self.puzzles.push(puzzle),
            Err(NoAnswer::Error(error)) => {
                self.failed = true;
                session.complain(Failure::of_record(file, record.line, error));
            }
            // The run is stopped, too.
            Err(_) => self.failed = true,
        }
        Ok(())
    }

    fn cover(&mut self, session: &mut Session, file: &str, _: &Parsed) -> io::Result<()> {
        self.failed = true;
        session.complain(Failure::of_file(file, NO_SUDOKU));
        Ok(())
    }

    fn end(&mut self, session: &mut Session) -> io::Result<()> {
        let Some(first) = self.puzzles.first() else { return Ok(()) };
        if self.failed || session.tally.records() > 0 || session.stop.is_requested() {
            return Ok(());
        }
        let begun =
            self.rules.geometry(first.size()).map_err(|error| Failure::of_file("hunt", error));
        let starts = std::mem::take(&mut self.puzzles);
        let ended = begun.and_then(|geometry| match self.args.clues.filter(|_| self.args.grid) {
            Some(clues) => Ok(GridHunt::begin(self.args, clues, geometry, starts, session)?.run()),
            None => Ok(Hunt::begin(self.args, geometry, starts, session)?.run()),
        });
        ended.unwrap_or_else(|failure| {
            session.complain(failure);
            Ok(())
        })
    }
}

impl Starts<'_> {
    /// The puzzle of a record to begin with, or its solution with `--grid`.
    fn start(&mut self, record: &Record) -> Result<Grid, NoAnswer> {
        let error = |error: &str| Err(NoAnswer::Error(error.to_owned()));
        if record.candidates.is_some() {
            return error(NO_CANDIDATES);
        }
        if self.puzzles.first().is_some_and(|first| first.size() != record.grid.size()) {
            return error(OTHER_SIZE);
        }
        let geometry = self.rules.geometry(record.grid.size()).map_err(NoAnswer::Error)?;
        if let Some(clash) = record.grid.clash(&geometry) {
            return error(&clash.to_string());
        }
        if !self.args.grid {
            return Ok(record.grid.clone());
        }
        let mut solutions = self.solutions.of(&geometry, slice::from_ref(record));
        solutions.pop().unwrap_or_else(|| error(NO_SOLUTION))
    }
}
