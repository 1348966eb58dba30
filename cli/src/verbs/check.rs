//! The verb `check`: prints whether problems have exactly one solution.

use crate::args::{InputArgs, NameArgs, RunArgs};
use crate::exit::Exit;
use crate::output::Form;
use crate::report::Question;
use crate::search;
use crate::session::Style;
use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    names: NameArgs,
    /// Print a JSON object for each problem
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(args: &CheckArgs) -> Exit {
    let form = Form::of_json(args.json);
    let style = Style { names: args.names.is_wanted(&args.input.files), ..Style::default() };
    search::run(&args.input, &args.run, (form, style), Question::Check, args.run.settings())
}
