//! Exit codes.

use super::message::message;
use clap::ValueEnum;
use std::io;
use std::process::ExitCode;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    /// The run is complete.
    Fine,
    /// `check` met a problem that has not exactly one solution, or any verb a disagreement.
    Refuted,
    /// Bad usage or input, or an output that can't be written.
    Bad,
    /// A limit or a signal stopped the run.
    Stopped,
    /// With the codes of SAT solvers: every problem has a solution.
    Satisfiable,
    /// With the codes of SAT solvers: some problem has none.
    Unsatisfiable,
}

impl Exit {
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

/// The exit code after the output was written, or failed with an error of the system or of a
/// thread. A closed pipe is not an error.
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

/// The meaning of the exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(super) enum ExitStyle {
    /// 0; for `check` 1 if a problem is not unique
    #[default]
    Usual,
    /// 10 if every problem has a solution, 20 if one has none; otherwise 1, 2 or 3
    Sat,
}
