//! The verb `estimate`: the size of the search tree of each problem, and the duration of a search.
//!
//! The size depends on the input and the arguments alone. The duration is measured by a short
//! search, and can be left out.

use crate::args::{CommonArgs, InputArgs, ReduceArg, at_least_1};
use crate::encodings::Encodings;
use crate::exit::{Exit, ExitStyle};
use crate::failure::Failure;
use crate::handler::{Handler, Unknown};
use crate::json::{Object, push_array};
use crate::message::printable;
use crate::output::Form;
use crate::run;
use crate::session::Session;
use crate::stop::Stop;
use crate::subject::Subject;
use crate::tally::Verdict;
use clap::Args;
use quadrille::dlx::Parsed;
use quadrille::sudoku::text::Record;
use quadrille::{CancelToken, Engine, Estimate, Probes, Problem, Solver, StopReason, Subproblem};
use std::fmt::Write as _;
use std::io;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

/// The duration of the search that measures the speed.
const TRIAL: Duration = Duration::from_millis(20);

/// The seconds from which the time of a search has the message [`COUNT`].
const LONG: f64 = 60.0;

/// The time is not that of a count.
const COUNT: &str = "the time is that of a search for each solution: `count` keeps the counts of \
                     subproblems where that pays, and may take far less";

#[derive(Args, Debug)]
pub(crate) struct EstimateArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The number of probes of each problem, from whose spread the error is computed; without this,
    /// 16
    #[arg(long, value_name = "N", value_parser = at_least_1("the number of probes", NonZeroU64::MAX))]
    probes: Option<NonZeroU64>,
    /// The number of nodes of a probe in each level; without this, for about a second of time
    #[arg(long, value_name = "N", value_parser = at_least_1("the width", NonZeroU64::MAX))]
    width: Option<NonZeroU64>,
    /// The seed of the random numbers
    #[arg(long, value_name = "SEED", default_value = "0")]
    seed: u64,
    /// When to remove options that are in no solution, before the search
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum)]
    reduce: ReduceArg,
    /// Don't estimate the time of a search, so that the output depends on the input alone
    #[arg(long)]
    no_time: bool,
    /// Print a JSON object for each problem
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    common: CommonArgs,
}

pub(crate) fn run(args: &EstimateArgs) -> Exit {
    run::with_encodings(&args.input.reading, |encodings| {
        let session = run::session(&args.common, Form::of_json(args.json));
        let handler = |stop: &Stop| Estimating { args, encodings, token: stop.token() };
        run::handle(&args.common, session, ExitStyle::Usual, handler, run::files(&args.input))
    })
}

#[derive(Debug)]
struct Estimating<'e> {
    args: &'e EstimateArgs,
    encodings: &'e Encodings,
    token: CancelToken,
}

impl Estimating<'_> {
    /// Estimates what is left of a problem with these options, and prints it.
    fn answer(
        &self,
        session: &mut Session,
        subject: &Subject<'_>,
        problem: &Problem,
        given: &Subproblem,
    ) -> io::Result<()> {
        let EstimateArgs { probes, width, seed, reduce, no_time, .. } = *self.args;
        let solver = Solver::new(problem).presolve(reduce.into());
        let mut solver = solver.cancel_token(self.token.clone());
        if let Err(error) = solver.assume(given) {
            return session.fail(&subject.failure(error));
        }
        let number = probes.unwrap_or(Probes::default().number);
        let estimated = solver.estimate(Probes { seed, number, width }).map(|estimate| {
            let engine = estimate.engine();
            let speed = if no_time { None } else { self.speed(problem, given, engine) };
            Estimated { estimate, speed }
        });
        report(session, subject, &estimated)
    }

    /// The nodes a second of the engine whose tree it is, from the first moments of a search.
    fn speed(&self, problem: &Problem, given: &Subproblem, engine: Engine) -> Option<f64> {
        let solver = Solver::with_engine(problem, engine).ok()?.presolve(self.args.reduce.into());
        // What has to be built first takes its own time, and is there when the search is tried.
        let mut solver = solver.cancel_token(self.token.clone()).limit(1).timeout(TRIAL);
        solver.assume(given).ok()?;
        solver.count();
        let begun = Instant::now();
        let mut solver = solver.limit(u64::MAX).timeout(TRIAL);
        solver.count();
        let nodes = u32::try_from(solver.stats().nodes).map_or(f64::INFINITY, f64::from);
        Some(nodes / begun.elapsed().as_secs_f64())
            .filter(|speed| speed.is_finite() && *speed > 0.0)
    }
}

impl Handler for Estimating<'_> {
    fn unknown(&self) -> Option<Unknown> {
        Some(Unknown::Estimate)
    }

    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        let encoding = match self.encodings.of_size(record.grid.size()) {
            Ok(encoding) => encoding,
            Err(error) => return session.fail(&Failure::of_record(file, record.line, error)),
        };
        let puzzle = Subject::puzzle(file, record, encoding);
        let given = match &record.candidates {
            None => encoding.givens(&record.grid).map(|given| Subproblem::from(&given)),
            Some(candidates) => encoding.restricted(&record.grid, candidates),
        };
        match given {
            Ok(given) => self.answer(session, &puzzle, encoding.problem(), &given),
            Err(error) => match puzzle.clash(error) {
                Ok(clash) => {
                    session.warn(puzzle.failure(&clash));
                    report_clash(session, &puzzle, &clash)
                }
                Err(failure) => session.fail(&failure),
            },
        }
    }

    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()> {
        let problem = &parsed.problem;
        let subject = Subject::cover(file, problem);
        self.answer(session, &subject, problem, &Subproblem::default())
    }
}

struct Estimated {
    estimate: Estimate,
    speed: Option<f64>,
}

/// Prints an estimate, or that there is none.
fn report(
    session: &mut Session,
    subject: &Subject<'_>,
    estimated: &Result<Estimated, StopReason>,
) -> io::Result<()> {
    session.tally.add(if estimated.is_ok() { Verdict::Estimated } else { Verdict::Unknown });
    let stop = match estimated {
        Ok(estimated) => estimated.estimate.stop(),
        Err(stop) => Some(*stop),
    };
    let stop = stop.map(|stop| session.ended(stop, subject));
    let mut text = String::new();
    if session.form == Form::Json {
        let mut object = Object::begin(&mut text);
        subject.describe(&mut object);
        subject.describe_problem(&mut object);
        subject.describe_candidates(&mut object);
        if let Ok(estimated) = estimated {
            estimated.write(&mut object);
        }
        object.maybe_text("stop", stop.map(StopReason::name));
        object.end();
    } else {
        match estimated {
            Ok(estimated) => {
                estimated.push_line(&mut text);
                if estimated.seconds().is_some_and(|seconds| seconds >= LONG) {
                    session.inform(format_args!("{}: {COUNT}", printable(subject.file())));
                }
            }
            Err(_) => text.push_str("unknown"),
        }
    }
    session.entry(&(text + "\n"))
}

/// Clues that clash need no search.
fn report_clash(session: &mut Session, subject: &Subject<'_>, clash: &str) -> io::Result<()> {
    session.tally.add(Verdict::Estimated);
    if session.form != Form::Json {
        return session.entry("0 nodes, 0 solutions, depth 0\n");
    }
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    subject.describe(&mut object);
    subject.describe_problem(&mut object);
    object.plain("nodes", 0).plain("nodes_error", 0).plain("solutions", 0);
    object.plain("solutions_error", 0).plain("depth", 0).plain("exact", true);
    object.text("clash", clash).end();
    session.entry(&(text + "\n"))
}

impl Estimated {
    /// Writes a line without its end.
    fn push_line(&self, out: &mut String) {
        let estimate = &self.estimate;
        let is_exact = estimate.is_exact();
        push_amount(estimate.nodes(), estimate.nodes_error(), is_exact, "node", out);
        out.push_str(", ");
        push_amount(estimate.solutions(), estimate.solutions_error(), is_exact, "solution", out);
        // Writing to a `String` does not fail.
        let _ = write!(out, ", depth {}", estimate.depth());
        if let Some(speed) = self.speed {
            let (time, speed) = (duration(estimate.nodes() / speed), speed / 1e6);
            let _ = write!(
                out,
                "; {} visits them in {time}, at {speed:.2} million nodes a second",
                self.estimate.engine()
            );
        }
    }

    fn write(&self, object: &mut Object<'_>) {
        let estimate = &self.estimate;
        object.plain("nodes", number(estimate.nodes()));
        object.plain("nodes_error", number(estimate.nodes_error()));
        object.plain("solutions", number(estimate.solutions()));
        object.plain("solutions_error", number(estimate.solutions_error()));
        object.plain("depth", estimate.depth());
        push_array(object.key("levels"), estimate.levels().iter(), |out, &nodes| {
            out.push_str(&number(nodes));
        });
        object.plain("probes", estimate.probes()).plain("width", estimate.width());
        object.plain("steps", estimate.steps()).plain("exact", estimate.is_exact());
        object.text("engine", self.estimate.engine().name());
        if let Some(speed) = self.speed {
            let mut time = Object::begin(object.key("time"));
            time.plain("nodes_per_second", number(speed));
            time.plain("seconds", number(estimate.nodes() / speed)).end();
        }
    }

    /// The time of a search that visits all nodes.
    fn seconds(&self) -> Option<f64> {
        self.speed.map(|speed| self.estimate.nodes() / speed)
    }
}

/// A number in JSON; `null` if it is too large for one.
fn number(value: f64) -> String {
    match value {
        _ if !value.is_finite() => "null".to_owned(),
        _ if value < 1e15 => value.to_string(),
        _ => format!("{value:e}"),
    }
}

/// Appends a number with its error and what it counts, in as many digits as the error leaves.
/// Probes that agree have no error, and yet are not exact.
fn push_amount(value: f64, error: f64, is_exact: bool, noun: &str, out: &mut String) {
    let plural = if error == 0.0 && value.round() == 1.0 { "" } else { "s" };
    let exponent = (0..308).rev().find(|&power| value >= 10f64.powi(power)).unwrap_or(0);
    let _ = if !value.is_finite() {
        write!(out, "more than 1e308 {noun}s")
    } else if error == 0.0 && value < 1e15 {
        let about = if is_exact { "" } else { "about " };
        write!(out, "{about}{value:.0} {noun}{plural}")
    } else if !error.is_finite() || error == 0.0 {
        write!(out, "about {value:.2e} {noun}s")
    } else if exponent < 6 && error < 10.0 {
        write!(out, "{value:.1} ± {error:.1} {noun}s")
    } else if exponent < 6 {
        write!(out, "{value:.0} ± {error:.0} {noun}s")
    } else {
        let unit = 10f64.powi(exponent);
        write!(out, "({:.3} ± {:.3})e{exponent} {noun}s", value / unit, error / unit)
    };
}

/// A time in the unit that suits it, like `about 2.5 minutes`. That of more than 1e308 nodes is
/// more than 1e290 years, at up to 10^10 nodes a second.
fn duration(seconds: f64) -> String {
    const UNITS: [(f64, &str); 5] = [
        (31_557_600.0, "years"),
        (86_400.0, "days"),
        (3600.0, "hours"),
        (60.0, "minutes"),
        (1.0, "s"),
    ];
    match UNITS.iter().find(|&&(length, _)| seconds >= 2.0 * length) {
        _ if !seconds.is_finite() => "more than 1e290 years".to_owned(),
        Some((length, unit)) if seconds / length >= 1e6 => {
            format!("about {:.1e} {unit}", seconds / length)
        }
        Some((length, unit)) => format!("about {:.1} {unit}", seconds / length),
        None if seconds >= 1.0 => format!("about {seconds:.1} s"),
        None => format!("about {:.2} ms", seconds * 1000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(value: f64, error: f64) -> String {
        let mut out = String::new();
        push_amount(value, error, error == 0.0, "node", &mut out);
        out
    }

    /// `0 solutions` was printed of a problem that has some: no probe had found one.
    #[test]
    fn probes_that_agree_are_not_exact() {
        for (value, text) in
            [(0.0, "about 0 nodes"), (13.5, "about 14 nodes"), (1.25, "about 1 node")]
        {
            let mut out = String::new();
            push_amount(value, 0.0, false, "node", &mut out);
            assert_eq!(out, text);
        }
    }

    #[test]
    fn a_number_has_the_digits_that_its_error_leaves() {
        assert_eq!(amount(1.0, 0.0), "1 node");
        assert_eq!(amount(0.0, 0.0), "0 nodes");
        assert_eq!(amount(1_434_293.0, 0.0), "1434293 nodes");
        assert_eq!(amount(212_571.3, 741.6), "212571 ± 742 nodes");
        assert_eq!(amount(87.62, 0.91), "87.6 ± 0.9 nodes");
        assert_eq!(amount(44_605_785.0, 290_000.0), "(4.461 ± 0.029)e7 nodes");
        assert_eq!(amount(1e40, 3e38), "(1.000 ± 0.030)e40 nodes");
        assert_eq!(amount(12_345.0, f64::INFINITY), "about 1.23e4 nodes");
        assert_eq!(amount(f64::INFINITY, f64::INFINITY), "more than 1e308 nodes");
    }

    #[test]
    fn a_time_has_the_unit_that_suits_it() {
        for (seconds, expected) in [
            (0.0123, "about 12.30 ms"),
            (1.5, "about 1.5 s"),
            (90.0, "about 90.0 s"),
            (150.0, "about 2.5 minutes"),
            (10_000.0, "about 2.8 hours"),
            (300_000.0, "about 3.5 days"),
            (1e9, "about 31.7 years"),
            (1e40, "about 3.2e32 years"),
            (f64::INFINITY, "more than 1e290 years"),
        ] {
            assert_eq!(duration(seconds), expected);
        }
    }

    #[test]
    fn numbers_are_json() {
        let all = [0.0, 0.5, 1e14, 1e15, 1.5e300, f64::INFINITY, f64::NAN].map(number);
        assert_eq!(all, ["0", "0.5", "100000000000000", "1e15", "1.5e300", "null", "null"]);
    }
}
