//! Many Sudoku of 9x9 at once, and single ones: quadrille against solvers that are made for nothing
//! else.
//!
//! ```text
//! cargo run --release --manifest-path benches/peers/Cargo.toml --bin sudokus
//! ```
//!
//! - [`generator`]: puzzles at random, the same in every run.
//! - [`sets`]: the built-in sets, and those of files.
//! - [`counters`]: the solvers, each an implementation of one small trait.
//! - [`args`]: the arguments of the program.

pub mod args;
pub mod counters;
pub mod generator;
pub mod sets;

use crate::report::{Report, Subject, with_version};
use counters::Counter;
use quadrille_bench::Benchmark;
use sets::Set;
use std::error::Error;
use std::hint::black_box;
use std::io::Write;

/// A single puzzle has so many times the runs of a set: its runs are short.
pub const SINGLE_RUNS: u32 = 5;

/// Measures the counters on a set, from the text of the lines to the number of solutions of each,
/// and prints the row.
///
/// # Errors
/// If a count or the number of all solutions is wrong, or the table can't be written.
pub fn row<W: Write>(
    report: &mut Report<W>,
    counters: &mut [Box<dyn Counter + '_>],
    set: &Set,
    limit: u64,
) -> Result<(), Box<dyn Error>> {
    let (name, lines) = (set.name.as_str(), set.lines());
    let most = if set.is_singly { 1 } else { lines.len().max(1) };
    let calls: Vec<_> = lines.chunks(most).collect();
    let benchmarks = counters.iter_mut().map(|counter| {
        let calls = &calls;
        Benchmark::new(with_version(counter.name()), move |counts| {
            calls.iter().for_each(|lines| counter.count(black_box(lines), limit, counts));
            black_box(counts);
            Ok(())
        })
    });
    let subject = Subject { name, problems: lines.len(), limit, known: set.counts(limit) };
    let factor = if lines.len() == 1 { SINGLE_RUNS } else { 1 };
    let found = report.row(subject, benchmarks.collect(), factor)?.unwrap_or(0);
    match set.total {
        Some(total) if u128::from(total) != found => {
            Err(format!("{name}: {found} solutions in all instead of {total}").into())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::PlanArgs;
    use crate::report::SUDOKU;
    use quadrille::sudoku::simd9::InstructionSet;
    use std::time::Duration;

    /// Gives the same count for every puzzle, and none for the last of a call if `is_short`.
    struct Same {
        count: u64,
        is_short: bool,
    }

    impl Counter for Same {
        fn name(&self) -> &'static str {
            "same"
        }

        fn count(&mut self, lines: &[&str], limit: u64, counts: &mut Vec<u64>) {
            let most = lines.len() - usize::from(self.is_short);
            counts.extend(lines[..most].iter().map(|_| self.count.min(limit)));
        }
    }

    fn set(known: Option<Vec<u64>>, total: Option<u64>) -> Set {
        let text = [".".repeat(81), ".".repeat(81), String::new()].join("\n");
        Set { name: "two".to_owned(), text, known, total, is_singly: false }
    }

    /// The table of a set, or the error without the version of the counter.
    fn table(counters: &mut [Box<dyn Counter>], set: &Set) -> Result<String, String> {
        let plan = PlanArgs { runs: 1, cut: Duration::MAX };
        let mut out = Vec::new();
        let names = [set.name.as_str()].into_iter();
        let mut report = Report::begin(&mut out, SUDOKU, names, &plan).unwrap();
        row(&mut report, counters, set, 2).map_err(|error| error.to_string())?;
        Ok(String::from_utf8(out).unwrap())
    }

    /// The same for counters that give these counts.
    fn same(counts: &[(u64, bool)], set: &Set) -> Result<String, String> {
        let same = |&(count, is_short): &(u64, bool)| -> Box<dyn Counter> {
            Box::new(Same { count, is_short })
        };
        table(&mut counts.iter().map(same).collect::<Vec<_>>(), set)
    }

    #[test]
    fn each_puzzle_and_the_sum_are_compared() {
        assert!(same(&[(5, false), (2, false)], &set(None, None)).is_ok());
        assert!(same(&[(2, false)], &set(Some(vec![9, 3]), Some(4))).is_ok());
        let wrong = same(&[(2, false)], &set(Some(vec![2, 1]), None)).unwrap_err();
        assert_eq!(wrong, "two: problem 2: `same ` counts 2 solutions instead of 1");
        let wrong = same(&[(2, false)], &set(None, Some(5))).unwrap_err();
        assert_eq!(wrong, "two: 4 solutions in all instead of 5");
    }

    #[test]
    fn singly_each_puzzle_is_a_call() {
        // One that forgets the last puzzle of each call finds nothing.
        let singly = set(Some(vec![2, 2]), None).singly();
        assert!(same(&[(2, false)], &singly).is_ok());
        let wrong = same(&[(2, true)], &singly).unwrap_err();
        assert_eq!(wrong, "two; singly: problem 1: `same ` counts ? solutions instead of 2");
    }

    #[test]
    fn each_counter_has_a_time() {
        let mut counters = counters::all(InstructionSet::best()).unwrap();
        for set in sets::single() {
            let table = table(&mut counters, &set).unwrap();
            let lines: Vec<_> = table.lines().skip(2).collect();
            assert_eq!(lines.len(), counters.len());
            let has_time = |line: &&str| line.contains("s |") && !line.contains("| - |");
            assert!(lines.iter().all(has_time), "{table}");
        }
    }
}
