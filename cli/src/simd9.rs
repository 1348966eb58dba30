//! The solver for 9x9 Sudoku, sixteen at a time: its use in this program.
//!
//! A batch is what one read of the input brought. It is answered as a whole, and reported puzzle by
//! puzzle. Cancelling stops all lanes at once: the first puzzle without an answer is then reported
//! as unknown, and those after it as not read.

use super::backend::{Backend, Simd9Input};
use super::choice::Choice;
use super::encodings::Encodings;
use super::engine::EngineArg;
use super::report::{Question, Report};
use super::session::Session;
use super::stats::Statistics;
use super::subject::{Puzzle, Subject};
use quadrille::CancelToken;
use quadrille::sudoku::simd9::{
    BatchSolver, BatchStats, Candidates, Cells, EndReason, PuzzleResult, Variant,
};
use quadrille::sudoku::text::Record;
use quadrille::sudoku::{Geometry, Grid};
use std::io;
use std::time::Instant;

/// The size of the grids.
pub(super) const SIZE: usize = 9;

/// The most puzzles of a batch: more do not fill the lanes better.
pub(super) const LARGEST_BATCH: usize = 4096;

#[derive(Clone, Default, Debug)]
pub(super) struct Limits {
    pub(super) solutions: Option<u64>,
    pub(super) deadline: Option<Instant>,
    pub(super) token: CancelToken,
}

/// The lanes of a run, built when they are first needed.
#[derive(Debug)]
pub(super) struct Simd9 {
    geometry: Geometry,
    variant: Variant,
    limits: Limits,
    /// Whether solutions are printed. Counting alone is faster.
    shows: bool,
    choice: Choice,
    /// In a box, since they are large, and their alignment must not depend on the stack.
    lanes: Option<Box<BatchSolver>>,
    /// The work that was reported before.
    reported: BatchStats,
}

impl Simd9 {
    /// The lanes for the rules of a run, if they are those of the lanes and `engine` lets these
    /// take 9x9 puzzles.
    pub(super) fn new(
        encodings: &Encodings,
        engine: EngineArg,
        limits: Limits,
        shows: bool,
    ) -> Option<Self> {
        let choice = Choice::Lanes { asked: engine == EngineArg::Lanes };
        let (lanes, reported) = (None, BatchStats::default());
        let geometry = encodings.rules.geometry(SIZE).ok()?;
        let variant = Variant::of(&geometry).filter(|_| engine.has_lanes())?;
        Some(Self { geometry, variant, limits, shows, choice, lanes, reported })
    }

    pub(super) fn takes(&self, size: usize) -> bool {
        size == SIZE
    }

    pub(super) fn choice(&self) -> Choice {
        self.choice
    }

    pub(super) fn lanes(&mut self) -> &mut BatchSolver {
        self.parts().1
    }

    fn parts(&mut self) -> (&Geometry, &mut BatchSolver) {
        let Self { geometry, variant, limits, shows, lanes, .. } = self;
        let start = || Box::new(start(*variant, limits.clone(), *shows));
        (geometry, lanes.get_or_insert_with(start))
    }

    /// The work since the last call, if there was a puzzle yet.
    pub(super) fn new_work(&mut self) -> Option<BatchStats> {
        let mut work = self.lanes.as_ref()?.stats();
        let before = std::mem::replace(&mut self.reported, work);
        work.passes -= before.passes;
        work.lane_passes -= before.lane_passes;
        work.guesses -= before.guesses;
        work.branches -= before.branches;
        Some(work)
    }

    /// Answers a batch, in order, until the run is stopped. Several solutions of a puzzle are
    /// printed as they are found; otherwise all puzzles are answered in parallel lanes.
    pub(super) fn answer(
        &mut self,
        question: Question,
        (file, records): (&str, &[Record]),
        session: &mut Session,
        text: &mut String,
    ) -> io::Result<()> {
        let choice = self.choice;
        let (geometry, lanes) = self.parts();
        let is_restricted = records.first().is_some_and(|record| record.candidates.is_some());
        if matches!(question, Question::Solve { limit } if limit != Some(1)) {
            for record in records {
                session.note(Statistics::begin);
                session.stop.count_records(1);
                let puzzle = Puzzle { file, record, geometry, encoding: None };
                let backend = match clash(&puzzle, session) {
                    Some(clash) => Backend::Clash(clash),
                    None => Backend::Simd9 { lanes, puzzle: &input(record), choice },
                };
                let subject = Subject::Puzzle(puzzle);
                Report { session, subject, text }.answer(question, backend)?;
                if session.stop.is_requested() {
                    break;
                }
            }
            return Ok(());
        }
        let puzzles =
            records.iter().map(|record| Puzzle { file, record, geometry, encoding: None });
        if is_restricted {
            let answers = lanes.solve_all(records.iter().map(candidates));
            report_all(question, (puzzles, answers), choice, session, text)
        } else {
            let answers = lanes.solve_all(records.iter().map(|record| cells(&record.grid)));
            report_all(question, (puzzles, answers), choice, session, text)
        }
    }
}

/// Reports the answers to puzzles, until the run is stopped.
fn report_all<'a>(
    question: Question,
    (puzzles, mut answers): (impl Iterator<Item = Puzzle<'a>>, impl Iterator<Item = PuzzleResult>),
    choice: Choice,
    session: &mut Session,
    text: &mut String,
) -> io::Result<()> {
    session.note(Statistics::begin);
    for puzzle in puzzles {
        // An answer has space for a solution: it is not moved.
        let Some(answer) = &answers.next() else { break };
        session.stop.count_records(1);
        let is_last = answer.end == EndReason::Stopped;
        let clash = if answer.end == EndReason::Clash { clash(&puzzle, session) } else { None };
        let backend = clash.map_or(Backend::Answered { answer, choice }, Backend::Clash);
        let subject = Subject::Puzzle(puzzle);
        Report { session: &mut *session, subject, text: &mut *text }.answer(question, backend)?;
        if is_last || session.stop.is_full() {
            break;
        }
        session.note(Statistics::begin);
    }
    Ok(())
}

/// A solver with these limits, which keeps first solutions or none.
fn start(
    variant: Variant,
    Limits { solutions, deadline, token }: Limits,
    shows: bool,
) -> BatchSolver {
    let in_time = move || deadline.is_none_or(|deadline| Instant::now() < deadline);
    let lanes = BatchSolver::new(variant)
        .keep_first(shows)
        .continue_while(move || !token.is_cancelled() && in_time());
    match solutions {
        Some(most) => lanes.limit(most),
        None => lanes,
    }
}

/// The cells of a grid of [the right size](Simd9::takes).
pub(super) fn cells(grid: &Grid) -> Cells {
    grid.cells().first_chunk().copied().unwrap_or([0; 81])
}

/// The candidates of a puzzle of that size.
fn candidates(record: &Record) -> Candidates {
    let candidates = record.candidates.as_ref().and_then(|all| all.to_simd9(&record.grid));
    candidates.unwrap_or_else(|| Candidates::from(&cells(&record.grid)))
}

fn input(record: &Record) -> Simd9Input {
    match record.candidates {
        Some(_) => Simd9Input::Candidates(candidates(record)),
        None => Simd9Input::Clues(cells(&record.grid)),
    }
}

/// The clues that clash, if there are any, with a warning.
fn clash(puzzle: &Puzzle<'_>, session: &Session) -> Option<String> {
    let Record { grid, alphabet, line, .. } = puzzle.record;
    let clash = grid.clash(puzzle.geometry)?.in_alphabet(*alphabet);
    session.warn(format_args!("{}:{line}: {clash}", puzzle.file));
    Some(clash)
}
