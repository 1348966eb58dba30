//! [`Hunt`]: the search around given puzzles and those that were found, level by level.

use super::args::HuntArgs;
use super::worker::{HuntOutcome, HuntTask, HuntWorker};
use crate::checkpoint::{Resumed, StepList};
use crate::failure::Failure;
use crate::handler::MOST_WORKERS;
use crate::hashing::sha256;
use crate::input::label;
use crate::json::Object;
use crate::known_classes::{KnownClasses, MEMORY};
use crate::output::Form;
use crate::parallel::{self, Job};
use crate::puzzle_verb::NoAnswer;
use crate::session::Session;
use crate::subject::describe_rules;
use crate::tally::Verdict;
use crate::unique_solutions::UniqueSolutions;
use quadrille::sudoku::canonical::Canonicaliser;
use quadrille::sudoku::hunt::Neighbours;
use quadrille::sudoku::text::{self, Reader, Record};
use quadrille::sudoku::{Geometry, Grid};
use std::fs::File;
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::time::Duration;

const NO_PUZZLE: &str = "no Sudoku puzzle found";

/// Tasks that take less time get more ways to remove clues, and those that take four times as much
/// get fewer.
const TASK_TIME: Duration = Duration::from_millis(50);

pub(super) struct Hunt<'a> {
    args: &'a HuntArgs,
    geometry: Geometry,
    session: &'a mut Session,
    list: Option<StepList>,
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
    ways: u64,
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
            known.extend(read(path, geometry.size())?);
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
        let begin = [0, 0, 0, u64::try_from(given).unwrap_or(u64::MAX)];
        let (list, resumed) = match StepList::open(&args.list, command, &begin, session)? {
            Some((list, resumed)) => (Some(list), resumed),
            None => (None, None),
        };
        if let Some(Resumed { position, text }) = resumed {
            let found = parse(&text, "the list", geometry.size())?;
            add(&found)?;
            queue.extend(found);
            let index = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
            let [first, way, depth, end] = position[..] else {
                return Err(Failure::of_file("hunt", "the checkpoint has no position"));
            };
            (done, level) = ((index(first), way), (depth, index(end).min(queue.len())));
            let found = queue.len() - given;
            session.inform(format_args!(
                "resuming: {found} found, {first} of {} searched",
                queue.len()
            ));
        }
        let counter = Neighbours::new(&geometry, args.step);
        Ok(Self {
            args,
            geometry,
            session,
            list,
            counter,
            classes,
            queue,
            given,
            next: done,
            done,
            pending: 0,
            level,
            ways: 1,
        })
    }

    pub(super) fn run(mut self) -> io::Result<()> {
        let (stop, threads) =
            (self.session.stop.clone(), self.args.threads.number().min(MOST_WORKERS));
        let (geometry, args) = (self.geometry.clone(), self.args);
        parallel::run(&mut self, threads, &stop, |token| {
            let mut worker = HuntWorker::new(args, &geometry, &token);
            move |task| worker.search(&task)
        })?;
        if stop.is_requested() {
            self.session.tally.saw_stop();
        }
        let position = self.position();
        if let Some(list) = &mut self.list
            && let Err(failure) = list.end(&position)
        {
            self.session.complain(failure);
        }
        if self.found() == 0 && !stop.is_requested() {
            self.session.inform(self.nothing_found());
        }
        Ok(())
    }

    /// The message that nothing was found, and which of the given puzzles may be the reason.
    fn nothing_found(&self) -> String {
        let mut solutions = UniqueSolutions::new(self.session.stop.token());
        let starts = self.queue[..self.given].iter().cloned().map(Record::new);
        let starts = solutions.of(&self.geometry, &starts.collect::<Vec<_>>());
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

    fn position(&self) -> [u64; 4] {
        let number = |index: usize| u64::try_from(index).unwrap_or(u64::MAX);
        [number(self.done.0), self.done.1, self.level.0, number(self.level.1)]
    }

    fn found(&self) -> usize {
        self.queue.len() - self.given
    }

    fn is_at_limit(&self) -> bool {
        let found = u64::try_from(self.found()).unwrap_or(u64::MAX);
        self.args.limit.is_some_and(|limit| found >= limit)
    }

    /// Writes a puzzle if its class is new. Returns whether the hunt goes on.
    fn add(&mut self, puzzle: Grid, form: &Grid) -> io::Result<bool> {
        match self.classes.insert(form) {
            Ok(false) => return Ok(true),
            Ok(true) => {}
            Err(full) => {
                self.session.stop.request_when_full(full);
                return Ok(false);
            }
        }
        let Record { alphabet, blank, .. } = Record::new(puzzle.clone());
        let line = text::format_line(&puzzle, alphabet, blank);
        let (mut text, clues) = (String::new(), puzzle.clues());
        self.queue.push(puzzle);
        match self.session.form {
            Form::Json => {
                let mut object = Object::begin(&mut text);
                object.plain("number", self.found()).text("puzzle", &line).plain("clues", clues);
                describe_rules(&self.geometry, &mut object);
                object.end();
            }
            _ => text.push_str(&line),
        }
        text.push('\n');
        self.session.entry(&text)?;
        self.session.tally.add(Verdict::Found);
        self.session.stop.count_records(1);
        Ok(!self.is_at_limit())
    }
}

impl Job for Hunt<'_> {
    type Task = HuntTask;
    type Outcome = HuntOutcome;

    fn next(&mut self) -> Option<HuntTask> {
        loop {
            if self.is_at_limit() {
                return None;
            }
            if self.next.0 >= self.level.1 {
                let is_last =
                    self.level.0 + 1 >= self.args.depth || self.queue.len() <= self.level.1;
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
            let ways = first..first.saturating_add(self.ways).min(all);
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
        if time < TASK_TIME {
            self.ways = self.ways.saturating_mul(2);
        } else if time > 4 * TASK_TIME {
            self.ways = (self.ways / 2).max(1);
        }
        let position = self.position();
        if let Some(list) = &mut self.list {
            list.tick(&position, self.session);
        }
        self.session.progress.tick(self.session.tally.records());
        Ok(!self.session.stop.is_requested())
    }

    fn wait(&mut self) -> io::Result<()> {
        self.session.output().flush()
    }
}

/// What a checkpoint depends on.
fn command(args: &HuntArgs, starts: &[Grid], known: &[Grid]) -> String {
    let lines: Vec<_> = starts.iter().chain(known).map(ToString::to_string).collect();
    let hash = sha256(lines.iter().map(String::as_str));
    let clues = args.clues.map(|clues| format!(" --clues {clues}")).unwrap_or_default();
    let minimal = if args.minimal { " --minimal" } else { "" };
    let (starts, known) = (starts.len(), known.len());
    format!(
        "hunt --step {}{clues}{minimal} of {starts} puzzles with {known} known, {hash:.16}",
        args.step
    )
}

/// The puzzles of a file, all of one size.
fn read(path: &PathBuf, size: usize) -> Result<Vec<Grid>, Failure> {
    let file = File::open(path).map_err(|error| Failure::of_file(&label(path), error))?;
    let reader = Reader::new(BufReader::new(file), text::ReadOptions::new().size(size));
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
