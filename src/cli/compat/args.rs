//! The arguments of `compat`.

use crate::cli::args::{CommonArgs, ReadingArgs, cover_engine_parser};
use clap::{Args, ValueEnum};
use quadrille::Engine;
use quadrille::compat::{System, agent::Rules, norvig16::Reading};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(in crate::cli) struct CompatArgs {
    /// The document whose program runs
    #[arg(value_name = "SYSTEM")]
    document: Document,
    /// Files of Sudoku puzzles, or `-` for standard input; without any, the document's own puzzles
    #[arg(value_name = "FILES")]
    pub(in crate::cli) files: Vec<PathBuf>,
    /// Print every step of the program: what it eliminates, places, tries and takes back
    #[arg(long)]
    pub(in crate::cli) trace: bool,
    /// Let the agent use naked twins, too
    #[arg(long)]
    twins: bool,
    /// Print a JSON object for each puzzle
    #[arg(long)]
    pub(in crate::cli) json: bool,
    #[command(flatten)]
    pub(in crate::cli) reading: ReadingArgs,
    /// The engine that the document is held against; auto takes the fastest that can
    #[arg(long, value_name = "ENGINE", default_value = "auto", value_parser = cover_engine_parser())]
    pub(in crate::cli) engine: Engine,
    #[command(flatten)]
    pub(in crate::cli) common: CommonArgs,
}

/// A document that the library re-enacts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Document {
    /// "Sudoku Project Lecture Notes": elimination, only choice, depth-first search
    Lecture,
    /// "Problem 96 - Su Doku": a queue of solved cells, then guesses; 4x4, 9x9, 16x16, ...
    Euler96,
    /// "An AI Agent to Solve Any Sudoku Puzzle": as lecture; knows --variant diagonal and --twins
    Agent,
    /// A lab without a title: naked and hidden singles, and no search
    Lab,
    /// "16x16 Sudoku Solver": Norvig's program for 16x16, as it is printed and as it was meant
    Norvig16,
}

impl CompatArgs {
    /// The ways in which the document solves a puzzle, or why the arguments don't fit it.
    pub(in crate::cli) fn systems(&self) -> Result<Vec<System>, String> {
        let (diagonal, twins) = (self.reading.sudoku.is_diagonal(), self.twins);
        let only_agent = |what| Err(format!("{what}: of the five documents only agent does that"));
        match self.document {
            Document::Agent => Ok(vec![System::Agent(Rules { diagonal, twins })]),
            _ if diagonal => only_agent("--variant diagonal"),
            _ if twins => only_agent("--twins"),
            Document::Lecture => Ok(vec![System::Lecture]),
            Document::Euler96 => Ok(vec![System::Euler96]),
            Document::Lab => Ok(vec![System::Lab]),
            Document::Norvig16 => {
                Ok([Reading::Printed, Reading::Meant].map(System::Norvig16).to_vec())
            }
        }
    }
}
