//! The price of the same puzzles by each engine: the table of the README.
//!
//! ```text
//! cargo bench --bench speed
//! cargo bench --bench speed -- 17_clue.txt=Royle     # beside a file of one's own, and its name
//! ```
//!
//! Each puzzle is counted up to two solutions. The time is the CPU time for a puzzle, without
//! reading and with building the solver once for a file. The engines run in turn, five times; the
//! medians count, and all counts are compared. A file of one's own has puzzles without diagonals,
//! one in each line.

#![allow(clippy::print_stdout, reason = "it prints a table")]

#[path = "../tests/common/files.rs"]
#[allow(dead_code, reason = "it is shared with the tests")]
mod files;

use quadrille::sudoku::simd9::{BatchSolver, Cells, Variant};
use quadrille::sudoku::text::{ReadOptions, Reader};
use quadrille::sudoku::{Encoding, Geometry, Grid, SudokuSolver};
use quadrille::{Engine, StopReason};
use quadrille_bench::{Benchmark, Headings, NoAnswer, Plan, Row, Table, measure};
use std::env;
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

/// The files of `puzzles/`.
const FILES: [&str; 4] = ["seventeen.txt", "hard.txt", "sixteen-hard.txt", "diagonal.txt"];

/// The engines besides the lanes.
const ENGINES: [Engine; 4] = [Engine::Links, Engine::CellsWtd, Engine::Bits, Engine::Auto];

const HEADINGS: Headings = Headings {
    name: "puzzles",
    benchmark: ("engine", 9),
    time: "CPU time of each",
    work: "setup and search",
    is_per_problem: true,
    has_ratios: false,
};

/// The puzzles of a file.
struct Set {
    name: String,
    geometry: Geometry,
    grids: Vec<Grid>,
    /// The number of solutions of each, up to two, if it is known.
    counts: Option<Vec<u64>>,
}

impl Set {
    /// A file of `puzzles/`.
    fn shipped(file: &str) -> Self {
        let puzzles = files::puzzles(&files::folder().join(file));
        Self {
            name: file.to_owned(),
            geometry: files::geometry(file, puzzles[0].grid.size()),
            counts: Some(puzzles.iter().map(|puzzle| puzzle.count.min(2)).collect()),
            grids: puzzles.into_iter().map(|puzzle| puzzle.grid).collect(),
        }
    }

    /// A file of one's own, `PATH` or `PATH=NAME`.
    fn own(argument: &str) -> Result<Self, Box<dyn Error>> {
        let (path, name) = argument.split_once('=').unwrap_or((argument, argument));
        let text = std::fs::read(Path::new(path)).map_err(|error| format!("{path}: {error}"))?;
        let records = Reader::new(text.as_slice(), ReadOptions::new().file(path));
        let grids: Vec<_> =
            records.map(|record| Ok(record?.grid)).collect::<Result<_, Box<dyn Error>>>()?;
        let size = grids.first().ok_or_else(|| format!("{path}: expected a puzzle"))?.size();
        if let Some(other) = grids.iter().find(|grid| grid.size() != size) {
            let found = other.size();
            return Err(
                format!("{path}: expected puzzles of size {size} only, found {found}").into()
            );
        }
        Ok(Self { name: name.to_owned(), geometry: Geometry::of_size(size)?, grids, counts: None })
    }

    /// The benchmarks of all engines that take the puzzles.
    fn benchmarks(&self, plan: Plan) -> Vec<Benchmark<'_>> {
        let engines = ENGINES.into_iter().map(|engine| {
            Benchmark::new(engine.name(), move |counts| self.count(engine, plan.cut, counts))
        });
        let takes_lanes = self.geometry.size() == 9;
        let lanes = takes_lanes.then(|| {
            Benchmark::new("lanes", move |counts| {
                self.count_by_lanes(counts);
                Ok(())
            })
        });
        engines.chain(lanes).collect()
    }

    /// Counts by an exact-cover engine, which is stopped if it takes longer than `cut` for all
    /// puzzles.
    fn count(&self, engine: Engine, cut: Duration, counts: &mut Vec<u64>) -> Result<(), NoAnswer> {
        let encoding = Encoding::new(self.geometry.clone());
        let solver =
            SudokuSolver::with_engine(&encoding, engine).map_err(|_| NoAnswer::Unsupported)?;
        let deadline = Instant::now() + cut;
        let mut solver = solver.configure(|solver| solver.limit(2).deadline(deadline));
        for grid in &self.grids {
            // Clues that clash leave no solution.
            let Ok(solver) = solver.load(grid) else {
                counts.push(0);
                continue;
            };
            let count = solver.count();
            if !matches!(count.stop, StopReason::Exhausted | StopReason::SolutionLimit) {
                return Err(NoAnswer::TimedOut);
            }
            counts.push(count.solutions);
        }
        Ok(())
    }

    fn count_by_lanes(&self, counts: &mut Vec<u64>) {
        let is_plain = self.geometry.regions().is_empty();
        let variant = if is_plain { Variant::Standard } else { Variant::Diagonal };
        let cells = self.grids.iter().filter_map(|grid| Cells::try_from(grid.cells()).ok());
        let mut solver = BatchSolver::new(variant).limit(2).keep_first(false);
        counts.extend(solver.solve_all(cells).map(|result| result.solutions));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (flags, paths): (Vec<_>, Vec<_>) =
        env::args().skip(1).partition(|argument| argument.starts_with("--"));
    // Without `--bench` it is a test: each engine runs once, and not for long.
    let plan = match flags.iter().any(|flag| flag == "--bench") {
        true => Plan { runs: 5, cut: Duration::from_secs(30) },
        false => Plan { runs: 1, cut: Duration::from_secs(1) },
    };
    let mut sets: Vec<_> = FILES.into_iter().map(Set::shipped).collect();
    for path in &paths {
        sets.push(Set::own(path)?);
    }
    let longest = sets.iter().map(|set| set.name.chars().count()).max().unwrap_or(0);
    let mut table = Table::new(HEADINGS, longest, plan);
    print!("{}", table.head());
    for set in &sets {
        let measured = measure(set.benchmarks(plan), plan, set.counts.clone(), |_, _, _| {})?;
        let outcomes = &measured.outcomes;
        let counts = measured.counts.unwrap_or_default();
        let row = Row {
            name: &set.name,
            problems: set.grids.len(),
            solutions: Some(counts.iter().map(|&count| u128::from(count)).sum()),
            is_complete: counts.iter().all(|&count| count < 2),
            outcomes: outcomes.iter().map(|(name, outcome)| (name.as_str(), *outcome)).collect(),
        };
        print!("{}", table.row(&row));
    }
    print!("{}", table.notes(&[]));
    Ok(())
}
