//! Puzzles as pencil marks: each cell has its candidates.

use super::machines::{RULES, everywhere, limited, one_by_one, shown, together};
use super::puzzles::{drawn, full, named, puzzles, solvable};
use super::truth::Truth;
use crate::common::is_thorough;
use crate::common::random::config;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use quadrille::sudoku::simd9::{BatchSolver, Candidates, Cells, EndReason, Variant, WithoutValue};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

/// As far as this, solutions are listed and compared.
const MANY: u64 = 300;

/// Holds lanes to what dancing links say. Says what kind of puzzle it is; nothing if links take too
/// long.
fn agree(rules: Variant, candidates: &Candidates) -> Option<&'static str> {
    let truth = Truth::of_candidates(rules, candidates, MANY)?;
    let none = truth.is_complete().then_some(None);
    let limits: Vec<_> = [Some(0), Some(1), Some(2), Some(10)].into_iter().chain(none).collect();
    truth.holds(rules, candidates, &limits);
    Some(match truth.answer(Some(MANY)) {
        (_, EndReason::Clash) => "clash",
        (0, _) => "none",
        (1, _) => "one",
        _ => "several",
    })
}

/// Masks whose bits are there with one chance in a hundred of these.
fn noise(percent: Range<u32>) -> impl Strategy<Value = [u16; 81]> {
    percent.prop_flat_map(|percent| {
        vec(vec(0..100u32, 9), 81).prop_map(move |draws| {
            let mask = |draws: &Vec<u32>| {
                (0..9).filter(|&bit| draws[bit] < percent).fold(0, |mask, bit| mask | 1u16 << bit)
            };
            std::array::from_fn(|cell| mask(&draws[cell]))
        })
    })
}

/// Candidates at random, in most of which a full grid is hidden; or what a pencil has left of a
/// puzzle.
fn candidates(rules: Variant) -> impl Strategy<Value = Candidates> {
    let hidden = (full(rules), noise(5..60)).prop_map(|(full, masks)| {
        let mask = |cell: usize| masks[cell] | 1 << (full[cell] - 1);
        Candidates::from_masks(std::array::from_fn(mask))
    });
    let noise_alone = noise(20..95).prop_map(Candidates::from_masks);
    let marked = (puzzles(rules), noise(80..100)).prop_map(|(puzzle, masks)| {
        let clues = *Candidates::from(&puzzle).masks();
        let mask = |cell: usize| if puzzle[cell] == 0 { masks[cell] } else { clues[cell] };
        Candidates::from_masks(std::array::from_fn(mask))
    });
    prop_oneof![3 => hidden, 1 => noise_alone, 2 => marked]
}

#[test]
fn a_value_that_is_left_out_is_a_candidate_that_is_forbidden() {
    for rules in RULES {
        let puzzles = drawn(rules, 150);
        let left_out = |number: usize| (number * 5 % 82, u8::try_from(number % 11).unwrap());
        let numbered = || puzzles.iter().enumerate();
        let without: Vec<_> = numbered()
            .map(|(number, &cells)| {
                let (cell, value) = left_out(number);
                WithoutValue { cells, cell, value }
            })
            .collect();
        let marked: Vec<_> = numbered()
            .map(|(number, cells)| {
                let (cell, value) = left_out(number);
                let mut candidates = Candidates::from(cells);
                candidates.forbid(cell, value);
                candidates
            })
            .collect();
        let answers = everywhere(rules, limited(Some(10)), |lanes| {
            let all: Vec<_> = lanes.solve_all(without.iter().copied()).collect();
            let alone: Vec<_> = without.iter().map(|puzzle| lanes.solve(puzzle)).collect();
            (all, alone, lanes.stats())
        });
        let expected = everywhere(rules, limited(Some(10)), |lanes| {
            let all: Vec<_> = lanes.solve_all(marked.iter().copied()).collect();
            let alone: Vec<_> = marked.iter().map(|puzzle| lanes.solve(puzzle)).collect();
            (all, alone, lanes.stats())
        });
        assert!(answers == expected);
        let unchanged = everywhere(rules, limited(Some(10)), |lanes| {
            lanes.solve_all(puzzles.iter().copied()).collect::<Vec<_>>()
        });
        assert!(unchanged != answers.0, "some values make a difference");
    }
}

#[test]
fn clues_as_candidates_have_the_same_answers_for_the_same_work() {
    for rules in RULES {
        let puzzles = drawn(rules, 150);
        let marked: Vec<_> = puzzles.iter().map(Candidates::from).collect();
        let by_clues = everywhere(rules, limited(Some(40)), |lanes| {
            let all: Vec<_> = lanes.solve_all(puzzles.iter().copied()).collect();
            let shown: Vec<_> = puzzles.iter().map(|puzzle| shown(lanes, puzzle)).collect();
            (all, shown, lanes.stats())
        });
        let by_marks = everywhere(rules, limited(Some(40)), |lanes| {
            let all: Vec<_> = lanes.solve_all(marked.iter().copied()).collect();
            let shown: Vec<_> = marked.iter().map(|puzzle| shown(lanes, puzzle)).collect();
            (all, shown, lanes.stats())
        });
        assert!(by_clues == by_marks);
    }
}

#[test]
fn random_candidates_agree_with_links() {
    for rules in RULES {
        let kinds = RefCell::new(BTreeMap::new());
        let run = |candidates: Candidates| {
            *kinds.borrow_mut().entry(agree(rules, &candidates)).or_insert(0) += 1;
            Ok(())
        };
        // Clashes are rare.
        let least = if is_thorough() { 5 } else { 0 };
        TestRunner::new(config(250)).run(&candidates(rules), run).unwrap();
        let kinds = kinds.into_inner();
        let kind = |name| kinds.get(&Some(name)).copied().unwrap_or(0);
        assert!(["none", "one", "several"].map(kind).iter().all(|&n| n >= 5), "{kinds:?}");
        assert!(kind("clash") >= least, "{kinds:?}");
        assert!(kinds.get(&None).copied().unwrap_or(0) <= 10, "{kinds:?}");
    }
}

#[test]
fn what_is_forbidden_is_taken_from_the_solutions() {
    for rules in RULES {
        let run = |(puzzle, cell, digit): (Cells, usize, u8)| {
            let mut rest = Candidates::from(&puzzle);
            rest.forbid(cell, digit);
            let mut one = Candidates::from(&puzzle);
            one.fix(cell, digit);
            let solutions = |candidates: &Candidates| {
                let (mut shown, _) =
                    everywhere(rules, limited(None), |lanes| shown(lanes, candidates));
                shown.sort_unstable();
                shown
            };
            let all = solutions(&Candidates::from(&puzzle));
            let (with, without): (Vec<Cells>, Vec<Cells>) =
                all.iter().partition(|found| found[cell] == digit);
            prop_assert_eq!(solutions(&rest), without);
            prop_assert_eq!(solutions(&one), with);
            Ok(())
        };
        let cases = (solvable(rules, 25..=50), 0..81usize, 1..=9u8);
        TestRunner::new(config(80)).run(&cases, run).unwrap();
    }
}

#[test]
fn a_cell_without_a_candidate_leaves_no_solution() {
    for rules in RULES {
        for cell in 0..81 {
            let mut masks = [0x1ff; 81];
            masks[cell] = 0;
            let empty = Candidates::from_masks(masks);
            let answer = everywhere(rules, limited(None), |lanes| lanes.solve(&empty));
            assert_eq!(
                (answer.solutions, answer.first, answer.end),
                (0, None, EndReason::Exhausted)
            );
        }
        let nothing = Candidates::from_masks([0; 81]);
        assert_eq!(agree(rules, &nothing), Some("none"));
    }
}

#[test]
fn a_digit_without_a_cell_leaves_no_solution() {
    for rules in RULES {
        for unit in super::truth::geometry(rules).units() {
            for digit in [1, 5, 9] {
                let mut candidates = Candidates::ALL;
                for &cell in unit.cells() {
                    candidates.forbid(cell, digit);
                }
                assert_eq!(agree(rules, &candidates), Some("none"), "{digit} in {}", unit.name());
            }
        }
    }
}

#[test]
fn a_value_above_nine_is_no_digit() {
    let puzzle = named("agent.txt", 0);
    for value in 10..=u8::MAX {
        for cell in [0, usize::from(value) % 81, 80] {
            let mut wrong = puzzle;
            wrong[cell] = value;
            let [answer, again, right] =
                together(Variant::Standard, None, &[wrong, wrong, puzzle])[..]
            else {
                panic!()
            };
            assert_eq!(
                (answer.solutions, answer.first, answer.end),
                (0, None, EndReason::Exhausted)
            );
            assert_eq!((again, right.solutions), (answer, 1));
        }
    }
    // Two of them do not clash, but other clues still do.
    let mut wrong = [0; 81];
    (wrong[0], wrong[1]) = (10, 10);
    assert_eq!(together(Variant::Standard, None, &[wrong])[0].end, EndReason::Exhausted);
    (wrong[79], wrong[80]) = (3, 3);
    assert_eq!(together(Variant::Standard, None, &[wrong])[0].end, EndReason::Clash);
}

#[test]
fn cells_with_one_candidate_clash_as_clues_do() {
    for rules in RULES {
        let puzzles: Vec<_> = (1..81)
            .flat_map(|one| (0..one).map(move |other| (one, other)))
            .map(|(one, other)| {
                let mut candidates = Candidates::ALL;
                candidates.fix(one, 4);
                candidates.fix(other, 4);
                let mut cells = [0; 81];
                (cells[one], cells[other]) = (4, 4);
                (candidates, cells)
            })
            .collect();
        let (marked, clues): (Vec<_>, Vec<_>) = puzzles.into_iter().unzip();
        assert_eq!(one_by_one(rules, Some(1), &marked), together(rules, Some(1), &clues));
        // Two candidates for two cells do not clash, though both may have the same.
        let mut masks = [0x1ff; 81];
        (masks[0], masks[1]) = (0x3, 0x3);
        assert_eq!(agree(rules, &Candidates::from_masks(masks)), Some("several"));
        masks[2] = 0x3;
        assert_eq!(agree(rules, &Candidates::from_masks(masks)), Some("none"));
    }
}

#[test]
fn candidates_then_clues_then_candidates_do_not_mix() {
    let (puzzle, other) = (named("agent.txt", 0), named("agent.txt", 1));
    let marked = Candidates::from(&other);
    everywhere(Variant::Standard, limited(None), |lanes: &mut BatchSolver| {
        let by_clues = lanes.solve(&other);
        for _ in 0..3 {
            assert_eq!(lanes.solve_all([marked; 5]).collect::<Vec<_>>(), [by_clues; 5]);
            let answers: Vec<_> = lanes.solve_all([puzzle; 20]).collect();
            assert_eq!(answers, [lanes.solve(&puzzle); 20]);
            assert_eq!(lanes.solve(&marked), by_clues);
        }
    });
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn text_and_masks_are_read_as_they_are_written(masks in noise(0..101), sign in "[0.]") {
        let candidates = Candidates::from_masks(masks);
        prop_assert_eq!(candidates.masks(), &masks);
        let text = candidates.to_string().replace('.', &sign);
        prop_assert_eq!(text.parse(), Ok(candidates));
        for (at, mark) in text.bytes().enumerate() {
            let digit = u8::try_from(at % 9 + 1).unwrap();
            prop_assert_eq!(candidates.allows(at / 9, digit), mark == b'0' + digit);
        }
    }
}
