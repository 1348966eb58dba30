//! `work`: counts the solutions of units, and writes a line for each as soon as its count is known.
//!
//! The engine is built once for all consecutive units of a problem.

use crate::args::{CommonArgs, MemoArgs, ReadingArgs, ReduceArg, engines_parser, threads};
use crate::backend::Backend;
use crate::encodings::Rules;
use crate::engine::EngineArg;
use crate::exit::{Exit, ExitStyle, usage_error};
use crate::failure::Failure;
use crate::input::is_stdin;
use crate::json;
use crate::jsonl::{LineRef, Lines};
use crate::number::Amount;
use crate::output::Form;
use crate::problem_input::ProblemInput;
use crate::run;
use crate::session::Session;
use crate::settings::Settings;
use crate::tally::Verdict;
use crate::units::unit::Unit;
use crate::units::unit_result::UnitResult;
use clap::Args;
use quadrille::{Engine, Solver, Subproblem};
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
            self.memo.of_count(self.engine, self.reduce.into(), self.threads)?;
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
            let session = run::session(&args.common, Form::Text);
            run::in_session(&args.common, session, ExitStyle::Usual, |session| {
                count_all(args, rules, &how, session)
            })
        }
        Err(error) => usage_error(&error),
    }
}

fn count_all(args: &WorkArgs, rules: Rules, how: &How, session: &mut Session) -> io::Result<()> {
    let mut source = Source { lines: Lines::new(&args.files), required: None };
    if let Some(path) = &args.problem {
        let Some(input) = ProblemInput::read(path, &args.reading, rules, session)? else {
            return Ok(());
        };
        source.required = Some(input.hash().to_owned());
        let first = source.next(session, Some(input.hash()))?;
        return count_units(&input, first, how, &mut source, session).map(drop);
    }
    let mut next = source.next(session, None)?;
    while let Some(Task { unit, place, input: Some(input) }) = next {
        let first = Some(Task { unit, place, input: None });
        next = count_units(&input, first, how, &mut source, session)?;
    }
    Ok(())
}

#[derive(Debug)]
struct Task {
    unit: Unit,
    place: LineRef,
    /// Its problem, if it differs from that of the unit before.
    input: Option<ProblemInput>,
}

#[derive(Debug)]
struct Source<'f> {
    lines: Lines<'f>,
    /// The hash of the problem to which all units must belong.
    required: Option<String>,
}

impl Source<'_> {
    /// The next unit, given the hash of the current problem. Other lines are reported and skipped.
    fn next(&mut self, session: &mut Session, current: Option<&str>) -> io::Result<Option<Task>> {
        loop {
            let Some((line, place)) = self.lines.next(session) else { return Ok(None) };
            let place = place.clone();
            session.stop.count_record();
            match read(line, self.required.as_deref(), current) {
                Ok((unit, input)) => return Ok(Some(Task { unit, place, input })),
                Err(error) => fail(session, &place.failure(error))?,
            }
        }
    }
}

/// The unit of a line, and its problem if that is not the current one.
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

/// Reports a line that is refused, and writes a record for it.
fn fail(session: &mut Session, failure: &Failure) -> io::Result<()> {
    session.complain(failure);
    let mut line = String::new();
    failure.write_json(&mut line);
    session.entry(&(line + "\n"))?;
    session.output().flush()
}

/// Counts a unit and those after it that are of the same problem. Returns the first one that is
/// not.
fn count_units(
    input: &ProblemInput,
    first: Option<Task>,
    how: &How,
    source: &mut Source<'_>,
    session: &mut Session,
) -> io::Result<Option<Task>> {
    let mut next = first;
    let mut backend = UnitCounter::new(input, how, session);
    while let Some(task) = next {
        if task.input.is_some() {
            return Ok(Some(task));
        }
        let line = match &mut backend {
            Ok(backend) => backend.count(input, &task, session),
            Err(error) => Err(error.clone()),
        };
        match line {
            Ok(line) => session.entry(&line)?,
            Err(error) => fail(session, &task.place.failure(error))?,
        }
        session.output().flush()?;
        next = source.next(session, Some(input.hash()))?;
    }
    Ok(None)
}

#[derive(Debug)]
struct UnitCounter {
    solver: Box<Solver>,
    uses_memo: bool,
}

impl UnitCounter {
    fn new(input: &ProblemInput, how: &How, session: &Session) -> Result<Self, String> {
        let engine = how.engine.cover().unwrap_or(Engine::Auto);
        let solver = Solver::with_engine(input.problem(), engine);
        let solver = solver.map_err(|error| error.to_string())?;
        let solver = Box::new(how.settings.solver(solver, &session.stop.token()));
        Ok(Self { solver, uses_memo: engine == Engine::Auto })
    }

    /// Counts the solutions of a unit. Returns the line of its result, or what is wrong with the
    /// unit.
    fn count(
        &mut self,
        input: &ProblemInput,
        task: &Task,
        session: &mut Session,
    ) -> Result<String, String> {
        let Task { unit, place, .. } = task;
        let subproblem = unit.subproblem(input)?;
        let begun = Instant::now();
        let (mut amount, nodes) = self.solutions(subproblem)?;
        let time = begun.elapsed();
        session.tally.add(if amount.is_complete() { Verdict::Counted } else { Verdict::Unknown });
        session.tally.add_solutions(&amount.solutions);
        amount.stop = session.ended(amount.stop, &input.subject(&place.file));
        let mut line = String::new();
        json::push(&mut line, &UnitResult::new(unit, amount, nodes, time));
        Ok(line + "\n")
    }

    /// The number of solutions of a subproblem, and the number of nodes searched.
    fn solutions(&mut self, subproblem: Subproblem) -> Result<(Amount, u64), String> {
        self.solver.assume(subproblem).map_err(|error| error.to_string())?;
        let solver = &mut self.solver;
        let amount = match self.uses_memo {
            true => Backend::memo(solver, None).count(),
            false => Backend::solver(solver).count(),
        };
        Ok((amount, solver.stats().nodes))
    }
}
