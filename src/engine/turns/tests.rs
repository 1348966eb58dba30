//! Each solution comes once, whichever engine finds it first.

use super::pace::Rate;
use super::*;
use crate::engine::select::LearningShare;
use crate::engine::tests::{COLORED, Kind, oracle, plain, queens, random, ring, run};
use crate::tests::Random;

/// A pace whose turns have so many nodes, and with learning for so many nodes in all.
fn half(turn: u64, most: u64) -> Pace {
    let (first_turn, long_turn, trial) = (turn, 2 * turn, most);
    Pace { first_turn, long_turn, trial, most, large: most, ..Pace::of(LearningShare::Half) }
}

/// A pace by which learning costs no more than half of the chosen engine.
fn small(turn: u64, most: u64) -> Pace {
    let rate = Rate { node: 1, update: 1 };
    Pace { chosen: rate, learning: rate, entry: 1, ratio: 2, ..half(turn, most) }
}

/// An engine of this pace.
fn turns(problem: &Problem, pace: Pace) -> Turns {
    let mut turns = Turns::new(problem, None, Adaptive::new(problem, None));
    turns.pace = pace;
    turns.restart(&Subproblem::default());
    turns
}

/// Checks that the solutions are distinct and so many, in an order that does not depend on the
/// budget. Returns how many were found by learning.
fn check(problem: &Problem, count: usize, pace: Pace) -> u64 {
    let mut engine = turns(problem, pace);
    let solutions = run(&mut engine, u64::MAX);
    assert_eq!(solutions.len(), count, "{pace:?} {problem:?}");
    assert_eq!(solutions.iter().collect::<BTreeSet<_>>().len(), count);
    let (work, chosen) = (engine.work(), engine.chosen());
    for budget in [1, 5] {
        engine.restart(&Subproblem::default());
        assert_eq!(run(&mut engine, budget), solutions, "in the same order");
        assert_eq!((engine.work(), engine.chosen()), (work, chosen));
    }
    engine.restart_part(&Subproblem::default());
    let alone: BTreeSet<_> = run(&mut engine, u64::MAX).into_iter().collect();
    assert!(solutions.iter().all(|solution| alone.contains(solution)) && alone.len() == count);
    let in_turns = work.nodes;
    in_turns.abs_diff(engine.work().nodes)
}

#[test]
fn every_solution_is_found_once() {
    let colored = COLORED.map(|(text, solutions)| (text.to_owned(), solutions));
    let boards = [(6, 4), (7, 40), (8, 92)].map(|(n, count)| (queens(n), count));
    let rings = [(100, 2), (101, 0)].map(|(n, count)| (ring(n), count));
    let mut changes = 0;
    for (text, count) in plain().into_iter().chain(colored).chain(boards).chain(rings) {
        let problem: Problem = text.parse().unwrap();
        for (turn, most) in [(1, u64::MAX), (2, 400), (20, 2000), (100, u64::MAX), (300, 0)] {
            for pace in [half(turn, most), small(turn, most)] {
                changes += u64::from(check(&problem, count, pace) > 0);
            }
        }
    }
    assert!(changes > 60, "{changes}");
}

#[test]
fn random_problems_have_the_solutions_of_the_oracle() {
    for seed in 5000..5900 {
        let mut numbers = Random(seed);
        let kind = [Kind::Plain, Kind::Colors, Kind::Multiplicities][numbers.below(3)];
        let problem: Problem = random(kind, &mut numbers).parse().unwrap();
        let count = usize::try_from(oracle(&problem, &[])).unwrap();
        let (turn, most) = ([1, 3, 10][numbers.below(3)], [100, u64::MAX][numbers.below(2)]);
        check(&problem, count, [half, small][numbers.below(2)](turn, most));
    }
}

#[test]
fn what_is_given_is_part_of_every_solution() {
    let problem: Problem = queens(8).parse().unwrap();
    let mut engine = turns(&problem, half(10, u64::MAX));
    let all = run(&mut engine, u64::MAX);
    for option in problem.options() {
        engine.restart(&Subproblem::from(&[option]));
        let with: BTreeSet<_> = all.iter().filter(|found| found.contains(&option)).collect();
        assert!(run(&mut engine, 1).iter().collect::<BTreeSet<_>>() == with);
    }
}

#[test]
fn it_can_be_split_when_the_chosen_engine_is_alone() {
    let problem: Problem = queens(8).parse().unwrap();
    let mut engine = turns(&problem, half(20, 2000));
    let (mut path, mut found) = (Path::default(), 0);
    while !engine.can_split() {
        found += usize::from(engine.advance(1) == Outcome::Solution);
    }
    assert!(found > 0 && engine.done.nodes > 0, "learning has searched");
    assert!(engine.path(&mut path));
    engine.keep_below(path.levels());
    let rest = run(&mut engine, 5).len();
    let mut parts = 0;
    for level in 0..path.levels() {
        for &last in path.untried(level) {
            let above = path.all_chosen()[..level].iter().chain([&last]);
            engine.restart_part(&above.copied().collect());
            parts += run(&mut engine, u64::MAX).len();
        }
    }
    assert!(parts > 0);
    assert_eq!(found + rest + parts, 92);
}

#[test]
fn after_a_trial_small_trees_are_left_to_the_chosen_engine() {
    let problem: Problem = queens(7).parse().unwrap();
    let learned = [1 << 20, 300].map(|most| {
        let mut engine = turns(&problem, half(20, most));
        engine.pace.trial = 100;
        assert_eq!(run(&mut engine, u64::MAX).len(), 40);
        assert_eq!(engine.stage, Stage::Alone);
        engine.done.nodes * WEIGHT
    });
    assert!((100..200).contains(&learned[0]) && learned[1] >= 300, "{learned:?}");
}

#[test]
fn learning_costs_no_more_than_its_share() {
    let problem: Problem = queens(9).parse().unwrap();
    let (mut engine, mut turns_of_learning) = (turns(&problem, small(4, u64::MAX)), 0);
    let mut stage = engine.stage;
    while engine.advance(1) != Outcome::Exhausted {
        if engine.stage == Stage::Learning && stage != Stage::Learning {
            turns_of_learning += 1;
            let cost = engine.learning_cost();
            assert!(2 * cost <= engine.chosen_cost(), "{cost}");
        }
        stage = engine.stage;
        assert!(engine.found < MANY || stage == Stage::Alone);
    }
    assert!(turns_of_learning > 5, "{turns_of_learning}");
}
