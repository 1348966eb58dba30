//! The Markdown table: sets down, solvers across.

use super::counters::Counter;
use crate::table::{LOCK, digits, version};
use std::time::Duration;

/// A table, of which each row is text as soon as it is measured.
#[derive(Clone, Debug)]
pub struct Table {
    /// The crates, quadrille first.
    names: Vec<&'static str>,
}

impl Table {
    /// A table for these solvers; the first is quadrille, with which the others are compared.
    #[must_use]
    pub fn new(counters: &[Box<dyn Counter + '_>]) -> Self {
        Self { names: counters.iter().map(|counter| counter.name()).collect() }
    }

    /// The head of the table.
    #[must_use]
    pub fn head(&self) -> String {
        let with_version = |name: &&str| format!("{name} {}", version(LOCK, name));
        let names: Vec<_> = self.names.iter().map(with_version).collect();
        format!(
            "| us a puzzle | puzzles | {} | quadrille is x times the fastest other |\n|---|{}\n",
            names.join(" | "),
            "--:|".repeat(names.len() + 2)
        )
    }

    /// The row of so many puzzles, from the time of each solver for all of them.
    #[must_use]
    pub fn row(&self, title: &str, puzzles: usize, times: &[Duration]) -> String {
        let each = |time: &Duration| digits(microseconds(*time) / count(puzzles), 3);
        let cells: Vec<_> = times.iter().map(each).collect();
        format!("| {title} | {puzzles} | {} | {} |\n", cells.join(" | "), self.times(times))
    }

    /// By how much the first solver is faster than the fastest other, and which one that is.
    fn times(&self, times: &[Duration]) -> String {
        let others = self.names.iter().zip(times).skip(1);
        let (Some(ours), Some((name, other))) =
            (times.first(), others.min_by_key(|(_, time)| **time))
        else {
            return "-".to_owned();
        };
        format!("{} ({name})", digits(microseconds(*other) / microseconds(*ours), 2))
    }

    /// What has to be said of the rows.
    #[must_use]
    pub fn notes(limit: u64, runs: usize) -> String {
        format!(
            "CPU time from the text of the lines to the number of solutions of each, up to {limit}; medians of {runs} \
             runs of each in turn, and of more for a single puzzle.\n"
        )
    }
}

fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// A number of puzzles, of which there are fewer than 2^32.
fn count(puzzles: usize) -> f64 {
    f64::from(u32::try_from(puzzles).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_what_a_puzzle_takes() {
        let table = Table { names: vec!["quadrille", "sudoku", "dlx"] };
        let rows = [
            table.row("easy", 10_000, &[20, 30, 15].map(Duration::from_millis)),
            table.row("one", 1, &[1234, 617, 999].map(Duration::from_nanos)),
        ];
        let expected = "\
| easy | 10000 | 2.00 | 3.00 | 1.50 | 0.75 (dlx) |
| one | 1 | 1.23 | 0.617 | 0.999 | 0.50 (sudoku) |
";
        assert_eq!(rows.concat(), expected);
        let alone = Table { names: vec!["quadrille"] };
        assert_eq!(alone.row("a", 1, &[Duration::from_micros(5)]), "| a | 1 | 5.00 | - |\n");
    }

    #[test]
    fn the_head_has_the_versions_that_were_measured() {
        let head = Table { names: vec!["quadrille", "sudoku"] }.head();
        let versions = [version(LOCK, "quadrille"), version(LOCK, "sudoku")];
        let [ours, other] = versions;
        assert!(!ours.is_empty() && !other.is_empty());
        let expected = format!("| us a puzzle | puzzles | quadrille {ours} | sudoku {other} | ");
        assert!(head.starts_with(&expected));
        assert!(head.ends_with(" |\n|---|--:|--:|--:|--:|\n"));
    }

    #[test]
    fn notes_say_how_it_was_measured() {
        let notes = Table::notes(2, 7);
        assert!(notes.contains("up to 2;") && notes.contains("medians of 7 runs"));
    }
}
