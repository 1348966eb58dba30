//! A hand: a thread that answers blocks of puzzles in lanes of its own.
//!
//! It reads a block whole before it answers any of it, and gives it back if there is something in it that is not for the
//! lanes, or that changes what the lines after it mean: then the one thread that knows everything does it. So a hand has
//! nothing but lanes, and needs to know nothing of what the others do.

use super::super::batch::{self, Batch};
use super::super::choice::Choice;
use super::super::input;
use super::super::lanes::Nines;
use super::super::search::Task;
use super::super::session::{Apart, Session};
use super::belief::Belief;
use super::kept::{Keeper, Part, Told};
use crossbeam_channel::{Receiver, Sender};
use quadrille::sudoku::text::{Block, ReadError, Record, Setting};
use std::io;
use std::sync::Arc;

/// A block, and where to say what comes out of it.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) block: Arc<Block>,
    pub(super) parts: Sender<Told>,
}

/// What a hand is to do, and what it works with.
#[derive(Debug)]
pub(in crate::cli) struct Hand {
    task: Task,
    /// Who answers, for the statistics.
    choice: Choice,
    nines: Nines,
    /// The records of the block, and where each batch of them ends: with an error, or because it is full.
    records: Vec<Record>,
    ends: Vec<(usize, Option<ReadError>)>,
    text: String,
}

impl Hand {
    pub(in crate::cli) fn new(task: Task, choice: Choice, nines: Nines) -> Self {
        Self { task, choice, nines, records: Vec::new(), ends: Vec::new(), text: String::new() }
    }

    /// Another one that does the same.
    pub(super) fn another(&self) -> Self {
        Self::new(self.task, self.choice, self.nines.another())
    }

    /// Answers blocks as long as there are any.
    pub(super) fn work(mut self, jobs: &Receiver<Job>, belief: &Belief, file: &str, apart: &Apart) {
        for Job { block, parts } in jobs {
            let (version, setting) = belief.get();
            let session = apart.session(Keeper::new(parts, version, apart.is_seen()));
            // If nobody wants to know the answers any more, there is nobody to tell of it; and the next block has the
            // same fate.
            let _ = self.answer(&block, &setting, file, session);
        }
    }

    fn answer(
        &mut self,
        block: &Block,
        setting: &Setting,
        file: &str,
        mut session: Session,
    ) -> io::Result<()> {
        if session.stop.is_pulled() {
            session.tally.saw_stop();
        } else if self.read(block, setting) {
            self.answer_batches(file, &mut session)?;
        } else {
            return session.send(Part::Back);
        }
        let work = self.nines.new_work();
        session.note(|stats| stats.add_work_of_lanes(work));
        session.end_apart()
    }

    /// Reads a block, and says whether it is one for the lanes behind which all is as before.
    fn read(&mut self, block: &Block, setting: &Setting) -> bool {
        self.records.clear();
        self.ends.clear();
        let (mut reader, mut begin) = (block.reader(setting), 0);
        for result in reader.by_ref() {
            let error = match result {
                Ok(record) if !self.nines.takes(&record.grid) => return false,
                Ok(record) => {
                    self.records.push(record);
                    None
                }
                Err(error) => Some(error),
            };
            if error.is_some() || self.records.len() - begin == batch::MOST {
                begin = self.records.len();
                self.ends.push((begin, error));
            }
        }
        self.ends.push((self.records.len(), None));
        reader.setting().as_ref() == Some(setting)
    }

    /// Answers what was read, until the run is stopped.
    fn answer_batches(&mut self, file: &str, session: &mut Session) -> io::Result<()> {
        let mut begin = 0;
        for (end, error) in &self.ends {
            let (records, task, choice) = (&self.records[begin..*end], self.task, self.choice);
            if !records.is_empty() {
                let batch = Batch { file, records, task, choice };
                batch.answer(&mut self.nines, session, &mut self.text)?;
            }
            if !input::go_on(session, file, error.as_ref())? {
                break;
            }
            begin = *end;
        }
        Ok(())
    }
}
