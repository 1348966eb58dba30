//! The automatic choice of how to count, on families of problems: small members that
//! `examples/make_families` makes, with the strategy that is chosen and a bound of the nodes.
//!
//! Nodes do not depend on the computer. A bound is at most 1.3 times the nodes of today's choice.
//! The figures in time are in `docs/measurements.md`.

#[path = "../examples/make_families/boards.rs"]
mod boards;
#[path = "../examples/make_families/designs.rs"]
mod designs;
#[path = "../examples/make_families/family.rs"]
mod family;
#[path = "../examples/make_families/graphs.rs"]
mod graphs;
#[path = "../examples/make_families/holes.rs"]
mod holes;
#[path = "../examples/make_families/lines.rs"]
mod lines;
#[path = "../examples/make_families/members.rs"]
mod members;
#[path = "../examples/make_families/polyomino.rs"]
mod polyomino;
#[path = "../examples/make_families/random.rs"]
mod random;
#[path = "../examples/make_families/sums.rs"]
mod sums;
#[path = "../examples/make_families/timetables.rs"]
mod timetables;

use crate::common::is_thorough;
use quadrille::engine::EngineReason;
use quadrille::{CanonicalMode, Engine, Method, Problem, Solver, StopReason};
use std::ops::ControlFlow;

fn problem(member: &str) -> Problem {
    let words: Vec<_> = member.split(' ').collect();
    members::make(&words).unwrap().to_string().parse().unwrap()
}

/// Counts by the automatic choice. Returns the count, the strategy and the nodes.
fn count(member: &str, canonical: CanonicalMode) -> (String, Method, u64) {
    let problem = problem(member);
    let mut solver = Solver::new(&problem).canonical(canonical);
    let count = solver.big_count().to_string();
    let (strategy, stats) = (solver.strategy().unwrap(), solver.count_stats().unwrap());
    (count, strategy.method, stats.nodes)
}

/// Members, their solutions, the strategy, and the most nodes without labelling, whose trials take
/// most of the nodes of small members.
///
/// Before the choice depended on what the memo saves, matrices `2 7` were enumerated, in 6.2
/// million nodes.
const MEMBERS: [(&str, &str, Method, u64); 19] = [
    ("matrices 2 5", "2040", Method::Plain, 5_000),
    ("matrices 2 7", "3110940", Method::Frontier, 47_000),
    ("matrices 3 6", "297200", Method::Frontier, 40_000),
    ("aztec 6", "2097152", Method::Frontier, 42_000),
    ("aztec 8", "68719476736", Method::Frontier, 306_000),
    ("lozenge 6", "1478619421136", Method::Frontier, 95_000),
    ("polyominoes L4 8 8", "141970", Method::Frontier, 31_000),
    ("polyominoes L4,T4 8 8", "1446660", Method::Frontier, 240_000),
    ("polyominoes I4,L4,O4,S4,T4 6 6", "178939", Method::Frontier, 61_000),
    ("polyominoes P5,L5 6 10", "269566", Method::Plain, 1_600_000),
    ("network 40 3 1", "3803111086", Method::Frontier, 100_000),
    ("sparse 80 3 2", "66508522237026450029123", Method::Frontier, 300_000),
    (
        "geometric 200 4 1",
        "6933728428729612853891062235280867515786037239070720000000",
        Method::Frontier,
        30_000,
    ),
    ("steiner 9", "840", Method::Plain, 10_000),
    ("latin 5", "161280", Method::Plain, 2_200_000),
    ("random 36 3 200 1", "61390", Method::Plain, 1_600_000),
    // Ten kings, ten dominoes, and twelve pieces of a network: one item has all options.
    ("choose 10 1 polyominoes O4 9 9", "314949564", Method::Frontier, 34_000),
    ("choose 10 1 polyominoes I2 6 6", "562203148", Method::Frontier, 34_000),
    ("choose 12 1 sparse 40 2 1", "7673099365008", Method::Frontier, 130_000),
];

#[test]
fn the_choice_takes_few_nodes() {
    for (member, solutions, expected, most) in MEMBERS {
        let (count, method, nodes) = count(member, CanonicalMode::Off);
        assert_eq!(count, solutions, "{member}");
        assert_eq!(method, expected, "{member}");
        assert!(nodes <= most, "{member}: {nodes} nodes by {method}, expected at most {most}");
    }
}

/// The options of an item are equivalent. The first of them takes nearly all of the search: before
/// orbits were looked for ahead of it, the second member took 700000 nodes.
#[test]
fn orbits_show_early_what_they_save() {
    for (member, solutions, most) in
        [("designs 13 4", "1108800", 60_000), ("bounds 2 2 designs 10 4", "231840", 90_000)]
    {
        let (count, method, nodes) = count(member, CanonicalMode::Auto);
        assert_eq!(count, solutions, "{member}");
        assert_ne!(method, Method::Plain, "{member}");
        assert!(nodes <= most, "{member}: {nodes} nodes by {method}");
    }
}

/// A member too small for a portfolio, and all methods, agree with a count of every solution.
#[test]
fn all_methods_count_the_same() {
    for member in [
        "matrices 1 4",
        "matrices 2 4",
        "aztec 3",
        "lozenge 2",
        "polyominoes L3,T4 4 5",
        "network 12 3 1",
        "sparse 12 3 1",
        "geometric 12 3 1",
        "steiner 7",
        "designs 9 3",
        "latin 4",
        "sudoku 2 2",
        "random 12 3 40 1",
        "choose 3 1 sparse 12 3 1",
        "choose 4 1 polyominoes I2 4 4",
    ] {
        let problem = problem(member);
        let visited = Solver::new(&problem).count().solutions.to_string();
        for method in Method::ALL {
            let counted = Solver::new(&problem).method(method).big_count().to_string();
            assert_eq!(counted, visited, "{member} by {method}");
        }
    }
}

/// Members with costs, the least cost, and the most nodes of both engines that search for it.
const COSTS: [(&str, u128, u64); 7] = [
    ("costs 999 1 pieces F5,I5,L5,N5,P5,T5,U5,V5,W5,X5,Y5,Z5 4 15", 3017, 120_000),
    ("costs 99 1 random 45 3 300 1", 227, 25_000),
    ("costs 999 1 geometric 120 3 1", 13123, 220_000),
    ("costs 9 1 lozenge 6", 363, 5_000),
    ("costs 999 2 latin 8", 13554, 45_000),
    // With the bounds of coordinate ascent alone, not done after 6 and 60 million nodes.
    ("costs 999 2 network 100 4 2", 10637, 60_000),
    ("schedule 12 3 14 1", 434, 100_000),
];

#[test]
fn the_cheapest_cover_takes_few_nodes() {
    for (member, cost, most) in COSTS {
        let problem = problem(member);
        let mut solver = Solver::new(&problem);
        let best = solver.best(1);
        assert!(best.is_proved());
        assert_eq!(best.solutions[0].cost, cost, "{member}");
        let nodes = solver.stats().nodes;
        assert!(nodes <= most, "{member}: {nodes} nodes, expected at most {most}");
    }
}

/// Timetables that learning solves soon, and bits not in ten million nodes, with the most nodes.
const TIMETABLES: [(&str, u64); 2] =
    [("timetable 60 12 6 20 3", 100_000), ("timetable 62 13 6 15 10", 2_000_000)];

#[test]
fn timetables_need_a_trial_of_learning() {
    for (member, most) in TIMETABLES {
        let problem = problem(member);
        let mut solver = Solver::new(&problem).limit(2).node_limit(most);
        assert_eq!(solver.count().solutions, 2, "{member}: {} nodes", solver.stats().nodes);
    }
}

/// Squares with holes, with the nodes in which the first solution is found, conflicts among them.
const HOLES: [(&str, u64); 2] =
    [("latin-holes 30 330 4", 400_000), ("sudoku-holes 5 5 350 1", 300_000)];

#[test]
fn first_solutions_in_large_trees_are_found_by_learning() {
    for (member, most) in HOLES {
        let problem = problem(member);
        let mut first = Vec::new();
        for threads in [1, 3] {
            let mut solver = Solver::new(&problem).threads(threads);
            let solution = solver.first().unwrap().unwrap();
            assert!(solution.verify(&problem).is_ok(), "{member}");
            first.push(solution.options().to_vec());
            let chosen = solver.chosen().unwrap();
            assert_eq!((chosen.engine, chosen.why), (Engine::Learning, EngineReason::Rare));
            assert!(solver.stats().nodes <= most, "{member}: {}", solver.stats().nodes);
        }
        let mut stopped = Solver::new(&problem).node_limit(100_000);
        assert_eq!(stopped.count().stop, StopReason::NodeLimit, "{member}");
        let nodes = stopped.stats().nodes;
        assert!((100_000..101_000).contains(&nodes), "{member}: {nodes}");
        let mut resumed = Solver::new(&problem).limit(1);
        resumed.resume(&stopped.checkpoint()).unwrap();
        resumed.visit(|solution| {
            first.push(solution.to_vec());
            ControlFlow::Continue(())
        });
        first.last_mut().unwrap().sort_unstable();
        assert!(first.len() == 3 && first.windows(2).all(|two| two[0] == two[1]), "{member}");
    }
}

/// Sudoku and pictures with sums, and nonograms: the solutions up to two, and the most nodes.
/// Without learning, the first three take 2 to 10 million nodes, and the others more than 7 s.
const SUMS: [(&str, u64, u64); 7] = [
    ("killer 4 6 0 141", 2, 330_000),
    ("little-killer 14 12 14", 1, 120_000),
    ("little-killer 14 12 16", 1, 150_000),
    ("nonogram 15 35 3", 2, 600_000),
    ("tomography 22 40 1", 2, 215_000),
    ("tomography 22 25 3", 2, 106_000),
    ("nonogram 18 45 1", 1, 60_000),
];

#[test]
fn sums_and_nonograms_are_solved_by_learning() {
    for (member, solutions, most) in SUMS.into_iter().step_by(if is_thorough() { 1 } else { 2 }) {
        let problem = problem(member);
        let mut solver = Solver::new(&problem).limit(2);
        assert_eq!(solver.count().solutions, solutions, "{member}");
        let nodes = solver.stats().nodes;
        assert!(nodes <= most, "{member}: {nodes} nodes, expected at most {most}");
        let chosen = solver.chosen().unwrap();
        assert_eq!((chosen.engine, chosen.why), (Engine::Learning, EngineReason::Rare));
    }
}
