//! The verb `compat`: puzzles solved by the program of a document, and then by an engine.
//!
//! [`Compat`] is the worker. For each puzzle it runs the document's program under the eyes of a `watcher`, asks the
//! engine for its [`Reference`], and compares; `report` writes what came of it, and `closing` what a document
//! prints at the very end, and the totals.

mod args;
mod closing;
mod reference;
mod report;
mod watcher;

pub(super) use args::CompatArgs;

use super::counting::Settings;
use super::engine::EngineArg;
use super::failure::Failure;
use super::input::Worker;
use super::session::Session;
use super::sudoku::{Encodings, Solvers};
use super::tally::Verdict;
use closing::Closing;
use quadrille::compat::{Answer, CompatError, System};
use quadrille::dlx::Parsed;
use quadrille::sudoku::Grid;
use quadrille::sudoku::text::{self, Record};
use quadrille::{CancelToken, Engine};
use reference::{Agreement, Reference};
use report::Report;
use std::io;
use watcher::Watcher;

/// How many solutions the engine looks for: a second one, to know whether there is one.
const LIMIT: u64 = 2;

/// The same for the lab, which may be stuck because there are several: how many is worth knowing.
const LAB_LIMIT: u64 = 100_000;

const NO_SUDOKU: &str = "the documents solve Sudoku, and this is another exact cover";
const NO_SQUARES: &str = "the boxes of the documents are as high as they are wide";

/// A way of the document, and what it comes to.
type Way = (System, Answer);

/// Solves every puzzle as a document does, and compares.
#[derive(Debug)]
pub(super) struct Compat<'e> {
    /// The ways of the document, one after another.
    systems: Vec<System>,
    trace: bool,
    /// Whether there was a puzzle before, from which the next needs a distance.
    begun: bool,
    token: CancelToken,
    encodings: &'e Encodings,
    engine: Engine,
    solvers: Solvers<'e>,
    closing: Closing,
}

impl<'e> Compat<'e> {
    pub(super) fn new(
        args: &CompatArgs,
        systems: Vec<System>,
        encodings: &'e Encodings,
        token: CancelToken,
    ) -> Self {
        let limit = if systems.contains(&System::Lab) { LAB_LIMIT } else { LIMIT };
        let engine = EngineArg::Cover(args.engine);
        let settings = Settings::alone();
        let solvers = Solvers::new(encodings, engine, settings, Some(limit), token.clone());
        Self {
            systems,
            trace: args.trace,
            begun: false,
            token,
            encodings,
            engine: args.engine,
            solvers,
            closing: Closing::default(),
        }
    }

    /// Takes the puzzles of the document itself.
    pub(super) fn own_puzzles(&mut self, session: &mut Session) -> io::Result<()> {
        let Some(system) = self.systems.first().copied() else { return Ok(()) };
        for (line, (name, puzzle)) in (1..).zip(system.puzzles()) {
            session.stop.count_record();
            match text::parse(puzzle) {
                Ok(mut record) => {
                    (record.name, record.line) = (Some((*name).to_owned()), line);
                    self.puzzle(session, system.name(), &record)?;
                }
                Err(error) => session.fail(&Failure::of_sudoku(system.name(), &error))?,
            }
            if session.stop.is_pulled() {
                session.tally.saw_stop();
                break;
            }
        }
        Ok(())
    }

    /// Whether the document and the engine take a puzzle, or why not. One whose clues clash has no solution, and
    /// is not run: what the clash is comes back.
    fn take(&mut self, grid: &Grid) -> Result<Option<CompatError>, String> {
        let geometry = self.encodings.geometry(grid.size()).map_err(|error| error.to_string())?;
        if geometry.box_rows() != geometry.box_columns() {
            return Err(NO_SQUARES.to_owned());
        }
        let check = |system: &System| system.check(grid.size(), grid.cells());
        match self.systems.iter().try_for_each(check) {
            Ok(()) => {}
            Err(clash @ CompatError::Clash { .. }) => return Ok(Some(clash)),
            Err(error) => return Err(error.to_string()),
        }
        self.solvers.of_size(grid.size()).map_err(|error| error.to_string())?;
        Ok(None)
    }

    /// Runs the document's ways, each with its trace if that was asked for.
    fn answers(&self, session: &mut Session, report: &Report<'_>) -> io::Result<Vec<Way>> {
        let grid = &report.record.grid;
        let mut answers = Vec::new();
        for &system in &self.systems {
            session.part(&report.begin_way(system, answers.is_empty(), self.trace))?;
            let (naming, size) = (system.naming(), grid.size());
            let mut watcher = Watcher::new(session, &self.token, naming, size, self.trace);
            let answer = system.run(size, grid.cells(), &mut watcher);
            watcher.written?;
            match answer {
                Ok(answer) => {
                    session.part(&report.end_way(&answer, self.trace))?;
                    answers.push((system, answer));
                }
                Err(error) => session.complain(&report.failure(error)),
            }
        }
        Ok(answers)
    }

    /// Asks the engine, and compares.
    fn compare(&mut self, grid: &Grid, answers: &[Way]) -> (Reference, Agreement) {
        let Ok(solver) = self.solvers.of_size(grid.size()) else {
            return (Reference::none(), Agreement::Unknown);
        };
        let endings: Vec<_> = answers.iter().map(|(_, answer)| &answer.ending).collect();
        let reference = Reference::of(solver, grid, &endings);
        let agreement = endings.iter().enumerate().map(|(way, ending)| {
            let is_solution = |cells: &[u8]| reference::is_solution(solver, grid, cells);
            reference.agrees(way, ending, is_solution)
        });
        let agreement = agreement.fold(Agreement::Agree, Agreement::and);
        (reference, agreement)
    }

    /// Notes what came of a puzzle.
    fn note(&mut self, session: &mut Session, answers: &[Way], compared: &(Reference, Agreement)) {
        let (reference, agreement) = compared;
        session.tally.add(match agreement {
            Agreement::Agree => Verdict::Agreed,
            Agreement::Disagree => Verdict::Disagreed,
            Agreement::Unknown => Verdict::Unknown,
        });
        if *agreement == Agreement::Unknown {
            session.tally.saw_stop();
        }
        self.closing.add(answers, reference);
    }
}

impl Worker for Compat<'_> {
    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        let report = Report { file, record, form: session.form };
        let clash = match self.take(&record.grid) {
            Ok(clash) => clash,
            Err(error) => return session.fail(&report.failure(error)),
        };
        if let Some(clash) = &clash {
            session.warn(format_args!("{}: {clash}", report.label()));
        }
        let is_long = self.trace || !self.systems.contains(&System::Euler96);
        let is_apart = std::mem::replace(&mut self.begun, true) && is_long;
        session.part(&report.begin(is_apart))?;
        let answers = if clash.is_some() { Vec::new() } else { self.answers(session, &report)? };
        let compared = self.compare(&record.grid, &answers);
        self.note(session, &answers, &compared);
        session.part(&report.end(&answers, &compared, clash.as_ref(), self.engine))
    }

    fn cover(&mut self, session: &mut Session, file: &str, _: &Parsed) -> io::Result<()> {
        session.fail(&Failure::of_file(file, NO_SUDOKU))
    }

    fn end(&mut self, session: &mut Session) -> io::Result<()> {
        self.closing.end(session, &self.systems, self.engine)
    }
}
