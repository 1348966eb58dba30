//! The verb `count`: prints numbers of solutions.

use crate::args::{CanonicalArgs, InputArgs, MemoArgs, NameArgs, RunArgs, limit};
use crate::checkpoint::{self, CheckpointArgs, Request};
use crate::exit::{Exit, usage_error};
use crate::output::Form;
use crate::report::Question;
use crate::search;
use crate::session::Style;
use crate::settings::Settings;
use crate::up_to::{self, NO_CHECKPOINT, UpToArgs};
use clap::Args;
use std::path::Path;

#[derive(Args, Debug)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Count up to N solutions, and exit with 3 if there may be more
    #[arg(long, value_name = "N", value_parser = limit)]
    limit: Option<u64>,
    #[command(flatten)]
    names: NameArgs,
    /// Print a JSON object for each problem
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    memo: MemoArgs,
    #[command(flatten)]
    canonical: CanonicalArgs,
    #[command(flatten)]
    up_to: UpToArgs,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(args: &CountArgs) -> Exit {
    let CountArgs { input, run, checkpoint, memo, canonical, limit, json, names, up_to } = args;
    let style = Style { names: names.is_wanted(&input.files), ..Style::default() };
    let (form, limit) = (Form::of_json(*json), *limit);
    let is_up_to = match up_to.is_wanted() {
        Ok(true) if limit.is_some() => return usage_error("--limit is not for --up-to symmetry"),
        Ok(is_up_to) => is_up_to,
        Err(error) => return usage_error(&error),
    };
    let request = |file: &Path| match is_up_to {
        true => Err(NO_CHECKPOINT.to_owned()),
        false => Request::count((file, &input.files), run, limit, memo, *canonical),
    };
    checkpoint::run(checkpoint, input, run, form, request).unwrap_or_else(|| {
        let RunArgs { engine, reduce, threads, nodes, .. } = *run;
        match memo.of_count(*canonical, engine, reduce.into(), threads.setting()) {
            Ok((engine, settings)) => {
                let how = (engine, Settings { nodes, ..settings });
                let question = Question::Count { limit };
                if is_up_to {
                    return up_to::run(input, (run, up_to), (form, style), question, how);
                }
                search::run(input, run, (form, style), question, how)
            }
            Err(error) => usage_error(&error),
        }
    })
}
