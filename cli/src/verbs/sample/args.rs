//! The number of samples and the files of `sample`: `N FILES`, or `--limit N FILES`.

use crate::args::{InputArgs, limit, number};
use clap::error::{ErrorKind, Result};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, value_parser};
use std::ffi::OsString;

/// The problems, and how many solutions of each are drawn.
#[derive(Debug)]
pub(super) struct SampleInput {
    pub(super) number: u64,
    pub(super) input: InputArgs,
}

impl FromArgMatches for SampleInput {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self> {
        Self::from_arg_matches_mut(&mut matches.clone())
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self> {
        let has_files = matches.value_source("files") == Some(ValueSource::CommandLine);
        let first = matches.remove_one::<OsString>("number");
        let limit = matches.remove_one::<u64>("limit");
        let mut input = InputArgs::from_arg_matches_mut(matches)?;
        let number = match (limit, first) {
            (Some(limit), None) => limit,
            (Some(limit), Some(file)) => {
                if !has_files {
                    input.files.clear();
                }
                input.files.insert(0, file.into());
                limit
            }
            (None, first) => parse(&first.unwrap_or_default().to_string_lossy())?,
        };
        Ok(Self { number, input })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<()> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn parse(text: &str) -> Result<u64> {
    number("the number of solutions")(text).map_err(|error| {
        let message = format!("invalid value '{text}' for '<N>': {error}\n");
        Error::raw(ErrorKind::ValueValidation, message)
    })
}

impl Args for SampleInput {
    fn augment_args(command: Command) -> Command {
        let number = Arg::new("number")
            .value_name("N")
            .value_parser(value_parser!(OsString))
            .required_unless_present("limit")
            .help("The number of solutions of each problem to draw; not with --limit");
        let limit = Arg::new("limit").long("limit").value_name("N").value_parser(limit);
        let limit = limit.help("The same as N, which is then left out");
        InputArgs::augment_args(command.arg(number).arg(limit))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
