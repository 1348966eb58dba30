//! Runs a verb: builds its handler, feeds it all records, and ends in order.

use super::args::{CommonArgs, InputArgs, ReadingArgs};
use super::encodings::Encodings;
use super::exit::{Exit, ExitStyle, usage_error};
use super::file_names::FileNames;
use super::handler::Handler;
use super::input;
use super::output::Form;
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
    |session, handler| {
        if session.form == Form::Svg {
            let files: Vec<_> = input.files.iter().map(|file| input::label(file)).collect();
            session.style.files = FileNames::new(&files);
        }
        input::each_record(&input.files, &input.reading, session, handler)
    }
}

/// A session that writes in this form.
pub(super) fn session(common: &CommonArgs, form: Form) -> Session {
    Session::new(form, common.quiet)
}

/// Runs a verb until the time limit, and ends the session in order.
pub(super) fn in_session(
    common: &CommonArgs,
    mut session: Session,
    style: ExitStyle,
    verb: impl FnOnce(&mut Session) -> io::Result<()>,
) -> Exit {
    if let Some(time) = common.timeout {
        session.stop.limit_time(time, session.output());
    }
    let ended = verb(&mut session);
    session.finish(ended, style)
}

/// Builds a handler, feeds it with all records, and ends in order.
pub(super) fn handle<H: Handler>(
    common: &CommonArgs,
    session: Session,
    style: ExitStyle,
    handler: impl FnOnce(&Stop) -> H,
    feed: impl FnOnce(&mut Session, &mut H) -> io::Result<()>,
) -> Exit {
    in_session(common, session, style, |session| {
        let mut handler = handler(&session.stop);
        feed(session, &mut handler)?;
        handler.end(session)
    })
}
