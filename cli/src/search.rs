//! The handler of `solve`, `count` and `check`, for Sudoku and for other exact covers.

use super::args::{InputArgs, RunArgs};
use super::backend::Backend;
use super::best_solutions;
use super::certificate_file::CertificateFile;
use super::encodings::Encodings;
use super::engine::EngineArg;
use super::exit::{Exit, usage_error};
use super::failure::Failure;
use super::handler::{self, Handler, PoolConfig, Unknown};
use super::output::Form;
use super::progress::Reporter;
use super::report::{Question, Report};
use super::run;
use super::session::{Session, Style};
use super::settings::{MOST_WORKERS, Settings, number_of_threads};
use super::simd9::{LARGEST_BATCH, Limits, Simd9};
use super::solvers::{self, Solvers};
use super::stats::Statistics;
use super::stop::Stop;
use super::subject::{Cover, Subject};
use super::tally::Verdict;
use quadrille::dlx::Parsed;
use quadrille::sudoku::SolveError;
use quadrille::sudoku::certificate::{Certifier, write_puzzle};
use quadrille::sudoku::text::Record;
use quadrille::{CancelToken, PresolveMode, Solver};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;

pub(super) fn run(
    input: &InputArgs,
    run: &RunArgs,
    format: (Form, Style),
    question: Question,
    settings: (EngineArg, Settings),
) -> Exit {
    certify(input, run, format, question, settings, None)
}

/// The same with a certificate of the numbers of solutions up to 2.
pub(super) fn certify(
    input: &InputArgs,
    run: &RunArgs,
    (form, style): (Form, Style),
    question: Question,
    (engine, settings): (EngineArg, Settings),
    certificate: Option<CertificateFile>,
) -> Exit {
    if run.nodes.is_some() && engine == EngineArg::Lanes {
        let error = format!("--nodes is for engines that count nodes, not for {engine}");
        return usage_error(&error);
    }
    let certifies = certificate.is_some();
    run::with_encodings(&input.reading, |encodings| {
        let progress = run.reporter();
        let handler = |stop: &Stop| {
            let plan = Plan { question, engine, settings, certifies, token: stop.token() };
            Search::new(encodings, plan, progress.clone())
        };
        let rules = encodings.rules.clone();
        let header = move || match rules.is_usual() {
            true => "puzzle,solution\n",
            false => "puzzle,solution,box,variant\n",
        };
        let session = run::session(&run.common, form).with_style(style);
        let session = if form == Form::Csv { session.with_header(header) } else { session };
        let session = session
            .with_certificate(certificate)
            .with_stats(run.stats)
            .with_progress(progress.clone());
        run::handle(&run.common, session, run.exit_code, handler, run::files(input))
    })
}

const NO_TABLE: &str =
    "the solution of an exact cover can't be written as csv: --to line or json can write it";

const NO_COVER: &str = "--certify is for Sudoku puzzles: `prove` writes proofs of exact covers";
const NO_CANDIDATES: &str = "the puzzle has candidates, which --certify does not take: convert --clues writes the clues alone";

#[derive(Clone, Debug)]
struct Plan {
    question: Question,
    engine: EngineArg,
    settings: Settings,
    /// Whether puzzles get lines of a certificate.
    certifies: bool,
    token: CancelToken,
}

impl Plan {
    /// Whether a memo answers what the 9x9 solver does not take: with `--engine diagram`, and where
    /// all solutions are counted by the automatic choice. A search stops at a limit and need not
    /// find the rest.
    fn uses_memo(&self) -> bool {
        let counts_all = matches!(self.question, Question::Count { limit: None });
        self.engine == EngineArg::Diagram || self.engine == EngineArg::AUTO && counts_all
    }

    /// The solvers of everything else.
    fn solvers<'e>(&self, encodings: &'e Encodings) -> Solvers<'e> {
        let (engine, limit) = match self.uses_memo() {
            true => (EngineArg::AUTO, None),
            false => (self.engine, self.question.limit()),
        };
        Solvers::new(encodings, engine, self.settings, limit, self.token.clone())
    }

    /// The backend that asks a solver.
    fn backend<'a>(&self, solver: &'a mut Solver) -> Backend<'a> {
        if self.uses_memo() {
            Backend::memo(solver, self.question.limit())
        } else {
            Backend::solver(solver)
        }
    }

    /// The 9x9 solver, unless each puzzle is to be reduced or nodes are limited, which only engines
    /// can do.
    fn simd9(&self, encodings: &Encodings) -> Option<Simd9> {
        let Self { question, engine, settings, token, .. } = self;
        let needs_engine = settings.reduce == PresolveMode::Always || settings.nodes.is_some();
        if needs_engine && *engine != EngineArg::Lanes {
            return None;
        }
        let solutions = match question {
            Question::Check => Some(2),
            _ => question.limit(),
        };
        let limits = Limits { solutions, deadline: None, token: token.clone() };
        Simd9::new(encodings, *engine, limits, question.shows())
    }
}

#[derive(Debug)]
struct Search<'e> {
    plan: Plan,
    encodings: &'e Encodings,
    /// For 9x9 puzzles, unless another engine was named.
    simd9: OnceCell<Option<Simd9>>,
    solvers: Solvers<'e>,
    /// For each size, if puzzles get lines of a certificate.
    certifiers: BTreeMap<usize, Certifier>,
    text: String,
}

impl<'e> Search<'e> {
    fn new(encodings: &'e Encodings, plan: Plan, progress: Reporter) -> Self {
        let (simd9, mut solvers) = (OnceCell::new(), plan.solvers(encodings));
        solvers.set_progress(progress);
        let (certifiers, text) = (BTreeMap::new(), String::new());
        Self { plan, encodings, simd9, solvers, certifiers, text }
    }

    /// The 9x9 solver, which is built for the rules of the first puzzle.
    fn simd9(&self) -> &Option<Simd9> {
        self.simd9.get_or_init(|| self.plan.simd9(self.encodings))
    }

    /// Adds the lines of puzzles of one size to the certificate. A size without puzzles was
    /// reported.
    fn certify(&mut self, session: &mut Session, file: &str, records: &[Record]) -> io::Result<()> {
        let Ok(encoding) = self.encodings.of_size(records[0].grid.size()) else { return Ok(()) };
        let token = &self.plan.token;
        let make = || Certifier::new(encoding).cancel_token(token.clone());
        let certifier = self.certifiers.entry(records[0].grid.size()).or_insert_with(make);
        for record in records {
            if session.stop.is_requested() {
                break;
            }
            self.text.clear();
            write_puzzle(&record.grid, &mut self.text);
            match certifier.certify(&record.grid) {
                Ok(certificate) => {
                    // Writing to a `String` does not fail.
                    let _ = writeln!(self.text, "{certificate}");
                    session.certify(&self.text)?;
                }
                Err(SolveError::Stopped(_)) => session.tally.saw_stop(),
                Err(error) => {
                    session.tally.is_cut = true;
                    session.complain(Failure::of_record(file, record.line, error));
                }
            }
        }
        Ok(())
    }

    fn cheapest(
        &self,
        session: &mut Session,
        cover: Cover<'_>,
        limit: Option<u64>,
    ) -> io::Result<()> {
        let Plan { engine, settings, token, .. } = &self.plan;
        let (solver, by_diagram) = (Solver::new(cover.problem), self.plan.uses_memo());
        if !by_diagram && *engine != EngineArg::AUTO {
            session.warn(format_args!(
                "{}: cheapest covers are found by a search of their own, not by engine `{engine}`",
                cover.file
            ));
        }
        let solver = settings.solver(solver, token);
        best_solutions::print(session, cover, limit, solver, by_diagram)
    }
}

impl Handler for Search<'_> {
    fn unknown(&self) -> Option<Unknown> {
        Some(match self.plan.question {
            Question::Solve { .. } => Unknown::List,
            Question::Count { .. } => Unknown::Count,
            Question::Check => Unknown::Uniqueness,
        })
    }

    fn batch(&self, size: usize) -> usize {
        let takes = |simd9: &Simd9| simd9.takes(size) && !self.plan.certifies;
        if self.simd9().as_ref().is_some_and(takes) { LARGEST_BATCH } else { 1 }
    }

    /// Each thread has one thread and its part of the memory. Diagrams are built by one thread:
    /// whether one fits into the memory must not depend on how many are built.
    fn pool(&self) -> Option<PoolConfig> {
        let threads = number_of_threads(self.plan.settings.threads).min(MOST_WORKERS);
        let rules = self.encodings.rules.clone();
        let builds_diagrams = self.plan.uses_memo() && self.plan.question.shows();
        if threads < 2 || builds_diagrams {
            return None;
        }
        let settings = self.plan.settings;
        let settings = Settings { memory: settings.memory / threads, threads: 1, ..settings };
        let plan = Plan { settings, ..self.plan.clone() };
        Some(PoolConfig {
            threads,
            uses_memo: plan.uses_memo(),
            with_handler: Arc::new(move |work| {
                let encodings = Encodings::new(rules.clone());
                work(&mut Search::new(&encodings, plan.clone(), Reporter::silent()));
            }),
        })
    }

    fn puzzles(&mut self, session: &mut Session, file: &str, records: &[Record]) -> io::Result<()> {
        let kind = |record: &Record| (record.grid.size(), record.candidates.is_some());
        for records in records.chunk_by(|a, b| kind(a) == kind(b)) {
            if self.plan.certifies && records[0].candidates.is_some() {
                for record in records {
                    session.stop.count_records(1);
                    session.fail(&Failure::of_record(file, record.line, NO_CANDIDATES))?;
                }
                continue;
            }
            self.simd9();
            match self.simd9.get_mut().and_then(Option::as_mut) {
                Some(simd9) if simd9.takes(records[0].grid.size()) => {
                    simd9.answer(self.plan.question, (file, records), session, &mut self.text)?;
                }
                _ => handler::one_by_one(self, session, file, records)?,
            }
            if self.plan.certifies {
                self.certify(session, file, records)?;
            }
            session.progress.tick(session.tally.records());
            if session.stop.is_requested() {
                break;
            }
        }
        Ok(())
    }

    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        session.note(Statistics::begin);
        let (question, size) = (self.plan.question, record.grid.size());
        let (mut hint, mut text) = (self.encodings.box_hint(size), std::mem::take(&mut self.text));
        let solver = match self.solvers.of_size(size) {
            Ok(solver) => solver,
            Err(error) => return session.fail(&Failure::of_record(file, record.line, error)),
        };
        session.note(Statistics::built);
        let encoding = solver.encoding().clone();
        let subject = Subject::puzzle(file, record, &encoding);
        let backend = match solvers::load(solver, record) {
            Ok(solver) => self.plan.backend(solver),
            Err(error) => match subject.clash(error) {
                Ok(clash) => {
                    session.warn(subject.failure(&clash));
                    hint = hint.filter(|_| clash.starts_with("box"));
                    Backend::Clash(clash)
                }
                Err(failure) => return session.fail(&failure),
            },
        };
        let report = Report { session: &mut *session, subject, text: &mut text };
        let verdict = report.answer(question, backend)?;
        if let (Verdict::None | Verdict::Unsolvable, Some(hint)) = (verdict, hint) {
            session.warn(subject.failure(hint));
        }
        self.text = text;
        session.progress.tick(session.tally.records());
        Ok(())
    }

    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()> {
        if self.plan.certifies {
            return session.fail(&Failure::of_file(file, NO_COVER));
        }
        session.note(Statistics::begin);
        let (problem, question) = (&parsed.problem, self.plan.question);
        let tiling = match session.tiling(file, problem) {
            Ok(tiling) => tiling,
            Err(failure) => return session.fail(&failure),
        };
        let cover = Cover { file, problem, tiling: tiling.as_ref() };
        if session.form == Form::Csv {
            return session.fail(&Failure::of_file(file, NO_TABLE));
        }
        if let Question::Solve { limit } = question
            && problem.features().costs
        {
            return self.cheapest(session, cover, limit);
        }
        let subject = Subject::Cover(cover);
        let mut solver = match self.solvers.of_cover(problem) {
            Ok(solver) => solver,
            Err(error) => return session.fail(&subject.failure(error)),
        };
        session.note(Statistics::built);
        let backend = self.plan.backend(&mut solver);
        Report { session, subject, text: &mut self.text }.answer(question, backend).map(drop)
    }

    /// Adds the work of the 9x9 solver, which puzzles share, to the statistics, and writes the
    /// certificate.
    fn end(&mut self, session: &mut Session) -> io::Result<()> {
        let simd9 = self.simd9.get_mut().and_then(Option::as_mut);
        let work = simd9.and_then(Simd9::new_work);
        session.note(|stats| stats.add_work_of_lanes(work));
        session.write_certificate();
        Ok(())
    }
}
