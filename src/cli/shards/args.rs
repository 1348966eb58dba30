//! The arguments of `split`, `work` and `merge`: comments here are read by users.

use crate::cli::args::{CommonArgs, ReadingArgs, ReduceArg, engines_parser, threads};
use crate::cli::counting::{MemoArgs, Settings};
use crate::cli::engine::EngineArg;
use crate::cli::input::is_stdin;
use crate::cli::sudoku::Rules;
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(in crate::cli) struct SplitArgs {
    /// The file with the problem; without it, or for `-`, standard input
    #[arg(value_name = "PROBLEM", default_value = "-", hide_default_value = true)]
    pub(super) problem: PathBuf,
    /// Write at least N units, and up to four times as many where that makes them more alike
    #[arg(long, value_name = "N", value_parser = tasks)]
    pub(super) tasks: NonZeroUsize,
    /// Write the problem into each unit, so that `work` needs no other file
    #[arg(long)]
    pub(super) self_contained: bool,
    /// How far to look for options that are in no solution, before
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum)]
    pub(super) reduce: ReduceArg,
    #[command(flatten)]
    pub(in crate::cli) reading: ReadingArgs,
    #[command(flatten)]
    pub(in crate::cli) common: CommonArgs,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct WorkArgs {
    /// Files with units; without any, or for `-`, standard input
    #[arg(value_name = "FILES", default_value = "-", hide_default_value = true)]
    pub(super) files: Vec<PathBuf>,
    /// The problem whose units these are, unless each unit holds it
    #[arg(long, value_name = "FILE")]
    pub(super) problem: Option<PathBuf>,
    /// How to search; auto counts by whatever pays, diagram makes the diagram of all solutions
    #[arg(long, value_name = "ENGINE", default_value = "auto", value_parser = engines_parser(counting()))]
    engine: EngineArg,
    /// How far to look for options that are in no solution, before the search
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum)]
    reduce: ReduceArg,
    /// Work on each unit with so many threads; without this, with one, because whoever hands out units fills the other cores
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    threads: usize,
    #[command(flatten)]
    memo: MemoArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    pub(in crate::cli) common: CommonArgs,
}

/// How to count a unit.
#[derive(Debug)]
pub(super) struct How {
    pub(super) engine: EngineArg,
    pub(super) settings: Settings,
}

impl WorkArgs {
    /// The rules of the problem, and how to count, or why the arguments contradict each other.
    pub(super) fn check(&self) -> Result<(Rules, How), String> {
        let rules = self.reading.sudoku.rules()?;
        let (engine, settings) =
            self.memo.of_count(self.engine, self.reduce.into(), self.threads)?;
        match &self.problem {
            None if self.reading.sudoku.is_given() => {
                Err("what is said of Sudoku is for --problem: units that hold their problem say it themselves".to_owned())
            }
            Some(problem) if is_stdin(problem) && self.files.iter().any(|file| is_stdin(file)) => {
                Err("the problem and the units can't both be standard input".to_owned())
            }
            _ => Ok((rules, How { engine, settings })),
        }
    }

    pub(super) fn reading(&self) -> &ReadingArgs {
        &self.reading
    }
}

#[derive(Args, Debug)]
pub(in crate::cli) struct MergeArgs {
    /// Files with results; without any, or for `-`, standard input
    #[arg(value_name = "FILES", default_value = "-", hide_default_value = true)]
    pub(super) files: Vec<PathBuf>,
    /// Print those units of this file that have no complete result, instead of the sum
    #[arg(long, value_name = "UNITS", conflicts_with = "json")]
    pub(super) missing: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(in crate::cli) common: CommonArgs,
}

/// Every choice that counts what is left with some options: lanes take whole puzzles.
fn counting() -> impl Iterator<Item = EngineArg> {
    EngineArg::all().filter(|&engine| engine != EngineArg::Lanes)
}

fn tasks(text: &str) -> Result<NonZeroUsize, String> {
    let tasks = text.parse().ok().filter(|tasks: &NonZeroUsize| tasks.get() <= MOST_TASKS);
    tasks.ok_or_else(|| format!("expected a number of units, 1 to {MOST_TASKS}"))
}

/// More units than these are work that no computer should be asked to merge.
const MOST_TASKS: usize = 10_000_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_units_and_not_too_many() {
        assert_eq!(tasks("1").map(NonZeroUsize::get), Ok(1));
        assert_eq!(tasks("10000000").map(NonZeroUsize::get), Ok(MOST_TASKS));
        for text in ["0", "-1", "", "x", "10000001", "1e3"] {
            assert!(tasks(text).is_err(), "{text}");
        }
    }
}
