//! The setup of a search.
//!
//! `building` reduces a problem and builds the data structure of an engine; `loading` loads the
//! clues of one puzzle after another into a structure, once without and once with the search. If
//! both take the same time, a better search would not help.
//!
//! ```text
//! cargo bench --bench building
//! ```

#[path = "../tests/common/files.rs"]
#[allow(dead_code, reason = "it is shared with the tests")]
mod files;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadrille::sudoku::{Encoding, Geometry, Grid, SudokuSolver};
use quadrille::{Problem, Solver, StopReason, Uniqueness};
use std::hint::black_box;
use std::time::Duration;

/// A problem and its numbers of options and of items.
fn problems() -> [(&'static str, Problem, usize, usize); 3] {
    let sudoku = |size| Encoding::new(Geometry::of_size(size).unwrap()).problem().clone();
    let (pentominoes, _) = files::cover(&files::folder().join("pentominoes6x10.dlx"));
    [
        ("pentominoes6x10", pentominoes, 2056, 72),
        ("sudoku-9x9", sudoku(9), 729, 324),
        ("sudoku-16x16", sudoku(16), 4096, 1024),
    ]
}

fn building(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("building");
    group.warm_up_time(Duration::from_secs(1));
    for (name, problem, options, items) in &problems() {
        assert_eq!((problem.options().len(), problem.items().len()), (*options, *items));
        // No node may be searched: a run builds, and ends.
        group.bench_function(*name, |b| {
            b.iter(|| Solver::new(black_box(problem)).node_limit(0).count());
        });
    }
    // What is forced from the beginning is settled when the structure is built: there is no search
    // in this one.
    let (toy, expected) = files::cover(&files::folder().join("toy.dlx"));
    group.bench_function("toy-and-its-solution", |b| {
        b.iter(|| {
            let count = Solver::new(black_box(&toy)).count();
            assert!(count.is_complete() && count.solutions == expected);
        });
    });
    group.bench_function("encoding-9x9", |b| {
        b.iter(|| Encoding::new(black_box(Geometry::of_size(9).unwrap())));
    });
    group.finish();
}

/// The puzzles of the documents that have one solution.
fn puzzles() -> Vec<Grid> {
    let nine = |puzzle: &files::Puzzle| puzzle.count == 1 && puzzle.grid.size() == 9;
    let paths = ["lab.txt", "lecture.txt"].map(|name| files::folder().join(name));
    let puzzles = paths.iter().flat_map(|path| files::puzzles(path)).filter(nine);
    puzzles.map(|puzzle| puzzle.grid).collect()
}

fn loading(criterion: &mut Criterion) {
    let (encoding, puzzles) = (Encoding::new(Geometry::of_size(9).unwrap()), puzzles());
    let mut group = criterion.benchmark_group("loading");
    group.warm_up_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(u64::try_from(puzzles.len()).unwrap()));

    // No node may be searched: a run gives the clues to the engine, and ends.
    let solver = SudokuSolver::new(&encoding);
    let mut solver = solver.configure(|solver| solver.node_limit(0));
    group.bench_function("without-search", |b| {
        b.iter(|| {
            for puzzle in &puzzles {
                let count = solver.load(black_box(puzzle)).unwrap().count();
                assert_eq!((count.solutions, count.stop), (0, StopReason::NodeLimit));
            }
        });
    });
    let mut solver = SudokuSolver::new(&encoding);
    group.bench_function("with-search", |b| {
        b.iter(|| {
            for puzzle in &puzzles {
                let unique = solver.load(black_box(puzzle)).unwrap().is_unique();
                assert_eq!(unique, Ok(Uniqueness::Unique));
            }
        });
    });
    group.finish();
}

criterion_group!(benches, building, loading);
criterion_main!(benches);
