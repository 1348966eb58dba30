//! The verb `compat`: puzzles solved by the program of a document, and then by an engine.
//!
//! [`Compat`] handles one puzzle after another: it runs the document's program with a `trace`, asks
//! the engine for its [`Reference`], compares the two, and writes a `report`. The `totals` follow
//! the last puzzle.

mod args;
mod reference;
mod report;
mod totals;
mod trace;

pub(crate) use args::CompatArgs;

use crate::encodings::Encodings;
use crate::engine::EngineArg;
use crate::exit::{Exit, ExitStyle, usage_error};
use crate::failure::Failure;
use crate::handler::Handler;
use crate::input;
use crate::output::Form;
use crate::run;
use crate::session::Session;
use crate::settings::Settings;
use crate::solvers::Solvers;
use crate::stop::Stop;
use crate::tally::Verdict;
use quadrille::CancelToken;
use quadrille::compat::System;
use quadrille::dlx::Parsed;
use quadrille::sudoku::Grid;
use quadrille::sudoku::text::{self, Record, StatedRules};
use reference::{Agreement, Reference};
use report::{PuzzleRef, Results, Run};
use std::io;
use totals::CompatTotals;
use trace::TraceWriter;

/// The number of solutions that the engine looks for: a second one shows that the first is not
/// unique.
const LIMIT: u64 = 2;

/// The same for the lab, which can't solve puzzles with several solutions.
const LAB_LIMIT: u64 = 100_000;

const NOT_SUDOKU: &str = "the documents solve Sudoku, and this is another exact cover";
const NO_CANDIDATES: &str = "the documents solve puzzles of clues, and this one has candidates";
const NOT_SQUARE: &str = "the boxes of the documents are as high as they are wide";

#[derive(Debug)]
struct Compat<'e> {
    args: &'e CompatArgs,
    systems: Vec<System>,
    begun: bool,
    /// The width of the first column: the longest label so far.
    width: usize,
    token: CancelToken,
    encodings: &'e Encodings,
    solvers: Solvers<'e>,
    totals: CompatTotals,
}

pub(crate) fn run(args: &CompatArgs) -> Exit {
    let systems = match args.systems() {
        Ok(systems) => systems,
        Err(error) => return usage_error(&error),
    };
    run::with_encodings(&args.reading, |encodings| {
        // The documents have the rules of the arguments, whatever a text states.
        if let Err(error) = args.reading.sudoku.adopt(&StatedRules::default()) {
            return usage_error(&error);
        }
        let handler = |stop: &Stop| Compat::new(args, systems, encodings, stop.token());
        let feed = |session: &mut Session, handler: &mut Compat<'_>| match &args.files[..] {
            [] if input::is_missing(session)? => handler.own_puzzles(session),
            [] => input::each_record(&["-".into()], &args.reading, session, handler),
            files => input::each_record(files, &args.reading, session, handler),
        };
        let session = run::session(&args.common, Form::of_json(args.json));
        run::handle(&args.common, session, ExitStyle::Usual, handler, feed)
    })
}

impl<'e> Compat<'e> {
    fn new(
        args: &'e CompatArgs,
        systems: Vec<System>,
        encodings: &'e Encodings,
        token: CancelToken,
    ) -> Self {
        let limit = if systems.contains(&System::Lab) { LAB_LIMIT } else { LIMIT };
        let engine = EngineArg::Cover(args.engine);
        let settings = Settings::sequential();
        let solvers = Solvers::new(encodings, engine, settings, Some(limit), token.clone());
        let totals = CompatTotals::default();
        Self { args, systems, begun: false, width: 0, token, encodings, solvers, totals }
    }

    fn own_puzzles(&mut self, session: &mut Session) -> io::Result<()> {
        let Some(system) = self.systems.first().copied() else { return Ok(()) };
        let labels = system.puzzles().iter().map(|(name, _)| format!("{}: {name}", system.name()));
        self.width = labels.map(|label| label.len()).max().unwrap_or(0);
        for (line, (name, puzzle)) in (1..).zip(system.puzzles()) {
            session.stop.count_records(1);
            match text::parse(puzzle) {
                Ok(mut record) => {
                    (record.name, record.line) = (Some((*name).to_owned()), line);
                    self.puzzle(session, system.name(), &record)?;
                }
                Err(error) => {
                    let failure = Failure::of_place(system.name(), error.location(), error.kind());
                    session.fail(&failure)?;
                }
            }
            if session.stop.is_requested() {
                session.tally.saw_stop();
                break;
            }
        }
        Ok(())
    }

    /// Returns why the document's program does not take a puzzle, if it does not.
    fn refusal(&self, record: &Record) -> Option<String> {
        if record.candidates.is_some() {
            return Some(NO_CANDIDATES.to_owned());
        }
        let grid = &record.grid;
        let geometry = self.encodings.rules.geometry(grid.size());
        let is_square = |(rows, columns)| rows == columns;
        if geometry.is_ok_and(|geometry| !geometry.box_shape().is_some_and(is_square)) {
            return Some(NOT_SQUARE.to_owned());
        }
        let check = |system: &System| system.check(grid.size(), grid.cells()).err();
        self.systems.iter().find_map(check).map(|error| error.to_string())
    }

    /// Runs all systems. Writes for each its trace, if that was asked for, and the lines that the
    /// document prints.
    fn runs(&self, session: &mut Session, puzzle: &PuzzleRef<'_>) -> io::Result<Vec<Run>> {
        let grid = &puzzle.record.grid;
        let mut runs = Vec::new();
        let is_text = session.form != Form::Json;
        for &system in &self.systems {
            if is_text && !runs.is_empty() {
                session.part("\n")?;
            }
            if is_text && (self.args.trace || self.systems.len() > 1) {
                session.part(&format!("{}: {system}\n", puzzle.label()))?;
            }
            let mut trace = TraceWriter::new(session, puzzle, system, &self.token, self.args.trace);
            let run = system.run(grid.size(), grid.cells(), &mut trace);
            trace.written?;
            match run {
                Ok(run) => {
                    if is_text {
                        session.part(&run.printed)?;
                    }
                    runs.push((system, run));
                }
                Err(error) => session.complain(puzzle.failure(error)),
            }
        }
        Ok(runs)
    }

    /// Asks the engine, and compares its answer with the documents' endings.
    fn compare(&mut self, grid: &Grid, runs: &[Run]) -> (Reference, Agreement) {
        let Ok(solver) = self.solvers.of_size(grid.size()) else {
            return (Reference::none(), Agreement::Unknown);
        };
        let endings: Vec<_> = runs.iter().map(|(_, run)| &run.ending).collect();
        let reference = Reference::of(solver, grid, &endings);
        let agreement = runs.iter().enumerate().map(|(index, (system, run))| {
            let check = |cells: &[u8]| reference::check_solution(solver, grid, cells);
            reference.compare(index, (*system, &run.ending), check)
        });
        let agreement = agreement.fold(Agreement::Agree, Agreement::and);
        (reference, agreement)
    }

    /// Writes the record of a puzzle, which follows the lines that the document prints for it.
    fn write(
        &self,
        session: &mut Session,
        puzzle: &PuzzleRef<'_>,
        runs: &[Run],
        (reference, agreement): &(Reference, Agreement),
    ) -> io::Result<()> {
        let geometry = self.encodings.rules.geometry(puzzle.record.grid.size()).ok();
        let clash = geometry.and_then(|geometry| puzzle.record.grid.clash(&geometry));
        let results = Results { runs, reference, agreement, clash, engine: self.args.engine };
        if self.args.stats {
            let times = report::times(runs, reference, self.args.engine);
            session.inform(format_args!("{}: {times}", puzzle.label()));
        }
        if session.form == Form::Json {
            return session.part(&puzzle.object(&results, self.args.stats));
        }
        session.part(&puzzle.line(&results, self.width))
    }

    fn write_not_run(
        &self,
        session: &mut Session,
        puzzle: &PuzzleRef<'_>,
        reason: &str,
    ) -> io::Result<()> {
        session.tally.add(Verdict::NotRun);
        session.warn(puzzle.failure(reason));
        session.part(&match session.form {
            Form::Json => puzzle.not_run_object(reason),
            _ => format!("{:width$}  not run   {reason}\n", puzzle.label(), width = self.width),
        })
    }
}

impl Handler for Compat<'_> {
    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        let puzzle = PuzzleRef { file, record };
        self.width = self.width.max(puzzle.label().chars().count());
        if let Some(reason) = self.refusal(record) {
            return self.write_not_run(session, &puzzle, &reason);
        }
        if let Err(error) = self.solvers.of_size(record.grid.size()) {
            return session.fail(&puzzle.failure(error));
        }
        // A blank line between puzzles of several lines.
        let is_long = self.args.trace || !self.systems.contains(&System::Euler96);
        if std::mem::replace(&mut self.begun, true) && is_long && session.form != Form::Json {
            session.part("\n")?;
        }
        let runs = self.runs(session, &puzzle)?;
        let compared = self.compare(&record.grid, &runs);
        session.tally.add(match compared.1 {
            Agreement::Agree => Verdict::Agreed,
            Agreement::Disagree(_) => Verdict::Disagreed,
            Agreement::Unknown => Verdict::Unknown,
        });
        if compared.1 == Agreement::Unknown {
            session.tally.saw_stop();
        }
        self.totals.add(&runs, &compared.0);
        self.write(session, &puzzle, &runs, &compared)
    }

    fn cover(&mut self, session: &mut Session, file: &str, _: &Parsed) -> io::Result<()> {
        session.fail(&Failure::of_file(file, NOT_SUDOKU))
    }

    fn end(&mut self, session: &mut Session) -> io::Result<()> {
        self.totals.write(session, &self.systems, self.args.engine)
    }
}
