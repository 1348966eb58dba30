//! Makes numbered puzzles or grids in several threads, and writes them in the order of their
//! numbers.

use super::args::{CommonArgs, ProgressArgs, SheetArgs, ThreadsArg, form_parser};
use super::args::{first, seed};
use super::exit::{Exit, ExitStyle, usage_error};
use super::json::Object;
use super::output::Form;
use super::parallel::{self, Job, TaskSize};
use super::progress::Reporter;
use super::run;
use super::session::{Session, Style};
use super::subject::{Puzzle, Subject, describe_rules};
use super::sudoku_args::GeometryArgs;
use super::tally::Verdict;
use clap::Args;
use quadrille::sudoku::text::{self, PuzzleWriter, Record, StatedRules, WriteError};
use quadrille::sudoku::{Geometry, Grid};
use quadrille::{CancelToken, StopReason};
use std::fmt::Write as _;
use std::io;
use std::ops::Range;
use std::time::{Duration, Instant};

/// The formats of puzzles that are made.
const FORMS: [Form; 10] = [
    Form::Line,
    Form::Csv,
    Form::Sdk,
    Form::Ss,
    Form::OpenSudoku,
    Form::Euler,
    Form::Grid,
    Form::Python,
    Form::Json,
    Form::Svg,
];

/// The most numbers of a task.
const MOST: u64 = 4096;

/// The arguments of verbs that make puzzles or grids.
#[derive(Args, Debug)]
pub(super) struct GenerationArgs {
    #[command(flatten)]
    pub(super) geometry: GeometryArgs,
    /// The seed of the random numbers
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = seed)]
    pub(super) seed: u64,
    /// The number of the first one; each depends on its number, the seed and the options alone
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = first)]
    first: u64,
    /// The format of the output
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = form_parser(&FORMS))]
    to: Form,
    /// The same as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
    #[command(flatten)]
    pictures: SheetArgs,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    progress: ProgressArgs,
    #[command(flatten)]
    pub(super) common: CommonArgs,
}

impl GenerationArgs {
    pub(super) fn form(&self) -> Form {
        if self.json { Form::Json } else { self.to }
    }

    pub(super) fn threads(&self) -> usize {
        self.threads.workers()
    }

    pub(super) fn reporter(&self) -> Reporter {
        self.progress.reporter(&self.common)
    }
}

/// A puzzle or grid that was made.
pub(super) struct Made {
    pub(super) grid: Grid,
    /// The solution of a puzzle, and the number of attempts.
    pub(super) puzzle: Option<(Grid, u64)>,
    /// The natural logarithm of the weight.
    pub(super) ln_weight: Option<f64>,
}

type Task = Range<u64>;

const NO_GRID: &str = "no grid obeys these rules";

/// The results of a task, and how long it took.
type Outcome = (Vec<Result<Made, StopReason>>, Duration);

/// Makes `number` puzzles or grids of a geometry. `noun` names one of them. The workers have the
/// numbers from 0; messages and the output those from 1. At the end, `explain` says why the work
/// failed, if it did.
pub(super) fn run<W: FnMut(Task) -> Vec<Result<Made, StopReason>>>(
    args: &GenerationArgs,
    (number, noun): (u64, &'static str),
    geometry: &Geometry,
    worker: impl Fn(CancelToken) -> W + Sync,
    explain: impl Fn() -> Option<String>,
    warning: Option<&str>,
) -> Exit {
    let style = match args.pictures.style(args.form(), Style::default()) {
        Ok(style) => style,
        Err(error) => return usage_error(&error),
    };
    if let Err(error) = check_format(args.form(), geometry, number) {
        return usage_error(&error);
    }
    let first = args.first - 1;
    let Some(end) = first.checked_add(number) else {
        let (first, last) = (args.first, u64::MAX);
        return usage_error(&format!(
            "--first {first} does not leave {number} numbers: the last one is {last}"
        ));
    };
    let is_table_of_grids = args.form() == Form::Csv && noun == "grid";
    let is_usual = StatedRules::of(geometry).is_empty();
    let header = if is_usual { "number,grid\n" } else { "number,grid,box,variant\n" };
    let session = run::session(&args.common, args.form()).with_style(style);
    let session = if is_table_of_grids { session.with_header(move || header) } else { session };
    let session = session.with_progress(args.reporter());
    run::in_session(&args.common, session, ExitStyle::Usual, |session| {
        session.stop.count_as(noun, "generated");
        session.tally.noun = (noun == "grid").then_some("grids");
        let mut job = Generation {
            args,
            geometry,
            noun,
            session,
            next: first,
            end,
            task: TaskSize::up_to(MOST),
            written: first,
            writer: args.form().text_format().map(PuzzleWriter::new),
            weights: Weights::default(),
            explain: &explain,
            warning,
        };
        let (stop, threads) = (job.session.stop.clone(), args.threads());
        parallel::run(&mut job, threads, &stop, |token| {
            let mut make = worker(token);
            move |numbers: Task| {
                let begin = Instant::now();
                (make(numbers), begin.elapsed())
            }
        })?;
        job.end()
    })
}

/// Checks that a text in a format can hold so many puzzles of a geometry.
fn check_format(form: Form, geometry: &Geometry, number: u64) -> Result<(), String> {
    let Some(format) = form.text_format() else { return Ok(()) };
    let (mut writer, mut text) = (PuzzleWriter::new(format), String::new());
    let blank = Record::new(Grid::blank(geometry.size()));
    for _ in 0..number.min(2) {
        writer.write(&blank, geometry, &mut text).map_err(|error| match error {
            WriteError::SecondPuzzle { format } => format!(
                "a text in the format {format} has one puzzle, and {number} are asked for: \
                 --to line, csv or json can hold them"
            ),
            error => error.to_string(),
        })?;
    }
    Ok(())
}

struct Generation<'a> {
    args: &'a GenerationArgs,
    geometry: &'a Geometry,
    noun: &'static str,
    session: &'a mut Session,
    /// The numbers of which no task has been made.
    next: u64,
    end: u64,
    /// How many numbers a task gets.
    task: TaskSize,
    /// The number of the next one to be written.
    written: u64,
    writer: Option<PuzzleWriter>,
    weights: Weights,
    explain: &'a dyn Fn() -> Option<String>,
    /// What is printed before the first one is written.
    warning: Option<&'a str>,
}

impl Job for Generation<'_> {
    type Task = Task;
    type Outcome = Outcome;

    fn next(&mut self) -> Option<Task> {
        let end = self.next.saturating_add(self.task.size).min(self.end);
        let task = self.next..end;
        self.next = end;
        (!task.is_empty()).then_some(task)
    }

    fn take(&mut self, (made, time): Outcome) -> io::Result<bool> {
        self.task.adapt(time);
        for made in made {
            let written = match made {
                Ok(made) => self.write(&made)?,
                Err(stop) => {
                    self.stopped(stop);
                    false
                }
            };
            if !written {
                return Ok(false);
            }
        }
        self.session.progress.tick(self.session.tally.records());
        Ok(!self.session.stop.is_requested())
    }

    fn wait(&mut self) -> io::Result<()> {
        self.session.output().flush()
    }
}

impl Generation<'_> {
    /// Notes that the work has ended before the last number.
    fn stopped(&mut self, stop: StopReason) {
        match (self.explain)() {
            Some(error) => self.session.complain(error),
            None if stop == StopReason::Exhausted => self.session.complain(NO_GRID),
            None => self.session.tally.saw_stop(),
        }
    }

    /// Writes the next one. Returns whether that was possible.
    fn write(&mut self, made: &Made) -> io::Result<bool> {
        if let Some(warning) = self.warning.take() {
            self.session.warn(warning);
        }
        self.written += 1;
        let mut record = Record::new(made.grid.clone());
        record.line = self.written;
        record.solution = made.puzzle.as_ref().map(|(solution, _)| Box::new(solution.clone()));
        if self.session.form == Form::Svg {
            let subject = Puzzle {
                file: self.noun,
                record: &record,
                geometry: self.geometry,
                encoding: None,
            };
            let caption = format!("{} {}", self.noun, self.written);
            if !self.session.draw(Subject::Puzzle(subject).picture(), &caption) {
                return Ok(false);
            }
        } else {
            let mut text = String::new();
            match (&mut self.writer, made.ln_weight) {
                (Some(_), Some(ln_weight)) if self.session.form == Form::Line => {
                    let line = text::format_line(&made.grid, record.alphabet, record.blank);
                    let _ = writeln!(text, "{line} {:e}", ln_weight.exp());
                }
                (Some(_), _) if self.session.form == Form::Csv && made.puzzle.is_none() => {
                    let line = text::format_line(&made.grid, record.alphabet, record.blank);
                    let rules = StatedRules::of(self.geometry);
                    let rules = if rules.is_empty() { String::new() } else { rules.fields() };
                    let _ = writeln!(text, "{},{line}{rules}", record.line);
                }
                (Some(writer), _) => {
                    if let Err(error) = writer.write(&record, self.geometry, &mut text) {
                        self.session.complain(error);
                        return Ok(false);
                    }
                }
                (None, _) => self.describe(made, &record, &mut text),
            }
            self.session.entry(&text)?;
        }
        if let Some(ln_weight) = made.ln_weight {
            self.weights.add(ln_weight, made.grid.clues());
        }
        self.session.tally.add(Verdict::Generated);
        self.session.stop.count_records(1);
        Ok(true)
    }

    /// Appends the JSON object of a puzzle or grid.
    fn describe(&self, made: &Made, record: &Record, out: &mut String) {
        let line = |grid: &Grid| text::format_line(grid, record.alphabet, record.blank);
        let mut object = Object::begin(out);
        object.plain("number", record.line).plain("seed", self.args.seed);
        match &made.puzzle {
            None => {
                object.text("grid", &line(&made.grid));
            }
            Some((solution, attempts)) => {
                object.text("puzzle", &line(&made.grid)).text("solution", &line(solution));
                object.plain("clues", made.grid.clues()).plain("attempts", attempts);
            }
        }
        describe_rules(self.geometry, &mut object);
        if let Some(ln_weight) = made.ln_weight {
            object.plain("weight", format_args!("{:e}", ln_weight.exp()));
        }
        object.end();
        out.push('\n');
    }

    /// Writes what follows the last one.
    fn end(&mut self) -> io::Result<()> {
        if self.written < self.end && self.session.stop.is_requested() {
            self.session.tally.saw_stop();
        }
        let mut text = String::new();
        if let Some(writer) = self.writer.take() {
            writer.finish(&mut text);
        }
        if let Some(summary) = self.weights.summary() {
            self.session.inform(summary);
        }
        if text.is_empty() { Ok(()) } else { self.session.part(&text) }
    }
}

/// Sums over puzzles with weights, all divided by the largest weight.
#[derive(Default)]
struct Weights {
    ln_largest: Option<f64>,
    sum: f64,
    squares: f64,
    clues: f64,
}

impl Weights {
    fn add(&mut self, ln_weight: f64, clues: usize) {
        let largest = self.ln_largest.unwrap_or(ln_weight);
        if ln_weight > largest {
            let scale = (largest - ln_weight).exp();
            self.sum *= scale;
            self.squares *= scale * scale;
            self.clues *= scale;
        }
        let largest = largest.max(ln_weight);
        self.ln_largest = Some(largest);
        let weight = (ln_weight - largest).exp();
        self.sum += weight;
        self.squares += weight * weight;
        self.clues += weight * f64::from(u32::try_from(clues).unwrap_or(u32::MAX));
    }

    /// The average of all puzzles that the sample stands for, and how good it is.
    fn summary(&self) -> Option<String> {
        self.ln_largest?;
        let (clues, equal) = (self.clues / self.sum, self.sum * self.sum / self.squares);
        Some(format!(
            "weighted average: {clues:.2} clues; the sample is as good as {equal:.1} puzzles with equal weights"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_averaged_whatever_their_size() {
        for shift in [-900.0, 0.0, 900.0] {
            let mut weights = Weights::default();
            for (weight, clues) in [(1.0_f64, 24), (3.0, 28), (1.0, 22)] {
                weights.add(weight.ln() + shift, clues);
            }
            let summary = weights.summary().unwrap();
            assert!(
                summary.contains(" 26.00 clues; the sample is as good as 2.3 puzzles"),
                "{summary}"
            );
        }
        assert_eq!(Weights::default().summary(), None);
    }
}
