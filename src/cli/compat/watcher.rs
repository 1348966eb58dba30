//! What looks on while a document's program runs: it writes the trace, and stops the program when the run is
//! stopped.

use crate::cli::json::Object;
use crate::cli::output::Form;
use crate::cli::session::Session;
use quadrille::CancelToken;
use quadrille::compat::watch::{Naming, Step, Watch};
use std::fmt::Write as _;
use std::io;

/// What every guess moves the steps that follow from it to the right.
const INDENT: usize = 2;

/// A watcher of one run.
pub(super) struct Watcher<'a> {
    session: &'a mut Session,
    token: &'a CancelToken,
    naming: Naming,
    size: usize,
    trace: bool,
    /// How many guesses have not been taken back.
    depth: usize,
    is_first: bool,
    text: String,
    /// Whether stdout took all steps so far.
    pub(super) written: io::Result<()>,
}

impl<'a> Watcher<'a> {
    pub(super) fn new(
        session: &'a mut Session,
        token: &'a CancelToken,
        naming: Naming,
        size: usize,
        trace: bool,
    ) -> Self {
        let text = String::new();
        Self {
            session,
            token,
            naming,
            size,
            trace,
            depth: 0,
            is_first: true,
            text,
            written: Ok(()),
        }
    }

    fn write(&mut self, step: Step) {
        self.text.clear();
        let told = step.tell(self.naming, self.size);
        if self.session.form == Form::Json {
            self.text.push_str(if self.is_first { "" } else { "," });
            let mut object = Object::begin(&mut self.text);
            object.text("step", step.name()).plain("depth", self.depth);
            if let Some(cell) = step.cell() {
                object.text("cell", &self.naming.cell(cell, self.size));
            }
            if let Some(value) = step.value() {
                object.plain("value", value);
            }
            object.text("text", &told.to_string()).end();
        } else {
            // Writing to a `String` does not fail.
            let _ = writeln!(self.text, "{:1$}{told}", "", self.depth * INDENT);
        }
        self.is_first = false;
        self.written = self.session.part(&self.text);
    }
}

impl Watch for Watcher<'_> {
    fn step(&mut self, step: Step) {
        if !self.trace || self.written.is_err() {
            return;
        }
        if matches!(step, Step::TakenBack { .. }) {
            self.depth = self.depth.saturating_sub(1);
        }
        self.write(step);
        self.depth += usize::from(matches!(step, Step::Guessed { .. }));
    }

    fn enter(&mut self) -> bool {
        self.written.is_ok() && !self.token.is_cancelled()
    }
}
