//! [`Hunt`]: the search around given puzzles and those that were found, level by level.

use super::args::HuntArgs;
use super::puzzle_list::{Position, PuzzleList, hash};
use super::worker::{HuntOutcome, HuntTask, HuntWorker};
use crate::failure::Failure;
use crate::input::label;
use crate::known_classes::{KnownClasses, MEMORY};
use crate::parallel::{self, Job, TaskSize};
use crate::puzzle_verb::NoAnswer;
use crate::session::Session;
use crate::unique_solutions::UniqueSolutions;
use quadrille::sudoku::canonical::Canonicaliser;
use quadrille::sudoku::hunt::Neighbours;
use quadrille::sudoku::text::{self, Reader, Record, StatedRules};
use quadrille::sudoku::{Geometry, Grid};
use std::fs::File;
use std::io::{self, BufReader};
use std::path::PathBuf;

const NO_PUZZLE: &str = "no Sudoku puzzle found";

pub(super) struct Hunt<'a> {
    list: PuzzleList<'a>,
    counter: Neighbours,
    classes: KnownClasses,
    /// The given puzzles, and then those that were found.
    queue: Vec<Grid>,
    given: usize,
    /// The puzzle and the way of the next task.
    next: (usize, u64),
    /// The same for the next result.
    done: (usize, u64),
    pending: usize,
    /// The number of the level, from 0, and the index of the puzzle after its last one.
    level: (u64, usize),
    /// How many ways a task gets.
    ways: TaskSize,
}

impl<'a> Hunt<'a> {
    /// Begins a hunt, or continues that of a checkpoint.
    pub(super) fn begin(
        args: &'a HuntArgs,
        geometry: Geometry,
        starts: Vec<Grid>,
        session: &'a mut Session,
    ) -> Result<Self, Failure> {
        session.stop.count_as("puzzle", "found");
        let token = session.stop.token();
        let mut canonicaliser = Canonicaliser::new(&geometry).cancel_token(token);
        let mut known = Vec::new();
        for path in &args.known {
            known.extend(read(path, &geometry)?);
        }
        let command = command(args, &starts, &known);
        let mut classes = KnownClasses::new(args.memory.unwrap_or(MEMORY));
        let mut add = |grids: &[Grid]| {
            for grid in grids {
                let form = canonicaliser.form(grid);
                let form = form.map_err(|error| Failure::of_file("hunt", error))?;
                let added = classes.insert(form.grid());
                added.map_err(|full| Failure::of_file("hunt", full))?;
            }
            Ok(())
        };
        add(&starts)?;
        add(&known)?;
        let given = starts.len();
        let mut queue = starts;
        let (mut done, mut level) = ((0, 0), (0, given));
        let counter = Neighbours::new(&geometry, args.step);
        let size = geometry.size();
        let begin = [0, 0, 0, u64::try_from(given).unwrap_or(u64::MAX)];
        let (mut list, resumed) = PuzzleList::open(args, geometry, command, begin, session)?;
        if let Some(([first, way, depth, end], text)) = resumed {
            let found = parse(&text, "the list", size)?;
            add(&found)?;
            list.found = u64::try_from(found.len()).unwrap_or(u64::MAX);
            queue.extend(found);
            let index = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
            (done, level) = ((index(first), way), (depth, index(end).min(queue.len())));
            let (found, all) = (list.found, queue.len());
            list.session.inform(format_args!("resuming: {found} found, {first} of {all} searched"));
        }
        Ok(Self {
            list,
            counter,
            classes,
            queue,
            given,
            next: done,
            done,
            pending: 0,
            level,
            ways: TaskSize::up_to(u64::MAX),
        })
    }

    pub(super) fn run(mut self) -> io::Result<()> {
        let (args, geometry) = (self.list.args, self.list.geometry.clone());
        let (stop, threads) = (self.list.session.stop.clone(), args.threads.workers());
        parallel::run(&mut self, threads, &stop, |token| {
            let mut worker = HuntWorker::new(args, &geometry, &token);
            move |task| worker.search(&task)
        })?;
        if !self.list.end(self.position()) && self.list.found == 0 {
            self.list.session.inform(self.nothing_found());
        }
        Ok(())
    }

    /// The message that nothing was found, and which of the given puzzles may be the reason.
    fn nothing_found(&self) -> String {
        let mut solutions = UniqueSolutions::new(self.list.session.stop.token());
        let starts = self.queue[..self.given].iter().cloned().map(Record::new);
        let starts = solutions.of(&self.list.geometry, &starts.collect::<Vec<_>>());
        let flaws = starts.into_iter().filter_map(|start| match start {
            Err(NoAnswer::Error(flaw)) => Some(flaw),
            _ => None,
        });
        match &flaws.collect::<Vec<_>>()[..] {
            [] => "no puzzle found".to_owned(),
            [flaw] if self.given == 1 => format!("no puzzle found: {flaw}"),
            flaws => format!(
                "no puzzle found: {} of the {} given puzzles do not have exactly one solution",
                flaws.len(),
                self.given
            ),
        }
    }

    fn position(&self) -> Position {
        let number = |index: usize| u64::try_from(index).unwrap_or(u64::MAX);
        [number(self.done.0), self.done.1, self.level.0, number(self.level.1)]
    }

    /// Writes a puzzle if its class is new. Returns whether the hunt goes on.
    fn add(&mut self, puzzle: Grid, form: &Grid) -> io::Result<bool> {
        match self.classes.insert(form) {
            Ok(false) => return Ok(true),
            Ok(true) => {}
            Err(full) => {
                self.list.session.stop.request_when_full(full);
                return Ok(false);
            }
        }
        let number = self.list.found + 1;
        self.list.write(Some(&puzzle), |object| {
            object.plain("number", number);
        })?;
        self.queue.push(puzzle);
        Ok(!self.list.is_at_limit())
    }
}

impl Job for Hunt<'_> {
    type Task = HuntTask;
    type Outcome = HuntOutcome;

    fn next(&mut self) -> Option<HuntTask> {
        loop {
            if self.list.is_at_limit() {
                return None;
            }
            if self.next.0 >= self.level.1 {
                let is_last =
                    self.level.0 + 1 >= self.list.args.depth || self.queue.len() <= self.level.1;
                if self.pending > 0 || is_last {
                    return None;
                }
                self.level = (self.level.0 + 1, self.queue.len());
            }
            let (index, first) = self.next;
            let puzzle = self.queue.get(index)?;
            let all = self.counter.ways(puzzle);
            if first >= all {
                self.next = (index + 1, 0);
                continue;
            }
            let ways = first..first.saturating_add(self.ways.size).min(all);
            self.next.1 = ways.end;
            self.pending += 1;
            return Some(HuntTask { puzzle: puzzle.clone(), index, ways });
        }
    }

    fn take(&mut self, outcome: HuntOutcome) -> io::Result<bool> {
        let HuntOutcome { index, ways, found, stop, time } = outcome;
        self.pending -= 1;
        for (puzzle, form) in found {
            if !self.add(puzzle, &form)? {
                return Ok(false);
            }
        }
        if stop.is_some() {
            return Ok(false);
        }
        let is_last = ways.end >= self.counter.ways(&self.queue[index]);
        self.done = if is_last { (index + 1, 0) } else { (index, ways.end) };
        self.ways.adapt(time);
        Ok(self.list.step(self.position()))
    }

    fn wait(&mut self) -> io::Result<()> {
        self.list.session.output().flush()
    }
}

/// What a checkpoint depends on.
fn command(args: &HuntArgs, starts: &[Grid], known: &[Grid]) -> String {
    let hash = hash(starts.iter().chain(known));
    let clues = args.clues.map(|clues| format!(" --clues {clues}")).unwrap_or_default();
    let minimal = if args.minimal { " --minimal" } else { "" };
    let (starts, known) = (starts.len(), known.len());
    format!(
        "hunt --step {}{clues}{minimal} of {starts} puzzles with {known} known, {hash}",
        args.step
    )
}

/// The puzzles of a file, all of one size.
fn read(path: &PathBuf, geometry: &Geometry) -> Result<Vec<Grid>, Failure> {
    let file = File::open(path).map_err(|error| Failure::of_file(&label(path), error))?;
    let options = text::ReadOptions::new().size(geometry.size()).rules(StatedRules::of(geometry));
    let reader = Reader::new(BufReader::new(file), options);
    let found = grids(reader, &label(path))?;
    match found.is_empty() {
        true => Err(Failure::of_file(&label(path), NO_PUZZLE)),
        false => Ok(found),
    }
}

/// The puzzles of a text.
fn parse(text: &str, name: &str, size: usize) -> Result<Vec<Grid>, Failure> {
    grids(Reader::new(text.as_bytes(), text::ReadOptions::new().size(size)), name)
}

fn grids<R: io::BufRead>(reader: Reader<R>, name: &str) -> Result<Vec<Grid>, Failure> {
    let grid = |record: Result<Record, _>| record.map(|record| record.grid);
    reader.map(grid).collect::<Result<_, _>>().map_err(|error| Failure::of_sudoku(name, &error))
}
