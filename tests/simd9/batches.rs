//! Batches of puzzles: each has the same answer as alone, and answers are in the order of the
//! puzzles.

use super::machines::{RULES, everywhere, limited, one_by_one, shown, shown_until, together};
use super::puzzles::{drawn, known, named, puzzles};
use crate::common::is_thorough;
use crate::common::random::config;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use quadrille::sudoku::simd9::{BatchSolver, Cells, EndReason, PuzzleResult, Variant};
use std::cell::Cell;

/// As many puzzles as one likes: these, again and again. Their number shares no factor with the
/// sixteen lanes.
fn crowd(rules: Variant, count: usize) -> Vec<Cells> {
    let few = drawn(rules, 61);
    assert!((0..few.len()).all(|one| !few[..one].contains(&few[one])), "they differ");
    few.iter().cycle().take(count).copied().collect()
}

#[test]
fn a_puzzle_has_the_same_answer_in_any_company() {
    for rules in RULES {
        let run = |puzzles: Vec<Cells>| {
            for limit in [Some(0), Some(1), Some(2), Some(40)] {
                let alone = one_by_one(rules, limit, &puzzles);
                prop_assert_eq!(&together(rules, limit, &puzzles), &alone);
                let backwards: Vec<_> = puzzles.iter().rev().copied().collect();
                let answers = together(rules, limit, &backwards);
                prop_assert!(answers.iter().rev().eq(&alone), "backwards");
                let among: Vec<_> = puzzles.iter().flat_map(|&puzzle| [[0; 81], puzzle]).collect();
                let answers = together(rules, limit, &among);
                prop_assert!(answers.iter().skip(1).step_by(2).eq(&alone), "among blank grids");
            }
            Ok(())
        };
        TestRunner::new(config(12)).run(&vec(puzzles(rules), 0..60), run).unwrap();
    }
}

#[test]
fn the_first_solution_is_that_which_a_visit_shows_first() {
    for rules in RULES {
        let crowd = crowd(rules, 200);
        for limit in [Some(1), Some(2), Some(100)] {
            let answers = together(rules, limit, &crowd);
            let mut lanes = limited(limit)(BatchSolver::new(rules));
            for (puzzle, answer) in crowd.iter().zip(answers) {
                let (shown, visit) = shown(&mut lanes, puzzle);
                assert_eq!(answer, visit);
                assert_eq!(answer.first, shown.first().copied());
            }
        }
    }
}

/// Searches of one puzzle with many guesses continue in the lanes, whether a solution is known by
/// then or not.
#[test]
fn large_searches_have_the_same_answers_as_in_a_batch() {
    let each = if is_thorough() { 12 } else { 4 };
    for rules in RULES {
        let few = known().into_iter().filter(|known| known.rules == rules && known.count == 1);
        let mut puzzles: Vec<_> = few.map(|known| known.cells).take(each).collect();
        for clues in [4, 10] {
            let fewer = puzzles.iter().take(each).map(|puzzle| {
                let mut left = clues;
                puzzle.map(|value| {
                    let is_left_out = value > 0 && left > 0;
                    left -= usize::from(is_left_out);
                    if is_left_out { 0 } else { value }
                })
            });
            puzzles.extend(fewer.collect::<Vec<_>>());
        }
        for limit in [1, 2, 3000] {
            let (alone, most) = everywhere(rules, limited(Some(limit)), |lanes| {
                let mut most = 0;
                let mut solve = |puzzle| {
                    let before = lanes.stats().guesses;
                    let result = lanes.solve(puzzle);
                    most = most.max(lanes.stats().guesses - before);
                    result
                };
                (puzzles.iter().map(&mut solve).collect::<Vec<_>>(), most)
            });
            assert_eq!(together(rules, Some(limit), &puzzles), alone);
            assert!(limit < 3000 || most > 1000, "{most} guesses");
            let mut lanes = limited(Some(limit))(BatchSolver::new(rules));
            for (puzzle, answer) in puzzles.iter().zip(&alone) {
                let (mut visited, visit) = shown(&mut lanes, puzzle);
                assert_eq!(&visit, answer);
                visited.sort_unstable();
                visited.dedup();
                assert_eq!(u64::try_from(visited.len()).unwrap(), answer.solutions, "they differ");
            }
        }
    }
}

/// More than any window: a number of puzzles that is no multiple of the lanes, and a few that take
/// long among them.
#[test]
fn thousands_of_very_unequal_puzzles_are_answered_in_their_order() {
    for rules in RULES {
        let mut crowd = crowd(rules, 10_007);
        for slow in [0, 1, 17, 1000, 5000, 5001, 10_006] {
            crowd[slow] = [0; 81];
        }
        let alone = one_by_one(rules, Some(20), &crowd[..200]);
        let answers = together(rules, Some(20), &crowd);
        assert_eq!(answers.len(), crowd.len());
        for (at, (puzzle, answer)) in crowd.iter().zip(&answers).enumerate() {
            // The same puzzle among the first, which were asked alone.
            let same = crowd[..200].iter().position(|other| other == puzzle).unwrap();
            assert_eq!(answer, &alone[same], "puzzle {at}");
        }
    }
}

#[test]
fn easy_puzzles_after_a_blank_grid_wait_for_it() {
    let limit = if is_thorough() { 5000 } else { 1000 };
    for rules in RULES {
        let easy: Vec<Cells> = drawn(rules, 300);
        let alone = one_by_one(rules, Some(limit), &[[0; 81]]);
        let alone = [alone, one_by_one(rules, Some(limit), &easy)].concat();
        let all = [&[[0; 81]], &easy[..]].concat();
        assert_eq!((alone[0].solutions, alone[0].end), (limit, EndReason::Limit));
        assert_eq!(together(rules, Some(limit), &all), alone);
    }
}

#[test]
fn a_puzzle_a_hundred_times_has_one_answer() {
    for known in known() {
        let answers = together(known.rules, Some(50), &[known.cells; 100]);
        assert_eq!(answers, [answers[0]; 100], "{}", known.place);
        assert_eq!(answers[0].solutions, known.count.min(50), "{}", known.place);
    }
}

#[test]
fn batches_of_every_small_size_are_answered() {
    let puzzle = named("lab.txt", 6);
    let clash = [1; 81];
    for count in 0..70 {
        let clashes: Vec<_> = together(Variant::Standard, None, &vec![clash; count]);
        assert!(
            clashes.len() == count && clashes.iter().all(|answer| answer.end == EndReason::Clash)
        );
        let mixed: Vec<_> = (0..count).map(|i| if i % 3 == 1 { clash } else { puzzle }).collect();
        let solutions = together(Variant::Standard, None, &mixed).into_iter().map(|a| a.solutions);
        let expected = mixed.iter().map(|&cells| if cells == clash { 0 } else { 30 });
        assert!(solutions.eq(expected), "{count}");
    }
}

#[test]
fn counts_without_first_solutions_are_the_same() {
    for rules in RULES {
        let crowd = crowd(rules, 400);
        for limit in [0, 1, 2, 3, 30] {
            let answers = together(rules, Some(limit), &crowd);
            let bare: Vec<PuzzleResult> = everywhere(
                rules,
                |lanes| lanes.limit(limit).keep_first(false),
                |lanes| lanes.solve_all(crowd.iter().copied()).collect(),
            );
            let expected = answers.into_iter().map(|answer| PuzzleResult { first: None, ..answer });
            assert!(bare.into_iter().eq(expected), "limit {limit}");
        }
        let alone = |lanes: &mut BatchSolver| lanes.solve(&crowd[0]).first;
        assert_eq!(everywhere(rules, |lanes| lanes.keep_first(false), alone), None);
    }
}

#[test]
fn puzzles_without_end_are_taken_a_few_at_a_time() {
    let (puzzle, taken) = (named("agent.txt", 0), Cell::new(0));
    let endless = std::iter::repeat_with(|| {
        taken.set(taken.get() + 1);
        puzzle
    });
    let mut lanes = BatchSolver::new(Variant::Standard).limit(2);
    let answers: Vec<_> = lanes.solve_all(endless).take(6000).collect();
    assert!(
        answers.iter().all(|answer| (answer.solutions, answer.end) == (1, EndReason::Exhausted))
    );
    assert!((6000..20_000).contains(&taken.get()), "{} were taken", taken.get());
}

/// An iterator that has ended is not asked again, and neither are the answers at a loss.
#[test]
fn the_end_of_the_puzzles_is_the_end_of_the_answers() {
    let puzzle = named("agent.txt", 0);
    let mut asked = 0;
    let broken = std::iter::from_fn(|| {
        asked += 1;
        assert!(asked <= 21, "asked again after the end");
        (asked <= 20).then_some(puzzle)
    });
    let mut lanes = BatchSolver::new(Variant::Standard);
    let mut answers = lanes.solve_all(broken);
    assert_eq!(answers.by_ref().count(), 20);
    assert!(answers.next().is_none() && answers.next().is_none());
}

#[test]
fn answers_that_were_dropped_leave_no_trace() {
    for rules in RULES {
        let crowd = crowd(rules, 700);
        let expected = together(rules, Some(9), &crowd);
        let answers = everywhere(rules, limited(Some(9)), |lanes| {
            for taken in [0, 1, 16, 17, 333] {
                let before = [&[[0; 81]; 3], &crowd[..]].concat();
                let some: Vec<_> = lanes.solve_all(before).skip(3).take(taken).collect();
                assert_eq!(some, expected[..taken]);
            }
            lanes.solve_all(crowd.iter().copied()).collect::<Vec<_>>()
        });
        assert_eq!(answers, expected);
    }
}

#[test]
fn one_machine_takes_all_kinds_of_questions_in_turn() {
    for rules in RULES {
        let crowd = crowd(rules, 70);
        let expected = together(rules, Some(12), &crowd);
        everywhere(rules, limited(Some(12)), |lanes| {
            for (puzzle, answer) in crowd.iter().zip(&expected) {
                let (_, visit) = shown_until(lanes, puzzle, 3);
                assert_eq!((visit.first, visit.solutions), (answer.first, answer.solutions.min(3)));
                let batch: Vec<_> = lanes.solve_all([[0; 81], *puzzle, *puzzle]).collect();
                assert_eq!(batch[1..], [*answer; 2]);
                assert_eq!(lanes.solve(puzzle), *answer);
                assert!(lanes.solve_all([[0; 81], *puzzle]).next().is_some());
            }
        });
    }
}
