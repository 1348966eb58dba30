//! From the lines to the counts: CPU time, rounds in turn, medians, and whether all agree.

use super::counters::Counter;
use super::sets::Set;
use crate::timing::{SHORTEST, Wrong, check, median};
use cpu_time::ProcessTime;
use std::fmt;
use std::hint::black_box;
use std::time::Duration;

/// A single puzzle has so many times the runs of a set: its runs are short.
const SINGLE: usize = 5;

/// The solvers do not find what is known, or not the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// Of one puzzle.
    Count(Wrong),
    /// Of all puzzles together.
    Total {
        /// The set.
        set: String,
        /// The sum of what all solvers found.
        found: u64,
        /// What it should be.
        known: u64,
    },
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(wrong) => wrong.fmt(f),
            Self::Total { set, found, known } => {
                write!(f, "{set}: {found} solutions in all instead of {known}")
            }
        }
    }
}

impl std::error::Error for Disagreement {}

/// The CPU time of each solver on a set, the median of so many runs in turn, or of more if the set is one puzzle. A
/// run repeats what is short, and is the mean of its repetitions.
///
/// Before the clock starts, each solver counts the set once, which is held against what is known, or against what the
/// first one found.
///
/// # Errors
/// The first count that is wrong.
pub fn measure(
    counters: &mut [Box<dyn Counter + '_>],
    set: &Set,
    limit: u64,
    runs: usize,
) -> Result<Vec<Duration>, Disagreement> {
    let lines = set.lines();
    let most = if set.is_singly { 1 } else { lines.len().max(1) };
    let calls: Vec<_> = lines.chunks(most).collect();
    compare(counters, set, &calls, limit)?;
    let enough = |counter: &mut Box<dyn Counter + '_>| enough(counter.as_mut(), &calls, limit);
    let repetitions: Vec<_> = counters.iter_mut().map(enough).collect();
    let runs = if lines.len() == 1 { runs * SINGLE } else { runs };
    let mut times = vec![Vec::new(); counters.len()];
    for _ in 0..runs {
        for ((counter, &repetitions), times) in
            counters.iter_mut().zip(&repetitions).zip(&mut times)
        {
            times.push(run(counter.as_mut(), &calls, limit, repetitions) / repetitions);
        }
    }
    Ok(times.iter_mut().filter_map(|times| median(times)).collect())
}

/// Whether all find what is known, and the same.
fn compare(
    counters: &mut [Box<dyn Counter + '_>],
    set: &Set,
    calls: &[&[&str]],
    limit: u64,
) -> Result<(), Disagreement> {
    let mut known = set.counts(limit);
    for counter in counters {
        let mut found = Vec::new();
        calls.iter().for_each(|lines| counter.count(lines, limit, &mut found));
        let known = known.get_or_insert_with(|| found.clone());
        check(counter.name(), &set.title, &found, known).map_err(Disagreement::Count)?;
    }
    let found = known.map_or(0, |counts| counts.iter().sum());
    match set.total {
        Some(known) if known != found => {
            Err(Disagreement::Total { set: set.title.clone(), found, known })
        }
        _ => Ok(()),
    }
}

/// So many repetitions, a power of two, take long enough for the clock.
fn enough(counter: &mut dyn Counter, calls: &[&[&str]], limit: u64) -> u32 {
    let mut repetitions = 1;
    while run(counter, calls, limit, repetitions) < SHORTEST && repetitions < 1 << 30 {
        repetitions *= 2;
    }
    repetitions
}

/// The CPU time of the process for so many repetitions. The clock is read at the two ends only: it takes a part of the
/// time of a puzzle itself.
fn run(counter: &mut dyn Counter, calls: &[&[&str]], limit: u64, repetitions: u32) -> Duration {
    let mut counts = Vec::with_capacity(calls.iter().map(|lines| lines.len()).sum());
    let start = ProcessTime::now();
    for _ in 0..repetitions {
        counts.clear();
        for lines in calls {
            counter.count(black_box(lines), limit, &mut counts);
        }
        black_box(&mut counts);
    }
    start.elapsed()
}

#[cfg(test)]
mod tests {
    use super::super::counters::all;
    use super::super::sets::single;
    use super::*;
    use quadrille::sudoku::simd9::InstructionSet;

    /// Says the same of every puzzle, and nothing of the last if `is_short`.
    struct Same {
        count: u64,
        is_short: bool,
        calls: u64,
    }

    impl Counter for Same {
        fn name(&self) -> &'static str {
            "same"
        }

        fn count(&mut self, lines: &[&str], limit: u64, counts: &mut Vec<u64>) {
            self.calls += 1;
            let most = lines.len() - usize::from(self.is_short);
            counts.extend(lines[..most].iter().map(|_| self.count.min(limit)));
        }
    }

    fn set(known: Option<Vec<u64>>, total: Option<u64>) -> Set {
        let text = [".".repeat(81), ".".repeat(81), String::new()].join("\n");
        Set { title: "two".to_owned(), text, known, total, is_singly: false }
    }

    /// What is said of solvers that give these counts.
    fn said(counts: &[(u64, bool)], set: &Set) -> Result<usize, String> {
        let same = |&(count, is_short): &(u64, bool)| -> Box<dyn Counter> {
            Box::new(Same { count, is_short, calls: 0 })
        };
        let mut counters: Vec<_> = counts.iter().map(same).collect();
        let times = measure(&mut counters, set, 2, 1);
        times.map(|times| times.len()).map_err(|error| error.to_string())
    }

    #[test]
    fn solvers_that_differ_are_an_error() {
        let unknown = set(None, None);
        assert_eq!(said(&[(5, false), (2, false)], &unknown), Ok(2));
        let wrong = "same on two, count 0: 1 instead of 2".to_owned();
        assert_eq!(said(&[(2, false), (1, false)], &unknown), Err(wrong));
        let wrong = "same on two, count 1: none instead of 2".to_owned();
        assert_eq!(said(&[(2, false), (2, true)], &unknown), Err(wrong));
    }

    #[test]
    fn what_is_known_is_the_measure_of_all() {
        let known = set(Some(vec![2, 1]), None);
        let wrong = "same on two, count 1: 2 instead of 1".to_owned();
        assert_eq!(said(&[(2, false), (2, false)], &known), Err(wrong));
        assert_eq!(said(&[(2, false)], &set(Some(vec![9, 3]), Some(4))), Ok(1));
        let wrong = "two: 4 solutions in all instead of 5".to_owned();
        assert_eq!(said(&[(2, false)], &set(None, Some(5))), Err(wrong));
    }

    #[test]
    fn what_is_short_is_repeated() {
        let mut same = Same { count: 1, is_short: false, calls: 0 };
        let lines: [&[&str]; 1] = [&["a", "b"]];
        let repetitions = enough(&mut same, &lines, 2);
        assert!(repetitions > 1 && repetitions.is_power_of_two());
        same.calls = 0;
        assert!(run(&mut same, &lines, 2, repetitions) > Duration::ZERO);
        assert_eq!(same.calls, u64::from(repetitions));
    }

    #[test]
    fn singly_each_puzzle_is_a_call() {
        let mut same = Same { count: 1, is_short: false, calls: 0 };
        run(&mut same, &[&["a"], &["b"], &["c"]], 2, 2);
        assert_eq!(same.calls, 6);
        // One that forgets the last puzzle of each call finds nothing.
        let wrong = "same on two; singly, count 0: none instead of 2".to_owned();
        let singly = set(Some(vec![2, 2]), None).singly();
        assert_eq!(said(&[(2, false)], &singly), Ok(1));
        assert_eq!(said(&[(2, true)], &singly), Err(wrong));
    }

    #[test]
    fn each_solver_has_a_time() {
        let mut counters = all(InstructionSet::best()).unwrap();
        for set in single() {
            let times = measure(&mut counters, &set, 2, 1).unwrap();
            assert_eq!(times.len(), counters.len());
            assert!(times.iter().all(|time| *time > Duration::ZERO));
        }
    }
}
