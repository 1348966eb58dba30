//! Five documents on solving Sudoku, re-enacted.
//!
//! Each room here does what one document does, in its order, with its names and its quirks, so that who knows the
//! document finds it again. Together they are a road of their own to the answers of the engines: they propagate
//! and guess where those cover and uncover, and they see nothing of the rest of this library.
//!
//! | room | document | what it is |
//! |---|---|---|
//! | [`lecture`] | "Sudoku Project Lecture Notes" | elimination, only choice and depth-first search |
//! | [`euler96`] | "Problem 96 - Su Doku" | a queue of solved cells, and guesses in the first open cell |
//! | [`agent`] | "An AI Agent to Solve Any Sudoku Puzzle" | the same as the first; diagonals and naked twins |
//! | [`lab`] | a lab without a title | strategies without search: naked and hidden singles |
//! | [`norvig16`] | "16x16 Sudoku Solver" | Norvig's program for 16x16, with a slip of its own |
//!
//! [`System::run`] runs any of them on any puzzle that it takes. A [`Watch`] sees every step.
//!
//! ```
//! use quadrille::compat::watch::{Naming, Recorder};
//! use quadrille::compat::{Ending, System};
//!
//! let cells: Vec<u8> = "1....2..3......4".bytes().map(|sign| if sign == b'.' { 0 } else { sign - b'0' }).collect();
//! let mut recorder = Recorder::default();
//! let answer = System::Euler96.run(4, &cells, &mut recorder)?;
//! assert!(matches!(answer.ending, Ending::Solved(_)));
//! assert_eq!(
//!     recorder.steps[0].tell(Naming::Tuples, 4).to_string(),
//!     "(0, 1) is not 1: (0, 0) has it"
//! );
//! # Ok::<(), quadrille::compat::CompatError>(())
//! ```

pub mod agent;
pub mod dictionary;
pub mod digits;
mod error;
pub mod euler96;
mod given;
pub mod lab;
pub mod layout;
pub mod lecture;
pub mod norvig16;
mod propagation;
pub mod watch;

pub use error::CompatError;

use std::fmt;
use std::time::{Duration, Instant};
use watch::{Meter, Naming, Watch};

/// One of the documents, and which of its ways to solve a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum System {
    /// [`lecture`].
    Lecture,
    /// [`euler96`].
    Euler96,
    /// [`agent`].
    Agent(agent::Rules),
    /// [`lab`]: elimination and hidden singles.
    Lab,
    /// [`norvig16`].
    Norvig16(norvig16::Reading),
}

impl System {
    /// All of them, each document with all its ways.
    pub const ALL: [Self; 9] = [
        Self::Lecture,
        Self::Euler96,
        Self::Agent(agent::Rules { diagonal: false, twins: false }),
        Self::Agent(agent::Rules { diagonal: false, twins: true }),
        Self::Agent(agent::Rules { diagonal: true, twins: false }),
        Self::Agent(agent::Rules { diagonal: true, twins: true }),
        Self::Lab,
        Self::Norvig16(norvig16::Reading::Printed),
        Self::Norvig16(norvig16::Reading::Meant),
    ];

    /// The name of the document's room.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lecture => "lecture",
            Self::Euler96 => "euler96",
            Self::Agent(_) => "agent",
            Self::Lab => "lab",
            Self::Norvig16(_) => "norvig16",
        }
    }

    /// The document's own puzzles: what it calls them, and their signs row by row, `1-9a-g` and `.` for a blank.
    #[must_use]
    pub const fn puzzles(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Lecture => &lecture::PUZZLES,
            Self::Euler96 => &euler96::PUZZLES,
            Self::Agent(_) => &agent::PUZZLES,
            Self::Lab => &lab::PUZZLES,
            Self::Norvig16(_) => &norvig16::PUZZLES,
        }
    }

    /// How the document names cells.
    #[must_use]
    pub const fn naming(self) -> Naming {
        match self {
            Self::Euler96 => Naming::Tuples,
            Self::Lab => Naming::Indices,
            Self::Lecture | Self::Agent(_) | Self::Norvig16(_) => Naming::Labels,
        }
    }

    /// Whether both long diagonals are units, too.
    #[must_use]
    pub const fn has_diagonals(self) -> bool {
        matches!(self, Self::Agent(agent::Rules { diagonal: true, .. }))
    }

    /// Whether the document's program takes a puzzle: `size * size` cells row by row, 0 for a blank.
    ///
    /// # Errors
    /// If it is for other sizes, if these are no cells of such a grid, or if two clues clash. What the documents
    /// do then differs; some go on.
    pub fn check(self, size: usize, cells: &[u8]) -> Result<(), CompatError> {
        let expected = match self {
            Self::Euler96 => None,
            Self::Lecture | Self::Agent(_) | Self::Lab => Some((9, "9x9")),
            Self::Norvig16(_) => Some((16, "16x16")),
        };
        if let Some((_, expected)) = expected.filter(|&(right, _)| right != size) {
            return Err(CompatError::Size { size, expected });
        }
        let words = (self == Self::Lab).then_some(lab::INVALID);
        given::check(size, cells, self.has_diagonals(), self.naming(), words)
    }

    /// Runs the document's program on a puzzle that it [takes](Self::check).
    ///
    /// # Errors
    /// If it does not take it.
    pub fn run<W: Watch>(
        self,
        size: usize,
        cells: &[u8],
        watch: &mut W,
    ) -> Result<Answer, CompatError> {
        self.check(size, cells)?;
        let (mut watch, begin) = (Meter::new(watch), Instant::now());
        let (ending, printed) = match self {
            Self::Lecture => lecture::run(cells, &mut watch),
            Self::Euler96 => euler96::run(size, cells, &mut watch),
            Self::Agent(rules) => agent::run(rules, cells, &mut watch),
            Self::Lab => lab::run(cells, &mut watch),
            Self::Norvig16(reading) => norvig16::run(reading, cells, &mut watch),
        }?;
        let ending = match ending {
            Ending::NoSolution if watch.stopped => Ending::Stopped,
            ending => ending,
        };
        let (time, mut printed) = (begin.elapsed(), printed);
        if let Self::Norvig16(_) = self {
            printed += &norvig16::seconds(time);
        }
        Ok(Answer { ending, nodes: watch.nodes, time, printed })
    }
}

/// The name of the room, and which of its ways.
impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Agent(agent::Rules { diagonal: false, twins: true }) => "agent with twins",
            Self::Agent(agent::Rules { diagonal: true, twins: false }) => "agent with diagonals",
            Self::Agent(agent::Rules { diagonal: true, twins: true }) => {
                "agent with diagonals and twins"
            }
            Self::Norvig16(norvig16::Reading::Printed) => "norvig16 as printed",
            Self::Norvig16(norvig16::Reading::Meant) => "norvig16 as meant",
            _ => self.name(),
        })
    }
}

/// What a document's program makes of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// How it ended.
    pub ending: Ending,
    /// Nodes of the search.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// What the document prints of it: lines, or nothing.
    pub printed: String,
}

/// How a document's program ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// With a solution: values row by row.
    Solved(Vec<u8>),
    /// There is no solution, or none that the watcher accepted.
    NoSolution,
    /// It could go no further, and does not say that there is no solution: values row by row, 0 for what is open.
    Stuck(Vec<u8>),
    /// The watcher ended it.
    Stopped,
}

impl Ending {
    fn of(solution: Option<Vec<u8>>) -> Self {
        solution.map_or(Self::NoSolution, Self::Solved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use watch::Silent;

    #[test]
    fn each_takes_the_sizes_of_its_document() {
        for (size, taken_by) in [(4, "euler96"), (9, "all but norvig16"), (16, "euler96 norvig16")]
        {
            for system in System::ALL {
                let is_taken = match taken_by {
                    "all but norvig16" => system.name() != "norvig16",
                    names => names.contains(system.name()),
                };
                let (cells, said) = (vec![0; size * size], format!("a grid of {size}x{size}: "));
                match system.run(size, &cells, &mut Silent) {
                    Ok(_) => assert!(is_taken, "{system} {size}"),
                    Err(error) => {
                        assert!(!is_taken && error.to_string().starts_with(&said), "{error}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_no_puzzle_is_an_error_of_every_document() {
        for system in System::ALL {
            let size = if let System::Norvig16(_) = system { 16 } else { 9 };
            let blank = vec![0; size * size];
            let with = |clues: [u8; 2]| [&clues[..], &blank[2..]].concat();
            let table = [
                (blank[1..].to_vec(), "expected "),
                (with([17, 0]), "cell 0 has the value 17: expected at most "),
                (with([3, 3]), "row "),
            ];
            for (cells, begin) in table {
                let error = system.run(size, &cells, &mut Silent).unwrap_err().to_string();
                let error = error.strip_prefix("Sudoku Invalid: ").unwrap_or(&error);
                assert!(error.starts_with(begin), "{system}: {error}");
            }
        }
        let error = System::Euler96.run(6, &[0; 36], &mut Silent).unwrap_err();
        assert!(error.to_string().starts_with("6 is no square number"), "{error}");
    }

    #[test]
    fn its_own_puzzles_fit_each_document() {
        for system in System::ALL {
            for (name, puzzle) in system.puzzles() {
                let cells = puzzle.chars().map(|sign| digits::value(sign, 16).unwrap_or(0));
                let cells: Vec<_> = cells.collect();
                match system.run(cells.len().isqrt(), &cells, &mut Silent) {
                    Ok(answer) => assert!(answer.ending != Ending::Stopped, "{system}: {name}"),
                    Err(CompatError::Clash { .. }) => {
                        let is_broken = (system.name(), *name) == ("lab", "s4");
                        assert!(is_broken || system.has_diagonals(), "{system}: {name}");
                    }
                    Err(error) => panic!("{system}: {name}: {error}"),
                }
            }
        }
    }
}
