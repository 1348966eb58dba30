//! `work`: counts the solutions of units, and writes a line for each as soon as its count is known.
//!
//! The engine is built once for all consecutive units of a problem.

use crate::args::{
    CanonicalArgs, CommonArgs, MemoArgs, ProgressArgs, ReadingArgs, ReduceArg, engines_parser,
    threads,
};
use crate::backend::Backend;
use crate::encodings::Rules;
use crate::engine::EngineArg;
use crate::exit::{Exit, ExitStyle, usage_error};
use crate::input::is_stdin;
use crate::json;
use crate::jsonl::{LineRef, Lines};
use crate::output::Form;
use crate::problem_input::ProblemInput;
use crate::run;
use crate::session::Session;
use crate::settings::Settings;
use crate::tally::Verdict;
use crate::units::unit::{Unit, UnitResult};
use clap::Args;
use quadrille::{Engine, Solver};
use std::io;
use std::path::PathBuf;
use std::time::Instant;

const NO_PROBLEM: &str = "the unit does not contain its problem: expected --problem FILE";

#[derive(Args, Debug)]
pub(crate) struct WorkArgs {
    /// Files with units; without any, or for `-`, standard input
    #[arg(value_name = "FILES", default_value = "-", hide_default_value = true)]
    files: Vec<PathBuf>,
    /// The problem of the units, unless they contain it
    #[arg(long, value_name = "FILE")]
    problem: Option<PathBuf>,
    /// How to search; auto counts by whatever pays, diagram makes the diagram of all solutions
    #[arg(long, value_name = "ENGINE", default_value = "auto", value_parser = engines_parser(counting()))]
    engine: EngineArg,
    /// How far to look for options that are in no solution, before the search
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum)]
    reduce: ReduceArg,
    /// The number of threads for each unit
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    threads: usize,
    #[command(flatten)]
    memo: MemoArgs,
    #[command(flatten)]
    canonical: CanonicalArgs,
    #[command(flatten)]
    progress: ProgressArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    common: CommonArgs,
}

/// Every engine that can count with some options chosen: lanes take whole puzzles.
fn counting() -> impl Iterator<Item = EngineArg> {
    EngineArg::all().filter(|&engine| engine != EngineArg::Lanes)
}

#[derive(Debug)]
struct How {
    engine: EngineArg,
    settings: Settings,
}

impl WorkArgs {
    /// The rules of the problem, and how to count, or why the arguments contradict each other.
    fn check(&self) -> Result<(Rules, How), String> {
        let rules = self.reading.sudoku.rules()?;
        let (engine, settings) =
            self.memo.of_count(self.canonical, self.engine, self.reduce.into(), self.threads)?;
        match &self.problem {
            None if self.reading.sudoku.is_given() => {
                Err("options for Sudoku need --problem: units that contain their problem contain its rules".to_owned())
            }
            Some(problem) if is_stdin(problem) && self.files.iter().any(|file| is_stdin(file)) => {
                Err("the problem and the units can't both be standard input".to_owned())
            }
            _ => Ok((rules, How { engine, settings })),
        }
    }
}

pub(crate) fn work(args: &WorkArgs) -> Exit {
    match args.check() {
        Ok((rules, how)) => {
            let progress = args.progress.reporter(&args.common);
            let session = run::session(&args.common, Form::Text).with_progress(progress);
            run::in_session(&args.common, session, ExitStyle::Usual, |session| {
                count_all(args, rules, &how, session)
            })
        }
        Err(error) => usage_error(&error),
    }
}

fn count_all(args: &WorkArgs, rules: Rules, how: &How, session: &mut Session) -> io::Result<()> {
    let (mut counter, mut required) = (None, None);
    if let Some(path) = &args.problem {
        let Some(input) = ProblemInput::read(path, &args.reading, rules, session)? else {
            return Ok(());
        };
        required = Some(input.hash().to_owned());
        counter = Some(UnitCounter::new(input, how, session));
    }
    let mut lines = Lines::new(&args.files);
    while let Some((line, place)) = lines.next(session) {
        session.stop.count_records(1);
        let current = counter.as_ref().map(|counter| counter.input.hash());
        let result = read(line, required.as_deref(), current).and_then(|(unit, input)| {
            if let Some(input) = input {
                counter = Some(UnitCounter::new(input, how, session));
            }
            counter.as_mut().ok_or(NO_PROBLEM)?.count(&unit, place, session)
        });
        let text = match result {
            Ok(result) => json::line(&result),
            Err(error) => {
                let failure = place.failure(error);
                session.complain(&failure);
                json::line(&failure)
            }
        };
        session.entry(&text)?;
        session.output().flush()?;
        session.progress.tick(session.tally.records());
    }
    Ok(())
}

/// The unit of a line, and its problem if that is not the current one. Both problems are named by
/// their hashes, also the one to which all units are required to belong.
fn read(
    line: &[u8],
    required: Option<&str>,
    current: Option<&str>,
) -> Result<(Unit, Option<ProblemInput>), String> {
    let mut unit = Unit::parse(line)?;
    let (hash, record) = (unit.problem.as_str(), unit.input.take());
    if let Some(required) = required.filter(|required| *required != hash) {
        return Err(format!(
            "the unit is of another problem than --problem: {hash:.16} and {required:.16}"
        ));
    }
    if current == Some(hash) {
        return Ok((unit, None));
    }
    let record = record.ok_or(NO_PROBLEM)?;
    if record.hash() != hash {
        return Err("the unit is of another problem than the one it contains".to_owned());
    }
    let input = ProblemInput::of_record(&record)?;
    Ok((unit, Some(input)))
}

/// Counts the solutions of the units of a problem.
#[derive(Debug)]
struct UnitCounter {
    input: ProblemInput,
    /// The solver, or why the engine does not take the problem.
    solver: Result<Box<Solver>, String>,
    uses_memo: bool,
}

impl UnitCounter {
    fn new(input: ProblemInput, how: &How, session: &Session) -> Self {
        let engine = how.engine.cover().unwrap_or(Engine::Auto);
        let solver = Solver::with_engine(input.problem(), engine)
            .map(|solver| how.settings.solver(solver, &session.stop.token()))
            .map(|solver| Box::new(session.progress.solver(solver, false)))
            .map_err(|error| error.to_string());
        Self { input, solver, uses_memo: engine == Engine::Auto }
    }

    /// Counts the solutions of a unit. The error says what is wrong with the unit.
    fn count(
        &mut self,
        unit: &Unit,
        place: &LineRef,
        session: &mut Session,
    ) -> Result<UnitResult, String> {
        let solver = self.solver.as_mut().map_err(|error| error.clone())?;
        let subproblem = unit.subproblem(&self.input)?;
        let begun = Instant::now();
        solver.assume(subproblem).map_err(|error| error.to_string())?;
        let mut amount = match self.uses_memo {
            true => Backend::memo(solver, None).count(),
            false => Backend::solver(solver).count(),
        };
        let time = begun.elapsed();
        session.tally.add(if amount.is_complete() { Verdict::Counted } else { Verdict::Unknown });
        session.tally.add_solutions(&amount.solutions);
        amount.stop = session.ended(amount.stop, &self.input.subject(&place.file));
        Ok(UnitResult::new(unit, amount, solver.stats().nodes, time))
    }
}
