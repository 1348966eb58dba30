//! `split`: one problem as units of work, a line each.

use super::args::SplitArgs;
use super::unit::Unit;
use crate::cli::failure::Failure;
use crate::cli::input;
use crate::cli::question::Question;
use crate::cli::session::Session;
use crate::cli::sudoku::Rules;
use quadrille::{Shard, Splitter, StopReason};
use std::io;

/// Writes the units of a problem.
pub(super) fn split(args: &SplitArgs, rules: Rules, session: &mut Session) -> io::Result<()> {
    let Some(question) = Question::read(&args.problem, &args.reading, rules, session)? else {
        return Ok(());
    };
    let file = input::label(&args.problem);
    match shards(args, &question, session) {
        Ok(Ok(shards)) => write(args, &question, &shards, session),
        Ok(Err(stop)) => {
            session.ended(stop, &question.subject(&file));
            Ok(())
        }
        Err(error) => session.fail(&Failure::of_file(&file, error)),
    }
}

/// Cuts the search, unless there is none.
fn shards(
    args: &SplitArgs,
    question: &Question,
    session: &Session,
) -> Result<Result<Vec<Shard>, StopReason>, String> {
    let given = question
        .given()
        .map_err(|clash| format!("{clash}: there is no search, and so nothing to split"))?;
    let splitter = Splitter::new(question.problem()).reduce(args.reduce.into());
    let mut splitter = splitter.cancel_token(session.stop.token());
    splitter.give(given).map_err(|error| error.to_string())?;
    Ok(splitter.split(args.tasks))
}

fn write(
    args: &SplitArgs,
    question: &Question,
    shards: &[Shard],
    session: &mut Session,
) -> io::Result<()> {
    if shards.len() < args.tasks.get() {
        let (units, tasks) = (shards.len(), args.tasks);
        let noun = if units == 1 { "unit" } else { "units" };
        session
            .warn(format_args!("{units} {noun} instead of {tasks}: there is nothing more to cut"));
    }
    let mut problem = String::new();
    if args.self_contained {
        question.write(&mut problem);
    }
    let mut line = String::new();
    for unit in Unit::all(question, shards) {
        line.clear();
        unit.write(args.self_contained.then_some(&problem), &mut line);
        session.entry(&line)?;
    }
    Ok(())
}
