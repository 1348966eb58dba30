//! The handler of verbs that answer each Sudoku puzzle by itself: `minimise`, `redundant`,
//! `canonical` and others.

use super::args::{CommonArgs, InputArgs, ProgressArgs, SheetArgs, ThreadsArg};
use super::encodings::{Encodings, Rules};
use super::exit::{Exit, ExitStyle, usage_error};
use super::failure::Failure;
use super::handler::{Handler, PoolConfig};
use super::json::Object;
use super::output::Form;
use super::progress::Reporter;
use super::run;
use super::session::{Session, Style};
use super::stop::Stop;
use super::subject::{Puzzle, Subject, describe_puzzle, describe_rules};
use super::tally::Verdict;
use clap::Args;
use quadrille::dlx::Parsed;
use quadrille::sudoku::canonical::CanonicalError;
use quadrille::sudoku::minimal::MinimalError;
use quadrille::sudoku::text::{self, Record};
use quadrille::sudoku::unavoidable::UnavoidableError;
use quadrille::sudoku::{Geometry, Grid, SolveError};
use quadrille::{CancelToken, StopReason};
use std::io;
use std::sync::Arc;

pub(super) const NO_SUDOKU: &str = "expected Sudoku puzzles, found an exact cover";
pub(super) const NO_CANDIDATES: &str = "the puzzle has candidates, which this verb does not take: convert --clues writes the clues alone";

/// A verb that answers puzzles. Each thread has one of its own, made by `start`.
pub(super) trait PuzzleVerb {
    type Answer;

    /// The number of puzzles of a size that are answered together.
    fn batch(&self, size: usize) -> usize;

    /// The answers to puzzles of one geometry, in order.
    fn answers(
        &mut self,
        geometry: &Geometry,
        records: &[Record],
    ) -> Vec<Result<Self::Answer, NoAnswer>>;

    /// Whether an answer is printed.
    fn is_printed(&self, answer: &Self::Answer) -> bool {
        let _ = answer;
        true
    }

    /// Appends an answer as one line or several.
    fn write(&mut self, record: &Record, answer: &Self::Answer, out: &mut String);

    /// Writes an answer as keys of an object.
    fn describe(&mut self, record: &Record, answer: &Self::Answer, object: &mut Object<'_>);

    /// Why the search for an answer ended, if an answer can be incomplete. Its object then says so.
    fn stop(&self, answer: &Self::Answer) -> Option<StopReason> {
        let _ = answer;
        None
    }

    /// The puzzles of an answer, to be drawn.
    fn grids<'a>(&self, answer: &'a Self::Answer) -> Vec<&'a Grid> {
        let _ = answer;
        Vec::new()
    }
}

/// A solver that is made for the geometry of the last puzzles.
pub(super) struct PerGeometry<T> {
    make: Box<dyn Fn(&Geometry) -> T>,
    current: Option<(Geometry, T)>,
}

impl<T> PerGeometry<T> {
    pub(super) fn new(make: impl Fn(&Geometry) -> T + 'static) -> Self {
        Self { make: Box::new(make), current: None }
    }

    pub(super) fn of(&mut self, geometry: &Geometry) -> &mut T {
        let Self { make, current } = self;
        if current.as_ref().is_some_and(|(own, _)| own != geometry) {
            *current = None;
        }
        &mut current.get_or_insert_with(|| (geometry.clone(), make(geometry))).1
    }
}

/// Why there is no answer to a puzzle.
#[derive(Debug)]
pub(super) enum NoAnswer {
    Error(String),
    Stopped(StopReason),
    /// Something is full, as these words say, and the run ends.
    Full(String),
}

/// Errors that are messages, unless they say that a search was stopped.
macro_rules! no_answer {
    ($($error:ident),*) => {$(
        impl From<$error> for NoAnswer {
            fn from(error: $error) -> Self {
                match error {
                    $error::Stopped(stop) => Self::Stopped(stop),
                    error => Self::Error(error.to_string()),
                }
            }
        }
    )*};
}

no_answer!(CanonicalError, MinimalError, SolveError, UnavoidableError);

/// The arguments of verbs whose answers are lines or objects.
#[derive(Args, Debug)]
pub(super) struct AnswerArgs {
    /// Print JSON objects, one a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    progress: ProgressArgs,
    #[command(flatten)]
    common: CommonArgs,
}

impl AnswerArgs {
    /// How a verb with these arguments is run on an input.
    pub(super) fn config<'a>(&'a self, input: &'a InputArgs) -> VerbRun<'a> {
        VerbRun {
            input,
            common: &self.common,
            form: Form::of_json(self.json),
            pictures: None,
            threads: Some(self.threads),
            reporter: self.progress.reporter(&self.common),
        }
    }
}

/// How a verb is run.
#[derive(Debug)]
pub(super) struct VerbRun<'a> {
    pub(super) input: &'a InputArgs,
    pub(super) common: &'a CommonArgs,
    pub(super) form: Form,
    pub(super) pictures: Option<&'a SheetArgs>,
    /// The number of threads; one, if answers depend on those before.
    pub(super) threads: Option<ThreadsArg>,
    pub(super) reporter: Reporter,
}

/// Answers all puzzles of the input.
pub(super) fn run<V: PuzzleVerb>(
    config: &VerbRun<'_>,
    start: impl Fn(CancelToken) -> V + Clone + Send + Sync + 'static,
) -> Exit {
    let style = match config.pictures {
        Some(pictures) => pictures.style(config.form, Style::default()),
        None => Ok(Style::default()),
    };
    let style = match style {
        Ok(style) => style,
        Err(error) => return usage_error(&error),
    };
    run::with_encodings(&config.input.reading, |encodings| {
        let session = run::session(config.common, config.form).with_style(style);
        let session = session.with_progress(config.reporter.clone());
        let threads = config.threads.map_or(1, ThreadsArg::workers);
        let handler = |stop: &Stop| {
            let (token, rules) = (stop.token(), encodings.rules.clone());
            Answering::new(start.clone(), token, rules, threads)
        };
        run::handle(config.common, session, ExitStyle::Usual, handler, run::files(config.input))
    })
}

struct Answering<V, S> {
    verb: V,
    start: S,
    token: CancelToken,
    threads: usize,
    encodings: Encodings,
    geometry: Option<Geometry>,
    text: String,
}

impl<V: PuzzleVerb, S: Fn(CancelToken) -> V> Answering<V, S> {
    fn new(start: S, token: CancelToken, rules: Rules, threads: usize) -> Self {
        let (verb, encodings) = (start(token.clone()), Encodings::new(rules));
        Self { verb, start, token, threads, encodings, geometry: None, text: String::new() }
    }

    /// Answers puzzles of one size, all with candidates or all without. Returns whether the run
    /// goes on.
    fn answer(
        &mut self,
        session: &mut Session,
        file: &str,
        records: &[Record],
    ) -> io::Result<bool> {
        if records[0].candidates.is_some() {
            return refuse(session, file, records, NO_CANDIDATES);
        }
        let size = records[0].grid.size();
        let geometry = match &mut self.geometry {
            Some(geometry) if geometry.size() == size => geometry,
            other => match self.encodings.rules.geometry(size) {
                Ok(geometry) => other.insert(geometry),
                Err(error) => return refuse(session, file, records, &error),
            },
        };
        let answers = self.verb.answers(geometry, records);
        for (record, answer) in records.iter().zip(answers) {
            session.stop.count_records(1);
            let failure = |error: &str| Failure::of_record(file, record.line, error);
            match answer {
                Err(NoAnswer::Error(error)) => session.fail(&failure(&error))?,
                Err(NoAnswer::Full(what)) => {
                    session.tally.add(Verdict::Unknown);
                    session.tally.saw_stop();
                    session.stop.request_when_full(what);
                    unknown(session, file, record, StopReason::MemoryLimit)?;
                    return Ok(false);
                }
                Err(NoAnswer::Stopped(stop)) => {
                    session.tally.add(Verdict::Unknown);
                    let puzzle = Puzzle { file, record, geometry, encoding: None };
                    let stop = session.ended(stop, &Subject::Puzzle(puzzle));
                    unknown(session, file, record, stop)?;
                    if session.stop.is_requested() {
                        return Ok(false);
                    }
                }
                Ok(answer) => {
                    let is_printed = self.verb.is_printed(&answer);
                    session.tally.add(if is_printed {
                        Verdict::Answered
                    } else {
                        Verdict::LeftOut
                    });
                    let puzzle = Puzzle { file, record, geometry, encoding: None };
                    let stop = self.verb.stop(&answer);
                    let stop = stop.map(|stop| session.ended(stop, &Subject::Puzzle(puzzle)));
                    if is_printed {
                        put(session, &mut self.verb, puzzle, (&answer, stop), &mut self.text)?;
                    }
                }
            }
        }
        Ok(!session.stop.is_requested())
    }
}

/// Reports the same error for all of these puzzles. The run goes on.
fn refuse(session: &mut Session, file: &str, records: &[Record], error: &str) -> io::Result<bool> {
    for record in records {
        session.stop.count_records(1);
        session.fail(&Failure::of_record(file, record.line, error))?;
    }
    Ok(true)
}

/// Writes an answer, with the reason why the search for it ended.
fn put<V: PuzzleVerb>(
    session: &mut Session,
    verb: &mut V,
    puzzle: Puzzle<'_>,
    (answer, stop): (&V::Answer, Option<StopReason>),
    text: &mut String,
) -> io::Result<()> {
    text.clear();
    let Puzzle { record, geometry, file, .. } = puzzle;
    match session.form {
        Form::Json => {
            let mut object = Object::begin(text);
            describe_puzzle(file, record, &mut object);
            describe_rules(geometry, &mut object);
            verb.describe(record, answer, &mut object);
            if let Some(stop) = stop {
                object.plain("complete", stop == StopReason::Exhausted).text("stop", stop.name());
            }
            object.end();
            text.push('\n');
        }
        Form::Grid => {
            for (number, grid) in verb.grids(answer).into_iter().enumerate() {
                text.push_str(if number > 0 { "\n" } else { "" });
                text.push_str(&text::format_grid(grid, geometry, record.alphabet, record.blank));
            }
        }
        Form::Svg => {
            let caption = Subject::Puzzle(puzzle).caption(&session.style.files);
            for grid in verb.grids(answer) {
                let mut drawn = record.clone();
                drawn.grid = grid.clone();
                let subject = Subject::Puzzle(Puzzle { record: &drawn, ..puzzle });
                session.draw(subject.picture(), &caption);
            }
            return Ok(());
        }
        _ => verb.write(record, answer, text),
    }
    session.entry(text)
}

/// Writes the record of a puzzle whose answer is unknown.
fn unknown(session: &mut Session, file: &str, record: &Record, stop: StopReason) -> io::Result<()> {
    let mut text = String::new();
    if session.form == Form::Json {
        let mut object = Object::begin(&mut text);
        describe_puzzle(file, record, &mut object);
        object.text("result", "unknown").text("stop", stop.name()).end();
        text.push('\n');
    } else {
        text.push_str("unknown\n");
    }
    session.entry(&text)
}

impl<V, S> Handler for Answering<V, S>
where
    V: PuzzleVerb,
    S: Fn(CancelToken) -> V + Clone + Send + Sync + 'static,
{
    fn batch(&self, size: usize) -> usize {
        self.verb.batch(size)
    }

    fn pool(&self) -> Option<PoolConfig> {
        let (start, token) = (self.start.clone(), self.token.clone());
        let rules = self.encodings.rules.clone();
        (self.threads > 1).then(|| PoolConfig {
            threads: self.threads,
            uses_memo: false,
            with_handler: Arc::new(move |work| {
                work(&mut Answering::new(start.clone(), token.clone(), rules.clone(), 1));
            }),
        })
    }

    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        self.puzzles(session, file, std::slice::from_ref(record))
    }

    fn puzzles(&mut self, session: &mut Session, file: &str, records: &[Record]) -> io::Result<()> {
        let kind = |record: &Record| (record.grid.size(), record.candidates.is_some());
        for records in records.chunk_by(|a, b| kind(a) == kind(b)) {
            let goes_on = self.answer(session, file, records)?;
            session.progress.tick(session.tally.records());
            if !goes_on {
                break;
            }
        }
        Ok(())
    }

    fn cover(&mut self, session: &mut Session, file: &str, _: &Parsed) -> io::Result<()> {
        session.fail(&Failure::of_file(file, NO_SUDOKU))
    }
}

/// A cell as it is named in texts: `r1c2`.
pub(super) fn cell_name(cell: usize, size: usize) -> String {
    format!("r{}c{}", cell / size + 1, cell % size + 1)
}

/// Appends a cell and its value, counted from 1, as an object.
pub(super) fn push_clue(out: &mut String, (cell, value): (usize, u8), size: usize) {
    let mut clue = Object::begin(out);
    clue.plain("row", cell / size + 1).plain("column", cell % size + 1);
    clue.plain("value", value).end();
}
