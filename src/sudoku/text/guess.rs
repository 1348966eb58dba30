//! What kind of Sudoku text an input is, told from its beginning.
//!
//! Every line is looked at by itself: it may be a whole puzzle, a row of one, or neither. Rows count only
//! once there are as many as each has cells. The kind that most lines speak for is the guess.
//!
//! Texts in Knuth's format for exact covers must not be taken for Sudoku, although their options may look
//! like short rows (`00 01`). They are told by their first line, which is a comment that begins with `|`, or
//! names different items, of which the next lines then choose some.

use super::line::{self, Sizes};
use super::lines::{whole_lines, without_mark};
use super::rows::{Context, Sort, Tokens};
use super::translate::Translator;
use super::{Format, SIZES, size_of_grid};
use std::io::{self, BufRead, Chain, Cursor, Read};

/// The most bytes that are looked at.
const LONGEST_LOOK: usize = 64 * 1024;

/// The fewest cells of a grid that is recognised although it has not the right length, or a wrong sign.
const CELLS_OF_A_DAMAGED_GRID: usize = 64;

/// How many options of an exact cover are compared with its items.
const OPTIONS_LOOKED_AT: usize = 4;

/// How many lines must speak for a kind of text to spare the rest of them.
const CLEAR_MAJORITY: usize = 100;

/// What a text seems to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guess {
    /// How the grids stand in it.
    pub format: Format,
    /// The size of the first one.
    pub size: usize,
}

/// Tells from the first bytes of a text (of which the last may be cut off) what kind of Sudoku text it is.
/// `None` if it is none.
#[must_use]
pub fn guess(text: &[u8]) -> Option<Guess> {
    let look = LONGEST_LOOK.min(text.len());
    let text = if look < LONGEST_LOOK { text } else { whole_lines(&text[..look]) };
    let lines = || without_mark(text).split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_end);
    if is_exact_cover(lines()) {
        return None;
    }
    let mut tally = Tally::default();
    for line in lines() {
        tally.count(line);
        if tally.is_clear() {
            break;
        }
    }
    tally.guess()
}

/// An input of which the beginning was looked at: it can be read as if it had not been.
pub type Peeked<R> = Chain<Cursor<Vec<u8>>, R>;

/// Reads as much of an input as it takes to guess what it is, at most 64 KiB. Gives the guess, and the whole
/// input.
///
/// # Errors
/// If the input can't be read.
pub fn peek<R: BufRead>(mut input: R) -> io::Result<(Option<Guess>, Peeked<R>)> {
    let (guess, head) = look(&mut input)?;
    Ok((guess, Cursor::new(head).chain(input)))
}

/// The guess, and what was taken from the input for it.
///
/// An input may come in small pieces (a terminal, a pipe), so this looks again whenever it has twice as much
/// as before, and only at lines that are complete.
pub(super) fn look(input: &mut impl BufRead) -> io::Result<(Option<Guess>, Vec<u8>)> {
    let (mut head, mut enough) = (Vec::new(), 0);
    loop {
        let piece = input.fill_buf()?;
        let taken = piece.len().min(LONGEST_LOOK - head.len());
        let is_last = taken == 0;
        head.extend_from_slice(&piece[..taken]);
        input.consume(taken);
        if is_last {
            return Ok((guess(&head), head));
        }
        if head.len() >= enough {
            enough = 2 * head.len();
            let guess = guess(whole_lines(&head));
            if guess.is_some() {
                return Ok((guess, head));
            }
        }
    }
}

/// Whether these are the first lines of an exact cover in Knuth's format.
fn is_exact_cover<'a>(lines: impl Iterator<Item = &'a [u8]>) -> bool {
    let mut lines = lines.map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let Some(first) = lines.next() else { return false };
    if let Some(comment) = first.strip_prefix(b"|") {
        let mut tokens = Tokens::default();
        tokens.cut(comment);
        return tokens.sort(comment, Context::default()) == Sort::Text;
    }
    let mut items: Vec<_> = names(first).collect();
    let named = items.len();
    items.sort_unstable();
    items.dedup();
    let options: Vec<_> = lines.take(OPTIONS_LOOKED_AT).collect();
    let is_item = |name: &[u8]| items.binary_search(&name).is_ok();
    items.len() == named
        && options.iter().all(|option| names(option).all(is_item))
        && options.iter().any(|option| names(option).count() < named)
}

/// The names of the items in a line of an exact cover: words, without multiplicities in front of a bar and
/// colours behind a colon.
fn names(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let name = |word| {
        let named = <[u8]>::rsplit(word, |&byte| byte == b'|').next()?;
        named.split(|&byte| byte == b':').next()
    };
    line.split(u8::is_ascii_whitespace).filter_map(name).filter(|name| !name.is_empty())
}

/// Rows of one size that follow one another.
#[derive(Clone, Copy, Debug)]
struct Run {
    size: usize,
    rows: usize,
    /// Whether each of them is also a whole small grid.
    whole: bool,
    /// Whether each is one run of signs, and a line of text went before.
    euler: bool,
    /// Whether some value has more than one digit.
    numbers: bool,
}

impl Run {
    fn format(self) -> Format {
        match self {
            Self { numbers: true, .. } => Format::Numbers,
            Self { euler: true, .. } => Format::Euler,
            _ => Format::Grid,
        }
    }
}

/// What the lines speak for.
#[derive(Default)]
struct Tally {
    /// How many lines speak for each guess, in the order in which they were first made.
    votes: Vec<(Guess, usize)>,
    run: Option<Run>,
    /// The longest run that has not all its rows.
    unfinished: Option<Run>,
    after_text: bool,
    /// The size of the first grid that has not the right length, or a wrong sign.
    damaged: Option<usize>,
    tokens: Tokens,
    translator: Translator,
}

impl Tally {
    fn vote(&mut self, format: Format, size: usize, lines: usize) {
        match self.votes.iter_mut().find(|(guess, _)| guess.format == format) {
            Some((_, votes)) => *votes += lines,
            None => self.votes.push((Guess { format, size }, lines)),
        }
    }

    fn is_clear(&self) -> bool {
        self.votes.iter().any(|&(_, votes)| votes >= CLEAR_MAJORITY)
    }

    fn count(&mut self, line: &[u8]) {
        self.tokens.cut(line);
        let whole = self.whole(line);
        match (self.tokens.sort(line, Context::default()), whole) {
            (Sort::Row { size, joined }, _) => self.count_row(line, size, joined, whole.is_some()),
            (_, Some(Guess { format, size })) => {
                self.end_run();
                self.vote(format, size, 1);
            }
            (Sort::Text, None) => {
                self.end_run();
                self.after_text = true;
                self.damaged = self.damaged.or_else(|| damaged(line));
            }
            _ => {}
        }
    }

    /// The grid that is in this line alone.
    fn whole(&mut self, line: &[u8]) -> Option<Guess> {
        if line::is_passed_over(line) {
            return None;
        }
        let numbers = size_of_grid(self.tokens.as_slice().len());
        if let Some(size) = numbers.filter(|&size| self.tokens.is_grid(line, size)) {
            return Some(Guess { format: Format::Numbers, size });
        }
        let found = line::find(line, Sizes::default(), &mut self.translator).ok()?;
        Some(Guess { format: Format::Line, size: found.translated.grid.size() })
    }

    fn count_row(&mut self, line: &[u8], size: usize, joined: bool, whole: bool) {
        if self.run.is_some_and(|run| run.size != size) || self.tokens.label().is_some() {
            self.end_run();
        }
        let euler = self.after_text && self.tokens.is_plain(line);
        let new = Run { size, rows: 0, whole: true, euler: true, numbers: false };
        let mut run = self.run.take().unwrap_or(new);
        run.rows += 1;
        run.whole &= whole;
        run.euler &= euler;
        run.numbers |= size > 9 && !joined && self.tokens.has_long();
        if run.rows < size {
            self.run = Some(run);
        } else if run.whole {
            self.vote_whole(run);
        } else {
            self.vote(run.format(), size, size);
            self.after_text = false;
        }
    }

    /// Rows that are all whole grids are whole grids.
    fn vote_whole(&mut self, run: Run) {
        let format =
            if self.tokens.as_slice().len() == run.size { Format::Numbers } else { Format::Line };
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

    fn guess(mut self) -> Option<Guess> {
        self.end_run();
        let most = self.votes.iter().rev().max_by_key(|&&(_, votes)| votes);
        let unfinished = self.unfinished.filter(|run| 2 * run.rows > run.size);
        let rows = unfinished.map(|run| Guess { format: run.format(), size: run.size });
        let damaged = self.damaged.map(|size| Guess { format: Format::Line, size });
        most.map(|&(guess, _)| guess).or(rows).or(damaged)
    }
}

/// The size of the grid that a line seems to be meant for: of nearly the right length, and nearly all of
/// digits and blanks.
fn damaged(line: &[u8]) -> Option<usize> {
    let length = line.len();
    let signs = line.iter().filter(|&byte| byte.is_ascii_digit() || b".-_*".contains(byte)).count();
    let near = |size: &&usize| length.abs_diff(*size * *size) * 20 <= length;
    let size = SIZES.iter().find(near).copied()?;
    (length >= CELLS_OF_A_DAMAGED_GRID && signs * 10 >= length * 9).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::super::{ReadError, ReadOptions, Reader, Record};
    use super::*;

    const EASY: &str =
        "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
    const LAB: &str =
        "007000015000397000062010409020001543700409001481200060906020730000984000150000200";
    const SIXTEEN: &str = ".f.1.2aec........63gc.84ef1.2...e.97b3f.........4d2c....6....f......e1b735a..8.c3g..24...e7d..\
                           5fb.5......94..6......d.g5f..c........9.1c.83ab.f.2c.b..e354....9.63.4..d..b91.cg2..a9......\
                           c.8.67c8..g..a.d...5..5...3.46.1f......916.e.b..2...a8.e...d9.4cb8..2.";

    fn read(text: &str) -> (Option<Format>, Vec<Result<Record, ReadError>>) {
        let mut reader = Reader::new(text.as_bytes(), ReadOptions::new());
        let records = reader.by_ref().collect();
        (reader.format(), records)
    }

    /// That the text is guessed to be of this format, and that its first grid is this one.
    fn assert_reads(text: &str, format: Format, grid: &str, name: Option<&str>) {
        let size = grid.len().isqrt();
        assert_eq!(guess(text.as_bytes()), Some(Guess { format, size }), "{text}");
        let (read_as, mut records) = read(text);
        let record = records.remove(0).unwrap();
        assert_eq!(read_as, Some(format), "{text}");
        assert_eq!(super::super::line(&record.grid, record.alphabet, record.blank), grid);
        assert_eq!(record.name.as_deref(), name, "{text}");
    }

    #[test]
    fn puzzles_are_read_as_the_documents_print_them_in_strings() {
        assert_reads(EASY, Format::Line, EASY, None);
        assert_reads(
            &format!("string_sudoku = '{EASY}'\ndict_sudoku = str_to_dict_v1(string_sudoku)\n"),
            Format::Line,
            EASY,
            Some("string_sudoku"),
        );
        assert_reads(&format!("```\n'{EASY}'\n```\n"), Format::Line, EASY, None);
        let assigned = format!("grid1  = '{SIXTEEN}'.lower()\n");
        assert_reads(&assigned, Format::Line, SIXTEEN, Some("grid1"));
    }

    #[test]
    fn puzzles_are_read_as_the_documents_display_them() {
        let display = "In [11]:\ndisplay(dict_sudoku)\n\n\
            . . 3 |. 2 . |6 . . \n9 . . |3 . 5 |. . 1 \n. . 1 |8 . 6 |4 . . \n------+------+------\n\
            . . 8 |1 . 2 |9 . . \n7 . . |. . . |. . 8 \n. . 6 |7 . 8 |2 . . \n------+------+------\n\
            . . 2 |6 . 9 |5 . . \n8 . . |2 . 3 |. . 9 \n. . 5 |. 1 . |3 . . \n\n";
        assert_reads(display, Format::Grid, EASY, Some("display(dict_sudoku)"));
        let lines = "A typical puzzle looks like this:\n\n0 0 7  || 0 0 0  || 0 1 5\n\n\
            0 0 0  || 3 9 7  || 0 0 0\n\n0 6 2  || 0 1 0  || 4 0 9\n\n===============\n\n\
            0 2 0  || 0 0 1  || 5 4 3\n\n7 0 0  || 4 0 9  || 0 0 1\n\n4 8 1  || 2 0 0  || 0 6 0\n\n\
            ===============\n\n9 0 6  || 0 2 0  || 7 3 0\n\n0 0 0  || 9 8 4  || 0 0 0\n\n\
            1 5 0  || 0 0 0  || 2 0 0\n";
        assert_reads(lines, Format::Grid, LAB, Some("A typical puzzle looks like this"));
        let rows = SIXTEEN.as_bytes().chunks(16).enumerate().map(|(row, signs)| {
            let bar = |(i, &sign): (usize, &u8)| {
                format!("{} {}", char::from(sign), if i % 4 == 3 && i < 15 { "|" } else { "" })
            };
            let row_text: String = signs.iter().enumerate().map(bar).collect();
            let rule = "--------+--------+--------+--------\n";
            format!("{row_text}\n{}", if row % 4 == 3 && row < 15 { rule } else { "" })
        });
        assert_reads(&rows.collect::<String>(), Format::Grid, SIXTEEN, None);
    }

    #[test]
    fn puzzles_are_read_as_the_documents_list_them() {
        let spread = "s = [\n     \n     [0,0,7, 0,0,0, 0,1,5],\n\n     [0,0,0, 3,9,7, 0,0,0],\n     \n\
            [0,6,2, 0,1,0, 4,0,9],\n[0,2,0, 0,0,1, 5,4,3],\n[7,0,0, 4,0,9, 0,0,1],\n\
            [4,8,1, 2,0,0, 0,6,0],\n[9,0,6, 0,2,0, 7,3,0],\n[0,0,0, 9,8,4, 0,0,0],\n\
            [1,5,0, 0,0,0, 2,0,0]\n    ]\n";
        assert_reads(spread, Format::Grid, LAB, Some("s"));
        let list =
            |signs: &str| signs.split("").filter(|s| !s.is_empty()).collect::<Vec<_>>().join(",");
        let rows = LAB.as_bytes().chunks(9).map(|row| list(str::from_utf8(row).unwrap()));
        let dense = format!(
            "def instantiateCases () :\n    # Correct\n    global s\n    s = [[{}]]\n    # Next\n",
            rows.collect::<Vec<_>>().join("],\n         [")
        );
        assert_reads(&dense, Format::Grid, LAB, Some("s"));
        let printed = list(LAB).replace(',', ", ");
        assert_reads(&format!("[[{printed}]]\n[[{printed}]]\n"), Format::Numbers, LAB, None);
    }

    #[test]
    fn a_file_of_grids_with_headings_is_read() {
        let rows = LAB.as_bytes().chunks(9).collect::<Vec<_>>().join(&b'\n');
        let rows = String::from_utf8(rows).unwrap();
        let text = format!("Grid 01\r\n{0}\r\nGrid 02\r\n{0}", rows.replace('\n', "\r\n"));
        assert_reads(&text, Format::Euler, LAB, Some("Grid 01"));
        let names: Vec<_> = read(&text).1.into_iter().map(|r| r.unwrap().name.unwrap()).collect();
        assert_eq!(names, ["Grid 01", "Grid 02"]);
        assert_reads(&rows, Format::Grid, LAB, None);
    }

    #[test]
    fn rows_of_sixteen_are_small_grids_only_if_all_of_them_could_be() {
        let small = "1...2...3...4...\n".repeat(16);
        assert_eq!(guess(small.as_bytes()), Some(Guess { format: Format::Line, size: 4 }));
        let large = small.replacen('4', "g", 1);
        assert_eq!(guess(large.as_bytes()), Some(Guess { format: Format::Grid, size: 16 }));
        let numbers = "1 0 2 0 3 0 4 0 0 0 0 0 0 0 0 0\n".repeat(16);
        assert_eq!(guess(numbers.as_bytes()), Some(Guess { format: Format::Numbers, size: 4 }));
        let large = numbers.replacen('4', "16", 1);
        assert_eq!(guess(large.as_bytes()), Some(Guess { format: Format::Numbers, size: 16 }));
    }

    #[test]
    fn a_damaged_puzzle_is_still_a_puzzle() {
        let question = EASY.replacen('6', "?", 1);
        for text in [&EASY[1..], &question, &format!("{EASY}1")] {
            let expected = Guess { format: Format::Line, size: 9 };
            assert_eq!(guess(text.as_bytes()), Some(expected), "{text}");
        }
        let short = "5 3 . | . 7 . | . . .\n".repeat(8);
        assert_eq!(guess(short.as_bytes()), Some(Guess { format: Format::Grid, size: 9 }));
    }

    #[test]
    fn other_texts_are_no_sudoku() {
        let texts: [&[u8]; 14] = [
            b"",
            b"\n\n",
            b"hello, world\n",
            b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
            b"\xff\xfe\x00\x01",
            b"# How to solve a Sudoku\n\nPut each of 1 to 9 in each row.\n",
            b"A B C D E | F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n",
            b"| x\np0 p1 p2\np0 p1\np2\n",
            b"| domino tilings 2x2\n00 01 10 11\n00 01\n00 10\n01 11\n10 11\n",
            b"00 01 10 11\n00 01\n00 10\n01 11\n10 11\n",
            b"1 2 3 4\n1 2\n3 4\n1 4\n2 3\n",
            b"1 2 3 4 5 6 7 8 9 a b | x y\n1 x:a\n2 3 x:b y\n4 5 6 7 8 9 a b\n",
            b"2|r0 1:4|r1 c0 c1\nr0 c0\nr0 c1\nr1 c0\n",
            b"00 01 02 03 10 11 12 13 20 21 22 23 30 31 32 33\n00 01 |5\n01 02 |7\n",
        ];
        for text in texts {
            assert_eq!(guess(text), None, "{}", String::from_utf8_lossy(text));
        }
        assert_eq!(guess(&vec![b'1'; 10_000_000]), None);
    }

    #[test]
    fn a_guess_needs_no_whole_text() {
        let lines = format!("{EASY}\n").repeat(2000);
        let expected = Some(Guess { format: Format::Line, size: 9 });
        assert_eq!(guess(lines.as_bytes()), expected);
        assert_eq!(guess(&lines.as_bytes()[..130]), expected);
        assert_eq!(guess(format!("\u{feff}# comment\n{EASY}").as_bytes()), expected);
    }

    #[test]
    fn an_input_that_comes_byte_by_byte_is_guessed_and_loses_nothing() {
        let text = format!("# comment\n{EASY}\n{EASY}");
        let input = io::BufReader::with_capacity(1, text.as_bytes());
        let (guess, mut whole) = peek(input).unwrap();
        assert_eq!(guess, Some(Guess { format: Format::Line, size: 9 }));
        let mut again = String::new();
        whole.read_to_string(&mut again).unwrap();
        assert_eq!(again, text);
    }
}
