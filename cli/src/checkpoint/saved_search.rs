//! Runs a search, and writes checkpoints of it.

use super::args::{Request, RunConfig};
use super::file::CheckpointFile;
use super::record::{self, StoredSearch};
use super::solutions::{self, Written};
use crate::backend::{Backend, VerbBackend};
use crate::failure::Failure;
use crate::message::message;
use crate::number::Amount;
use crate::output::{Form, Output};
use crate::problem_input::ProblemInput;
use crate::replaced_file::folder;
use crate::report::Report;
use crate::session::Session;
use crate::stats::Statistics;
use quadrille::search::SetupTime;
use quadrille::{Checkpoint, Count, OptionId, Solver, StopReason};
use quadrille_pictures::Tiling;
use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Continues a search to its end. Messages call its problem by this name.
pub(super) fn run(
    file: CheckpointFile,
    search: StoredSearch,
    name: &str,
    session: &mut Session,
    config: &RunConfig<'_>,
) -> io::Result<()> {
    let StoredSearch { input, request, checkpoint, written } = search;
    let input = Arc::new(input);
    let tiling = match tiling(&input, name, &request, session) {
        Ok(tiling) => tiling,
        Err(failure) => return session.fail(&failure),
    };
    let subject = input.subject(name).with_tiling(tiling.as_ref());
    let shows = request.destination.is_some();
    let has_memo = request.memo.is_some();
    let given = match input.given() {
        Ok(given) => given,
        Err(clash) => {
            let report = Report { session, subject, text: &mut String::new() };
            let clash = &mut Backend::Clash(clash);
            let answered = if shows { report.solve(clash) } else { report.count(clash) };
            return answered.map(drop);
        }
    };
    inform(&checkpoint, &file.name, session);
    let solver = match solver(&input, &request, &checkpoint, given) {
        Ok(solver) => solver.threads(config.threads).cancel_token(session.stop.token()),
        Err(error) => return session.fail(&file.failure(error)),
    };
    let solver = config.reporter.resumed(config.limited(solver), checkpoint.share());
    let saver = match Saver::new(file, input.clone(), request, written.as_ref(), session) {
        Ok(saver) => Arc::new(saver),
        Err(failure) => return session.fail(&failure),
    };
    if let Err(failure) = saver.save(&checkpoint).or_else(|failure| saver.close().and(Err(failure)))
    {
        return session.fail(&failure);
    }
    let solver = solver.on_checkpoint(config.every, saver.callback());
    let mut search = SavedSearch { solver, saver, has_memo, stop: None, saved: Ok(()) };
    let report = Report { session, subject, text: &mut String::new() };
    let backend = &mut Backend::Verb(&mut search);
    if shows { report.solve(backend) } else { report.count(backend) }?;
    if let Err(failure) = search.saved {
        session.complain(&failure);
    }
    let is_limited = search.stop == Some(StopReason::SolutionLimit);
    if !is_limited && is_unchanged(&checkpoint, &search.solver.checkpoint()) {
        session.warn("the run was too short to finish a part of the search, and the checkpoint is as before: give it more time");
    }
    Ok(())
}

/// The board of an exact cover whose solutions are drawn.
fn tiling(
    input: &ProblemInput,
    name: &str,
    request: &Request,
    session: &mut Session,
) -> Result<Option<Tiling>, Failure> {
    let destination = request.destination.as_ref();
    let is_drawn = destination.is_some_and(|destination| destination.form == Form::Grid);
    session.style.has_boards = is_drawn && input.is_cover();
    // A checkpoint does not contain a pattern for the names of cells.
    session.tiling(name, input.problem()).map_err(Failure::without_note)
}

/// Whether a run has brought an unfinished search no further.
fn is_unchanged(before: &Checkpoint, after: &Checkpoint) -> bool {
    let stacks = before.orders.iter().map(|order| &order.stack);
    !after.is_complete()
        && (after.found, &after.open) == (before.found, &before.open)
        && after.orders.iter().map(|order| &order.stack).eq(stacks)
}

/// Reports what is left of a search that has begun.
fn inform(checkpoint: &Checkpoint, name: &str, session: &Session) {
    let Checkpoint { found, nodes, open, orders, .. } = checkpoint;
    if !orders.is_empty() && !checkpoint.is_complete() {
        let share = 100.0 * checkpoint.share();
        session.inform(format_args!("resuming {name}: {share:.1} % of the search is done"));
    } else if !open.is_empty() && (*found, *nodes) != (0, 0) {
        let noun = if open.len() == 1 { "subproblem" } else { "subproblems" };
        session.inform(format_args!("resuming {name}: {found} found, {} {noun} left", open.len()));
    }
}

/// The solver that continues the search.
fn solver(
    input: &ProblemInput,
    request: &Request,
    checkpoint: &Checkpoint,
    given: &[OptionId],
) -> Result<Solver, String> {
    let solver = Solver::with_engine(input.problem(), checkpoint.engine);
    let solver = solver.map_err(|error| error.to_string())?;
    let mut solver = solver.presolve(request.reduce.into());
    if let Some(memo) = request.memo {
        solver = memo.solver(solver);
    }
    solver.assume(given).map_err(|error| error.to_string())?;
    solver.resume(checkpoint).map_err(|error| error.to_string())?;
    Ok(match request.limit {
        Some(limit) => solver.limit(limit),
        None => solver,
    })
}

/// Writes the checkpoint of a search, and the solutions that it has found.
#[derive(Debug)]
struct Saver {
    file: Mutex<CheckpointFile>,
    input: Arc<ProblemInput>,
    request: Request,
    /// The file of solutions, and the time when it was created.
    solutions: Option<(Output, Option<u64>)>,
}

impl Saver {
    /// Opens the file of solutions, if there is one, and has the session write to it.
    fn new(
        file: CheckpointFile,
        input: Arc<ProblemInput>,
        request: Request,
        written: Option<&Written>,
        session: &mut Session,
    ) -> Result<Self, Failure> {
        let mut solutions = None;
        if let Some(to) = &request.destination {
            let path = folder(&file.path).join(&to.path);
            let (list, written) = solutions::open(&path, &file.path, written)?;
            let output = Output::to_file(list);
            session.write_to(output.clone(), written.bytes > 0);
            solutions = Some((output, written.created));
        }
        Ok(Self { file: Mutex::new(file), input, request, solutions })
    }

    /// Writes the solutions that count as found to the disk, and then the checkpoint.
    fn save(&self, checkpoint: &Checkpoint) -> Result<(), Failure> {
        let mut file = self.lock();
        let written = self.solutions.as_ref().map(|(output, created)| {
            let (bytes, sha256) = output.sync()?;
            Ok(Written { bytes, sha256, created: *created })
        });
        let written = written.transpose().map_err(|error: io::Error| {
            file.failure(format_args!("the solutions can't be written: {error}"))
        })?;
        file.write(record::text(&self.input, &self.request, checkpoint, written).as_bytes())
    }

    /// Ends the file of solutions: what else is to be written goes to standard output.
    fn close(&self) -> Result<(), Failure> {
        let closed = self.solutions.as_ref().map_or(Ok(()), |(output, _)| output.close_file());
        closed.map_err(|error| self.lock().failure(error))
    }

    fn lock(&self) -> MutexGuard<'_, CheckpointFile> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Saves while the search runs. An error is only a warning: the next save may succeed.
    fn callback(self: &Arc<Self>) -> impl FnMut(Checkpoint) + Send + use<> {
        let saver = Arc::clone(self);
        move |checkpoint| {
            if let Err(failure) = saver.save(&checkpoint) {
                message(format_args!("warning: {failure}"));
            }
        }
    }
}

/// A search that is saved when it ends.
struct SavedSearch {
    solver: Solver,
    saver: Arc<Saver>,
    /// Whether it is a count with a memo.
    has_memo: bool,
    /// Why the search ended.
    stop: Option<StopReason>,
    /// Whether the last checkpoint could be written.
    saved: Result<(), Failure>,
}

impl SavedSearch {
    fn end(&mut self) {
        self.saved = self.saver.save(&self.solver.checkpoint()).and_then(|()| self.saver.close());
    }
}

impl VerbBackend for SavedSearch {
    fn count(&mut self) -> Amount {
        let amount: Amount = match self.has_memo {
            true => self.solver.big_count().into(),
            false => self.solver.count().into(),
        };
        self.stop = Some(amount.stop);
        self.end();
        amount
    }

    fn visit(&mut self, visitor: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>) -> Count {
        let mut is_broken = false;
        let count = self.solver.visit(|options| {
            let flow = visitor(options);
            is_broken = flow.is_break();
            flow
        });
        self.stop = Some(count.stop);
        // A solution that could not be written is not in the file: the checkpoint before it is the
        // valid one.
        if !is_broken {
            self.end();
        }
        count
    }

    fn note(&self, stats: &mut Statistics) {
        match self.has_memo {
            true => stats.counted(&self.solver, SetupTime::default()),
            false => stats.searched(&self.solver, SetupTime::default()),
        }
    }
}
