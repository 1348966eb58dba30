//! One entry point for all documents.

use super::agent::AgentRules;
use super::ending::Ending;
use super::error::CompatError;
use super::norvig16::Reading;
use super::notation::Notation;
use super::trace::{NodeCounter, TraceObserver, TraceStep};
use super::{agent, cells, euler96, lab, lecture, norvig16};
use std::fmt;
use std::time::{Duration, Instant};

/// One of the documents, with its extensions or its reading.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum System {
    /// [`lecture`].
    Lecture,
    /// [`euler96`].
    Euler96,
    /// [`agent`].
    Agent(AgentRules),
    /// [`lab`]: elimination and hidden singles.
    Lab,
    /// [`norvig16`].
    Norvig16(Reading),
}

impl System {
    /// All systems: each document with all its extensions and readings.
    pub const ALL: [Self; 9] = [
        Self::Lecture,
        Self::Euler96,
        Self::Agent(AgentRules { diagonal: false, twins: false }),
        Self::Agent(AgentRules { diagonal: false, twins: true }),
        Self::Agent(AgentRules { diagonal: true, twins: false }),
        Self::Agent(AgentRules { diagonal: true, twins: true }),
        Self::Lab,
        Self::Norvig16(Reading::Printed),
        Self::Norvig16(Reading::Meant),
    ];

    /// Returns the name of the document's module.
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

    /// Returns the document's own puzzles: the name of each, and its signs row by row, `1-9a-g` and
    /// `.` for a blank.
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

    const fn notation(self) -> Notation {
        match self {
            Self::Euler96 => Notation::Tuples,
            Self::Lab => Notation::Indices,
            Self::Lecture | Self::Agent(_) | Self::Norvig16(_) => Notation::Labels,
        }
    }

    /// Returns the document's name for a cell of a grid of a size.
    #[must_use]
    pub fn cell_name(self, cell: usize, size: usize) -> String {
        self.notation().cell(cell, size)
    }

    /// Returns a step on a grid of a size as a sentence, in the document's names.
    #[must_use]
    pub fn describe(self, step: TraceStep, size: usize) -> String {
        self.notation().describe(step, size)
    }

    /// Returns whether the main diagonals are units, too.
    #[must_use]
    pub const fn has_diagonals(self) -> bool {
        matches!(self, Self::Agent(AgentRules { diagonal: true, .. }))
    }

    /// Checks that the document's program takes a puzzle: `size * size` cells row by row, 0 for a
    /// blank.
    ///
    /// # Errors
    /// If the document is for other sizes, or if these are not the cells of such a grid. Clues may
    /// contradict each other: no document looks for that before it runs.
    pub fn check(self, size: usize, cells: &[u8]) -> Result<(), CompatError> {
        match self {
            Self::Euler96 => euler96::check_size(size)?,
            Self::Lecture | Self::Agent(_) | Self::Lab if size == 9 => {}
            Self::Norvig16(_) if size == 16 => {}
            Self::Norvig16(_) => {
                return Err(CompatError::Size { size, expected: "16x16" });
            }
            _ => {
                return Err(CompatError::Size { size, expected: "9x9" });
            }
        }
        cells::check(size, cells)
    }

    /// Runs the document's program on a puzzle.
    ///
    /// # Errors
    /// Those of [`check`](Self::check).
    pub fn run<O: TraceObserver>(
        self,
        size: usize,
        cells: &[u8],
        observer: &mut O,
    ) -> Result<SystemRun, CompatError> {
        self.check(size, cells)?;
        let (mut counter, begin) = (NodeCounter::new(observer), Instant::now());
        let (ending, printed) = match self {
            Self::Lecture => lecture::run(cells, &mut counter),
            Self::Euler96 => euler96::run(size, cells, &mut counter),
            Self::Agent(rules) => agent::run(rules, cells, &mut counter),
            Self::Lab => lab::run(cells, &mut counter),
            Self::Norvig16(reading) => norvig16::run(reading, cells, &mut counter),
        }?;
        let ending = match ending {
            Ending::NoSolution if counter.stopped => Ending::Stopped,
            ending => ending,
        };
        Ok(SystemRun { ending, nodes: counter.nodes, time: begin.elapsed(), printed })
    }
}

/// Writes the name of the document, with its extensions or its reading.
impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Agent(AgentRules { diagonal: false, twins: true }) => "agent with twins",
            Self::Agent(AgentRules { diagonal: true, twins: false }) => "agent with diagonals",
            Self::Agent(AgentRules { diagonal: true, twins: true }) => {
                "agent with diagonals and twins"
            }
            Self::Norvig16(Reading::Printed) => "norvig16 as printed",
            Self::Norvig16(Reading::Meant) => "norvig16 as meant",
            _ => self.name(),
        })
    }
}

/// The result of a run of a document's program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SystemRun {
    /// How it ended.
    pub ending: Ending,
    /// The number of nodes of its search.
    pub nodes: u64,
    /// The duration of the run.
    pub time: Duration,
    /// The lines that the document prints for the puzzle, without times.
    pub printed: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::digits;

    #[test]
    fn each_document_takes_its_sizes() {
        for (size, takers) in [(4, "euler96"), (9, "all but norvig16"), (16, "euler96 norvig16")] {
            for system in System::ALL {
                let is_taken = match takers {
                    "all but norvig16" => system.name() != "norvig16",
                    names => names.contains(system.name()),
                };
                let (cells, message) = (vec![0; size * size], format!("the grid is {size}x{size}"));
                match system.run(size, &cells, &mut ()) {
                    Ok(_) => assert!(is_taken, "{system} {size}"),
                    Err(error) => {
                        assert!(!is_taken && error.to_string().starts_with(&message), "{error}");
                    }
                }
            }
        }
    }

    #[test]
    fn wrong_cells_are_an_error_of_every_document() {
        for system in System::ALL {
            let size = if let System::Norvig16(_) = system { 16 } else { 9 };
            let blank = vec![0; size * size];
            let table = [
                (blank[1..].to_vec(), "expected "),
                ([&[17], &blank[1..]].concat(), "cell 0 has the value 17: expected at most "),
            ];
            for (cells, begin) in table {
                let error = system.run(size, &cells, &mut ()).unwrap_err().to_string();
                assert!(error.starts_with(begin), "{system}: {error}");
            }
        }
        let error = System::Euler96.run(6, &[0; 36], &mut ()).unwrap_err();
        assert!(error.to_string().starts_with("6 is not a square number"), "{error}");
    }

    #[test]
    fn every_document_takes_its_own_puzzles() {
        for system in System::ALL {
            for (name, puzzle) in system.puzzles() {
                let cells = puzzle.chars().map(|sign| digits::value(sign, 16).unwrap_or(0));
                let cells: Vec<_> = cells.collect();
                let run = system.run(cells.len().isqrt(), &cells, &mut ());
                assert!(run.unwrap().ending != Ending::Stopped, "{system}: {name}");
            }
        }
    }

    #[test]
    fn clues_that_clash_are_run_like_any_others() {
        for system in System::ALL {
            let size = if let System::Norvig16(_) = system { 16 } else { 9 };
            let ones = vec![1; size * size];
            let expected = match system {
                System::Lab => Ending::Solved(ones.clone()),
                _ => Ending::NoSolution,
            };
            assert_eq!(system.run(size, &ones, &mut ()).unwrap().ending, expected, "{system}");
        }
    }
}
