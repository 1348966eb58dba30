//! The verbs that search: `solve`, `count` and `check`, the same for Sudoku and for any other exact cover.

use super::answer::Asked;
use super::batch::{self, Batch};
use super::cheapest;
use super::choice::Choice;
use super::counting::{Counters, PuzzleCounter, Settings};
use super::cover::{self, Cover};
use super::engine::EngineArg;
use super::failure::Failure;
use super::input::{self, Worker};
use super::lanes::{Limits, Nines, Refused};
use super::progress::Teller;
use super::ready::Ready;
use super::session::Session;
use super::stats::Statistics;
use super::stream::{Crew, Hand};
use super::sudoku::{Encodings, NoSolver, Puzzle, Solvers};
use quadrille::dlx::Parsed;
use quadrille::sudoku::text::{Record, Setting};
use quadrille::sudoku::{Encoding, Grid, PuzzleError, SudokuSolver};
use quadrille::{CancelToken, Reduce, Solver};
use std::io;

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

    /// Whether it is a counter that answers: if the diagram was asked for, and where all are to be counted and nobody
    /// says by which engine. One that searches stops where a limit is reached, and need not know the rest.
    fn is_for_counters(self, engine: EngineArg) -> bool {
        let counts_all = matches!(self, Self::Count { limit: None });
        engine == EngineArg::Diagram || engine == EngineArg::AUTO && counts_all
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
    threads: usize,
    token: CancelToken,
    /// For what they take, unless another engine was asked for.
    nines: Option<Nines>,
    /// For all else, if all solutions are to be counted.
    counters: Option<Counters<'e>>,
    /// For all else, if not, unless that is to be refused.
    solvers: Solvers<'e>,
    progress: Teller,
    text: String,
}

impl<'e> Search<'e> {
    pub(super) fn new(
        encodings: &'e Encodings,
        task: Task,
        engine: EngineArg,
        settings: Settings,
        token: CancelToken,
    ) -> Self {
        let Settings { reduce, threads, .. } = settings;
        let solvers = Solvers::new(encodings, engine, reduce, task.limit(), token.clone());
        let limits =
            Limits { solutions: task.limit_in_lanes(), deadline: None, token: token.clone() };
        // Whoever wants each puzzle reduced gets an engine for which that is something.
        let is_free = engine == EngineArg::Lanes || reduce != Reduce::Always;
        let nines = is_free.then(|| Nines::new(encodings, engine, limits)).flatten();
        let nines = nines.map(|nines| nines.showing(task.shows()));
        let counters =
            task.is_for_counters(engine).then(|| Counters::new(encodings, settings, token.clone()));
        let (progress, text) = (Teller::silent(), String::new());
        Self { task, engine, reduce, threads, token, nines, counters, solvers, progress, text }
    }

    /// What the lanes are for the statistics.
    fn lanes(&self) -> Choice {
        Choice::Lanes { asked: self.engine == EngineArg::Lanes }
    }

    /// The same, where it is told how far searches have come.
    pub(super) fn with_progress(mut self, progress: Teller) -> Self {
        self.solvers.set_progress(progress.clone());
        self.counters = self.counters.map(|counters| counters.with_progress(progress.clone()));
        Self { progress, ..self }
    }

    /// Prints the cheapest covers.
    fn cheapest(
        &self,
        session: &mut Session,
        cover: &Cover<'_>,
        limit: Option<u64>,
    ) -> io::Result<()> {
        if let Some(counters) = &self.counters {
            let counter = counters.of_cover(cover.problem);
            return cheapest::by_diagram(session, cover, limit, counter);
        }
        self.warn_of_engine(session, cover.file);
        cheapest::solve(session, cover, limit, self.token.clone())
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

    fn crew(&self, setting: &Setting) -> Option<Crew> {
        let nines = self.nines.as_ref().filter(|nines| setting.size() == Some(nines.size()))?;
        Crew::new(self.threads, Hand::new(self.task, self.lanes(), nines.another()))
    }

    fn puzzles(&mut self, session: &mut Session, file: &str, records: &[Record]) -> io::Result<()> {
        let choice = self.lanes();
        for records in records.chunk_by(|a, b| a.grid.size() == b.grid.size()) {
            match &mut self.nines {
                Some(nines) if nines.takes(&records[0].grid) => {
                    let batch = Batch { file, records, task: self.task, choice };
                    batch.answer(nines, session, &mut self.text)?;
                }
                _ => input::one_by_one(self, session, file, records)?,
            }
            session.progress.tick(session.tally.records());
            if session.stop.is_pulled() {
                break;
            }
        }
        Ok(())
    }

    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        session.note(Statistics::begin);
        let size = record.grid.size();
        let opened = match &mut self.counters {
            Some(counters) => counters.of_size(size).map(Opened::Counter).map_err(NoSolver::from),
            None => self.solvers.of_size(size).map(Opened::Solver),
        };
        let opened = match opened {
            Ok(opened) => opened,
            Err(error) => return session.fail(&Failure::of_record(file, record.line, error)),
        };
        session.note(Statistics::built);
        let puzzle = Puzzle { file, record, encoding: opened.encoding() };
        let ready = match opened.load(&record.grid, self.task.limit()) {
            Ok(ready) => ready,
            Err(error) => match puzzle.clash(session, error) {
                Ok(clash) => Ready::Clash(clash),
                Err(failure) => return session.fail(&failure),
            },
        };
        let asked = Asked { session: &mut *session, subject: &puzzle, text: &mut self.text };
        asked.answer(self.task, ready)?;
        session.progress.tick(session.tally.records());
        Ok(())
    }

    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()> {
        session.note(Statistics::begin);
        cover::warn(session, file, parsed);
        let problem = &parsed.problem;
        let subject = Cover { file, problem };
        if let Task::Solve { limit } = self.task
            && problem.features().costs
        {
            return self.cheapest(session, &subject, limit);
        }
        if let Some(counters) = &self.counters {
            let mut counter = counters.of_cover(problem);
            session.note(Statistics::built);
            let ready = Ready::counting(&mut counter, self.task.limit());
            let asked = Asked { session, subject: &subject, text: &mut self.text };
            return asked.answer(self.task, ready);
        }
        let Some(engine) = self.engine.cover() else {
            return session.fail(&Failure::of_file(file, Refused::Cover));
        };
        let mut solver = match Solver::with_engine(problem, engine) {
            Ok(solver) => {
                let solver = solver.reduce(self.reduce).threads(self.threads);
                solver.cancel_token(self.token.clone())
            }
            Err(error) => return session.fail(&Failure::of_file(file, error)),
        };
        if let Some(limit) = self.task.limit() {
            solver = solver.limit(limit);
        }
        solver = self.progress.solver(solver, true);
        session.note(Statistics::built);
        let ready = Ready::of(&mut solver);
        Asked { session, subject: &subject, text: &mut self.text }.answer(self.task, ready)
    }

    /// The lanes tell at the end what they did: puzzles share it.
    fn end(&mut self, session: &mut Session) -> io::Result<()> {
        let work = self.nines.as_ref().and_then(Nines::work);
        session.note(|stats| stats.add_work_of_lanes(work));
        Ok(())
    }
}

/// Who is to answer for the puzzles of a size.
enum Opened<'a, 'e> {
    Solver(&'a mut SudokuSolver<'e>),
    Counter(&'a mut PuzzleCounter<'e>),
}

impl<'a, 'e> Opened<'a, 'e> {
    fn encoding(&self) -> &'e Encoding {
        match self {
            Self::Solver(solver) => solver.encoding(),
            Self::Counter(counter) => counter.encoding(),
        }
    }

    /// Gives it the clues of a puzzle.
    fn load(self, puzzle: &Grid, limit: Option<u64>) -> Result<Ready<'a, 'e>, PuzzleError> {
        match self {
            Self::Solver(solver) => solver.load(puzzle).map(Ready::of),
            Self::Counter(counter) => {
                counter.load(puzzle).map(|counter| Ready::counting(counter, limit))
            }
        }
    }
}
