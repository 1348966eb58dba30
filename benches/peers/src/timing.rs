//! CPU time, rounds in turn, medians.

use crate::instances::Instance;
use crate::peers::{Peer, prepare};
use cpu_time::ProcessTime;
use std::fmt;
use std::time::Duration;

/// A run repeats what takes less than this, and is the mean of its repetitions: the clock, and the first touch of
/// the memory, would be too much of it otherwise.
pub(crate) const SHORTEST: Duration = Duration::from_millis(10);

/// How it is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// So many runs of each solver.
    pub runs: usize,
    /// A solver whose first run takes longer is not run again on that instance.
    pub cut: Duration,
}

/// The CPU time of a solver on an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The median of the runs.
    pub median: Duration,
    /// How many runs there were: fewer than asked for if the first took too long.
    pub runs: usize,
}

/// A solver gave an answer that is not the known one, or not that of the solver before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The solver.
    pub solver: String,
    /// The instance.
    pub instance: String,
    /// The first answer that differs, by its number from 0.
    pub index: usize,
    /// The count that was given; `None` if there was no such answer.
    pub found: Option<u64>,
    /// The right count; `None` if there should be no such answer.
    pub known: Option<u64>,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { solver, instance, index, found, known } = self;
        let said = |count: &Option<u64>| count.map_or("none".to_owned(), |count| count.to_string());
        write!(
            f,
            "{solver} on {instance}, count {index}: {} instead of {}",
            said(found),
            said(known)
        )
    }
}

impl std::error::Error for Wrong {}

/// Runs each solver on an instance in turn, and then again, round by round; the result has a timing for each solver
/// that takes the instance.
///
/// To make an instance ready for a solver is in no time of any. Of an instance whose answer is not known, the first
/// answer is the measure of all others.
///
/// # Errors
/// The first answer that is wrong.
pub fn measure(
    instance: &Instance,
    solvers: &[Box<dyn Peer>],
    rounds: Rounds,
) -> Result<Vec<Option<Timing>>, Wrong> {
    let mut known = instance.known.clone();
    let mut times = vec![Vec::new(); solvers.len()];
    for _ in 0..rounds.runs {
        for (solver, times) in solvers.iter().zip(&mut times) {
            if times.first().is_some_and(|first| *first > rounds.cut) {
                continue;
            }
            let Some(count) = prepare(solver.as_ref(), &instance.task) else { continue };
            let (found, time) = run(&*count);
            check(solver.name(), &instance.name, &found, known.get_or_insert(found.clone()))?;
            times.push(time);
        }
    }
    let timing = |mut times: Vec<Duration>| {
        let runs = times.len();
        median(&mut times).map(|median| Timing { median, runs })
    };
    Ok(times.into_iter().map(timing).collect())
}

/// One run: the answer, and the CPU time of the process, in which nothing else happens meanwhile.
fn run(count: &dyn Fn() -> Vec<u64>) -> (Vec<u64>, Duration) {
    let start = ProcessTime::now();
    let found = count();
    let mut repetitions = 1;
    while start.elapsed() < SHORTEST {
        assert_eq!(count(), found, "a solver gives another answer when it is asked again");
        repetitions += 1;
    }
    (found, start.elapsed() / repetitions)
}

/// Whether these are the known answers of an instance.
pub(crate) fn check(
    solver: &str,
    instance: &str,
    found: &[u64],
    known: &[u64],
) -> Result<(), Wrong> {
    let most = found.len().max(known.len());
    let answers = (0..most).map(|index| (index, found.get(index), known.get(index)));
    match answers.into_iter().find(|(_, found, known)| found != known) {
        None => Ok(()),
        Some((index, found, known)) => Err(Wrong {
            solver: solver.to_owned(),
            instance: instance.to_owned(),
            index,
            found: found.copied(),
            known: known.copied(),
        }),
    }
}

/// The middle one of an odd number of times; of an even number, the mean of the two in the middle.
pub(crate) fn median(times: &mut [Duration]) -> Option<Duration> {
    times.sort_unstable();
    let middle = times.len() / 2;
    let upper = times.get(middle)?;
    if times.len() % 2 == 1 { Some(*upper) } else { Some((times[middle - 1] + *upper) / 2) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instances::built_in;
    use crate::peers;

    fn seconds(times: &[u64]) -> Vec<Duration> {
        times.iter().copied().map(Duration::from_secs).collect()
    }

    #[test]
    fn a_median_is_in_the_middle() {
        assert_eq!(median(&mut []), None);
        assert_eq!(median(&mut seconds(&[7])), Some(Duration::from_secs(7)));
        assert_eq!(median(&mut seconds(&[9, 1, 4])), Some(Duration::from_secs(4)));
        assert_eq!(median(&mut seconds(&[10, 1, 2, 4])), Some(Duration::from_secs(3)));
    }

    #[test]
    fn a_wrong_answer_is_found_wherever_it_is() {
        assert_eq!(check("a", "b", &[1, 2], &[1, 2]), Ok(()));
        let wrong = |found: &[u64], known: &[u64]| check("a", "b", found, known).unwrap_err();
        assert_eq!(wrong(&[1, 3], &[1, 2]).to_string(), "a on b, count 1: 3 instead of 2");
        assert_eq!(wrong(&[1], &[1, 2]).to_string(), "a on b, count 1: none instead of 2");
        assert_eq!(wrong(&[1, 2], &[1]).to_string(), "a on b, count 1: 2 instead of none");
    }

    #[test]
    fn every_solver_that_takes_it_runs_as_often_as_asked() {
        let queens = built_in().remove(0);
        let rounds = Rounds { runs: 3, cut: Duration::MAX };
        let timings = measure(&queens, &peers::all(), rounds).unwrap();
        let runs: Vec<_> = timings.iter().map(|timing| timing.map(|timing| timing.runs)).collect();
        let three = Some(3);
        // exact-cover has no secondary items, and sudoku has no queens.
        assert_eq!(runs, [three, three, three, None, three, three, None]);
        assert!(timings.iter().flatten().all(|timing| timing.median > Duration::ZERO));
    }

    #[test]
    fn what_takes_too_long_runs_once() {
        let queens = built_in().remove(0);
        let rounds = Rounds { runs: 3, cut: Duration::ZERO };
        let timings = measure(&queens, &peers::all(), rounds).unwrap();
        assert!(timings.iter().flatten().all(|timing| timing.runs == 1));
    }

    #[test]
    fn an_answer_that_is_not_the_known_one_is_an_error() {
        let rounds = Rounds { runs: 1, cut: Duration::MAX };
        let mut queens = built_in().remove(0);
        queens.known = Some(vec![91]);
        let wrong = measure(&queens, &peers::all(), rounds).unwrap_err();
        assert_eq!(wrong.to_string(), "quadrille on queens8, count 0: 92 instead of 91");
        queens.known = None;
        assert!(measure(&queens, &peers::all(), rounds).is_ok());
    }
}
