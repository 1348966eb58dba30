//! What was measured: rows of a Markdown table, with notes below it, or JSON objects.
//!
//! A row is printed as soon as it is there, since the next may take long. So that the columns stand below each other
//! all the same, their widths are fixed before the first.

use super::timing::Outcome;
use crate::cli::choice::Choices;
use crate::cli::engine::EngineArg;
use crate::cli::json::{Object, push_array};
use quadrille::Count;
use std::fmt::Write as _;
use std::time::Duration;

/// The widths of columns that hold numbers.
const NUMBER: usize = 9;

/// The heading of the files: it says what the others have.
const TITLE: &str = "CPU seconds";

/// What was measured of a file.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) file: &'a str,
    pub(super) kind: &'static str,
    pub(super) problems: usize,
    pub(super) reading: Duration,
    pub(super) outcomes: Vec<Outcome>,
}

impl Row<'_> {
    /// The counts on which all agree who answered.
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
            width: longest.max(TITLE.len()),
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
        let mut names = vec!["problems".to_owned(), "solutions".to_owned(), "reading".to_owned()];
        names.extend(self.engines.iter().map(|engine| format!("`{engine}`")));
        let mut head = self.line(TITLE, &names);
        let _ = write!(head, "|{}", "-".repeat(self.width + 2));
        for name in &names {
            let _ = write!(head, "|{}:", "-".repeat(name.len().max(NUMBER) + 1));
        }
        head + "|\n"
    }

    /// A line of the table.
    fn line(&self, first: &str, others: &[String]) -> String {
        let width = self.width;
        let mut line = format!("| {first:width$} |");
        for (index, text) in others.iter().enumerate() {
            // Headings with a mark at each end may be wider than numbers.
            let engine = index.checked_sub(3).and_then(|index| self.engines.get(index));
            let width = engine.map_or(0, |engine| engine.name().len() + 2).max(NUMBER);
            let _ = write!(line, " {text:>width$} |");
        }
        line + "\n"
    }

    /// Takes a row, and gives its line.
    pub(super) fn row(&mut self, row: &Row<'_>) -> String {
        self.rows += 1;
        self.note(row);
        let solutions = match row.solutions() {
            None => "unknown".to_owned(),
            Some((count, true)) => count.to_string(),
            Some((count, false)) => format!(">={count}"),
        };
        let mut cells = vec![row.problems.to_string(), solutions, seconds(row.reading)];
        cells.extend(row.outcomes.iter().map(|outcome| match outcome {
            Outcome::Timed { median, .. } => seconds(*median),
            Outcome::Late => format!(">{}", self.cut.as_secs_f64()),
            Outcome::Refused(_) => "-".to_owned(),
        }));
        // A bar in a name would end its cell.
        self.line(&row.file.replace('|', "\\|"), &cells)
    }

    /// Remembers what is to be said below the table.
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
        let mut notes = vec![format!(
            "CPU seconds to build the solver and to search all problems of a file: {each}. Reading is \
             apart, and was done once."
        )];
        if self.has_refused {
            notes.push("`-`: the engine does not take it.".to_owned());
        }
        if self.has_late {
            notes.push(format!("`>{cut}`: the engine was stopped in its first run."));
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

/// Seconds for people, with three digits that mean something, and never in powers of ten.
fn seconds(time: Duration) -> String {
    let number = time.as_secs_f64();
    // In scientific notation the number is rounded already: 9.996 with three digits is 1.00e1.
    let rounded = format!("{number:.2e}");
    let exponent = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse::<i32>().ok());
    let behind = usize::try_from(2 - exponent.unwrap_or(0)).unwrap_or(0);
    // A clock that counts microseconds says no more.
    format!("{number:.*}", behind.min(7))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::bench::run::Answer;
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
        let line = table.row(&row(vec![timed(14_234), refused, Outcome::Late]));
        let expected = "| a.dlx       |         1 |        92 | 0.0000250 |    0.0142 \
                        |          - |        >2.5 |\n";
        assert_eq!(line, expected);
        assert!(table.head().lines().all(|head| head.len() + 1 == line.len()), "{}", table.head());
        let notes = table.notes();
        assert!(notes.contains("- `-`: ") && notes.contains("- `>2.5`: "), "{notes}");
    }

    #[test]
    fn what_nobody_counted_is_unknown() {
        let mut table = table();
        assert_eq!(table.notes(), "");
        let row = row(vec![Outcome::Late, Outcome::Late, Outcome::Late]);
        assert!(table.row(&row).contains("|   unknown |"));
        assert!(table.object(&row).contains(r#""solutions":null,"complete":false"#));
    }

    #[test]
    fn seconds_have_three_digits() {
        let shown = [1, 25, 1_234, 999_600, 12_345_678, 1_234_567_890].map(|micros| {
            let time = Duration::from_micros(micros);
            seconds(time)
        });
        assert_eq!(shown, ["0.0000010", "0.0000250", "0.00123", "1.00", "12.3", "1235"]);
        assert_eq!(seconds(Duration::ZERO), "0.00");
    }
}
