//! However finely a search is cut, the count is the oracle's.

use super::*;
use crate::engine::Outcome;
use crate::engine::tests::oracle;
use crate::problem::Problem;

/// Cuts whenever it can.
const FINE: Pace = Pace { alone: 1, slice: 1, solutions: 1, part: 0.0 };

fn queens(size: usize) -> Problem {
    crate::engine::tests::queens(size).parse().unwrap()
}

fn problems() -> Vec<Problem> {
    let mut problems: Vec<Problem> = [
        "a\n",
        "a\na\n",
        "| x\nx\n",
        "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n",
        "a b | x y\na x:r\na x:s y\nb x:r\nb y\nb x:s\na b\n",
        "0:2|a b 1:3|c\na\na b\nc\nb c\na c\nc\n",
        "2|a 0:1|b c | x\na x:1\na b x:1\na c x:2\nb c\nc x:1\na\n",
        "a b c d\na\na\nb\nb\nc\nc d\nd\n",
    ]
    .map(|text| text.parse().unwrap())
    .into();
    problems.extend([4, 6, 7].map(queens));
    problems
}

/// A search in rounds of so many nodes.
struct Setting<'s> {
    engine: Engine,
    given: &'s [OptionId],
    threads: usize,
    /// The nodes before there are several.
    alone: u64,
    round: u64,
    limits: Limits,
}

impl Setting<'_> {
    fn count(&self, problem: &Problem) -> Count {
        let start = |engine: Engine| engine.start(problem, None);
        let mut machine = start(self.engine);
        machine.restart(self.given);
        let mut found = 0;
        while machine.work().nodes < self.alone {
            match machine.advance(1) {
                Outcome::Solution => found += 1,
                Outcome::Exhausted => break,
                Outcome::Paused => {}
            }
        }
        let Self { engine, threads, .. } = *self;
        let building = Duration::ZERO;
        let limits = &self.limits;
        let task = Task { limits, engine, start: &start, threads, building, pace: FINE };
        let mut pieces = Pieces::new(machine.as_mut(), self.given, found, threads);
        loop {
            match pieces.run(task, self.round, None) {
                Ok(false) => {}
                Ok(true) => {
                    return Count { solutions: pieces.found, stop: StopReason::Exhausted };
                }
                Err(_) => return pieces.count(task, None),
            }
        }
    }
}

fn takes(engine: Engine, problem: &Problem) -> bool {
    engine.check(problem).is_ok()
}

#[test]
fn every_engine_counts_what_the_oracle_counts() {
    for problem in problems() {
        let expected = oracle(&problem, &[]);
        for engine in Engine::ALL.into_iter().filter(|&engine| takes(engine, &problem)) {
            for (threads, alone, round) in
                [(1, 0, 1), (2, 0, u64::MAX), (2, 5, 3), (3, 40, 17), (4, 200, u64::MAX)]
            {
                let limits = Limits::default();
                let given = &[];
                let setting = Setting { engine, given, threads, alone, round, limits };
                let count = setting.count(&problem);
                assert!(count.is_complete());
                assert_eq!(count.solutions, expected, "{engine} {threads} {alone} {round}");
            }
        }
    }
}

#[test]
fn what_is_given_stays_given() {
    let problem = queens(7);
    for option in [0, 3, 24].map(OptionId::new) {
        let given = &[option];
        let expected = oracle(&problem, given);
        for engine in Engine::ALL {
            let limits = Limits::default();
            let setting = Setting { engine, given, threads: 3, alone: 2, round: 50, limits };
            assert_eq!(setting.count(&problem).solutions, expected, "{engine}");
        }
    }
}

#[test]
fn a_limit_is_kept_and_told() {
    let problem = queens(7);
    for engine in Engine::ALL {
        for (most, stop, told) in [
            (0, StopReason::SolutionLimit, 0),
            (5, StopReason::SolutionLimit, 5),
            (40, StopReason::SolutionLimit, 40),
            (41, StopReason::Exhausted, 40),
        ] {
            let limits = Limits { solutions: Some(most), ..Limits::default() };
            let given = &[];
            let setting = Setting { engine, given, threads: 3, alone: 0, round: u64::MAX, limits };
            assert_eq!(setting.count(&problem), Count { solutions: told, stop }, "{engine}");
        }
    }
}

#[test]
fn whoever_cancels_gets_a_count_that_is_not_complete() {
    let problem = queens(8);
    let cancel = crate::CancelToken::new();
    cancel.cancel();
    let limits = Limits { cancel: Some(cancel), ..Limits::default() };
    let (engine, given) = (Engine::Links, &[]);
    let setting = Setting { engine, given, threads: 2, alone: 0, round: u64::MAX, limits };
    let count = setting.count(&problem);
    assert_eq!(count.stop, StopReason::Cancelled);
    assert!(count.solutions < 92);
}

#[test]
fn a_search_can_be_asked_for_its_work() {
    let problem = queens(7);
    let start = |engine: Engine| engine.start(&problem, None);
    let mut machine = start(Engine::Links);
    let mut pieces = Pieces::new(machine.as_mut(), &[], 0, 2);
    let (limits, building) = (&Limits::default(), Duration::ZERO);
    let (engine, start) = (Engine::Links, &start);
    let task = Task { limits, engine, start, threads: 2, building, pace: FINE };
    let (mut nodes, mut updates) = (0, 0);
    while !pieces.run(task, 20, None).unwrap() {
        assert!(pieces.nodes > nodes && pieces.updates() >= updates);
        (nodes, updates) = (pieces.nodes, pieces.updates());
    }
    assert!(updates > 0 && pieces.found == 40);
}
