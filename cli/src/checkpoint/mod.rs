//! Checkpoints: `solve` and `count` with `--checkpoint`, and `resume`.
//!
//! ```text
//! file ── record ─┬─> saved_search <─┬─ solutions
//!                 └─> step_list <────┘
//! ```
//!
//! A checkpoint contains one problem, what is asked of it, and what is left of the search.
//! Solutions go to a file of their own, of which the checkpoint knows how many bytes it contained:
//! a search that is resumed truncates it there.

mod args;
mod file;
mod record;
mod saved_search;
mod solutions;
mod step_list;

pub(super) use args::{CheckpointArgs, OutputArgs, Request, RunConfig};
pub(super) use step_list::{Resumed, StepList, StepListArgs};

use super::args::{InputArgs, RunArgs};
use super::exit::{Exit, usage_error};
use super::failure::Failure;
use super::input::label;
use super::output::Form;
use super::problem_input::ProblemInput;
use super::run;
use super::session::Session;
use file::CheckpointFile;
use record::StoredSearch;
use solutions::{Destination, relative};
use std::io;
use std::path::Path;

const NO_COSTS: &str =
    "--checkpoint is not for options with costs: their cheapest solutions need another search";

/// Begins a search of one problem, or resumes it, if there is a checkpoint. The request is built
/// from the path of the checkpoint, or the error says why its arguments contradict each other.
pub(super) fn run(
    args: &CheckpointArgs,
    input: &InputArgs,
    run: &RunArgs,
    form: Form,
    request: impl FnOnce(&Path) -> Result<Request, String>,
) -> Option<Exit> {
    let file = args.checkpoint.as_ref()?;
    Some(begin(file, input, request(file), form, &args.config(run)))
}

/// Resumes the search of a checkpoint, with its solutions in another place if that is given.
pub(super) fn resume(
    path: &Path,
    output: Option<&Path>,
    form: Form,
    config: &RunConfig<'_>,
) -> Exit {
    in_session(config, form, |session| {
        session.stop.count_records(1);
        match resumed(path, output) {
            Ok((file, checkpoint)) => {
                let to = checkpoint.request.destination.as_ref();
                session.form = to.map_or(session.form, |to| to.form);
                saved_search::run(file, checkpoint, &label(path), session, config)
            }
            Err(failure) => session.fail(&failure),
        }
    })
}

/// The checkpoint of a file, with the arguments.
fn resumed(path: &Path, output: Option<&Path>) -> Result<(CheckpointFile, StoredSearch), Failure> {
    let mut file = CheckpointFile::open(path)?;
    let checkpoint = read(&mut file)?;
    let mut checkpoint = checkpoint.ok_or_else(|| file.failure("there is no such file"))?;
    if let Some(output) = output {
        let Some(Destination { path, .. }) = &mut checkpoint.request.destination else {
            return Err(file.failure("the checkpoint is of a count, which has no --output"));
        };
        *path = relative(output, &file.path).map_err(|error| file.failure(error))?;
    }
    Ok((file, checkpoint))
}

/// Begins a search, or resumes it if its file exists.
fn begin(
    path: &Path,
    input: &InputArgs,
    request: Result<Request, String>,
    form: Form,
    config: &RunConfig<'_>,
) -> Exit {
    match (input.reading.sudoku.rules(), request, &input.files[..]) {
        (Err(error), ..) | (_, Err(error), _) => usage_error(&error),
        (Ok(rules), Ok(request), [problem]) => in_session(config, form, |session| {
            let input = ProblemInput::read(problem, &input.reading, rules, session)?;
            let Some(input) = input else { return Ok(()) };
            match begun(path, input, request, &label(problem)) {
                Ok((file, checkpoint)) => {
                    saved_search::run(file, checkpoint, &label(problem), session, config)
                }
                Err(failure) => session.fail(&failure),
            }
        }),
        _ => usage_error("--checkpoint is for one problem, and several files were named"),
    }
}

/// The checkpoint of a file for the requested search; a new one, if the file does not exist.
fn begun(
    path: &Path,
    input: ProblemInput,
    request: Request,
    name: &str,
) -> Result<(CheckpointFile, StoredSearch), Failure> {
    let failure = |error: String| Failure::of_file(name, error);
    if request.destination.is_some() && input.problem().features().costs {
        return Err(failure(NO_COSTS.to_owned()));
    }
    let mut file = CheckpointFile::open(path)?;
    let checkpoint = match read(&mut file)? {
        None => StoredSearch::new(input, request).map_err(failure)?,
        Some(old) => match old.difference(&input, &request) {
            Some(difference) => return Err(file.failure(difference)),
            None => StoredSearch { request: old.request.resumed(request), ..old },
        },
    };
    Ok((file, checkpoint))
}

/// Reads a checkpoint; `None` if the file does not exist.
fn read(file: &mut CheckpointFile) -> Result<Option<StoredSearch>, Failure> {
    let Some(text) = file.read()? else { return Ok(None) };
    if let Some(command) = step_list::command(&text) {
        return Err(file.failure(format_args!("the checkpoint is of a list: {command} resumes it")));
    }
    let checkpoint = StoredSearch::parse(&text);
    checkpoint.map(Some).map_err(|(line, error)| Failure::of_record(&file.name, line, error))
}

fn in_session(
    config: &RunConfig<'_>,
    form: Form,
    search: impl FnOnce(&mut Session) -> io::Result<()>,
) -> Exit {
    let session = run::session(config.common, form);
    let session = session.with_stats(config.stats).with_progress(config.reporter.clone());
    run::in_session(config.common, session, config.style, search)
}
