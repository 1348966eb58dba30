//! The arguments for searches that can be put aside: comments here are read by users.

use crate::cli::args::{CommonArgs, ReduceArg, RunArgs, ThreadsArg, seconds};
use crate::cli::exit::ExitStyle;
use crate::cli::output::Form;
use crate::cli::progress::{ProgressArg, Teller};
use clap::Args;
use quadrille::{Engine, Job};
use std::path::PathBuf;
use std::time::Duration;

/// The heading of the options below.
const HEADING: &str = "Checkpoint";

/// What `solve` and `count` take for it.
#[derive(Args, Debug)]
pub(in crate::cli) struct CheckpointArgs {
    /// Write to FILE, every so often and at the end, what is left of the search for one problem, and go on from there if FILE
    /// is there already: if the program is killed, no more is lost than was done since. All solutions are visited, and none is
    /// remembered
    #[arg(long, value_name = "FILE", help_heading = HEADING)]
    checkpoint: Option<PathBuf>,
    /// The seconds between two writes
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, requires = "checkpoint", help_heading = HEADING)]
    checkpoint_every: Duration,
}

/// Where solutions go that are not to be lost.
#[derive(Args, Debug)]
pub(in crate::cli) struct OutputArgs {
    /// With --checkpoint: write the solutions to FILE, which a search that goes on takes up where it was
    #[arg(long, short, value_name = "FILE", requires = "checkpoint", help_heading = HEADING)]
    pub(super) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct ResumeArgs {
    /// The checkpoint, which is written again, too
    #[arg(value_name = "FILE")]
    pub(super) file: PathBuf,
    /// The file with the solutions found before, if it is no longer where it was
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// The seconds between two writes
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    every: Duration,
    /// Print the count as a JSON object
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Tell which engine was at work, what it did, and where the time went
    #[arg(long)]
    stats: bool,
    /// How to tell how far the search has come, on stderr
    #[arg(long, value_name = "HOW", default_value = "auto", value_enum)]
    progress: ProgressArg,
    /// The seconds between two lines of --progress
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, hide = true)]
    progress_every: Duration,
    #[command(flatten)]
    common: CommonArgs,
}

/// How a search is run that can be put aside.
#[derive(Debug)]
pub(super) struct How<'a> {
    pub(super) every: Duration,
    pub(super) threads: usize,
    /// The nodes after which it stops.
    pub(super) nodes: Option<u64>,
    pub(super) stats: bool,
    pub(super) teller: Teller,
    pub(super) style: ExitStyle,
    pub(super) common: &'a CommonArgs,
}

impl How<'_> {
    /// A job that stops when it has to.
    pub(super) fn limited<'p>(&self, job: Job<'p>) -> Job<'p> {
        match self.nodes {
            Some(nodes) => job.node_limit(nodes),
            None => job,
        }
    }
}

impl ResumeArgs {
    pub(super) fn how(&self) -> How<'_> {
        How {
            every: self.every,
            threads: self.threads.number(),
            nodes: None,
            stats: self.stats,
            teller: Teller::new(self.progress, self.progress_every, self.common.quiet),
            style: ExitStyle::Usual,
            common: &self.common,
        }
    }
}

impl CheckpointArgs {
    pub(in crate::cli) fn file(&self) -> Option<&PathBuf> {
        self.checkpoint.as_ref()
    }

    pub(super) fn how<'a>(&self, run: &'a RunArgs) -> How<'a> {
        How {
            every: self.checkpoint_every,
            threads: run.threads.number(),
            nodes: run.nodes,
            stats: run.stats,
            teller: run.teller(),
            style: run.exit_code,
            common: &run.common,
        }
    }
}

/// What is asked of one problem.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Wanted {
    /// The file of solutions, if they are to be shown.
    pub(super) output: Option<PathBuf>,
    pub(super) form: Form,
    pub(super) limit: Option<u64>,
    pub(super) engine: Engine,
    pub(super) reduce: ReduceArg,
}

impl Wanted {
    /// What a search for solutions is to do, or why it can't.
    pub(super) fn solutions(
        output: &OutputArgs,
        run: &RunArgs,
        form: Form,
        limit: Option<u64>,
    ) -> Result<Self, String> {
        let output = output.output.clone();
        if output.as_ref().is_some_and(|path| path.to_str().is_none()) {
            return Err(
                "--output takes a name in UTF-8 with --checkpoint, which is written as text"
                    .to_owned(),
            );
        }
        if output.is_none() {
            return Err("--checkpoint needs --output FILE: what goes to standard output can't be taken back when a search \
                        goes on"
                .to_owned());
        }
        if form == Form::Json {
            return Err("--checkpoint writes solutions as line or grid, not as json".to_owned());
        }
        Ok(Self { output, form, limit, ..Self::count(run, form, limit)? })
    }

    /// What a count is to do, or why it can't.
    pub(super) fn count(run: &RunArgs, form: Form, limit: Option<u64>) -> Result<Self, String> {
        let engine = run.engine.cover().ok_or_else(|| {
            format!("--checkpoint is for engines that visit solutions, not for {}", run.engine)
        })?;
        Ok(Self { output: None, form, limit, engine, reduce: run.reduce })
    }
}
