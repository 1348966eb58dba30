//! A hand: a thread that answers blocks of puzzles with a worker of its own, with lanes, solvers and counters that it makes
//! when it first needs them.
//!
//! It reads a block whole before it answers any of it, and gives it back if there is something in it that changes what the
//! lines after it mean: then the one thread that knows everything does it. So a hand needs to know nothing of what the others
//! do. What its worker has answered before does not matter either: every search begins as if it were the first.

use super::super::input::{self, Worker};
use super::super::session::{Apart, Session};
use super::belief::Belief;
use super::kept::{Keeper, Part, Told};
use super::pace::Pace;
use crossbeam_channel::{Receiver, Sender};
use quadrille::sudoku::text::{Block, ReadError, Record, Setting};
use std::io;
use std::sync::Arc;
use std::time::Instant;

/// A block, and where to say what comes out of it.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) block: Arc<Block>,
    pub(super) parts: Sender<Told>,
}

/// What all threads of a stream know.
#[derive(Debug)]
pub(super) struct Shared {
    /// What the input is called.
    pub(super) file: String,
    pub(super) apart: Apart,
    pub(super) belief: Belief,
    pub(super) pace: Pace,
}

/// What a hand works with.
#[derive(Debug)]
pub(super) struct Hand<'s, W> {
    worker: W,
    shared: &'s Shared,
    /// The records of the block, and where each batch of them ends: with an error, or because it is full.
    records: Vec<Record>,
    ends: Vec<(usize, Option<ReadError>)>,
}

impl<'s, W: Worker> Hand<'s, W> {
    pub(super) fn new(worker: W, shared: &'s Shared) -> Self {
        Self { worker, shared, records: Vec::new(), ends: Vec::new() }
    }

    /// Answers blocks as long as there are any.
    pub(super) fn work(mut self, jobs: &Receiver<Job>) {
        let Shared { apart, belief, .. } = self.shared;
        for Job { block, parts } in jobs {
            let (version, setting) = belief.get();
            let session = apart.session(Keeper::new(parts, version, apart.is_seen()));
            // If nobody wants to know the answers any more, there is nobody to tell of it; and the next block has the
            // same fate.
            let _ = self.answer(&block, &setting, session);
        }
    }

    fn answer(&mut self, block: &Block, setting: &Setting, mut session: Session) -> io::Result<()> {
        if session.stop.is_pulled() {
            session.tally.saw_stop();
        } else if self.read(block, setting) {
            let begun = Instant::now();
            self.answer_batches(&mut session)?;
            self.set_pace(begun);
        } else {
            return session.send(Part::Back);
        }
        self.worker.end(&mut session)?;
        session.end_apart()
    }

    /// Reads a block, and says whether all is as before behind it.
    fn read(&mut self, block: &Block, setting: &Setting) -> bool {
        self.records.clear();
        self.ends.clear();
        let (mut reader, mut begin, mut most) = (block.reader(setting), 0, 0);
        for result in reader.by_ref() {
            let error = match result {
                Ok(record) => {
                    if self.records.len() == begin {
                        most = self.worker.batch(record.grid.size());
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
        reader.setting().as_ref() == Some(setting)
    }

    /// Answers what was read, until the run is stopped.
    fn answer_batches(&mut self, session: &mut Session) -> io::Result<()> {
        let (file, mut begin) = (&self.shared.file, 0);
        for (end, error) in &self.ends {
            let records = &self.records[begin..*end];
            if !records.is_empty() {
                self.worker.puzzles(session, file, records)?;
            }
            if !input::go_on(session, file, error.as_ref())? {
                break;
            }
            begin = *end;
        }
        Ok(())
    }

    /// Says how long it took to answer a block, if it did not go to the lanes as a whole.
    fn set_pace(&self, begun: Instant) {
        let pace = &self.shared.pace;
        if self.records.iter().all(|record| self.worker.batch(record.grid.size()) > 1) {
            pace.quicken();
        } else {
            pace.took(self.records.len(), begun.elapsed());
        }
    }
}
