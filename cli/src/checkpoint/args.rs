//! The arguments for checkpoints: comments here are read by users.

use super::solutions::{Destination, relative};
use crate::args::{CanonicalArgs, CommonArgs, MemoArgs, ReduceArg, RunArgs, file_parser, seconds};
use crate::engine::EngineArg;
use crate::exit::ExitStyle;
use crate::output::Form;
use crate::progress::Reporter;
use crate::replaced_file::check_outputs;
use crate::settings::Settings;
use clap::Args;
use quadrille::{CanonicalMode, Engine, Method, Solver};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

const HEADING: &str = "Checkpoint";

/// The checkpoint options of `solve` and `count`.
#[derive(Args, Debug)]
pub(crate) struct CheckpointArgs {
    /// Write what is left of the search for one problem to FILE, regularly and at the end; if FILE
    /// exists, resume from it
    #[arg(long, value_name = "FILE", value_parser = file_parser(), help_heading = HEADING)]
    pub(super) checkpoint: Option<PathBuf>,
    /// The number of seconds between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, requires = "checkpoint", help_heading = HEADING)]
    checkpoint_every: Duration,
}

/// Where solutions go that are part of a checkpoint.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// With --checkpoint: write the solutions to FILE
    #[arg(long, short, value_name = "FILE", value_parser = file_parser(), requires = "checkpoint", help_heading = HEADING)]
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
    /// How it is counted with a memo; `None` if solutions are visited.
    pub(super) memo: Option<MemoRequest>,
}

/// The settings of a count with a memo.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MemoRequest {
    pub(super) method: Method,
    pub(super) canonical: CanonicalMode,
    /// The limit of the memo, in bytes.
    pub(super) memory: usize,
}

impl MemoRequest {
    pub(super) fn solver(self, solver: Solver) -> Solver {
        solver.method(self.method).canonical(self.canonical).memory(self.memory)
    }

    /// The option by which a count contradicts this one, if any. `auto` contradicts nothing.
    fn difference(self, requested: Self) -> Option<&'static str> {
        let Self { method, canonical, .. } = requested;
        match () {
            () if method != self.method && method == Method::Diagram => Some("--engine"),
            () if method != self.method && method != Method::Auto => Some("--order"),
            () if canonical != self.canonical && canonical != CanonicalMode::Auto => {
                Some("--canonical")
            }
            () => None,
        }
    }
}

impl Request {
    /// A search for solutions, or why its arguments contradict each other.
    pub(crate) fn solutions(
        output: &OutputArgs,
        (checkpoint, inputs): (&Path, &[PathBuf]),
        run: &RunArgs,
        form: Form,
        limit: Option<u64>,
    ) -> Result<Self, String> {
        let name = match form {
            Form::Json => Some("json"),
            Form::Csv => Some("csv"),
            Form::Svg => Some("svg"),
            _ => None,
        };
        if let Some(name) = name {
            return Err(format!("--checkpoint writes solutions as line or grid, not as {name}"));
        }
        let output = output.output.as_deref().ok_or(NO_OUTPUT)?;
        check_outputs(&[output, checkpoint], inputs)?;
        let path = relative(output, checkpoint)?;
        Ok(Self { destination: Some(Destination { path, form }), ..Self::visit(run, limit)? })
    }

    /// A count, or why its arguments contradict each other. With a limit, solutions are visited.
    pub(crate) fn count(
        (checkpoint, inputs): (&Path, &[PathBuf]),
        run: &RunArgs,
        limit: Option<u64>,
        memo: &MemoArgs,
        canonical: CanonicalArgs,
    ) -> Result<Self, String> {
        check_outputs(&[checkpoint], inputs)?;
        if let (Some(_), Some(name)) = (limit, memo.named().or(canonical.named())) {
            return Err(format!("{name} is for counts with a memo, which have no --limit"));
        }
        let threads = run.threads.number();
        let (engine, settings) =
            memo.of_count(canonical, run.engine, run.reduce.into(), threads)?;
        if limit.is_some() || ![EngineArg::AUTO, EngineArg::Diagram].contains(&engine) {
            return Self::visit(run, limit);
        }
        let Settings { method, canonical, memory, .. } = settings;
        let memo = Some(MemoRequest { method, canonical, memory });
        let (engine, reduce) = (Engine::Auto, run.reduce);
        Ok(Self { destination: None, limit, engine, reduce, memo })
    }

    /// A search that visits solutions.
    fn visit(run: &RunArgs, limit: Option<u64>) -> Result<Self, String> {
        let engine = run.engine.cover().ok_or_else(|| {
            format!("--checkpoint is for engines that visit solutions, not for {}", run.engine)
        })?;
        Ok(Self { destination: None, limit, engine, reduce: run.reduce, memo: None })
    }

    /// The option for counts by which a request contradicts this one, if any. `auto` contradicts
    /// nothing.
    pub(super) fn memo_difference(&self, requested: &Self) -> Option<&'static str> {
        match (self.memo, requested.memo) {
            (Some(own), Some(requested)) => own.difference(requested),
            // What visits solutions is resumed by the automatic choice, too.
            (None, Some(requested)) if requested.method == Method::Diagram => Some("--engine"),
            (None, Some(requested)) if requested.method != Method::Auto => Some("--order"),
            _ => None,
        }
    }

    /// The same search with the memory of a request.
    pub(super) fn resumed(self, requested: Self) -> Self {
        let memory = requested.memo.map(|memo| memo.memory);
        let memo = self.memo.map(|own| MemoRequest { memory: memory.unwrap_or(own.memory), ..own });
        Self { memo, ..requested }
    }
}

const NO_OUTPUT: &str = "--checkpoint needs --output FILE: standard output can't be truncated when the search is resumed";
