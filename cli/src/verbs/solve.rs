//! The verb `solve`: prints solutions.

use crate::args::{ColorArg, InputArgs, PictureArgs, RunArgs, form_parser, limit};
use crate::checkpoint::{self, CheckpointArgs, OutputArgs, Request};
use crate::exit::{Exit, usage_error};
use crate::output::Form;
use crate::report::Question;
use crate::search;
use crate::session::Style;
use crate::up_to::{self, NO_CHECKPOINT, UpToArgs};
use clap::Args;
use std::path::Path;

#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Print up to N solutions of each problem; with costs, the N cheapest
    #[arg(long, value_name = "N", default_value = "1", value_parser = limit)]
    limit: u64,
    /// Print all solutions of each problem
    #[arg(long, conflicts_with = "limit")]
    all: bool,
    /// The format of the solutions
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = form_parser(&FORMS))]
    to: Form,
    #[command(flatten)]
    color: ColorArg,
    #[command(flatten)]
    pictures: PictureArgs,
    /// The same as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
    #[command(flatten)]
    up_to: UpToArgs,
    #[command(flatten)]
    checkpoint: CheckpointArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    run: RunArgs,
}

const FORMS: [Form; 5] = [Form::Line, Form::Grid, Form::Csv, Form::Json, Form::Svg];

impl SolveArgs {
    fn limit(&self) -> Option<u64> {
        (!self.all).then_some(self.limit)
    }

    fn form(&self) -> Form {
        if self.json { Form::Json } else { self.to }
    }
}

pub(crate) fn run(args: &SolveArgs) -> Exit {
    let SolveArgs { input, run, checkpoint, output, .. } = args;
    let (form, limit) = (args.form(), args.limit());
    let color = args.color.is_wanted();
    let has_numbers = limit != Some(1);
    let style = Style { color, has_boards: true, has_numbers, ..Style::default() };
    let style = match args.pictures.style(form, style) {
        Ok(style) => style,
        Err(error) => return usage_error(&error),
    };
    let is_up_to = match args.up_to.is_wanted() {
        Ok(is_up_to) => is_up_to,
        Err(error) => return usage_error(&error),
    };
    if is_up_to && form == Form::Csv {
        return usage_error("--to csv is for Sudoku, and --up-to symmetry for exact covers");
    }
    let request = |file: &Path| match args.pictures.is_given() {
        true => Err("--columns and --grid are not for --checkpoint".to_owned()),
        false if is_up_to => Err(NO_CHECKPOINT.to_owned()),
        false => Request::solutions(output, (file, &input.files), run, form, limit),
    };
    checkpoint::run(checkpoint, input, run, form, request).unwrap_or_else(|| {
        let question = Question::Solve { limit };
        match is_up_to {
            true => {
                let how = (run, &args.up_to);
                up_to::run(input, how, (form, style), question, run.settings())
            }
            false => search::run(input, run, (form, style), question, run.settings()),
        }
    })
}
