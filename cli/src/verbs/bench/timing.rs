//! CPU time, rounds in turn, medians: as `benches/peers` does it for other crates.

use super::engine_run::{Answer, Unanswered};
use crate::engine::EngineArg;
use cpu_time::ProcessTime;
use quadrille::{Count, Stats};
use std::fmt;
use std::time::{Duration, Instant};

/// A run repeats what takes less than this, and is the mean of its repetitions: the clock, and the
/// first touch of the memory, would be too much of it otherwise.
const SHORTEST: Duration = Duration::from_millis(10);

/// Measures the CPU time of the process; where there is no such clock, the time on the wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    cpu: Option<ProcessTime>,
    wall: Instant,
}

impl Watch {
    pub(super) fn start() -> Self {
        Self { cpu: ProcessTime::try_now().ok(), wall: Instant::now() }
    }

    pub(super) fn elapsed(&self) -> Duration {
        let cpu = self.cpu.and_then(|start| start.try_elapsed().ok());
        cpu.unwrap_or_else(|| self.wall.elapsed())
    }
}

/// What became of an engine on a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// It answered in each run: the median of their times.
    Timed { median: Duration, runs: u32, answer: Answer },
    /// It was stopped in its first run.
    Late,
    /// It does not take the problem.
    Refused(String),
}

/// The reasons why a file has no row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Broken {
    /// The whole program is to end.
    Cancelled,
    /// Two engines contradict each other.
    Disagreement(Disagreement),
}

/// Two engines, or two runs of one, count differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Disagreement {
    /// The problem, by its number from 0.
    pub(super) problem: usize,
    sides: [(EngineArg, Count); 2],
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(first, one), (second, other)] = self.sides;
        write!(f, "engines disagree: `{first}` counts {one} solutions and `{second}` {other}")
    }
}

/// Runs each engine in turn, round by round. `after` is called after each run, with its wall-clock
/// time.
///
/// # Errors
/// If a run was cancelled, or two runs differ in their counts.
pub(super) fn measure(
    engines: &[EngineArg],
    runs: u32,
    mut run: impl FnMut(EngineArg, bool) -> Result<Answer, Unanswered>,
    mut after: impl FnMut(EngineArg, u32, Duration),
) -> Result<Vec<Outcome>, Broken> {
    let mut known = None;
    let mut entrants: Vec<_> = engines.iter().map(|&engine| Entrant::new(engine)).collect();
    for round in 1..=runs {
        for entrant in entrants.iter_mut().filter(|entrant| entrant.last.is_ok()) {
            let begin = Instant::now();
            entrant.run(&mut run, &mut known)?;
            after(entrant.engine, round, begin.elapsed());
        }
    }
    Ok(entrants.into_iter().map(Entrant::outcome).collect())
}

/// The first answer, and whose it is.
type Known = Option<(EngineArg, Vec<Count>)>;

/// An engine and its runs.
struct Entrant {
    engine: EngineArg,
    times: Vec<Duration>,
    /// What it answered last, or why it is out.
    last: Result<Answer, Outcome>,
}

impl Entrant {
    fn new(engine: EngineArg) -> Self {
        Self { engine, times: Vec::new(), last: Ok(Answer::default()) }
    }

    /// One run of an engine that is not out.
    fn run(
        &mut self,
        run: &mut impl FnMut(EngineArg, bool) -> Result<Answer, Unanswered>,
        known: &mut Known,
    ) -> Result<(), Broken> {
        let (engine, is_first) = (self.engine, self.times.is_empty());
        self.last = match timed(|| run(engine, is_first)) {
            Ok((answer, time)) => {
                compare(engine, &answer.counts, known)?;
                self.times.push(time);
                Ok(answer)
            }
            Err(Unanswered::Refused(reason)) => Err(Outcome::Refused(reason)),
            Err(Unanswered::Late) => Err(Outcome::Late),
            Err(Unanswered::Cancelled) => return Err(Broken::Cancelled),
        };
        Ok(())
    }

    fn outcome(mut self) -> Outcome {
        let runs = u32::try_from(self.times.len()).unwrap_or(u32::MAX);
        match self.last {
            Err(outcome) => outcome,
            Ok(answer) => Outcome::Timed { median: median(&mut self.times), runs, answer },
        }
    }
}

/// An answer and its CPU time.
fn timed(
    mut run: impl FnMut() -> Result<Answer, Unanswered>,
) -> Result<(Answer, Duration), Unanswered> {
    let watch = Watch::start();
    let mut answer = run()?;
    let mut repetitions = 1;
    // Where the CPU clock does not move, that of the wall ends it.
    while watch.elapsed().max(watch.wall.elapsed() / 8) < SHORTEST {
        answer = run()?;
        repetitions += 1;
    }
    Ok((answer, watch.elapsed() / repetitions))
}

/// Holds an answer against the first one.
fn compare(engine: EngineArg, counts: &[Count], known: &mut Known) -> Result<(), Broken> {
    let (first, others) = known.get_or_insert_with(|| (engine, counts.to_vec()));
    let pairs = others.iter().zip(counts).enumerate();
    match pairs.into_iter().find(|(_, (one, other))| one.solutions != other.solutions) {
        None => Ok(()),
        Some((problem, (&one, &other))) => {
            let sides = [(*first, one), (engine, other)];
            Err(Broken::Disagreement(Disagreement { problem, sides }))
        }
    }
}

/// The middle one of an odd number of times; of an even number, the mean of the two in the middle.
fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    let (lower, upper) = (times.len().saturating_sub(1) / 2, times.len() / 2);
    let at = |index: usize| times.get(index).copied().unwrap_or_default();
    (at(lower) + at(upper)) / 2
}

/// What an engine did in its last run.
impl Outcome {
    pub(super) fn answer(&self) -> Option<&Answer> {
        match self {
            Self::Timed { answer, .. } => Some(answer),
            Self::Late | Self::Refused(_) => None,
        }
    }

    pub(super) fn work(&self) -> Option<Stats> {
        self.answer().filter(|answer| answer.is_counted()).map(|answer| answer.work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::{Engine, StopReason};

    fn counts(solutions: &[u64]) -> Answer {
        let count = |&solutions: &u64| Count { solutions, stop: StopReason::Exhausted };
        Answer { counts: solutions.iter().map(count).collect(), ..Answer::default() }
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
    fn engines_run_in_turn_until_they_are_out() {
        let engines = [
            EngineArg::Cover(Engine::Bits),
            EngineArg::Cover(Engine::Links),
            EngineArg::Cover(Engine::CellsWtd),
        ];
        let (mut order, mut rounds) = (Vec::new(), Vec::new());
        let outcomes = measure(
            &engines,
            3,
            |engine, is_first| {
                if order.last() != Some(&(engine, is_first)) {
                    order.push((engine, is_first));
                }
                match engine {
                    EngineArg::Cover(Engine::Bits) => Err(Unanswered::Late),
                    EngineArg::Cover(Engine::Links) => Err(Unanswered::Refused("no".to_owned())),
                    _ => Ok(counts(&[5])),
                }
            },
            |engine, round, _| rounds.push((engine, round)),
        );
        let outcomes = outcomes.unwrap();
        let [bits, links, cells] = engines;
        assert_eq!(rounds, [(bits, 1), (links, 1), (cells, 1), (cells, 2), (cells, 3)]);
        assert_eq!(order, [(bits, true), (links, true), (cells, true), (cells, false)]);
        assert_eq!(outcomes[0], Outcome::Late);
        assert_eq!(outcomes[1], Outcome::Refused("no".to_owned()));
        assert!(matches!(outcomes[2], Outcome::Timed { runs: 3, .. }));
    }

    #[test]
    fn an_answer_that_differs_is_an_error() {
        let run = |engine, _| match engine {
            EngineArg::Cover(Engine::Bits) => Ok(counts(&[1, 92])),
            _ => Ok(counts(&[1, 91])),
        };
        let broken = measure(
            &[EngineArg::Cover(Engine::Bits), EngineArg::Cover(Engine::Links)],
            1,
            run,
            |_, _, _| {},
        );
        let Err(Broken::Disagreement(found)) = broken else { panic!("{broken:?}") };
        assert_eq!(found.problem, 1);
        let text = "engines disagree: `bits` counts 92 solutions and `links` 91";
        assert_eq!(found.to_string(), text);
    }

    #[test]
    fn whoever_is_cancelled_has_no_row() {
        let run = |_, _| Err(Unanswered::Cancelled);
        assert_eq!(
            measure(&[EngineArg::Cover(Engine::Bits)], 1, run, |_, _, _| {}),
            Err(Broken::Cancelled)
        );
    }
}
