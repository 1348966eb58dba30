//! A search that goes on, and writes down what is left.

use super::args::{How, Wanted};
use super::file::{Checkpoint, Writer};
use crate::cli::answer::{Asked, Counts, Source};
use crate::cli::failure::Failure;
use crate::cli::input::label;
use crate::cli::number::Amount;
use crate::cli::output::Output;
use crate::cli::question::Question;
use crate::cli::ready::Ready;
use crate::cli::session::{Session, message};
use crate::cli::stats::Statistics;
use quadrille::{Count, Job, Left, OptionId};
use std::fs::OpenOptions;
use std::io::{self, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;

/// Goes on with a search, for a problem that has this name.
pub(super) fn go_on(
    path: &Path,
    checkpoint: Checkpoint,
    name: &str,
    session: &mut Session,
    how: &How<'_>,
) -> io::Result<()> {
    let Checkpoint { question, wanted, left, bytes } = checkpoint;
    let subject = question.subject(name);
    let given = match question.given() {
        Ok(given) => given.to_vec(),
        Err(clash) => {
            let asked = Asked { session, subject: &subject, text: &mut String::new() };
            return match wanted.output {
                Some(_) => asked.solve(Ready::Clash(clash)),
                None => asked.count(Ready::Clash(clash)),
            };
        }
    };
    if !left.is_empty() && left.found + left.nodes > 0 {
        session.inform(format_args!(
            "going on with {}: {} found, {} sections left",
            label(path),
            left.found,
            left.sections.len()
        ));
    }
    let job = match job(&question, &wanted, left, &given) {
        Ok(job) => how.limited(job.threads(how.threads).cancel_token(session.stop.token())),
        Err(error) => return session.fail(&Failure::of_file(&label(path), error)),
    };
    let writer = Writer::new(path, &question, &wanted);
    let output = match wanted.output.as_ref().map(|list| open(list, bytes)).transpose() {
        Ok(output) => output,
        Err(failure) => return session.fail(&failure),
    };
    let keeper = Keeper { writer, output: output.clone() };
    if let Err(error) = keeper.write(&job.left()) {
        return session.fail(&unwritten(path, &error));
    }
    if let Some(output) = output {
        session.write_to(output, bytes > Some(0));
    }
    let job = how.teller.job(job).save(how.every, keeper.saver());
    let mut by = Keeping { job, keeper, written: Ok(()) };
    let asked = Asked { session, subject: &subject, text: &mut String::new() };
    match wanted.output {
        Some(_) => asked.solve(&mut by),
        None => asked.count(&mut by),
    }?;
    if let Err(error) = by.written {
        session.complain(&unwritten(path, &error));
    }
    Ok(())
}

fn unwritten(path: &Path, error: &io::Error) -> Failure {
    Failure::of_file(&label(path), format_args!("the checkpoint can't be written: {error}"))
}

/// The search that is left.
fn job<'p>(
    question: &'p Question,
    wanted: &Wanted,
    left: Left,
    given: &[OptionId],
) -> Result<Job<'p>, String> {
    let job = Job::resume(question.problem(), left).map_err(|error| error.to_string())?;
    let mut job = job.reduce(wanted.reduce.into());
    job.give(given).map_err(|error| error.to_string())?;
    Ok(match wanted.limit {
        Some(limit) => job.limit(limit),
        None => job,
    })
}

const WHERE: &str = "--output tells where the solutions are that were found before";
const NOT_EMPTY: &str =
    "there is something in it, and the search begins: give it another name, or remove it";

/// The file of solutions, with so many bytes of it and nothing behind them; an empty one, if nothing has begun.
fn open(path: &Path, bytes: Option<u64>) -> Result<Output, Failure> {
    let failure = |error: io::Error| Failure::of_file(&label(path), error);
    let known = bytes.unwrap_or(0);
    let mut options = OpenOptions::new();
    let opened = options.write(true).create(known == 0).truncate(false).open(path);
    let mut file = opened.map_err(|error| match known {
        0 => failure(error),
        _ => failure(error).with_note(WHERE),
    })?;
    let length = file.metadata().map_err(failure)?.len();
    if bytes.is_none() && length > 0 {
        return Err(Failure::of_file(&label(path), NOT_EMPTY));
    }
    if length < known {
        let wrong = format_args!(
            "expected the solutions that were found before, {known} bytes, and there are {length}"
        );
        return Err(Failure::of_file(&label(path), wrong).with_note(WHERE));
    }
    let cut = file.set_len(known).and_then(|()| file.seek(SeekFrom::Start(known)));
    cut.map_err(failure)?;
    Ok(Output::to_file(file, known))
}

/// Writes a checkpoint of what has been written.
#[derive(Clone, Debug)]
struct Keeper {
    writer: Writer,
    output: Option<Output>,
}

impl Keeper {
    /// First the solutions that count as shown, then what is left.
    fn write(&self, left: &Left) -> io::Result<()> {
        let bytes = self.output.as_ref().map_or(Ok(0), Output::sync)?;
        self.writer.write(left, bytes)
    }
}

impl Keeper {
    /// Writes it down as it goes on. That it can't be written now is no reason to stop.
    fn saver(&self) -> impl FnMut(Left) + Send + use<> {
        let keeper = self.clone();
        move |left| {
            if let Err(error) = keeper.write(&left) {
                message(format_args!("warning: {}", unwritten(keeper.writer.path(), &error)));
            }
        }
    }
}

/// A search that writes down what is left when it ends.
struct Keeping<'p> {
    job: Job<'p>,
    keeper: Keeper,
    /// Whether that could be written.
    written: io::Result<()>,
}

impl Keeping<'_> {
    fn end(&mut self, count: Count) -> Count {
        self.written = self.keeper.write(&self.job.left());
        count
    }
}

impl Counts for &mut Keeping<'_> {
    fn count(&mut self) -> Amount {
        let count = self.job.count();
        self.end(count).into()
    }
}

impl Source for &mut Keeping<'_> {
    type Solution = [OptionId];

    fn visit(&mut self, visitor: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>) -> Count {
        let mut is_broken = false;
        let count = self.job.visit(|options| {
            let flow = visitor(options);
            is_broken = flow.is_break();
            flow
        });
        // What could not be written was not shown: the checkpoint before that is the one to go on from.
        if is_broken { count } else { self.end(count) }
    }

    fn note(&self, stats: &mut Statistics) {
        stats.gone_on(&self.job);
    }

    fn clash(&self) -> Option<&str> {
        None
    }
}
