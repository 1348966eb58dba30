//! All solutions once, in an order that depends on the problem alone, and clauses that all
//! solutions satisfy.

use super::*;
use crate::engine::tests::{COLORED, Kind, latin, plain, queens, random};
use crate::engine::{Engine, Path};
use crate::tests::Random;

/// Intervals so short that small problems restart, delete clauses and reset phases.
const SHORT: Intervals = Intervals { restarts: 2, deletions: 5, phases: 3 };

fn solution(engine: &Learning) -> Vec<OptionId> {
    let mut options = Vec::new();
    engine.solution(&mut options);
    options
}

/// All solutions in the order of the search, by steps of so many nodes.
fn run(engine: &mut Learning, budget: u64) -> Vec<Vec<OptionId>> {
    let mut solutions = Vec::new();
    loop {
        match engine.advance(budget) {
            Outcome::Solution => solutions.push(solution(engine)),
            Outcome::Exhausted => break,
            Outcome::Paused => {}
        }
    }
    assert_eq!(engine.advance(budget), Outcome::Exhausted, "the end is the end");
    solutions
}

/// Checks that the solutions are distinct and so many, and that the order is always the same.
fn check(problem: &Problem, solutions: usize, intervals: Intervals) {
    let mut engine = Learning::with_intervals(problem, None, &Subproblem::default(), intervals);
    let all = run(&mut engine, 1);
    let work = engine.work();
    let mut sorted = all.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!((all.len(), sorted.len()), (solutions, solutions), "{problem:?}");
    for budget in [1, 7, u64::MAX] {
        engine.restart(&Subproblem::default());
        assert_eq!(run(&mut engine, budget), all, "another run finds the same");
        assert_eq!(engine.work(), work, "and does the same work");
    }
}

#[test]
fn known_counts_are_found() {
    let colored = COLORED.iter().map(|&(text, solutions)| (text.to_owned(), solutions));
    for (text, solutions) in plain().into_iter().chain(colored) {
        let problem = text.parse().unwrap();
        check(&problem, solutions, Intervals::default());
        check(&problem, solutions, SHORT);
    }
}

#[test]
fn bounds_are_kept() {
    let table = [
        ("0|a b\na b\nb\n", 1),
        ("2|a\na\na\na\n", 3),
        ("1:2|a b\na\na\na b\nb\n", 6),
        ("0:3|a b\na\na\nb\n", 4),
        ("2:3|a 1:2|b\na\nb\na b\na\nb\n", 12),
        ("3|a\na\na\n", 0),
        ("2|a | x\na x\na x\na\n", 2),
        ("2:3|a | x\na x:1\na x:1\na x:2\na\n", 5),
    ];
    for (text, solutions) in table {
        check(&text.parse().unwrap(), solutions, SHORT);
    }
}

#[test]
fn random_problems_have_the_solutions_of_the_oracle() {
    for seed in 0..1500 {
        let mut numbers = Random(seed);
        let kind = [Kind::Plain, Kind::Colors, Kind::Multiplicities][numbers.below(3)];
        let problem: Problem = random(kind, &mut numbers).parse().unwrap();
        let mut naive = Engine::Naive.start(&problem, None);
        let outcomes = std::iter::repeat_with(|| naive.advance(u64::MAX));
        let solutions = outcomes.take_while(|&outcome| outcome == Outcome::Solution).take(500);
        let solutions = solutions.count();
        if solutions < 500 {
            check(&problem, solutions, SHORT);
        }
    }
}

#[test]
fn later_solutions_satisfy_what_is_learned() {
    let problem: Problem = queens(9).parse().unwrap();
    let mut engine = Learning::with_intervals(&problem, None, &Subproblem::default(), SHORT);
    let solutions = run(&mut engine, u64::MAX);
    assert_eq!(solutions.len(), 352);
    assert!(engine.conflicts > 100, "{}", engine.conflicts);
    engine.restart(&Subproblem::default());
    let mut learned = 0;
    for found in 0..solutions.len() {
        while engine.advance(1) != Outcome::Solution {}
        let clauses = &engine.propagator.clauses;
        for clause in clauses.learned() {
            learned += 1;
            let is_satisfied = |solution: &Vec<OptionId>| {
                clauses.literals(clause.id).any(|literal| {
                    let option = OptionId::new(as_index(literal.variable()));
                    solution.contains(&option) == literal.is_positive()
                })
            };
            assert!(solutions[found..].iter().all(is_satisfied));
        }
    }
    assert!(learned > 1000, "{learned}");
}

#[test]
fn the_rest_has_the_solutions_that_were_not_found() {
    let problem: Problem = queens(7).parse().unwrap();
    let mut whole = Learning::with_intervals(&problem, None, &Subproblem::default(), SHORT);
    let all = run(&mut whole, u64::MAX);
    assert!(whole.into_rest().is_none());
    for steps in 0..300 {
        let mut engine = Learning::with_intervals(&problem, None, &Subproblem::default(), SHORT);
        let mut found = Vec::new();
        for _ in 0..steps {
            if engine.advance(1) == Outcome::Solution {
                found.push(solution(&engine));
            }
        }
        let mut rest = engine.into_rest();
        while let Some(path) = &mut rest {
            let root = path.all_chosen().iter().copied().collect();
            let mut part = Learning::with_intervals(&problem, None, &root, SHORT);
            found.extend(run(&mut part, u64::MAX));
            if !path.backtrack() {
                break;
            }
        }
        found.sort_unstable();
        let mut expected = all.clone();
        expected.sort_unstable();
        assert_eq!(found, expected, "after {steps} steps");
    }
}

/// The solutions that an engine finds up to a node, and below its last choice there, and those that
/// learning finds in what the path has left.
fn handed_over(problem: &Problem, kind: Engine, steps: usize) -> Option<Vec<Vec<OptionId>>> {
    let mut engine = kind.start(problem, None);
    engine.restart(&Subproblem::default());
    let mut found = Vec::new();
    let take = |engine: &dyn SearchEngine, found: &mut Vec<Vec<OptionId>>| {
        let mut options = Vec::new();
        engine.solution(&mut options);
        options.sort_unstable();
        found.push(options);
    };
    for _ in 0..steps {
        match engine.advance(1) {
            Outcome::Solution => take(engine.as_ref(), &mut found),
            Outcome::Paused => {}
            Outcome::Exhausted => return None,
        }
    }
    let mut path = Path::default();
    if !engine.path(&mut path) || path.all_untried() == 0 {
        return None;
    }
    engine.keep_below(path.levels());
    while let outcome @ (Outcome::Solution | Outcome::Paused) = engine.advance(1) {
        if outcome == Outcome::Solution {
            take(engine.as_ref(), &mut found);
        }
    }
    let root = Subproblem::default();
    let mut rest = Learning::of_rest(problem, None, &root, &path).expect("it can go on there");
    rest.intervals = SHORT;
    found.extend(run(&mut rest, u64::MAX));
    found.sort_unstable();
    Some(found)
}

#[test]
fn it_goes_on_where_another_engine_was() {
    let mut tried = 0;
    for seed in 0..400 {
        let mut numbers = Random(seed);
        let kind = [Kind::Plain, Kind::Colors, Kind::Multiplicities][numbers.below(3)];
        let text = if seed == 0 { queens(6) } else { random(kind, &mut numbers) };
        let problem: Problem = text.parse().unwrap();
        let mut expected =
            run(&mut Learning::new(&problem, None, &Subproblem::default()), u64::MAX);
        expected.sort_unstable();
        for engine in Engine::ALL {
            if engine == Engine::Learning || engine.check(&problem).is_err() {
                continue;
            }
            for steps in [1, 2, 3, 5, 8, 13, 40] {
                let Some(found) = handed_over(&problem, engine, steps) else { break };
                assert_eq!(found, expected, "{engine} after {steps} steps\n{text}");
                tried += 1;
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

#[test]
fn assumptions_are_part_of_every_solution() {
    let problem: Problem = latin(4).parse().unwrap();
    let mut engine = Learning::with_intervals(&problem, None, &Subproblem::default(), SHORT);
    let all = run(&mut engine, u64::MAX);
    let [one, other] = [5, 20].map(OptionId::new);
    let root = Subproblem { include: vec![one], exclude: vec![other] };
    engine.restart(&root);
    let mut found = run(&mut engine, u64::MAX);
    found.sort_unstable();
    let mut expected = all;
    expected.retain(|solution| solution.contains(&one) && !solution.contains(&other));
    expected.sort_unstable();
    assert_eq!(found, expected);
    assert!(!found.is_empty());
    engine.restart(&Subproblem { include: vec![one], exclude: vec![one] });
    assert_eq!(engine.advance(1), Outcome::Exhausted);
}
