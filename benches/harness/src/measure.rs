//! CPU time, rounds in turn, medians, and whether all counts agree.

use cpu_time::ProcessTime;
use std::fmt;
use std::time::{Duration, Instant};

/// A run repeats shorter work for at least this time, and is the mean of its repetitions: reading
/// the clock, and the first access to the memory, would be too much of it otherwise.
const SHORTEST: Duration = Duration::from_millis(10);

/// Measures the CPU time of the process; where there is no such clock, wall time.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    cpu: Option<ProcessTime>,
    wall: Instant,
}

impl Stopwatch {
    /// Starts now.
    #[must_use]
    pub fn start() -> Self {
        Self { cpu: ProcessTime::try_now().ok(), wall: Instant::now() }
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        let cpu = self.cpu.and_then(|start| start.try_elapsed().ok());
        cpu.unwrap_or_else(|| self.wall.elapsed())
    }
}

/// How often each benchmark runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The number of runs of each benchmark.
    pub runs: u32,
    /// A benchmark whose first run takes longer is not run again.
    pub cut: Duration,
}

/// The reasons why a benchmark has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoAnswer {
    /// It does not take the problem.
    Unsupported,
    /// It was stopped because it took too long.
    TimedOut,
    /// The whole measurement is to end.
    Cancelled,
}

/// The work that is measured: it appends the number of solutions of each problem.
type Work<'a> = Box<dyn FnMut(&mut Vec<u64>) -> Result<(), NoAnswer> + 'a>;

/// A program and the problems that it solves.
pub struct Benchmark<'a> {
    name: String,
    work: Work<'a>,
    times: Vec<Duration>,
    /// Why it is not run again.
    end: Option<Outcome>,
}

impl fmt::Debug for Benchmark<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Benchmark").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The result of a benchmark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It answered in each run.
    Measured {
        /// The median of the CPU times.
        median: Duration,
        /// The number of runs: one if the first took longer than the cut.
        runs: u32,
    },
    /// It was stopped in a run.
    TimedOut,
    /// It does not take the problem.
    Unsupported,
}

impl Outcome {
    /// The median of the CPU times.
    #[must_use]
    pub fn median(&self) -> Option<Duration> {
        match self {
            Self::Measured { median, .. } => Some(*median),
            Self::TimedOut | Self::Unsupported => None,
        }
    }

    /// The number of runs that ended with an answer.
    #[must_use]
    pub fn runs(&self) -> u32 {
        match self {
            Self::Measured { runs, .. } => *runs,
            Self::TimedOut | Self::Unsupported => 0,
        }
    }
}

/// The results of all benchmarks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measurement {
    /// The names of the benchmarks and their results, in their order.
    pub outcomes: Vec<(String, Outcome)>,
    /// The number of solutions of each problem, on which all benchmarks agree; `None` if none
    /// answered.
    pub counts: Option<Vec<u64>>,
}

/// The reasons why there is no measurement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MeasureError {
    /// A benchmark was cancelled.
    Cancelled,
    /// A count is wrong.
    Disagreement(Disagreement),
}

impl fmt::Display for MeasureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => f.write_str("the measurement was cancelled"),
            Self::Disagreement(found) => write!(f, "problem {}: {found}", found.problem + 1),
        }
    }
}

impl std::error::Error for MeasureError {}

/// A count that differs from the known one, or from that of the first benchmark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The problem, by its number from 0.
    pub problem: usize,
    name: String,
    count: Option<u64>,
    /// The other benchmark; `None` if the count was known before.
    other: Option<String>,
    expected: Option<u64>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |count: Option<u64>| count.map_or("?".to_owned(), |count| count.to_string());
        let (name, count, expected) = (&self.name, shown(self.count), shown(self.expected));
        match &self.other {
            Some(other) => write!(f, "`{other}` counts {expected} solutions and `{name}` {count}"),
            None => write!(f, "`{name}` counts {count} solutions instead of {expected}"),
        }
    }
}

/// The right counts, and the benchmark that found them if they were not known before.
type Expected = Option<(Option<String>, Vec<u64>)>;

/// Runs each benchmark in turn, round by round. `known` are the right counts, if they are known;
/// otherwise those of the first run. `after` is called after each run with the name, the number of
/// the round from 1, and the wall time.
///
/// # Errors
/// If a benchmark is cancelled or counts wrong.
pub fn measure(
    mut benchmarks: Vec<Benchmark<'_>>,
    plan: Plan,
    known: Option<Vec<u64>>,
    mut after: impl FnMut(&str, u32, Duration),
) -> Result<Measurement, MeasureError> {
    let mut expected = known.map(|counts| (None, counts));
    for round in 1..=plan.runs {
        for benchmark in benchmarks.iter_mut().filter(|benchmark| benchmark.is_open(plan.cut)) {
            let begin = Instant::now();
            benchmark.run(&mut expected)?;
            after(&benchmark.name, round, begin.elapsed());
        }
    }
    let outcomes: Vec<_> = benchmarks.into_iter().map(Benchmark::outcome).collect();
    let is_answered = outcomes.iter().any(|(_, outcome)| outcome.median().is_some());
    let counts = expected.filter(|_| is_answered).map(|(_, counts)| counts);
    Ok(Measurement { outcomes, counts })
}

impl<'a> Benchmark<'a> {
    /// A benchmark whose work appends the number of solutions of each problem.
    pub fn new(
        name: impl Into<String>,
        work: impl FnMut(&mut Vec<u64>) -> Result<(), NoAnswer> + 'a,
    ) -> Self {
        Self { name: name.into(), work: Box::new(work), times: Vec::new(), end: None }
    }

    /// Whether it is to run again.
    fn is_open(&self, cut: Duration) -> bool {
        self.end.is_none() && self.times.first().is_none_or(|first| *first <= cut)
    }

    fn run(&mut self, expected: &mut Expected) -> Result<(), MeasureError> {
        let mut counts = Vec::new();
        match timed(&mut self.work, &mut counts) {
            Ok(time) => {
                let name = &self.name;
                let (other, known) =
                    expected.get_or_insert_with(|| (Some(name.clone()), counts.clone()));
                compare(name, &counts, other.as_deref(), known)?;
                self.times.push(time);
            }
            Err(NoAnswer::Unsupported) => self.end = Some(Outcome::Unsupported),
            Err(NoAnswer::TimedOut) => self.end = Some(Outcome::TimedOut),
            Err(NoAnswer::Cancelled) => return Err(MeasureError::Cancelled),
        }
        Ok(())
    }

    fn outcome(mut self) -> (String, Outcome) {
        let runs = u32::try_from(self.times.len()).unwrap_or(u32::MAX);
        let measured = Outcome::Measured { median: median(&mut self.times), runs };
        (self.name, self.end.unwrap_or(measured))
    }
}

/// The mean CPU time of the work, which is repeated if it is short. The number of repetitions
/// doubles, so that the clock is read a few times only: that takes a part of the time of short
/// work.
fn timed(work: &mut Work<'_>, counts: &mut Vec<u64>) -> Result<Duration, NoAnswer> {
    let watch = Stopwatch::start();
    let mut repetitions = 0;
    loop {
        for _ in 0..repetitions.max(1) {
            counts.clear();
            work(counts)?;
        }
        repetitions = (2 * repetitions).max(1);
        let time = watch.elapsed();
        // Where the CPU clock does not move, wall time ends it.
        if time.max(watch.wall.elapsed() / 8) >= SHORTEST {
            return Ok(time / repetitions);
        }
    }
}

/// Compares counts with the right ones.
fn compare(
    name: &str,
    counts: &[u64],
    other: Option<&str>,
    expected: &[u64],
) -> Result<(), MeasureError> {
    let problems = 0..counts.len().max(expected.len());
    let mut pairs = problems.map(|problem| (problem, counts.get(problem), expected.get(problem)));
    match pairs.find(|(_, count, expected)| count != expected) {
        None => Ok(()),
        Some((problem, count, expected)) => Err(MeasureError::Disagreement(Disagreement {
            problem,
            name: name.to_owned(),
            count: count.copied(),
            other: other.map(str::to_owned),
            expected: expected.copied(),
        })),
    }
}

/// The middle one of an odd number of times; of an even number, the mean of the two in the middle.
fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    let (lower, upper) = (times.len().saturating_sub(1) / 2, times.len() / 2);
    let at = |index: usize| times.get(index).copied().unwrap_or_default();
    (at(lower) + at(upper)) / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    fn plan(runs: u32) -> Plan {
        Plan { runs, cut: Duration::MAX }
    }

    /// A benchmark that always gives these counts.
    fn counting<'a>(name: &str, counts: &'a [u64]) -> Benchmark<'a> {
        Benchmark::new(name, move |found| {
            found.extend(counts);
            Ok(())
        })
    }

    fn error(benchmarks: Vec<Benchmark<'_>>, known: Option<&[u64]>) -> String {
        let known = known.map(<[u64]>::to_vec);
        measure(benchmarks, plan(1), known, |_, _, _| {}).unwrap_err().to_string()
    }

    #[test]
    fn a_median_is_in_the_middle() {
        let median = |seconds: &[u64]| {
            let mut times: Vec<_> = seconds.iter().copied().map(Duration::from_secs).collect();
            super::median(&mut times).as_secs_f64()
        };
        assert_eq!(median(&[7]).to_string(), "7");
        assert_eq!(median(&[9, 1, 4]).to_string(), "4");
        assert_eq!(median(&[10, 1, 2, 4]).to_string(), "3");
    }

    #[test]
    fn benchmarks_run_in_turn_until_they_have_no_answer() {
        let (order, mut rounds) = (RefCell::new(Vec::new()), Vec::new());
        let benchmark = |name: &'static str, answer: Result<(), NoAnswer>| {
            let order = &order;
            Benchmark::new(name, move |counts| {
                let mut order = order.borrow_mut();
                if order.last() != Some(&name) {
                    order.push(name);
                }
                counts.push(5);
                answer
            })
        };
        let benchmarks = vec![
            benchmark("a", Err(NoAnswer::TimedOut)),
            benchmark("b", Ok(())),
            benchmark("c", Err(NoAnswer::Unsupported)),
            benchmark("d", Ok(())),
        ];
        let measured = measure(benchmarks, plan(3), None, |name, round, _| {
            rounds.push((name.to_owned(), round));
        });
        let Measurement { outcomes, counts } = measured.unwrap();
        assert_eq!(*order.borrow(), ["a", "b", "c", "d", "b", "d", "b", "d"]);
        assert_eq!(rounds.len(), 8);
        assert_eq!(rounds[7], ("d".to_owned(), 3));
        assert_eq!(outcomes[0], ("a".to_owned(), Outcome::TimedOut));
        assert_eq!(outcomes[2], ("c".to_owned(), Outcome::Unsupported));
        assert!(outcomes[1].1.runs() == 3 && outcomes[1].1.median() > Some(Duration::ZERO));
        assert_eq!(counts, Some(vec![5]));
    }

    #[test]
    fn slow_work_runs_once() {
        let plan = Plan { runs: 3, cut: Duration::ZERO };
        let measured = measure(vec![counting("a", &[1])], plan, None, |_, _, _| {}).unwrap();
        assert_eq!(measured.outcomes[0].1.runs(), 1);
    }

    #[test]
    fn short_work_is_repeated() {
        let mut calls = 0_u32;
        let mut work: Work<'_> = Box::new(|counts| {
            calls += 1;
            counts.push(1);
            Ok(())
        });
        let mut counts = Vec::new();
        let time = timed(&mut work, &mut counts).unwrap();
        drop(work);
        assert_eq!(counts, [1], "the counts are those of the last repetition");
        assert!(calls.is_power_of_two() && calls > 64 && time < SHORTEST / 64, "{calls}");
    }

    #[test]
    fn a_count_that_differs_is_an_error() {
        let two = || vec![counting("bits", &[1, 92]), counting("links", &[1, 91])];
        let wrong = "problem 2: `bits` counts 92 solutions and `links` 91";
        assert_eq!(error(two(), None), wrong);
        let wrong = "problem 2: `links` counts 91 solutions instead of 92";
        assert_eq!(error(two(), Some(&[1, 92])), wrong);
        let short = vec![counting("a", &[1])];
        assert_eq!(error(short, Some(&[1, 2])), "problem 2: `a` counts ? solutions instead of 2");
        let long = vec![counting("a", &[1]), counting("b", &[1, 2])];
        assert_eq!(error(long, None), "problem 2: `a` counts ? solutions and `b` 2");
    }

    #[test]
    fn without_an_answer_there_are_no_counts() {
        let none = |reason| vec![Benchmark::new("a", move |_| Err(reason))];
        let measured = measure(none(NoAnswer::TimedOut), plan(1), Some(vec![1]), |_, _, _| {});
        assert_eq!(measured.unwrap().counts, None);
        let cancelled = measure(none(NoAnswer::Cancelled), plan(1), None, |_, _, _| {});
        assert_eq!(cancelled, Err(MeasureError::Cancelled));
    }
}
