//! One search on many computers: `split` cuts it into units, `work` counts their solutions, and
//! `merge` adds the counts up.
//!
//! ```text
//! problem ── split ── units, one a line ── work ── results, one a line ── merge
//! ```
//!
//! The three communicate by lines of JSON alone, so that any scheduler that distributes lines can
//! distribute the work, in any order, and again if a computer is lost: results are identified by
//! the number of their unit.

pub(crate) mod totals;
pub(crate) mod unit;
pub(crate) mod unit_result;

use super::args::CommonArgs;
use super::exit::{Exit, ExitStyle};
use super::output::{Form, Output};
use super::session::Session;
use super::stop::Stop;
use std::io;

/// Runs a verb that writes lines of its own format.
pub(super) fn in_session(
    common: &CommonArgs,
    verb: impl FnOnce(&mut Session) -> io::Result<()>,
) -> Exit {
    let output = Output::new();
    let stop = Stop::new(common.timeout, &output);
    let mut session = Session::new(output, stop, Form::Text, common.quiet);
    let ended = verb(&mut session);
    session.finish(ended, ExitStyle::Usual)
}
