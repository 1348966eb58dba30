//! What is solved, with the answers that are known.
//!
//! The families are those of quadrille's tests; what depends on no file of the user is in
//! [`built_in`].

mod files;

#[path = "../../../../tests/common/families.rs"]
#[allow(dead_code, reason = "it is shared with the tests of quadrille")]
mod families;

#[cfg(test)]
pub(crate) mod tests;

use crate::cover::Cover;
use crate::report::Subject;
use quadrille::Problem;
use std::path::{Path, PathBuf};

pub(crate) use files::puzzles;
pub use files::{FileError, read};

/// What is asked of a solver.
#[derive(Clone, Debug)]
pub enum Task {
    /// To count the solutions of covers, one after another.
    Covers {
        /// The covers.
        covers: Vec<Cover>,
        /// Each is counted up to so many.
        limit: u64,
    },
    /// To read Sudoku of 9x9, each a line of 81 signs, and to count the solutions of each up to 2.
    Lines(String),
}

/// A task with a name.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The name by which it is chosen, and which it has in the table, such as `queens12`.
    pub name: String,
    /// The count of each cover, or of each puzzle, as far as it is counted; `None` if it is not
    /// known.
    pub known: Option<Vec<u64>>,
    /// What is asked.
    pub task: Task,
}

impl Instance {
    /// All solutions of one problem without costs.
    fn all_of(name: String, problem: Problem, known: u64) -> Self {
        let cover = Cover::new(problem).expect("no family has costs");
        let task = Task::Covers { covers: vec![cover], limit: u64::MAX };
        Self { name, known: Some(vec![known]), task }
    }

    /// The same without the problems, for the table.
    #[must_use]
    pub fn subject(&self) -> Subject<'_> {
        let (problems, limit) = match &self.task {
            Task::Covers { covers, limit } => (covers.len(), *limit),
            Task::Lines(lines) => (lines.lines().count(), 2),
        };
        Subject { name: &self.name, problems, limit, known: self.known.clone() }
    }
}

/// The numbers of solutions: OEIS A000170.
const QUEENS: [(usize, u64); 7] =
    [(8, 92), (9, 352), (10, 724), (11, 2680), (12, 14200), (13, 73712), (14, 365_596)];
/// OEIS A014552.
const LANGFORD: [(usize, u64); 4] = [(7, 26), (8, 150), (11, 17792), (12, 108_144)];

/// The path of a file of quadrille's `puzzles/`.
pub(crate) fn puzzle_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles").join(name)
}

/// The families in code, and the small problems of `puzzles/`.
///
/// # Panics
/// If `puzzles/` is not where it should be: this package is only of use inside quadrille's
/// repository.
#[must_use]
pub fn built_in() -> Vec<Instance> {
    let mut all = Vec::new();
    let mut add = |name: String, problem, known| all.push(Instance::all_of(name, problem, known));
    for (n, known) in QUEENS {
        add(format!("queens{n}"), families::queens_from_the_middle(n), known);
    }
    for (n, known) in LANGFORD {
        add(format!("langford{n}"), families::langford(n), known);
    }
    // 4 times the 2339 of C. B. and J. Haselgrove (1960), 8 times the 65 of D. S. Scott (1958).
    add("pentominoes6x10".to_owned(), families::pentominoes(6, 10, &[]), 9356);
    let hole = [(3, 3), (3, 4), (4, 3), (4, 4)];
    add("pentominoes8x8".to_owned(), families::pentominoes(8, 8, &hole), 520);
    // P. W. Kasteleyn (1961).
    add("dominoes8x8".to_owned(), families::dominoes(8, 8), 12_988_816);
    // OEIS A000755.
    add("nothree8".to_owned(), families::no_three_in_line(8), 380);
    for file in ["colours.dlx", "multiplicities.dlx", "lab.txt"] {
        all.extend(read(&puzzle_file(file), None).unwrap_or_else(|error| panic!("{error}")));
    }
    all
}
