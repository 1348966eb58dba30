//! A Markdown table of measurements, with notes below it.
//!
//! A row has a line for each benchmark. They are printed together as soon as all benchmarks are
//! measured; the widths of the columns are fixed before the first row.

use super::measure::{Outcome, Plan};
use std::fmt::Write as _;
use std::time::Duration;

/// The most characters of a line.
const WIDTH: usize = 100;

/// The numbers of problems and of solutions.
const COUNTS: [(&str, usize); 2] = [("problems", 8), ("solutions", 14)];

/// The CPU time of a benchmark as a multiple of that of the first.
const RATIO: (&str, usize) = ("ratio", 7);

/// The headings of the columns that differ between tables.
#[derive(Clone, Copy, Debug)]
pub struct Headings {
    /// The heading of the names of the rows.
    pub name: &'static str,
    /// The heading of the names of the benchmarks, which the notes use as well, and its width.
    pub benchmark: (&'static str, usize),
    /// The heading of the times.
    pub time: &'static str,
    /// What is timed, for the notes.
    pub work: &'static str,
    /// Whether a time is that of one problem, the mean of its row.
    pub is_per_problem: bool,
    /// Whether there is a column of ratios to the first benchmark.
    pub has_ratios: bool,
}

/// The measurements of one set of problems.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The name of the set.
    pub name: &'a str,
    /// The number of problems.
    pub problems: usize,
    /// The solutions of all problems together; `None` if no benchmark answered.
    pub solutions: Option<u128>,
    /// Whether no problem has more solutions than were counted.
    pub is_complete: bool,
    /// The benchmarks, the reference of the ratios first.
    pub outcomes: Vec<(&'a str, Outcome)>,
}

/// A table that is printed row by row.
#[derive(Debug)]
pub struct Table {
    headings: Headings,
    plan: Plan,
    /// The headings and widths of all columns. The first is aligned to the left.
    columns: Vec<(&'static str, usize)>,
    rows: usize,
    has_unsupported: bool,
    has_timed_out: bool,
    has_single: bool,
    has_limited: bool,
}

impl Table {
    /// An empty table of rows whose names have at most `longest` characters.
    #[must_use]
    pub fn new(headings: Headings, longest: usize, plan: Plan) -> Self {
        let mut columns = vec![(headings.name, 0)];
        columns.extend(COUNTS);
        columns.extend([headings.benchmark, (headings.time, headings.time.len().max(9))]);
        columns.extend(headings.has_ratios.then_some(RATIO));
        let others: usize = columns.iter().map(|(_, width)| width + 3).sum();
        columns[0].1 = longest.min(WIDTH - 1 - others).max(headings.name.len());
        Self {
            headings,
            plan,
            columns,
            rows: 0,
            has_unsupported: false,
            has_timed_out: false,
            has_single: false,
            has_limited: false,
        }
    }

    /// The head, in two lines.
    #[must_use]
    pub fn head(&self) -> String {
        let mut head = self.line(&self.columns.iter().map(|column| column.0).collect::<Vec<_>>());
        let _ = write!(head, "|{}", "-".repeat(self.columns[0].1 + 2));
        for (_, width) in &self.columns[1..] {
            let _ = write!(head, "|{}:", "-".repeat(width + 1));
        }
        head + "|\n"
    }

    fn line(&self, cells: &[&str]) -> String {
        let mut line = "|".to_owned();
        for (index, (cell, (_, width))) in cells.iter().zip(&self.columns).enumerate() {
            let _ = match index {
                0 => write!(line, " {cell:width$} |"),
                _ => write!(line, " {cell:>width$} |"),
            };
        }
        line + "\n"
    }

    /// Adds a row, and returns its lines.
    pub fn row(&mut self, row: &Row<'_>) -> String {
        self.rows += 1;
        self.has_limited |= row.solutions.is_some() && !row.is_complete;
        let solutions = match row.solutions {
            None => "unknown".to_owned(),
            Some(count) if row.is_complete => count.to_string(),
            Some(count) => format!(">={count}"),
        };
        let (name, problems) = (self.shortened(row.name), row.problems.to_string());
        let reference = row.outcomes.first().and_then(|(_, outcome)| outcome.median());
        let mut lines = String::new();
        for &(benchmark, outcome) in &row.outcomes {
            let time = self.time(outcome, row.problems);
            let ratio = ratio(outcome.median(), reference);
            lines += &self.line(&[&name, &problems, &solutions, benchmark, &time, &ratio]);
        }
        lines
    }

    /// A name, of which only the end is shown if it is too long. A bar would end its cell.
    fn shortened(&self, name: &str) -> String {
        let name = name.replace('|', "\\|");
        match name.chars().count().checked_sub(self.columns[0].1) {
            None | Some(0) => name,
            Some(excess) => "...".chars().chain(name.chars().skip(excess + 3)).collect(),
        }
    }

    /// The time of a benchmark, or why there is none.
    fn time(&mut self, outcome: Outcome, problems: usize) -> String {
        match outcome {
            Outcome::Measured { median, runs } => {
                let is_single = runs < self.plan.runs;
                self.has_single |= is_single;
                let problems = if self.headings.is_per_problem { problems } else { 1 };
                let problems = f64::from(u32::try_from(problems).unwrap_or(u32::MAX));
                let time = time_with_unit(median.as_secs_f64() / problems);
                time + if is_single { "*" } else { "" }
            }
            Outcome::TimedOut => {
                self.has_timed_out = true;
                format!("> {} s", self.plan.cut.as_secs_f64())
            }
            Outcome::Unsupported => {
                self.has_unsupported = true;
                "-".to_owned()
            }
        }
    }

    /// The notes below the table, those of the caller last; none if there was no row.
    #[must_use]
    pub fn notes(&self, others: &[String]) -> String {
        let Headings { benchmark: (name, _), work, .. } = self.headings;
        let (runs, cut) = (self.plan.runs, self.plan.cut.as_secs_f64());
        if self.rows == 0 {
            return String::new();
        }
        let each = match runs {
            1 => format!("one run of each {name}"),
            _ => format!("medians of {runs} runs of each {name} in turn"),
        };
        let mut notes = vec![format!("CPU time of {work}: {each}.")];
        if self.has_unsupported {
            notes.push(format!("`-`: the {name} does not take it."));
        }
        if self.has_timed_out {
            notes.push(format!("`> {cut} s`: the {name} was stopped in its first run."));
        }
        if self.has_single {
            notes.push(format!("`*`: one run only, since it took more than {cut} s."));
        }
        if self.has_limited {
            notes.push("`>=`: solutions were counted up to a limit for each problem.".to_owned());
        }
        notes.iter().chain(others).fold("\n".to_owned(), |text, note| text + "- " + note + "\n")
    }
}

/// A time as a multiple of another.
fn ratio(time: Option<Duration>, reference: Option<Duration>) -> String {
    match (time, reference) {
        (Some(time), Some(reference)) if !reference.is_zero() => {
            significant(time.as_secs_f64() / reference.as_secs_f64(), 2)
        }
        _ => "-".to_owned(),
    }
}

/// A number of seconds with three significant digits and a unit.
fn time_with_unit(seconds: f64) -> String {
    let (number, unit) = match seconds {
        _ if seconds < 1e-6 => (seconds * 1e9, "ns"),
        _ if seconds < 1e-3 => (seconds * 1e6, "µs"),
        _ if seconds < 1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    format!("{} {unit}", significant(number, 3))
}

/// A number of at least 0 with this number of significant digits, without an exponent.
fn significant(number: f64, digits: usize) -> String {
    // Scientific notation rounds first: 9.996 with three digits is 1.00e1.
    let rounded = format!("{number:.*e}", digits - 1);
    let exponent = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse::<i32>().ok());
    let decimals = i32::try_from(digits).unwrap_or(i32::MAX) - 1 - exponent.unwrap_or(0);
    format!("{number:.*}", usize::try_from(decimals).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(micros: u64, runs: u32) -> Outcome {
        Outcome::Measured { median: Duration::from_micros(micros), runs }
    }

    fn table(longest: usize, has_ratios: bool) -> Table {
        let headings = Headings {
            name: "file",
            benchmark: ("engine", 11),
            time: "CPU time",
            work: "setup and search",
            is_per_problem: false,
            has_ratios,
        };
        Table::new(headings, longest, Plan { runs: 5, cut: Duration::from_millis(2500) })
    }

    fn row(outcomes: &[Outcome]) -> Row<'static> {
        let outcomes = ["bits", "multiple", "links"].into_iter().zip(outcomes.iter().copied());
        Row {
            name: "a.dlx",
            problems: 1,
            solutions: Some(92),
            is_complete: true,
            outcomes: outcomes.collect(),
        }
    }

    #[test]
    fn a_row_has_a_line_for_each_benchmark() {
        let mut table = table(5, false);
        let outcomes = [measured(14_234, 5), Outcome::Unsupported, Outcome::TimedOut];
        let text = table.head() + &table.row(&row(&outcomes)) + &table.notes(&["End.".to_owned()]);
        let expected = "\
            | file  | problems |      solutions |      engine |  CPU time |\n\
            |-------|---------:|---------------:|------------:|----------:|\n\
            | a.dlx |        1 |             92 |        bits |   14.2 ms |\n\
            | a.dlx |        1 |             92 |    multiple |         - |\n\
            | a.dlx |        1 |             92 |       links |   > 2.5 s |\n\
            \n\
            - CPU time of setup and search: medians of 5 runs of each engine in turn.\n\
            - `-`: the engine does not take it.\n\
            - `> 2.5 s`: the engine was stopped in its first run.\n\
            - End.\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn ratios_are_to_the_first_benchmark() {
        let mut table = table(5, true);
        let ratios = |lines: &str| -> Vec<_> {
            let cells = lines.lines().map(|line| line.trim_end_matches(" |").rsplit(' ').next());
            cells.map(|cell| cell.unwrap_or_default().to_owned()).collect()
        };
        let lines =
            table.row(&row(&[measured(20, 5), measured(31_000_000, 1), Outcome::Unsupported]));
        assert!(lines.contains("31.0 s* | 1550000 |"), "{lines}");
        assert_eq!(ratios(&lines), ["1.0", "1550000", "-"]);
        let lines = table.row(&row(&[Outcome::Unsupported, measured(20, 5), measured(50, 5)]));
        assert_eq!(ratios(&lines), ["-"; 3]);
        assert!(table.notes(&[]).contains("- `*`: one run only, since it took more than 2.5 s.\n"));
    }

    #[test]
    fn a_line_fits_into_a_hundred_columns() {
        for has_ratios in [false, true] {
            let mut table = table(400, has_ratios);
            let name = "x/".repeat(200) + "end|.dlx";
            let row = Row { name: &name, ..row(&[measured(1, 5)]) };
            let text = table.head() + &table.row(&row);
            assert!(text.lines().all(|line| line.chars().count() == WIDTH), "{text}");
            let last = text.lines().last().unwrap();
            assert!(last.starts_with("| ...") && last.contains("/end\\|.dlx | "), "{last}");
        }
    }

    #[test]
    fn solutions_may_be_unknown_or_limited() {
        let mut table = table(5, false);
        assert_eq!(table.notes(&[]), "");
        let limited = table.row(&Row { is_complete: false, ..row(&[measured(1, 5)]) });
        assert!(limited.contains("|           >=92 |"), "{limited}");
        assert!(table.notes(&[]).contains("- `>=`: "));
        let unknown = table.row(&Row { solutions: None, ..row(&[Outcome::TimedOut]) });
        assert!(unknown.contains("|        unknown |"), "{unknown}");
    }

    #[test]
    fn times_have_three_digits_and_a_unit() {
        let shown = [617, 1_230, 25_000, 1_234_000, 99_960_000, 999_600_000, 1_234_567_890_000]
            .map(|nanos| time_with_unit(Duration::from_nanos(nanos).as_secs_f64()));
        assert_eq!(
            shown,
            ["617 ns", "1.23 µs", "25.0 µs", "1.23 ms", "100 ms", "1000 ms", "1235 s"]
        );
        assert_eq!(time_with_unit(0.0), "0.00 ns");
        let mut table = table(5, false);
        table.headings.is_per_problem = true;
        let lines = table.row(&Row { problems: 1000, ..row(&[measured(81, 5)]) });
        assert!(lines.contains("|   81.0 ns |"), "{lines}");
    }

    #[test]
    fn numbers_have_significant_digits() {
        let three = [123.4, 12.34, 0.012_34, 9.996, 1234.0, 0.0].map(|n| significant(n, 3));
        assert_eq!(three, ["123", "12.3", "0.0123", "10.0", "1234", "0.00"]);
        assert_eq!([5.96, 0.5, 13.2].map(|n| significant(n, 2)), ["6.0", "0.50", "13"]);
    }
}
