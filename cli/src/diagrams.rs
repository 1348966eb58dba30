//! Runs the verbs that ask for all solutions of each problem: for a diagram, samples, or the uses
//! of options.

use super::args::{DiagramRunArgs, InputArgs};
use super::backend::Backend;
use super::engine::EngineArg;
use super::exit::{Exit, ExitStyle};
use super::failure::Failure;
use super::handler::{Handler, Unknown};
use super::output::Form;
use super::report::disagreement;
use super::run;
use super::session::{Session, Style};
use super::solvers::{self, Solvers};
use super::stats::Statistics;
use super::stop::Stop;
use super::subject::Subject;
use quadrille::dlx::Parsed;
use quadrille::sudoku::text::Record;
use quadrille::{Problem, Solver, StopReason};
use std::io;

/// Runs a verb on all records. `unknown` is the answer that is written if the program is ended
/// early, and `answer` answers one problem, with a solver that has the clues, or the clues that
/// clash.
pub(super) fn run(
    input: &InputArgs,
    args: &DiagramRunArgs,
    (form, style): (Form, Style),
    unknown: Option<Unknown>,
    answer: impl FnMut(&mut Session, Subject<'_>, &Problem, GivenSolver<'_>) -> io::Result<()>,
) -> Exit {
    run::with_encodings(&input.reading, |encodings| {
        let progress = args.reporter();
        let handler = |stop: &Stop| {
            let settings = args.settings(1);
            let mut solvers =
                Solvers::new(encodings, EngineArg::AUTO, settings, None, stop.token());
            solvers.set_progress(progress.clone());
            DiagramHandler { solvers, unknown, answer }
        };
        let session = run::session(&args.common, form).with_style(style).with_stats(args.stats);
        let session = session.with_progress(progress.clone());
        run::handle(&args.common, session, ExitStyle::Usual, handler, run::files(input))
    })
}

/// A solver that has the clues, or the clues that clash.
pub(super) type GivenSolver<'a> = Result<&'a mut Solver, String>;

struct DiagramHandler<'e, A> {
    solvers: Solvers<'e>,
    unknown: Option<Unknown>,
    answer: A,
}

impl<A> Handler for DiagramHandler<'_, A>
where
    A: FnMut(&mut Session, Subject<'_>, &Problem, GivenSolver<'_>) -> io::Result<()>,
{
    fn unknown(&self) -> Option<Unknown> {
        self.unknown
    }

    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        session.note(Statistics::begin);
        let size = record.grid.size();
        let solver = match self.solvers.of_size(size) {
            Ok(solver) => solver,
            Err(error) => return session.fail(&Failure::of_record(file, record.line, error)),
        };
        session.note(Statistics::built);
        let encoding = &solver.encoding().clone();
        let puzzle = Subject::puzzle(file, record, encoding);
        let solver = match solvers::load(solver, record) {
            Ok(solver) => Ok(solver),
            Err(error) => match puzzle.clash(error) {
                Ok(clash) => {
                    session.warn(puzzle.failure(&clash));
                    Err(clash)
                }
                Err(failure) => return session.fail(&failure),
            },
        };
        if let Some(wrong) = puzzle.wrong_solution() {
            let mut backend = match solver {
                Ok(solver) => Backend::solver(solver),
                Err(clash) => Backend::Clash(clash),
            };
            return session.contradict(&disagreement(&puzzle, &wrong, &mut backend));
        }
        (self.answer)(session, puzzle, encoding.problem(), solver)?;
        session.progress.tick(session.tally.records());
        Ok(())
    }

    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()> {
        session.note(Statistics::begin);
        let problem = &parsed.problem;
        let tiling = match session.tiling(file, problem) {
            Ok(tiling) => tiling,
            Err(failure) => return session.fail(&failure),
        };
        let subject = Subject::cover(file, problem).with_tiling(tiling.as_ref());
        let mut solver = match self.solvers.of_cover(problem) {
            Ok(solver) => solver,
            Err(error) => return session.fail(&subject.failure(error)),
        };
        session.note(Statistics::built);
        (self.answer)(session, subject, problem, Ok(&mut solver))
    }
}

/// The answer of a search, or why there is none.
pub(super) enum SearchOutcome<T> {
    Complete(T),
    /// Clues clash: there is no solution.
    Clash(String),
    /// The reason why the search was stopped before it was complete.
    Stopped(StopReason),
}

impl<T> SearchOutcome<T> {
    /// Searches, and adds the work to the statistics.
    pub(super) fn new(
        session: &mut Session,
        solver: GivenSolver<'_>,
        search: impl FnOnce(&mut Solver) -> Result<T, StopReason>,
    ) -> Self {
        match solver {
            Ok(solver) => {
                let before = solver.setup_time();
                let answer = search(solver);
                session.note(|stats| stats.counted(solver, before));
                answer.map_or_else(Self::Stopped, Self::Complete)
            }
            Err(clash) => {
                session.note(Statistics::clashed);
                Self::Clash(clash)
            }
        }
    }
}
