//! What is written of a puzzle: lines for people, or parts of a JSON object.

use super::Way;
use super::reference::{Agreement, Reference};
use crate::cli::failure::Failure;
use crate::cli::json::Object;
use crate::cli::output::Form;
use crate::cli::sudoku;
use quadrille::compat::{Answer, CompatError, Ending, System};
use quadrille::sudoku::Grid;
use quadrille::sudoku::text::{self, Record};
use quadrille::{Engine, StopReason};
use std::fmt::Display;
use std::time::Duration;

/// A puzzle, and how to write of it.
pub(super) struct Report<'a> {
    pub(super) file: &'a str,
    pub(super) record: &'a Record,
    pub(super) form: Form,
}

impl Report<'_> {
    pub(super) fn failure(&self, error: impl Display) -> Failure {
        Failure::of_record(self.file, self.record.line, error)
    }

    /// What the puzzle is called.
    pub(super) fn label(&self) -> String {
        let Self { file, record, .. } = self;
        match &record.name {
            Some(name) => format!("{file}: {name}"),
            None => format!("{file}:{}", record.line),
        }
    }

    /// The beginning of the record; of lines perhaps apart from those before.
    pub(super) fn begin(&self, is_apart: bool) -> String {
        let mut text = String::new();
        if self.form != Form::Json {
            text.push_str(if is_apart { "\n" } else { "" });
        } else {
            let mut object = Object::begin(&mut text);
            sudoku::describe(self.file, self.record, &mut object);
            object.text("puzzle", &self.line(self.record.grid.cells()));
            object.key("runs").push('[');
        }
        text
    }

    /// The beginning of what a way of the document does.
    pub(super) fn begin_way(&self, system: System, is_first: bool, trace: bool) -> String {
        if self.form != Form::Json {
            return if trace { format!("{}: {system}\n", self.label()) } else { String::new() };
        }
        let mut text = if is_first { String::new() } else { ",".to_owned() };
        let mut object = Object::begin(&mut text);
        object.text("way", &system.to_string());
        if trace {
            object.key("steps").push('[');
        }
        text
    }

    /// Its end.
    pub(super) fn end_way(&self, answer: &Answer, trace: bool) -> String {
        let mut text = String::new();
        if self.form == Form::Json {
            text.push_str(if trace { "]" } else { "" });
            let mut object = Object::resume(&mut text);
            let grid = match &answer.ending {
                Ending::Solved(cells) | Ending::Stuck(cells) => Some(self.line(cells)),
                Ending::NoSolution | Ending::Stopped => None,
            };
            object.text("result", ending(&answer.ending)).maybe_text("grid", grid.as_deref());
            object.plain("nodes", answer.nodes).plain("seconds", answer.time.as_secs_f64());
            object.text("printed", &answer.printed).end();
        }
        text
    }

    /// The end of the record.
    pub(super) fn end(
        &self,
        answers: &[Way],
        (reference, agreement): &(Reference, Agreement),
        clash: Option<&CompatError>,
        engine: Engine,
    ) -> String {
        if self.form == Form::Json {
            self.end_object(reference, *agreement, clash, engine)
        } else {
            self.lines(answers, reference, *agreement, clash, engine)
        }
    }

    fn end_object(
        &self,
        reference: &Reference,
        agreement: Agreement,
        clash: Option<&CompatError>,
        engine: Engine,
    ) -> String {
        let mut text = "]".to_owned();
        let mut object = Object::resume(&mut text);
        let first = reference.first.as_ref().map(|grid| self.line(grid.cells()));
        {
            let mut object = Object::begin(object.key("engine"));
            object.text("name", engine.name()).plain("count", reference.count.solutions);
            object.plain("complete", reference.count.is_complete());
            object.maybe_text("solution", first.as_deref());
            object.plain("nodes", reference.nodes);
            object.plain("seconds", reference.time.as_secs_f64()).end();
        }
        let clash = clash.map(ToString::to_string);
        object.maybe_text("clash", clash.as_deref()).text("result", agreement.word()).end();
        text + "\n"
    }

    /// What the document prints, the line of the comparison, and if they disagree, both answers.
    fn lines(
        &self,
        answers: &[Way],
        reference: &Reference,
        agreement: Agreement,
        clash: Option<&CompatError>,
        engine: Engine,
    ) -> String {
        // All ways of a document print the same but for what they find, and one of them is as it is printed.
        let mut text = answers.first().map_or(String::new(), |(_, answer)| answer.printed.clone());
        text += &format!("{}: {}", self.label(), agreement.word());
        for (system, answer) in answers {
            let (found, effort) = (told(&answer.ending), effort(answer.nodes, answer.time));
            text += &format!("; {system}: {found}, {effort}");
        }
        if clash.is_some() {
            text += "; the clues clash";
        }
        let effort = effort(reference.nodes, reference.time);
        text += &format!("; {}: {}, {effort}", name(engine), solutions(reference));
        if let Some((_, Answer { ending: Ending::Stuck(_), .. })) = answers.first() {
            text += match (reference.count.solutions, reference.count.stop) {
                (1, StopReason::Exhausted) => "; a search solves it",
                (0 | 1, _) => "",
                _ => "; no list of strategies can solve it",
            };
        }
        text.push('\n');
        if agreement == Agreement::Disagree {
            for (system, answer) in answers {
                text += &format!("  {system}: {}\n", self.answer(&answer.ending));
            }
            let first = reference.first.as_ref().map(Grid::cells);
            let first = first.map_or_else(|| "none".to_owned(), |cells| self.line(cells));
            text += &format!("  {}: {first}\n", name(engine));
        }
        text
    }

    /// An ending as a record of `solve`.
    fn answer(&self, ending: &Ending) -> String {
        match ending {
            Ending::Solved(cells) | Ending::Stuck(cells) => self.line(cells),
            Ending::NoSolution => "none".to_owned(),
            Ending::Stopped => "unknown".to_owned(),
        }
    }

    /// Cells in the signs of the puzzle.
    fn line(&self, cells: &[u8]) -> String {
        let Record { grid, alphabet, blank, .. } = self.record;
        match Grid::from_cells(grid.size(), cells.to_vec()) {
            Ok(grid) => text::line(&grid, *alphabet, *blank),
            // Only a document that does wrong has others; they are shown as they are.
            Err(_) => format!("{cells:?}"),
        }
    }
}

/// An ending in a word.
fn ending(ending: &Ending) -> &'static str {
    match ending {
        Ending::Solved(_) => "solved",
        Ending::NoSolution => "none",
        Ending::Stuck(_) => "stuck",
        Ending::Stopped => "unknown",
    }
}

/// An ending for people.
fn told(ending: &Ending) -> String {
    match ending {
        Ending::Solved(_) => "solved".to_owned(),
        Ending::NoSolution => "no solution".to_owned(),
        Ending::Stopped => "stopped".to_owned(),
        Ending::Stuck(cells) => {
            let open = cells.iter().filter(|&&cell| cell == 0).count();
            format!("stuck with {open} cells open")
        }
    }
}

/// How many solutions the engine knows of, for people.
fn solutions(reference: &Reference) -> String {
    let count = reference.count;
    match (count.solutions, count.stop) {
        (0, StopReason::Exhausted) => "no solution".to_owned(),
        (1, StopReason::Exhausted) => "one solution".to_owned(),
        (solutions, StopReason::Exhausted) => format!("{solutions} solutions"),
        (solutions, StopReason::SolutionLimit) => format!("{solutions} solutions or more"),
        _ => "stopped".to_owned(),
    }
}

/// Nodes and time, for people.
pub(super) fn effort(nodes: u64, time: Duration) -> String {
    let (noun, seconds) = (if nodes == 1 { "node" } else { "nodes" }, time.as_secs_f64());
    if seconds < 1.0 {
        format!("{nodes} {noun} in {:.2} ms", seconds * 1e3)
    } else {
        format!("{nodes} {noun} in {seconds:.2} s")
    }
}

/// The engine, for people.
pub(super) fn name(engine: Engine) -> &'static str {
    if engine == Engine::Auto { "engine" } else { engine.name() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(form: Form) -> (Record, Form) {
        let puzzle = "1234341221..43..";
        (text::parse(puzzle).unwrap(), form)
    }

    /// What is written of a puzzle that a document says is impossible.
    fn disagreement(form: Form) -> String {
        let (record, form) = report(form);
        let report = Report { file: "test", record: &record, form };
        let answer = Answer {
            ending: Ending::NoSolution,
            nodes: 1,
            time: Duration::from_micros(250),
            printed: "printed\n".to_owned(),
        };
        let first = Grid::from_cells(4, "1234341221434321".bytes().map(|b| b - b'0').collect());
        let mut reference = Reference::none();
        reference.count.solutions = 1;
        reference.first = first.ok();
        let mut text = report.begin(false) + &report.begin_way(System::Euler96, true, false);
        text += &report.end_way(&answer, false);
        let compared = (reference, Agreement::Disagree);
        text + &report.end(&[(System::Euler96, answer)], &compared, None, Engine::Links)
    }

    #[test]
    fn both_answers_are_shown_where_they_differ() {
        let text = disagreement(Form::Line);
        assert_eq!(
            text,
            "printed\n\
             test:1: disagree; euler96: no solution, 1 node in 0.25 ms; \
             links: one solution, 0 nodes in 0.00 ms\n\
             \x20 euler96: none\n\
             \x20 links: 1234341221434321\n"
        );
        let value: serde_json::Value =
            serde_json::from_str(&disagreement(Form::Json)).expect("it is JSON");
        assert_eq!(value["result"], "disagree");
        assert_eq!(value["runs"][0]["result"], "none");
        assert_eq!(value["engine"]["solution"], "1234341221434321");
    }
}
