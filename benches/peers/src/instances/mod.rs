//! What is solved, with the answers that are known.
//!
//! The families are those of quadrille's tests; what depends on no file of the user is in [`built_in`].

mod files;

#[path = "../../../../tests/common/families.rs"]
#[allow(dead_code, reason = "it is shared with the tests of quadrille")]
mod families;

#[cfg(test)]
mod tests;

use crate::cover::Cover;
use quadrille::Problem;
use std::path::Path;

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
    /// The name by which it is chosen, such as `queens12`.
    pub name: String,
    /// What it is called in the table, such as `12 queens`.
    pub title: String,
    /// The count of each cover, or of each puzzle, as far as it is counted; `None` if it is not known.
    pub known: Option<Vec<u64>>,
    /// What is asked.
    pub task: Task,
}

impl Instance {
    /// All solutions of one problem without costs.
    fn all_of(name: String, title: String, problem: Problem, known: u64) -> Self {
        let cover = Cover::new(problem).expect("no family has costs");
        let task = Task::Covers { covers: vec![cover], limit: u64::MAX };
        Self { name, title, known: Some(vec![known]), task }
    }
}

/// The numbers of solutions: OEIS A000170.
const QUEENS: [(usize, u64); 7] =
    [(8, 92), (9, 352), (10, 724), (11, 2680), (12, 14200), (13, 73712), (14, 365_596)];
/// OEIS A014552.
const LANGFORD: [(usize, u64); 4] = [(7, 26), (8, 150), (11, 17792), (12, 108_144)];

/// The families in code, and the small problems of `puzzles/`.
///
/// # Panics
/// If `puzzles/` is not where it should be: this package is only of use inside quadrille's repository.
#[must_use]
pub fn built_in() -> Vec<Instance> {
    let mut all = Vec::new();
    let mut add = |name: String, title: String, problem, known| {
        all.push(Instance::all_of(name, title, problem, known));
    };
    for (n, known) in QUEENS {
        let problem = families::queens_from_the_middle(n);
        add(format!("queens{n}"), format!("{n} queens"), problem, known);
    }
    for (n, known) in LANGFORD {
        let title = format!("Langford pairs of {n}");
        add(format!("langford{n}"), title, families::langford(n), known);
    }
    // 4 times the 2339 of C. B. and J. Haselgrove (1960), 8 times the 65 of D. S. Scott (1958).
    let title = "pentominoes 6x10".to_owned();
    add("pentominoes6x10".to_owned(), title, families::pentominoes(6, 10, &[]), 9356);
    let hole = [(3, 3), (3, 4), (4, 3), (4, 4)];
    let title = "pentominoes 8x8 with a hole".to_owned();
    add("pentominoes8x8".to_owned(), title, families::pentominoes(8, 8, &hole), 520);
    // P. W. Kasteleyn (1961).
    let title = "domino tilings 8x8".to_owned();
    add("dominoes8x8".to_owned(), title, families::dominoes(8, 8), 12_988_816);
    // OEIS A000755.
    let title = "no three in line 8x8: multiplicities".to_owned();
    add("nothree8".to_owned(), title, families::no_three_in_line(8), 380);
    for file in ["colours.dlx", "multiplicities.dlx", "lab.txt"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles").join(file);
        all.extend(read(&path, None).unwrap_or_else(|error| panic!("{error}")));
    }
    all
}
