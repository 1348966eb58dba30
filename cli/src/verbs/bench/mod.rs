//! The verb `bench`: engines side by side on the files of the user, a row of a table for each file.
//!
//! [`Bench`] is the worker. It gathers the puzzles of a file, since they make one row; `run` is one run of an engine,
//! `timing` runs all of them in turn, and holds their answers against each other; `table` prints.

mod args;
mod engine_run;
mod table;
mod timing;

pub(crate) use args::BenchArgs;

use crate::encodings::Encodings;
use crate::engine::EngineArg;
use crate::exit::{Exit, ExitStyle};
use crate::failure::Failure;
use crate::handler::Handler;
use crate::input;
use crate::output::Form;
use crate::run;
use crate::session::Session;
use crate::simd9::Limits;
use crate::stats::units::counted;
use crate::stop::Stop;
use crate::tally::Verdict;
use engine_run::{Answer, Task, Unanswered};
use quadrille::CancelToken;
use quadrille::dlx::Parsed;
use quadrille::sudoku::Grid;
use quadrille::sudoku::text::Record;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};
use table::{Row, Table};
use timing::{Broken, Outcome, Watch, measure};

/// How many solutions of a Sudoku are looked for: a second one, to know whether there is one.
const SUDOKU_LIMIT: u64 = 2;

/// A run that takes longer is worth a message.
const LONG: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &BenchArgs) -> Exit {
    run::with_encodings(&args.input.reading, |encodings| {
        let form = if args.json { Form::Json } else { Form::Table };
        let handler = |stop: &Stop| Bench::new(args, encodings, stop.token());
        let session = run::session(&args.common, form);
        run::handle(&args.common, session, ExitStyle::Usual, handler, run::files(&args.input))
    })
}

/// Measures every file.
#[derive(Debug)]
struct Bench<'e> {
    encodings: &'e Encodings,
    limit: Option<u64>,
    cut: Duration,
    runs: u32,
    token: CancelToken,
    table: Table,
    /// Whether the head of the table is printed.
    begun: bool,
    /// The puzzles of the file that is being read, and their lines.
    grids: Vec<Grid>,
    lines: Vec<u64>,
    /// Runs since the last row was done.
    watch: Watch,
}

impl<'e> Bench<'e> {
    fn new(args: &BenchArgs, encodings: &'e Encodings, token: CancelToken) -> Self {
        let lengths = args.input.files.iter().map(|file| label_width(file));
        let longest = lengths.max().unwrap_or(0);
        Self {
            encodings,
            limit: args.limit,
            cut: args.cut,
            runs: args.runs,
            token,
            table: Table::new(args.engines(), args.runs, args.cut, longest),
            begun: false,
            grids: Vec::new(),
            lines: Vec::new(),
            watch: Watch::start(),
        }
    }

    /// Measures a file, and prints its row. The puzzles, if it has them, begin in these lines.
    fn row(
        &mut self,
        session: &mut Session,
        file: &str,
        task: Task<'_>,
        lines: &[u64],
    ) -> io::Result<()> {
        let reading = self.watch.elapsed();
        if session.form == Form::Table && !std::mem::replace(&mut self.begun, true) {
            session.part(&self.table.head())?;
            session.output().flush()?;
        }
        match self.measure(session, file, task) {
            Ok(outcomes) => {
                session.tally.add(Verdict::Measured);
                let (kind, problems) = (task.kind(), task.problems());
                let row = Row { file, kind, problems, reading, outcomes };
                let line = match session.form {
                    Form::Json => self.table.object(&row),
                    _ => self.table.row(&row),
                };
                session.part(&line)?;
            }
            Err(Broken::Cancelled) => session.tally.saw_stop(),
            Err(Broken::Disagreement(found)) => {
                let line = lines.get(found.problem).copied();
                let failure = match line {
                    Some(line) => Failure::of_record(file, line, &found),
                    None => Failure::of_file(file, &found),
                };
                session.contradict(&failure)?;
            }
        }
        session.output().flush()
    }

    /// Runs all engines on a file.
    fn measure(
        &self,
        session: &Session,
        file: &str,
        task: Task<'_>,
    ) -> Result<Vec<Outcome>, Broken> {
        let (engines, runs) = (self.table.engines(), self.runs);
        let entrants = counted(u64::try_from(engines.len()).unwrap_or(u64::MAX), "engine");
        session.show_status(format!("{file}: {entrants}, {} of each", counted(runs.into(), "run")));
        let run_once = |engine: EngineArg, is_first: bool| self.run_once(task, engine, is_first);
        measure(engines, runs, run_once, |engine, round, time| {
            if time >= LONG {
                let seconds = time.as_secs_f64();
                session.show_status(format!(
                    "{file}: {engine}, run {round} of {runs}: {seconds:.1} s"
                ));
            }
        })
    }

    fn run_once(
        &self,
        task: Task<'_>,
        engine: EngineArg,
        is_first: bool,
    ) -> Result<Answer, Unanswered> {
        let limit = match task {
            Task::Cover(_) => self.limit,
            Task::Puzzles(..) => self.limit.or(Some(SUDOKU_LIMIT)),
        };
        let deadline = if is_first { Instant::now().checked_add(self.cut) } else { None };
        let limits = Limits { solutions: limit, deadline, token: self.token.clone() };
        engine_run::run(task, engine, &limits)
    }
}

/// How wide the name of a file is in the table.
fn label_width(file: &Path) -> usize {
    let name = input::label(file);
    name.chars().count() + name.matches('|').count()
}

impl Handler for Bench<'_> {
    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        let Record { grid, alphabet, line, .. } = record;
        let encoding = match self.encodings.of_size(grid.size()) {
            Ok(encoding) => encoding,
            Err(error) => return session.fail(&Failure::of_record(file, *line, error)),
        };
        if let Some(clash) = grid.clash(encoding.geometry()) {
            session.warn(format_args!("{file}:{line}: {}", clash.in_alphabet(*alphabet)));
        }
        self.grids.push(grid.clone());
        self.lines.push(*line);
        Ok(())
    }

    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()> {
        self.row(session, file, Task::Cover(&parsed.problem), &[])
    }

    fn end_of_file(&mut self, session: &mut Session, file: &str) -> io::Result<()> {
        let (grids, lines) = (std::mem::take(&mut self.grids), std::mem::take(&mut self.lines));
        // Of a run that was stopped, not all may have been read.
        if !grids.is_empty() && !session.stop.is_requested() {
            self.row(session, file, Task::Puzzles(&grids, self.encodings), &lines)?;
        }
        self.watch = Watch::start();
        Ok(())
    }

    fn end(&mut self, session: &mut Session) -> io::Result<()> {
        match session.form {
            Form::Json => Ok(()),
            _ => session.part(&self.table.notes()),
        }
    }
}
