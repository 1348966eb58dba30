//! Buffers a worker's output until its block is next in order. Bounded.
//!
//! Records are one text, and a message knows how much of the text comes before it: on a terminal
//! both appear in the order in which one thread would have written them. A full buffer goes to the
//! writer, and the worker waits if the queue is full: a block with millions of solutions needs no
//! more memory than others.

use super::message::message;
use super::stats::Statistics;
use super::tally::Tally;
use crossbeam_channel::Sender;
use std::cell::RefCell;
use std::fmt::Display;
use std::io;

/// The size of a full buffer in bytes, the block size of the output.
const FULL: usize = 64 * 1024;

#[derive(Debug, Default)]
pub(crate) struct Buffered {
    text: String,
    /// Messages, each with the length of the text before it.
    notes: Vec<(usize, String)>,
    /// Puzzles and their lines of a certificate.
    certified: String,
    /// The size of messages and certificates.
    weight: usize,
}

impl Buffered {
    /// Whether there is a record, or a part of one.
    pub(crate) fn has_text(&self) -> bool {
        !self.text.is_empty()
    }

    pub(crate) fn certified(&self) -> &str {
        &self.certified
    }

    /// Writes the text, with the messages at their positions.
    pub(crate) fn replay(&self, write: impl Fn(&str) -> io::Result<()>) -> io::Result<()> {
        let mut written = 0;
        for (before, note) in &self.notes {
            if *before > written {
                write(&self.text[written..*before])?;
                written = *before;
            }
            message(note);
        }
        if written < self.text.len() { write(&self.text[written..]) } else { Ok(()) }
    }
}

/// A piece of the output of a block.
#[derive(Debug)]
pub(crate) enum BlockOutput {
    Some(Buffered),
    /// The rest, with the summary.
    Last(Buffered, Box<BlockSummary>),
    /// The block changes the reader state: the writer answers it.
    Rejected,
}

#[derive(Debug)]
pub(crate) struct BlockSummary {
    pub(crate) tally: Tally,
    pub(crate) stats: Option<Statistics>,
    pub(crate) records: u64,
}

/// Output with the version of the reader state that its worker assumed.
#[derive(Debug)]
pub(super) struct VersionedOutput {
    pub(super) version: u64,
    pub(super) output: BlockOutput,
}

/// Collects output and sends it to the writer.
#[derive(Debug)]
pub(crate) struct OutputBuffer {
    buffered: RefCell<Buffered>,
    queue: Sender<VersionedOutput>,
    version: u64,
    /// The size in bytes at which it is sent.
    most: usize,
}

impl OutputBuffer {
    /// A buffer for this queue; on a terminal every line is sent at once.
    pub(super) fn new(queue: Sender<VersionedOutput>, version: u64, is_terminal: bool) -> Self {
        let most = if is_terminal { 1 } else { FULL };
        Self { buffered: RefCell::default(), queue, version, most }
    }

    /// Appends to the text. If the writer has ended, the error is that of a closed pipe.
    pub(crate) fn write(&self, text: &str) -> io::Result<()> {
        let mut buffered = self.buffered.borrow_mut();
        buffered.text.push_str(text);
        if buffered.text.len() + buffered.weight < self.most {
            return Ok(());
        }
        self.send(BlockOutput::Some(std::mem::take(&mut buffered)))
    }

    pub(crate) fn note(&self, note: impl Display) {
        let (mut buffered, note) = (self.buffered.borrow_mut(), note.to_string());
        let before = buffered.text.len();
        buffered.weight += note.len();
        buffered.notes.push((before, note));
    }

    pub(crate) fn certify(&self, certified: &str) {
        let mut buffered = self.buffered.borrow_mut();
        buffered.weight += certified.len();
        buffered.certified.push_str(certified);
    }

    pub(crate) fn end(&self, noted: BlockSummary) -> io::Result<()> {
        self.send(BlockOutput::Last(self.buffered.take(), Box::new(noted)))
    }

    pub(crate) fn send(&self, output: BlockOutput) -> io::Result<()> {
        let output = VersionedOutput { version: self.version, output };
        self.queue.send(output).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of what is to be written, in the pieces in which it is.
    fn pieces(kept: &Buffered) -> Vec<String> {
        let pieces = RefCell::new(Vec::new());
        let write = |text: &str| {
            pieces.borrow_mut().push(text.to_owned());
            Ok(())
        };
        kept.replay(write).unwrap();
        pieces.take()
    }

    #[test]
    fn messages_keep_their_places_in_the_text() {
        let (parts, receiver) = crossbeam_channel::bounded(1);
        let keeper = OutputBuffer::new(parts, 7, false);
        keeper.write("a\n").unwrap();
        keeper.write("b\n").unwrap();
        keeper.note(" ");
        keeper.note(" ");
        keeper.write("c\n").unwrap();
        keeper.end(BlockSummary { tally: Tally::new(), stats: None, records: 3 }).unwrap();
        let VersionedOutput { version: 7, output: BlockOutput::Last(kept, noted) } =
            receiver.recv().unwrap()
        else {
            panic!("the last part")
        };
        assert_eq!(
            (pieces(&kept), noted.records),
            (vec!["a\nb\n".to_owned(), "c\n".to_owned()], 3)
        );
        assert!(kept.has_text() && !Buffered::default().has_text());
        assert!(pieces(&Buffered::default()).is_empty());
    }

    #[test]
    fn much_of_it_is_sent_in_parts() {
        let (parts, receiver) = crossbeam_channel::unbounded();
        let keeper = OutputBuffer::new(parts, 0, false);
        let line = "x".repeat(999) + "\n";
        (0..1000).for_each(|_| keeper.write(&line).unwrap());
        let sent = receiver.try_iter().map(|part| match part.output {
            BlockOutput::Some(kept) => kept.text.len(),
            _ => panic!("not yet the end"),
        });
        let sent: Vec<_> = sent.collect();
        assert_eq!(sent, [66_000; 15]);
        // Messages weigh as much as text.
        (0..100).for_each(|_| keeper.note(&line));
        keeper.write("error\n").unwrap();
        assert!(
            matches!(receiver.try_recv().unwrap().output, BlockOutput::Some(kept) if kept.notes.len() == 100)
        );
        let seen = OutputBuffer::new(keeper.queue.clone(), 0, true);
        seen.write("a\n").unwrap();
        assert!(
            matches!(receiver.try_recv().unwrap().output, BlockOutput::Some(kept) if kept.text == "a\n")
        );
    }

    #[test]
    fn nobody_to_write_it_is_a_closed_pipe() {
        let (parts, receiver) = crossbeam_channel::bounded(1);
        drop(receiver);
        let error = OutputBuffer::new(parts, 0, true).write("a\n").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}
