//! The lines of an input, one at a time, in bounded memory.

use crate::ids::wide;
use std::io::{self, BufRead, Chain, Cursor, Read};

/// The most bytes of a line that are kept. The longest grid has 1296 cells; the rest is room for what else
/// a line may say.
pub(super) const LONGEST_LINE: usize = 64 * 1024;

/// The bytes that some programs put in front of a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A text, without its byte order mark.
pub(super) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// A line without its line break.
pub(super) struct Line<'a> {
    /// Its number, from 1.
    pub(super) number: u64,
    /// Its bytes, or the first of them if it is cut.
    pub(super) text: &'a [u8],
    /// Whether it is longer than [`LONGEST_LINE`].
    pub(super) cut: bool,
}

/// Reads lines where they lie in the input, if they do in one piece.
#[derive(Debug)]
pub(super) struct Lines<R> {
    /// What was taken from the input before its lines were asked for, and the input.
    input: Chain<Cursor<Vec<u8>>, R>,
    /// A line that came in pieces.
    buffer: Vec<u8>,
    /// How much the last line has of what the input holds in memory: it is consumed with the next one.
    taken: usize,
    /// How much the next line will take, where that was looked for already.
    ahead: Option<usize>,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        let input = Cursor::default().chain(input);
        Self { input, buffer: Vec::new(), taken: 0, ahead: None, number: 0 }
    }

    /// Hands out the input, and takes back what was read from it, to be read again.
    pub(super) fn look_ahead<T>(
        &mut self,
        look: impl FnOnce(&mut R) -> io::Result<(T, Vec<u8>)>,
    ) -> io::Result<T> {
        let (before, input) = self.input.get_mut();
        let (seen, head) = look(input)?;
        *before = Cursor::new(head);
        Ok(seen)
    }

    /// Whether the next line is in memory as a whole: [`next`](Self::next) then does not wait for the input.
    pub(super) fn is_ready(&mut self) -> bool {
        // As long as something is not consumed, the input shows what it has, and does not read.
        let held = if self.taken > 0 { self.input.fill_buf() } else { Ok(&[][..]) };
        let rest = held.ok().and_then(|held| held.get(self.taken..)).unwrap_or_default();
        let (length, is_whole) = line_in(rest);
        self.ahead = is_whole.then_some(length);
        is_whole
    }

    /// The next line, or `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        Ok(self.advance()?.map(|(number, text)| line(number, text)))
    }

    /// Goes on by a line. Gives its number, and the line with its break or as much of it as there is room for.
    fn advance(&mut self) -> io::Result<Option<(u64, &[u8])>> {
        self.input.consume(std::mem::take(&mut self.taken));
        let (length, is_whole) = match self.ahead.take() {
            Some(length) => (length, true),
            None => look(&mut self.input)?,
        };
        if length == 0 {
            return Ok(None);
        }
        if is_whole {
            self.taken = length;
        } else {
            self.gather(length)?;
        }
        self.number += 1;
        let text = if is_whole { &self.input.fill_buf()?[..length] } else { &self.buffer };
        Ok(Some((self.number, text)))
    }

    /// How many lines were taken so far.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Counts on from this number of lines.
    pub(super) fn count_from(self, number: u64) -> Self {
        Self { number, ..self }
    }

    /// Goes on by the next line, and by those after it that are in memory as a whole, to at most so many, and appends them as
    /// they stand. Of a line that is too long it appends what is kept: that is one line as well, and too long. Says whether
    /// there was one.
    pub(super) fn append_ready(&mut self, text: &mut Vec<u8>, most: usize) -> io::Result<bool> {
        let Some((_, first)) = self.advance()? else { return Ok(false) };
        text.extend_from_slice(first);
        // As long as something is not consumed, the input shows what it has, and does not read.
        let held = if self.taken > 0 { self.input.fill_buf()? } else { &[] };
        let rest = whole_lines(held.get(self.taken..).unwrap_or_default());
        let (rest, lines) = first_lines(rest, wide(most).saturating_sub(1));
        if !rest.is_empty() && !text.ends_with(b"\n") {
            text.push(b'\n');
        }
        text.extend_from_slice(rest);
        self.number += lines;
        self.taken += rest.len();
        Ok(true)
    }

    /// Puts a line together that is in pieces, the first of this length, as far as it is to be kept.
    fn gather(&mut self, first: usize) -> io::Result<()> {
        self.buffer.clear();
        let (mut length, mut is_last) = (first, false);
        while length > 0 {
            let room = LONGEST_LINE + BREAK - self.buffer.len();
            let piece = &self.input.fill_buf()?[..length];
            self.buffer.extend_from_slice(&piece[..length.min(room)]);
            if is_last {
                self.taken = length;
                break;
            }
            self.input.consume(length);
            (length, is_last) = look(&mut self.input)?;
        }
        Ok(())
    }
}

/// The most bytes of a line break.
const BREAK: usize = 2;

/// Looks at the first [line](line_in) of what the input holds in memory. If that is nothing, it reads on, once: at the
/// end there is nothing, and somebody at a terminal has said so.
fn look(input: &mut impl BufRead) -> io::Result<(usize, bool)> {
    loop {
        match input.fill_buf() {
            Ok(held) => return Ok(line_in(held)),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The length of the first line of a text with its break, and whether that is there; else that of the text.
fn line_in(text: &[u8]) -> (usize, bool) {
    // The standard library searches for a byte in its own way, which is much faster than a loop, only behind this door.
    let length = <&[u8]>::skip_until(&mut &*text, b'\n').unwrap_or(0);
    (length, text[..length].ends_with(b"\n"))
}

/// The text up to its last line break.
pub(super) fn whole_lines(text: &[u8]) -> &[u8] {
    &text[..text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)]
}

/// The first lines of a text of whole ones, at most so many, and their number.
fn first_lines(text: &[u8], most: u64) -> (&[u8], u64) {
    let lines = breaks(text);
    if lines <= most {
        return (text, lines);
    }
    let length = (0..most).fold(0, |length, _| length + line_in(&text[length..]).0);
    (&text[..length], most)
}

/// How many line breaks there are.
fn breaks(text: &[u8]) -> u64 {
    // In so few bytes no sum passes a byte, and sixteen or more of them are counted at once.
    const FEW: usize = 255;
    let of_few =
        |few: &[u8]| few.iter().fold(0, |sum: u8, &byte| sum.wrapping_add(u8::from(byte == b'\n')));
    text.chunks(FEW).map(|few| u64::from(of_few(few))).sum()
}

/// The line of this number, out of its text, which is with its break or is as much as there is room for.
fn line(number: u64, text: &[u8]) -> Line<'_> {
    let text = match text.strip_suffix(b"\n") {
        Some(line) => line.strip_suffix(b"\r").unwrap_or(line),
        None => text,
    };
    let cut = text.len() > LONGEST_LINE;
    let text = if number == 1 { without_mark(text) } else { text };
    Line { number, text: &text[..text.len().min(LONGEST_LINE)], cut }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::io::BufReader;
    use std::rc::Rc;

    fn read(input: &[u8]) -> Vec<(u64, usize, bool)> {
        let mut lines = Lines::new(input);
        let mut seen = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            seen.push((line.number, line.text.len(), line.cut));
        }
        seen
    }

    #[test]
    fn lines_come_without_their_breaks_and_marks() {
        assert_eq!(read(b""), []);
        assert_eq!(read(b"\n"), [(1, 0, false)]);
        assert_eq!(read(b"\xef\xbb\xbfab\r\n\r\nc"), [(1, 2, false), (2, 0, false), (3, 1, false)]);
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_whole() {
        for excess in [0, 1, 2, 3, 1000, 1_000_000] {
            let mut input = vec![b'x'; LONGEST_LINE + excess];
            input.extend_from_slice(b"\nab\n");
            assert_eq!(read(&input), [(1, LONGEST_LINE, excess > 0), (2, 2, false)]);
            assert_eq!(read(&input[..LONGEST_LINE + excess]), [(1, LONGEST_LINE, excess > 0)]);
        }
        let mut input = vec![b'x'; 10_000_000];
        input.extend_from_slice(b"\nab");
        let mut lines = Lines::new(input.as_slice());
        assert!(lines.next().unwrap().unwrap().cut);
        assert!(lines.buffer.capacity() < 4 * LONGEST_LINE);
        assert_eq!(lines.next().unwrap().unwrap().text, b"ab");
    }

    #[test]
    fn what_was_looked_at_is_read_again() {
        let mut lines = Lines::new(&b"ab\ncd\n"[..]);
        let look = |input: &mut &[u8]| {
            let mut head = vec![0; 4];
            input.read_exact(&mut head)?;
            Ok((head.len(), head))
        };
        assert_eq!(lines.look_ahead(look).unwrap(), 4);
        assert_eq!(lines.next().unwrap().unwrap().text, b"ab");
        assert_eq!(lines.next().unwrap().unwrap().text, b"cd");
        assert!(lines.next().unwrap().is_none());
    }

    #[test]
    fn lines_are_the_same_in_however_small_pieces_they_come() {
        let long = "x".repeat(LONGEST_LINE + 3);
        let text = format!("\u{feff}ab\r\n\n\r\n{long}\ncd\r\r\n{}\r\nef", &long[3..]);
        let whole = read(text.as_bytes());
        assert_eq!(whole.len(), 7);
        for size in [1, 2, 3, 5, 7, 64, 1000, LONGEST_LINE, LONGEST_LINE + 1, LONGEST_LINE + 5] {
            let pieces = BufReader::with_capacity(size, text.as_bytes());
            let mut lines = Lines::new(pieces);
            let mut seen = Vec::new();
            while let Some(line) = lines.next().unwrap() {
                seen.push((line.number, line.text.len(), line.cut));
            }
            assert_eq!(seen, whole, "{size}");
        }
    }

    /// An input that counts how often it is read.
    struct Counted<'a>(&'a [u8], Rc<Cell<usize>>);

    impl Read for Counted<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1.set(self.1.get() + 1);
            self.0.read(buffer)
        }
    }

    #[test]
    fn a_line_that_is_ready_is_not_waited_for() {
        let reads = Rc::new(Cell::new(0));
        let input = Counted(b"ab\ncd\nef\ngh", Rc::clone(&reads));
        let mut lines = Lines::new(BufReader::with_capacity(7, input));
        assert!(!lines.is_ready());
        // What is read at once ends with the first sign of the third line.
        for (ready, after) in [(true, 1), (false, 1), (false, 2), (false, 3)] {
            assert!(lines.next().unwrap().is_some());
            let before = reads.get();
            assert_eq!((lines.is_ready(), reads.get()), (ready, before));
            assert_eq!(before, after);
        }
        assert!(lines.next().unwrap().is_none() && !lines.is_ready());
    }
}
