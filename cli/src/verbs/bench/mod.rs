//! The verb `bench`: engines side by side on the files of the user, a row of a table for each file.
//!
//! [`Bench`] is the worker. It gathers the puzzles of a file, since they make one row; `engine_run`
//! is one run of an engine, and `measured_file` the row or JSON object of a file. The package
//! `quadrille-bench` runs the engines in turn, compares their answers, and writes the table.

mod args;
mod engine_run;
mod measured_file;

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
use engine_run::{Answer, Task};
use measured_file::{EngineResult, MeasuredFile};
use quadrille::CancelToken;
use quadrille::dlx::Parsed;
use quadrille::sudoku::Grid;
use quadrille::sudoku::text::Record;
use quadrille_bench::{
    Benchmark, Headings, MeasureError, Measurement, Plan, Stopwatch, Table, measure,
};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// How many solutions of a Sudoku are looked for: a second one, to know whether there is one.
const SUDOKU_LIMIT: u64 = 2;

const CANDIDATES: &str =
    "the engines are measured on puzzles of clues, and this one has candidates";

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

/// The headings of the table.
const HEADINGS: Headings = Headings {
    name: "file",
    benchmark: ("engine", 11),
    time: "CPU time",
    work: "setup and search",
    is_per_problem: false,
    has_ratios: false,
};

/// Measures every file.
#[derive(Debug)]
struct Bench<'e> {
    encodings: &'e Encodings,
    engines: Vec<EngineArg>,
    limit: Option<u64>,
    plan: Plan,
    token: CancelToken,
    table: Table,
    /// What auto chose, row by row.
    notes: Vec<String>,
    /// Whether the head of the table is printed.
    begun: bool,
    /// The puzzles of the file that is being read, and their lines.
    grids: Vec<Grid>,
    lines: Vec<u64>,
    /// Runs since the last row was done.
    watch: Stopwatch,
}

impl<'e> Bench<'e> {
    fn new(args: &BenchArgs, encodings: &'e Encodings, token: CancelToken) -> Self {
        let lengths = args.input.files.iter().map(|file| label_width(file));
        let longest = lengths.max().unwrap_or(0);
        let plan = Plan { runs: args.runs, cut: args.cut };
        Self {
            encodings,
            engines: args.engines(),
            limit: args.limit,
            plan,
            token,
            table: Table::new(HEADINGS, longest, plan),
            notes: Vec::new(),
            begun: false,
            grids: Vec::new(),
            lines: Vec::new(),
            watch: Stopwatch::start(),
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
        match self.measure(session, file, task, reading) {
            Ok(measured) => {
                session.tally.add(Verdict::Measured);
                self.notes.extend(measured.note());
                let row = match session.form {
                    Form::Json => measured.object(),
                    _ => measured.row(&mut self.table, self.plan.runs),
                };
                session.part(&row)?;
            }
            Err(MeasureError::Cancelled) => session.tally.saw_stop(),
            Err(MeasureError::Disagreement(found)) => {
                let message = format!("engines disagree: {found}");
                let failure = match lines.get(found.problem) {
                    Some(&line) => Failure::of_record(file, line, message),
                    None => Failure::of_file(file, message),
                };
                session.contradict(&failure)?;
            }
        }
        session.output().flush()
    }

    /// Runs all engines on a file.
    fn measure<'f>(
        &self,
        session: &Session,
        file: &'f str,
        task: Task<'_>,
        reading: Duration,
    ) -> Result<MeasuredFile<'f>, MeasureError> {
        let (engines, runs) = (&self.engines, self.plan.runs);
        let entries = counted(u64::try_from(engines.len()).unwrap_or(u64::MAX), "engine");
        session.show_status(format!("{file}: {entries}, {} of each", counted(runs.into(), "run")));
        let mut answers = vec![None; engines.len()];
        let benchmark = |(&engine, answer)| self.benchmark(task, engine, answer);
        let benchmarks = engines.iter().zip(&mut answers).map(benchmark).collect();
        let after = |engine: &str, round: u32, time: Duration| {
            if time >= LONG {
                let seconds = time.as_secs_f64();
                session.show_status(format!(
                    "{file}: {engine}, run {round} of {runs}: {seconds:.1} s"
                ));
            }
        };
        let Measurement { outcomes, counts } = measure(benchmarks, self.plan, None, after)?;
        let results = engines.iter().zip(outcomes).zip(answers);
        Ok(MeasuredFile {
            file,
            kind: task.kind(),
            problems: task.problems(),
            reading,
            solutions: counts.map(|counts| counts.into_iter().map(u128::from).sum()),
            results: results
                .map(|((&engine, (_, outcome)), answer)| EngineResult { engine, outcome, answer })
                .collect(),
        })
    }

    /// The runs of an engine. Only the first, in which it has no answer yet, is stopped after
    /// `--cut`.
    fn benchmark<'b>(
        &'b self,
        task: Task<'b>,
        engine: EngineArg,
        answer: &'b mut Option<Answer>,
    ) -> Benchmark<'b> {
        let limit = match task {
            Task::Cover(_) => self.limit,
            Task::Puzzles(..) => self.limit.or(Some(SUDOKU_LIMIT)),
        };
        Benchmark::new(engine.name(), move |counts| {
            let is_first = answer.is_none();
            let deadline = if is_first { Instant::now().checked_add(self.plan.cut) } else { None };
            let limits = Limits { solutions: limit, deadline, token: self.token.clone() };
            *answer = Some(engine_run::run(task, engine, &limits, counts)?);
            Ok(())
        })
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
        if record.candidates.is_some() {
            return session.fail(&Failure::of_record(file, *line, CANDIDATES));
        }
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
        self.watch = Stopwatch::start();
        Ok(())
    }

    fn end(&mut self, session: &mut Session) -> io::Result<()> {
        match session.form {
            Form::Json => Ok(()),
            _ => session.part(&self.table.notes(&self.notes)),
        }
    }
}
