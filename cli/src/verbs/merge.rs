//! `merge`: adds up the results of units, and reports whether all units have one.

use crate::args::CommonArgs;
use crate::exit::{Exit, ExitStyle, usage_error};
use crate::failure::Failure;
use crate::input;
use crate::json;
use crate::jsonl::Lines;
use crate::message::message;
use crate::output::Form;
use crate::run;
use crate::session::Session;
use crate::units::totals::Totals;
use crate::units::unit::{Unit, UnitResult};
use clap::Args;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::io;
use std::path::PathBuf;
use std::slice;

const NO_RESULT: &str = "no result of a unit found: expected lines as `work` writes them";

#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// Files with results; without any, or for `-`, standard input
    #[arg(value_name = "FILES", default_value = "-", hide_default_value = true)]
    files: Vec<PathBuf>,
    /// Print the units of this file that have no complete result, instead of the sum
    #[arg(long, value_name = "UNITS", conflicts_with = "json")]
    missing: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    common: CommonArgs,
}

pub(crate) fn merge(args: &MergeArgs) -> Exit {
    let reads = |path: &PathBuf| input::is_stdin(path);
    if args.missing.as_ref().is_some_and(reads) && args.files.iter().any(reads) {
        return usage_error("the units and the results can't both be standard input");
    }
    let session = run::session(&args.common, Form::Text);
    run::in_session(&args.common, session, ExitStyle::Usual, |session| add_up(args, session))
}

/// Adds up all results, and prints the sum or the units that are missing.
fn add_up(args: &MergeArgs, session: &mut Session) -> io::Result<()> {
    let (mut totals, mut lines) = (Totals::default(), Lines::new(&args.files));
    while let Some((line, place)) = lines.next(session) {
        match Line::read(line) {
            Line::Result(result) => {
                if let Err(error) = totals.add(*result, place) {
                    return session.fail(&place.failure(error));
                }
            }
            Line::Skipped(reason) => session.warn(place.failure(reason)),
            Line::Wrong(error) => return session.fail(&place.failure(error)),
        }
    }
    if let Some(path) = &args.missing {
        return print_missing(path, &totals, session);
    }
    if totals.is_empty() {
        let files: Vec<_> = args.files.iter().map(|path| input::label(path)).collect();
        return session.fail(&Failure::of_file(&files.join(", "), NO_RESULT));
    }
    if let Some(missing) = totals.missing_message() {
        session.tally.is_cut = true;
        message(missing);
    }
    session.entry(&if args.json { totals.json() } else { totals.text() })
}

enum Line {
    Result(Box<UnitResult>),
    /// A line without a result: it was cut off when a worker was killed, or names a unit that a
    /// worker refused.
    Skipped(String),
    Wrong(String),
}

/// The record that `work` writes for a line that it refuses.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refused {
    #[serde(rename = "file")]
    _file: IgnoredAny,
    #[serde(rename = "line")]
    _line: Option<IgnoredAny>,
    #[serde(rename = "column")]
    _column: Option<IgnoredAny>,
    error: String,
}

impl Line {
    fn read(line: &[u8]) -> Self {
        let error = match json::parse(line) {
            Ok(result) => return Self::Result(Box::new(result)),
            Err(error) => error,
        };
        match json::parse(line) {
            Ok(Refused { error, .. }) => {
                Self::Skipped(format!("skipped, as the unit failed: {error}"))
            }
            Err(_) if error.is_syntax() => {
                Self::Skipped(format!("skipped, as the line is broken: {error}"))
            }
            Err(_) => Self::Wrong(format!("expected the result of a unit: {error}")),
        }
    }
}

/// Prints the lines of the units that have no complete result.
fn print_missing(path: &PathBuf, totals: &Totals, session: &mut Session) -> io::Result<()> {
    let (mut lines, mut is_missing) = (Lines::new(slice::from_ref(path)), false);
    while let Some((line, place)) = lines.next(session) {
        let unit = Unit::parse(line)
            .and_then(|unit| totals.check_split(unit.split_id(), "the unit").map(|()| unit.unit));
        match unit {
            Ok(unit) if totals.is_done(unit) => {}
            Ok(_) => {
                is_missing = true;
                session.output().write_bytes(line)?;
                session.entry("\n")?;
            }
            Err(error) => return session.fail(&place.failure(error)),
        }
    }
    if is_missing {
        session.tally.is_cut = true;
    }
    Ok(())
}
