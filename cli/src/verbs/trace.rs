//! The verb `trace`: writes the steps of dancing links.

use crate::args::{CommonArgs, ReadingArgs, form_parser, limit};
use crate::encodings::Rules;
use crate::exit::{Exit, ExitStyle, usage_error};
use crate::failure::Failure;
use crate::file_names::FileNames;
use crate::input;
use crate::output::Form;
use crate::problem_input::ProblemInput;
use crate::run;
use crate::session::Session;
use crate::subject::Subject;
use crate::tally::Verdict;
use clap::{Args, ValueEnum};
use quadrille::{Problem, StopReason};
use quadrille_pictures::trace::{self, TraceLimit, TracedProblem};
use std::io;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct TraceArgs {
    /// The file with the problem; without it, or for `-`, standard input
    #[arg(value_name = "PROBLEM", default_value = "-", hide_default_value = true)]
    problem: PathBuf,
    /// The engine
    #[arg(long, value_name = "ENGINE", default_value = "links", value_enum)]
    engine: TracedEngine,
    /// Write the first N steps; without this, 1000, as a page 10000, as a picture at most 200
    #[arg(long, value_name = "N", value_parser = limit)]
    limit: Option<u64>,
    /// The format of the trace
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = form_parser(&FORMS))]
    to: Form,
    /// The same as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    common: CommonArgs,
}

const FORMS: [Form; 5] = [Form::Text, Form::Json, Form::Svg, Form::Html, Form::Dot];

/// The engines that have a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum TracedEngine {
    /// Dancing links: Algorithm X, and with colours Algorithm C
    Links,
}

impl TraceArgs {
    fn form(&self) -> Form {
        if self.json { Form::Json } else { self.to }
    }

    /// The number of steps. Each step of a picture takes some 40 bytes for each entry: of a large
    /// problem it has fewer steps by default.
    fn limit(&self, problem: &Problem) -> u64 {
        let entries = u64::try_from(problem.entry_count()).unwrap_or(u64::MAX);
        self.limit.unwrap_or(match self.form() {
            Form::Svg => (200_000 / entries.max(1)).clamp(1, 200),
            Form::Html => 10000,
            _ => 1000,
        })
    }
}

pub(crate) fn run(args: &TraceArgs) -> Exit {
    match args.reading.sudoku.rules() {
        Ok(rules) => {
            let session = run::session(&args.common, args.form());
            run::in_session(&args.common, session, ExitStyle::Usual, |session| {
                read_and_write(args, rules, session)
            })
        }
        Err(error) => usage_error(&error),
    }
}

fn read_and_write(args: &TraceArgs, rules: Rules, session: &mut Session) -> io::Result<()> {
    let Some(input) = ProblemInput::read(&args.problem, &args.reading, rules, session)? else {
        return Ok(());
    };
    let file = input::label(&args.problem);
    let subject = input.subject(&file);
    let traced = match traced(&subject) {
        Ok(traced) => traced,
        Err(failure) => return session.fail(&failure),
    };
    let TracedEngine::Links = args.engine;
    let limit = TraceLimit { steps: args.limit(traced.problem()), token: session.stop.token() };
    write(args.form(), &traced, &limit, &mut session.output().bytes())?;
    session.tally.add(Verdict::Converted);
    if session.stop.is_requested() {
        session.ended(StopReason::Cancelled, &subject);
    }
    Ok(())
}

fn write(
    form: Form,
    traced: &TracedProblem,
    limit: &TraceLimit,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    match form {
        Form::Json => trace::write_json(traced, limit, out)?,
        Form::Svg => trace::write_svg(traced, limit, out)?,
        Form::Html => trace::write_html(traced, limit, out)?,
        Form::Dot => trace::write_dot(traced, limit, out)?,
        _ => trace::write_text(traced, limit, out)?,
    };
    Ok(())
}

/// The problem with its title.
fn traced(subject: &Subject<'_>) -> Result<TracedProblem, Failure> {
    let title = subject.caption(&FileNames::default());
    let puzzle = match subject {
        Subject::Cover(cover) => {
            return TracedProblem::new(&title, cover.problem).map_err(|e| subject.failure(e));
        }
        Subject::Puzzle(puzzle) => puzzle,
    };
    let grid = &puzzle.record.grid;
    let encoding = puzzle.encoding.ok_or_else(|| subject.failure("it has no encoding"))?;
    let title = format!("Sudoku of {0}x{0}, {title}", grid.size());
    TracedProblem::of_puzzle(&title, encoding, grid, puzzle.record.alphabet)
        .map_err(|error| subject.clash(error).map_or_else(|f| f, |clash| subject.failure(clash)))
}
