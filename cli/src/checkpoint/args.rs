//! The arguments for checkpoints: comments here are read by users.

use super::solutions::{Destination, relative};
use crate::args::{CommonArgs, ReduceArg, RunArgs, seconds};
use crate::exit::ExitStyle;
use crate::output::Form;
use crate::progress::Reporter;
use clap::Args;
use quadrille::{Engine, Solver};
use std::path::{Path, PathBuf};
use std::time::Duration;

const HEADING: &str = "Checkpoint";

/// The checkpoint options of `solve` and `count`.
#[derive(Args, Debug)]
pub(crate) struct CheckpointArgs {
    /// Write what is left of the search for one problem to FILE, regularly and at the end; if FILE
    /// exists, resume from it
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    pub(super) checkpoint: Option<PathBuf>,
    /// The number of seconds between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, requires = "checkpoint", help_heading = HEADING)]
    checkpoint_every: Duration,
}

/// Where solutions go that are part of a checkpoint.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// With --checkpoint: write the solutions to FILE
    #[arg(long, short, value_name = "FILE", requires = "checkpoint", help_heading = HEADING)]
    pub(super) output: Option<PathBuf>,
}

/// How a search with checkpoints is run.
#[derive(Debug)]
pub(crate) struct RunConfig<'a> {
    pub(crate) every: Duration,
    pub(crate) threads: usize,
    /// The number of nodes after which it stops.
    pub(crate) nodes: Option<u64>,
    pub(crate) stats: bool,
    pub(crate) reporter: Reporter,
    pub(crate) style: ExitStyle,
    pub(crate) common: &'a CommonArgs,
}

impl RunConfig<'_> {
    pub(super) fn limited(&self, solver: Solver) -> Solver {
        match self.nodes {
            Some(nodes) => solver.node_limit(nodes),
            None => solver,
        }
    }
}

impl CheckpointArgs {
    pub(super) fn config<'a>(&self, run: &'a RunArgs) -> RunConfig<'a> {
        RunConfig {
            every: self.checkpoint_every,
            threads: run.threads.number(),
            nodes: run.nodes,
            stats: run.stats,
            reporter: run.reporter(),
            style: run.exit_code,
            common: &run.common,
        }
    }
}

/// What a search is to find.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Request {
    /// Where its solutions go; `None` for a count.
    pub(super) destination: Option<Destination>,
    pub(super) limit: Option<u64>,
    pub(super) engine: Engine,
    pub(super) reduce: ReduceArg,
}

impl Request {
    /// A search for solutions, or why its arguments contradict each other.
    pub(crate) fn solutions(
        output: &OutputArgs,
        checkpoint: &Path,
        run: &RunArgs,
        form: Form,
        limit: Option<u64>,
    ) -> Result<Self, String> {
        let name = match form {
            Form::Json => Some("json"),
            Form::Svg => Some("svg"),
            _ => None,
        };
        if let Some(name) = name {
            return Err(format!("--checkpoint writes solutions as line or grid, not as {name}"));
        }
        let output = output.output.as_deref().ok_or(NO_OUTPUT)?;
        let path = relative(output, checkpoint)?;
        Ok(Self { destination: Some(Destination { path, form }), ..Self::count(run, limit)? })
    }

    /// A count, or why its arguments contradict each other.
    pub(crate) fn count(run: &RunArgs, limit: Option<u64>) -> Result<Self, String> {
        let engine = run.engine.cover().ok_or_else(|| {
            format!("--checkpoint is for engines that visit solutions, not for {}", run.engine)
        })?;
        Ok(Self { destination: None, limit, engine, reduce: run.reduce })
    }
}

const NO_OUTPUT: &str = "--checkpoint needs --output FILE: standard output can't be truncated when the search is resumed";
