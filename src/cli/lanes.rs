//! The lanes, as the other rooms here see them: which puzzles they take, and their answers in the words of all engines.

use super::answer::Subject;
use super::engine::EngineArg;
use super::failure::Failure;
use super::json::Object;
use super::output::Form;
use super::sudoku::{Encodings, describe, describe_question, write_solution};
use quadrille::sudoku::lanes::{Answer, Cells, End, Lanes, Rules, Work};
use quadrille::sudoku::text::Record;
use quadrille::sudoku::{Geometry, Grid, NotAGrid};
use quadrille::{CancelToken, Count, StopReason};
use std::fmt;
use std::time::Instant;

/// The size of all grids that the lanes take. Their boxes can only be 3x3.
const SIZE: usize = 9;

/// What ends a search in the lanes early.
#[derive(Clone, Default, Debug)]
pub(super) struct Limits {
    pub(super) solutions: Option<u64>,
    pub(super) deadline: Option<Instant>,
    pub(super) token: CancelToken,
}

/// The lanes of a run, made when they are first needed.
#[derive(Debug)]
pub(super) struct Nines {
    geometry: Geometry,
    limits: Limits,
    /// Whether anyone wants to see a solution, and not only how many there are.
    shows: bool,
    /// In a box: they are large, and where they lie must not depend on what stands on the stack before them.
    lanes: Option<Box<Lanes>>,
    /// What was done when somebody asked for what was new.
    told: Work,
}

impl Nines {
    /// The lanes for the rules of a run, if they are to have what they take. At first they only count.
    pub(super) fn new(encodings: &Encodings, engine: EngineArg, limits: Limits) -> Option<Self> {
        let geometry = encodings.geometry(SIZE).ok()?;
        let (shows, lanes, told) = (false, None, Work::default());
        engine.has_lanes().then_some(Self { geometry, limits, shows, lanes, told })
    }

    /// The same, with or without solutions to show. Counting alone is faster.
    pub(super) fn showing(self, shows: bool) -> Self {
        Self { shows, ..self }
    }

    /// Whether they take grids of a size.
    pub(super) fn takes(&self, size: usize) -> bool {
        size == SIZE
    }

    /// The geometry of all puzzles, and the lanes.
    pub(super) fn open(&mut self) -> (&Geometry, &mut Lanes) {
        let Self { geometry, limits, shows, lanes, .. } = self;
        let is_plain = geometry.regions().is_empty();
        let rules = if is_plain { Rules::Plain } else { Rules::Diagonal };
        (geometry, lanes.get_or_insert_with(|| Box::new(start(rules, limits.clone(), *shows))))
    }

    /// What was done since this was asked the last time, if there was ever anything for the lanes.
    pub(super) fn new_work(&mut self) -> Option<Work> {
        let mut work = self.lanes.as_ref()?.work();
        let before = std::mem::replace(&mut self.told, work);
        work.passes -= before.passes;
        work.lane_passes -= before.lane_passes;
        work.guesses -= before.guesses;
        work.branches -= before.branches;
        Some(work)
    }
}

/// Lanes that keep these limits, and first solutions or none.
fn start(rules: Rules, Limits { solutions, deadline, token }: Limits, shows: bool) -> Lanes {
    let in_time = move || deadline.is_none_or(|deadline| Instant::now() < deadline);
    let lanes =
        Lanes::new(rules).keep_first(shows).watch(move || !token.is_cancelled() && in_time());
    match solutions {
        Some(most) => lanes.limit(most),
        None => lanes,
    }
}

/// The cells of a grid that the lanes [take](Nines::takes).
pub(super) fn cells(grid: &Grid) -> Cells {
    grid.cells().first_chunk().copied().unwrap_or([0; 81])
}

/// An answer as a count. That clues clash is known for good; what stops the lanes is that the run is cancelled; and a
/// visitor that wants no more is as good as a limit.
pub(super) fn count(answer: &Answer) -> Count {
    let stop = match answer.end {
        End::Exhausted | End::Clash => StopReason::Exhausted,
        End::Stopped => StopReason::Cancelled,
        _ => StopReason::SolutionLimit,
    };
    Count { solutions: answer.solutions, stop }
}

/// A puzzle that is solved in the lanes.
#[derive(Debug)]
pub(super) struct Nine<'a> {
    pub(super) file: &'a str,
    pub(super) record: &'a Record,
    pub(super) geometry: &'a Geometry,
}

impl Subject for Nine<'_> {
    type Solution = Cells;

    fn failure(&self, message: impl fmt::Display) -> Failure {
        Failure::of_record(self.file, self.record.line, message)
    }

    fn describe(&self, object: &mut Object<'_>) {
        describe(self.file, self.record, object);
    }

    fn describe_question(&self, object: &mut Object<'_>) {
        describe_question(self.record, object);
    }

    /// What the lanes find is checked from the rules, as what other engines find is.
    fn write(&self, cells: &Cells, form: Form, out: &mut String) -> Result<(), NotAGrid> {
        let Record { alphabet, blank, .. } = *self.record;
        let grid = Grid::try_from(*cells).map_err(|_| NotAGrid)?;
        if !grid.is_solution(self.geometry) || !grid.extends(&self.record.grid) {
            return Err(NotAGrid);
        }
        write_solution(&grid, self.geometry, (alphabet, blank), form, out);
        Ok(())
    }
}

/// What the lanes don't take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refused {
    /// A problem that is no Sudoku.
    Cover,
    /// A grid of another size.
    Size(usize),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lanes = EngineArg::Lanes;
        write!(f, "engine `{lanes}` does not take ")?;
        match self {
            Self::Cover => write!(f, "exact covers")?,
            Self::Size(size) => write!(f, "grids of {size}x{size}")?,
        }
        write!(f, ": expected a Sudoku of 9x9")
    }
}
