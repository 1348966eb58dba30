//! Whoever takes over, nothing is found twice and nothing is lost.

use super::*;
use crate::cover::tests::{COLORED, plain, queens};
use std::collections::BTreeSet;

/// Runs to the end, so many nodes at a time; the solutions in their order, each in ascending order.
fn run(machine: &mut dyn Machine, budget: u64) -> Vec<Vec<OptionId>> {
    let mut solutions = Vec::new();
    loop {
        match machine.advance(budget) {
            Event::Solution => {
                let mut solution = Vec::new();
                machine.solution(&mut solution);
                solution.sort_unstable();
                solutions.push(solution);
            }
            Event::Exhausted => return solutions,
            Event::Paused => {}
        }
    }
}

/// Paces at which small problems see every change of mind.
const PACES: [Pace; 4] = [
    PACE,
    Pace { many: 3, easy: 20, trial: 8, turns: [5, 2] },
    Pace { many: 1000, easy: 0, trial: 1, turns: [1, 1] },
    Pace { many: 50, easy: 1000, trial: 30, turns: [1, 9] },
];

/// All ways in which two machines may begin.
fn starts() -> impl Iterator<Item = (Engine, Start, Pace)> {
    let starts = [
        Start { runner: PLAIN, phase: Phase::Alone, why: Why::Dense },
        Start { runner: PLAIN, phase: Phase::First, why: Why::Dense },
        Start { runner: LEARNING, phase: Phase::First, why: Why::Sparse },
    ];
    let paces = starts.into_iter().flat_map(|start| PACES.map(|pace| (start, pace)));
    paces
        .flat_map(|(start, pace)| [Engine::Bits, Engine::Links].map(|engine| (engine, start, pace)))
}

#[test]
fn every_start_finds_every_solution_once() {
    let colored = COLORED.map(|(text, solutions)| (text.to_owned(), solutions));
    // 4, 40 and 92 solutions: few, and with the last many.
    let boards = [(6, 4), (7, 40), (8, 92), (9, 352)].map(|(n, count)| (queens(n), count));
    for (text, count) in plain().into_iter().chain(colored).chain(boards) {
        let problem: Problem = text.parse().unwrap();
        let mut reasons = Vec::new();
        for (plain, first, pace) in starts() {
            let mut auto = Auto::new(&problem, None);
            auto.runners[PLAIN] = Runner::new(plain);
            (auto.first, auto.pace) = (first, pace);
            auto.restart(&[]);
            let solutions = run(&mut auto, u64::MAX);
            assert_eq!(solutions.len(), count, "{text} {plain} {first:?} {pace:?}");
            assert_eq!(solutions.iter().collect::<BTreeSet<_>>().len(), count, "{text}");
            reasons.push(auto.why);
            let work = auto.work();
            for budget in [1, 7] {
                auto.restart(&[]);
                assert_eq!(run(&mut auto, budget), solutions, "in the same order every time");
                assert_eq!(auto.work(), work, "with the same work");
            }
        }
        if count == 352 {
            let all = [Why::Dense, Why::Sparse, Why::Few, Why::Many, Why::Ahead];
            assert!(all.iter().all(|why| reasons.contains(why)), "{reasons:?}");
        }
    }
}

/// Whenever one machine is to go on alone for good, it tells the rest, and again just what it says that it does.
#[test]
fn who_commits_says_what_is_told_again() {
    let mut again_and_again = 0;
    for (size, count) in [(6, 4), (7, 40), (8, 92)] {
        let problem: Problem = queens(size).parse().unwrap();
        for (plain, first, pace) in starts() {
            let mut auto = Auto::new(&problem, None);
            auto.runners[PLAIN] = Runner::new(plain);
            (auto.first, auto.pace) = (first, pace);
            for steps in [0, 1, 5, 20, 60, 150] {
                auto.restart(&[]);
                let found = (0..steps).filter(|_| auto.advance(3) == Event::Solution).count();
                let again = usize::try_from(auto.commit()).unwrap();
                let is_over = auto.is_over;
                assert!(is_over || auto.path(&mut Path::default()), "and can be cut");
                let rest = run(&mut auto, 5).len();
                let all = if is_over { found } else { found - again + rest };
                assert_eq!(all, count, "{plain} {first:?} {pace:?} {steps}");
                again_and_again += again;
            }
        }
    }
    assert!(again_and_again > 0);
}

/// Items `0..n`, where each option has an item and the next: a ring of pairs, with two solutions if `n` is even.
fn ring(n: usize) -> String {
    let items: String = (0..n).map(|item| format!("{item} ")).collect();
    let pairs: String = (0..n).map(|item| format!("{item} {}\n", (item + 1) % n)).collect();
    format!("{items}\n{pairs}")
}

/// The engine that is at work in the end, and why.
fn chosen(problem: &str) -> (Engine, Why) {
    let problem: Problem = problem.parse().unwrap();
    let mut auto = Auto::new(&problem, None);
    run(&mut auto, u64::MAX);
    let Chosen { engine, why } = auto.chosen().unwrap();
    (engine, why)
}

#[test]
fn the_shape_decides_at_first_and_the_search_afterwards() {
    assert_eq!(chosen(&queens(6)), (Engine::Bits, Why::Dense));
    assert_eq!(chosen(&queens(9)), (Engine::Bits, Why::Many));
    assert_eq!(chosen("2|a\na\na\n"), (Engine::Multiple, Why::Multiplicities));
    assert_eq!(chosen(&ring(100)), (Engine::CellsWtd, Why::Sparse));
    assert_eq!(chosen(&ring(10_001)), (Engine::Links, Why::Wide));
    // Eight rings of twenty have 256 solutions.
    let items: String = (0..160).map(|item| format!("{item} ")).collect();
    let next = |item: usize| item / 20 * 20 + (item + 1) % 20;
    let pairs: String = (0..160).map(|item| format!("{item} {}\n", next(item))).collect();
    assert_eq!(chosen(&format!("{items}\n{pairs}")), (Engine::Bits, Why::Many));
}

#[test]
fn a_long_search_among_few_solutions_is_shared() {
    // Pigeons and holes, with one hole too few: dense, and hopeless for long.
    let (pigeons, holes) = (9, 8);
    let items: String = (0..pigeons).map(|pigeon| format!("p{pigeon} ")).collect();
    let holes = |call: &dyn Fn(usize) -> String| (0..holes).map(call).collect::<String>();
    let options: String =
        (0..pigeons).map(|pigeon| holes(&|hole| format!("p{pigeon} h{hole}\n"))).collect();
    let problem = format!("{items}| {}\n{options}", holes(&|hole| format!("h{hole} ")));
    assert_eq!(chosen(&problem).1, Why::Few);
}

#[test]
fn what_is_given_is_part_of_every_solution() {
    let problem: Problem = queens(8).parse().unwrap();
    let mut auto = Auto::new(&problem, None);
    let all = run(&mut auto, u64::MAX);
    for option in problem.options() {
        auto.restart(&[option]);
        let with: BTreeSet<_> = all.iter().filter(|found| found.contains(&option)).collect();
        assert!(run(&mut auto, 1).iter().collect::<BTreeSet<_>>() == with);
    }
}
