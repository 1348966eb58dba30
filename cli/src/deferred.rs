//! [`Deferred`]: the arguments of a verb, which are described only if the verb is called.

use clap::builder::Resettable;
use clap::error::Result;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, Id};
use std::any::TypeId;
use std::path::PathBuf;

/// The arguments of a verb, which are described when the verb, its help or its page is asked for.
/// The descriptions of all verbs take longer than a small problem.
#[derive(Debug)]
pub(super) struct Deferred<A>(pub(super) A);

impl<A: FromArgMatches> FromArgMatches for Deferred<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self> {
        A::from_arg_matches(matches).map(Self)
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self> {
        A::from_arg_matches_mut(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<()> {
        self.0.update_from_arg_matches(matches)
    }

    fn update_from_arg_matches_mut(&mut self, matches: &mut ArgMatches) -> Result<()> {
        self.0.update_from_arg_matches_mut(matches)
    }
}

impl<A: Args> Args for Deferred<A> {
    fn group_id() -> Option<Id> {
        A::group_id()
    }

    fn augment_args(command: Command) -> Command {
        command.defer(|command| with_own_about(command, A::augment_args))
    }

    fn augment_args_for_update(command: Command) -> Command {
        command.defer(|command| with_own_about(command, A::augment_args_for_update))
    }
}

/// Adds the arguments to a command, which keeps its own description: a group of arguments that
/// others share has one, too.
fn with_own_about(command: Command, augment: impl FnOnce(Command) -> Command) -> Command {
    let (about, long_about) = (command.get_about().cloned(), command.get_long_about().cloned());
    let command = augment(command).mut_args(with_negative_numbers);
    command.about(Resettable::from(about)).long_about(Resettable::from(long_about))
}

/// Lets an argument take a negative number, so that its parser says what it expects. Names of files
/// take none: there it is an unknown option.
fn with_negative_numbers(argument: Arg) -> Arg {
    let is_path = argument.get_value_parser().type_id() == TypeId::of::<PathBuf>();
    let is_value = argument.get_action().takes_values();
    if is_value && !is_path { argument.allow_negative_numbers(true) } else { argument }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The description of the group.
    #[derive(Args, Debug)]
    struct Group {
        #[arg(long)]
        flag: bool,
    }

    #[test]
    fn a_command_keeps_its_description() {
        let verb = Deferred::<Group>::augment_args(Command::new("verb").about("The verb"));
        assert_eq!(verb.get_arguments().count(), 0);
        let mut program = Command::new("program").subcommand(verb);
        program.build();
        let verb = program.find_subcommand("verb").unwrap();
        assert_eq!(verb.get_about().unwrap().to_string(), "The verb");
        assert!(verb.get_arguments().any(|argument| argument.get_id() == "flag"));
        let matches = program.get_matches_from(["program", "verb", "--flag"]);
        let (_, mut matches) = matches.subcommand().map(|(n, m)| (n, m.clone())).unwrap();
        assert!(Deferred::<Group>::from_arg_matches_mut(&mut matches).unwrap().0.flag);
    }
}
