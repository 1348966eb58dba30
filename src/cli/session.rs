//! A run: where its records and messages go, and how it ends.

use super::answer::Subject;
use super::exit::{Exit, ExitStyle};
use super::failure::Failure;
use super::json::Object;
use super::output::{Form, Output};
use super::progress::{self, Teller};
use super::stats::Statistics;
use super::stop::Stop;
use super::stream::{Keeper, Kept, Noted, Part};
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
    pub(super) progress: Teller,
    /// What is noted if it was asked for.
    stats: Option<Statistics>,
    output: Output,
    /// Who keeps entries and messages for another thread, which writes.
    keeper: Option<Keeper>,
    quiet: bool,
    /// Whether something was written, from which the next drawing needs a distance.
    begun: bool,
}

impl Session {
    pub(super) fn new(output: Output, stop: Stop, form: Form, quiet: bool) -> Self {
        let (tally, stats, keeper, progress) = (Tally::new(), None, None, Teller::silent());
        Self { stop, tally, form, progress, stats, output, keeper, quiet, begun: false }
    }

    /// The same, where it is told how far it has come.
    pub(super) fn with_progress(self, progress: Teller) -> Self {
        Self { progress, ..self }
    }

    /// The same, and with `--stats` what was done is noted from now on.
    pub(super) fn with_stats(self, are_asked_for: bool) -> Self {
        Self { stats: are_asked_for.then(Statistics::new), ..self }
    }

    /// Writes entries somewhere else from now on, where others stand before if it has begun.
    pub(super) fn write_to(&mut self, output: Output, has_begun: bool) {
        (self.output, self.begun) = (output, has_begun);
    }

    pub(super) fn output(&self) -> &Output {
        &self.output
    }

    /// What other threads need for sessions of their own.
    pub(super) fn apart(&self) -> Apart {
        let (stop, output) = (self.stop.clone(), self.output.clone());
        Apart { stop, output, form: self.form, quiet: self.quiet, stats: self.stats.is_some() }
    }

    /// Writes what a session of another thread has kept, the first of it or more.
    pub(super) fn tell(&mut self, kept: &Kept, is_first: &mut bool) -> io::Result<()> {
        if *is_first && kept.has_text() {
            *is_first = false;
            self.entry("")?;
        }
        kept.tell(|text| self.output.write(text))
    }

    /// Adds what became of its records.
    pub(super) fn add(&mut self, noted: Noted) {
        self.tally.add_all(&noted.tally);
        self.stop.count_records(noted.records);
        if let (Some(stats), Some(more)) = (&mut self.stats, noted.stats) {
            stats.add_all(&more);
        }
    }

    /// Hands something over to the thread that writes, instead of all that was kept.
    pub(super) fn send(&self, part: Part) -> io::Result<()> {
        self.keeper.as_ref().map_or(Ok(()), |keeper| keeper.send(part))
    }

    /// Ends a session in another thread than that which writes, and hands all over.
    pub(super) fn end_apart(self) -> io::Result<()> {
        let (tally, stats) = (self.tally, self.stats.map(Statistics::ended));
        let noted = Noted { tally, stats, records: self.stop.records() };
        self.keeper.map_or(Ok(()), |keeper| keeper.end(noted))
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
    /// search can know is that it was cancelled. Memory and nodes end the search of one problem, and not the run.
    pub(super) fn ended(&mut self, stop: StopReason, subject: &impl Subject) -> StopReason {
        match stop {
            StopReason::Exhausted | StopReason::SolutionLimit => {}
            StopReason::MemoryLimit => {
                self.tally.saw_cut();
                self.warn(subject.failure(format_args!("{stop}: --memory can allow more")));
            }
            StopReason::NodeLimit => {
                self.tally.saw_cut();
                self.warn(subject.failure(stop));
            }
            _ => self.tally.saw_stop(),
        }
        self.stop.explain(stop)
    }

    /// Writes a whole entry: a line, or a drawing.
    pub(super) fn entry(&mut self, text: &str) -> io::Result<()> {
        if self.form == Form::Grid && std::mem::replace(&mut self.begun, true) {
            self.part("\n")?;
        }
        self.part(text)
    }

    /// Writes a part of a line.
    pub(super) fn part(&mut self, text: &str) -> io::Result<()> {
        match &self.keeper {
            None => self.output.write(text),
            Some(keeper) => keeper.write(text),
        }
    }

    /// Writes a message.
    fn say(&self, text: impl fmt::Display) {
        match &self.keeper {
            None => message(text),
            Some(keeper) => keeper.note(text),
        }
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
        self.say(format_args!("error: {failure}"));
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
        self.say(format_args!("error: {failure}"));
    }

    /// A message for whoever does not want to have it quiet.
    pub(super) fn warn(&self, warning: impl fmt::Display) {
        self.inform(format_args!("warning: {warning}"));
    }

    /// The same for what is nothing to warn of.
    pub(super) fn inform(&self, text: impl fmt::Display) {
        if !self.quiet {
            self.say(text);
        }
    }

    /// Ends the run: writes what is held back, says why it stopped and how much was done.
    ///
    /// `ended` is an error of stdout. That its reader has left is the reader's business.
    pub(super) fn finish(self, ended: io::Result<()>, style: ExitStyle) -> Exit {
        self.progress.finish(self.tally.records());
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

/// What threads need for sessions of their own.
#[derive(Clone, Debug)]
pub(super) struct Apart {
    stop: Stop,
    output: Output,
    form: Form,
    quiet: bool,
    /// Whether statistics are asked for.
    stats: bool,
}

impl Apart {
    /// A session that hands all over to another one, with a tally of its own.
    pub(super) fn session(&self, keeper: Keeper) -> Session {
        let Self { stop, output, form, quiet, stats } = self;
        let session = Session::new(output.clone(), stop.apart(), *form, *quiet);
        Session { keeper: Some(keeper), ..session.with_stats(*stats) }
    }

    /// Whether somebody looks on while it is written.
    pub(super) fn is_seen(&self) -> bool {
        self.output.is_terminal()
    }
}

/// Writes a line to stderr. If nobody can read it, there is nobody to tell.
pub(super) fn message(text: impl fmt::Display) {
    let _ = progress::above(|| writeln!(io::stderr(), "{text}"));
}
