//! [`Input`]: a file or standard input, read in large blocks.

use super::output::Output;
use super::stop::Stop;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::thread::{self, ThreadId};

/// The number of bytes that are read at once: some thousand puzzles.
const BLOCK: usize = 256 * 1024;

/// An input that flushes the output before it waits. Reads by other threads than the writer do not:
/// the writer flushes.
///
/// A `BufReader` of the standard library would write zeros to the whole block before a read. This
/// buffer is allocated with zeros, so that a small input uses a page of it.
pub(super) struct Input {
    source: Box<dyn Read + Send>,
    output: Output,
    stop: Stop,
    /// The thread that writes the output.
    writer: ThreadId,
    buffer: Vec<u8>,
    /// The bytes of the buffer that were read and not consumed are `begin..end`.
    begin: usize,
    end: usize,
}

impl Input {
    /// An input that is tied to the output of the current thread.
    pub(super) fn new(source: Box<dyn Read + Send>, output: Output, stop: Stop) -> Self {
        let (writer, buffer) = (thread::current().id(), vec![0; BLOCK]);
        Self { source, output, stop, writer, buffer, begin: 0, end: 0 }
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.begin == self.end {
            let Self { source, output, stop, writer, buffer, .. } = self;
            let length = if thread::current().id() == *writer {
                output.flush_quietly();
                stop.while_waiting(|| source.read(buffer))
            } else {
                source.read(buffer)
            };
            (self.begin, self.end) = (0, length?);
        }
        Ok(&self.buffer[self.begin..self.end])
    }

    fn consume(&mut self, length: usize) {
        self.begin = self.end.min(self.begin + length);
    }
}

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(bytes)?;
        self.consume(length);
        Ok(length)
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Brings this many bytes, at most 100000 at once.
    struct Pieces(usize);

    impl Read for Pieces {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let length = self.0.min(bytes.len()).min(100_000);
            bytes[..length].fill(b'x');
            self.0 -= length;
            Ok(length)
        }
    }

    fn input(length: usize) -> Input {
        Input::new(Box::new(Pieces(length)), Output::new(), Stop::default())
    }

    #[test]
    fn all_bytes_are_read_once() {
        for length in [0, 1, 100_000, 3 * BLOCK + 7] {
            let mut text = Vec::new();
            input(length).read_to_end(&mut text).unwrap();
            assert_eq!((text.len(), text.iter().all(|&byte| byte == b'x')), (length, true));
        }
    }

    #[test]
    fn a_buffer_is_used_up_before_the_next_read() {
        let mut input = input(100_003);
        assert_eq!(input.fill_buf().unwrap().len(), 100_000);
        input.consume(99_990);
        assert_eq!(input.fill_buf().unwrap().len(), 10);
        assert_eq!(input.read(&mut [0; 20]).unwrap(), 10);
        assert_eq!(input.read(&mut [0; 2]).unwrap(), 2);
        assert_eq!(input.fill_buf().unwrap().len(), 1);
        input.consume(1);
        assert_eq!(input.fill_buf().unwrap(), b"");
    }
}
