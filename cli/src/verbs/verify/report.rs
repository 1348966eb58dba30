//! The record of `verify`: a line of text, or a JSON object.

use crate::json::Object;
use crate::output::Form;
use crate::session::Session;
use quadrille::StopReason;
use std::fmt::Display;
use std::io;

/// Writes what was verified, in words or as the keys of an object.
pub(super) fn verified(
    session: &mut Session,
    words: impl Display,
    describe: impl FnOnce(&mut Object<'_>),
) -> io::Result<()> {
    if session.form == Form::Json {
        return write_object(session, "verified", describe);
    }
    session.part(&format!("verified: {words}\n"))
}

/// Writes that the check was stopped, where records are objects.
pub(super) fn unknown(session: &mut Session, file: &str, proof: &str) -> io::Result<()> {
    if session.form != Form::Json {
        return Ok(());
    }
    let stop = session.stop.explain(StopReason::Cancelled);
    write_object(session, "unknown", |object| {
        object.text("file", file).text("proof", proof).text("stop", stop.name());
    })
}

fn write_object(
    session: &mut Session,
    result: &str,
    describe: impl FnOnce(&mut Object<'_>),
) -> io::Result<()> {
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    describe(&mut object);
    object.text("result", result).end();
    session.entry(&(text + "\n"))
}
