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
use super::stream::Crew;
use super::sudoku::{Encodings, NoSolver, Puzzle, Solvers};
use quadrille::dlx::Parsed;
use quadrille::sudoku::text::Record;
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

/// What is to be done, how, and until when.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) task: Task,
    pub(super) engine: EngineArg,
    pub(super) settings: Settings,
    pub(super) token: CancelToken,
}

impl Plan {
    /// Whether it is a counter that answers what is not for the lanes.
    pub(super) fn is_for_counters(&self) -> bool {
        self.task.is_for_counters(self.engine)
    }
}

/// Searches every problem.
#[derive(Debug)]
pub(super) struct Search<'e> {
    plan: Plan,
    encodings: &'e Encodings,
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
    pub(super) fn new(encodings: &'e Encodings, plan: Plan) -> Self {
        let Plan { task, engine, settings, ref token } = plan;
        let solvers = Solvers::new(encodings, engine, settings, task.limit(), token.clone());
        let limits =
            Limits { solutions: task.limit_in_lanes(), deadline: None, token: token.clone() };
        // Whoever wants each puzzle reduced, or nodes counted, gets an engine for which that is something.
        let is_free = settings.reduce != Reduce::Always && settings.nodes.is_none();
        let is_free = is_free || engine == EngineArg::Lanes;
        let nines = is_free.then(|| Nines::new(encodings, engine, limits)).flatten();
        let nines = nines.map(|nines| nines.showing(task.shows()));
        let counters =
            plan.is_for_counters().then(|| Counters::new(encodings, settings, token.clone()));
        let (progress, text) = (Teller::silent(), String::new());
        Self { plan, encodings, nines, counters, solvers, progress, text }
    }

    /// What the lanes are for the statistics.
    fn lanes(&self) -> Choice {
        Choice::Lanes { asked: self.plan.engine == EngineArg::Lanes }
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
        let Plan { settings, token, .. } = &self.plan;
        cheapest::solve(session, cover, limit, settings.nodes, token.clone())
    }

    /// Whoever names an engine may expect it to search.
    fn warn_of_engine(&self, session: &Session, file: &str) {
        if self.plan.engine != EngineArg::AUTO {
            let engine = self.plan.engine;
            session.warn(format_args!(
                "{file}: cheapest covers are found by a search of their own, not by engine `{engine}`"
            ));
        }
    }
}

impl Worker for Search<'_> {
    fn batch(&self, size: usize) -> usize {
        let has_lanes = self.nines.as_ref().is_some_and(|nines| nines.takes(size));
        if has_lanes { batch::MOST } else { 1 }
    }

    /// A diagram may end at the bound of memory, which does not depend on how many are made: one thread makes them all.
    fn crew(&self) -> Option<Crew> {
        let makes_diagrams = self.counters.is_some() && self.plan.task.shows();
        Crew::new(self.encodings.rules(), &self.plan).filter(|_| !makes_diagrams)
    }

    fn puzzles(&mut self, session: &mut Session, file: &str, records: &[Record]) -> io::Result<()> {
        let choice = self.lanes();
        for records in records.chunk_by(|a, b| a.grid.size() == b.grid.size()) {
            match &mut self.nines {
                Some(nines) if nines.takes(records[0].grid.size()) => {
                    let batch = Batch { file, records, task: self.plan.task, choice };
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
        let ready = match opened.load(&record.grid, self.plan.task.limit()) {
            Ok(ready) => ready,
            Err(error) => match puzzle.clash(session, error) {
                Ok(clash) => Ready::Clash(clash),
                Err(failure) => return session.fail(&failure),
            },
        };
        let asked = Asked { session: &mut *session, subject: &puzzle, text: &mut self.text };
        asked.answer(self.plan.task, ready)?;
        session.progress.tick(session.tally.records());
        Ok(())
    }

    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()> {
        session.note(Statistics::begin);
        cover::warn(session, file, parsed);
        let problem = &parsed.problem;
        let subject = Cover { file, problem };
        if let Task::Solve { limit } = self.plan.task
            && problem.features().costs
        {
            return self.cheapest(session, &subject, limit);
        }
        if let Some(counters) = &self.counters {
            let mut counter = counters.of_cover(problem);
            session.note(Statistics::built);
            let ready = Ready::counting(&mut counter, self.plan.task.limit());
            let asked = Asked { session, subject: &subject, text: &mut self.text };
            return asked.answer(self.plan.task, ready);
        }
        let Some(engine) = self.plan.engine.cover() else {
            return session.fail(&Failure::of_file(file, Refused::Cover));
        };
        let mut solver = match Solver::with_engine(problem, engine) {
            Ok(solver) => self.plan.settings.solver(solver, &self.plan.token),
            Err(error) => return session.fail(&Failure::of_file(file, error)),
        };
        if let Some(limit) = self.plan.task.limit() {
            solver = solver.limit(limit);
        }
        solver = self.progress.solver(solver, true);
        session.note(Statistics::built);
        let ready = Ready::of(&mut solver);
        Asked { session, subject: &subject, text: &mut self.text }.answer(self.plan.task, ready)
    }

    /// The lanes tell at the end what they did since they last told it: puzzles share it.
    fn end(&mut self, session: &mut Session) -> io::Result<()> {
        let work = self.nines.as_mut().and_then(Nines::new_work);
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
