//! The search, in a solver that has been built: all solutions of an exact cover, and up to two
//! solutions of a Sudoku.
//!
//! ```text
//! cargo bench --bench solving
//! QUADRILLE_BENCH=puzzles/pentominoes6x10.dlx cargo bench --bench solving -- yours
//! ```
//!
//! `QUADRILLE_BENCH` names a file of one's own, relative to the package or absolute: Sudoku as
//! lines, or a problem in Knuth's format if its name ends in `.dlx`. It is then measured in place
//! of what is in `puzzles/`. A comment `| solutions: N` of a problem, and the count in a line
//! `puzzle:count`, are held against the answer; without them, all runs must agree with the first.

#[path = "../tests/common/families.rs"]
#[allow(dead_code, reason = "it is shared with the tests")]
mod families;
#[path = "../tests/common/files.rs"]
#[allow(dead_code, reason = "it is shared with the tests")]
mod files;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadrille::sudoku::text::{ReadOptions, Reader};
use quadrille::sudoku::{Encoding, Geometry, Grid, SudokuSolver};
use quadrille::{Engine, Problem, Solver};
use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file that the caller asks for.
fn own_file() -> Option<PathBuf> {
    let name: OsString = env::var_os("QUADRILLE_BENCH")?;
    Some(Path::new(env!("CARGO_MANIFEST_DIR")).join(name))
}

/// Measures a count of all solutions.
fn count(criterion: &mut Criterion, group: &str, name: &str, problem: &Problem, expected: u64) {
    let mut group = criterion.benchmark_group(group);
    group.sample_size(10).warm_up_time(Duration::from_secs(1));
    let mut solver = Solver::with_engine(problem, Engine::Auto).unwrap();
    group.bench_function(name, |b| {
        b.iter(|| {
            let count = black_box(&mut solver).count();
            assert!(count.is_complete() && count.solutions == expected, "{count} of {expected}");
        });
    });
    group.finish();
}

fn covers(criterion: &mut Criterion) {
    if own_file().is_some() {
        return;
    }
    for (n, expected) in [(8, 92), (9, 352), (10, 724)] {
        count(criterion, "cover", &format!("queens{n}"), &families::queens(n), expected);
    }
    count(criterion, "cover", "langford8", &families::langford(8), 150);
    count(criterion, "cover", "dominoes6x6", &families::dominoes(6, 6), 6728);
    count(criterion, "cover", "pentominoes3x20", &families::pentominoes(3, 20, &[]), 8);
    let (colours, expected) = files::cover(&files::folder().join("colours.dlx"));
    count(criterion, "cover", "colours", &colours, expected);
}

/// The puzzles, and then their twins, in which every value is the next one: a solver that is given
/// the same clues again has less to do than for a new puzzle, and a file may have one puzzle only.
fn with_twins(puzzles: Vec<(Grid, u64)>) -> Vec<(Grid, u64)> {
    let twin = |(grid, count): &(Grid, u64)| {
        let size = u8::try_from(grid.size()).unwrap();
        let next: Vec<_> = (2..=size).chain([1]).collect();
        (grid.relabelled(&next).unwrap(), *count)
    };
    let twins: Vec<_> = puzzles.iter().map(twin).collect();
    [puzzles, twins].concat()
}

/// Measures counts to 2, of one puzzle after another.
fn count_to_two(criterion: &mut Criterion, group: &str, name: &str, puzzles: Vec<(Grid, u64)>) {
    let puzzles = with_twins(puzzles);
    let mut encodings = BTreeMap::new();
    for (grid, _) in &puzzles {
        let of_size = || Encoding::new(Geometry::of_size(grid.size()).unwrap());
        encodings.entry(grid.size()).or_insert_with(of_size);
    }
    let solver = |encoding| SudokuSolver::new(encoding).configure(|solver| solver.limit(2));
    let mut solvers: BTreeMap<_, _> =
        encodings.iter().map(|(size, encoding)| (*size, solver(encoding))).collect();
    let mut group = criterion.benchmark_group(group);
    group.sample_size(20).warm_up_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(u64::try_from(puzzles.len()).unwrap()));
    group.bench_function(name, |b| {
        b.iter(|| {
            for (grid, expected) in &puzzles {
                let Some(solver) = solvers.get_mut(&grid.size()) else { continue };
                assert_eq!(counted_to_two(solver, black_box(grid)), *expected);
            }
        });
    });
    group.finish();
}

/// How many solutions a puzzle has, up to two. Clues that clash leave none.
fn counted_to_two(solver: &mut SudokuSolver, grid: &Grid) -> u64 {
    solver.load(grid).map_or(0, |solver| solver.count().solutions)
}

fn sudoku(criterion: &mut Criterion) {
    if own_file().is_some() {
        return;
    }
    // Puzzles with diagonals have another geometry; `engines` measures them and the larger files.
    for path in files::sudoku() {
        let name = files::name(&path);
        if name != "diagonal.txt" {
            let puzzles = files::puzzles(&path).into_iter();
            let puzzles: Vec<_> =
                puzzles.map(|puzzle| (puzzle.grid, puzzle.count.min(2))).collect();
            count_to_two(criterion, "sudoku", name.trim_end_matches(".txt"), puzzles);
        }
    }
}

fn yours(criterion: &mut Criterion) {
    let Some(path) = own_file() else { return };
    let (name, text) = (files::name(&path), files::text(&path));
    if name.ends_with(".dlx") {
        let problem: Problem = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        let said =
            text.lines().find_map(|line| line.strip_prefix("| solutions: ")?.trim().parse().ok());
        let expected = said.unwrap_or_else(|| Solver::new(&problem).count().solutions);
        count(criterion, "yours", &name, &problem, expected);
    } else {
        count_to_two(criterion, "yours", &name, own_puzzles(&text));
    }
}

/// Each puzzle of a text with its number of solutions, up to two.
fn own_puzzles(text: &str) -> Vec<(Grid, u64)> {
    let lines: Vec<_> = text.lines().collect();
    let mut encodings = BTreeMap::new();
    let records = Reader::new(text.as_bytes(), ReadOptions::new()).map(Result::unwrap);
    records
        .map(|record| {
            let line = usize::try_from(record.line).ok().and_then(|line| lines.get(line - 1));
            let said = line.and_then(|line| line.split(':').nth(1)?.parse::<u64>().ok());
            let expected = said.map_or_else(
                || {
                    let size = record.grid.size();
                    let of_size = || Encoding::new(Geometry::of_size(size).unwrap());
                    let encoding = encodings.entry(size).or_insert_with(of_size);
                    let solver = SudokuSolver::new(encoding);
                    counted_to_two(&mut solver.configure(|solver| solver.limit(2)), &record.grid)
                },
                |count| count.min(2),
            );
            (record.grid, expected)
        })
        .collect()
}

criterion_group!(benches, covers, sudoku, yours);
criterion_main!(benches);
