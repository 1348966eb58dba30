//! The verbs that search: `solve`, `count` and `check`, the same for Sudoku and for any other exact cover.

use super::answer::{Answerer, Asked};
use super::batch::{self, Batch};
use super::cheapest;
use super::choice::Choice;
use super::cover::{self, Cover};
use super::engine::EngineArg;
use super::failure::Failure;
use super::input::{self, Worker};
use super::lanes::{Limits, Nines, Refused};
use super::session::Session;
use super::stats::Statistics;
use super::sudoku::{Encodings, Puzzle, Solvers};
use quadrille::dlx::Parsed;
use quadrille::sudoku::PuzzleError;
use quadrille::sudoku::text::Record;
use quadrille::{
    CancelToken, Count, OptionId, Preparation, Reduce, Solver, StopReason, Uniqueness,
};
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

    /// How many solutions lanes look for, which have no question of their own for [`Check`](Self::Check).
    fn limit_in_lanes(self) -> Option<u64> {
        match self {
            Self::Check => Some(2),
            _ => self.limit(),
        }
    }

    /// Whether solutions are to be seen.
    fn shows(self) -> bool {
        matches!(self, Self::Solve { .. })
    }
}

/// Searches every problem.
#[derive(Debug)]
pub(super) struct Search<'e> {
    task: Task,
    engine: EngineArg,
    reduce: Reduce,
    token: CancelToken,
    /// For what they take, unless another engine was asked for.
    nines: Option<Nines>,
    /// For all else, unless that is to be refused.
    solvers: Solvers<'e>,
    text: String,
}

impl<'e> Search<'e> {
    pub(super) fn new(
        encodings: &'e Encodings,
        task: Task,
        engine: EngineArg,
        reduce: Reduce,
        token: CancelToken,
    ) -> Self {
        let solvers = Solvers::new(encodings, engine, reduce, task.limit(), token.clone());
        let limits =
            Limits { solutions: task.limit_in_lanes(), deadline: None, token: token.clone() };
        // Whoever wants each puzzle reduced gets an engine for which that is something.
        let is_free = engine == EngineArg::Lanes || reduce != Reduce::Always;
        let nines = is_free.then(|| Nines::new(encodings, engine, limits)).flatten();
        let nines = nines.map(|nines| nines.showing(task.shows()));
        Self { task, engine, reduce, token, nines, solvers, text: String::new() }
    }

    /// Whoever names an engine may expect it to search.
    fn warn_of_engine(&self, session: &Session, file: &str) {
        if self.engine != EngineArg::AUTO {
            let engine = self.engine;
            session.warn(format_args!(
                "{file}: cheapest covers are found by a search of their own, not by engine `{engine}`"
            ));
        }
    }
}

impl Worker for Search<'_> {
    fn batch(&self) -> usize {
        self.nines.as_ref().map_or(1, |_| batch::MOST)
    }

    fn puzzles(&mut self, session: &mut Session, file: &str, records: &[Record]) -> io::Result<()> {
        let choice = Choice::Lanes { asked: self.engine == EngineArg::Lanes };
        for records in records.chunk_by(|a, b| a.grid.size() == b.grid.size()) {
            match &mut self.nines {
                Some(nines) if nines.takes(&records[0].grid) => {
                    let batch = Batch { file, records, task: self.task, choice };
                    batch.answer(nines, session, &mut self.text)?;
                }
                _ => input::one_by_one(self, session, file, records)?,
            }
            if session.stop.is_pulled() {
                break;
            }
        }
        Ok(())
    }

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
            Ok(solver) => Ready::of(solver),
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
        let Some(engine) = self.engine.cover() else {
            return session.fail(&Failure::of_file(file, Refused::Cover));
        };
        let mut solver = match Solver::with_engine(problem, engine) {
            Ok(solver) => solver.reduce(self.reduce).cancel_token(self.token.clone()),
            Err(error) => return session.fail(&Failure::of_file(file, error)),
        };
        if let Some(limit) = self.task.limit() {
            solver = solver.limit(limit);
        }
        session.note(Statistics::built);
        let ready = Ready::of(&mut solver);
        Asked { session, subject: &subject, text: &mut self.text }.answer(self.task, ready)
    }

    /// The lanes tell at the end what they did: puzzles share it.
    fn end(&mut self, session: &mut Session) -> io::Result<()> {
        let work = self.nines.as_ref().and_then(Nines::work);
        session.note(|stats| stats.set_work_of_lanes(work));
        Ok(())
    }
}

/// The solver of a problem with what it had done before, or why there is no solution without any search.
enum Ready<'a, 'p> {
    Solver(&'a mut Solver<'p>, Preparation),
    Clash(String),
}

/// The answer where no search is needed to know that there is no solution.
const NO_SOLUTION: Count = Count { solutions: 0, stop: StopReason::Exhausted };

impl<'a, 'p> Ready<'a, 'p> {
    fn of(solver: &'a mut Solver<'p>) -> Self {
        let before = solver.preparation();
        Self::Solver(solver, before)
    }
}

impl Answerer for Ready<'_, '_> {
    type Solution = [OptionId];

    fn is_unique(&mut self) -> Result<Uniqueness, StopReason> {
        match self {
            Self::Solver(solver, _) => solver.is_unique(),
            Self::Clash(_) => Ok(Uniqueness::None),
        }
    }

    fn count(&mut self) -> Count {
        match self {
            Self::Solver(solver, _) => solver.count(),
            Self::Clash(_) => NO_SOLUTION,
        }
    }

    fn visit(&mut self, visitor: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>) -> Count {
        match self {
            Self::Solver(solver, _) => solver.visit(visitor),
            Self::Clash(_) => NO_SOLUTION,
        }
    }

    fn note(&self, stats: &mut Statistics) {
        match self {
            Self::Solver(solver, before) => stats.searched(solver, *before),
            Self::Clash(_) => stats.clashed(),
        }
    }

    fn clash(&self) -> Option<&str> {
        match self {
            Self::Solver(..) => None,
            Self::Clash(clash) => Some(clash),
        }
    }
}
