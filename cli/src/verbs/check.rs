//! The verb `check`: prints whether problems have exactly one solution.

use crate::args::{InputArgs, NameArgs, PictureArgs, RunArgs, form_parser};
use crate::exit::{Exit, usage_error};
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
    /// The format of the answers
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = form_parser(&FORMS))]
    to: Form,
    /// The same as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    run: RunArgs,
}

const FORMS: [Form; 3] = [Form::Line, Form::Json, Form::Svg];

pub(crate) fn run(args: &CheckArgs) -> Exit {
    let form = if args.json { Form::Json } else { args.to };
    let style = Style { names: args.names.is_wanted(&args.input.files), ..Style::default() };
    let style = match args.pictures.style(form, style) {
        Ok(style) => style,
        Err(error) => return usage_error(&error),
    };
    search::run(&args.input, &args.run, (form, style), Question::Check, args.run.settings())
}
