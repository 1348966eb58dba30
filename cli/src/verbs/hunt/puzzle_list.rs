//! [`PuzzleList`]: the puzzles that a hunt finds, as they are written, and their checkpoint.

use super::args::HuntArgs;
use crate::checkpoint::{Resumed, StepList};
use crate::failure::Failure;
use crate::hashing::sha256;
use crate::json::Object;
use crate::output::Form;
use crate::session::Session;
use crate::subject::describe_rules;
use crate::tally::Verdict;
use quadrille::sudoku::text::{self, Record, StatedRules};
use quadrille::sudoku::{Geometry, Grid};
use std::io;

/// The place of a hunt in its steps.
pub(super) type Position = [u64; 4];

pub(super) struct PuzzleList<'a> {
    pub(super) args: &'a HuntArgs,
    pub(super) geometry: Geometry,
    pub(super) session: &'a mut Session,
    list: StepList,
    /// The number of puzzles in the list.
    pub(super) found: u64,
}

impl<'a> PuzzleList<'a> {
    /// Opens the list of a new hunt at the position `begin`, or that of a checkpoint of the same
    /// command and rules: then returns its position and its text, too.
    pub(super) fn open(
        args: &'a HuntArgs,
        geometry: Geometry,
        command: String,
        begin: Position,
        session: &'a mut Session,
    ) -> Result<(Self, Option<(Position, String)>), Failure> {
        let rules = StatedRules::of(&geometry);
        let rules = if rules.is_empty() { String::new() } else { rules.fields() };
        let (list, resumed) = StepList::open(&args.list, command + &rules, &begin, session)?;
        let resumed = match resumed {
            Some(Resumed { position, text }) => match Position::try_from(position) {
                Ok(position) => Some((position, text)),
                Err(_) => return Err(Failure::of_file("hunt", "the checkpoint has no position")),
            },
            None => None,
        };
        Ok((Self { args, geometry, session, list, found: 0 }, resumed))
    }

    pub(super) fn is_at_limit(&self) -> bool {
        self.args.limit.is_some_and(|limit| self.found >= limit)
    }

    /// Writes a puzzle that was found, or that there is none. Its object begins with the keys that
    /// `begin` writes.
    pub(super) fn write(
        &mut self,
        puzzle: Option<&Grid>,
        begin: impl FnOnce(&mut Object<'_>),
    ) -> io::Result<()> {
        let line = puzzle.map_or_else(|| "none".to_owned(), line);
        let mut text = String::new();
        if self.session.form == Form::Json {
            let mut object = Object::begin(&mut text);
            begin(&mut object);
            match puzzle {
                Some(puzzle) => object.text("puzzle", &line).plain("clues", puzzle.clues()),
                None => object.text("result", &line),
            };
            describe_rules(&self.geometry, &mut object);
            object.end();
        } else {
            text = line;
        }
        text.push('\n');
        self.session.entry(&text)?;
        if puzzle.is_some() {
            self.found += 1;
            self.session.tally.add(Verdict::Found);
            self.session.stop.count_records(1);
        }
        Ok(())
    }

    /// Called after a step, with the position after it. Returns whether the hunt goes on.
    pub(super) fn step(&mut self, position: Position) -> bool {
        self.list.step(&position, self.session)
    }

    /// Ends the list. Returns whether the hunt was stopped.
    pub(super) fn end(&mut self, position: Position) -> bool {
        let is_stopped = self.session.stop.is_requested();
        if is_stopped {
            self.session.tally.saw_stop();
        }
        self.list.end(&position, self.session);
        is_stopped
    }
}

/// A grid in a line.
pub(super) fn line(grid: &Grid) -> String {
    let Record { alphabet, blank, .. } = Record::new(grid.clone());
    text::format_line(grid, alphabet, blank)
}

/// The hash of grids, by which a checkpoint recognises them.
pub(super) fn hash<'a>(grids: impl Iterator<Item = &'a Grid>) -> String {
    let lines: Vec<_> = grids.map(ToString::to_string).collect();
    format!("{:.16}", sha256(lines.iter().map(String::as_str)))
}
