//! A session: the output, messages and totals of a run, and how it ends.

use super::bar;
use super::certificate_file::CertificateFile;
use super::exit::{self, Exit, ExitStyle};
use super::failure::Failure;
use super::file_names::FileNames;
use super::json::{self, Object};
use super::message::{message, printable};
use super::ordered_output::{BlockOutput, BlockSummary, Buffered, OutputBuffer};
use super::output::{Form, Output};
use super::picture_sheet::PictureSheet;
use super::progress::Reporter;
use super::stats::Statistics;
use super::stop::{Pending, Stop};
use super::subject::Subject;
use super::tally::{Tally, Verdict};
use quadrille::{Problem, StopReason};
use quadrille_pictures::{CellPattern, Picture, Tiling, TilingError};
use std::fmt;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// What may help if names are no coordinates.
const GRID: &str = "--grid REGEX says which items are cells, with groups for row, column and layer";

#[derive(Clone, Default, Debug)]
pub(super) struct Style {
    /// Answers in lines begin with the name of their file.
    pub(super) names: bool,
    /// Drawn solutions have colours.
    pub(super) color: bool,
    /// Exact covers are drawn as boards.
    pub(super) has_boards: bool,
    /// Pictures of solutions have numbers.
    pub(super) has_numbers: bool,
    /// The names of cells, where the caller says which they are.
    pub(super) cells: Option<Arc<CellPattern>>,
    /// The names of files in captions of pictures.
    pub(super) files: FileNames,
    /// The columns of a sheet of pictures.
    pub(super) columns: Option<NonZeroUsize>,
}

/// What is written before the first record, and decided then.
struct Header(Box<dyn FnOnce() -> &'static str>);

impl fmt::Debug for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Header").finish_non_exhaustive()
    }
}

/// The state of a run that all verbs share.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) stop: Stop,
    pub(super) tally: Tally,
    pub(super) form: Form,
    pub(super) style: Style,
    pub(super) progress: Reporter,
    /// The statistics, if they were asked for.
    stats: Option<Statistics>,
    output: Output,
    /// The buffer of a worker, whose output the writer prints.
    buffer: Option<OutputBuffer>,
    quiet: bool,
    /// Whether a record is written if the program is ended by force.
    has_pending: bool,
    /// The pictures, in the form that has them.
    sheet: Option<PictureSheet>,
    /// The certificate, in the session of the writer.
    certificate: Option<CertificateFile>,
    /// What is written before the first record.
    header: Option<Header>,
    /// Whether something was written, so that an empty line comes before the next drawing.
    begun: bool,
}

impl Session {
    /// A session that writes to standard output until a signal stops it.
    pub(super) fn new(form: Form, quiet: bool) -> Self {
        let output = Output::new();
        Self::with_output(Stop::new(&output), output, form, quiet)
    }

    fn with_output(stop: Stop, output: Output, form: Form, quiet: bool) -> Self {
        let (tally, stats, buffer, progress) = (Tally::new(), None, None, Reporter::silent());
        Self {
            stop,
            tally,
            form,
            style: Style::default(),
            progress,
            stats,
            output,
            buffer,
            quiet,
            has_pending: false,
            sheet: None,
            certificate: None,
            header: None,
            begun: false,
        }
    }

    pub(super) fn with_progress(self, progress: Reporter) -> Self {
        Self { progress, ..self }
    }

    pub(super) fn with_style(self, style: Style) -> Self {
        let has_sheet = self.form == Form::Svg;
        let sheet = has_sheet.then(|| PictureSheet::new(style.columns, &self.stop));
        Self { style, sheet, ..self }
    }

    /// The board of an exact cover, if it is to be drawn.
    pub(super) fn tiling(&self, file: &str, problem: &Problem) -> Result<Option<Tiling>, Failure> {
        let tiling = match &self.style.cells {
            _ if !self.style.has_boards => return Ok(None),
            Some(cells) => Tiling::with_pattern(problem, cells),
            None => Tiling::new(problem),
        };
        tiling.map(Some).map_err(|error| {
            let failure = Failure::of_file(file, &error);
            match error {
                TilingError::NotCoordinates { .. } | TilingError::NoBoard { .. } => {
                    failure.with_note(GRID)
                }
                _ => failure,
            }
        })
    }

    /// The text before an answer: the name of its file, if that is wanted.
    pub(super) fn prefix(&self, file: &str) -> String {
        match self.form {
            Form::Line | Form::Grid if self.style.names && self.output.is_terminal() => {
                format!("{}:", printable(file))
            }
            Form::Line | Form::Grid if self.style.names => format!("{file}:"),
            _ => String::new(),
        }
    }

    /// The same with a certificate of the puzzles.
    pub(super) fn with_certificate(self, certificate: Option<CertificateFile>) -> Self {
        Self { certificate, ..self }
    }

    /// The same with a line before the first record.
    pub(super) fn with_header(self, header: impl FnOnce() -> &'static str + 'static) -> Self {
        Self { header: Some(Header(Box::new(header))), ..self }
    }

    /// The same with statistics, if they are asked for.
    pub(super) fn with_stats(self, are_asked_for: bool) -> Self {
        Self { stats: are_asked_for.then(Statistics::new), ..self }
    }

    /// Writes records to another output from now on, which may have some already.
    pub(super) fn write_to(&mut self, output: Output, has_begun: bool) {
        (self.output, self.begun) = (output, has_begun);
    }

    pub(super) fn output(&self) -> &Output {
        &self.output
    }

    pub(super) fn worker_context(&self) -> WorkerContext {
        let (stop, output) = (self.stop.clone(), self.output.clone());
        WorkerContext {
            stop,
            output,
            form: self.form,
            style: self.style.clone(),
            quiet: self.quiet,
            stats: self.stats.is_some(),
        }
    }

    /// Writes the buffered output of a worker, the first of its block or more.
    pub(super) fn replay(&mut self, buffered: &Buffered, is_first: &mut bool) -> io::Result<()> {
        if *is_first && buffered.has_text() {
            *is_first = false;
            self.entry("")?;
        }
        buffered.replay(|text| self.output.write(text))?;
        self.certify(buffered.certified())
    }

    /// Adds puzzles and their lines of a certificate, if there is one.
    pub(super) fn certify(&mut self, certified: &str) -> io::Result<()> {
        match (&self.buffer, &mut self.certificate) {
            (Some(buffer), _) => buffer.certify(certified),
            (None, Some(certificate)) => certificate.add(certified)?,
            (None, None) => {}
        }
        Ok(())
    }

    /// Writes the certificate, if there is one and all puzzles were answered, at least one.
    pub(super) fn write_certificate(&mut self) {
        let Some(certificate) = self.certificate.take() else { return };
        if !self.tally.is_complete() || certificate.is_empty() {
            self.warn(certificate.is_not_written());
        } else if let Err(failure) = certificate.write() {
            self.complain(failure);
        }
    }

    pub(super) fn add(&mut self, summary: BlockSummary) {
        self.tally.add_all(&summary.tally);
        self.stop.count_records(summary.records);
        if let (Some(stats), Some(more)) = (&mut self.stats, summary.stats) {
            stats.add_all(&more);
        }
    }

    /// Sends a piece of output to the writer, instead of what is buffered.
    pub(super) fn send(&self, output: BlockOutput) -> io::Result<()> {
        self.buffer.as_ref().map_or(Ok(()), |buffer| buffer.send(output))
    }

    /// Ends the session of a worker for a block, and sends all to the writer.
    pub(super) fn end_block(self) -> io::Result<()> {
        let (tally, stats) = (self.tally, self.stats.map(Statistics::ended));
        let summary = BlockSummary { tally, stats, records: self.stop.records() };
        self.buffer.map_or(Ok(()), |buffer| buffer.end(summary))
    }

    /// Updates the statistics, if they were asked for.
    pub(super) fn note(&mut self, what: impl FnOnce(&mut Statistics)) {
        if let Some(stats) = &mut self.stats {
            what(stats);
        }
    }

    /// Adds the statistics of a problem to its object.
    pub(super) fn write_stats(&self, object: &mut Object<'_>) {
        if let Some(stats) = &self.stats {
            stats.write(object);
        }
    }

    /// Adds to the totals why the search for a problem ended. Returns the reason as it is reported:
    /// a search that was cancelled does not know of timeouts and signals. Limits of memory and
    /// nodes do not end the run.
    pub(super) fn ended(&mut self, stop: StopReason, subject: &Subject<'_>) -> StopReason {
        match stop {
            StopReason::Exhausted | StopReason::SolutionLimit => {}
            StopReason::MemoryLimit => {
                self.tally.is_cut = true;
                self.warn(subject.failure(format_args!("{stop}: --memory can allow more")));
            }
            StopReason::NodeLimit => {
                self.tally.is_cut = true;
                self.warn(subject.failure(stop));
            }
            _ => self.tally.saw_stop(),
        }
        self.stop.explain(stop)
    }

    /// Adds a picture to the sheet, or a caption alone. A full sheet stops the run. Returns whether
    /// there was space.
    pub(super) fn draw(&mut self, picture: Option<Picture>, caption: &str) -> bool {
        let Some(sheet) = &self.sheet else { return false };
        let Err(full) = sheet.push(picture, caption) else { return true };
        if !self.stop.is_requested() {
            self.say(format_args!("error: {full}"));
        }
        self.tally.saw_stop();
        self.stop.request_when_full(format!("the sheet is full with {} pictures", full.pictures));
        false
    }

    /// Writes a whole record: a line, or a drawing.
    pub(super) fn entry(&mut self, text: &str) -> io::Result<()> {
        if self.sheet.is_some() {
            self.draw(None, text.trim_end());
            return Ok(());
        }
        if self.form == Form::Grid && std::mem::replace(&mut self.begun, true) {
            self.part("\n")?;
        }
        self.part(text)
    }

    /// Sets the record that is written if the program is ended by force before it writes anything
    /// else.
    pub(super) fn set_pending(&mut self, pending: Option<Pending>) {
        // The sheet is the record of a run with pictures.
        if self.sheet.is_some() {
            return;
        }
        // A worker's records are not written yet, and so not to be completed by force.
        if self.buffer.is_some() {
            return;
        }
        self.has_pending = pending.is_some();
        self.stop.set_pending(pending);
    }

    /// Writes a part of a line.
    pub(super) fn part(&mut self, text: &str) -> io::Result<()> {
        if self.has_pending {
            self.set_pending(None);
        }
        if let Some(Header(header)) = self.header.take() {
            self.output.write(header())?;
        }
        match &self.buffer {
            None => self.output.write(text),
            Some(buffer) => buffer.write(text),
        }
    }

    fn say(&self, text: impl fmt::Display) {
        match &self.buffer {
            None => message(text),
            Some(buffer) => buffer.note(text),
        }
    }

    /// Reports a record that failed: a message, and the record `error` in the forms that have
    /// records.
    pub(super) fn fail(&mut self, failure: &Failure) -> io::Result<()> {
        self.complain(failure);
        self.entry_of(failure)
    }

    /// Reports a record on which engines contradict each other, or a solution that the input gives.
    pub(super) fn contradict(&mut self, failure: &Failure) -> io::Result<()> {
        self.disagree(failure);
        self.entry_of(failure)
    }

    /// The same for a record of which a part was written: only a message.
    pub(super) fn disagree(&mut self, failure: &Failure) {
        self.tally.add(Verdict::Disagreed);
        self.say(format_args!("error: {failure}"));
    }

    /// Writes the record of a failure in the forms that have records.
    fn entry_of(&mut self, failure: &Failure) -> io::Result<()> {
        match self.form {
            form if form.has_lines() => {
                let record = self.prefix(&failure.file) + "error\n";
                self.entry(&record)
            }
            Form::Json => self.entry(&json::line(failure)),
            Form::Svg => {
                let caption = failure.caption(&self.style.files);
                self.draw(None, &caption);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Reports a record that failed after a part of it was written: only a message.
    pub(super) fn complain(&mut self, failure: impl fmt::Display) {
        self.tally.add(Verdict::Error);
        self.say(format_args!("error: {failure}"));
    }

    /// Prints a warning, except with `--quiet`.
    pub(super) fn warn(&self, warning: impl fmt::Display) {
        self.inform(format_args!("warning: {warning}"));
    }

    /// Shows the state of the run, except with `--quiet`: in the bar on a terminal, and as a line
    /// elsewhere.
    pub(super) fn show_status(&self, text: String) {
        if !self.quiet && io::stderr().is_terminal() {
            bar::draw(None, text);
        } else {
            self.inform(text);
        }
    }

    /// Prints information, except with `--quiet`.
    pub(super) fn inform(&self, text: impl fmt::Display) {
        if !self.quiet {
            self.say(text);
        }
    }

    /// Writes the sheet of pictures, if there is one.
    fn write_sheet(&self) -> io::Result<()> {
        let Some(sheet) = &self.sheet else { return Ok(()) };
        self.stop.set_pending(None);
        let footer = self.tally.is_stopped().then(|| self.stop.to_string());
        self.output.write(&sheet.to_svg(footer))
    }

    /// Ends the run: flushes the output, and prints why the run stopped, the totals and the
    /// statistics.
    ///
    /// `ended` is an error of stdout. A closed pipe is not an error.
    pub(super) fn finish(self, ended: io::Result<()>, style: ExitStyle) -> Exit {
        self.progress.finish(self.tally.records());
        let written = ended.and_then(|()| self.write_sheet()).and_then(|()| self.output.flush());
        if let Err(error) = written {
            let exit = exit::of_output(Err(error));
            return match &self.certificate {
                // A closed pipe has ended the run.
                Some(certificate) => {
                    self.warn(certificate.is_not_written());
                    if exit == Exit::Fine { Exit::Stopped } else { exit }
                }
                None => exit,
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

/// The context of a worker, from which it makes a session for each block.
#[derive(Clone, Debug)]
pub(super) struct WorkerContext {
    stop: Stop,
    output: Output,
    form: Form,
    style: Style,
    quiet: bool,
    stats: bool,
}

impl WorkerContext {
    /// A session that writes to a buffer, with a tally of its own.
    pub(super) fn session(&self, buffer: OutputBuffer) -> Session {
        let Self { stop, output, form, style, quiet, stats } = self;
        let session = Session::with_output(stop.with_own_count(), output.clone(), *form, *quiet);
        Session { buffer: Some(buffer), ..session.with_style(style.clone()).with_stats(*stats) }
    }

    pub(super) fn is_terminal(&self) -> bool {
        self.output.is_terminal()
    }
}
