//! The measurements: rows of a Markdown table, with notes below it, or JSON objects.
//!
//! A file has a line for each engine. They are printed together as soon as all engines are
//! measured. The widths of the columns are fixed before the first row.

use super::timing::Outcome;
use crate::choice::Choices;
use crate::engine::EngineArg;
use crate::json::{Object, push_array};
use crate::message::printable;
use quadrille::Count;
use std::fmt::Write as _;
use std::time::Duration;

/// The headings, with the widths of all columns but the first: a line has at most 100 characters.
const HEADINGS: [(&str, usize); 4] =
    [("problems", 8), ("solutions", 14), ("engine", 11), ("CPU time", 9)];

/// The heading of the first column, and its largest width.
const FILE: (&str, usize) = ("file", 42);

/// The measurements of a file.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) file: &'a str,
    pub(super) kind: &'static str,
    pub(super) problems: usize,
    pub(super) reading: Duration,
    pub(super) outcomes: Vec<Outcome>,
}

impl Row<'_> {
    /// The counts, on which all engines with an answer agree.
    fn counts(&self) -> Option<&[Count]> {
        self.outcomes.iter().find_map(Outcome::answer).map(|answer| &answer.counts[..])
    }

    /// All solutions together, and whether there are no more.
    fn solutions(&self) -> Option<(u128, bool)> {
        let counts = self.counts()?;
        let solutions = counts.iter().map(|count| u128::from(count.solutions)).sum();
        Some((solutions, counts.iter().all(Count::is_complete)))
    }
}

/// The table, as far as it is printed.
#[derive(Debug)]
pub(super) struct Table {
    engines: Vec<EngineArg>,
    runs: u32,
    cut: Duration,
    /// The width of the first column.
    width: usize,
    rows: usize,
    has_refused: bool,
    has_late: bool,
    has_limited: bool,
    /// What auto chose, row by row.
    choices: Vec<String>,
}

impl Table {
    /// An empty table for these engines, and for files whose names are no longer than that.
    pub(super) fn new(engines: Vec<EngineArg>, runs: u32, cut: Duration, longest: usize) -> Self {
        Self {
            engines,
            runs,
            cut,
            width: longest.clamp(FILE.0.len(), FILE.1),
            rows: 0,
            has_refused: false,
            has_late: false,
            has_limited: false,
            choices: Vec::new(),
        }
    }

    pub(super) fn engines(&self) -> &[EngineArg] {
        &self.engines
    }

    /// The head, in two lines.
    pub(super) fn head(&self) -> String {
        let mut head = self.line(FILE.0, &HEADINGS.map(|(name, _)| name.to_owned()));
        let _ = write!(head, "|{}", "-".repeat(self.width + 2));
        for (_, width) in HEADINGS {
            let _ = write!(head, "|{}:", "-".repeat(width + 1));
        }
        head + "|\n"
    }

    /// A line of the table.
    fn line(&self, first: &str, others: &[String; 4]) -> String {
        let width = self.width;
        let mut line = format!("| {first:width$} |");
        for (text, (_, width)) in others.iter().zip(HEADINGS) {
            let _ = write!(line, " {text:>width$} |");
        }
        line + "\n"
    }

    /// Takes a row, and returns its lines: reading the file, and then each engine.
    pub(super) fn row(&mut self, row: &Row<'_>) -> String {
        self.rows += 1;
        self.note(row);
        let solutions = match row.solutions() {
            None => "unknown".to_owned(),
            Some((count, true)) => count.to_string(),
            Some((count, false)) => format!(">={count}"),
        };
        let (file, problems) = (self.shortened(row.file), row.problems.to_string());
        let line = |name: &str, time: String| {
            self.line(&file, &[problems.clone(), solutions.clone(), name.to_owned(), time])
        };
        let mut lines = line("(reading)", shown_time(row.reading));
        for (engine, outcome) in self.engines.iter().zip(&row.outcomes) {
            let time = match outcome {
                Outcome::Timed { median, .. } => shown_time(*median),
                Outcome::Late => format!("> {} s", self.cut.as_secs_f64()),
                Outcome::Refused(_) => "-".to_owned(),
            };
            lines += &line(engine.name(), time);
        }
        lines
    }

    /// The name of a file, of which only the end is shown if it is too long. A bar would end its
    /// cell.
    fn shortened(&self, file: &str) -> String {
        let name = printable(file).to_string().replace('|', "\\|");
        match name.chars().count().checked_sub(self.width) {
            None | Some(0) => name,
            Some(excess) => "...".chars().chain(name.chars().skip(excess + 3)).collect(),
        }
    }

    /// Collects the notes below the table.
    fn note(&mut self, row: &Row<'_>) {
        self.has_limited |= row.solutions().is_some_and(|(_, is_complete)| !is_complete);
        for (engine, outcome) in self.engines.iter().zip(&row.outcomes) {
            match outcome {
                Outcome::Late => self.has_late = true,
                Outcome::Refused(_) => self.has_refused = true,
                Outcome::Timed { answer, .. } if *engine == EngineArg::AUTO => {
                    self.choices.push(format!("{}: {}", row.file, chosen(&answer.choices)));
                }
                Outcome::Timed { .. } => {}
            }
        }
    }

    /// The notes below the table, in lines; none if there was no row.
    pub(super) fn notes(&self) -> String {
        let (runs, cut) = (self.runs, self.cut.as_secs_f64());
        if self.rows == 0 {
            return String::new();
        }
        let each = match runs {
            1 => "one run of each engine".to_owned(),
            _ => format!("medians of {runs} runs of each engine in turn"),
        };
        let mut notes = vec![format!("CPU time of setup and search: {each}.")];
        if self.has_refused {
            notes.push("`-`: the engine does not take it.".to_owned());
        }
        if self.has_late {
            notes.push(format!("`> {cut} s`: the engine was stopped in its first run."));
        }
        if self.has_limited {
            notes.push("`>=`: solutions were counted up to a limit for each problem.".to_owned());
        }
        notes.extend(self.choices.iter().map(|choice| format!("`auto` on {choice}.")));
        notes.iter().fold("\n".to_owned(), |text, note| text + "- " + note + "\n")
    }

    /// A row as a JSON object.
    pub(super) fn object(&self, row: &Row<'_>) -> String {
        let mut text = String::new();
        let mut object = Object::begin(&mut text);
        object.text("file", row.file).text("kind", row.kind).plain("problems", row.problems);
        match row.solutions() {
            None => object.plain("solutions", "null").plain("complete", false),
            Some((count, complete)) => object.plain("solutions", count).plain("complete", complete),
        };
        object.plain("reading", decimal(row.reading));
        let results = self.engines.iter().zip(&row.outcomes);
        push_array(object.key("engines"), results, |out, (engine, outcome)| {
            write_outcome(engine.name(), outcome, out);
        });
        object.end();
        text + "\n"
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

/// An engine in a row. The keys are the same whatever became of it.
fn write_outcome(engine: &str, outcome: &Outcome, out: &mut String) {
    let (status, seconds, runs) = match outcome {
        Outcome::Timed { median, runs, .. } => ("timed", decimal(*median), *runs),
        Outcome::Late => ("stopped", "null".to_owned(), 0),
        Outcome::Refused(_) => ("refused", "null".to_owned(), 0),
    };
    let mut object = Object::begin(out);
    object.text("engine", engine).text("status", status);
    object.plain("seconds", seconds).plain("runs", runs);
    match outcome.work() {
        Some(work) => object.plain("nodes", work.nodes).plain("updates", work.updates),
        None => object.plain("nodes", "null").plain("updates", "null"),
    };
    match outcome.answer() {
        Some(answer) => answer.choices.write(object.key("chosen")),
        None => object.key("chosen").push_str("[]"),
    }
    object.end();
}

/// Seconds for programs.
fn decimal(time: Duration) -> String {
    format!("{:.9}", time.as_secs_f64())
}

/// A time for people: three digits and a unit.
fn shown_time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (number, unit) = match seconds {
        _ if seconds < 1e-3 => (seconds * 1e6, "µs"),
        _ if seconds < 1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    let decimals = if number < 9.995 { 2 } else { usize::from(number < 99.95) };
    format!("{number:.decimals$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::super::engine_run::Answer;
    use super::*;
    use quadrille::{Engine, Stats, StopReason};

    fn timed(micros: u64) -> Outcome {
        let counts = vec![Count { solutions: 92, stop: StopReason::Exhausted }];
        let work = Stats { nodes: 7, updates: 8 };
        let answer = Answer { counts, work, choices: Choices::default() };
        Outcome::Timed { median: Duration::from_micros(micros), runs: 5, answer }
    }

    fn row(outcomes: Vec<Outcome>) -> Row<'static> {
        let reading = Duration::from_micros(25);
        Row { file: "a.dlx", kind: "cover", problems: 1, reading, outcomes }
    }

    fn table() -> Table {
        let engines =
            [Engine::Bits, Engine::Multiple, Engine::CellsWtd].map(EngineArg::Cover).to_vec();
        Table::new(engines, 5, Duration::from_millis(2500), 5)
    }

    #[test]
    fn all_lines_of_the_table_are_equally_wide() {
        let mut table = table();
        let refused = Outcome::Refused("no".to_owned());
        let lines = table.row(&row(vec![timed(14_234), refused, Outcome::Late]));
        let expected = "\
            | a.dlx |        1 |             92 |   (reading) |   25.0 µs |\n\
            | a.dlx |        1 |             92 |        bits |   14.2 ms |\n";
        assert!(lines.starts_with(expected), "{lines}");
        assert!(
            lines.ends_with(" |         - |\n") || lines.contains(" |         - |\n"),
            "{lines}"
        );
        assert!(lines.ends_with(" |   > 2.5 s |\n"), "{lines}");
        let width = lines.lines().next().unwrap().chars().count();
        let all = table.head() + &lines;
        assert!(all.lines().all(|line| line.chars().count() == width), "{all}");
        let notes = table.notes();
        assert!(notes.contains("- `-`: ") && notes.contains("- `> 2.5 s`: "), "{notes}");
    }

    #[test]
    fn a_line_fits_into_a_hundred_columns() {
        let table = Table::new(vec![EngineArg::AUTO], 5, Duration::from_secs(1), 400);
        assert!(table.head().lines().all(|line| line.len() <= 100), "{}", table.head());
        let name = "x/".repeat(200) + "end|\u{1b}.dlx";
        let shown = table.shortened(&name);
        assert_eq!(shown.chars().count(), FILE.1);
        assert!(shown.starts_with("...") && shown.ends_with("x/end\\|\\u{1b}.dlx"), "{shown}");
    }

    #[test]
    fn without_a_count_solutions_are_unknown() {
        let mut table = table();
        assert_eq!(table.notes(), "");
        let row = row(vec![Outcome::Late, Outcome::Late, Outcome::Late]);
        assert!(table.row(&row).contains("|        unknown |"));
        assert!(table.object(&row).contains(r#""solutions":null,"complete":false"#));
    }

    #[test]
    fn times_have_three_digits_and_a_unit() {
        let shown = [1, 25, 1_234, 99_960, 999_600, 12_345_678, 1_234_567_890]
            .map(|micros| shown_time(Duration::from_micros(micros)));
        assert_eq!(
            shown,
            ["1.00 µs", "25.0 µs", "1.23 ms", "100 ms", "1000 ms", "12.3 s", "1235 s"]
        );
        assert_eq!(shown_time(Duration::ZERO), "0.00 µs");
    }
}
