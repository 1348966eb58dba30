//! The files, their lines, and what stands above them.

use super::diagonal::{self, diagonal};
use super::hard::hard;
use super::seventeen::Seventeen;
use super::sixteen::Sixteen;
use quadrille::sudoku::simd9::{BatchSolver, Cells, Variant};
use quadrille::sudoku::{GeometryError, text};
use std::error::Error;

/// A file of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum File {
    Seventeen,
    Hard,
    SixteenHard,
    Diagonal,
}

/// Lines `puzzle:count:solution`, one after another.
type Lines = Box<dyn Iterator<Item = Result<String, Box<dyn Error>>>>;

impl File {
    pub(crate) const ALL: [Self; 4] =
        [Self::Seventeen, Self::Hard, Self::SixteenHard, Self::Diagonal];

    /// The name of the file in `puzzles/`, without its ending.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Seventeen => "seventeen",
            Self::Hard => "hard",
            Self::SixteenHard => "sixteen-hard",
            Self::Diagonal => "diagonal",
        }
    }

    /// The file with this name.
    pub(crate) fn named(name: &str) -> Result<Self, String> {
        let names = Self::ALL.map(Self::name).join(", ");
        let file = Self::ALL.into_iter().find(|file| file.name() == name);
        file.ok_or_else(|| format!("expected one of {names}, found `{name}`"))
    }

    /// The number of puzzles that are made by default.
    pub(crate) fn count(self) -> usize {
        match self {
            Self::Seventeen => 300,
            Self::Hard => 70,
            Self::SixteenHard => 10,
            Self::Diagonal => 50,
        }
    }

    /// The lines above the puzzles.
    pub(crate) fn head(self, seed: u64, count: usize) -> Vec<String> {
        let what = match self {
            Self::Seventeen => {
                "puzzles of 17 clues, no two of them equivalent, each with one solution."
            }
            Self::Hard => "hard puzzles of 9x9: minimal, each with one solution.",
            Self::SixteenHard => "hard puzzles of 16x16 with few clues, each with one solution.",
            Self::Diagonal => {
                "diagonal puzzles with few clues: both long diagonals hold each digit once."
            }
        };
        let name = self.name();
        let mut head = vec![
            format!("# {count} {what}"),
            "# Made by this repository; the same command with the same seed makes the same file:"
                .to_owned(),
            format!("# cargo run --release --example make_puzzles -- {name} --seed {seed}"),
            "# Each line is puzzle:count:solution.".to_owned(),
        ];
        if self == Self::Diagonal {
            head.extend(diagonal::EARLIER.iter().map(|&line| line.to_owned()));
        }
        head
    }

    /// The lines of the puzzles, without an end.
    pub(crate) fn puzzles(self, seed: u64) -> Result<Lines, GeometryError> {
        Ok(match self {
            Self::Seventeen => standard(Seventeen::new(seed)),
            Self::Hard => standard((0..).filter_map(move |number| hard(seed, number))),
            Self::SixteenHard => {
                let mut sixteen = Sixteen::new(seed)?;
                Box::new((0..).map(move |number| sixteen.line(number)))
            }
            Self::Diagonal => {
                let mut solver = BatchSolver::new(Variant::Diagonal);
                let puzzles = (0..).map(move |number| diagonal(seed, number));
                Box::new(puzzles.map(move |puzzle| Ok(line(&puzzle, &mut solver))))
            }
        })
    }

    /// The lines below the puzzles.
    pub(crate) fn others(self, seed: u64) -> Vec<String> {
        if self != Self::Diagonal {
            return Vec::new();
        }
        let mut solver = BatchSolver::new(Variant::Diagonal);
        let mut lines =
            vec!["# Other numbers of solutions: a clue changed, or taken away.".to_owned()];
        for number in 0..3 {
            let puzzle = diagonal(seed, number);
            let others = diagonal::others(&puzzle, &mut solver);
            lines.extend(others.iter().map(|puzzle| line(puzzle, &mut solver)));
        }
        lines
    }
}

/// The lines of 9x9 puzzles without diagonals.
fn standard(puzzles: impl Iterator<Item = Cells> + 'static) -> Lines {
    let mut solver = BatchSolver::new(Variant::Standard);
    Box::new(puzzles.map(move |puzzle| Ok(line(&puzzle, &mut solver))))
}

/// A puzzle with its count, and with its solution if there is one.
fn line(puzzle: &Cells, solver: &mut BatchSolver) -> String {
    let result = solver.solve(puzzle);
    let mut line = String::new();
    text::write_cells(puzzle, &mut line);
    line += &format!(":{}", result.solutions);
    if let Some(solution) = result.first.filter(|_| result.solutions == 1) {
        line.push(':');
        text::write_cells(&solution, &mut line);
    }
    line
}
