//! The measurements of a file: a row of the table, or a JSON object.

use super::engine_run::Answer;
use crate::choice::Choices;
use crate::engine::EngineArg;
use crate::json::{Object, push_array};
use crate::message::printable;
use quadrille_bench::{Outcome, Row, Table};
use std::time::Duration;

/// The measurements of a file.
#[derive(Debug)]
pub(super) struct MeasuredFile<'a> {
    pub(super) file: &'a str,
    pub(super) kind: &'static str,
    pub(super) problems: usize,
    pub(super) reading: Duration,
    /// The solutions of all problems together; `None` if no engine has answered.
    pub(super) solutions: Option<u128>,
    pub(super) results: Vec<EngineResult>,
}

/// An engine, and its last answer if it has one.
#[derive(Debug)]
pub(super) struct EngineResult {
    pub(super) engine: EngineArg,
    pub(super) outcome: Outcome,
    pub(super) answer: Option<Answer>,
}

impl MeasuredFile<'_> {
    /// Whether there are no more solutions.
    fn is_complete(&self) -> bool {
        self.results.iter().find_map(|result| result.answer.as_ref()).is_some_and(|a| a.is_complete)
    }

    /// The lines of the table: reading the file, and then each engine. `runs` is the number of
    /// runs of each.
    pub(super) fn row(&self, table: &mut Table, runs: u32) -> String {
        let reading = ("(reading)", Outcome::Measured { median: self.reading, runs });
        let engines = self.results.iter().map(|result| (result.engine.name(), result.outcome));
        table.row(&Row {
            name: &printable(self.file).to_string(),
            problems: self.problems,
            solutions: self.solutions,
            is_complete: self.is_complete(),
            outcomes: [reading].into_iter().chain(engines).collect(),
        })
    }

    /// What auto chose, as a note below the table.
    pub(super) fn note(&self) -> Option<String> {
        let auto = self.results.iter().find(|result| result.engine == EngineArg::AUTO)?;
        let chosen = chosen(&auto.answer.as_ref()?.choices);
        Some(format!("`auto` on {}: {chosen}.", self.file))
    }

    /// A JSON object in one line.
    pub(super) fn object(&self) -> String {
        let mut text = String::new();
        let mut object = Object::begin(&mut text);
        object.text("file", self.file).text("kind", self.kind).plain("problems", self.problems);
        match self.solutions {
            None => object.plain("solutions", "null"),
            Some(count) => object.plain("solutions", count),
        };
        object.plain("complete", self.is_complete()).plain("reading", decimal(self.reading));
        push_array(object.key("engines"), self.results.iter(), |out, result| result.write(out));
        object.end();
        text + "\n"
    }
}

impl EngineResult {
    /// Writes a JSON object. The keys are the same for all outcomes.
    fn write(&self, out: &mut String) {
        let status = match self.outcome {
            Outcome::Measured { .. } => "timed",
            Outcome::TimedOut => "stopped",
            Outcome::Unsupported => "refused",
        };
        let seconds = self.outcome.median().map_or("null".to_owned(), decimal);
        let mut object = Object::begin(out);
        object.text("engine", self.engine.name()).text("status", status);
        object.plain("seconds", seconds).plain("runs", self.outcome.runs());
        match self.answer.as_ref().filter(|answer| answer.is_counted()) {
            Some(Answer { work, .. }) => {
                object.plain("nodes", work.nodes).plain("updates", work.updates)
            }
            None => object.plain("nodes", "null").plain("updates", "null"),
        };
        match &self.answer {
            Some(answer) => answer.choices.write(object.key("chosen")),
            None => object.key("chosen").push_str("[]"),
        }
        object.end();
    }
}

/// What auto chose, as a sentence without its end.
fn chosen(choices: &Choices) -> String {
    let engines = choices.iter().filter(|(choice, _)| choice.engine().is_some());
    let is_one = choices.iter().count() == 1;
    let names: Vec<_> = engines
        .map(|(choice, count)| {
            let (engine, why) = (choice.engine().unwrap_or("none"), choice.why());
            if is_one { format!("{engine}, {why}") } else { format!("{count} x {engine}, {why}") }
        })
        .collect();
    if names.is_empty() { "no engine, all clues clash".to_owned() } else { names.join("; ") }
}

/// Seconds for programs.
fn decimal(time: Duration) -> String {
    format!("{:.9}", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_an_answer_solutions_are_unknown() {
        let outcome = Outcome::TimedOut;
        let result = EngineResult { engine: EngineArg::AUTO, outcome, answer: None };
        let (kind, reading) = ("cover", Duration::from_micros(25));
        let results = vec![result];
        let file = "a.dlx";
        let row = MeasuredFile { file, kind, problems: 1, reading, solutions: None, results };
        let expected = r#""solutions":null,"complete":false,"reading":0.000025000,"#;
        assert!(row.object().contains(expected), "{}", row.object());
        assert_eq!(row.note(), None);
    }
}
