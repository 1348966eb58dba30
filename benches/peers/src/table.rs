//! The Markdown table: instances down, solvers across.

use crate::instances::Instance;
use crate::peers::Peer;
use crate::timing::{Rounds, Timing};
use std::fmt::Write as _;
use std::time::Duration;

/// What was locked when this was built, and so what was measured.
pub(crate) const LOCK: &str = include_str!("../Cargo.lock");

/// A table that grows by rows, each of them text as soon as it is there: a run may take long.
#[derive(Clone, Debug)]
pub struct Table {
    solvers: Vec<Column>,
    rounds: Rounds,
    rows: Vec<Row>,
}

#[derive(Clone, Debug)]
struct Column {
    name: String,
    /// quadrille, by whatever engine.
    is_ours: bool,
}

impl Column {
    fn of(solver: &dyn Peer) -> Self {
        let with_version = || format!("{} {}", solver.name(), version(LOCK, solver.name()));
        Self {
            name: solver.engine().map_or_else(with_version, |engine| format!("`{engine}`")),
            is_ours: solver.name() == "quadrille",
        }
    }
}

#[derive(Clone, Debug)]
struct Row {
    title: String,
    is_known: bool,
    timings: Vec<Option<Timing>>,
}

impl Table {
    /// An empty table for these solvers; the first is quadrille, with which the others are compared.
    #[must_use]
    pub fn new(solvers: &[Box<dyn Peer>], rounds: Rounds) -> Self {
        let columns = solvers.iter().map(|solver| Column::of(solver.as_ref()));
        Self { solvers: columns.collect(), rounds, rows: Vec::new() }
    }

    /// The head of the table, in Markdown.
    #[must_use]
    pub fn head(&self) -> String {
        let names: Vec<_> = self.solvers.iter().map(|solver| solver.name.as_str()).collect();
        format!(
            "| seconds | {} | quadrille is x times the fastest other |\n|---|{}\n",
            names.join(" | "),
            "--:|".repeat(names.len() + 1)
        )
    }

    /// Appends what was measured of an instance, and gives the row.
    pub fn push(&mut self, instance: &Instance, timings: Vec<Option<Timing>>) -> String {
        let title = match instance.known.as_deref() {
            Some([count]) => format!("{} ({count})", instance.title),
            _ => instance.title.clone(),
        };
        let cells: Vec<_> = timings.iter().map(|timing| self.cell(*timing)).collect();
        let line = format!("| {title} | {} | {} |\n", cells.join(" | "), self.times(&timings));
        self.rows.push(Row { title, is_known: instance.known.is_some(), timings });
        line
    }

    fn cell(&self, timing: Option<Timing>) -> String {
        let cut = |timing: Timing| if timing.runs < self.rounds.runs { "*" } else { "" };
        timing.map_or_else(|| "-".to_owned(), |timing| seconds(timing.median) + cut(timing))
    }

    /// By how much the first solver is faster than the fastest that is not ours, and which one that is.
    fn times(&self, timings: &[Option<Timing>]) -> String {
        let timed = self.solvers.iter().zip(timings);
        let others = timed.filter(|(solver, _)| !solver.is_ours);
        let others = others.filter_map(|(solver, timing)| Some((timing.as_ref()?.median, solver)));
        let fastest = others.min_by_key(|(median, _)| *median);
        let (Some(Some(ours)), Some((other, solver))) = (timings.first(), fastest) else {
            return "-".to_owned();
        };
        let name = solver.name.split(' ').next().unwrap_or_default();
        format!("{} ({name})", digits(other.as_secs_f64() / ours.median.as_secs_f64(), 2))
    }

    /// What has to be said of the rows.
    #[must_use]
    pub fn notes(&self) -> String {
        let (runs, cut) = (self.rounds.runs, self.rounds.cut.as_secs_f64());
        let mut notes = format!(
            "CPU time to build and to search, medians of {runs} runs of each in turn. \"-\": the solver does not take \
             it.\n"
        );
        let all = self.rows.iter().flat_map(|row| row.timings.iter().flatten());
        if all.into_iter().any(|timing| timing.runs < runs) {
            writing(writeln!(notes, "*: one run only, since it took more than {cut} seconds."));
        }
        let unknown = self.rows.iter().filter(|row| !row.is_known).map(|row| row.title.as_str());
        let unknown: Vec<_> = unknown.collect();
        if !unknown.is_empty() {
            let titles = unknown.join("; ");
            writing(writeln!(
                notes,
                "No count was known of these, and the solvers agree: {titles}."
            ));
        }
        notes
    }
}

/// Writing to a `String` does not fail.
fn writing(result: std::fmt::Result) {
    debug_assert!(result.is_ok());
}

/// Seconds, with three digits that mean something.
fn seconds(time: Duration) -> String {
    digits(time.as_secs_f64(), 3)
}

/// A number that is not negative with so many digits that mean something, and never in powers of ten.
pub(crate) fn digits(number: f64, count: usize) -> String {
    // The exponent of scientific notation, in which the number is rounded already: 9.996 with three digits is 1.00e1.
    let rounded = format!("{number:.*e}", count - 1);
    let exponent = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse::<i32>().ok());
    let behind = i32::try_from(count).unwrap_or(i32::MAX) - 1 - exponent.unwrap_or(0);
    format!("{number:.*}", usize::try_from(behind).unwrap_or(0))
}

/// The version of a package in a lock file.
pub(crate) fn version<'l>(lock: &'l str, name: &str) -> &'l str {
    let mut packages = lock.split("[[package]]");
    let named = format!("\nname = \"{name}\"\n");
    let package = packages.find(|package| package.contains(&named)).unwrap_or_default();
    let version = package.lines().find_map(|line| line.strip_prefix("version = "));
    version.unwrap_or_default().trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instances::built_in;
    use crate::peers;

    fn timing(milliseconds: u64, runs: usize) -> Option<Timing> {
        Some(Timing { median: Duration::from_millis(milliseconds), runs })
    }

    /// A table of quadrille, one of its engines, and two others.
    fn table() -> Table {
        let solvers =
            [("quadrille 1.0", true), ("`links`", true), ("a 2.0", false), ("b 3.0", false)];
        let column = |(name, is_ours): (&str, bool)| Column { name: name.to_owned(), is_ours };
        let rounds = Rounds { runs: 5, cut: Duration::from_secs(30) };
        Table { solvers: solvers.map(column).into(), rounds, rows: Vec::new() }
    }

    #[test]
    fn numbers_have_as_many_digits_as_mean_something() {
        let three = |number| digits(number, 3);
        assert_eq!(three(123.4), "123");
        assert_eq!(three(12.34), "12.3");
        assert_eq!(three(0.012_34), "0.0123");
        assert_eq!(three(0.000_012_34), "0.0000123");
        assert_eq!(three(9.996), "10.0");
        assert_eq!(three(1234.0), "1234");
        assert_eq!(three(0.0), "0.00");
        assert_eq!(
            (digits(5.96, 2), digits(0.5, 2), digits(13.2, 2)),
            ("6.0".into(), "0.50".into(), "13".into())
        );
        assert_eq!(seconds(Duration::from_micros(1500)), "0.00150");
    }

    #[test]
    fn the_fastest_other_is_none_of_ours() {
        let mut table = table();
        let mut instance = built_in().remove(0);
        let mut rows = vec![
            table.push(&instance, vec![timing(20, 5), timing(10, 5), timing(70, 5), timing(50, 5)]),
            table.push(&instance, vec![timing(20, 5), timing(10, 5), None, timing(31_000, 1)]),
            table.push(&instance, vec![timing(20, 5), timing(10, 5), None, None]),
        ];
        instance.known = None;
        rows.push(table.push(&instance, vec![None, timing(10, 5), timing(70, 5), None]));
        let expected = "\
| seconds | quadrille 1.0 | `links` | a 2.0 | b 3.0 | quadrille is x times the fastest other |
|---|--:|--:|--:|--:|--:|
| 8 queens (92) | 0.0200 | 0.0100 | 0.0700 | 0.0500 | 2.5 (b) |
| 8 queens (92) | 0.0200 | 0.0100 | - | 31.0* | 1550 (b) |
| 8 queens (92) | 0.0200 | 0.0100 | - | - | - |
| 8 queens | - | 0.0100 | 0.0700 | - | - |

CPU time to build and to search, medians of 5 runs of each in turn. \"-\": the solver does not take it.
*: one run only, since it took more than 30 seconds.
No count was known of these, and the solvers agree: 8 queens.
";
        assert_eq!(table.head() + &rows.concat() + "\n" + &table.notes(), expected);
    }

    #[test]
    fn notes_say_only_what_is_so() {
        let mut table = table();
        let row = table.push(&built_in()[0], vec![timing(1, 5); 4]);
        assert_eq!(row.matches("0.00100").count(), 4);
        assert_eq!(table.notes().lines().count(), 1);
    }

    #[test]
    fn versions_are_those_of_the_lock_file() {
        let lock = "[[package]]\nname = \"ab\"\nversion = \"1.2.3\"\n\n[[package]]\nname = \"b\"\nversion = \"4.5.6\"\n";
        assert_eq!(
            (version(lock, "ab"), version(lock, "b"), version(lock, "a")),
            ("1.2.3", "4.5.6", "")
        );
        for solver in peers::all() {
            assert!(!version(LOCK, solver.name()).is_empty(), "{} is not locked", solver.name());
        }
    }
}
