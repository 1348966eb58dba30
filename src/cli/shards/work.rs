//! `work`: counts the solutions of units, and writes a line for each as soon as it is known.
//!
//! A problem is read and its structures are built once for all units of it that follow one another.

use super::args::{How, WorkArgs};
use super::outcome::Outcome;
use super::unit::Unit;
use crate::cli::answer::Counts;
use crate::cli::engine::EngineArg;
use crate::cli::failure::Failure;
use crate::cli::fields::Fields;
use crate::cli::lines::{Lines, Spot};
use crate::cli::number::Amount;
use crate::cli::question::Question;
use crate::cli::ready::Ready;
use crate::cli::session::Session;
use crate::cli::sudoku::Rules;
use crate::cli::tally::Verdict;
use quadrille::{Counter, OptionId, Solver, StopReason};
use std::io;
use std::time::Instant;

const NO_PROBLEM: &str = "the unit does not hold its problem: --problem names the file";

/// Works on all units.
pub(super) fn work(
    args: &WorkArgs,
    rules: Rules,
    how: &How,
    session: &mut Session,
) -> io::Result<()> {
    let mut source = Source { lines: Lines::new(&args.files), known: None };
    if let Some(path) = &args.problem {
        let Some(question) = Question::read(path, args.reading(), rules, session)? else {
            return Ok(());
        };
        source.known = Some(question.hash().to_owned());
        let first = source.next(session, Some(question.hash()))?;
        return work_on(&question, first, how, &mut source, session).map(drop);
    }
    let mut next = source.next(session, None)?;
    while let Some(Task { unit, spot, question: Some(question) }) = next {
        let first = Some(Task { unit, spot, question: None });
        next = work_on(&question, first, how, &mut source, session)?;
    }
    Ok(())
}

/// A unit that is to be worked on.
#[derive(Debug)]
struct Task {
    unit: Unit,
    spot: Spot,
    /// Its problem, if that is another one than that of the unit before.
    question: Option<Question>,
}

/// The units of all files.
#[derive(Debug)]
struct Source<'f> {
    lines: Lines<'f>,
    /// The hash of the problem that all units have to be of.
    known: Option<String>,
}

impl Source<'_> {
    /// The next unit, if there is one, when there is a problem at hand, of this hash. Lines that are none are told.
    fn next(&mut self, session: &mut Session, at_hand: Option<&str>) -> io::Result<Option<Task>> {
        loop {
            let Some((line, spot)) = self.lines.next(session) else { return Ok(None) };
            let spot = spot.clone();
            session.stop.count_record();
            match task(line, self.known.as_deref(), at_hand) {
                Ok((unit, question)) => return Ok(Some(Task { unit, spot, question })),
                Err(error) => fail(session, &spot.failure(error))?,
            }
        }
    }
}

/// The unit that a line is, and its problem, if it has to be another one than that at hand.
fn task(
    line: &[u8],
    known: Option<&str>,
    at_hand: Option<&str>,
) -> Result<(Unit, Option<Question>), String> {
    let fields = Fields::parse(line)?;
    let unit = Unit::read(&fields)?;
    let hash = &unit.key.problem;
    match known {
        Some(known) if known != hash => Err(format!(
            "the unit is of another problem than --problem: {} and {}",
            short(hash),
            short(known)
        )),
        Some(_) => Ok((unit, None)),
        None if Some(hash.as_str()) == at_hand => Ok((unit, None)),
        None if fields.has("question") => {
            let question = Question::from_json(&fields.value("question")?)?;
            match question.hash() == hash {
                true => Ok((unit, Some(question))),
                false => Err("the unit is of another problem than the one it holds".to_owned()),
            }
        }
        None => Err(NO_PROBLEM.to_owned()),
    }
}

/// As much of a hash as people compare.
fn short(hash: &str) -> String {
    hash.chars().take(16).collect()
}

/// Tells of a line that was refused, in a line of its own.
fn fail(session: &mut Session, failure: &Failure) -> io::Result<()> {
    session.complain(failure);
    let mut line = String::new();
    failure.write_json(&mut line);
    session.entry(&(line + "\n"))?;
    session.output().flush()
}

/// Works on a unit and on those behind it, as long as they are of the same problem. Gives the first that is not.
fn work_on(
    question: &Question,
    first: Option<Task>,
    how: &How,
    source: &mut Source<'_>,
    session: &mut Session,
) -> io::Result<Option<Task>> {
    let mut next = first;
    let mut by = By::new(question, how, session);
    while let Some(task) = next {
        if task.question.is_some() {
            return Ok(Some(task));
        }
        let line = match &mut by {
            Ok(by) => by.count(question, &task, session),
            Err(error) => Err(error.clone()),
        };
        match line {
            Ok(line) => session.entry(&line)?,
            Err(error) => fail(session, &task.spot.failure(error))?,
        }
        session.output().flush()?;
        next = source.next(session, Some(question.hash()))?;
    }
    Ok(None)
}

/// Who counts.
#[derive(Debug)]
enum By<'p> {
    Counter(Box<Counter<'p>>),
    Solver(Box<Solver<'p>>),
}

impl<'p> By<'p> {
    fn new(question: &'p Question, how: &How, session: &Session) -> Result<Self, String> {
        let (problem, token) = (question.problem(), session.stop.token());
        let engine = how.engine.cover().filter(|_| how.engine != EngineArg::AUTO);
        let Some(engine) = engine else {
            return Ok(Self::Counter(Box::new(how.settings.counter(problem, &token))));
        };
        let solver = Solver::with_engine(problem, engine).map_err(|error| error.to_string())?;
        let solver = solver.reduce(how.settings.reduce).threads(how.settings.threads);
        Ok(Self::Solver(Box::new(solver.cancel_token(token))))
    }

    /// Counts the solutions of a unit: the line of its result, or what is wrong with the unit.
    fn count(
        &mut self,
        question: &Question,
        task: &Task,
        session: &mut Session,
    ) -> Result<String, String> {
        let Task { unit, spot, .. } = task;
        let options = unit.options(question)?;
        let begun = Instant::now();
        let (amount, nodes) = self.solutions(&options)?;
        let time = begun.elapsed();
        let Amount { solutions: count, stop } = amount;
        let is_complete = stop == StopReason::Exhausted;
        session.tally.add(if is_complete { Verdict::Counted } else { Verdict::Unknown });
        session.tally.add_solutions(&count);
        let stop = session.ended(stop, &question.subject(&spot.file));
        let (key, weight) = (unit.key.clone(), unit.weight);
        let mut line = String::new();
        Outcome { key, weight, count, is_complete }.write(stop, nodes, time, &mut line);
        Ok(line)
    }

    /// How many solutions have these options, and the nodes that it took.
    fn solutions(&mut self, options: &[OptionId]) -> Result<(Amount, u64), String> {
        match self {
            Self::Counter(counter) => {
                counter.give(options).map_err(|error| error.to_string())?;
                let amount = Ready::counting(counter, None).count();
                Ok((amount, counter.stats().nodes))
            }
            Self::Solver(solver) => {
                solver.give(options).map_err(|error| error.to_string())?;
                Ok((Ready::of(solver).count(), solver.stats().nodes))
            }
        }
    }
}
