//! Standard output: written in large blocks, and never to be surprised by a closed pipe.
//!
//! Whoever reads an input [flushes](Output::flush_quietly) first, so that what is known is seen before the
//! program waits; and a thread that ends the program can flush too. That is why the writer is shared.

use super::progress;
use clap::ValueEnum;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many bytes are written at once, unless somebody is waiting for them.
const BLOCK: usize = 64 * 1024;

/// How records are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Form {
    /// A line for each
    Line,
    /// A drawing or several lines for each, with an empty line between them
    Grid,
    /// An exact cover in Knuth's format
    Dlx,
    /// A JSON object in a line for each
    Json,
    /// A row of a table for each file
    Table,
    /// A diagram as lines of numbers, which the library reads
    Text,
    /// A diagram for Graphviz to draw
    Dot,
}

impl Form {
    /// What a verb writes that only knows a flag for JSON.
    pub(super) fn of_json(json: bool) -> Self {
        if json { Self::Json } else { Self::Line }
    }
}

/// Where it goes: to standard output, or to a file, of which it is known how long it is.
#[derive(Debug)]
enum Sink {
    Stdout(Stdout),
    File(File, u64),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(stdout) => stdout.write(bytes),
            Self::File(file, length) => {
                let written = file.write(bytes)?;
                *length += u64::try_from(written).unwrap_or(0);
                Ok(written)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(stdout) => stdout.flush(),
            Self::File(file, _) => file.flush(),
        }
    }
}

/// Standard output, or a file in its place, shared by the threads of the program.
#[derive(Clone, Debug)]
pub(super) struct Output {
    writer: Arc<Mutex<BufWriter<Sink>>>,
    /// Whether somebody looks on.
    terminal: bool,
}

impl Output {
    pub(super) fn new() -> Self {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        Self::of(Sink::Stdout(stdout), terminal)
    }

    /// A file, which stands at its end after so many bytes.
    pub(super) fn to_file(file: File, bytes: u64) -> Self {
        Self::of(Sink::File(file, bytes), false)
    }

    fn of(sink: Sink, terminal: bool) -> Self {
        Self { writer: Arc::new(Mutex::new(BufWriter::with_capacity(BLOCK, sink))), terminal }
    }

    /// Writes out what was held back, of a file down to the disk. Gives the length of a file.
    pub(super) fn sync(&self) -> io::Result<u64> {
        let mut writer = self.lock();
        writer.flush()?;
        match writer.get_ref() {
            Sink::Stdout(_) => Ok(0),
            Sink::File(file, length) => file.sync_data().map(|()| *length),
        }
    }

    /// Whether somebody looks on.
    pub(super) fn is_terminal(&self) -> bool {
        self.terminal
    }

    fn lock(&self) -> MutexGuard<'_, BufWriter<Sink>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a text, which should end a line or not be alone.
    pub(super) fn write(&self, text: &str) -> io::Result<()> {
        self.write_bytes(text.as_bytes())
    }

    /// The same for a text in pieces, which may end within a character.
    pub(super) fn write_bytes(&self, bytes: &[u8]) -> io::Result<()> {
        let mut writer = self.lock();
        if self.terminal && bytes.ends_with(b"\n") {
            return progress::above(|| writer.write_all(bytes).and_then(|()| writer.flush()));
        }
        writer.write_all(bytes)
    }

    /// Writes out what was held back.
    pub(super) fn flush(&self) -> io::Result<()> {
        self.lock().flush()
    }

    /// The same where an error can't be told: the writer keeps what it could not write, and meets the error
    /// again at the next block.
    pub(super) fn flush_quietly(&self) {
        let _ = self.flush();
    }

    /// The same, unless another thread is writing: then it may be waiting for a reader that never reads.
    pub(super) fn try_flush(&self) {
        if let Ok(mut writer) = self.writer.try_lock() {
            let _ = writer.flush();
        }
    }
}
