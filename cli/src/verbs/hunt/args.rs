//! The arguments of `hunt`: comments here are read by users.

use crate::args::{CommonArgs, InputArgs, ProgressArgs, ThreadsArg, file_parser, limit, number};
use crate::byte_size;
use crate::checkpoint::StepListArgs;
use crate::clue_range::ClueRange;
use clap::Args;
use quadrille::sudoku::hunt::Replacement;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct HuntArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// How many clues are removed and added
    #[arg(long, value_name = "-X+Y", default_value = "-1+1", allow_hyphen_values = true)]
    pub(super) step: Replacement,
    /// Keep puzzles with these numbers of clues, like 17, 24-26, <=17 or >=30
    #[arg(long, value_name = "RANGE")]
    pub(super) clues: Option<ClueRange>,
    /// Find all puzzles with these numbers of clues within each solution grid instead; a puzzle in
    /// the input stands for its solution
    #[arg(long, requires = "clues", conflicts_with_all = ["step", "minimal", "depth", "known", "memory"])]
    pub(super) grid: bool,
    /// Keep minimal puzzles alone
    #[arg(long)]
    pub(super) minimal: bool,
    /// Search around what was found, too: up to N steps from the given puzzles
    #[arg(long, value_name = "N", default_value = "1", value_parser = number("the depth"))]
    pub(super) depth: u64,
    /// Leave out puzzles that are equivalent to one in FILE
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    pub(super) known: Vec<PathBuf>,
    /// Stop when N puzzles are found
    #[arg(long, value_name = "N", value_parser = limit)]
    pub(super) limit: Option<u64>,
    /// The memory limit of the classes, like 512M or 2GiB; without this, 1GiB
    #[arg(long, value_name = "SIZE", value_parser = byte_size::parse)]
    pub(super) memory: Option<usize>,
    /// Print a JSON object for each puzzle
    #[arg(long, conflicts_with = "checkpoint")]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) list: StepListArgs,
    #[command(flatten)]
    pub(super) threads: ThreadsArg,
    #[command(flatten)]
    pub(super) progress: ProgressArgs,
    #[command(flatten)]
    pub(super) common: CommonArgs,
}
