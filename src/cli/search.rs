//! The verbs that search: `solve`, `count` and `check`, the same for Sudoku and for any other exact cover.

use super::cheapest;
use super::cover::{self, Cover};
use super::failure::Failure;
use super::input::Worker;
use super::json::Object;
use super::output::Form;
use super::session::Session;
use super::stats::Statistics;
use super::sudoku::{Encodings, Puzzle, Solvers};
use super::tally::Verdict;
use quadrille::dlx::Parsed;
use quadrille::sudoku::text::Record;
use quadrille::sudoku::{NotAGrid, PuzzleError};
use quadrille::{CancelToken, Count, Engine, OptionId, Reduce, Solver, StopReason, Uniqueness};
use std::io;
use std::ops::ControlFlow;

/// What is asked of every problem.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    /// Its solutions, up to a number.
    Solve { limit: Option<u64> },
    /// How many there are, up to a number.
    Count { limit: Option<u64> },
    /// Whether there is just one.
    Check,
}

impl Task {
    fn limit(self) -> Option<u64> {
        match self {
            Self::Solve { limit } | Self::Count { limit } => limit,
            Self::Check => None,
        }
    }
}

/// What is searched: a [`Puzzle`] or a [`Cover`].
pub(super) trait Subject {
    /// An error that it met.
    fn failure(&self, message: NotAGrid) -> Failure;

    /// Writes where it stands and what it is.
    fn describe(&self, object: &mut Object<'_>);

    /// Writes the problem itself, in short.
    fn describe_question(&self, object: &mut Object<'_>);

    /// Appends a solution: lines, or a JSON value.
    fn write(&self, options: &[OptionId], form: Form, out: &mut String) -> Result<(), NotAGrid>;
}

/// The solver of a problem, or why it has no solution without any search.
enum Ready<'a, 'p> {
    Solver(&'a mut Solver<'p>),
    Clash(String),
}

/// The answer where no search is needed to know that there is no solution.
const NO_SOLUTION: Count = Count { solutions: 0, stop: StopReason::Exhausted };

/// Searches every problem.
#[derive(Debug)]
pub(super) struct Search<'e> {
    task: Task,
    engine: Engine,
    reduce: Reduce,
    token: CancelToken,
    solvers: Solvers<'e>,
    text: String,
}

impl<'e> Search<'e> {
    pub(super) fn new(
        encodings: &'e Encodings,
        task: Task,
        engine: Engine,
        reduce: Reduce,
        token: CancelToken,
    ) -> Self {
        let solvers = Solvers::new(encodings, engine, reduce, task.limit(), token.clone());
        Self { task, engine, reduce, token, solvers, text: String::new() }
    }

    /// Whoever names an engine may expect it to search.
    fn warn_of_engine(&self, session: &Session, file: &str) {
        if self.engine != Engine::Auto {
            let engine = self.engine;
            session.warn(format_args!(
                "{file}: cheapest covers are found by a search of their own, not by engine `{engine}`"
            ));
        }
    }
}

impl Worker for Search<'_> {
    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        let fail = |session: &mut Session, error: &dyn std::fmt::Display| {
            session.fail(&Failure::of_record(file, record.line, error))
        };
        session.note(Statistics::begin);
        let solver = match self.solvers.of_size(record.grid.size()) {
            Ok(solver) => solver,
            Err(error) => return fail(session, &error),
        };
        session.note(Statistics::built);
        let puzzle = Puzzle { file, record, encoding: solver.encoding() };
        let ready = match solver.load(&record.grid) {
            Ok(solver) => Ready::Solver(solver),
            Err(PuzzleError::Clash(clash)) => {
                let clash = clash.in_alphabet(record.alphabet);
                session.warn(format_args!("{file}:{}: {clash}", record.line));
                Ready::Clash(clash)
            }
            Err(error) => return fail(session, &error),
        };
        Asked { session, subject: &puzzle, text: &mut self.text }.answer(self.task, ready)
    }

    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()> {
        session.note(Statistics::begin);
        cover::warn(session, file, parsed);
        let problem = &parsed.problem;
        let subject = Cover { file, problem };
        if let Task::Solve { limit } = self.task
            && problem.features().costs
        {
            self.warn_of_engine(session, file);
            return cheapest::solve(session, &subject, limit, self.token.clone());
        }
        let mut solver = match Solver::with_engine(problem, self.engine) {
            Ok(solver) => solver.reduce(self.reduce).cancel_token(self.token.clone()),
            Err(error) => return session.fail(&Failure::of_file(file, error)),
        };
        if let Some(limit) = self.task.limit() {
            solver = solver.limit(limit);
        }
        session.note(Statistics::built);
        let ready = Ready::Solver(&mut solver);
        Asked { session, subject: &subject, text: &mut self.text }.answer(self.task, ready)
    }
}

/// One problem, and where its answer goes.
struct Asked<'a, S> {
    session: &'a mut Session,
    subject: &'a S,
    text: &'a mut String,
}

impl<S: Subject> Asked<'_, S> {
    fn answer(mut self, task: Task, ready: Ready<'_, '_>) -> io::Result<()> {
        self.text.clear();
        match task {
            Task::Solve { .. } => self.solve(ready),
            Task::Count { .. } => self.count(ready),
            Task::Check => self.check(ready),
        }
    }

    /// Lets a solver answer, and notes what it did.
    fn run<'p, T>(&mut self, solver: &mut Solver<'p>, ask: impl FnOnce(&mut Solver<'p>) -> T) -> T {
        let before = solver.preparation();
        let answer = ask(solver);
        self.session.note(|stats| stats.searched(solver, before));
        answer
    }

    /// Notes that there was nothing to do for an answer.
    fn no_run<T>(&mut self, answer: T) -> T {
        self.session.note(Statistics::clashed);
        answer
    }

    fn check(&mut self, ready: Ready<'_, '_>) -> io::Result<()> {
        let (result, clash) = match ready {
            Ready::Solver(solver) => (self.run(solver, Solver::is_unique), None),
            Ready::Clash(clash) => (self.no_run(Ok(Uniqueness::None)), Some(clash)),
        };
        let (verdict, word) = match result {
            Ok(Uniqueness::Unique) => (Verdict::Unique, "unique"),
            Ok(Uniqueness::Multiple) => (Verdict::Multiple, "multiple"),
            Ok(Uniqueness::None) => (Verdict::None, "none"),
            Err(_) => (Verdict::Unknown, "unknown"),
        };
        self.session.tally.add(verdict);
        let stop = result.err().unwrap_or(StopReason::Exhausted);
        let stop = self.note_stop(stop);
        if self.session.form == Form::Json {
            let mut object = Object::begin(self.text);
            self.subject.describe(&mut object);
            object.text("result", word).maybe_text("clash", clash.as_deref());
            if result.is_err() {
                object.text("stop", stop.name());
            }
            self.session.write_stats(&mut object);
            object.end();
        } else {
            self.text.push_str(word);
        }
        self.end_line()
    }

    fn count(&mut self, ready: Ready<'_, '_>) -> io::Result<()> {
        let (count, clash) = match ready {
            Ready::Solver(solver) => (self.run(solver, Solver::count), None),
            Ready::Clash(clash) => (self.no_run(NO_SOLUTION), Some(clash)),
        };
        self.session.tally.add_solutions(count.solutions);
        if count.stop == StopReason::SolutionLimit {
            self.session.tally.saw_cut();
        }
        let count = self.note_count(count);
        if self.session.form == Form::Json {
            let mut object = Object::begin(self.text);
            self.subject.describe(&mut object);
            write_count(count, clash.as_deref(), &mut object);
            self.session.write_stats(&mut object);
            object.end();
        } else {
            self.text.push_str(&count.to_string());
        }
        self.end_line()
    }

    fn solve(&mut self, ready: Ready<'_, '_>) -> io::Result<()> {
        if self.session.form == Form::Json {
            self.begin_solutions()?;
        }
        let (shown, clash) = match ready {
            Ready::Solver(solver) => {
                let before = solver.preparation();
                let shown = self.show_solutions(solver)?;
                self.session.note(|stats| stats.searched(solver, before));
                (shown, None)
            }
            Ready::Clash(clash) => (self.no_run(Ok(NO_SOLUTION)), Some(clash)),
        };
        let shown = shown.map(|count| self.note_count(count));
        if self.session.form == Form::Json {
            return self.end_solutions(shown, clash.as_deref());
        }
        match shown {
            Ok(count) if count.solutions > 0 => Ok(()),
            Ok(count) if count.is_complete() => self.session.entry("none\n"),
            Ok(_) => self.session.entry("unknown\n"),
            Err(wrong) => self.session.fail(&self.subject.failure(wrong)),
        }
    }

    /// Writes the rest of the object.
    fn end_solutions(
        &mut self,
        shown: Result<Count, NotAGrid>,
        clash: Option<&str>,
    ) -> io::Result<()> {
        self.text.clear();
        self.text.push(']');
        let mut object = Object::resume(self.text);
        match shown {
            Ok(count) => write_count(count, clash, &mut object),
            Err(wrong) => {
                object.text("error", &wrong.to_string());
                self.session.complain(&self.subject.failure(wrong));
            }
        }
        self.session.write_stats(&mut object);
        object.end();
        self.end_line()
    }

    /// Writes an object up to the array of its solutions.
    fn begin_solutions(&mut self) -> io::Result<()> {
        let mut object = Object::begin(self.text);
        self.subject.describe(&mut object);
        self.subject.describe_question(&mut object);
        object.key("solutions").push('[');
        self.session.part(self.text)
    }

    /// Writes each solution when it is found. The outer error is one of stdout.
    fn show_solutions(&mut self, solver: &mut Solver<'_>) -> io::Result<Result<Count, NotAGrid>> {
        let (mut written, mut wrong, mut is_first) = (Ok(()), None, true);
        let form = self.session.form;
        let count = solver.visit(|options| {
            self.text.clear();
            if form == Form::Json && !std::mem::replace(&mut is_first, false) {
                self.text.push(',');
            }
            match self.subject.write(options, form, self.text) {
                Err(error) => wrong = Some(error),
                Ok(()) if form == Form::Json => written = self.session.part(self.text),
                Ok(()) => written = self.session.entry(self.text),
            }
            if wrong.is_some() || written.is_err() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        written.map(|()| wrong.map_or(Ok(count), Err))
    }

    /// Notes a count in the totals.
    fn note_count(&mut self, count: Count) -> Count {
        let tally = &mut self.session.tally;
        tally.add(match count.solutions {
            0 if count.is_complete() => Verdict::Unsolvable,
            0 => Verdict::Unknown,
            _ => Verdict::Solved,
        });
        Count { stop: self.note_stop(count.stop), ..count }
    }

    /// Notes that the run is to end, if it was that which ended the search.
    fn note_stop(&mut self, stop: StopReason) -> StopReason {
        if !matches!(stop, StopReason::Exhausted | StopReason::SolutionLimit) {
            self.session.tally.saw_stop();
        }
        self.session.stop.explain(stop)
    }

    fn end_line(&mut self) -> io::Result<()> {
        self.text.push('\n');
        self.session.entry(self.text)
    }
}

fn write_count(count: Count, clash: Option<&str>, object: &mut Object<'_>) {
    object.plain("count", count.solutions).plain("complete", count.is_complete());
    object.text("stop", count.stop.name()).maybe_text("clash", clash);
}
