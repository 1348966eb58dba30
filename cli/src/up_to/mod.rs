//! The handler of `count` and `solve` with `--up-to symmetry`.

mod args;
mod report;

use super::args::{InputArgs, RunArgs};
use super::engine::EngineArg;
use super::exit::Exit;
use super::failure::Failure;
use super::handler::{Handler, Unknown};
use super::output::Form;
use super::report::Question;
use super::run;
use super::session::{Session, Style};
use super::settings::Settings;
use super::solvers::Solvers;
use super::stats::Statistics;
use super::stop::Stop;
use super::subject::Cover;
use quadrille::dlx::Parsed;
use quadrille::sudoku::text::Record;
use report::ClassReport;
use std::io;

pub(super) use args::UpToArgs;

/// Why a search up to symmetry can't be resumed.
pub(super) const NO_CHECKPOINT: &str = "--checkpoint is not for --up-to symmetry";

pub(super) const NO_COVER: &str =
    "symmetries are those of exact covers: `convert --to dlx` writes a Sudoku as one";

/// Answers a question about solutions up to symmetry.
pub(super) fn run(
    input: &InputArgs,
    (run, up_to): (&RunArgs, &UpToArgs),
    (form, style): (Form, Style),
    question: Question,
    (engine, settings): (EngineArg, Settings),
) -> Exit {
    // A count by Burnside's lemma uses a memo where that is faster, as without symmetries.
    let engine = if engine == EngineArg::Diagram { EngineArg::AUTO } else { engine };
    run::with_encodings(&input.reading, |encodings| {
        let progress = run.reporter();
        let handler = |stop: &Stop| {
            let mut solvers = Solvers::new(encodings, engine, settings, None, stop.token());
            solvers.set_progress(progress.clone());
            UpToSymmetry { up_to, question, solvers }
        };
        let session = run::session(&run.common, form).with_style(style);
        let session = session.with_stats(run.stats).with_progress(progress.clone());
        run::handle(&run.common, session, run.exit_code, handler, run::files(input))
    })
}

struct UpToSymmetry<'a> {
    up_to: &'a UpToArgs,
    question: Question,
    solvers: Solvers<'a>,
}

impl UpToSymmetry<'_> {
    /// The answer if the run is stopped before the symmetries are known.
    fn unknown_answer(&self) -> Unknown {
        if self.question.shows() { Unknown::List } else { Unknown::Classes }
    }
}

impl Handler for UpToSymmetry<'_> {
    fn unknown(&self) -> Option<Unknown> {
        Some(self.unknown_answer())
    }

    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        session.fail(&Failure::of_record(file, record.line, NO_COVER))
    }

    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()> {
        session.note(Statistics::begin);
        let problem = &parsed.problem;
        let tiling = match session.tiling(file, problem) {
            Ok(tiling) => tiling,
            Err(failure) => return session.fail(&failure),
        };
        let cover = Cover { file, problem, tiling: tiling.as_ref() };
        let unknown = self.unknown_answer();
        let solver = match self.solvers.of_cover(problem) {
            Ok(solver) => solver.symmetry_method(self.up_to.method()),
            Err(error) => return session.fail(&Failure::of_file(file, error)),
        };
        let symmetries = match self.up_to.rules.symmetries(problem, &session.stop.token()) {
            Ok(Some(symmetries)) => symmetries,
            Ok(None) => return unknown.report(session, cover),
            Err(error) => return session.fail(&Failure::of_file(file, error)),
        };
        session.note(Statistics::built);
        ClassReport { session, cover, symmetries: &symmetries }.answer(self.question, solver)
    }
}
