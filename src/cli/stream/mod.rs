//! A stream of puzzles, one a line, that several threads answer: what is written is what one thread would have written.
//!
//! ```text
//! rush                     whether there is enough for several threads
//! crew ── hand ── kept     who answers blocks of lines, and what they have to say
//!    │     └── belief      what the lines before a block are taken to say
//!    └── pace              how many lines are a block
//! ```
//!
//! The calling thread writes, block by block, in order. It is also the one that answers what is not for the hands: it goes
//! on with its own worker then, as if there had never been any other thread. A run that was stopped ends behind the first
//! block that was cut short; what comes after it was in vain.
//!
//! Nobody waits for an answer that is known: before this thread waits, all that it has is written out.

mod belief;
mod crew;
mod hand;
mod kept;
mod pace;
mod rush;

use super::failure::Failure;
use super::input::{self, Worker};
use super::session::Session;
use super::stats::Statistics;
use belief::Belief;
use crew::{Slot, Started};
use crossbeam_channel::{Receiver, RecvTimeoutError, TryRecvError};
use hand::Shared;
use kept::Told;
use pace::Pace;
use quadrille::sudoku::text::{Block, Reader, Setting};
use std::io::{self, BufRead};
use std::sync::Arc;
use std::time::Duration;

pub(super) use crew::Crew;
pub(super) use kept::{Keeper, Kept, Noted, Part};
pub(super) use rush::Rush;

/// How often a thread that waits for the input looks whether the run is stopped.
const LOOK: Duration = Duration::from_millis(20);

/// Answers the rest of an input with a crew, if there is any: what comes in this setting.
pub(super) fn run<R: BufRead + Send + 'static>(
    mut reader: Box<Reader<R>>,
    setting: Setting,
    crew: &Crew,
    name: &str,
    session: &mut Session,
    worker: &mut impl Worker,
) -> io::Result<()> {
    // An input that ends here needs no threads.
    let pace = Pace::new(setting.size().is_some_and(|size| worker.batch(size) > 1));
    let first = match reader.block(pace.lines()) {
        Ok(Some(first)) => first,
        Ok(None) => return Ok(()),
        Err(error) => return fail(session, name, error),
    };
    let (file, belief) = (name.to_owned(), Belief::new(setting));
    let shared = Arc::new(Shared { file, apart: session.apart(), belief, pace });
    let started = crew.start(&shared);
    let mut writer = Writer { session, worker, shared };
    let Some(Started { input, slots }) = started else {
        writer.answer(&first)?;
        return if writer.session.tally.is_stopped() {
            Ok(())
        } else {
            input::each_batch(&mut *reader, name, writer.session, writer.worker)
        };
    };
    if input.send((reader, first)).is_err() {
        lost();
    }
    writer.write(&slots)
}

/// The thread that writes.
struct Writer<'a, W> {
    session: &'a mut Session,
    worker: &'a mut W,
    shared: Arc<Shared>,
}

impl<W: Worker> Writer<'_, W> {
    /// Writes the answers of all blocks, until the run is stopped.
    fn write(&mut self, slots: &Receiver<Slot>) -> io::Result<()> {
        while !self.session.tally.is_stopped() {
            match self.next_slot(slots)? {
                Some(Slot::Block(block, told)) => self.take(&block, &told)?,
                Some(Slot::Failed(error)) => return fail(self.session, &self.shared.file, error),
                Some(Slot::End) => break,
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
            Err(TryRecvError::Disconnected) => lost(),
        }
        loop {
            match slots.recv_timeout(LOOK) {
                Ok(slot) => return Ok(Some(slot)),
                Err(RecvTimeoutError::Timeout) if self.session.stop.is_pulled() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => lost(),
            }
        }
    }

    /// Writes what comes out of a block. If its hand gives it back, or has read it in a wrong belief, this thread answers it.
    fn take(&mut self, block: &Block, told: &Receiver<Told>) -> io::Result<()> {
        let mut is_first = true;
        loop {
            let Told { version, part } = self.next_part(told)?;
            self.session.note(Statistics::skip);
            match part {
                Part::Back => return self.answer(block),
                _ if !self.shared.belief.is(version) => return self.answer(block),
                Part::Some(kept) => self.session.tell(&kept, &mut is_first)?,
                Part::Last(kept, noted) => {
                    self.session.tell(&kept, &mut is_first)?;
                    self.session.add(*noted);
                    self.session.progress.tick(self.session.tally.records());
                    return Ok(());
                }
            }
        }
    }

    fn next_part(&self, told: &Receiver<Told>) -> io::Result<Told> {
        match told.try_recv() {
            Ok(part) => Ok(part),
            Err(TryRecvError::Empty) => {
                self.session.output().flush()?;
                Ok(told.recv().unwrap_or_else(|_| lost()))
            }
            Err(TryRecvError::Disconnected) => lost(),
        }
    }

    /// Answers a block in this thread.
    fn answer(&mut self, block: &Block) -> io::Result<()> {
        let Shared { file, belief, .. } = &*self.shared;
        let mut reader = block.reader(&belief.get().1);
        input::each_batch(&mut reader, file, self.session, self.worker)?;
        if let Some(setting) = reader.setting() {
            belief.set(setting);
        }
        Ok(())
    }
}

/// The input can't be read any further.
fn fail(session: &mut Session, name: &str, error: io::Error) -> io::Result<()> {
    session.stop.count_record();
    session.fail(&Failure::of_sudoku(name, &error.into()))
}

/// A thread is gone without a word. That must not look like the end of the input.
fn lost() -> ! {
    panic!("a thread that reads or answers puzzles has failed")
}

#[cfg(test)]
mod tests {
    use super::super::output::{Form, Output};
    use super::super::stop::Stop;
    use super::super::tally::Tally;
    use super::kept::Keeper;
    use super::*;
    use crossbeam_channel::bounded;
    use quadrille::dlx::Parsed;
    use quadrille::sudoku::text::{ReadOptions, Record};

    const EASY: &str =
        "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";

    /// Remembers which lines it was given.
    #[derive(Default)]
    struct Lines(Vec<u64>);

    impl Worker for Lines {
        fn puzzle(&mut self, _: &mut Session, _: &str, record: &Record) -> io::Result<()> {
            self.0.push(record.line);
            Ok(())
        }

        fn cover(&mut self, _: &mut Session, _: &str, _: &Parsed) -> io::Result<()> {
            Ok(())
        }
    }

    /// The second and third line of a text, and the setting of both.
    fn begun() -> (Arc<Block>, Setting) {
        let text = format!("{EASY}\n").repeat(3);
        let mut reader = Reader::new(text.as_bytes(), ReadOptions::new());
        assert!(reader.next().unwrap().is_ok());
        (Arc::new(reader.block(usize::MAX).unwrap().unwrap()), reader.setting().unwrap())
    }

    /// Writes what is in these slots, and gives the lines that were answered by the thread which writes.
    fn write(slots: Vec<Slot>, setting: Setting) -> (Vec<u64>, Session) {
        let mut session = Session::new(Output::new(), Stop::default(), Form::Line, true);
        let (send, receive) = bounded(slots.len());
        slots.into_iter().for_each(|slot| send.send(slot).unwrap());
        drop(send);
        let mut worker = Lines::default();
        let (file, apart, belief) = ("a".to_owned(), session.apart(), Belief::new(setting));
        let shared = Arc::new(Shared { file, apart, belief, pace: Pace::new(true) });
        let mut writer = Writer { session: &mut session, worker: &mut worker, shared };
        writer.write(&receive).unwrap();
        (worker.0, session)
    }

    #[test]
    fn what_a_hand_gives_back_or_has_misread_is_answered_here() {
        let (block, setting) = begun();
        for (version, lines) in [(0, vec![]), (1, vec![2, 3])] {
            let (parts, told) = bounded(2);
            let keeper = Keeper::new(parts, version, false);
            let tally = Tally::new();
            keeper.end(Noted { tally, stats: None, records: 2 }).unwrap();
            let slots = vec![Slot::Block(Arc::clone(&block), told), Slot::End];
            let (answered, session) = write(slots, setting.clone());
            assert_eq!((answered, session.stop.records()), (lines, 2));
        }
        let (parts, told) = bounded(1);
        Keeper::new(parts, 0, false).send(Part::Back).unwrap();
        let (answered, _) = write(vec![Slot::Block(block, told), Slot::End], setting);
        assert_eq!(answered, [2, 3]);
    }

    #[test]
    fn behind_a_block_that_was_stopped_nothing_is_told() {
        let (block, setting) = begun();
        let slots = [false, true, false].map(|is_stopped| {
            let (parts, told) = bounded(1);
            let mut tally = Tally::new();
            if is_stopped {
                tally.saw_stop();
            }
            Keeper::new(parts, 0, false).end(Noted { tally, stats: None, records: 1 }).unwrap();
            Slot::Block(Arc::clone(&block), told)
        });
        let (_, session) = write(slots.into(), setting);
        assert!(session.tally.is_stopped());
        assert_eq!(session.stop.records(), 2);
    }

    #[test]
    #[should_panic = "has failed"]
    fn a_reader_without_an_end_is_no_end_of_the_input() {
        write(Vec::new(), begun().1);
    }

    #[test]
    #[should_panic = "has failed"]
    fn a_hand_without_an_answer_is_no_answer() {
        let (block, setting) = begun();
        let (_, told) = bounded(1);
        write(vec![Slot::Block(block, told), Slot::End], setting);
    }
}
