//! `split`: splits the search for all solutions of a problem into units of work, and writes a line
//! for each.

use crate::args::{CommonArgs, ReadingArgs, ReduceArg};
use crate::encodings::Rules;
use crate::exit::{Exit, ExitStyle, usage_error};
use crate::failure::Failure;
use crate::input;
use crate::json;
use crate::output::Form;
use crate::problem_input::ProblemInput;
use crate::run;
use crate::session::Session;
use crate::units::unit::Unit;
use clap::Args;
use quadrille::search::SizedSubproblem;
use quadrille::{Solver, StopReason};
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;

const MAX_UNITS: usize = 10_000_000;

#[derive(Args, Debug)]
pub(crate) struct SplitArgs {
    /// The file with the problem; without it, or for `-`, standard input
    #[arg(value_name = "PROBLEM", default_value = "-", hide_default_value = true)]
    problem: PathBuf,
    /// Write at least N units, and about four times as many where that makes them more alike
    #[arg(long, value_name = "N", value_parser = tasks)]
    tasks: NonZeroUsize,
    /// Write the problem into each unit, so that `work` needs no other file
    #[arg(long)]
    self_contained: bool,
    /// How far to look for options that are in no solution, before
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum)]
    reduce: ReduceArg,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    common: CommonArgs,
}

fn tasks(text: &str) -> Result<NonZeroUsize, String> {
    let tasks = text.parse().ok().filter(|tasks: &NonZeroUsize| tasks.get() <= MAX_UNITS);
    tasks.ok_or_else(|| format!("expected a number of units, 1 to {MAX_UNITS}"))
}

pub(crate) fn split(args: &SplitArgs) -> Exit {
    match args.reading.sudoku.rules() {
        Ok(rules) => {
            let session = run::session(&args.common, Form::Text);
            run::in_session(&args.common, session, ExitStyle::Usual, |session| {
                write_units(args, rules, session)
            })
        }
        Err(error) => usage_error(&error),
    }
}

fn write_units(args: &SplitArgs, rules: Rules, session: &mut Session) -> io::Result<()> {
    let Some(problem) = ProblemInput::read(&args.problem, &args.reading, rules, session)? else {
        return Ok(());
    };
    let file = input::label(&args.problem);
    match partition(args, &problem, session) {
        Ok(Ok(parts)) => write(args, &problem, &parts, session),
        Ok(Err(stop)) => {
            session.ended(stop, &problem.subject(&file));
            Ok(())
        }
        Err(error) => session.fail(&Failure::of_file(&file, error)),
    }
}

/// Splits the search. The error is that there is none, or why it was stopped.
fn partition(
    args: &SplitArgs,
    problem: &ProblemInput,
    session: &Session,
) -> Result<Result<Vec<SizedSubproblem>, StopReason>, String> {
    let given = problem
        .given()
        .map_err(|clash| format!("{clash}: there is no search, and so nothing to split"))?;
    let solver = Solver::new(problem.problem()).presolve(args.reduce.into());
    let mut solver = solver.cancel_token(session.stop.token());
    solver.assume(given).map_err(|error| error.to_string())?;
    Ok(solver.partition(args.tasks))
}

fn write(
    args: &SplitArgs,
    problem: &ProblemInput,
    parts: &[SizedSubproblem],
    session: &mut Session,
) -> io::Result<()> {
    if parts.len() < args.tasks.get() {
        let (units, tasks) = (parts.len(), args.tasks);
        let noun = if units == 1 { "unit" } else { "units" };
        session.warn(format_args!(
            "{units} {noun} instead of {tasks}: there is nothing more to split"
        ));
    }
    for mut unit in Unit::all(problem, parts) {
        unit.input = args.self_contained.then(|| problem.record.clone());
        session.entry(&json::line(&unit))?;
    }
    Ok(())
}
