//! The verb `check`: prints whether problems have exactly one solution.

use crate::args::{InputArgs, NameArgs, PictureArgs, RunArgs, file_parser, form_parser};
use crate::certificate_file::CertificateFile;
use crate::exit::{Exit, usage_error};
use crate::output::Form;
use crate::replaced_file::check_outputs;
use crate::report::Question;
use crate::search;
use crate::session::Style;
use clap::Args;
use std::path::PathBuf;

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
    /// Write a certificate of the answers to Sudoku puzzles, for `verify`
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    certify: Option<PathBuf>,
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
    if let Some(path) = &args.certify
        && let Err(error) = check_outputs(&[path], &args.input.files)
    {
        return usage_error(&error);
    }
    let certificate = match args.certify.as_deref().map(CertificateFile::create).transpose() {
        Ok(certificate) => certificate,
        Err(failure) => return usage_error(&failure.to_string()),
    };
    let (format, settings) = ((form, style), args.run.settings());
    search::certify(&args.input, &args.run, format, Question::Check, settings, certificate)
}
