//! The record of a puzzle: a line of aligned columns, or a JSON object.

use super::reference::{Agreement, Reference};
use crate::failure::Failure;
use crate::json;
use crate::stats::units::shown;
use quadrille::compat::{Ending, System, SystemRun};
use quadrille::sudoku::text::{self, Record};
use quadrille::sudoku::{Clash, Grid};
use quadrille::{Engine, StopReason};
use serde::Serialize;
use std::fmt::Display;
use std::time::Duration;

pub(super) type Run = (System, SystemRun);

pub(super) struct PuzzleRef<'a> {
    pub(super) file: &'a str,
    pub(super) record: &'a Record,
}

pub(super) struct Results<'a> {
    pub(super) runs: &'a [Run],
    pub(super) reference: &'a Reference,
    pub(super) agreement: &'a Agreement,
    /// The first rule that the clues break.
    pub(super) clash: Option<Clash>,
    pub(super) engine: Engine,
}

impl PuzzleRef<'_> {
    pub(super) fn failure(&self, error: impl Display) -> Failure {
        Failure::of_record(self.file, self.record.line, error)
    }

    /// Returns the name of the puzzle with its file, or else file and line.
    pub(super) fn label(&self) -> String {
        let Self { file, record } = self;
        match &record.name {
            Some(name) => format!("{file}: {name}"),
            None => format!("{file}:{}", record.line),
        }
    }

    /// Returns the line of the comparison, whose first column has this width, and if the answers
    /// disagree, both answers.
    pub(super) fn line(&self, results: &Results<'_>, width: usize) -> String {
        let Results { runs, reference, agreement, engine, .. } = results;
        let mut line = format!("{:width$}  {:8}", self.label(), agreement.word());
        for (system, run) in *runs {
            let answer = answer(&run.ending);
            line += &format!("  {system}: {answer:14} {:>8} {:5}", run.nodes, nodes(run.nodes));
        }
        let (engine, count) = (engine_name(*engine), solutions(reference));
        let nodes = (reference.nodes, nodes(reference.nodes));
        line += &format!("  {engine}: {count:17} {:>8} {:5}  {}", nodes.0, nodes.1, results.note());
        line.truncate(line.trim_end().len());
        line.push('\n');
        if let Agreement::Disagree(_) = agreement {
            let names: Vec<_> = runs.iter().map(|(system, _)| system.to_string()).collect();
            let width = names.iter().map(String::len).max().unwrap_or(0).max(engine.len()) + 1;
            for (name, (_, run)) in names.iter().zip(*runs) {
                let cells = self.answer_cells(&run.ending);
                line += &format!("  {:width$} {cells}\n", name.clone() + ":");
            }
            let first = reference.first.as_ref().map(|grid| self.signs(grid.cells()));
            let first = first.unwrap_or_else(|| "none".to_owned());
            line += &format!("  {:width$} {first}\n", engine.to_owned() + ":");
        }
        line
    }

    /// Returns an ending as `solve` would print it.
    fn answer_cells(&self, ending: &Ending) -> String {
        match ending {
            Ending::Solved(cells) | Ending::Stuck(cells) => self.signs(cells),
            Ending::NoSolution => "none".to_owned(),
            Ending::Stopped => "unknown".to_owned(),
        }
    }

    /// Returns cells in the signs of the puzzle.
    fn signs(&self, cells: &[u8]) -> String {
        let Record { grid, alphabet, blank, .. } = self.record;
        match Grid::from_cells(grid.size(), cells.to_vec()) {
            Ok(grid) => text::format_line(&grid, *alphabet, *blank),
            // Only a wrong answer has other values; they are shown as numbers.
            Err(_) => format!("{cells:?}"),
        }
    }

    /// Returns the JSON object. Times differ between runs, and are in it only if they are asked
    /// for.
    pub(super) fn object(&self, results: &Results<'_>, has_times: bool) -> String {
        let Results { runs, reference, agreement, clash, engine } = results;
        let seconds = |time: Duration| has_times.then_some(time.as_secs_f64());
        let runs = runs.iter().map(|(system, SystemRun { ending, nodes, time, printed })| {
            let grid = match ending {
                Ending::Solved(cells) | Ending::Stuck(cells) => Some(self.signs(cells)),
                Ending::NoSolution | Ending::Stopped => None,
            };
            let (way, result) = (system.to_string(), result(ending));
            RunObject { way, result, grid, nodes: *nodes, seconds: seconds(*time), printed }
        });
        let engine = EngineObject {
            name: engine.name(),
            count: reference.count.solutions,
            complete: reference.count.is_complete(),
            solution: reference.first.as_ref().map(|grid| self.signs(grid.cells())),
            nodes: reference.nodes,
            seconds: seconds(reference.time),
        };
        let clash = clash.as_ref().map(|clash| clash.in_alphabet(self.record.alphabet));
        let reason =
            if let Agreement::Disagree(reason) = agreement { Some(&**reason) } else { None };
        let (runs, engine) = (Some(runs.collect()), Some(engine));
        json::line(&PuzzleObject { runs, engine, clash, reason, ..self.head(agreement.word()) })
    }

    /// Returns the JSON object of a puzzle that the document did not run on.
    pub(super) fn not_run_object(&self, reason: &str) -> String {
        json::line(&PuzzleObject { reason: Some(reason), ..self.head("not run") })
    }

    fn head<'a>(&'a self, result: &'a str) -> PuzzleObject<'a> {
        PuzzleObject {
            file: self.file,
            line: self.record.line,
            name: self.record.name.as_deref(),
            kind: "sudoku",
            puzzle: self.signs(self.record.grid.cells()),
            runs: None,
            engine: None,
            clash: None,
            result,
            reason: None,
        }
    }
}

impl Results<'_> {
    /// Returns the reason of a disagreement, the rule that the clues break, or why the document is
    /// stuck.
    fn note(&self) -> String {
        if let Agreement::Disagree(reason) = self.agreement {
            return reason.clone();
        }
        if let Some(clash) = &self.clash {
            return format!("the clues clash: {clash}");
        }
        let is_stuck = matches!(self.runs, [(_, SystemRun { ending: Ending::Stuck(_), .. }), ..]);
        match (self.reference.count.solutions, self.reference.count.stop) {
            _ if !is_stuck => "",
            (1, StopReason::Exhausted) => "a search solves it",
            (0 | 1, _) => "",
            _ => "no list of strategies can solve it",
        }
        .to_owned()
    }
}

#[derive(Serialize)]
struct PuzzleObject<'a> {
    file: &'a str,
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    kind: &'a str,
    puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<Vec<RunObject<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<EngineObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clash: Option<String>,
    result: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

#[derive(Serialize)]
struct RunObject<'a> {
    way: String,
    result: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    grid: Option<String>,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    printed: &'a str,
}

#[derive(Serialize)]
struct EngineObject<'a> {
    name: &'a str,
    count: u64,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

/// Returns an ending as a word of a JSON object.
fn result(ending: &Ending) -> &'static str {
    match ending {
        Ending::Solved(_) => "solved",
        Ending::NoSolution => "none",
        Ending::Stuck(_) => "stuck",
        Ending::Stopped => "unknown",
    }
}

/// Returns an ending for the line of a puzzle.
fn answer(ending: &Ending) -> String {
    match ending {
        Ending::Solved(_) => "solved".to_owned(),
        Ending::NoSolution => "no solution".to_owned(),
        Ending::Stopped => "stopped".to_owned(),
        Ending::Stuck(cells) => {
            format!("stuck, {} open", cells.iter().filter(|&&cell| cell == 0).count())
        }
    }
}

/// Returns the number of solutions for the line of a puzzle.
fn solutions(reference: &Reference) -> String {
    let count = reference.count;
    match (count.solutions, count.stop) {
        (0, StopReason::Exhausted) => "no solution".to_owned(),
        (1, StopReason::Exhausted) => "one solution".to_owned(),
        (solutions, StopReason::Exhausted) => format!("{solutions} solutions"),
        (solutions, StopReason::SolutionLimit) => format!("{solutions}+ solutions"),
        _ => "stopped".to_owned(),
    }
}

fn nodes(nodes: u64) -> &'static str {
    if nodes == 1 { "node" } else { "nodes" }
}

pub(super) fn effort(count: u64, time: Duration) -> String {
    format!("{count} {} in {}", nodes(count), shown(time))
}

/// Returns the name of the engine in a line.
pub(super) fn engine_name(engine: Engine) -> &'static str {
    if engine == Engine::Auto { "engine" } else { engine.name() }
}

/// Returns the names of all systems that ran, each with its duration, and that of the engine.
pub(super) fn times(runs: &[Run], reference: &Reference, engine: Engine) -> String {
    let of_system = |(system, run): &(System, SystemRun)| format!("{system} {}", shown(run.time));
    let mut times: Vec<_> = runs.iter().map(of_system).collect();
    times.push(format!("{} {}", engine_name(engine), shown(reference.time)));
    times.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disagreement_shows_its_reason_and_both_answers() {
        let record = text::parse("1234341221..43..").unwrap();
        let puzzle = PuzzleRef { file: "test", record: &record };
        let run = SystemRun {
            ending: Ending::NoSolution,
            nodes: 1,
            time: Duration::from_micros(250),
            printed: "printed\n".to_owned(),
        };
        let first = Grid::from_cells(4, "1234341221434321".bytes().map(|b| b - b'0').collect());
        let mut reference = Reference::none();
        (reference.count.solutions, reference.first) = (1, first.ok());
        let results = Results {
            runs: &[(System::Euler96, run)],
            reference: &reference,
            agreement: &Agreement::Disagree("the engine has a solution".to_owned()),
            clash: None,
            engine: Engine::Links,
        };
        assert_eq!(
            puzzle.line(&results, 8),
            "test:1    disagree  euler96: no solution           1 node   \
             links: one solution             0 nodes  the engine has a solution\n\
             \x20 euler96: none\n\
             \x20 links:   1234341221434321\n"
        );
        let object = |has_times| -> serde_json::Value {
            serde_json::from_str(&puzzle.object(&results, has_times)).expect("it is JSON")
        };
        let value = object(true);
        assert_eq!(
            (&value["result"], &value["runs"][0]["result"]),
            (&"disagree".into(), &"none".into())
        );
        assert_eq!(value["engine"]["solution"], "1234341221434321");
        assert_eq!(value["runs"][0]["seconds"], 0.00025);
        assert!(object(false)["runs"][0].get("seconds").is_none());
    }
}
