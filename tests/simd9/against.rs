//! `BatchSolver` compared with dancing links and the oracle: counts, solutions and clashes.

use super::machines::{RULES, everywhere, limited, shown};
use super::puzzles::{known, named, puzzles};
use super::truth::{Truth, geometry, grid};
use crate::common::is_thorough;
use crate::common::random::config;
use proptest::test_runner::TestRunner;
use quadrille::Engine;
use quadrille::sudoku::simd9::{BatchSolver, Cells, EndReason, Variant};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// As far as this, solutions are listed and compared.
const MANY: u64 = 300;

const LIMITS: [Option<u64>; 5] = [Some(0), Some(1), Some(2), Some(3), Some(10)];

/// The limits, and none if all solutions are known.
fn limits(truth: &Truth) -> Vec<Option<u64>> {
    let none = truth.is_complete().then_some(None);
    LIMITS.into_iter().chain(none).collect()
}

/// Holds lanes to what dancing links say of a puzzle, with every limit. Says what kind of puzzle it
/// is.
fn agree(rules: Variant, puzzle: &Cells) -> &'static str {
    let truth = Truth::of(rules, puzzle, Engine::Links, MANY).expect("links are fast");
    truth.holds(rules, puzzle, &limits(&truth));
    match truth.answer(Some(MANY)) {
        (_, EndReason::Clash) => "clash",
        (0, _) => "none",
        (1, _) => "one",
        (_, EndReason::Exhausted) => "several",
        _ => "many",
    }
}

#[test]
fn the_puzzles_of_this_repository_have_their_counts_and_solutions() {
    for known in known() {
        let ask = |lanes: &mut BatchSolver| {
            (lanes.solve(&known.cells), shown(lanes, &known.cells).0.len())
        };
        let (answer, shown) = everywhere(known.rules, limited(None), ask);
        assert_eq!(answer.solutions, known.count, "{}", known.place);
        assert!(answer.is_complete(), "{}", known.place);
        assert_eq!(u64::try_from(shown).unwrap(), known.count, "{}", known.place);
        if known.count == 1 {
            assert_eq!(answer.first, known.solution, "{}", known.place);
        }
        agree(known.rules, &known.cells);
    }
}

#[test]
fn a_puzzle_with_many_solutions_has_all_of_them() {
    let puzzles = [("diagonal.txt", 0, 2348), ("lab.txt", 1, 17604)];
    for &(file, number, count) in if is_thorough() { &puzzles[..] } else { &puzzles[..1] } {
        let puzzle = named(file, number);
        let truth = Truth::of(Variant::Standard, &puzzle, Engine::Links, u64::MAX).unwrap();
        assert_eq!(truth.count(), count);
        let known = u64::try_from(count).unwrap();
        let around = [None, Some(known - 1), Some(known), Some(known + 1)];
        truth.holds(Variant::Standard, &puzzle, &around);
        assert_eq!(truth.answer(Some(known)), (known, EndReason::Limit));
    }
}

/// Grids that are almost blank: with every limit, there are as many solutions as it says.
#[test]
fn a_grid_that_is_almost_blank_has_as_many_solutions_as_are_asked_for() {
    for rules in RULES {
        for clues in [&[][..], &[(0, 1)], &[(0, 9), (80, 8)], &[(40, 5), (4, 6), (36, 7)]] {
            let mut puzzle = [0; 81];
            for &(cell, digit) in clues {
                puzzle[cell] = digit;
            }
            assert_eq!(agree(rules, &puzzle), "many");
            for limit in [100, 1001] {
                let (shown, answer) =
                    everywhere(rules, limited(Some(limit)), |lanes| shown(lanes, &puzzle));
                assert_eq!((answer.solutions, answer.end), (limit, EndReason::Limit));
                let solutions: Vec<_> = shown.iter().map(grid).collect();
                let is_right = |found: &quadrille::sudoku::Grid| {
                    found.is_solution(geometry(rules)) && found.extends(&grid(&puzzle))
                };
                assert!(solutions.iter().all(is_right));
                let mut distinct = shown;
                distinct.sort_unstable();
                distinct.dedup();
                assert_eq!(u64::try_from(distinct.len()).unwrap(), limit);
            }
        }
    }
}

#[test]
fn every_beginning_of_the_clues_of_a_puzzle_agrees_with_links() {
    let puzzles = [
        (Variant::Standard, named("agent.txt", 1)),
        (Variant::Standard, named("lab.txt", 3)),
        (Variant::Diagonal, named("diagonal.txt", 0)),
    ];
    for (rules, puzzle) in puzzles {
        for end in 0..=81 {
            let mut beginning = [0; 81];
            beginning[..end].copy_from_slice(&puzzle[..end]);
            if end == 0 || beginning[end - 1] != 0 {
                agree(rules, &beginning);
            }
        }
    }
}

#[test]
fn random_puzzles_agree_with_links() {
    for rules in RULES {
        let kinds = RefCell::new(BTreeMap::new());
        let run = |puzzle: Cells| {
            *kinds.borrow_mut().entry(agree(rules, &puzzle)).or_insert(0) += 1;
            Ok(())
        };
        let config = config(250);
        let least = config.cases / 50;
        TestRunner::new(config).run(&puzzles(rules), run).unwrap();
        let kinds = kinds.into_inner();
        assert!(kinds.len() == 5 && kinds.values().all(|&count| count >= least), "{kinds:?}");
    }
}

#[test]
fn random_puzzles_agree_with_the_oracle_where_it_is_fast_enough() {
    for rules in RULES {
        let compared = RefCell::new(0);
        let run = |puzzle: Cells| {
            // The oracle tries any clue at all: near-blank grids and near misses take it for ever.
            if let Some(truth) = Truth::of(rules, &puzzle, Engine::Naive, MANY) {
                *compared.borrow_mut() += 1;
                truth.holds(rules, &puzzle, &limits(&truth));
            }
            Ok(())
        };
        let config = config(40);
        let cases = config.cases;
        TestRunner::new(config).run(&puzzles(rules), run).unwrap();
        assert!(*compared.borrow() >= cases / 2, "only {} were compared", compared.borrow());
    }
}

/// A pair of equal digits in every unit, and in every pair of cells that no unit has: a clash or
/// none, and nothing else.
#[test]
fn clues_clash_exactly_where_the_grid_says_so() {
    for rules in RULES {
        let mut pairs = Vec::new();
        for one in 0..81 {
            for other in 0..one {
                let mut puzzle = [0; 81];
                puzzle[one] = 7;
                puzzle[other] = 7;
                pairs.push(puzzle);
            }
        }
        let ends = everywhere(rules, limited(Some(1)), |lanes| {
            lanes.solve_all(pairs.iter().copied()).map(|answer| answer.end).collect::<Vec<_>>()
        });
        let clashes = |puzzle: &Cells| grid(puzzle).clash(geometry(rules)).is_some();
        for (puzzle, end) in pairs.iter().zip(ends) {
            let expected = if clashes(puzzle) { EndReason::Clash } else { EndReason::Limit };
            assert_eq!(end, expected, "{puzzle:?}");
        }
        let expected = if rules == Variant::Standard { 810 } else { 810 + 2 * 36 - 18 };
        assert_eq!(pairs.iter().filter(|puzzle| clashes(puzzle)).count(), expected);
    }
}
