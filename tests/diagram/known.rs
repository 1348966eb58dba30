//! Published counts, each computed with every method; and others, on which the methods must agree.

use super::settings::{ORDERS, Setting};
use super::shapes::{fixed_tetrominoes, pieces, tetrominoes};
use crate::common::{families, is_thorough};
use num_bigint::BigUint;
use quadrille::sudoku::{Encoding, Geometry};
use quadrille::{Engine, Method, Problem, Solver, StopReason};

/// The tilings of squares with dominoes by Kasteleyn's formula (1961): A004003.
const DOMINOES: [(usize, &str); 4] = [
    (8, "12988816"),
    (10, "258584046368"),
    (12, "53060477521960000"),
    (16, "2444888770250892795802079170816"),
];

fn holds(setting: Setting, problem: &Problem, count: &str) {
    assert_eq!(setting.count(problem).to_string(), count, "{setting:?}");
}

/// In every way that keeps a memo, and in every memory; `is_short` is what can be visited too.
fn holds_everywhere(name: &str, problem: &Problem, count: &str, is_short: bool) {
    for method in Method::ALL {
        if method != Method::Plain || is_short {
            assert_eq!(Setting::of(method).count(problem).to_string(), count, "{name}: {method}");
        }
    }
    let small = Setting { memory: 64 << 10, threads: 2, ..Setting::of(Method::Frontier) };
    holds(small, problem, count);
}

#[test]
fn dominoes() {
    for (size, count) in DOMINOES {
        let problem = families::dominoes(size, size);
        assert_eq!(tilings(size, size).to_string(), count);
        holds(Setting::of(Method::Auto), &problem, count);
        if size <= 12 {
            holds(Setting { threads: 3, ..Setting::of(Method::Frontier) }, &problem, count);
        }
        for method in ORDERS.into_iter().filter(|_| size <= 10) {
            holds(Setting::of(method), &problem, count);
            holds(Setting { threads: 2, ..Setting::of(method) }, &problem, count);
        }
    }
}

/// Tilings with dominoes, cell by cell: how many ways there are to each set of cells that are
/// covered in advance.
fn tilings(rows: usize, columns: usize) -> BigUint {
    let mut ways = vec![BigUint::ZERO; 1 << columns];
    ways[0] = BigUint::from(1u8);
    for cell in 0..rows * columns {
        let (here, right) = (1 << (cell % columns), 1 << (cell % columns + 1));
        let mut next = vec![BigUint::ZERO; ways.len()];
        for (set, ways) in ways.into_iter().enumerate() {
            if set & here != 0 {
                next[set ^ here] += &ways;
                continue;
            }
            if cell + columns < rows * columns {
                next[set | here] += &ways;
            }
            if cell % columns + 1 < columns && set & right == 0 {
                next[set | right] += &ways;
            }
        }
        ways = next;
    }
    std::mem::take(&mut ways[0])
}

#[test]
fn long_boards_are_counted_by_a_contest_of_orders() {
    for (rows, columns) in [(8, 60), (10, 40), (10, 20)] {
        let (problem, count) = (families::dominoes(rows, columns), tilings(columns, rows));
        for (method, threads) in [(Method::Diagram, 1), (Method::Auto, 1), (Method::Auto, 2)] {
            let setting = Setting { threads, ..Setting::of(method) };
            assert_eq!(setting.count(&problem), count, "{rows} x {columns}: {setting:?}");
        }
    }
}

#[test]
fn small_problems_in_every_way() {
    let table: [(&str, Problem, &str); 9] = [
        ("queens 6", families::queens(6), "4"),
        ("queens 8", families::queens(8), "92"),
        ("Langford 7", families::langford(7), "26"),
        ("Langford 8", families::langford(8), "150"),
        ("Latin squares 4", families::latin_squares(4), "576"),
        ("partitions of 7, Bell", families::partitions(7), "877"),
        ("no three in line 6", families::no_three_in_line(6), "50"),
        ("a ring of 1000", families::ring(1000), "2"),
        ("a tower of 100", families::tower(100), "4"),
    ];
    for (name, problem, count) in &table {
        holds_everywhere(name, problem, count, true);
    }
}

#[test]
fn latin_squares_with_a_memo() {
    // A002860. The search of order 6 is stopped; there, too, the orders lose.
    holds_everywhere("Latin squares 5", &families::latin_squares(5), "161280", false);
    let problem = families::latin_squares(6);
    let count = Setting::of(Method::Diagram).counter(&problem).node_limit(1_000_000).big_count();
    assert!(count.solutions <= BigUint::from(812_851_200u32), "{count}");
}

#[test]
fn tetrominoes_tile_a_square() {
    assert_eq!(fixed_tetrominoes().len(), 19);
    // A230031: 117 tilings of 4 by 4, and 178939 of 6 by 6.
    for (size, count) in [(4, "117"), (6, "178939")] {
        let problem = tetrominoes(size);
        for method in ORDERS.into_iter().chain([Method::Auto, Method::Diagram]) {
            holds(Setting::of(method), &problem, count);
        }
        for threads in [2, 3] {
            holds(
                Setting { threads, memory: 1 << 20, ..Setting::of(Method::Frontier) },
                &problem,
                count,
            );
        }
    }
}

#[test]
fn sudoku() {
    // 288 grids of 4 by 4; 28200960 of 6 by 6 with boxes of 2 by 3 (Pettersen, 2006).
    for (rows, columns, count) in [(2, 2, "288"), (2, 3, "28200960")] {
        let encoding = Encoding::new(Geometry::new(rows, columns).unwrap());
        holds(Setting::of(Method::Diagram), encoding.problem(), count);
    }
}

#[test]
fn pieces_of_a_sparse_graph_are_the_same_in_every_order() {
    // These are unpublished; all orders and the oracle of the engines agree on the first two.
    let known = [(16, "17"), (40, "650"), (80, "449295")];
    for &(vertices, count) in if is_thorough() { &known[..] } else { &known[..2] } {
        let problem = pieces(vertices);
        for method in ORDERS {
            holds(Setting::of(method), &problem, count);
            holds(Setting { threads: 2, ..Setting::of(method) }, &problem, count);
        }
        if vertices < 80 {
            let engine = Solver::new(&problem).count().solutions;
            assert_eq!(engine.to_string(), count);
            let small = Setting { memory: 64 << 10, ..Setting::of(Method::Frontier) };
            holds(small, &problem, count);
        }
    }
}

#[test]
fn several_threads_keep_the_limit_of_nodes_of_the_whole_count() {
    // The search that one thread has begun is handed to both after 32768 nodes.
    let problem = families::dominoes(12, 12);
    for limit in [50_000, 70_000] {
        let mut solver = Solver::new(&problem).threads(2).node_limit(limit);
        assert_eq!(solver.big_count().stop, StopReason::NodeLimit);
        assert!((limit..limit + 4096).contains(&solver.stats().nodes), "{:?}", solver.stats());
    }
}

#[test]
fn the_engine_of_a_plain_count_is_reported() {
    let problem = families::queens(6);
    let solver = Solver::with_engine(&problem, Engine::Links).unwrap();
    let mut solver = solver.method(Method::Plain);
    assert_eq!(solver.big_count().to_string(), "4");
    assert_eq!(solver.strategy().unwrap().engine, Some(Engine::Links));
}
