//! Instances out of files: an exact cover in Knuth's format, or Sudoku of 9x9, one a line.

use super::{Instance, Task};
use crate::cover::Cover;
use quadrille::sudoku::text::{self, ReadOptions, Reader, Record};
use quadrille::sudoku::{Encoding, Geometry};
use std::fmt;
use std::fs;
use std::path::Path;

/// So many puzzles of a file at most are also solved as exact covers; the table says so.
const MOST_COVERS: usize = 1000;

/// A file can't be read, or has nothing to solve.
#[derive(Debug)]
pub struct FileError(String);

impl FileError {
    pub(crate) fn new(path: &Path, why: impl fmt::Display) -> Self {
        Self(format!("{}: {why}", path.display()))
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FileError {}

/// The instances of a file: one if its name ends in `.dlx`; otherwise its puzzles as lines, and as
/// exact covers.
///
/// The count of a cover, or of each puzzle, is `known`; otherwise what a comment `| solutions: N`
/// of the cover says, or what follows the puzzle in its line, `puzzle:count`.
///
/// # Errors
/// If the file can't be read, is not in the format, has costs, or has no puzzle of 9x9.
pub fn read(path: &Path, known: Option<u64>) -> Result<Vec<Instance>, FileError> {
    let text = fs::read_to_string(path).map_err(|error| FileError::new(path, error))?;
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into());
    if path.extension().is_some_and(|extension| extension == "dlx") {
        let instance = cover(name, &text, known).map_err(|why| FileError::new(path, why))?;
        return Ok(vec![instance]);
    }
    sudoku(&name, &text, known).map_err(|why| FileError::new(path, why))
}

fn cover(name: String, text: &str, known: Option<u64>) -> Result<Instance, String> {
    let said =
        || text.lines().find_map(|line| line.strip_prefix("| solutions: ")?.trim().parse().ok());
    let parsed = quadrille::dlx::parse(text).map_err(|error| error.to_string())?;
    let covers = vec![Cover::new(parsed.problem)?];
    let known = known.or_else(said).map(|count| vec![count]);
    Ok(Instance { name, known, task: Task::Covers { covers, limit: u64::MAX } })
}

/// A puzzle of 9x9, and how many solutions it has, if that is known.
pub(crate) struct Puzzle {
    record: Record,
    pub(crate) known: Option<u64>,
}

impl Puzzle {
    /// One form for all, 81 signs with `.` for a blank: other forms are not part of the
    /// measurement.
    pub(crate) fn line(&self) -> String {
        text::format_line(&self.record.grid, self.record.alphabet, '.')
    }
}

/// The puzzles of 9x9 in a text. The number of solutions follows it in its line, `puzzle:count`, or
/// is not known.
///
/// # Errors
/// If a puzzle can't be read, or there is none of 9x9.
pub(crate) fn puzzles(text: &str) -> Result<Vec<Puzzle>, String> {
    let lines: Vec<_> = text.lines().collect();
    let mut puzzles = Vec::new();
    for record in Reader::new(text.as_bytes(), ReadOptions::new()) {
        let record = record.map_err(|error| error.to_string())?;
        let line = usize::try_from(record.line).ok().and_then(|line| lines.get(line - 1));
        let known = line.and_then(|line| line.split(':').nth(1)?.parse().ok());
        if record.grid.size() == 9 {
            puzzles.push(Puzzle { record, known });
        }
    }
    if puzzles.is_empty() {
        return Err("it has no puzzle of 9x9".to_owned());
    }
    Ok(puzzles)
}

fn sudoku(name: &str, text: &str, each: Option<u64>) -> Result<Vec<Instance>, String> {
    let mut puzzles = puzzles(text)?;
    for puzzle in &mut puzzles {
        puzzle.known = each.or(puzzle.known).map(|count| count.min(2));
    }
    Ok(vec![as_covers(name, &puzzles), as_lines(name, &puzzles)])
}

fn as_lines(name: &str, puzzles: &[Puzzle]) -> Instance {
    Instance {
        name: format!("{name}-lines"),
        known: puzzles.iter().map(|puzzle| puzzle.known).collect(),
        task: Task::Lines(puzzles.iter().map(|puzzle| puzzle.line() + "\n").collect()),
    }
}

/// The first puzzles, each a problem with all 324 items, in which a cell with a clue has one
/// option. Clues that clash make no problem.
fn as_covers(name: &str, puzzles: &[Puzzle]) -> Instance {
    let encoding = Encoding::new(Geometry::of_size(9).expect("9x9 has boxes"));
    let encoded = puzzles.iter().filter_map(|puzzle| {
        let problem = encoding.whole(&puzzle.record.grid).ok()?.problem;
        Some((Cover::new(problem).expect("Sudoku has no costs"), puzzle.known))
    });
    let (covers, known): (Vec<_>, Vec<_>) = encoded.take(MOST_COVERS).unzip();
    Instance {
        name: format!("{name}-items"),
        known: known.into_iter().collect(),
        task: Task::Covers { covers, limit: 2 },
    }
}
