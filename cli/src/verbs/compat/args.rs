//! The arguments of `compat`.

use crate::args::{CommonArgs, ReadingArgs, cover_engine_parser};
use clap::{Args, ValueEnum};
use quadrille::Engine;
use quadrille::compat::System;
use quadrille::compat::agent::AgentRules;
use quadrille::compat::norvig16::Reading;
use quadrille::sudoku::ExtraRule;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct CompatArgs {
    /// The document whose program runs
    #[arg(value_name = "SYSTEM")]
    document: Document,
    /// Files of Sudoku puzzles, or `-` for standard input; without any input, the document's own
    /// puzzles
    #[arg(value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,
    /// Print the puzzle, every step of the program, grouped by rounds and rules, and the grids
    /// after them
    #[arg(long)]
    pub(crate) trace: bool,
    /// Add naked twins to the strategies of the agent
    #[arg(long)]
    twins: bool,
    /// Print a JSON object for each puzzle, and one for each step of a trace
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the times of each puzzle on standard error, and add them to JSON objects
    #[arg(long)]
    pub(super) stats: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// The engine whose answers are compared with the document's
    #[arg(long, value_name = "ENGINE", default_value = "auto", value_parser = cover_engine_parser())]
    pub(crate) engine: Engine,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// A document that the library implements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Document {
    /// "Sudoku Project Lecture Notes": elimination, only choice, depth-first search
    Lecture,
    /// "Problem 96 - Su Doku": a queue of solved cells, then guesses; 4x4, 9x9, 16x16, ...
    Euler96,
    /// "An AI Agent to Solve Any Sudoku Puzzle": as lecture; also --variant diagonal and --twins
    Agent,
    /// A lab without a title: naked and hidden singles, without a search
    Lab,
    /// "16x16 Sudoku Solver": Norvig's program for 16x16, as printed with an indentation error and
    /// as meant
    Norvig16,
}

impl CompatArgs {
    /// Returns the systems that run on each puzzle, or why the arguments don't fit the document.
    pub(crate) fn systems(&self) -> Result<Vec<System>, String> {
        let (variant, twins) = (self.reading.sudoku.variant(), self.twins);
        if let Some(other) = variant.iter().find(|&&rule| rule != ExtraRule::Diagonal) {
            return Err(format!("--variant {other}: no document has it"));
        }
        let diagonal = !variant.is_empty();
        let only_agent = |what| Err(format!("{what}: only the document agent has it"));
        match self.document {
            Document::Agent => Ok(vec![System::Agent(AgentRules { diagonal, twins })]),
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
