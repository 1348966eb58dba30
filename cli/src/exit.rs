//! Exit codes.

use super::message::message;
use clap::ValueEnum;
use std::io;
use std::process::ExitCode;

/// How the process ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    /// It ran.
    Fine,
    /// `check` met a problem that has not exactly one solution, or `compat` or `bench` a disagreement.
    Refuted,
    /// Bad usage or input, or an output that can't be written.
    Bad,
    /// A limit or a signal stopped it.
    Stopped,
    /// As SAT solvers say it: every problem has a solution.
    Satisfiable,
    /// As SAT solvers say it: some problem has none.
    Unsatisfiable,
}

impl Exit {
    /// The number that the shell sees.
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Refuted => 1,
            Self::Bad => 2,
            Self::Stopped => 3,
            Self::Satisfiable => 10,
            Self::Unsatisfiable => 20,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}

/// Reports arguments that contradict each other.
pub(super) fn usage_error(error: &str) -> Exit {
    message(format_args!("error: {error}"));
    Exit::Bad
}

/// The exit code after all output was written, or an error ended that: of the system, or of a thread that failed. A
/// closed pipe is not an error.
pub(super) fn of_output(written: io::Result<()>) -> Exit {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            match error.raw_os_error() {
                Some(_) => message(format_args!("error: the output can't be written: {error}")),
                None => message(format_args!("error: {error}")),
            }
            Exit::Bad
        }
        _ => Exit::Fine,
    }
}

/// What the exit code tells of the answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(super) enum ExitStyle {
    /// 0; for `check` 1 if a problem is not unique
    #[default]
    Usual,
    /// 10 if every problem has a solution and 20 if some has none, as SAT solvers say it; 2 and 3 go before
    Sat,
}
