//! The table of both programs: measures one instance after another, and prints its row.

use crate::args::PlanArgs;
use quadrille_bench::{Benchmark, Headings, MeasureError, Plan, Row, Table, measure};
use std::error::Error;
use std::io::{self, Write};

/// The locked dependencies of this build: the versions that are measured.
const LOCK: &str = include_str!("../Cargo.lock");

/// The headings of the table of exact covers.
pub const COVERS: Headings = Headings {
    name: "instance",
    benchmark: ("solver", 19),
    time: "CPU time",
    work: "setup and search",
    is_per_problem: false,
    has_ratios: true,
};

/// The headings of the table of Sudoku.
pub const SUDOKU: Headings = Headings {
    name: "set",
    time: "per puzzle",
    work: "reading the lines and counting",
    is_per_problem: true,
    ..COVERS
};

/// The problems of a row.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// The name of the row.
    pub name: &'a str,
    /// The number of problems.
    pub problems: usize,
    /// The limit up to which the solutions of each problem are counted.
    pub limit: u64,
    /// The number of solutions of each problem, up to the limit, if it is known.
    pub known: Option<Vec<u64>>,
}

/// A table that is being printed.
#[derive(Debug)]
pub struct Report<W> {
    out: W,
    table: Table,
    plan: Plan,
    /// The names of the rows whose counts were not known before.
    unknown: Vec<String>,
}

impl<W: Write> Report<W> {
    /// Prints the head of a table with these names.
    ///
    /// # Errors
    /// If the table can't be written.
    pub fn begin<'n>(
        mut out: W,
        headings: Headings,
        names: impl Iterator<Item = &'n str>,
        plan: &PlanArgs,
    ) -> io::Result<Self> {
        let plan = Plan { runs: plan.runs, cut: plan.cut };
        let longest = names.map(|name| name.chars().count()).max().unwrap_or(0);
        let table = Table::new(headings, longest, plan);
        write!(out, "{}", table.head())?;
        Ok(Self { out, table, plan, unknown: Vec::new() })
    }

    /// Measures the solvers in turn, `factor` times as often as planned, and prints the row.
    /// Returns the number of all solutions.
    ///
    /// # Errors
    /// If a count is wrong, or the table can't be written.
    pub fn row(
        &mut self,
        subject: Subject<'_>,
        benchmarks: Vec<Benchmark<'_>>,
        factor: u32,
    ) -> Result<Option<u128>, Box<dyn Error>> {
        let Subject { name, problems, limit, known } = subject;
        eprintln!("{name} ...");
        if known.is_none() {
            self.unknown.push(name.to_owned());
        }
        let plan = Plan { runs: self.plan.runs * factor, ..self.plan };
        let measured = measure(benchmarks, plan, known, |_, _, _| {});
        let measured = measured.map_err(|error: MeasureError| format!("{name}: {error}"))?;
        let counts = measured.counts;
        let solutions = counts.as_ref().map(|counts| counts.iter().copied().map(u128::from).sum());
        let outcomes = measured.outcomes.iter().map(|(name, outcome)| (name.as_str(), *outcome));
        let lines = self.table.row(&Row {
            name,
            problems,
            solutions,
            is_complete: counts.is_some_and(|counts| counts.iter().all(|count| *count < limit)),
            outcomes: outcomes.collect(),
        });
        write!(self.out, "{lines}")?;
        Ok(solutions)
    }

    /// Prints the notes below the table.
    ///
    /// # Errors
    /// If they can't be written.
    pub fn end(mut self, note: Option<String>) -> io::Result<()> {
        let mut notes = vec!["ratio: the time as a multiple of that of quadrille.".to_owned()];
        notes.extend(note);
        if !self.unknown.is_empty() {
            let names = self.unknown.join(", ");
            notes.push(format!("No count was known before, and the solvers agree: {names}."));
        }
        write!(self.out, "{}", self.table.notes(&notes))
    }
}

/// A crate with the version that was locked when this was built.
#[must_use]
pub fn with_version(name: &str) -> String {
    format!("{name} {}", version(LOCK, name))
}

/// The version of a package in a lock file.
fn version<'l>(lock: &'l str, name: &str) -> &'l str {
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
    use crate::peers::{all, benchmark};
    use std::time::Duration;

    /// The table of 8 queens, if this count is known.
    fn queens(known: Option<u64>) -> Result<String, String> {
        let instance = built_in().remove(0);
        let plan = PlanArgs { runs: 1, cut: Duration::MAX };
        let mut out = Vec::new();
        let mut report = Report::begin(&mut out, COVERS, ["queens8"].into_iter(), &plan).unwrap();
        let solvers = all();
        let benchmarks = solvers.iter().map(|solver| benchmark(solver.as_ref(), &instance.task));
        let known = known.map(|count| vec![count]);
        let subject = Subject { known, ..instance.subject() };
        let row = report.row(subject, benchmarks.collect(), 1);
        assert_eq!(row.map_err(|error| error.to_string())?, Some(92));
        report.end(None).unwrap();
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn each_solver_has_a_line_with_its_version() {
        let table = queens(Some(92)).unwrap();
        let rows: Vec<Vec<_>> = table
            .lines()
            .filter(|line| line.starts_with("| queens8 "))
            .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
            .collect();
        let names: Vec<_> = all().iter().map(|solver| with_version(solver.name())).collect();
        assert!(rows.iter().map(|row| row[3]).eq(&names), "{table}");
        assert!(names.iter().all(|name| !name.ends_with(' ')), "{names:?}");
        assert!(rows.iter().all(|row| row[1..3] == ["1", "92"]), "{table}");
        // exact-cover has no secondary items, and sudoku has no queens.
        let without_time: Vec<_> = (0..rows.len()).filter(|&row| rows[row][4] == "-").collect();
        assert_eq!(without_time, [3, 6]);
        assert_eq!(rows[0][5], "1.0");
        assert!(!table.contains("No count was known"));
    }

    #[test]
    fn a_wrong_count_is_an_error() {
        let wrong = queens(Some(91)).unwrap_err();
        let ours = with_version("quadrille");
        let expected = format!("queens8: problem 1: `{ours}` counts 92 solutions instead of 91");
        assert_eq!(wrong, expected);
        assert!(queens(None).unwrap().ends_with("the solvers agree: queens8.\n"));
    }

    #[test]
    fn versions_are_those_of_the_lock_file() {
        let lock = "[[package]]\nname = \"ab\"\nversion = \"1.2.3\"\n\n[[package]]\nname = \"b\"\nversion = \"4.5.6\"\n";
        let versions = [version(lock, "ab"), version(lock, "b"), version(lock, "a")];
        assert_eq!(versions, ["1.2.3", "4.5.6", ""]);
    }
}
