//! `resume`: continues the search of a checkpoint.

use crate::args::{CommonArgs, ThreadsArg, file_parser, seconds};
use crate::checkpoint::{self, RunConfig};
use crate::exit::{Exit, ExitStyle};
use crate::output::Form;
use crate::progress::{ProgressArg, Reporter};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
pub(crate) struct ResumeArgs {
    /// The checkpoint, which is kept up to date
    #[arg(value_name = "FILE", value_parser = file_parser())]
    file: PathBuf,
    /// The file with the solutions found before, if it was moved
    #[arg(long, short, value_name = "FILE", value_parser = file_parser())]
    output: Option<PathBuf>,
    /// The number of seconds between two checkpoints
    #[arg(long, visible_alias = "every", value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    checkpoint_every: Duration,
    /// Print the count as a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Print which engine ran, what it did, and where the time went
    #[arg(long)]
    stats: bool,
    /// How to report progress on stderr
    #[arg(long, value_name = "HOW", default_value = "auto", value_enum)]
    progress: ProgressArg,
    /// The number of seconds between two lines of --progress
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, hide = true)]
    progress_every: Duration,
    #[command(flatten)]
    common: CommonArgs,
}

impl ResumeArgs {
    fn config(&self) -> RunConfig<'_> {
        RunConfig {
            every: self.checkpoint_every,
            threads: self.threads.number(),
            nodes: None,
            stats: self.stats,
            reporter: Reporter::new(self.progress, self.progress_every, self.common.quiet),
            style: ExitStyle::Usual,
            common: &self.common,
        }
    }
}

pub(crate) fn resume(args: &ResumeArgs) -> Exit {
    let (output, form) = (args.output.as_deref(), Form::of_json(args.json));
    checkpoint::resume(&args.file, output, form, &args.config())
}
