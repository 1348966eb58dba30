//! One search on many computers: `split` cuts it in units, `work` counts them, and `merge` adds the counts up.
//!
//! ```text
//! question ── split ── units, a line each ── work ── results, a line each ── merge
//! ```
//!
//! Between the three there are lines alone, so that whatever hands lines to commands can hand out the work, in any order, to
//! any computer, and again if one is lost: results are known by the number of their unit. `unit` and `outcome` are these
//! lines.

mod args;
mod merge;
mod outcome;
mod split;
mod unit;
mod work;

pub(super) use args::{MergeArgs, SplitArgs, WorkArgs};

use super::args::CommonArgs;
use super::exit::{Exit, ExitStyle};
use super::output::{Form, Output};
use super::session::Session;
use super::stop::Stop;
use super::usage_error;
use std::io;

pub(super) fn split(args: &SplitArgs) -> Exit {
    match args.reading.sudoku.rules() {
        Ok(rules) => run(&args.common, |session| split::split(args, rules, session)),
        Err(error) => usage_error(&error),
    }
}

pub(super) fn work(args: &WorkArgs) -> Exit {
    match args.check() {
        Ok((rules, how)) => run(&args.common, |session| work::work(args, rules, &how, session)),
        Err(error) => usage_error(&error),
    }
}

pub(super) fn merge(args: &MergeArgs) -> Exit {
    run(&args.common, |session| merge::merge(args, session))
}

/// Runs a job that writes lines of its own, among which a message would be none.
fn run(common: &CommonArgs, job: impl FnOnce(&mut Session) -> io::Result<()>) -> Exit {
    let output = Output::new();
    let stop = Stop::new(common.timeout, &output);
    let mut session = Session::new(output, stop, Form::Text, common.quiet);
    let ended = job(&mut session);
    session.finish(ended, ExitStyle::Usual)
}
