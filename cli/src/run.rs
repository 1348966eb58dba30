//! Runs a verb: builds its handler, feeds it all records, and ends in order.

use super::args::{CommonArgs, InputArgs, ReadingArgs};
use super::encodings::Encodings;
use super::exit::{Exit, ExitStyle, usage_error};
use super::handler::Handler;
use super::input;
use super::output::{Form, Output};
use super::session::Session;
use super::stop::Stop;
use std::io;

/// Builds the encodings of the run, unless the options for Sudoku contradict each other.
pub(super) fn with_encodings(reading: &ReadingArgs, then: impl FnOnce(&Encodings) -> Exit) -> Exit {
    match reading.sudoku.rules() {
        Ok(rules) => then(&Encodings::new(rules)),
        Err(error) => usage_error(&error),
    }
}

/// Passes every record of the input to a handler.
pub(super) fn files<H: Handler>(
    input: &InputArgs,
) -> impl FnOnce(&mut Session, &mut H) -> io::Result<()> {
    |session, handler| input::each_record(&input.files, &input.reading, session, handler)
}

/// A session that writes in this form.
pub(super) fn session(common: &CommonArgs, form: Form) -> impl FnOnce(Output, Stop) -> Session {
    let quiet = common.quiet;
    move |output, stop| Session::new(output, stop, form, quiet)
}

/// Builds a handler, feeds it with all records, and ends in order.
pub(super) fn handle<H: Handler>(
    common: &CommonArgs,
    session: impl FnOnce(Output, Stop) -> Session,
    style: ExitStyle,
    handler: impl FnOnce(&Stop) -> H,
    feed: impl FnOnce(&mut Session, &mut H) -> io::Result<()>,
) -> Exit {
    let output = Output::new();
    let stop = Stop::new(common.timeout, &output);
    let mut handler = handler(&stop);
    let mut session = session(output, stop);
    let ended = feed(&mut session, &mut handler).and_then(|()| handler.end(&mut session));
    session.finish(ended, style)
}
