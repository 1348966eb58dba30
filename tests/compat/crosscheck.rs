//! The documents against the oracle and dancing links: the same solvability, the same uniqueness,
//! the same solutions.
//!
//! A document's search stops at its first solution. To compare all of them, an observer rejects
//! each, so that the search continues. The lab does not search: the values that it fills in must be
//! in every solution.

use super::observers::Collector;
use crate::common::random::{config, spoilt, sudoku};
use crate::common::{files, is_thorough};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError, TestRunner};
use quadrille::Engine;
use quadrille::compat::{Ending, System};
use quadrille::sudoku::{Encoding, Geometry, Grid, PuzzleError, SolveError, SudokuSolver};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};

/// The nodes that a document's search may enter. Some need millions where others need ten.
fn most_nodes() -> usize {
    if is_thorough() { 20_000 } else { 1500 }
}

/// Returns up to `limit` solutions of an engine, ascending, and whether these are all. If clues
/// clash, there are none.
fn solutions(
    encoding: &Encoding,
    engine: Engine,
    puzzle: &Grid,
    limit: usize,
) -> (Vec<Vec<u8>>, bool) {
    let solver = SudokuSolver::with_engine(encoding, engine).unwrap();
    let mut solver = solver.configure(|solver| solver.limit(limit.try_into().unwrap()));
    let mut grids = Vec::new();
    let count = solver.visit(puzzle, |grid| {
        grids.push(grid.cells().to_vec());
        ControlFlow::Continue(())
    });
    grids.sort_unstable();
    match count {
        Ok(count) => (grids, count.is_complete()),
        Err(SolveError::Puzzle(PuzzleError::Clash(_))) => (grids, true),
        Err(error) => panic!("{error}"),
    }
}

/// The number of comparisons by their result.
type Kinds = BTreeMap<&'static str, usize>;

/// Compares one system with all solutions of a puzzle, or the first `limit` of them.
fn compare_one(
    system: System,
    encoding: &Encoding,
    puzzle: &Grid,
    (expected, is_complete): (&[Vec<u8>], bool),
    limit: usize,
) -> Result<&'static str, TestCaseError> {
    let (size, cells) = (puzzle.size(), puzzle.cells());
    let mut first = Collector { limit: 1, max_nodes: most_nodes(), ..Collector::all() };
    let answer = system.run(size, cells, &mut first);
    let ending = answer.map_err(|error| TestCaseError::fail(format!("{system}: {error}")))?.ending;
    if puzzle.clash(encoding.geometry()).is_some() {
        // The lab does not look at the clues, and may fill up the rest of such a grid.
        let is_wrong = matches!(ending, Ending::Solved(_)) && system != System::Lab;
        prop_assert!(!is_wrong && expected.is_empty(), "{} does not see the clash", system);
        return Ok("clash");
    }
    match &ending {
        Ending::Stopped => return Ok("stopped"),
        Ending::Stuck(filled) => {
            for solution in expected {
                let agrees =
                    filled.iter().zip(solution).all(|(own, value)| [0, *value].contains(own));
                prop_assert!(agrees, "{}: {:?} and {:?}", system, filled, solution);
            }
            return Ok("stuck");
        }
        Ending::NoSolution => prop_assert!(expected.is_empty(), "{} finds no solution", system),
        Ending::Solved(cells) => {
            let grid = Grid::from_cells(size, cells.clone()).unwrap();
            prop_assert!(
                grid.is_solution(encoding.geometry()) && grid.extends(puzzle),
                "{}",
                system
            );
            // One of the engine's: what it finds when all of it is given.
            let found = solutions(encoding, Engine::Links, &grid, 2);
            prop_assert_eq!(found, (vec![cells.clone()], true));
        }
    }
    if system == System::Lab {
        return Ok(if expected.is_empty() { "none" } else { "one" });
    }
    let mut all = Collector { limit, max_nodes: most_nodes(), ..Collector::all() };
    let answer = system.run(size, cells, &mut all).unwrap();
    if answer.ending == Ending::Stopped {
        return Ok("stopped");
    }
    let mut found = all.found;
    found.sort_unstable();
    prop_assert!(found.windows(2).all(|two| two[0] != two[1]), "{} finds one twice", system);
    if is_complete {
        prop_assert_eq!(&found, expected, "{}", system);
    } else {
        prop_assert_eq!(found.len(), limit, "{}", system);
    }
    Ok(match expected.len() {
        0 => "none",
        1 => "one",
        _ => "several",
    })
}

/// Compares all systems that take a puzzle with the engines, and the engines with each other.
fn compare(
    systems: &[System],
    encoding: &Encoding,
    puzzle: &Grid,
    limit: usize,
    kinds: &RefCell<Kinds>,
) -> Result<(), TestCaseError> {
    let (expected, is_complete) = solutions(encoding, Engine::Links, puzzle, limit);
    if puzzle.size() <= 9 {
        let (oracle, is_all) = solutions(encoding, Engine::Naive, puzzle, limit);
        prop_assert_eq!((oracle.len(), is_all), (expected.len(), is_complete));
        prop_assert!(!is_all || oracle == expected, "the engines differ");
    }
    for &system in systems {
        let kind = compare_one(system, encoding, puzzle, (&expected, is_complete), limit)?;
        *kinds.borrow_mut().entry(kind).or_default() += 1;
    }
    Ok(())
}

/// Returns all systems for grids of a size.
fn systems(size: usize, has_diagonals: bool) -> Vec<System> {
    let takes = |system: &System| {
        system.has_diagonals() == has_diagonals && system.check(size, &vec![0; size * size]).is_ok()
    };
    System::ALL.into_iter().filter(takes).collect()
}

/// Compares random puzzles, each unchanged, spoilt, and with clues that clash.
fn random(
    geometry: Geometry,
    puzzles: impl Strategy<Value = (Grid, Grid)>,
    config: ProptestConfig,
    limit: usize,
) -> Kinds {
    let systems = systems(geometry.size(), !geometry.regions().is_empty());
    assert!(!systems.is_empty());
    let (encoding, kinds) = (Encoding::new(geometry), RefCell::default());
    let strategy = (puzzles, 0..encoding.geometry().cells());
    let run = |((full, puzzle), cell): ((Grid, Grid), usize)| {
        prop_assert!(full.extends(&puzzle) && full.is_solution(encoding.geometry()));
        compare(&systems, &encoding, &puzzle, limit, &kinds)?;
        if let Some(spoilt) = spoilt(&puzzle, encoding.geometry(), cell) {
            compare(&systems, &encoding, &spoilt, limit, &kinds)?;
        }
        if cell % 8 == 0 {
            let (mut clashing, next) = (puzzle, (cell + 1) % full.cells().len());
            clashing.set(cell, full.cells()[next]).unwrap();
            clashing.set(next, full.cells()[next]).unwrap();
            compare(&systems, &encoding, &clashing, limit, &kinds)?;
        }
        Ok(())
    };
    TestRunner::new(config).run(&strategy, run).unwrap();
    kinds.into_inner()
}

/// Asserts that each of these results occurred, and that at most a twentieth was stopped.
fn covers(kinds: &Kinds, wanted: &[&str]) {
    for kind in wanted {
        assert!(kinds.contains_key(kind), "no {kind}: {kinds:?}");
    }
    let (all, stopped) = (kinds.values().sum::<usize>(), kinds.get("stopped").copied());
    assert!(stopped.unwrap_or(0) * 20 <= all, "{kinds:?}");
}

/// Returns puzzles of a geometry without diagonals, with a number of clues in this range.
fn plain(
    size: usize,
    clues: RangeInclusive<usize>,
) -> (Geometry, impl Strategy<Value = (Grid, Grid)>) {
    let geometry = Geometry::of_size(size).unwrap();
    let puzzles = sudoku(&geometry, clues);
    (geometry, puzzles)
}

/// Returns puzzles with diagonals: clues of the first solution with a random row in a random place.
fn diagonal(clues: RangeInclusive<usize>) -> (Geometry, impl Strategy<Value = (Grid, Grid)>) {
    let geometry = Geometry::of_size(9).unwrap().diagonal();
    let encoding = Encoding::new(geometry.clone());
    let values = Just((1..=9).collect::<Vec<u8>>()).prop_shuffle();
    let full = (values, 0..9_usize, any::<bool>()).prop_map(move |(values, row, is_turned)| {
        let mut grid = Grid::blank(9);
        for (column, value) in values.into_iter().enumerate() {
            grid.set(9 * row + column, value).unwrap();
        }
        let mut solver = SudokuSolver::new(&encoding);
        let full = solver.solve(&grid).unwrap().into_first().expect("any row can be completed");
        if is_turned { full.transposed() } else { full }
    });
    let cells = Just((0..81).collect::<Vec<usize>>()).prop_shuffle();
    let puzzles = (full, cells, clues).prop_map(|(full, cells, clues)| {
        let mut puzzle = full.clone();
        for &cell in cells.iter().skip(clues) {
            puzzle.set(cell, 0).unwrap();
        }
        (full, puzzle)
    });
    (geometry, puzzles)
}

#[test]
fn puzzles_of_this_repository() {
    let (kinds, mut compared) = (RefCell::default(), 0);
    for path in files::sudoku() {
        let name = files::name(&path);
        for puzzle in files::puzzles(&path) {
            let size = puzzle.grid.size();
            if size > 9 && !is_thorough() {
                continue;
            }
            let geometry = files::geometry(&name, size);
            let systems = systems(size, !geometry.regions().is_empty());
            let encoding = Encoding::new(geometry);
            compare(&systems, &encoding, &puzzle.grid, 40, &kinds)
                .unwrap_or_else(|error| panic!("{}: {error}", puzzle.place));
            compared += usize::from(!systems.is_empty());
        }
    }
    covers(&kinds.into_inner(), &["one", "several", "stuck", "clash"]);
    assert!(compared >= 15, "{compared}");
}

#[test]
fn random_puzzles_of_4x4() {
    let (geometry, puzzles) = plain(4, 0..=12);
    covers(&random(geometry, puzzles, config(1500), 300), &["none", "one", "several", "clash"]);
}

#[test]
fn random_puzzles_of_9x9() {
    let (geometry, puzzles) = plain(9, 27..=50);
    let wanted = ["none", "one", "several", "stuck", "clash"];
    covers(&random(geometry, puzzles, config(200), 20), &wanted);
}

#[test]
fn random_puzzles_with_diagonals() {
    let (geometry, puzzles) = diagonal(15..=45);
    covers(&random(geometry, puzzles, config(150), 20), &["none", "one", "several", "clash"]);
}

#[test]
fn random_puzzles_of_16x16() {
    let (geometry, puzzles) = plain(16, 130..=200);
    covers(&random(geometry, puzzles, config(60), 5), &["none", "one", "several", "clash"]);
}

/// The same on many more puzzles, with fewer clues, and with others in every run:
/// `cargo test --test integration compat:: -- --ignored`.
#[test]
#[ignore = "takes a minute"]
fn many_more_random_puzzles() {
    let config = |cases| ProptestConfig { rng_seed: RngSeed::Random, ..config(cases) };
    let (geometry, puzzles) = plain(4, 0..=12);
    random(geometry, puzzles, config(8000), 300);
    let (geometry, puzzles) = plain(9, 22..=60);
    random(geometry, puzzles, config(200), 20);
    let (geometry, puzzles) = diagonal(10..=60);
    random(geometry, puzzles, config(200), 20);
    let (geometry, puzzles) = plain(16, 110..=220);
    random(geometry, puzzles, config(160), 5);
}
