//! The lines of an input, one at a time, in bounded memory.

use std::io::{self, BufRead, Cursor, Read};

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

/// Reads lines into one buffer.
#[derive(Debug)]
pub(super) struct Lines<R> {
    /// What was taken from the input before its lines were asked for.
    head: Cursor<Vec<u8>>,
    input: R,
    buffer: Vec<u8>,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { head: Cursor::default(), input, buffer: Vec::new(), number: 0 }
    }

    /// Hands out the input, and takes back what was read from it, to be read again.
    pub(super) fn look_ahead<T>(
        &mut self,
        look: impl FnOnce(&mut R) -> io::Result<(T, Vec<u8>)>,
    ) -> io::Result<T> {
        let (seen, head) = look(&mut self.input)?;
        self.head = Cursor::new(head);
        Ok(seen)
    }

    /// The next line, or `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.buffer.clear();
        let limit = u64::try_from(LONGEST_LINE + 2).unwrap_or(u64::MAX);
        let mut input = (&mut self.head).chain(&mut self.input);
        if (&mut input).take(limit).read_until(b'\n', &mut self.buffer)? == 0 {
            return Ok(None);
        }
        let mut text = self.buffer.as_slice();
        match text.strip_suffix(b"\n") {
            Some(line) => text = line.strip_suffix(b"\r").unwrap_or(line),
            None if text.len() > LONGEST_LINE => {
                input.skip_until(b'\n')?;
            }
            None => {}
        }
        let cut = text.len() > LONGEST_LINE;
        self.number += 1;
        if self.number == 1 {
            text = without_mark(text);
        }
        Ok(Some(Line { number: self.number, text: &text[..text.len().min(LONGEST_LINE)], cut }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
