//! A worker: a thread that answers blocks of puzzles with a handler of its own.
//!
//! It reads a whole block before it answers any puzzle, and rejects a block that changes the reader
//! state for the lines after it: the writer answers such a block. A worker therefore needs to know
//! nothing of the other workers. Every search starts afresh, so that earlier blocks do not matter
//! either.

use super::block_size::BlockSize;
use crate::handler::{self, Handler};
use crate::ordered_output::{BlockOutput, OutputBuffer, VersionedOutput};
use crate::session::{Session, WorkerContext};
use crossbeam_channel::{Receiver, Sender};
use quadrille::sudoku::text::{LineBlock, ReadError, Reader, ReaderState, Record};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A block and the queue for its output.
#[derive(Debug)]
pub(super) struct BlockTask {
    pub(super) block: Arc<LineBlock>,
    pub(super) output: Sender<VersionedOutput>,
}

/// What all threads of a pool share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) file: String,
    pub(super) context: WorkerContext,
    /// The reader state that workers assume at the start of a block, before the earlier blocks are
    /// finished: that after the block that was written last, with the number of its changes. It
    /// nearly always stays the same. A block that was read with another state is read again.
    pub(super) state: Mutex<(u64, ReaderState)>,
    pub(super) block_size: BlockSize,
}

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, (u64, ReaderState)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the state after the block that was written last.
    pub(super) fn set_state(&self, setting: ReaderState) {
        let mut state = self.state();
        if state.1 != setting {
            *state = (state.0 + 1, setting);
        }
    }
}

pub(super) struct Worker<'s> {
    handler: &'s mut dyn Handler,
    shared: &'s Shared,
    /// The records of the block, and the end of each batch: with an error, or because it is full.
    records: Vec<Record>,
    ends: Vec<(usize, Option<ReadError>)>,
}

impl<'s> Worker<'s> {
    pub(super) fn new(handler: &'s mut dyn Handler, shared: &'s Shared) -> Self {
        Self { handler, shared, records: Vec::new(), ends: Vec::new() }
    }

    /// Answers blocks until the queue is closed.
    pub(super) fn work(mut self, tasks: &Receiver<BlockTask>) {
        let context = &self.shared.context;
        for BlockTask { block, output } in tasks {
            let (version, setting) = self.shared.state().clone();
            let session =
                context.session(OutputBuffer::new(output, version, context.is_terminal()));
            // An error means that the writer has ended; the queue is then soon closed.
            let _ = self.answer(&block, &setting, session);
        }
    }

    fn answer(
        &mut self,
        block: &LineBlock,
        setting: &ReaderState,
        mut session: Session,
    ) -> io::Result<()> {
        if session.stop.is_requested() {
            session.tally.saw_stop();
        } else if self.read(block, setting) {
            let begun = Instant::now();
            self.answer_batches(&mut session)?;
            self.adapt_block_size(begun);
        } else {
            return session.send(BlockOutput::Rejected);
        }
        self.handler.end(&mut session)?;
        session.end_block()
    }

    /// Reads a block. Returns whether it leaves the reader state as it was.
    fn read(&mut self, block: &LineBlock, setting: &ReaderState) -> bool {
        self.records.clear();
        self.ends.clear();
        let (mut reader, mut begin, mut most) = (Reader::from_block(block, setting), 0, 0);
        for result in reader.by_ref() {
            let error = match result {
                Ok(record) => {
                    if self.records.len() == begin {
                        most = self.handler.batch(record.grid.size());
                    }
                    self.records.push(record);
                    None
                }
                Err(error) => Some(error),
            };
            if error.is_some() || self.records.len() - begin == most {
                begin = self.records.len();
                self.ends.push((begin, error));
            }
        }
        self.ends.push((self.records.len(), None));
        reader.state().as_ref() == Some(setting)
    }

    /// Answers the records of the block until the run is stopped.
    fn answer_batches(&mut self, session: &mut Session) -> io::Result<()> {
        let (file, mut begin) = (&self.shared.file, 0);
        for (end, error) in &self.ends {
            let records = &self.records[begin..*end];
            if !records.is_empty() {
                self.handler.puzzles(session, file, records)?;
            }
            if !handler::end_batch(session, file, error.as_ref())? {
                break;
            }
            begin = *end;
        }
        Ok(())
    }

    /// Adapts the size of the next blocks to the duration of this one. The 9x9 solver takes blocks
    /// of any size.
    fn adapt_block_size(&self, begun: Instant) {
        let block_size = &self.shared.block_size;
        if self.records.iter().all(|record| self.handler.batch(record.grid.size()) > 1) {
            block_size.set_largest();
        } else {
            block_size.measured(self.records.len(), begun.elapsed());
        }
    }
}
