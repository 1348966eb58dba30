//! The puzzles of this repository, with their answers.

use quadrille::Problem;
use quadrille::sudoku::text::{ReadOptions, Reader};
use quadrille::sudoku::{Geometry, Grid};
use std::fs;
use std::path::{Path, PathBuf};

/// A line `puzzle:count:solution` of a file; there is a solution only if the count is 1.
#[derive(Clone, Debug)]
pub(crate) struct Puzzle {
    /// The file and the line, for messages.
    pub(crate) place: String,
    pub(crate) grid: Grid,
    pub(crate) count: u64,
    pub(crate) solution: Option<Grid>,
}

/// The folder of the puzzles.
pub(crate) fn folder() -> PathBuf {
    // The benchmarks are of the package at the root, the tests of the one below it.
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let folder = packages.map(|package| package.join("puzzles")).find(|folder| folder.is_dir());
    folder.expect("the puzzles are at the root")
}

/// The files in a folder with this ending, in ascending order.
pub(crate) fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut paths: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file() && path.to_string_lossy().ends_with(ending))
        .collect();
    paths.sort_unstable();
    paths
}

/// The geometry of a file: `diagonal.txt` is the only one whose text does not say it.
pub(crate) fn geometry(file: &str, size: usize) -> Geometry {
    let plain = Geometry::of_size(size).unwrap();
    if file == "diagonal.txt" { plain.diagonal() } else { plain }
}

/// The files of many puzzles that `examples/make_puzzles` makes. `tests/made_puzzles.rs` has their
/// tests: other tests would take minutes over them.
pub(crate) const MADE: [&str; 3] = ["seventeen.txt", "hard.txt", "sixteen-hard.txt"];

/// The files of Sudoku puzzles, a line each, without those of many puzzles.
pub(crate) fn sudoku() -> Vec<PathBuf> {
    let mut paths = files(&folder(), ".txt");
    paths.retain(|path| !MADE.contains(&name(path).as_str()));
    paths
}

/// The name of a file, without its folder.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// The whole of a file.
pub(crate) fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

/// The puzzles of a file of lines `puzzle:count:solution`.
pub(crate) fn puzzles(path: &Path) -> Vec<Puzzle> {
    let text = text(path);
    let lines: Vec<_> = text.lines().collect();
    let records = Reader::new(text.as_bytes(), ReadOptions::new());
    let puzzle = |record: Result<quadrille::sudoku::text::Record, _>| {
        let record = record.unwrap_or_else(|error| panic!("{}: {error}", name(path)));
        let line = lines[usize::try_from(record.line).unwrap() - 1];
        let mut fields = line.split(':').skip(1);
        let count = fields.next().expect("a count").parse().expect("a number");
        let solution = fields.next().map(|solution| {
            let options = ReadOptions::new().alphabet(record.alphabet);
            Reader::new(solution.as_bytes(), options).next().expect("a grid").unwrap().grid
        });
        Puzzle {
            place: format!("{}:{}", name(path), record.line),
            grid: record.grid,
            count,
            solution,
        }
    };
    records.map(puzzle).collect()
}

/// The problem of a file in Knuth's format, and the count of its comment `| solutions: N`.
pub(crate) fn cover(path: &Path) -> (Problem, u64) {
    let text = text(path);
    let count = text.lines().find_map(|line| line.strip_prefix("| solutions: "));
    let count = count.unwrap_or_else(|| panic!("{} says no count", name(path)));
    let problem = text.parse().unwrap_or_else(|error| panic!("{}: {error}", name(path)));
    (problem, count.trim().parse().expect("a number"))
}
