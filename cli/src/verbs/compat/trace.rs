//! The trace of a run: steps grouped by rounds and rules, with the grids after them.

use super::report::PuzzleRef;
use crate::json;
use crate::output::Form;
use crate::session::Session;
use quadrille::CancelToken;
use quadrille::compat::{System, TraceObserver, TraceStep};
use serde::Serialize;
use std::fmt::Write as _;
use std::io;

/// The indentation of the steps of a rule below its name, and of the steps that follow from a
/// guess.
const INDENT: usize = 2;

/// Writes the trace of one run if it is asked for, and ends the run when the program is stopped.
pub(super) struct TraceWriter<'a> {
    session: &'a mut Session,
    puzzle: &'a PuzzleRef<'a>,
    system: System,
    token: &'a CancelToken,
    is_on: bool,
    /// The number of guesses that have not been taken back.
    depth: usize,
    rule: Option<Rule>,
    text: String,
    /// The last grid that was written: a rule that changes nothing does not write it again.
    last_grid: String,
    /// The first error of standard output.
    pub(super) written: io::Result<()>,
}

#[derive(Clone, Copy)]
struct Rule {
    round: Option<usize>,
    name: &'static str,
    /// Whether its name is written. It stands before its first step or grid.
    is_written: bool,
}

#[derive(Serialize)]
struct Record<'a> {
    file: &'a str,
    line: u64,
    way: String,
    depth: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    step: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u8>,
    text: &'a str,
}

impl<'a> TraceWriter<'a> {
    pub(super) fn new(
        session: &'a mut Session,
        puzzle: &'a PuzzleRef<'a>,
        system: System,
        token: &'a CancelToken,
        is_on: bool,
    ) -> Self {
        let (rule, text, last_grid, written) = (None, String::new(), String::new(), Ok(()));
        Self { session, puzzle, system, token, is_on, depth: 0, rule, text, last_grid, written }
    }

    /// Writes a step, or a grid if there is none.
    fn write(&mut self, step: Option<TraceStep>, text: &str) {
        self.text.clear();
        if self.session.form == Form::Json {
            self.push_record(step, text);
        } else {
            self.push_lines(text);
        }
        self.written = self.session.part(&self.text);
        if let Some(rule) = &mut self.rule {
            rule.is_written = true;
        }
    }

    fn push_record(&mut self, step: Option<TraceStep>, text: &str) {
        let size = self.puzzle.record.grid.size();
        let cell = step.and_then(TraceStep::cell).map(|cell| self.system.cell_name(cell, size));
        let record = Record {
            file: self.puzzle.file,
            line: self.puzzle.record.line,
            way: self.system.to_string(),
            depth: self.depth,
            round: self.rule.and_then(|rule| rule.round),
            rule: self.rule.map(|rule| rule.name),
            step: step.map_or("grid", TraceStep::name),
            cell,
            value: step.and_then(TraceStep::value),
            text,
        };
        self.text = json::line(&record);
    }

    fn push_lines(&mut self, text: &str) {
        let indent = self.depth * INDENT;
        // Writing to a `String` does not fail.
        if let Some(Rule { round, name, is_written: false }) = self.rule {
            let _ = write!(self.text, "{:indent$}", "");
            if let Some(round) = round {
                let _ = write!(self.text, "round {round}: ");
            }
            let _ = writeln!(self.text, "{name}");
        }
        let indent = if self.rule.is_some() { indent + INDENT } else { indent };
        for line in text.lines() {
            let _ = writeln!(self.text, "{:indent$}{line}", "");
        }
    }
}

impl TraceObserver for TraceWriter<'_> {
    fn step(&mut self, step: TraceStep) {
        if !self.is_on || self.written.is_err() {
            return;
        }
        let is_of_rule = matches!(
            step,
            TraceStep::Eliminated { .. } | TraceStep::Placed { .. } | TraceStep::Contradiction(_)
        );
        self.rule = self.rule.filter(|_| is_of_rule);
        self.depth -= usize::from(matches!(step, TraceStep::TakenBack { .. }));
        let text = self.system.describe(step, self.puzzle.record.grid.size());
        self.write(Some(step), &text);
        self.depth += usize::from(matches!(step, TraceStep::Guessed { .. }));
    }

    fn rule(&mut self, round: Option<usize>, name: &'static str) {
        self.rule = Some(Rule { round, name, is_written: false });
    }

    fn grid(&mut self, draw: &dyn Fn() -> String) {
        if !self.is_on || self.written.is_err() || self.rule.is_none() {
            return;
        }
        let grid = draw();
        if grid != self.last_grid {
            self.write(None, &grid);
            self.last_grid = grid;
        }
    }

    fn enter(&mut self) -> bool {
        self.written.is_ok() && !self.token.is_cancelled()
    }
}
