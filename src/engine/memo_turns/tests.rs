//! Each solution comes once, whether the engine or the memo finds it first.

use super::*;
use crate::engine::select::select;
use crate::engine::start::start_automatic;
use crate::engine::tests::{COLORED, Kind, mutilated, oracle, plain, queens, random, ring, run};
use crate::engine::{Choice, Engine, bitset};
use crate::tests::Random;

/// Turns with `bits` or, if there are multiplicities, the chosen engine, of which the first ends
/// at a cost. Costs are compared after each node.
fn turns(problem: &Problem, first_turn: u64) -> MemoTurns {
    let selection = select(problem);
    let engine = match selection.choice.engine {
        Engine::Multiple => selection.choice.engine.start(problem, None),
        _ => bitset::start(problem, None),
    };
    let mut turns = MemoTurns::new(problem, None, engine, selection);
    (turns.first_turn, turns.interval) = (first_turn, 1);
    turns.restart(&Subproblem::default());
    turns
}

/// Bits with a memo that begins at once. They can be split at any time without it.
#[cfg(feature = "diagram")]
pub(crate) fn bits_and_memo(problem: &Problem) -> Box<dyn SearchEngine> {
    Box::new(turns(problem, 0))
}

/// The engine of [`Engine::Auto`], but the memo begins at once.
pub(crate) fn early_memo(problem: &Problem, known: Option<&Reduction>) -> Box<dyn SearchEngine> {
    let mut turns = start_automatic(problem, known);
    (turns.first_turn, turns.interval, turns.listing) = (0, 1, 1);
    turns.restart(&Subproblem::default());
    Box::new(turns)
}

/// Checks that the solutions are distinct and so many, in an order that does not depend on the
/// budget. Returns whether the memo has found a solution or that there is none.
fn check(problem: &Problem, count: usize, first_turn: u64) -> bool {
    let mut engine = turns(problem, first_turn);
    let solutions = run(&mut engine, u64::MAX);
    assert_eq!(solutions.len(), count, "{first_turn} {problem:?}");
    let sorted = |solutions: &[Vec<OptionId>]| -> BTreeSet<Vec<OptionId>> {
        let mut solutions = solutions.to_vec();
        solutions.iter_mut().for_each(|solution| solution.sort_unstable());
        solutions.into_iter().collect()
    };
    let all = sorted(&solutions);
    assert_eq!(all.len(), count);
    let (work, chosen, is_memo) = (engine.work(), engine.chosen(), engine.counted > 0);
    for budget in [1, 5] {
        engine.restart(&Subproblem::default());
        assert_eq!(run(&mut engine, budget), solutions, "in the same order");
        assert_eq!((engine.work(), engine.chosen()), (work, chosen));
    }
    engine.restart_part(&Subproblem::default());
    assert_eq!(sorted(&run(&mut engine, u64::MAX)), all);
    let reduction = Reduction::new(problem, &[], u64::MAX);
    let mut automatic = early_memo(problem, Some(&reduction));
    let solutions = run(&mut *automatic, u64::MAX);
    assert_eq!(sorted(&solutions), all);
    automatic.restart(&Subproblem::default());
    assert_eq!(run(&mut *automatic, 3), solutions, "in the same order");
    is_memo || chosen.is_some_and(|chosen| chosen.why == EngineReason::Repeats)
}

#[test]
fn every_solution_is_found_once() {
    let colored = COLORED.map(|(text, solutions)| (text.to_owned(), solutions));
    let boards = [(6, 4), (7, 40), (8, 92), (9, 352)].map(|(n, count)| (queens(n), count));
    let rings = [(100, 2), (101, 0)].map(|(n, count)| (ring(n), count));
    let mut by_memo = 0;
    for (text, count) in plain().into_iter().chain(colored).chain(boards).chain(rings) {
        let problem: Problem = text.parse().unwrap();
        for first_turn in [0, 50, 1000, 20_000, u64::MAX] {
            by_memo += u64::from(check(&problem, count, first_turn));
        }
    }
    assert!(by_memo > 10, "{by_memo}");
}

#[test]
fn random_problems_have_the_solutions_of_the_oracle() {
    let mut by_memo = 0;
    for seed in 7000..7900 {
        let mut numbers = Random(seed);
        let kind = [Kind::Plain, Kind::Colors, Kind::Multiplicities][numbers.below(3)];
        let problem: Problem = random(kind, &mut numbers).parse().unwrap();
        let count = usize::try_from(oracle(&problem, &[])).unwrap();
        by_memo += u64::from(check(&problem, count, [0, 60, 150][numbers.below(3)]));
    }
    assert!(by_memo > 100, "{by_memo}");
}

#[test]
fn what_is_given_is_part_of_every_solution() {
    let problem: Problem = queens(8).parse().unwrap();
    let mut engine = turns(&problem, 0);
    let all = run(&mut engine, u64::MAX);
    let mut by_memo = 0;
    for option in problem.options() {
        for is_given in [true, false] {
            let choice = if is_given { Choice::Include(option) } else { Choice::Exclude(option) };
            engine.restart(&[choice].into_iter().collect());
            let found = run(&mut engine, 1);
            let is_right = |found: &&Vec<OptionId>| found.contains(&option) == is_given;
            assert_eq!(found.len(), all.iter().filter(is_right).count());
            assert!(found.iter().filter(is_right).count() == found.len());
            by_memo += u64::from(engine.counted > 0);
        }
    }
    assert!(by_memo > 30, "{by_memo}");
}

#[test]
fn boards_that_can_not_be_tiled_are_refuted() {
    let problem: Problem = mutilated(12, "").parse().unwrap();
    let mut engine = Engine::Auto.start(&problem, None);
    assert_eq!(run(&mut *engine, u64::MAX), Vec::<Vec<OptionId>>::new());
    assert_eq!(engine.chosen().map(|chosen| chosen.why), Some(EngineReason::Repeats));
    // Bits alone take 40 million.
    let nodes = engine.work().nodes;
    assert!(nodes < 4_000_000, "{nodes}");
}

#[test]
fn many_solutions_that_the_memo_has_found_come_first() {
    let problem: Problem = mutilated(8, "0,1 1,0").parse().unwrap();
    let solutions = |budget| {
        let mut engine = turns(&problem, 0);
        let mut solutions = Vec::new();
        while solutions.len() < 70 {
            if engine.advance(budget) == Outcome::Solution {
                let mut solution = Vec::new();
                engine.solution(&mut solution);
                solution.sort_unstable();
                solutions.push(solution);
                assert_eq!(engine.stage == Stage::Listing, solutions.len() <= 64);
                assert!(!engine.can_split(), "some are to be passed over");
            }
        }
        solutions
    };
    let first = solutions(u64::MAX);
    assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), 70);
    assert_eq!(solutions(3), first);
}

#[test]
fn a_memo_that_saves_nothing_is_dropped() {
    // Langford pairs: a number n is in two of the places, with n others between.
    let mut text: String = (1..=13).map(|n| format!("n{n} ")).collect();
    text.extend((1..=26).map(|place| format!("p{place} ")));
    for n in 1..=13 {
        for place in 1..=25 - n {
            text += &format!("\nn{n} p{place} p{}", place + n + 1);
        }
    }
    let problem: Problem = text.parse().unwrap();
    let mut engine = turns(&problem, 1000);
    let mut stages = Vec::new();
    while stages.last() != Some(&Stage::Alone) {
        assert_eq!(engine.advance(100), Outcome::Paused);
        assert_eq!(engine.can_split(), engine.stage == Stage::Alone);
        stages.push(engine.stage);
    }
    assert!(stages.contains(&Stage::Memo));
    assert!(engine.done.nodes > 1000, "{:?}", engine.done);
}

#[test]
fn turns_are_as_long_as_the_memo_saves() {
    let problem: Problem = mutilated(12, "").parse().unwrap();
    let mut engine = turns(&problem, 1 << 16);
    let mut shares = Vec::new();
    while engine.advance(u64::MAX) != Outcome::Exhausted {
        if let (Stage::Engine, Some(memo)) = (engine.stage, &engine.memo) {
            let (cost, engine_cost) = (memo.cost(), engine.engine_cost());
            assert!(cost <= 2 * engine_cost, "{cost} {engine_cost}");
            shares.push(crate::ids::to_f64(cost) / crate::ids::to_f64(engine_cost));
        }
    }
    assert!(shares.iter().any(|&share| share > 0.5) && shares.len() > 5, "{shares:?}");
}

#[test]
fn large_problems_have_no_memo() {
    for (items, is_small) in [(MOST_ITEMS, true), (MOST_ITEMS + 1, false)] {
        let problem: Problem = ring(items).parse().unwrap();
        let mut engine = turns(&problem, 0);
        assert_eq!(engine.can_split(), !is_small);
        assert_eq!(engine.advance(1), Outcome::Paused);
        assert_eq!(engine.memo.is_some(), is_small);
    }
}

#[test]
fn a_search_can_be_without_a_memo() {
    let problem: Problem = queens(7).parse().unwrap();
    let mut engine = turns(&problem, 0);
    engine.use_memo(false);
    engine.restart(&Subproblem::default());
    assert!(engine.can_split());
    assert_eq!(run(&mut engine, 1).len(), 40);
    assert_eq!((engine.counted, engine.done.nodes), (0, 0));
    engine.use_memo(true);
    engine.restart(&Subproblem::default());
    assert_eq!(run(&mut engine, 1).len(), 40);
    assert_eq!(engine.counted, 40);
}
