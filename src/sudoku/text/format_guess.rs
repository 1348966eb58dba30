//! Guesses the format of a Sudoku text from its beginning.
//!
//! XML, objects and lists of JSON, tables, and the format of SadMan Sudoku are [recognised by what
//! they begin with](super::format_signs). Otherwise each line is examined by itself: it may be a
//! whole puzzle, a row of one, or neither. Rows count only when there are as many as each has
//! cells. The format with the most lines is the guess.
//!
//! Texts in Knuth's format for exact covers must not be mistaken for Sudoku, although their options
//! may look like short rows (`00 01`). They are recognised by their first line: it is a comment
//! that begins with `|`, or it names distinct items, of which the next lines then use some.

use super::candidate_line;
use super::format::{Format, FormatGuess};
use super::format_signs;
use super::grid_row::{GridContext, LineKind, Tokens};
use super::line_reader::{whole_lines, without_mark};
use super::puzzle_line::{self, FoundGrid, WantedSizes};
use super::sdk_parser::SdkVotes;
use super::sizes::{SIZES, size_of_grid};
use super::symbols::SymbolReader;
use std::io::{self, BufRead, Chain, Cursor, Read};

/// The maximum number of bytes that are examined.
const MAX_LOOK: usize = 64 * 1024;

/// The maximum number of bytes that are held, with a [beginning](after_long_beginning) that is not
/// examined.
const MAX_HELD: usize = 16 * 1024 * 1024;

/// The fewest cells of a grid that is recognised despite a wrong length or a wrong symbol.
const MIN_DAMAGED_CELLS: usize = 64;

/// The number of options of an exact cover that are compared with its items.
const OPTIONS_EXAMINED: usize = 4;

/// The number of lines of one format after which the remaining lines are not examined.
const CLEAR_MAJORITY: usize = 100;

/// Guesses the format of a text from its first bytes, of which the last line may be incomplete.
/// `None` if it is not a Sudoku text.
#[must_use]
pub fn guess_format(text: &[u8]) -> Option<FormatGuess> {
    guess(text, true)
}

/// The guess of a text, or of the beginning of one, if more of it can be examined.
fn guess(text: &[u8], is_whole: bool) -> Option<FormatGuess> {
    let whole = if text.len() < MAX_LOOK { text } else { whole_lines(text) };
    if is_exact_cover(lines(without_mark(whole))) {
        return None;
    }
    let rest = after_long_beginning(text);
    let of_rest = || (rest.len() < text.len()).then(|| guess_sudoku(rest, is_whole))?;
    guess_sudoku(text, is_whole).or_else(of_rest)
}

/// A text after comments, or a line, that have as many bytes as are [examined](MAX_LOOK), or more.
fn after_long_beginning(text: &[u8]) -> &[u8] {
    let mut rest = without_mark(text);
    while let Some(head) = rest.get(..MAX_LOOK) {
        let skipped = whole_lines(head);
        rest = if skipped.is_empty() {
            let end = rest.iter().position(|&byte| byte == b'\n');
            end.map_or(&[], |end| &rest[end + 1..])
        } else if lines(skipped).all(puzzle_line::is_empty) {
            &rest[skipped.len()..]
        } else {
            break;
        };
    }
    rest
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end)
}

/// The guess of a text that is no exact cover.
fn guess_sudoku(text: &[u8], is_whole: bool) -> Option<FormatGuess> {
    let head = without_mark(&text[..MAX_LOOK.min(text.len())]);
    let text = if text.len() < MAX_LOOK { head } else { whole_lines(head) };
    let clear = format_signs::xml(head).or_else(|| format_signs::literal(head));
    if let Some(guess) = clear.or_else(|| format_signs::table(text)) {
        return Some(guess);
    }
    let mut votes = FormatVotes::default();
    for line in lines(text) {
        votes.count(line);
        if votes.is_clear() {
            break;
        }
    }
    format_signs::list(head, votes.guess(), is_whole)
}

/// An input whose beginning was examined. It yields the whole input.
pub type Peeked<R> = Chain<Cursor<Vec<u8>>, R>;

/// Reads as much of an input as the guess of its format takes: at most 64 KiB, or 16 MiB if it
/// begins with 64 KiB of comments or a line as long. Returns the guess and the whole input.
///
/// # Errors
/// If the input cannot be read.
pub fn peek<R: BufRead>(mut input: R) -> io::Result<(Option<FormatGuess>, Peeked<R>)> {
    let (guess, head) = look(&mut input)?;
    Ok((guess, Cursor::new(head).chain(input)))
}

/// The guess, and the bytes that were taken from the input for it.
///
/// An input may arrive in small pieces (from a terminal or a pipe), so this function guesses again
/// whenever it has twice as many bytes as before, and considers complete lines only.
pub(super) fn look(input: &mut impl BufRead) -> io::Result<(Option<FormatGuess>, Vec<u8>)> {
    let (mut head, mut enough, mut most) = (Vec::new(), 0, MAX_LOOK);
    loop {
        let piece = input.fill_buf()?;
        let taken = piece.len().min(most - head.len());
        let is_last = taken == 0;
        head.extend_from_slice(&piece[..taken]);
        input.consume(taken);
        if is_last {
            return Ok((guess_format(&head), head));
        }
        if head.len() == most && after_long_beginning(&head).len() < MAX_LOOK {
            most = (2 * most).min(MAX_HELD);
        }
        if head.len() >= enough {
            enough = 2 * head.len();
            let guess = guess(whole_lines(&head), false);
            if guess.is_some() {
                return Ok((guess, head));
            }
        }
    }
}

/// Returns whether these are the first lines of an exact cover in Knuth's format.
fn is_exact_cover<'a>(lines: impl Iterator<Item = &'a [u8]>) -> bool {
    let mut lines = lines.map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let Some(first) = lines.next() else { return false };
    if let Some(comment) = first.strip_prefix(b"|") {
        let mut tokens = Tokens::default();
        tokens.cut(comment);
        return tokens.classify(comment, GridContext::default()) == LineKind::Text;
    }
    let mut items: Vec<_> = names(first).collect();
    let named = items.len();
    items.sort_unstable();
    items.dedup();
    let options = lines.filter(|line| !line.starts_with(b"|"));
    let options: Vec<_> = options.take(OPTIONS_EXAMINED).collect();
    let is_item = |name: &[u8]| items.binary_search(&name).is_ok();
    items.len() == named
        && options.iter().all(|option| names(option).all(is_item))
        && options.iter().any(|option| names(option).count() < named)
}

/// The names of the items in a line of an exact cover: words without the multiplicity before a bar
/// and the colour after a colon.
fn names(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let name = |word| {
        let named = <[u8]>::rsplit(word, |&byte| byte == b'|').next()?;
        named.split(|&byte| byte == b':').next()
    };
    line.split(u8::is_ascii_whitespace).filter_map(name).filter(|name| !name.is_empty())
}

/// Consecutive rows of one size.
#[derive(Clone, Copy, Debug)]
struct RowRun {
    size: usize,
    rows: usize,
    /// Whether each of them is also a whole small grid.
    whole: bool,
    /// Whether the cells of the last one are apart.
    apart: bool,
    /// Whether each row is one run of symbols, and a line of text precedes them.
    euler: bool,
    /// Whether a value has more than one digit.
    numbers: bool,
    /// Whether a value is marked as placed.
    placed: bool,
    /// Whether each row has bars between its boxes and nothing else.
    boxes: bool,
}

impl RowRun {
    fn format(self) -> Format {
        match self {
            Self { numbers: true, .. } => Format::Numbers,
            Self { placed: true, .. } => Format::Sdx,
            Self { boxes: true, .. } => Format::Ss,
            Self { euler: true, .. } => Format::Euler,
            _ => Format::Grid,
        }
    }
}

/// The votes of the lines.
#[derive(Default)]
struct FormatVotes {
    /// The number of lines for each guess, in the order of the first line of each.
    votes: Vec<(FormatGuess, usize)>,
    run: Option<RowRun>,
    /// The longest run of too few rows.
    unfinished: Option<RowRun>,
    after_text: bool,
    /// The size of the first grid with a wrong length or a wrong symbol.
    damaged: Option<usize>,
    sdk: SdkVotes,
    tokens: Tokens,
    symbols: SymbolReader,
}

impl FormatVotes {
    fn vote(&mut self, format: Format, size: usize, lines: usize) {
        match self.votes.iter_mut().find(|(guess, _)| guess.format == format) {
            Some((_, votes)) => *votes += lines,
            None => self.votes.push((FormatGuess { format, size }, lines)),
        }
    }

    fn is_clear(&self) -> bool {
        self.votes.iter().any(|&(_, votes)| votes >= CLEAR_MAJORITY)
    }

    fn count(&mut self, line: &[u8]) {
        self.sdk.count(line);
        self.tokens.cut(line);
        let whole = self.whole(line);
        let context = GridContext { placed: true, ..GridContext::default() };
        match (self.tokens.classify(line, context), whole) {
            (LineKind::Row { size, joined }, _) => {
                self.count_row(line, size, joined, whole.is_some());
            }
            (_, Some(FormatGuess { format, size })) => {
                self.end_run();
                self.vote(format, size, 1);
            }
            (LineKind::Text, None) => {
                self.end_run();
                self.after_text = true;
                self.damaged = self.damaged.or_else(|| damaged(line));
            }
            _ => {}
        }
    }

    /// The guess for a line that is a whole grid.
    fn whole(&mut self, line: &[u8]) -> Option<FormatGuess> {
        if puzzle_line::is_empty(line) {
            return None;
        }
        let numbers = size_of_grid(self.tokens.as_slice().len());
        if let Some(size) = numbers.filter(|&size| self.tokens.is_grid(line, size)) {
            return Some(FormatGuess { format: Format::Numbers, size });
        }
        let candidates = candidate_line::find_clear(line, &mut self.symbols);
        let is_same = |grid: &FoundGrid| candidates.as_ref().is_some_and(|c| c.field == grid.field);
        let grid = puzzle_line::find(line, WantedSizes::default(), &mut self.symbols).ok();
        let (format, found) = match grid.filter(|grid| !is_same(grid)) {
            Some(grid) => (Format::Line, grid),
            None => (Format::Candidates, candidates?),
        };
        Some(FormatGuess { format, size: found.parsed.grid.size() })
    }

    fn count_row(&mut self, line: &[u8], size: usize, joined: bool, whole: bool) {
        if self.run.is_some_and(|run| run.size != size) || self.tokens.label().is_some() {
            self.end_run();
        }
        let euler = self.after_text && self.tokens.is_plain(line);
        let new = RowRun {
            size,
            rows: 0,
            whole: true,
            apart: !joined,
            euler: true,
            numbers: false,
            placed: false,
            boxes: true,
        };
        let mut run = self.run.take().unwrap_or(new);
        run.rows += 1;
        run.whole &= whole;
        run.apart = !joined;
        run.euler &= euler;
        run.numbers |= size > 9 && !joined && self.tokens.has_long();
        run.placed |= !joined && self.tokens.has_placed(line);
        run.boxes &= is_boxes(line);
        if run.rows < size {
            self.run = Some(run);
        } else if run.whole {
            self.vote_whole(run);
        } else {
            self.vote(run.format(), size, size);
            self.after_text = false;
        }
    }

    /// Counts rows each of which is a whole small grid.
    fn vote_whole(&mut self, run: RowRun) {
        let format = if run.apart { Format::Numbers } else { Format::Line };
        self.vote(format, run.size.isqrt(), run.rows);
    }

    fn end_run(&mut self) {
        let Some(run) = self.run.take() else { return };
        if run.whole {
            self.vote_whole(run);
        } else if self.unfinished.is_none_or(|longest| longest.rows < run.rows) {
            self.unfinished = Some(run);
        }
    }

    fn guess(mut self) -> Option<FormatGuess> {
        self.end_run();
        let most = self.votes.iter().rev().max_by_key(|&&(_, votes)| votes);
        let sdk = |guess: FormatGuess| match guess.format {
            Format::Grid | Format::Euler if self.sdk.is_clear() => {
                FormatGuess { format: Format::Sdk, ..guess }
            }
            _ => guess,
        };
        let unfinished = self.unfinished.filter(|run| 2 * run.rows > run.size);
        let rows = unfinished.map(|run| FormatGuess { format: run.format(), size: run.size });
        let damaged = self.damaged.map(|size| FormatGuess { format: Format::Line, size });
        most.map(|&(guess, _)| guess).or(rows).map(sdk).or(damaged)
    }
}

/// Returns whether a row is of the format of Simple Sudoku: `..3|.2.|6..`, maybe with a bar on each
/// side.
fn is_boxes(line: &[u8]) -> bool {
    let row = line.trim_ascii();
    let inner = row.strip_prefix(b"|").and_then(|row| row.strip_suffix(b"|")).unwrap_or(row);
    let is_box = |part: &[u8]| part.len() == 3 && !part.iter().any(u8::is_ascii_whitespace);
    inner.len() == 11 && inner.split(|&byte| byte == b'|').all(is_box)
}

/// The size of the grid that a line appears to be: its length is nearly right, and nearly all of it
/// are digits and blanks.
fn damaged(line: &[u8]) -> Option<usize> {
    let length = line.len();
    let symbols =
        line.iter().filter(|&byte| byte.is_ascii_digit() || b".-_*".contains(byte)).count();
    let near = |size: &&usize| length.abs_diff(*size * *size) * 20 <= length;
    let size = SIZES.iter().find(near).copied()?;
    (length >= MIN_DAMAGED_CELLS && symbols * 10 >= length * 9).then_some(size)
}

#[cfg(test)]
mod tests;
