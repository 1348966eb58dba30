//! Puzzles that are answered together, in the lanes: asked all at once, told one after another.
//!
//! A batch is what one read of the input brought, so that nobody waits for an answer that is known. What stops the run
//! stops all lanes at once; then the first puzzle without an answer is told as cut short, and those after it are as if
//! they had not been read, although some may be known. So it is with engines that take one puzzle after another.

use super::answer::{Answerer, Asked, Counts, Source};
use super::choice::Choice;
use super::lanes::{self, Nine, Nines};
use super::number::Amount;
use super::search::Task;
use super::session::Session;
use super::stats::Statistics;
use quadrille::sudoku::lanes::{Answer, Cells, End, Lanes};
use quadrille::sudoku::text::Record;
use quadrille::{Count, StopReason, Uniqueness};
use std::io;
use std::ops::ControlFlow;

/// The most puzzles of a batch: more do not fill the lanes any better.
pub(super) const MOST: usize = 4096;

/// A batch, of which the lanes take every puzzle.
pub(super) struct Batch<'a> {
    pub(super) file: &'a str,
    pub(super) records: &'a [Record],
    pub(super) task: Task,
    /// Who answers, for the statistics.
    pub(super) choice: Choice,
}

impl Batch<'_> {
    /// Answers all puzzles, in order, until the run is stopped.
    pub(super) fn answer(
        &self,
        nines: &mut Nines,
        session: &mut Session,
        text: &mut String,
    ) -> io::Result<()> {
        match self.task {
            Task::Solve { limit } if limit != Some(1) => self.visit(nines, session, text),
            _ => self.ask(nines, session, text),
        }
    }

    /// Lets all lanes work on the puzzles: of each, one solution is shown at most.
    fn ask(&self, nines: &mut Nines, session: &mut Session, text: &mut String) -> io::Result<()> {
        let (geometry, lanes) = nines.open();
        let mut answers =
            lanes.answers(self.records.iter().map(|record| lanes::cells(&record.grid)));
        for record in self.records {
            session.note(Statistics::begin);
            let Some(answer) = answers.next() else { break };
            session.stop.count_record();
            let nine = Nine { file: self.file, record, geometry };
            let clash = if answer.end == End::Clash { nine.clash(session) } else { None };
            let known = Known { answer, clash, choice: self.choice };
            Asked { session, subject: &nine, text }.answer(self.task, known)?;
            // What the lanes know of puzzles before the first that is cut short is still told.
            if answer.end == End::Stopped {
                break;
            }
        }
        Ok(())
    }

    /// Shows the solutions of each puzzle when they are found, one puzzle after another.
    fn visit(&self, nines: &mut Nines, session: &mut Session, text: &mut String) -> io::Result<()> {
        let (geometry, lanes) = nines.open();
        for record in self.records {
            session.note(Statistics::begin);
            session.stop.count_record();
            let nine = Nine { file: self.file, record, geometry };
            let (puzzle, choice) = (lanes::cells(&record.grid), self.choice);
            let clash = nine.clash(session);
            let finder = Finder { lanes, puzzle, clash, choice };
            Asked { session, subject: &nine, text }.answer(self.task, finder)?;
            if session.stop.is_pulled() {
                break;
            }
        }
        Ok(())
    }
}

impl Nine<'_> {
    /// The clues that clash, if there are such, with a warning of them.
    fn clash(&self, session: &Session) -> Option<String> {
        let Record { grid, alphabet, line, .. } = self.record;
        let clash = grid.clash(self.geometry)?.in_alphabet(*alphabet);
        session.warn(format_args!("{}:{line}: {clash}", self.file));
        Some(clash)
    }
}

/// An answer that is there already.
struct Known {
    answer: Answer,
    clash: Option<String>,
    choice: Choice,
}

impl Answerer for Known {
    fn is_unique(&mut self) -> Result<Uniqueness, StopReason> {
        uniqueness(lanes::count(&self.answer))
    }
}

impl Counts for Known {
    fn count(&mut self) -> Amount {
        lanes::count(&self.answer).into()
    }
}

impl Source for Known {
    type Solution = Cells;

    fn visit(&mut self, visitor: &mut dyn FnMut(&Cells) -> ControlFlow<()>) -> Count {
        // There is one solution at most, after which there is nothing to go on with.
        let _ = self.answer.first.iter().try_for_each(visitor);
        lanes::count(&self.answer)
    }

    fn note(&self, stats: &mut Statistics) {
        match self.answer.end {
            End::Clash => stats.clashed(),
            _ => stats.answered_by(self.choice),
        }
    }

    fn clash(&self) -> Option<&str> {
        self.clash.as_deref()
    }
}

/// Whether there is just one solution, where up to two were counted.
fn uniqueness(count: Count) -> Result<Uniqueness, StopReason> {
    match count {
        Count { solutions: 2.., .. } => Ok(Uniqueness::Multiple),
        Count { solutions: 0, stop: StopReason::Exhausted } => Ok(Uniqueness::None),
        Count { stop: StopReason::Exhausted, .. } => Ok(Uniqueness::Unique),
        Count { stop, .. } => Err(stop),
    }
}

/// Finds the solutions of one puzzle when it is asked.
struct Finder<'a> {
    lanes: &'a mut Lanes,
    puzzle: Cells,
    clash: Option<String>,
    choice: Choice,
}

impl Answerer for Finder<'_> {
    fn is_unique(&mut self) -> Result<Uniqueness, StopReason> {
        uniqueness(self.visit(&mut |_| ControlFlow::Continue(())))
    }
}

impl Counts for Finder<'_> {
    fn count(&mut self) -> Amount {
        self.visit(&mut |_| ControlFlow::Continue(())).into()
    }
}

impl Source for Finder<'_> {
    type Solution = Cells;

    fn visit(&mut self, visitor: &mut dyn FnMut(&Cells) -> ControlFlow<()>) -> Count {
        lanes::count(&self.lanes.visit(&self.puzzle, visitor))
    }

    fn note(&self, stats: &mut Statistics) {
        match self.clash {
            Some(_) => stats.clashed(),
            None => stats.answered_by(self.choice),
        }
    }

    fn clash(&self) -> Option<&str> {
        self.clash.as_deref()
    }
}
