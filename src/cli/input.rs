//! Files to records: what each input is, and one record after another out of it.
//!
//! A text of Sudoku puzzles is read as a stream, whatever its length; a problem in Knuth's format is one
//! record, and is read whole.

use super::args::{From, ReadingArgs};
use super::failure::Failure;
use super::output::Output;
use super::session::Session;
use super::stop::Stop;
use super::stream::{self, Crew, Rush};
use quadrille::Place;
use quadrille::dlx::{self, ParseErrorKind, Parsed};
use quadrille::sudoku::text::{self, Format, Peeked, ReadError, Reader, Record};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::thread::{self, ThreadId};

/// How many bytes are read at once: some thousand puzzles.
const BLOCK: usize = 256 * 1024;

/// The longest problem in Knuth's format that is read, in bytes.
const LONGEST_PROBLEM: u64 = 1 << 30;

const EMPTY: &str = "empty input: expected a Sudoku puzzle or a problem in Knuth's format";
const NO_OPTIONS: &str = "found neither a Sudoku puzzle nor a problem in Knuth's format, which has options \
                          after the line that names its items";
const TRIED: &str = "it looks like no Sudoku, and so was read as a problem in Knuth's format; \
                     --from can say what it is";

/// What a verb does with the records. Its errors are those of stdout.
pub(super) trait Worker {
    /// How many puzzles it would like to have at once where the first has this size. It gets fewer where it would have to
    /// wait for more.
    fn batch(&self, size: usize) -> usize {
        let _ = size;
        1
    }

    /// Others who take puzzles as it does, block by block, if there are any.
    fn crew(&self) -> Option<Crew> {
        None
    }

    /// Takes a Sudoku puzzle.
    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()>;

    /// Takes puzzles that follow one another, until the run is stopped, and counts those that it takes up.
    fn puzzles(&mut self, session: &mut Session, file: &str, records: &[Record]) -> io::Result<()> {
        one_by_one(self, session, file, records)
    }

    /// Takes an exact-cover problem.
    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()>;

    /// All records of a file were taken, or there were none, or the run is stopped.
    fn end_of_file(&mut self, session: &mut Session, file: &str) -> io::Result<()> {
        let _ = (session, file);
        Ok(())
    }

    /// Adds what is to be said at the end.
    fn end(&mut self, session: &mut Session) -> io::Result<()> {
        let _ = session;
        Ok(())
    }
}

/// Hands puzzles to a worker that takes them one by one.
pub(super) fn one_by_one(
    worker: &mut (impl Worker + ?Sized),
    session: &mut Session,
    file: &str,
    records: &[Record],
) -> io::Result<()> {
    for record in records {
        session.stop.count_record();
        worker.puzzle(session, file, record)?;
        if session.stop.is_pulled() {
            break;
        }
    }
    Ok(())
}

/// Reads all files, in order, until the run is stopped.
pub(super) fn each_record(
    files: &[PathBuf],
    args: &ReadingArgs,
    session: &mut Session,
    worker: &mut impl Worker,
) -> io::Result<()> {
    for path in files {
        if session.stop.is_pulled() {
            session.tally.saw_stop();
            break;
        }
        each_record_of_file(path, &label(path), args, session, worker)?;
    }
    Ok(())
}

/// What an input is called.
pub(super) fn label(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".to_owned() } else { path.display().to_string() }
}

pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Tells whoever sits at the terminal that the program waits for him, if it does.
pub(super) fn invite(path: &Path, session: &Session) {
    if is_stdin(path) && io::stdin().is_terminal() {
        session.inform("reading from the terminal: end with Ctrl-D on a line of its own");
    }
}

fn each_record_of_file(
    path: &Path,
    name: &str,
    args: &ReadingArgs,
    session: &mut Session,
    worker: &mut impl Worker,
) -> io::Result<()> {
    invite(path, session);
    let before = session.stop.records();
    let mut has_puzzles = false;
    match open(path, session).map_err(Unread::Io).and_then(|input| sort(input, path, args)) {
        Err(failure) => session.fail(&failure.into_failure(name))?,
        Ok(Sorted::Cover(parsed)) => {
            session.stop.count_record();
            session.tally.saw_cover();
            worker.cover(session, name, &parsed)?;
        }
        Ok(Sorted::Sudoku(reader)) => {
            each_puzzle(reader, name, session, worker)?;
            has_puzzles = true;
        }
    }
    worker.end_of_file(session, name)?;
    if has_puzzles && session.stop.records() == before && !session.tally.is_stopped() {
        session.fail(&Failure::of_file(name, "no Sudoku puzzle found"))?;
    }
    Ok(())
}

/// Reads all puzzles of a text. When a read of the input has brought many, or what it has brought takes long, others may
/// take over, who are faster.
fn each_puzzle<R: BufRead + Send + 'static>(
    mut reader: Box<Reader<R>>,
    name: &str,
    session: &mut Session,
    worker: &mut impl Worker,
) -> io::Result<()> {
    let (crew, mut batch, mut rush) = (worker.crew(), Vec::new(), Rush::default());
    while let Some(first) = reader.next() {
        let error = gather(first, &mut *reader, worker, &mut batch);
        worker.puzzles(session, name, &batch)?;
        if !go_on(session, name, error.as_ref())? {
            break;
        }
        rush.brought(&batch);
        let has_more = reader.is_ready();
        if let Some(crew) = crew.as_ref().filter(|crew| crew.is_wanted(&rush, has_more))
            && let Some(setting) = reader.setting()
        {
            return stream::run(reader, setting, crew, name, session, worker);
        }
        if !has_more {
            rush = Rush::default();
        }
    }
    Ok(())
}

/// Reads all puzzles of a text, in batches. Only for the first of a batch the input may keep the program waiting.
pub(super) fn each_batch(
    reader: &mut Reader<impl BufRead>,
    name: &str,
    session: &mut Session,
    worker: &mut impl Worker,
) -> io::Result<()> {
    let mut batch = Vec::new();
    while let Some(first) = reader.next() {
        let error = gather(first, reader, worker, &mut batch);
        worker.puzzles(session, name, &batch)?;
        if !go_on(session, name, error.as_ref())? {
            break;
        }
    }
    Ok(())
}

/// Ends a batch: tells the error that comes after it, and whether the run goes on.
pub(super) fn go_on(
    session: &mut Session,
    name: &str,
    error: Option<&ReadError>,
) -> io::Result<bool> {
    if let Some(error) = error.filter(|_| !session.stop.is_pulled()) {
        session.stop.count_record();
        session.fail(&Failure::of_sudoku(name, error))?;
    }
    let is_stopped = session.stop.is_pulled();
    if is_stopped {
        session.tally.saw_stop();
    }
    Ok(!is_stopped)
}

/// Makes a batch of at most as many records as the worker likes: the first, and those after it that are there. An error ends
/// it, and is what comes next.
fn gather(
    first: Result<Record, ReadError>,
    reader: &mut Reader<impl BufRead>,
    worker: &impl Worker,
    batch: &mut Vec<Record>,
) -> Option<ReadError> {
    batch.clear();
    let most = first.as_ref().map_or(1, |record| worker.batch(record.grid.size()));
    let mut next = Some(first);
    while let Some(record) = next {
        match record {
            Ok(record) => batch.push(record),
            Err(error) => return Some(error),
        }
        next = if batch.len() < most { reader.ready() } else { None };
    }
    None
}

/// An input that may keep the program waiting: whoever watches the output then sees all that is known. If it is read by a
/// thread that does nothing else, others see to that.
pub(super) struct Tied {
    input: Box<dyn Read + Send>,
    output: Output,
    stop: Stop,
    /// The thread that writes what is known.
    writer: ThreadId,
}

impl Read for Tied {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if thread::current().id() != self.writer {
            return self.input.read(buffer);
        }
        self.output.flush_quietly();
        self.stop.while_waiting(|| self.input.read(buffer))
    }
}

impl fmt::Debug for Tied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tied").finish_non_exhaustive()
    }
}

pub(super) type Input = BufReader<Tied>;

/// Opens a file, or standard input.
pub(super) fn open(path: &Path, session: &Session) -> io::Result<Input> {
    let input: Box<dyn Read + Send> =
        if is_stdin(path) { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    let (output, stop) = (session.output().clone(), session.stop.clone());
    let tied = Tied { input, output, stop, writer: thread::current().id() };
    Ok(BufReader::with_capacity(BLOCK, tied))
}

/// What an input turned out to be.
enum Sorted {
    Sudoku(Box<Reader<Peeked<Input>>>),
    Cover(Box<Parsed>),
}

/// Why there is no record in an input.
enum Unread {
    Io(io::Error),
    Empty,
    NoOptions(Place),
    TooLong,
    Cover { error: dlx::ParseError, guessed: bool },
}

impl std::convert::From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Unread {
    fn into_failure(self, file: &str) -> Failure {
        match self {
            Self::Io(error) => Failure::reading(file, &error),
            Self::Empty => Failure::of_file(file, EMPTY),
            Self::NoOptions(place) => Failure::of_place(file, &place, NO_OPTIONS),
            Self::TooLong => Failure::of_file(
                file,
                "longer than 1 GiB, the most that is read of a problem in Knuth's format",
            ),
            Self::Cover { error, guessed } => {
                let failure = Failure::of_cover(file, &error);
                if guessed { failure.with_note(TRIED) } else { failure }
            }
        }
    }
}

/// Finds out what an input is, from the arguments, its name, and its beginning.
fn sort(input: Input, path: &Path, args: &ReadingArgs) -> Result<Sorted, Unread> {
    let options = args.sudoku.read_options();
    let named_dlx = path.extension().is_some_and(|extension| extension == "dlx");
    let format = match args.from {
        From::Auto if named_dlx => return read_cover(input, false),
        From::Dlx => return read_cover(input, false),
        From::Auto => None,
        From::Line => Some(Format::Line),
        From::Euler => Some(Format::Euler),
        From::Grid => Some(Format::Grid),
        From::Numbers => Some(Format::Numbers),
    };
    if let Some(format) = format {
        let unread = io::Cursor::new(Vec::new()).chain(input);
        return Ok(Sorted::Sudoku(Box::new(Reader::new(unread, options.format(format)))));
    }
    let (guess, peeked) = text::peek(input)?;
    if guess.is_some() || args.sudoku.is_given() {
        return Ok(Sorted::Sudoku(Box::new(Reader::new(peeked, options))));
    }
    check_beginning(peeked.get_ref().0.get_ref())?;
    read_cover(peeked, true)
}

/// Refuses what is wrong from the beginning, before all of it is read.
fn check_beginning(head: &[u8]) -> Result<(), Unread> {
    let whole = head.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    match dlx::parse(&head[..whole]) {
        Err(error) if !matches!(error.kind(), ParseErrorKind::NoItemLine) => {
            Err(Unread::Cover { error, guessed: true })
        }
        _ => Ok(()),
    }
}

/// Reads a problem in Knuth's format. One that was only guessed should look like one.
fn read_cover(input: impl Read, guessed: bool) -> Result<Sorted, Unread> {
    let mut text = Vec::new();
    input.take(LONGEST_PROBLEM + 1).read_to_end(&mut text)?;
    if u64::try_from(text.len()).is_ok_and(|length| length > LONGEST_PROBLEM) {
        return Err(Unread::TooLong);
    }
    if guessed && text.trim_ascii().is_empty() {
        return Err(Unread::Empty);
    }
    let parsed = dlx::parse(&text).map_err(|error| Unread::Cover { error, guessed })?;
    if guessed && parsed.problem.options().len() == 0 {
        return Err(Unread::NoOptions(first_line(&text)));
    }
    Ok(Sorted::Cover(Box::new(parsed)))
}

/// Where a text has the first line that is not blank.
fn first_line(text: &[u8]) -> Place {
    let numbered = (1..).zip(text.split(|&byte| byte == b'\n'));
    let mut lines = numbered.filter(|(_, line)| !line.trim_ascii().is_empty());
    let (number, line) = lines.next().unwrap_or((1, b""));
    Place::new(number, line, 0)
}
