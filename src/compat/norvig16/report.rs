//! Many grids in a row, and the report on them.

use super::grid::{Reading, grid_values};
use super::search::{solve, solved};
use crate::compat::dictionary::{Dictionary, Sudoku};
use crate::compat::error::CompatError;
use crate::compat::trace::TraceObserver;
use std::time::{Duration, Instant};

/// The result of [`solve_all`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BatchReport {
    /// The lines that the document prints.
    pub text: String,
    /// The duration for each grid.
    pub times: Vec<Duration>,
    /// Whether each grid was solved.
    pub results: Vec<bool>,
}

/// Solves grids one after another. Draws those that take longer than `showif`, with their
/// solutions, and none if it is `None`; the document's default is zero, for all of them. If there
/// is more than one grid, [`summary`] is the last line.
///
/// (The document fails for an empty list. Here the report is then empty.)
///
/// # Errors
/// Those of [`grid_values`], for the first grid that has one; later grids are not solved.
pub fn solve_all(
    grids: &[&str],
    name: &str,
    showif: Option<Duration>,
    reading: Reading,
    observer: &mut impl TraceObserver,
) -> Result<BatchReport, CompatError> {
    let mut report = BatchReport { text: String::new(), times: Vec::new(), results: Vec::new() };
    for grid in grids {
        let start = Instant::now();
        let values = solve(grid, reading, observer)?;
        let time = start.elapsed();
        if showif.is_some_and(|showif| time > showif) {
            report.text += &drawn(&grid_values(grid)?, values.as_ref());
            report.text += &format!("({:.2} seconds)\n\n", time.as_secs_f64());
        }
        report.times.push(time);
        report.results.push(solved(values.as_ref()));
    }
    if grids.len() > 1 {
        let solved = report.results.iter().filter(|&&result| result).count();
        let longest = report.times.iter().max().copied().unwrap_or_default();
        let total = report.times.iter().sum();
        report.text += &summary(solved, grids.len(), total, longest, name);
        report.text.push('\n');
    }
    Ok(report)
}

/// Draws a grid, a blank line, and its solution if there is one.
pub(super) fn drawn(grid: &Dictionary<char>, values: Option<&Sudoku>) -> String {
    let solution = values.map(Sudoku::display).unwrap_or_default();
    format!("{}\n{solution}", grid.display())
}

/// Returns the last line of a report, without a line break: how many of `count` puzzles were
/// solved, the mean time, puzzles per second rounded down, and the longest time.
///
/// As in the document, there are two blanks where the name is empty. A total of zero, by which the
/// document would divide, counts as a nanosecond here; the mean time of no puzzles is zero.
#[must_use]
pub fn summary(
    solved: usize,
    count: usize,
    total: Duration,
    longest: Duration,
    name: &str,
) -> String {
    let number = u128::try_from(count).unwrap_or(u128::MAX);
    let nanos = total.as_nanos();
    let mean = nanos.checked_div(number).map_or(0, |mean| u64::try_from(mean).unwrap_or(u64::MAX));
    let mean = Duration::from_nanos(mean).as_secs_f64();
    let rate = number.saturating_mul(1_000_000_000) / nanos.max(1);
    let longest = longest.as_secs_f64();
    format!(
        "Solved {solved} of {count} {name} puzzles (avg {mean:.2} secs ({rate} Hz), max {longest:.2} secs)."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_that_of_the_document() {
        let (zero, nano, ms) = (Duration::ZERO, Duration::from_nanos, Duration::from_millis);
        let table = [
            (
                (2, 3, ms(1500), ms(1006), "hard"),
                "Solved 2 of 3 hard puzzles (avg 0.50 secs (2 Hz), max 1.01 secs).",
            ),
            (
                (95, 95, ms(190), ms(12), ""),
                "Solved 95 of 95  puzzles (avg 0.00 secs (500 Hz), max 0.01 secs).",
            ),
            (
                (1, 2, Duration::from_secs(301), Duration::from_secs(300), "16x16"),
                "Solved 1 of 2 16x16 puzzles (avg 150.50 secs (0 Hz), max 300.00 secs).",
            ),
            (
                (2, 2, zero, zero, "easy"),
                "Solved 2 of 2 easy puzzles (avg 0.00 secs (2000000000 Hz), max 0.00 secs).",
            ),
            (
                (0, 0, zero, zero, "no"),
                "Solved 0 of 0 no puzzles (avg 0.00 secs (0 Hz), max 0.00 secs).",
            ),
            (
                (0, 0, nano(1), nano(1), "no"),
                "Solved 0 of 0 no puzzles (avg 0.00 secs (0 Hz), max 0.00 secs).",
            ),
        ];
        for ((solved, count, total, longest, name), line) in table {
            assert_eq!(summary(solved, count, total, longest, name), line);
        }
    }

    #[test]
    fn the_largest_numbers_have_a_last_line_too() {
        for (count, total) in
            [(usize::MAX, Duration::ZERO), (usize::MAX, Duration::MAX), (1, Duration::MAX)]
        {
            let line = summary(0, count, total, total, "many");
            assert!(!line.contains("inf") && !line.contains("NaN"), "{line}");
        }
    }
}
