//! When bits take over, nothing is found twice and nothing is lost.

use super::*;
use crate::engine::tests::{COLORED, oracle, plain, queens, ring, run};
use std::collections::BTreeSet;

/// An engine that begins with weights on any problem, and decides after so many solutions.
fn adaptive(problem: &Problem, many: u64, easy: u64) -> Adaptive {
    let choice = EngineChoice { engine: Engine::CellsWtd, why: EngineReason::Sparse };
    let mut adaptive = Adaptive::new(problem, None);
    adaptive.chosen = choice.engine.start(problem, None);
    (adaptive.choice, adaptive.many, adaptive.easy) = (choice, many, easy);
    adaptive.restart(&Subproblem::default());
    adaptive
}

#[test]
fn every_solution_is_found_once() {
    let colored = COLORED.map(|(text, solutions)| (text.to_owned(), solutions));
    let boards = [(6, 4), (7, 40), (8, 92)].map(|(n, count)| (queens(n), count));
    let mut changes = 0;
    for (text, count) in plain().into_iter().chain(colored).chain(boards) {
        let problem: Problem = text.parse().unwrap();
        for (many, easy) in [(1, u64::MAX), (2, u64::MAX), (30, u64::MAX), (1, 0), (MANY, EASY)] {
            let mut adaptive = adaptive(&problem, many, easy);
            let solutions = run(&mut adaptive, u64::MAX);
            assert_eq!(solutions.len(), count, "{text} {many} {easy}");
            assert_eq!(solutions.iter().collect::<BTreeSet<_>>().len(), count, "{text}");
            changes += usize::from(adaptive.stage == Stage::Bits);
            let (work, chosen) = (adaptive.work(), adaptive.chosen());
            for budget in [1, 7] {
                adaptive.restart(&Subproblem::default());
                assert_eq!(run(&mut adaptive, budget), solutions, "in the same order");
                assert_eq!((adaptive.work(), adaptive.chosen()), (work, chosen));
            }
        }
    }
    assert!(changes > 10, "{changes}");
}

#[test]
fn it_can_be_cut_before_and_after_the_change() {
    let mut after = 0;
    for (size, count) in [(6, 4), (7, 40), (8, 92)] {
        let problem: Problem = queens(size).parse().unwrap();
        for steps in [0, 1, 5, 20, 60, 150] {
            let mut adaptive = adaptive(&problem, 3, u64::MAX);
            let found = (0..steps).filter(|_| adaptive.advance(3) == Outcome::Solution).count();
            after += usize::from(adaptive.stage == Stage::Bits);
            let mut path = Path::default();
            assert!(adaptive.path(&mut path));
            adaptive.keep_below(path.levels());
            let rest = run(&mut adaptive, 5).len();
            let mut in_parts = 0;
            for level in 0..path.levels() {
                for &last in path.untried(level) {
                    let above = path.all_chosen()[..level].iter().chain([&last]);
                    let options: Vec<_> = above.map(|choice| choice.option()).collect();
                    in_parts += usize::try_from(oracle(&problem, &options)).unwrap();
                }
            }
            assert_eq!(found + rest + in_parts, count, "{size} {steps}");
        }
    }
    assert!(after > 3, "{after}");
}

#[test]
fn solutions_that_come_easily_are_left_to_bits() {
    let chosen = |text: &str| {
        let problem: Problem = text.parse().unwrap();
        let mut adaptive = Adaptive::new(&problem, None);
        run(&mut adaptive, u64::MAX);
        let EngineChoice { engine, why } = adaptive.chosen().unwrap();
        (engine, why)
    };
    assert_eq!(chosen(&queens(9)), (Engine::Bits, EngineReason::Dense));
    assert_eq!(chosen(&ring(100)), (Engine::CellsWtd, EngineReason::Sparse));
    // Eight rings of twenty have 256 solutions.
    let items: String = (0..160).map(|item| format!("{item} ")).collect();
    let next = |item: usize| item / 20 * 20 + (item + 1) % 20;
    let pairs: String = (0..160).map(|item| format!("{item} {}\n", next(item))).collect();
    assert_eq!(chosen(&format!("{items}\n{pairs}")), (Engine::Bits, EngineReason::Many));
}

#[test]
fn what_is_given_is_part_of_every_solution() {
    let problem: Problem = queens(8).parse().unwrap();
    let mut adaptive = adaptive(&problem, 2, u64::MAX);
    let all = run(&mut adaptive, u64::MAX);
    for option in problem.options() {
        adaptive.restart(&Subproblem::from(&[option]));
        let with: BTreeSet<_> = all.iter().filter(|found| found.contains(&option)).collect();
        assert!(run(&mut adaptive, 1).iter().collect::<BTreeSet<_>>() == with);
    }
}
