//! Reads the lines of an input one at a time, in bounded memory.

use crate::ids::to_u64;
use std::io::{self, BufRead, Chain, Cursor, Read};

/// The maximum number of bytes of a line that are kept. The largest grid has 1296 cells; the rest
/// is for names and comments.
pub(super) const MAX_LINE: usize = 64 * 1024;

/// The byte order mark that some programs write before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A text, without its byte order mark.
pub(super) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// A line without its line break.
pub(super) struct TextLine<'a> {
    /// Its number, from 1.
    pub(super) number: u64,
    /// Its bytes, or the first of them if the line is cut.
    pub(super) text: &'a [u8],
    /// Whether it is longer than [`MAX_LINE`].
    pub(super) cut: bool,
}

/// A part of a line: all of it with its line break, or as much as the input holds in memory.
pub(super) struct TextPiece<'a> {
    /// The number of the line, from 1.
    pub(super) line: u64,
    /// The number of characters of the line before the piece.
    pub(super) columns: usize,
    pub(super) text: &'a [u8],
}

/// Reads lines in the buffer of the input, without copying those that are contiguous there.
#[derive(Debug)]
pub(super) struct LineReader<R> {
    /// The bytes that were taken from the input to guess its format, then the input.
    input: Chain<Cursor<Vec<u8>>, R>,
    /// A line that was assembled from pieces.
    buffer: Vec<u8>,
    /// The length of the last line in the buffer of the input. It is consumed when the next line is
    /// read.
    taken: usize,
    /// The length of the next line in the buffer, if it is known already.
    ahead: Option<usize>,
    number: u64,
    /// The number of characters of the current line in the pieces so far.
    columns: usize,
}

impl<R: BufRead> LineReader<R> {
    pub(super) fn new(input: R) -> Self {
        let input = Cursor::default().chain(input);
        Self { input, buffer: Vec::new(), taken: 0, ahead: None, number: 0, columns: 0 }
    }

    /// Lets a function read from the input, and takes back the bytes that it read, so that they are
    /// read again.
    pub(super) fn look_ahead<T>(
        &mut self,
        look: impl FnOnce(&mut R) -> io::Result<(T, Vec<u8>)>,
    ) -> io::Result<T> {
        let (before, input) = self.input.get_mut();
        let (seen, head) = look(input)?;
        *before = Cursor::new(head);
        Ok(seen)
    }

    /// Returns whether the buffer holds the whole next line, so that [`next`](Self::next) does not
    /// wait for the input.
    pub(super) fn is_ready(&mut self) -> bool {
        // While bytes are not consumed, `fill_buf` returns the buffer and does not read.
        let held = if self.taken > 0 { self.input.fill_buf() } else { Ok(&[][..]) };
        let rest = held.ok().and_then(|held| held.get(self.taken..)).unwrap_or_default();
        let (length, is_whole) = line_in(rest);
        self.ahead = is_whole.then_some(length);
        is_whole
    }

    /// The next line, or `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<TextLine<'_>>> {
        Ok(self.advance()?.map(|(number, text)| line(number, text)))
    }

    /// Reads the next line. Returns its number, and its bytes with the line break, truncated if it
    /// is too long.
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

    /// Returns whether the buffer holds a piece, so that [`next_piece`](Self::next_piece) does not
    /// wait for the input.
    pub(super) fn is_piece_ready(&mut self) -> bool {
        // While bytes are not consumed, `fill_buf` returns the buffer and does not read.
        let held = if self.taken > 0 { self.input.fill_buf() } else { Ok(&[][..]) };
        held.is_ok_and(|held| held.len() > self.taken)
    }

    /// The next piece, or `None` at the end. Lines and pieces of them can't be read in turn.
    pub(super) fn next_piece(&mut self) -> io::Result<Option<TextPiece<'_>>> {
        self.input.consume(std::mem::take(&mut self.taken));
        self.ahead = None;
        let (length, is_whole) = look(&mut self.input)?;
        if length == 0 {
            return Ok(None);
        }
        self.taken = length;
        let text = &self.input.fill_buf()?[..length];
        let (line, columns) = (self.number + 1, self.columns);
        if is_whole {
            (self.number, self.columns) = (line, 0);
        } else {
            self.columns += characters(text);
        }
        Ok(Some(TextPiece { line, columns, text }))
    }

    /// The number of lines so far.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Sets the number of lines before the first one.
    pub(super) fn count_from(self, number: u64) -> Self {
        Self { number, ..self }
    }

    /// Appends the next line, and the lines after it that the buffer holds, up to `most` lines. Of
    /// a line that is too long, it appends the part that is kept, which is too long as well.
    /// Returns whether there was a line.
    pub(super) fn append_ready(&mut self, text: &mut Vec<u8>, most: usize) -> io::Result<bool> {
        let Some((_, first)) = self.advance()? else { return Ok(false) };
        text.extend_from_slice(first);
        // While bytes are not consumed, `fill_buf` returns the buffer and does not read.
        let held = if self.taken > 0 { self.input.fill_buf()? } else { &[] };
        let rest = whole_lines(held.get(self.taken..).unwrap_or_default());
        let (rest, lines) = first_lines(rest, to_u64(most).saturating_sub(1));
        if !rest.is_empty() && !text.ends_with(b"\n") {
            text.push(b'\n');
        }
        text.extend_from_slice(rest);
        self.number += lines;
        self.taken += rest.len();
        Ok(true)
    }

    /// Assembles a line from pieces, the first of this length, up to the number of bytes that are
    /// kept.
    fn gather(&mut self, first: usize) -> io::Result<()> {
        self.buffer.clear();
        let (mut length, mut is_last) = (first, false);
        while length > 0 {
            let free = MAX_LINE + MAX_BREAK - self.buffer.len();
            let piece = &self.input.fill_buf()?[..length];
            self.buffer.extend_from_slice(&piece[..length.min(free)]);
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

/// The number of characters that begin in these bytes of a text.
pub(super) fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

/// The maximum length of a line break.
const MAX_BREAK: usize = 2;

/// Finds the first [line](line_in) in the buffer of the input. If the buffer is empty, it reads
/// once: at the end of the input there is nothing, also at a terminal.
fn look(input: &mut impl BufRead) -> io::Result<(usize, bool)> {
    loop {
        match input.fill_buf() {
            Ok(held) => return Ok(line_in(held)),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The length of the first line of a text with its break, and `true`. Without a break, the length
/// of the text and `false`.
fn line_in(text: &[u8]) -> (usize, bool) {
    // `skip_until` is the only public access to the standard library's fast search for a byte.
    let length = <&[u8]>::skip_until(&mut &*text, b'\n').unwrap_or(0);
    (length, text[..length].ends_with(b"\n"))
}

/// The text up to and including its last line break.
pub(super) fn whole_lines(text: &[u8]) -> &[u8] {
    &text[..text.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)]
}

/// The first lines of a text of whole lines, at most `most`, and their number.
fn first_lines(text: &[u8], most: u64) -> (&[u8], u64) {
    let lines = count_breaks(text);
    if lines <= most {
        return (text, lines);
    }
    let length = (0..most).fold(0, |length, _| length + line_in(&text[length..]).0);
    (&text[..length], most)
}

/// The number of line breaks.
fn count_breaks(text: &[u8]) -> u64 {
    // The sum over 255 bytes fits in a byte, so that the compiler counts sixteen or more of them at
    // once.
    const FEW: usize = 255;
    let of_few =
        |few: &[u8]| few.iter().fold(0, |sum: u8, &byte| sum.wrapping_add(u8::from(byte == b'\n')));
    text.chunks(FEW).map(|few| u64::from(of_few(few))).sum()
}

/// The line with this number and these bytes, which include its break or are truncated.
fn line(number: u64, text: &[u8]) -> TextLine<'_> {
    let text = match text.strip_suffix(b"\n") {
        Some(line) => line.strip_suffix(b"\r").unwrap_or(line),
        None => text,
    };
    let cut = text.len() > MAX_LINE;
    let text = if number == 1 { without_mark(text) } else { text };
    TextLine { number, text: &text[..text.len().min(MAX_LINE)], cut }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::io::BufReader;
    use std::rc::Rc;

    fn read(input: &[u8]) -> Vec<(u64, usize, bool)> {
        let mut lines = LineReader::new(input);
        let mut seen = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            seen.push((line.number, line.text.len(), line.cut));
        }
        seen
    }

    #[test]
    fn lines_have_no_breaks_and_no_byte_order_mark() {
        assert_eq!(read(b""), []);
        assert_eq!(read(b"\n"), [(1, 0, false)]);
        assert_eq!(read(b"\xef\xbb\xbfab\r\n\r\nc"), [(1, 2, false), (2, 0, false), (3, 1, false)]);
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_whole() {
        for excess in [0, 1, 2, 3, 1000, 1_000_000] {
            let mut input = vec![b'x'; MAX_LINE + excess];
            input.extend_from_slice(b"\nab\n");
            assert_eq!(read(&input), [(1, MAX_LINE, excess > 0), (2, 2, false)]);
            assert_eq!(read(&input[..MAX_LINE + excess]), [(1, MAX_LINE, excess > 0)]);
        }
        let mut input = vec![b'x'; 10_000_000];
        input.extend_from_slice(b"\nab");
        let mut lines = LineReader::new(input.as_slice());
        assert!(lines.next().unwrap().unwrap().cut);
        assert!(lines.buffer.capacity() < 4 * MAX_LINE);
        assert_eq!(lines.next().unwrap().unwrap().text, b"ab");
    }

    #[test]
    fn bytes_that_were_looked_at_are_read_again() {
        let mut lines = LineReader::new(&b"ab\ncd\n"[..]);
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
    fn lines_do_not_depend_on_the_size_of_the_buffer() {
        let long = "x".repeat(MAX_LINE + 3);
        let text = format!("\u{feff}ab\r\n\n\r\n{long}\ncd\r\r\n{}\r\nef", &long[3..]);
        let whole = read(text.as_bytes());
        assert_eq!(whole.len(), 7);
        for size in [1, 2, 3, 5, 7, 64, 1000, MAX_LINE, MAX_LINE + 1, MAX_LINE + 5] {
            let pieces = BufReader::with_capacity(size, text.as_bytes());
            let mut lines = LineReader::new(pieces);
            let mut seen = Vec::new();
            while let Some(line) = lines.next().unwrap() {
                seen.push((line.number, line.text.len(), line.cut));
            }
            assert_eq!(seen, whole, "{size}");
        }
    }

    #[test]
    fn pieces_are_the_text_with_the_places_of_their_beginnings() {
        let text = "\u{e4}b\ncd\r\n\nefgh".as_bytes();
        for size in [1, 2, 3, 4, 100] {
            let mut lines = LineReader::new(BufReader::with_capacity(size, text));
            let (mut seen, mut places) = (Vec::new(), Vec::new());
            assert!(!lines.is_piece_ready());
            while let Some(TextPiece { line, columns, text }) = lines.next_piece().unwrap() {
                for (at, _) in text.iter().enumerate() {
                    places.push((line, columns + characters(&text[..=at])));
                }
                seen.extend_from_slice(text);
            }
            assert_eq!(seen, text);
            assert_eq!(places[..4], [(1, 1), (1, 1), (1, 2), (1, 3)], "{size}");
            assert_eq!((places[4], places[8], places[12]), ((2, 1), (3, 1), (4, 4)), "{size}");
            assert!(lines.next_piece().unwrap().is_none() && !lines.is_piece_ready());
        }
    }

    /// An input that counts its reads.
    struct Counted<'a>(&'a [u8], Rc<Cell<usize>>);

    impl Read for Counted<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1.set(self.1.get() + 1);
            self.0.read(buffer)
        }
    }

    #[test]
    fn a_line_that_is_ready_takes_no_read() {
        let reads = Rc::new(Cell::new(0));
        let input = Counted(b"ab\ncd\nef\ngh", Rc::clone(&reads));
        let mut lines = LineReader::new(BufReader::with_capacity(7, input));
        assert!(!lines.is_ready());
        // The first read ends with the first byte of the third line.
        for (ready, after) in [(true, 1), (false, 1), (false, 2), (false, 3)] {
            assert!(lines.next().unwrap().is_some());
            let before = reads.get();
            assert_eq!((lines.is_ready(), reads.get()), (ready, before));
            assert_eq!(before, after);
        }
        assert!(lines.next().unwrap().is_none() && !lines.is_ready());
    }
}
