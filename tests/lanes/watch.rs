//! The watch: it is asked again and again, and what it stops keeps what was found.

use crate::machines::{everywhere, limited, one_by_one, shown, shown_until};
use crate::puzzles::{drawn, named};
use quadrille::sudoku::lanes::{Cells, End, Lanes, Rules};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Lanes that stop when they are asked for the last time of so many; and how often they were asked.
fn stopping(lanes: Lanes, times: u64) -> (Lanes, Arc<AtomicU64>) {
    let asked = Arc::new(AtomicU64::new(0));
    let count = Arc::clone(&asked);
    (lanes.watch(move || count.fetch_add(1, Ordering::Relaxed) + 1 < times), asked)
}

#[test]
fn a_search_that_would_not_end_is_stopped() {
    for times in [1, 2, 5] {
        let (seen, answer) = everywhere(
            Rules::Plain,
            |lanes| stopping(lanes, times).0,
            |lanes| shown(lanes, &[0; 81]),
        );
        assert_eq!(answer.end, End::Stopped);
        assert!(!answer.is_complete());
        assert_eq!(answer.solutions, u64::try_from(seen.len()).unwrap(), "nothing is lost");
        assert_eq!(answer.first, seen.first().copied());
        assert_eq!(seen.is_empty(), times == 1, "{} were seen after {times} times", seen.len());
        let (more, _) = everywhere(Rules::Plain, limited(Some(answer.solutions)), |lanes| {
            shown(lanes, &[0; 81])
        });
        assert_eq!(seen, more, "these are the first of all");
    }
}

#[test]
fn what_is_stopped_before_the_first_pass_does_nothing() {
    let easy = named("agent.txt", 0);
    let work = everywhere(
        Rules::Plain,
        |lanes| stopping(lanes, 1).0,
        |lanes| {
            let answer = lanes.answer(&easy);
            assert_eq!((answer.solutions, answer.end, answer.first), (0, End::Stopped, None));
            let answers: Vec<_> = lanes.answers([easy; 3]).collect();
            assert!(
                answers.iter().all(|answer| (answer.solutions, answer.end) == (0, End::Stopped))
            );
            assert_eq!(answers.len(), 3, "all that was taken is answered");
            lanes.work()
        },
    );
    assert_eq!(work.passes, 0);
}

#[test]
fn the_watch_is_asked_every_few_hundred_passes() {
    for puzzles in [vec![[0; 81]], vec![named("lab.txt", 1); 3], drawn(Rules::Plain, 300)] {
        everywhere(
            Rules::Plain,
            |lanes| lanes.limit(20_000),
            |lanes| {
                let whole = std::mem::replace(lanes, Lanes::new(Rules::Plain));
                let (mut whole, asked) = stopping(whole, u64::MAX);
                let answers: Vec<_> = whole.answers(puzzles.clone()).collect();
                assert_eq!(answers.len(), puzzles.len());
                let (asked, passes) = (asked.load(Ordering::Relaxed), whole.work().passes);
                assert!(asked >= passes / 1000 && asked <= 1 + passes / 100, "{asked} of {passes}");
                assert!(passes > 1000, "only {passes} passes");
            },
        );
    }
}

/// Whenever it is stopped, what is answered is right: whole answers, and lower bounds of those that were under way.
#[test]
fn a_batch_that_is_stopped_keeps_what_it_has() {
    let mut puzzles: Vec<Cells> = drawn(Rules::Plain, 400);
    puzzles[100] = named("lab.txt", 1);
    puzzles[200] = [0; 81];
    let limit = 20_000;
    let whole = one_by_one(Rules::Plain, Some(limit), &puzzles);
    let mut stopped = 0;
    for times in [1, 2, 3, 5, 8, 20, 50] {
        let answers = everywhere(
            Rules::Plain,
            |lanes| stopping(lanes.limit(limit), times).0,
            |lanes| lanes.answers(puzzles.iter().copied()).collect::<Vec<_>>(),
        );
        assert!(answers.len() <= puzzles.len());
        for (answer, whole) in answers.iter().zip(&whole) {
            if answer.end == End::Stopped {
                stopped += 1;
                assert!(answer.solutions <= whole.solutions);
                assert_eq!(answer.first.is_some(), answer.solutions > 0);
            } else {
                assert_eq!((answer.solutions, answer.end), (whole.solutions, whole.end));
                assert!(times == 1 || answer.first.is_some() == (answer.solutions > 0));
            }
        }
        let is_stopped = |answer: &quadrille::sudoku::lanes::Answer| answer.end == End::Stopped;
        assert!(answers.iter().any(is_stopped) || times > 20, "{times}");
    }
    assert!(stopped > 10, "only {stopped} were stopped");
}

#[test]
fn what_was_stopped_can_be_asked_again() {
    let puzzle = named("lab.txt", 6);
    everywhere(
        Rules::Plain,
        |lanes| {
            let mut asked = 0;
            lanes.watch(move || {
                asked += 1;
                asked != 2
            })
        },
        |lanes| {
            assert_eq!(lanes.answer(&[0; 81]).end, End::Stopped);
            let answers: Vec<_> = lanes.answers([puzzle; 20]).collect();
            assert!(
                answers.iter().all(|answer| (answer.solutions, answer.end) == (30, End::Exhausted))
            );
            let (all, answer) = shown(lanes, &puzzle);
            assert_eq!((all.len(), answer.end), (30, End::Exhausted));
        },
    );
}

#[test]
fn a_limit_of_nothing_and_a_clash_need_no_watch() {
    everywhere(
        Rules::Plain,
        |lanes| lanes.limit(0).watch(|| true),
        |lanes| {
            let answer = shown_until(lanes, &[0; 81], 1).1;
            assert_eq!((answer.solutions, answer.first, answer.end), (0, None, End::Limit));
            assert_eq!(lanes.answer(&[5; 81]).end, End::Clash);
            assert_eq!(lanes.work().passes, 0);
        },
    );
}
