//! Reads files into records, and finds out what each file contains.
//!
//! A text of Sudoku puzzles is read as a stream of any length; a problem in Knuth's format is one
//! record and is read whole.

use super::args::{From, ReadingArgs};
use super::failure::{Failure, RULES};
pub(super) use super::file_names::{is_stdin, label};
use super::handler::{Handler, next_batch};
use super::output::Form;
use super::pool::{self, Burst};
use super::session::Session;
use super::tied_input::Input;
use quadrille::dlx::{self, DlxErrorKind, Parsed};
use quadrille::location::{Location, ParseError};
use quadrille::sudoku::text::{self, Peeked, ReadError, Reader, Record};
use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// The longest problem in Knuth's format that is read, in bytes.
const LONGEST_PROBLEM: u64 = 1 << 30;

const TOO_LONG: &str = "longer than 1 GiB, the most that is read of a problem in Knuth's format";
const EMPTY: &str = "empty input: expected a Sudoku puzzle or a problem in Knuth's format";
const NO_OPTIONS: &str = "found neither a Sudoku puzzle nor a problem in Knuth's format, which has options \
                          after the line that names its items";
const TRIED: &str = "it looks like no Sudoku, and so was read as a problem in Knuth's format; \
                     --from can say what it is";

const NUMBER_SIGN: &str = "the line that names the items begins with `#`: a comment begins with `|` in \
                           Knuth's format";
const GZIP: &str = "the input is compressed with gzip: zcat FILE | quadrille ... reads it";
const ZSTANDARD: &str =
    "the input is compressed with Zstandard: zstdcat FILE | quadrille ... reads it";

/// The most items or lines that a warning names.
const NAMED: usize = 3;

type DlxError = ParseError<DlxErrorKind>;

/// Handles all records of all files, in order, until the run is stopped.
pub(super) fn each_record(
    files: &[PathBuf],
    args: &ReadingArgs,
    session: &mut Session,
    handler: &mut impl Handler,
) -> io::Result<()> {
    for path in files {
        if session.stop.is_requested() {
            session.tally.saw_stop();
            break;
        }
        each_record_of_file(path, &label(path), args, session, handler)?;
    }
    Ok(())
}

/// Whether standard input is a terminal, or ends before its first byte, as `/dev/null` does.
pub(super) fn is_missing(session: &Session) -> io::Result<bool> {
    if io::stdin().is_terminal() {
        return Ok(true);
    }
    let is_empty = || io::stdin().lock().fill_buf().map(<[u8]>::is_empty);
    session.stop.while_waiting(is_empty)
}

/// Prints a message if the program waits for input from the terminal.
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
    handler: &mut impl Handler,
) -> io::Result<()> {
    invite(path, session);
    let before = session.stop.records();
    let mut has_puzzles = false;
    let (unknown, form, prefix) = (handler.unknown(), session.form, session.prefix(name));
    let pending = || unknown.map(|unknown| unknown.of_cover(name, form, prefix.clone()));
    // Standard input can block forever; then there is no record.
    session.set_pending(pending().filter(|_| !is_stdin(path)));
    let input = open(path, session).map_err(|error| Failure::of_file(name, error));
    match input.and_then(|input| sort(input, path, name, args)) {
        Err(failure) => session.fail(&failure)?,
        Ok(Sorted::Cover(parsed)) => {
            session.set_pending(pending());
            session.stop.count_records(1);
            session.tally.has_covers = true;
            warn_of_options(session, name, &parsed);
            warn_of_items(session, name, &parsed);
            handler.cover(session, name, &parsed)?;
        }
        Ok(Sorted::Sudoku(reader)) => {
            session.set_pending(None);
            each_puzzle(reader, name, args, session, handler)?;
            has_puzzles = true;
        }
    }
    session.set_pending(None);
    handler.end_of_file(session, name)?;
    if has_puzzles && session.stop.records() == before && !session.tally.is_stopped() {
        session.fail(&Failure::of_file(name, "no Sudoku puzzle found"))?;
    }
    Ok(())
}

/// Handles all puzzles of a text. Starts a pool when one read has many puzzles, or they take long.
fn each_puzzle<R: BufRead + Send + 'static>(
    mut reader: Box<Reader<R>>,
    name: &str,
    args: &ReadingArgs,
    session: &mut Session,
    handler: &mut impl Handler,
) -> io::Result<()> {
    // Pictures are collected by one thread.
    let has_pool = session.form != Form::Svg;
    let (mut batch, mut burst, mut has_rules) = (Vec::new(), Burst::default(), false);
    while let Some(first) = reader.next() {
        if !has_rules && let Some(line) = line_with_rules(&first, &reader) {
            has_rules = true;
            let rules = reader.rules().cloned().unwrap_or_default();
            if let Err(error) = args.sudoku.adopt(&rules) {
                session.stop.count_records(1);
                let failure = Failure::of_record(name, line, error);
                return session.fail(&failure.with_note(RULES));
            }
        }
        if !next_batch(first, &mut *reader, name, session, handler, &mut batch)? {
            break;
        }
        burst.add(&batch);
        let has_more = reader.is_ready();
        if has_pool
            && burst.is_enough(has_more)
            && let Some(config) = handler.pool()
            && burst.should_parallelize(&config, has_more)
            && let Some(setting) = reader.state()
        {
            return pool::run(reader, setting, &config, name, session, handler);
        }
        if !has_more {
            burst = Burst::default();
        }
    }
    Ok(())
}

/// The line of a record after which the rules of its file are known.
fn line_with_rules<R: BufRead>(
    record: &Result<Record, ReadError>,
    reader: &Reader<R>,
) -> Option<u64> {
    match record {
        Ok(record) => Some(record.line),
        Err(ReadError::Text(error)) => reader.rules().map(|_| error.location().line()),
        Err(ReadError::Io(_)) => None,
    }
}

/// Warns of options that are never chosen, which may be a mistake of the author.
fn warn_of_options(session: &Session, file: &str, parsed: &Parsed) {
    let (what, line) = match parsed.never_chosen.len() {
        0 => return,
        1 => ("an option has no primary item and is", "line"),
        _ => ("options have no primary item and are", "lines"),
    };
    let lines = list(&parsed.never_chosen, |(_, line)| line.to_string());
    session.warn(format_args!("{file}: {what} never chosen: {line} {lines}"));
}

/// Warns of primary items that no option has: then there is no solution.
fn warn_of_items(session: &Session, file: &str, parsed: &Parsed) {
    let Some(&(_, line)) = parsed.never_covered.first() else { return };
    let what = match parsed.never_covered.len() {
        1 => "an item is in no option",
        _ => "items are in no option",
    };
    let names =
        list(&parsed.never_covered, |&(item, _)| parsed.problem.item_name(item).to_string());
    session
        .warn(format_args!("{file}: {what}, so that there is no solution: {names} (line {line})"));
}

/// The names of the first of these, and how many there are besides.
fn list<T>(all: &[T], name: impl Fn(&T) -> String) -> String {
    let names: Vec<_> = all.iter().take(NAMED).map(name).collect();
    match all.len() - names.len() {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

pub(super) fn open(path: &Path, session: &Session) -> io::Result<Input> {
    let source: Box<dyn Read + Send> =
        if is_stdin(path) { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    Ok(Input::new(source, session.output().clone(), session.stop.clone()))
}

enum Sorted {
    Sudoku(Box<Reader<Peeked<Input>>>),
    Cover(Box<Parsed>),
}

/// Finds out what an input contains, from the arguments, its name and its beginning.
fn sort(mut input: Input, path: &Path, name: &str, args: &ReadingArgs) -> Result<Sorted, Failure> {
    let options = args.sudoku.read_options();
    let named_dlx = path.extension().is_some_and(|extension| extension == "dlx");
    if args.from == From::Dlx || args.from == From::Auto && named_dlx {
        return read_cover(input, name, false);
    }
    if let Some(format) = args.from.format() {
        let head = input.fill_buf().map_err(|error| Failure::of_file(name, error))?;
        check_compression(head, name)?;
        let unread = io::Cursor::new(Vec::new()).chain(input);
        return Ok(Sorted::Sudoku(Box::new(Reader::new(unread, options.format(format)))));
    }
    let (guess, peeked) = text::peek(input).map_err(|error| Failure::of_file(name, error))?;
    check_compression(peeked.get_ref().0.get_ref(), name)?;
    if guess.is_some() || args.sudoku.is_given() {
        return Ok(Sorted::Sudoku(Box::new(Reader::new(peeked, options))));
    }
    check_beginning(peeked.get_ref().0.get_ref(), name)?;
    read_cover(peeked, name, true)
}

/// Reports an error at the beginning before the rest is read.
fn check_beginning(head: &[u8], name: &str) -> Result<(), Failure> {
    let whole = head.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    match dlx::parse(&head[..whole]) {
        Err(error) if !matches!(error.kind(), DlxErrorKind::NoItemLine) => {
            let failure = Failure::of_place(name, error.location(), error.kind());
            Err(failure.with_note(note(&head[..whole], &error).unwrap_or(TRIED)))
        }
        _ => Ok(()),
    }
}

/// Reports an input that is compressed, by its first bytes.
fn check_compression(head: &[u8], name: &str) -> Result<(), Failure> {
    if head.starts_with(&[0x1f, 0x8b]) {
        Err(Failure::of_file(name, GZIP))
    } else if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        Err(Failure::of_file(name, ZSTANDARD))
    } else {
        Ok(())
    }
}

/// What helps with an error in Knuth's format, if the item line was perhaps meant as a comment.
fn note(text: &[u8], error: &DlxError) -> Option<&'static str> {
    let begins = |line: &&[u8]| !line.is_empty() && !line.starts_with(b"|");
    let items = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).find(begins)?;
    let is_meant = items.starts_with(b"#")
        && matches!(error.kind(), DlxErrorKind::UnknownItem { .. } | DlxErrorKind::Build(_));
    is_meant.then_some(NUMBER_SIGN)
}

/// Reads a problem in Knuth's format. One that was guessed must have options.
fn read_cover(input: impl Read, name: &str, guessed: bool) -> Result<Sorted, Failure> {
    let mut text = Vec::new();
    let read = input.take(LONGEST_PROBLEM + 1).read_to_end(&mut text);
    read.map_err(|error| Failure::of_file(name, error))?;
    if u64::try_from(text.len()).is_ok_and(|length| length > LONGEST_PROBLEM) {
        return Err(Failure::of_file(name, TOO_LONG));
    }
    if guessed && text.trim_ascii().is_empty() {
        return Err(Failure::of_file(name, EMPTY));
    }
    check_compression(&text, name)?;
    let parsed = dlx::parse(&text).map_err(|error| {
        let failure = Failure::of_place(name, error.location(), error.kind());
        match note(&text, &error) {
            Some(note) => failure.with_note(note),
            None if guessed => failure.with_note(TRIED),
            None => failure,
        }
    })?;
    if guessed && parsed.problem.options().len() == 0 {
        return Err(Failure::of_place(name, &first_line(&text), NO_OPTIONS));
    }
    Ok(Sorted::Cover(Box::new(parsed)))
}

/// The place of the first line that is not blank.
fn first_line(text: &[u8]) -> Location {
    let numbered = (1..).zip(text.split(|&byte| byte == b'\n'));
    let mut lines = numbered.filter(|(_, line)| !line.trim_ascii().is_empty());
    let (number, line) = lines.next().unwrap_or((1, b""));
    Location::new(number, line, 0)
}
