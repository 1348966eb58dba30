//! [`GridHunt`]: all puzzles with some number of clues within given solution grids.

use super::args::HuntArgs;
use super::puzzle_list::{Position, PuzzleList, hash, line};
use crate::clue_range::ClueRange;
use crate::failure::Failure;
use crate::parallel::{self, Job};
use crate::session::Session;
use quadrille::sudoku::unavoidable::{ClueSearch, UnavoidableError};
use quadrille::sudoku::{Geometry, Grid};
use quadrille::{CancelToken, StopReason};
use std::io;
use std::ops::ControlFlow;

/// A part of the search for puzzles with a number of clues within a grid.
pub(super) struct PartTask {
    /// The number of the search among all.
    search: usize,
    grid: Grid,
    clues: usize,
    part: u64,
    /// The number of parts of the search.
    parts: u64,
    /// Whether it is the last one of the grid.
    is_last: bool,
}

impl PartTask {
    /// The search and the part after this one.
    fn after(&self) -> (usize, u64) {
        match self.part + 1 < self.parts {
            true => (self.search, self.part + 1),
            false => (self.search + 1, 0),
        }
    }
}

/// The puzzles of a part.
pub(super) struct PartOutcome {
    task: PartTask,
    puzzles: Vec<Grid>,
    stop: Result<StopReason, UnavoidableError>,
}

pub(super) struct GridHunt<'a> {
    list: PuzzleList<'a>,
    grids: Vec<Grid>,
    /// The numbers of clues.
    clues: Vec<usize>,
    /// The search whose parts are made tasks: its number among all, and the number of its parts.
    search: Option<(usize, u64)>,
    /// The search and the part of the next task.
    next: (usize, u64),
    /// The same for the next result.
    done: (usize, u64),
    /// The number of puzzles found in the grid of the next result.
    found_in_grid: u64,
    failed: Option<UnavoidableError>,
}

impl<'a> GridHunt<'a> {
    /// Begins the search in solution grids, or continues that of a checkpoint.
    pub(super) fn begin(
        args: &'a HuntArgs,
        range: ClueRange,
        geometry: Geometry,
        grids: Vec<Grid>,
        session: &'a mut Session,
    ) -> Result<Self, Failure> {
        session.stop.count_as("puzzle", "found");
        let (number, hash) = (grids.len(), hash(grids.iter()));
        let command = format!("hunt --grid --clues {range} of {number} grids, {hash}");
        let clues = range.within(geometry.cells()).collect();
        let (mut list, resumed) = PuzzleList::open(args, geometry, command, [0; 4], session)?;
        let (mut done, mut found_in_grid) = ((0, 0), 0);
        if let Some(([search, part, in_grid, found], _)) = resumed {
            done = (usize::try_from(search).unwrap_or(usize::MAX), part);
            (found_in_grid, list.found) = (in_grid, found);
            list.session.inform(format_args!("resuming: {found} found"));
        }
        let (search, next, failed) = (None, done, None);
        Ok(Self { list, grids, clues, search, next, done, found_in_grid, failed })
    }

    pub(super) fn run(mut self) -> io::Result<()> {
        let (args, geometry) = (self.list.args, self.list.geometry.clone());
        let (stop, threads) = (self.list.session.stop.clone(), args.threads.workers());
        let most = args.limit.unwrap_or(u64::MAX);
        parallel::run(&mut self, threads, &stop, |token| {
            let mut worker = PartWorker { geometry: &geometry, token, most, search: None };
            move |task| worker.search(task)
        })?;
        self.list.end(self.position());
        if let Some(error) = self.failed {
            self.list.session.complain(error);
        }
        Ok(())
    }

    fn position(&self) -> Position {
        let number = |index: usize| u64::try_from(index).unwrap_or(u64::MAX);
        [number(self.done.0), self.done.1, self.found_in_grid, self.list.found]
    }

    /// Writes a puzzle, or that a grid has none.
    fn write(&mut self, task: &PartTask, puzzle: Option<&Grid>) -> io::Result<()> {
        self.list.write(puzzle, |object| {
            object.text("grid", &line(&task.grid));
        })
    }
}

impl Job for GridHunt<'_> {
    type Task = PartTask;
    type Outcome = PartOutcome;

    fn next(&mut self) -> Option<PartTask> {
        if self.list.is_at_limit() || self.failed.is_some() {
            return None;
        }
        let (search, part) = self.next;
        let index = search / self.clues.len().max(1);
        let grid = self.grids.get(index)?.clone();
        let clues = *self.clues.get(search % self.clues.len())?;
        let parts = match self.search {
            Some((known, parts)) if known == search => parts,
            _ => match ClueSearch::new(&self.list.geometry, &grid, clues) {
                // A search without parts has a result, too.
                Ok(made) => self.search.insert((search, made.parts().max(1))).1,
                Err(error) => {
                    self.failed = Some(error);
                    return None;
                }
            },
        };
        let is_last = part + 1 == parts && (search + 1).is_multiple_of(self.clues.len());
        let task = PartTask { search, grid, clues, part, parts, is_last };
        self.next = task.after();
        Some(task)
    }

    fn take(&mut self, outcome: PartOutcome) -> io::Result<bool> {
        let PartOutcome { task, puzzles, stop } = outcome;
        for puzzle in &puzzles {
            self.write(&task, Some(puzzle))?;
            self.found_in_grid += 1;
            if self.list.is_at_limit() {
                return Ok(false);
            }
        }
        match stop {
            Ok(StopReason::Exhausted) => {}
            Ok(_) => return Ok(false),
            Err(error) => {
                self.failed = Some(error);
                return Ok(false);
            }
        }
        if task.is_last {
            if self.found_in_grid == 0 {
                self.write(&task, None)?;
            }
            self.found_in_grid = 0;
        }
        self.done = task.after();
        Ok(self.list.step(self.position()))
    }

    fn wait(&mut self) -> io::Result<()> {
        self.list.session.output().flush()
    }
}

/// Searches parts in one thread.
struct PartWorker<'a> {
    geometry: &'a Geometry,
    token: CancelToken,
    /// The most puzzles of a part: more are never written.
    most: u64,
    /// The last search, and its number.
    search: Option<(usize, ClueSearch)>,
}

impl PartWorker<'_> {
    fn search(&mut self, task: PartTask) -> PartOutcome {
        let (mut puzzles, mut left) = (Vec::new(), self.most);
        let stop = self.of(&task).map(|search| {
            search.visit_parts(task.part..task.part + 1, |puzzle| {
                puzzles.push(puzzle.clone());
                left -= 1;
                if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        PartOutcome { task, puzzles, stop }
    }

    fn of(&mut self, task: &PartTask) -> Result<&mut ClueSearch, UnavoidableError> {
        if self.search.as_ref().is_some_and(|(search, _)| *search != task.search) {
            self.search = None;
        }
        match &mut self.search {
            Some((_, search)) => Ok(search),
            none => {
                let search = ClueSearch::new(self.geometry, &task.grid, task.clues)?;
                let search = search.cancel_token(self.token.clone());
                Ok(&mut none.insert((task.search, search)).1)
            }
        }
    }
}
