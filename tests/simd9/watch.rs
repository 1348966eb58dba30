//! The callback of `continue_while`: it is called regularly, and a stopped search keeps its
//! solutions.

use super::machines::{everywhere, limited, one_by_one, shown, shown_until};
use super::puzzles::{drawn, named};
use crate::common::is_thorough;
use quadrille::sudoku::simd9::{BatchSolver, Cells, EndReason, Variant};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A solver whose callback stops it at this call, and the number of calls.
fn stopping(lanes: BatchSolver, times: u64) -> (BatchSolver, Arc<AtomicU64>) {
    let asked = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&asked);
    (lanes.continue_while(move || count.fetch_add(1, Ordering::Relaxed) + 1 < times), asked)
}

#[test]
fn a_search_that_would_not_end_is_stopped() {
    for times in [1, 2, 5] {
        let (seen, answer) = everywhere(
            Variant::Standard,
            |lanes| stopping(lanes, times).0,
            |lanes| shown(lanes, &[0; 81]),
        );
        assert_eq!(answer.end, EndReason::Stopped);
        assert!(!answer.is_complete());
        assert_eq!(answer.solutions, u64::try_from(seen.len()).unwrap(), "nothing is lost");
        assert_eq!(answer.first, seen.first().copied());
        assert_eq!(seen.is_empty(), times == 1, "{} were seen after {times} times", seen.len());
        let (more, _) = everywhere(Variant::Standard, limited(Some(answer.solutions)), |lanes| {
            shown(lanes, &[0; 81])
        });
        assert_eq!(seen, more, "these are the first of all");
    }
}

#[test]
fn a_search_that_is_stopped_before_the_first_pass_does_nothing() {
    let easy = named("agent.txt", 0);
    let work = everywhere(
        Variant::Standard,
        |lanes| stopping(lanes, 1).0,
        |lanes| {
            let answer = lanes.solve(&easy);
            assert_eq!((answer.solutions, answer.end, answer.first), (0, EndReason::Stopped, None));
            let answers: Vec<_> = lanes.solve_all([easy; 3]).collect();
            assert!(
                answers
                    .iter()
                    .all(|answer| (answer.solutions, answer.end) == (0, EndReason::Stopped))
            );
            assert_eq!(answers.len(), 3, "all that was taken is answered");
            lanes.stats()
        },
    );
    assert_eq!(work.passes, 0);
}

#[test]
fn the_callback_is_called_every_few_hundred_passes() {
    for puzzles in [vec![[0; 81]], vec![named("lab.txt", 1); 3], drawn(Variant::Standard, 300)] {
        everywhere(
            Variant::Standard,
            |lanes| lanes.limit(5_000),
            |lanes| {
                let whole = std::mem::replace(lanes, BatchSolver::new(Variant::Standard));
                let (mut whole, asked) = stopping(whole, u64::MAX);
                let answers: Vec<_> = whole.solve_all(puzzles.clone()).collect();
                assert_eq!(answers.len(), puzzles.len());
                let (asked, passes) = (asked.load(Ordering::Relaxed), whole.stats().passes);
                assert!(asked >= passes / 1000 && asked <= 1 + passes / 100, "{asked} of {passes}");
                assert!(passes > 1000, "only {passes} passes");
            },
        );
    }
}

/// Stopped at any time, the results are right: complete ones, and lower bounds for the puzzles in
/// progress.
#[test]
fn a_batch_that_is_stopped_keeps_what_it_has() {
    let mut puzzles: Vec<Cells> = drawn(Variant::Standard, 400);
    puzzles[100] = named("lab.txt", 1);
    puzzles[200] = [0; 81];
    let limit = if is_thorough() { 20_000 } else { 10_000 };
    let whole = one_by_one(Variant::Standard, Some(limit), &puzzles);
    let mut stopped = 0;
    for times in [1, 2, 3, 5, 8, 20, 50] {
        let answers = everywhere(
            Variant::Standard,
            |lanes| stopping(lanes.limit(limit), times).0,
            |lanes| lanes.solve_all(puzzles.iter().copied()).collect::<Vec<_>>(),
        );
        assert!(answers.len() <= puzzles.len());
        for (answer, whole) in answers.iter().zip(&whole) {
            if answer.end == EndReason::Stopped {
                stopped += 1;
                assert!(answer.solutions <= whole.solutions);
                assert_eq!(answer.first.is_some(), answer.solutions > 0);
            } else {
                assert_eq!((answer.solutions, answer.end), (whole.solutions, whole.end));
                assert!(times == 1 || answer.first.is_some() == (answer.solutions > 0));
            }
        }
        let is_stopped =
            |answer: &quadrille::sudoku::simd9::PuzzleResult| answer.end == EndReason::Stopped;
        assert!(answers.iter().any(is_stopped) || times > 20, "{times}");
    }
    assert!(stopped > 10, "only {stopped} were stopped");
}

#[test]
fn a_stopped_solver_can_be_used_again() {
    let puzzle = named("lab.txt", 6);
    everywhere(
        Variant::Standard,
        |lanes| {
            let mut asked = 0;
            lanes.continue_while(move || {
                asked += 1;
                asked != 2
            })
        },
        |lanes| {
            assert_eq!(lanes.solve(&[0; 81]).end, EndReason::Stopped);
            let answers: Vec<_> = lanes.solve_all([puzzle; 20]).collect();
            assert!(
                answers
                    .iter()
                    .all(|answer| (answer.solutions, answer.end) == (30, EndReason::Exhausted))
            );
            let (all, answer) = shown(lanes, &puzzle);
            assert_eq!((all.len(), answer.end), (30, EndReason::Exhausted));
        },
    );
}

#[test]
fn a_limit_of_zero_and_a_clash_need_no_callback() {
    everywhere(
        Variant::Standard,
        |lanes| lanes.limit(0).continue_while(|| true),
        |lanes| {
            let answer = shown_until(lanes, &[0; 81], 1).1;
            assert_eq!((answer.solutions, answer.first, answer.end), (0, None, EndReason::Limit));
            assert_eq!(lanes.solve(&[5; 81]).end, EndReason::Clash);
            assert_eq!(lanes.stats().passes, 0);
        },
    );
}
