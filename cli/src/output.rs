//! Standard output, or a file in its place, written in large blocks.
//!
//! The writer is shared: before an input is read, and before a thread ends the program, the output
//! is [flushed](Output::flush_quietly), so that everything known can be seen.

use super::bar;
use super::closed_output;
use super::hashing::HashedFile;
use clap::ValueEnum;
use quadrille::sudoku::text::Format;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The number of bytes that are written at once, unless the output is flushed before.
const BLOCK: usize = 64 * 1024;

/// The formats of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Form {
    /// A line for each; sdm is the same
    #[value(alias = "sdm")]
    Line,
    /// A drawing or several lines for each, with an empty line between them
    Grid,
    /// Candidate grids, a line for each
    Candidates,
    /// Comma-separated values, with the names of the columns
    Csv,
    /// A Sudoku for SadMan Sudoku and SudoCue
    Sdk,
    /// A Sudoku with its candidates for SudoCue
    Sdx,
    /// A Sudoku for Simple Sudoku
    Ss,
    /// Sudoku puzzles for OpenSudoku, in XML
    #[value(name = "opensudoku")]
    OpenSudoku,
    /// A heading and a line for each row
    Euler,
    /// Lists of Python
    Python,
    /// An exact cover in Knuth's format
    Dlx,
    /// A JSON object in a line for each
    Json,
    /// A row of a table for each file
    Table,
    /// Lines of text
    Text,
    /// A diagram or a tree for Graphviz to draw
    Dot,
    /// A picture, or several on a sheet
    Svg,
    /// A page for a browser
    Html,
}

impl Form {
    /// The format of a Sudoku text with puzzles, if it is one.
    pub(super) fn text_format(self) -> Option<Format> {
        Some(match self {
            Self::Line => Format::Line,
            Self::Grid => Format::Grid,
            Self::Candidates => Format::Candidates,
            Self::Csv => Format::Csv,
            Self::Sdk => Format::Sdk,
            Self::Sdx => Format::Sdx,
            Self::Ss => Format::Ss,
            Self::OpenSudoku => Format::OpenSudoku,
            Self::Euler => Format::Euler,
            Self::Python => Format::Python,
            Self::Dlx
            | Self::Json
            | Self::Table
            | Self::Text
            | Self::Dot
            | Self::Svg
            | Self::Html => return None,
        })
    }

    /// Whether a record that failed has a line of its own.
    pub(super) fn has_lines(self) -> bool {
        matches!(self, Self::Line | Self::Grid | Self::Candidates)
    }

    /// The format of a verb that has a flag for JSON only, and otherwise a line for each record.
    pub(super) fn of_json(json: bool) -> Self {
        Self::json_or(json, Self::Line)
    }

    /// The same for one that otherwise has this format.
    pub(super) fn json_or(json: bool, other: Self) -> Self {
        if json { Self::Json } else { other }
    }
}

#[derive(Debug)]
enum Sink {
    Stdout(Stdout),
    File(HashedFile),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(stdout) => closed_output::check().and_then(|()| stdout.write(bytes)),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(stdout) => stdout.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

/// Standard output, or a file in its place, shared by the threads of the program.
#[derive(Clone, Debug)]
pub(super) struct Output {
    writer: Arc<Mutex<BufWriter<Sink>>>,
    terminal: bool,
}

impl Output {
    pub(super) fn new() -> Self {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        Self::of(Sink::Stdout(stdout), terminal)
    }

    pub(super) fn to_file(file: HashedFile) -> Self {
        Self::of(Sink::File(file), false)
    }

    fn of(sink: Sink, terminal: bool) -> Self {
        Self { writer: Arc::new(Mutex::new(BufWriter::with_capacity(BLOCK, sink))), terminal }
    }

    /// Flushes, in the case of a file to the disk. Returns the length and the hash of the file.
    pub(super) fn sync(&self) -> io::Result<(u64, String)> {
        let mut writer = self.lock();
        writer.flush()?;
        match writer.get_ref() {
            Sink::Stdout(_) => Ok((0, String::new())),
            Sink::File(file) => file.sync().map(|()| (file.length, file.hash())),
        }
    }

    /// Writes to standard output from now on.
    pub(super) fn close_file(&self) -> io::Result<()> {
        let mut writer = self.lock();
        writer.flush()?;
        *writer.get_mut() = Sink::Stdout(io::stdout());
        Ok(())
    }

    pub(super) fn is_terminal(&self) -> bool {
        self.terminal
    }

    fn lock(&self) -> MutexGuard<'_, BufWriter<Sink>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a text. On a terminal it appears at the end of a line.
    pub(super) fn write(&self, text: &str) -> io::Result<()> {
        self.write_bytes(text.as_bytes())
    }

    /// The same for a part of a text, which may end within a character.
    pub(super) fn write_bytes(&self, bytes: &[u8]) -> io::Result<()> {
        let mut writer = self.lock();
        if self.terminal && bytes.ends_with(b"\n") {
            return bar::above(|| writer.write_all(bytes).and_then(|()| writer.flush()));
        }
        writer.write_all(bytes)
    }

    pub(super) fn flush(&self) -> io::Result<()> {
        self.lock().flush()
    }

    /// It as a writer of bytes.
    pub(super) fn bytes(&self) -> impl Write {
        Bytes(self)
    }

    /// The same where an error can't be returned: the writer keeps what it could not write, and the
    /// error occurs again at the next block.
    pub(super) fn flush_quietly(&self) {
        let _ = self.flush();
    }

    /// Writes a text and everything that is buffered at the end of the run, unless another thread
    /// is writing: then it may be waiting for a reader that never reads.
    pub(super) fn try_end(&self, text: &str) {
        if let Ok(mut writer) = self.writer.try_lock() {
            let _ = writer.write_all(text.as_bytes()).and_then(|()| writer.flush());
        }
    }
}

struct Bytes<'a>(&'a Output);

impl Write for Bytes<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_bytes(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
