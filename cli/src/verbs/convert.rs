//! The verb `convert`: writes problems in another format.

use crate::args::{CommonArgs, InputArgs, PictureArgs, form_parser};
use crate::encodings::Encodings;
use crate::exit::{Exit, ExitStyle, usage_error};
use crate::failure::Failure;
use crate::handler::Handler;
use crate::json::{Object, push_array};
use crate::output::Form;
use crate::run;
use crate::session::{Session, Style};
use crate::subject::{
    Puzzle, Subject, describe_candidates, describe_cover, describe_puzzle, describe_rules,
};
use crate::tally::Verdict;
use clap::Args;
use quadrille::dlx::{self, Parsed};
use quadrille::problem::Reduction;
use quadrille::sudoku::text::{self, PuzzleWriter, Record, StatedRules, WriteError};
use quadrille::sudoku::{CandidateGrid, Geometry};
use quadrille::{Entry, Problem};
use std::fmt;
use std::io;

const FORMS: [Form; 13] = [
    Form::Line,
    Form::Candidates,
    Form::Csv,
    Form::Sdk,
    Form::Sdx,
    Form::Ss,
    Form::OpenSudoku,
    Form::Euler,
    Form::Grid,
    Form::Python,
    Form::Json,
    Form::Dlx,
    Form::Svg,
];

#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The format to write; dlx is Knuth's, and takes one problem
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = form_parser(&FORMS))]
    to: Form,
    /// The same as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
    /// Write the clues of a Sudoku alone, without candidates and values that a player has placed
    #[arg(long)]
    clues: bool,
    #[command(flatten)]
    pictures: PictureArgs,
    /// Write the exact cover of a Sudoku without the items and options that its clues decide
    #[arg(long)]
    shrink: bool,
    /// Write an exact cover without the options that the reduction removes
    #[arg(long)]
    reduce: bool,
    #[command(flatten)]
    common: CommonArgs,
}

impl ConvertArgs {
    fn form(&self) -> Form {
        if self.json { Form::Json } else { self.to }
    }
}

pub(crate) fn run(args: &ConvertArgs) -> Exit {
    run::with_encodings(&args.input.reading, |encodings| {
        let writer = args.form().text_format().map(PuzzleWriter::new);
        let handler = Convert {
            args,
            encodings,
            writer,
            geometry: None,
            written: false,
            text: String::new(),
        };
        let style = match args.pictures.style(args.form(), Style::default()) {
            Ok(style) => style,
            Err(error) => return usage_error(&error),
        };
        let session = run::session(&args.common, args.form()).with_style(style);
        run::handle(&args.common, session, ExitStyle::Usual, |_| handler, run::files(&args.input))
    })
}

const ONE_PROBLEM: &str = "a text in Knuth's format is one problem, and another was written already: convert one at a time";
const NO_SUDOKU: &str =
    "an exact cover can't be written as a Sudoku grid: --to dlx or --to json can write it";
const CLUES: &str = "--clues writes the clues alone";

/// Writes every record in the format of the session.
#[derive(Debug)]
struct Convert<'e> {
    args: &'e ConvertArgs,
    encodings: &'e Encodings,
    /// The writer of the formats of puzzles.
    writer: Option<PuzzleWriter>,
    /// The rules of the last puzzle.
    geometry: Option<Geometry>,
    /// Whether a problem was written in Knuth's format, which has one problem a file.
    written: bool,
    text: String,
}

impl Convert<'_> {
    /// Replaces the text by a puzzle in the format of the session.
    ///
    /// # Errors
    /// Why it can't be written.
    fn write_puzzle(&mut self, form: Form, file: &str, record: &Record) -> Result<(), Failure> {
        let failure = |error: String| Failure::of_record(file, record.line, error);
        self.text.clear();
        if form == Form::Dlx {
            self.text = self.puzzle_cover(record).map_err(failure)?;
            return Ok(());
        }
        let size = record.grid.size();
        let geometry = match &mut self.geometry {
            Some(geometry) if geometry.size() == size => geometry,
            other => other.insert(self.encodings.rules.geometry(size).map_err(failure)?),
        };
        let Some(writer) = &mut self.writer else {
            write_object(file, record, geometry, &mut self.text);
            return Ok(());
        };
        writer.write(record, geometry, &mut self.text).map_err(|error| {
            let failure = failure(error.to_string());
            match error {
                WriteError::Candidates { .. } => failure.with_note(CLUES),
                _ => failure,
            }
        })
    }

    fn puzzle_cover(&self, record: &Record) -> Result<String, String> {
        if self.written {
            return Err(ONE_PROBLEM.to_owned());
        }
        let encoding = self.encodings.of_size(record.grid.size())?;
        let all = CandidateGrid::all(record.grid.size());
        let candidates = record.candidates.as_ref().unwrap_or(&all);
        let encoded = if self.args.shrink {
            encoding.shrunk_restricted(&record.grid, candidates)
        } else {
            encoding.whole_restricted(&record.grid, candidates)
        };
        let problem = encoded.map_err(message)?.problem;
        let problem = self.reduced(&problem).unwrap_or(problem);
        Ok(comment(record, encoding.geometry()) + &dlx::to_string(&problem).map_err(message)?)
    }

    /// The problem without what is in no solution, if that is asked for.
    fn reduced(&self, problem: &Problem) -> Option<Problem> {
        let reduction = || Reduction::new(problem, &[], u64::MAX);
        self.args.reduce.then(|| reduction().apply(problem))
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

    /// Writes the text.
    fn put(&mut self, session: &mut Session) -> io::Result<()> {
        self.written = true;
        session.tally.add(Verdict::Converted);
        session.entry(&self.text)
    }
}

impl Handler for Convert<'_> {
    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        let without = self.args.clues.then(|| {
            let mut record = record.clone();
            record.candidates = None;
            record
        });
        let record = without.as_ref().unwrap_or(record);
        if session.form == Form::Svg {
            return match self.encodings.rules.geometry(record.grid.size()) {
                Ok(geometry) => {
                    let puzzle = Puzzle { file, record, geometry: &geometry, encoding: None };
                    draw(session, &Subject::Puzzle(puzzle));
                    Ok(())
                }
                Err(error) => session.fail(&Failure::of_record(file, record.line, error)),
            };
        }
        match self.write_puzzle(session.form, file, record) {
            Ok(()) => self.put(session),
            Err(failure) => session.fail(&failure),
        }
    }

    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()> {
        if session.form == Form::Svg {
            let reduced = self.reduced(&parsed.problem);
            let problem = reduced.as_ref().unwrap_or(&parsed.problem);
            return match session.tiling(file, problem) {
                Ok(tiling) => {
                    draw(session, &Subject::cover(file, problem).with_tiling(tiling.as_ref()));
                    Ok(())
                }
                Err(failure) => session.fail(&failure),
            };
        }
        match self.cover_text(session.form, file, parsed) {
            Ok(text) => {
                self.text = text;
                self.put(session)
            }
            Err(error) => session.fail(&Failure::of_file(file, error)),
        }
    }

    fn end(&mut self, session: &mut Session) -> io::Result<()> {
        let mut text = String::new();
        if let Some(writer) = self.writer.take() {
            writer.finish(&mut text);
        }
        if text.is_empty() { Ok(()) } else { session.part(&text) }
    }
}

/// Draws a puzzle, or the empty board of an exact cover.
fn draw(session: &mut Session, subject: &Subject<'_>) {
    let caption = subject.caption(&session.style.files);
    if session.draw(subject.picture(), &caption) {
        session.tally.add(Verdict::Converted);
    }
}

fn message(error: impl fmt::Display) -> String {
    error.to_string()
}

/// The comment in front of the exact cover of a puzzle.
fn comment(record: &Record, geometry: &Geometry) -> String {
    let (size, puzzle) =
        (geometry.size(), text::format_line(&record.grid, record.alphabet, record.blank));
    let (mut extra, boxes) = (StatedRules::of(geometry), geometry.boxes());
    extra.boxes = None;
    let extra = if extra.is_empty() { String::new() } else { format!(", with {extra}") };
    format!("| Sudoku {size}x{size}, boxes {boxes}{extra}: {puzzle}\n")
}

/// Appends the JSON object of a puzzle.
fn write_object(file: &str, record: &Record, geometry: &Geometry, out: &mut String) {
    let Record { grid, alphabet, blank, .. } = record;
    let mut object = Object::begin(out);
    describe_puzzle(file, record, &mut object);
    object.plain("size", grid.size()).text("alphabet", &alphabet.name());
    describe_rules(geometry, &mut object);
    object.text("puzzle", &text::format_line(grid, *alphabet, *blank));
    describe_candidates(record, &mut object);
    if let Some(solution) = &record.solution {
        object.text("solution", &text::format_line(solution, *alphabet, *blank));
    }
    object.end();
    out.push('\n');
}

fn cover_object(file: &str, problem: &Problem) -> String {
    let mut out = String::new();
    let mut object = Object::begin(&mut out);
    describe_cover(file, &mut object);
    write_problem(problem, &mut object);
    object.end();
    out + "\n"
}

/// Writes a problem as the keys `items` and `options`.
pub(super) fn write_problem(problem: &Problem, object: &mut Object<'_>) {
    push_array(object.key("items"), problem.items(), |out, item| {
        let (bounds, is_primary) = (problem.bounds(item), problem.is_primary(item));
        let mut object = Object::begin(out);
        object.text("name", problem.item_name(item)).plain("primary", is_primary);
        if is_primary {
            object.plain("low", bounds.low).plain("high", bounds.high);
        }
        object.end();
    });
    let has_costs = problem.features().costs;
    push_array(object.key("options"), problem.options(), |out, option| {
        let mut object = Object::begin(out);
        push_array(object.key("items"), problem.entries(option).iter(), |out, entry| {
            write_entry(problem, entry, out);
        });
        if has_costs {
            object.plain("cost", problem.cost(option));
        }
        object.end();
    });
}

fn write_entry(problem: &Problem, entry: &Entry, out: &mut String) {
    let mut object = Object::begin(out);
    object.text("name", problem.item_name(entry.item));
    object.maybe_text("color", entry.color.map(|color| problem.color_name(color)));
    object.end();
}
