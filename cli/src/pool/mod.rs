//! A pool of threads that answers puzzles, one a line, with the output of one thread.
//!
//! ```text
//! should_parallelize              whether there is enough for several threads
//! threads ── worker ── block_size
//! ```
//!
//! The calling thread is the writer: it writes the output of all blocks in order, and answers those
//! that workers reject with its own handler. A run that was stopped ends after the first block that
//! was cut short.
//!
//! Before the writer waits it flushes its output, so that known answers are seen at once.

mod block_size;
mod should_parallelize;
mod threads;
mod worker;

use super::failure::Failure;
use super::handler::{self, Handler, PoolConfig};
use super::ordered_output::{BlockOutput, VersionedOutput};
use super::session::Session;
use super::stats::Statistics;
use block_size::BlockSize;
use crossbeam_channel::{Receiver, RecvTimeoutError, TryRecvError};
use quadrille::sudoku::text::{LineBlock, Reader, ReaderState};
use std::io::{self, BufRead};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use threads::Slot;
use worker::Shared;

pub(super) use should_parallelize::Burst;

/// How often the writer checks, while it waits, whether the run is stopped.
const POLL: Duration = Duration::from_millis(20);

/// Answers the rest of an input, which begins in this reader state.
pub(super) fn run<R: BufRead + Send + 'static>(
    mut reader: Box<Reader<R>>,
    setting: ReaderState,
    config: &PoolConfig,
    name: &str,
    session: &mut Session,
    handler: &mut impl Handler,
) -> io::Result<()> {
    // An input that ends here needs no threads.
    let block_size = BlockSize::new(setting.size().is_some_and(|size| handler.batch(size) > 1));
    let first = match reader.block(block_size.lines()) {
        Ok(Some(first)) => first,
        Ok(None) => return end(&setting, name, session),
        Err(error) => return fail(session, name, error),
    };
    let (file, context) = (name.to_owned(), session.worker_context());
    let shared = Arc::new(Shared { file, context, state: Mutex::new((0, setting)), block_size });
    let threads = threads::start(config, &shared);
    let mut writer = Writer { session, handler, shared };
    let Some((input, slots)) = threads else {
        let mut next = Ok(Some(first));
        while let Ok(Some(block)) = next {
            writer.answer(&block)?;
            if writer.session.tally.is_stopped() {
                return Ok(());
            }
            next = reader.block(writer.shared.block_size.lines());
        }
        return match next {
            Ok(_) => writer.end(),
            Err(error) => fail(writer.session, name, error),
        };
    };
    input.send((reader, first)).map_err(|_| lost())?;
    writer.write(&slots)
}

/// The calling thread.
struct Writer<'a, H> {
    session: &'a mut Session,
    handler: &'a mut H,
    shared: Arc<Shared>,
}

impl<H: Handler> Writer<'_, H> {
    /// Writes the answers of all blocks, until the run is stopped.
    fn write(&mut self, slots: &Receiver<Slot>) -> io::Result<()> {
        while !self.session.tally.is_stopped() {
            match self.next_slot(slots)? {
                Some(Slot::Block(block, output)) => self.take(&block, &output)?,
                Some(Slot::Failed(error)) => return fail(self.session, &self.shared.file, error),
                Some(Slot::End) => {
                    self.end()?;
                    break;
                }
                None => self.session.tally.saw_stop(),
            }
        }
        Ok(())
    }

    /// The next slot; `None` if there is none when the run is stopped.
    fn next_slot(&self, slots: &Receiver<Slot>) -> io::Result<Option<Slot>> {
        match slots.try_recv() {
            Ok(slot) => return Ok(Some(slot)),
            Err(TryRecvError::Empty) => self.session.output().flush()?,
            Err(TryRecvError::Disconnected) => return Err(lost()),
        }
        loop {
            match slots.recv_timeout(POLL) {
                Ok(slot) => return Ok(Some(slot)),
                Err(RecvTimeoutError::Timeout) if self.session.stop.is_requested() => {
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(lost()),
            }
        }
    }

    /// Writes the output of a block. It answers the block itself if the worker rejects it or has
    /// assumed a wrong state.
    fn take(&mut self, block: &LineBlock, outputs: &Receiver<VersionedOutput>) -> io::Result<()> {
        let mut is_first = true;
        loop {
            let VersionedOutput { version, output } = self.next_output(outputs)?;
            self.session.note(Statistics::skip);
            match output {
                BlockOutput::Rejected => return self.answer(block),
                _ if self.shared.state().0 != version => return self.answer(block),
                BlockOutput::Some(kept) => self.session.replay(&kept, &mut is_first)?,
                BlockOutput::Last(kept, summary) => {
                    self.session.replay(&kept, &mut is_first)?;
                    self.session.add(*summary);
                    self.session.progress.tick(self.session.tally.records());
                    return Ok(());
                }
            }
        }
    }

    fn next_output(&self, outputs: &Receiver<VersionedOutput>) -> io::Result<VersionedOutput> {
        match outputs.try_recv() {
            Ok(output) => Ok(output),
            Err(TryRecvError::Empty) => {
                self.session.output().flush()?;
                outputs.recv().map_err(|_| lost())
            }
            Err(TryRecvError::Disconnected) => Err(lost()),
        }
    }

    /// Reports a record that the input ends in.
    fn end(&mut self) -> io::Result<()> {
        let setting = self.shared.state().1.clone();
        end(&setting, &self.shared.file, self.session)
    }

    /// Answers a block in this thread.
    fn answer(&mut self, block: &LineBlock) -> io::Result<()> {
        let setting = self.shared.state().1.clone();
        let mut reader = Reader::from_block(block, &setting);
        handler::each_batch(&mut reader, &self.shared.file, self.session, self.handler)?;
        if let Some(setting) = reader.state() {
            self.shared.set_state(setting);
        }
        Ok(())
    }
}

/// Reports a record that an input ends in.
fn end(setting: &ReaderState, name: &str, session: &mut Session) -> io::Result<()> {
    let Some(error) = setting.unfinished() else { return Ok(()) };
    session.stop.count_records(1);
    session.fail(&Failure::of_sudoku(name, &error.into()))
}

/// The input can't be read any further.
fn fail(session: &mut Session, name: &str, error: io::Error) -> io::Result<()> {
    session.stop.count_records(1);
    session.fail(&Failure::of_sudoku(name, &error.into()))
}

/// The error where a thread has ended without its result, which must not look like the end of the
/// input.
fn lost() -> io::Error {
    io::Error::other(
        "a thread that reads or answers puzzles has failed: the output is not complete",
    )
}

#[cfg(test)]
mod tests {
    use super::super::ordered_output::{BlockSummary, OutputBuffer};
    use super::super::output::Form;
    use super::super::tally::Tally;
    use super::*;
    use crossbeam_channel::bounded;
    use quadrille::dlx::Parsed;
    use quadrille::sudoku::text::{ReadOptions, Record};

    const EASY: &str =
        "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";

    /// Remembers which lines it was given.
    #[derive(Default)]
    struct Lines(Vec<u64>);

    impl Handler for Lines {
        fn puzzle(&mut self, _: &mut Session, _: &str, record: &Record) -> io::Result<()> {
            self.0.push(record.line);
            Ok(())
        }

        fn cover(&mut self, _: &mut Session, _: &str, _: &Parsed) -> io::Result<()> {
            Ok(())
        }
    }

    /// The second and third line of a text, and the setting of both.
    fn begun() -> (Arc<LineBlock>, ReaderState) {
        let text = format!("{EASY}\n").repeat(3);
        let mut reader = Reader::new(text.as_bytes(), ReadOptions::new());
        assert!(reader.next().unwrap().is_ok());
        (Arc::new(reader.block(usize::MAX).unwrap().unwrap()), reader.state().unwrap())
    }

    /// Writes these slots. Returns the lines that the writer has answered itself.
    fn write(slots: Vec<Slot>, setting: ReaderState) -> (Vec<u64>, Session) {
        let (lines, session, written) = try_write(slots, setting);
        written.unwrap();
        (lines, session)
    }

    fn try_write(slots: Vec<Slot>, setting: ReaderState) -> (Vec<u64>, Session, io::Result<()>) {
        let mut session = Session::new(Form::Line, true);
        let (send, receive) = bounded(slots.len());
        slots.into_iter().for_each(|slot| send.send(slot).unwrap());
        drop(send);
        let mut handler = Lines::default();
        let (file, context) = ("a".to_owned(), session.worker_context());
        let state = Mutex::new((0, setting));
        let shared = Arc::new(Shared { file, context, state, block_size: BlockSize::new(true) });
        let mut writer = Writer { session: &mut session, handler: &mut handler, shared };
        let written = writer.write(&receive);
        (handler.0, session, written)
    }

    #[test]
    fn blocks_that_a_worker_rejects_or_misreads_are_answered_by_the_writer() {
        let (block, setting) = begun();
        for (version, lines) in [(0, vec![]), (1, vec![2, 3])] {
            let (parts, receiver) = bounded(2);
            let keeper = OutputBuffer::new(parts, version, false);
            let tally = Tally::new();
            keeper.end(BlockSummary { tally, stats: None, records: 2 }).unwrap();
            let slots = vec![Slot::Block(Arc::clone(&block), receiver), Slot::End];
            let (answered, session) = write(slots, setting.clone());
            assert_eq!((answered, session.stop.records()), (lines, 2));
        }
        let (parts, receiver) = bounded(1);
        OutputBuffer::new(parts, 0, false).send(BlockOutput::Rejected).unwrap();
        let (answered, _) = write(vec![Slot::Block(block, receiver), Slot::End], setting);
        assert_eq!(answered, [2, 3]);
    }

    #[test]
    fn after_a_block_that_was_stopped_nothing_is_written() {
        let (block, setting) = begun();
        let slots = [false, true, false].map(|is_stopped| {
            let (parts, receiver) = bounded(1);
            let mut tally = Tally::new();
            if is_stopped {
                tally.saw_stop();
            }
            OutputBuffer::new(parts, 0, false)
                .end(BlockSummary { tally, stats: None, records: 1 })
                .unwrap();
            Slot::Block(Arc::clone(&block), receiver)
        });
        let (_, session) = write(slots.into(), setting);
        assert!(session.tally.is_stopped());
        assert_eq!(session.stop.records(), 2);
    }

    #[test]
    fn a_thread_that_ends_without_a_result_is_an_error() {
        let (block, setting) = begun();
        let (_, receiver) = bounded(1);
        for slots in [Vec::new(), vec![Slot::Block(block, receiver), Slot::End]] {
            let (_, _, written) = try_write(slots, setting.clone());
            assert!(written.unwrap_err().to_string().contains("has failed"));
        }
    }
}
