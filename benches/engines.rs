//! The engines side by side on the puzzles that this repository made: counting up to two solutions,
//! and the first solution.
//!
//! ```text
//! cargo bench --bench engines
//! cargo bench --bench engines -- hard        # what has this in its name
//! ```
//!
//! A measurement is one pass over all puzzles of a file by a solver that has been built. `lanes` is
//! the 9x9 solver with SIMD vectors, which takes many puzzles at once; the others take one after
//! another. An engine whose pass takes longer than [`LONGEST`] is left out.

#[path = "../tests/common/files.rs"]
#[allow(dead_code, reason = "it is shared with the tests")]
mod files;

use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput};
use criterion::{criterion_group, criterion_main, measurement::WallTime};
use quadrille::Engine;
use quadrille::sudoku::simd9::{BatchSolver, Cells, Variant};
use quadrille::sudoku::{Encoding, Grid, SudokuSolver};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The files of `puzzles/`.
const FILES: [&str; 4] = ["seventeen.txt", "hard.txt", "sixteen-hard.txt", "diagonal.txt"];

/// The engines besides the lanes.
const ENGINES: [Engine; 4] = [Engine::Links, Engine::CellsWtd, Engine::Bits, Engine::Auto];

/// A pass that takes longer is not repeated: ten of them would take most of the time of all others.
const LONGEST: Duration = Duration::from_secs(1);

/// Measures a pass, which returns the number of solutions of all puzzles.
fn pass(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    expected: u64,
    mut run: impl FnMut() -> u64,
) {
    group.bench_function(name, |b| b.iter(|| assert_eq!(run(), expected, "{name}")));
}

/// How many solutions a solver finds for all puzzles together.
fn counted(solver: &mut SudokuSolver, grids: &[Grid]) -> u64 {
    let count = |grid| solver.load(black_box(grid)).map_or(0, |solver| solver.count().solutions);
    grids.iter().map(count).sum()
}

/// Measures all engines on the puzzles of a file, up to a number of solutions of each.
fn engines(criterion: &mut Criterion, question: &str, limit: u64) {
    for file in FILES {
        let puzzles = files::puzzles(&files::folder().join(file));
        let expected = puzzles.iter().map(|puzzle| puzzle.count.min(limit)).sum();
        let grids: Vec<_> = puzzles.into_iter().map(|puzzle| puzzle.grid).collect();
        let geometry = files::geometry(file, grids[0].size());
        let encoding = Encoding::new(geometry.clone());

        let mut group =
            criterion.benchmark_group(format!("{}-{question}", file.replace(".txt", "")));
        // A pass is a mean over many puzzles already, and most take milliseconds: few samples of
        // equal length are enough, and the whole takes minutes.
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
        group.throughput(Throughput::Elements(u64::try_from(grids.len()).unwrap()));
        for engine in ENGINES {
            let solver = || {
                let solver = SudokuSolver::with_engine(&encoding, engine).unwrap();
                solver.configure(|solver| solver.limit(limit))
            };
            let deadline = Instant::now() + LONGEST;
            let mut first = solver().configure(|solver| solver.deadline(deadline));
            counted(&mut first, &grids);
            if Instant::now() < deadline {
                let mut solver = solver();
                pass(&mut group, engine.name(), expected, || counted(&mut solver, &grids));
            }
        }
        if geometry.size() == 9 {
            let cells = |grid: &Grid| -> Cells { grid.cells().try_into().unwrap() };
            let cells: Vec<_> = grids.iter().map(cells).collect();
            let is_plain = geometry.regions().is_empty();
            let variant = if is_plain { Variant::Standard } else { Variant::Diagonal };
            let mut solver = BatchSolver::new(variant).limit(limit).keep_first(limit == 1);
            pass(&mut group, "lanes", expected, || {
                solver
                    .solve_all(black_box(&cells).iter().copied())
                    .map(|found| found.solutions)
                    .sum()
            });
        }
        group.finish();
    }
}

fn count_to_two(criterion: &mut Criterion) {
    engines(criterion, "count-to-2", 2);
}

fn first_solution(criterion: &mut Criterion) {
    engines(criterion, "first", 1);
}

criterion_group!(benches, count_to_two, first_solution);
criterion_main!(benches);
