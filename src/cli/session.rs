//! A run: where its records and messages go, and how it ends.

use super::answer::Subject;
use super::exit::{Exit, ExitStyle};
use super::failure::Failure;
use super::json::Object;
use super::output::{Form, Output};
use super::stats::Statistics;
use super::stop::Stop;
use super::tally::{Tally, Verdict};
use quadrille::StopReason;
use std::fmt;
use std::io::{self, Write};

/// What all verbs share while they run.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) stop: Stop,
    pub(super) tally: Tally,
    pub(super) form: Form,
    /// What is noted if it was asked for.
    stats: Option<Statistics>,
    output: Output,
    quiet: bool,
    /// Whether something was written, from which the next drawing needs a distance.
    begun: bool,
}

impl Session {
    pub(super) fn new(output: Output, stop: Stop, form: Form, quiet: bool) -> Self {
        Self { stop, tally: Tally::new(), form, stats: None, output, quiet, begun: false }
    }

    /// The same, and with `--stats` what was done is noted from now on.
    pub(super) fn with_stats(self, are_asked_for: bool) -> Self {
        Self { stats: are_asked_for.then(Statistics::new), ..self }
    }

    pub(super) fn output(&self) -> &Output {
        &self.output
    }

    /// Notes something, if there is anyone who asked for it.
    pub(super) fn note(&mut self, what: impl FnOnce(&mut Statistics)) {
        if let Some(stats) = &mut self.stats {
            what(stats);
        }
    }

    /// Adds what was noted of a problem to its object.
    pub(super) fn write_stats(&self, object: &mut Object<'_>) {
        if let Some(stats) = &self.stats {
            stats.write(object);
        }
    }

    /// Notes why the search for a problem ended, and gives the reason as it is told: of time and signals, all that a
    /// search can know is that it was cancelled. Memory ends the search of one problem, and not the run.
    pub(super) fn ended(&mut self, stop: StopReason, subject: &impl Subject) -> StopReason {
        match stop {
            StopReason::Exhausted | StopReason::SolutionLimit => {}
            StopReason::MemoryLimit => {
                self.tally.saw_cut();
                self.warn(subject.failure(format_args!("{stop}: --memory can allow more")));
            }
            _ => self.tally.saw_stop(),
        }
        self.stop.explain(stop)
    }

    /// Writes a whole entry: a line, or a drawing.
    pub(super) fn entry(&mut self, text: &str) -> io::Result<()> {
        if self.form == Form::Grid && std::mem::replace(&mut self.begun, true) {
            self.output.write("\n")?;
        }
        self.output.write(text)
    }

    /// Writes a part of a line.
    pub(super) fn part(&mut self, text: &str) -> io::Result<()> {
        self.output.write(text)
    }

    /// A record that failed: a message, and the record `error`. What is in Knuth's format, in a table, or a
    /// diagram, has no room for it.
    pub(super) fn fail(&mut self, failure: &Failure) -> io::Result<()> {
        self.complain(failure);
        self.entry_of(failure)
    }

    /// A record on which engines contradict each other.
    pub(super) fn contradict(&mut self, failure: &Failure) -> io::Result<()> {
        self.tally.add(Verdict::Disagreed);
        message(format_args!("error: {failure}"));
        self.entry_of(failure)
    }

    /// The record of a failure, where there is room for one.
    fn entry_of(&mut self, failure: &Failure) -> io::Result<()> {
        match self.form {
            Form::Dlx | Form::Table | Form::Text | Form::Dot => Ok(()),
            Form::Line | Form::Grid => self.entry("error\n"),
            Form::Json => {
                let mut text = String::new();
                failure.write_json(&mut text);
                self.entry(&(text + "\n"))
            }
        }
    }

    /// A record that failed after a part of it was written: only the message.
    pub(super) fn complain(&mut self, failure: &Failure) {
        self.tally.add(Verdict::Error);
        message(format_args!("error: {failure}"));
    }

    /// A message for whoever does not want to have it quiet.
    pub(super) fn warn(&self, warning: impl fmt::Display) {
        self.inform(format_args!("warning: {warning}"));
    }

    /// The same for what is nothing to warn of.
    pub(super) fn inform(&self, text: impl fmt::Display) {
        if !self.quiet {
            message(text);
        }
    }

    /// Ends the run: writes what is held back, says why it stopped and how much was done.
    ///
    /// `ended` is an error of stdout. That its reader has left is the reader's business.
    pub(super) fn finish(self, ended: io::Result<()>, style: ExitStyle) -> Exit {
        if let Err(error) = ended.and_then(|()| self.output.flush()) {
            return if error.kind() == io::ErrorKind::BrokenPipe {
                Exit::Fine
            } else {
                message(format_args!("error: the output can't be written: {error}"));
                Exit::Bad
            };
        }
        if self.tally.is_stopped() {
            message(&self.stop);
        }
        if self.tally.records() > 1 {
            self.inform(&self.tally);
        }
        if let Some(stats) = self.stats.map(Statistics::ended) {
            message(stats.summary());
            if self.form == Form::Json {
                message(stats.object());
            }
        }
        self.tally.exit(style)
    }
}

/// Writes a line to stderr. If nobody can read it, there is nobody to tell.
pub(super) fn message(text: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{text}");
}
