//! Counting what can't be listed: the verbs that ask a diagram of all solutions, and how `count` counts.
//!
//! A diagram is made of each problem, and then asked: for solutions at random (`sample`), for what is in some solution
//! (`candidates`), for the cheapest (`cheapest`, which can do without), or for itself (`drawing`). What a diagram that is
//! not complete would say is false, and never printed.

mod args;
mod candidates;
mod drawing;
mod marks;
mod sample;
mod settings;
mod size;

pub(super) use args::{CandidatesArgs, CheapestArgs, DiagramArgs, DrawArgs, MemoArgs, SampleArgs};
pub(super) use settings::{Counters, PuzzleCounter, Settings};

use super::answer::Asked;
use super::cheapest;
use super::cover::{self, Cover};
use super::failure::Failure;
use super::input::Worker;
use super::ready::Ready;
use super::session::Session;
use super::stats::Statistics;
use super::sudoku::{Encodings, Puzzle};
use super::tally::Verdict;
use args::Finder;
use candidates::Named;
use quadrille::diagram::Diagram;
use quadrille::dlx::Parsed;
use quadrille::sudoku::text::Record;
use quadrille::{CancelToken, Counter, OptionId, Problem, StopReason};
use sample::{Draw, Sampler};
use std::io;

const NO_COSTS: &str =
    "a Sudoku has no costs, and all of its solutions are the cheapest: `solve` prints them";

/// What is asked of every problem.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wish {
    Sample(Draw),
    Candidates,
    Cheapest { most: u64, by: Finder },
    Diagram,
}

impl From<&SampleArgs> for Wish {
    fn from(args: &SampleArgs) -> Self {
        Self::Sample(Draw { number: args.number, seed: args.seed })
    }
}

impl From<&CheapestArgs> for Wish {
    fn from(args: &CheapestArgs) -> Self {
        Self::Cheapest { most: args.k, by: args.engine }
    }
}

/// Makes the diagram of every problem, and asks it.
#[derive(Debug)]
pub(super) struct Counting<'e> {
    wish: Wish,
    counters: Counters<'e>,
    token: CancelToken,
    /// How many problems were taken.
    taken: u64,
    /// Whether a diagram was written: there is room for one.
    written: bool,
    text: String,
}

impl<'e> Counting<'e> {
    pub(super) fn new(
        encodings: &'e Encodings,
        wish: Wish,
        settings: Settings,
        token: CancelToken,
    ) -> Self {
        let counters = Counters::new(encodings, settings, token.clone());
        Self { wish, counters, token, taken: 0, written: false, text: String::new() }
    }

    /// Takes up a problem, and gives all that there is to know for an answer to it.
    fn question(&mut self) -> (&mut Counters<'e>, Question<'_>) {
        let Self { wish, counters, token, taken, written, text } = self;
        let number = *taken;
        *taken += 1;
        (counters, Question { wish: *wish, number, token, written, text })
    }
}

impl Worker for Counting<'_> {
    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        session.note(Statistics::begin);
        let fail = |error: &dyn std::fmt::Display| Failure::of_record(file, record.line, error);
        if let Wish::Cheapest { .. } = self.wish {
            return session.fail(&fail(&NO_COSTS));
        }
        let (counters, question) = self.question();
        let counter = match counters.of_size(record.grid.size()) {
            Ok(counter) => counter,
            Err(error) => return session.fail(&fail(&error)),
        };
        session.note(Statistics::built);
        let puzzle = Puzzle { file, record, encoding: counter.encoding() };
        let loaded = match counter.load(&record.grid) {
            Ok(counter) => Ok(counter),
            Err(error) => match puzzle.clash(session, error) {
                Ok(clash) => Err(clash),
                Err(failure) => return session.fail(&failure),
            },
        };
        question.answer(session, &puzzle, puzzle.encoding.problem(), loaded)
    }

    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()> {
        session.note(Statistics::begin);
        cover::warn(session, file, parsed);
        let problem = &parsed.problem;
        let subject = Cover { file, problem };
        if let Wish::Cheapest { most, by: Finder::Cheapest } = self.wish {
            return cheapest::solve(session, &subject, Some(most), None, self.token.clone());
        }
        let (counters, question) = self.question();
        let mut counter = counters.of_cover(problem);
        if let Wish::Cheapest { most, .. } = question.wish {
            return cheapest::by_diagram(session, &subject, Some(most), counter);
        }
        session.note(Statistics::built);
        question.answer(session, &subject, problem, Ok(&mut counter))
    }
}

/// What is asked of one problem.
struct Question<'a> {
    wish: Wish,
    /// Its number in the run, from 0.
    number: u64,
    token: &'a CancelToken,
    written: &'a mut bool,
    text: &'a mut String,
}

impl Question<'_> {
    /// Answers it with a counter that has all that is given, or with clues that clash.
    fn answer<S: Named<Solution = [OptionId]>>(
        self,
        session: &mut Session,
        subject: &S,
        problem: &Problem,
        loaded: Result<&mut Counter<'_>, String>,
    ) -> io::Result<()> {
        if let Wish::Sample(draw) = self.wish {
            let asked = Asked { session, subject, text: self.text };
            return match loaded {
                Ok(counter) => asked.solve(Sampler::new(counter, draw, self.number, self.token)),
                Err(clash) => asked.solve(Ready::Clash(clash)),
            };
        }
        let made = Made::of(session, loaded);
        match self.wish {
            Wish::Diagram => write(session, subject, problem, made, self.written),
            _ => candidates::answer(session, subject, &made),
        }
    }
}

/// What became of a diagram.
enum Made {
    Diagram(Diagram),
    /// There is none because clues clash: no solution.
    Clash(String),
    /// It was not complete when this stopped it.
    Stopped(StopReason),
}

impl Made {
    /// Makes a diagram, and notes what that took.
    fn of(session: &mut Session, loaded: Result<&mut Counter<'_>, String>) -> Self {
        match loaded {
            Ok(counter) => {
                let before = counter.preparation();
                let made = counter.diagram();
                session.note(|stats| stats.counted(counter, before));
                made.map_or_else(Self::Stopped, Self::Diagram)
            }
            Err(clash) => {
                session.note(Statistics::clashed);
                Self::Clash(clash)
            }
        }
    }
}

/// Writes the diagram itself, if it is the first.
fn write<S: Named>(
    session: &mut Session,
    subject: &S,
    problem: &Problem,
    made: Made,
    written: &mut bool,
) -> io::Result<()> {
    match made {
        Made::Diagram(_) if *written => session.fail(&subject.failure(drawing::ONE_DIAGRAM)),
        Made::Diagram(diagram) => {
            *written = true;
            drawing::write(session, problem, &diagram)
        }
        Made::Clash(clash) => {
            session.fail(&subject.failure(format_args!("{clash}: there is nothing to draw")))
        }
        Made::Stopped(stop) => {
            session.tally.add(Verdict::Unknown);
            session.ended(stop, subject);
            Ok(())
        }
    }
}
