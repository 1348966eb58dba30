//! The verb `hunt`: finds puzzles that differ in a few clues from given ones, one of each class.
//!
//! Given puzzles and then those that were found are searched in order, level by level: those of a
//! level begin when the level before is finished. So the list does not depend on the number of
//! threads, and a run continues from its list.

mod args;
mod search;
mod worker;

pub(crate) use args::HuntArgs;

use crate::encodings::Rules;
use crate::exit::{Exit, ExitStyle};
use crate::failure::Failure;
use crate::handler::Handler;
use crate::output::Form;
use crate::run;
use crate::session::Session;
use quadrille::dlx::Parsed;
use quadrille::sudoku::Grid;
use quadrille::sudoku::text::Record;
use search::Hunt;
use std::io;

const NO_SUDOKU: &str = "expected Sudoku puzzles, found an exact cover";
const OTHER_SIZE: &str = "the puzzle has another size than those before: hunt takes one size";

pub(crate) fn run(args: &HuntArgs) -> Exit {
    run::with_encodings(&args.input.reading, |encodings| {
        let session = run::session(&args.common, Form::of_json(args.json));
        let session = session.with_progress(args.progress.reporter(&args.common));
        let handler =
            |_: &_| Starts { args, rules: encodings.rules, puzzles: Vec::new(), failed: false };
        run::handle(&args.common, session, ExitStyle::Usual, handler, run::files(&args.input))
    })
}

/// Collects the given puzzles. The hunt begins after the last one.
struct Starts<'a> {
    args: &'a HuntArgs,
    rules: Rules,
    puzzles: Vec<Grid>,
    failed: bool,
}

impl Handler for Starts<'_> {
    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        let error = match self.puzzles.first() {
            Some(first) if first.size() != record.grid.size() => OTHER_SIZE.to_owned(),
            _ => match self.rules.geometry(record.grid.size()) {
                Err(error) => error,
                Ok(geometry) => match record.grid.clash(&geometry) {
                    Some(clash) => clash.to_string(),
                    None => {
                        self.puzzles.push(record.grid.clone());
                        return Ok(());
                    }
                },
            },
        };
        self.failed = true;
        session.complain(Failure::of_record(file, record.line, error));
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
        let begun = begun.and_then(|geometry| {
            let hunt =
                Hunt::begin(self.args, geometry, std::mem::take(&mut self.puzzles), session)?;
            Ok(hunt)
        });
        match begun {
            Ok(hunt) => hunt.run(),
            Err(failure) => {
                session.complain(failure);
                Ok(())
            }
        }
    }
}
