//! Searches that can be put aside: `--checkpoint` of `solve` and `count`, and `resume`.
//!
//! ```text
//! args ── what was asked ── file ── what is left, written down ──┐
//!                             └───────── job ── goes on, and writes it down every so often
//! ```
//!
//! There is one problem, and it stands in the file with all that is needed to go on. Solutions go to a file, of which the
//! checkpoint knows how many bytes belong to what it counts as found: what was written after that is cut off, and found again.

mod args;
mod file;
mod job;

pub(super) use args::{CheckpointArgs, OutputArgs, ResumeArgs};

use super::args::{CountArgs, InputArgs, SolveArgs};
use super::exit::Exit;
use super::failure::Failure;
use super::input::label;
use super::output::{Form, Output};
use super::question::Question;
use super::session::Session;
use super::stop::Stop;
use super::usage_error;
use args::{How, Wanted};
use file::Checkpoint;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

/// A search for solutions, if it is one that can be put aside.
pub(super) fn solve(args: &SolveArgs) -> Option<Exit> {
    let file = args.checkpoint.file()?;
    let how = args.checkpoint.how(&args.run);
    let wanted = Wanted::solutions(&args.output, &args.run, args.form(), args.limit());
    Some(begin(file, &args.input, wanted, &how))
}

/// A count, if it is one that can be put aside.
pub(super) fn count(args: &CountArgs) -> Option<Exit> {
    let file = args.checkpoint.file()?;
    let how = args.checkpoint.how(&args.run);
    let wanted = match args.memo_named() {
        Some(name) => Err(format!(
            "{name} is for counts that remember, and --checkpoint for those that visit"
        )),
        None => Wanted::count(&args.run, Form::of_json(args.json), args.limit),
    };
    Some(begin(file, &args.input, wanted, &how))
}

/// Goes on with what a file says.
pub(super) fn resume(args: &ResumeArgs) -> Exit {
    let (how, name) = (args.how(), label(&args.file));
    run(&how, Form::of_json(args.json), |session| match resumed(args, session) {
        Ok(checkpoint) => job::go_on(&args.file, checkpoint, &name, session, &how),
        Err(failure) => session.fail(&failure),
    })
}

/// What a file says, and the arguments.
fn resumed(args: &ResumeArgs, session: &mut Session) -> Result<Checkpoint, Failure> {
    let failure = |error| Failure::of_file(&label(&args.file), error);
    session.stop.count_record();
    let mut old = read(&args.file)?.ok_or_else(|| failure("there is no such file"))?;
    match &mut old.wanted {
        Wanted { output: None, .. } if args.output.is_some() => {
            return Err(failure("the checkpoint is of a count, which has no --output"));
        }
        Wanted { output: None, form, .. } => *form = session.form,
        Wanted { output, form, .. } => {
            session.form = *form;
            *output = args.output.clone().or(output.take());
        }
    }
    Ok(old)
}

/// Begins a search, or goes on with it if the file says that it has begun.
fn begin(file: &Path, input: &InputArgs, wanted: Result<Wanted, String>, how: &How<'_>) -> Exit {
    match (input.reading.sudoku.rules(), wanted, &input.files[..]) {
        (Err(error), ..) | (_, Err(error), _) => usage_error(&error),
        (Ok(rules), Ok(wanted), [problem]) => run(how, wanted.form, |session| {
            let question = Question::read(problem, &input.reading, rules, session)?;
            let Some(question) = question else { return Ok(()) };
            match begun(file, question, wanted, &label(problem)) {
                Ok(checkpoint) => job::go_on(file, checkpoint, &label(problem), session, how),
                Err(failure) => session.fail(&failure),
            }
        }),
        _ => usage_error("--checkpoint is for one problem, and several files were named"),
    }
}

/// What a file says of the search that is wanted; its beginning, if there is no such file.
fn begun(
    file: &Path,
    question: Question,
    wanted: Wanted,
    name: &str,
) -> Result<Checkpoint, Failure> {
    if wanted.output.is_some() && question.problem().features().costs {
        return Err(Failure::of_file(name, NO_COSTS));
    }
    let Some(old) = read(file)? else {
        return Checkpoint::new(question, wanted).map_err(|error| Failure::of_file(name, error));
    };
    match old.differs(&question, &wanted) {
        Some(why) => Err(Failure::of_file(&label(file), why)),
        None => Ok(Checkpoint { wanted, ..old }),
    }
}

const NO_COSTS: &str =
    "the options have costs, and the search for the cheapest covers can't be put aside";

/// Reads a checkpoint, if there is one.
fn read(path: &Path) -> Result<Option<Checkpoint>, Failure> {
    let name = label(path);
    match fs::read(path) {
        Ok(text) => match Checkpoint::read(&text) {
            Ok(checkpoint) => Ok(Some(checkpoint)),
            Err((line, error)) => Err(Failure::of_record(&name, line, error)),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::reading(&name, &error)),
    }
}

/// Runs a search in a session.
fn run(how: &How<'_>, form: Form, job: impl FnOnce(&mut Session) -> io::Result<()>) -> Exit {
    let output = Output::new();
    let stop = Stop::new(how.common.timeout, &output);
    let session = Session::new(output, stop, form, how.common.quiet);
    let mut session = session.with_stats(how.stats).with_progress(how.teller.clone());
    let ended = job(&mut session);
    session.finish(ended, how.style)
}
