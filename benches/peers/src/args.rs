//! The arguments of the program.

use crate::instances::{FileError, Instance, built_in, read};
use crate::timing::Rounds;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// Fewer runs than this make no median worth a table.
pub(crate) const FEWEST_RUNS: usize = 5;

/// What `--help` says.
pub const HELP: &str = "\
Solves the same instances by quadrille and by other crates, in turn, and prints a table of CPU times.

Usage: peers [FILTERS] [FILES] [OPTIONS]

  FILTERS          run the built-in instances whose names contain one of these words; `all` is all of them
  FILES            names that end in .dlx (Knuth's format) or .txt (Sudoku of 9x9, one a line); FILE=N says that
                   the cover, or each puzzle, has N solutions
                   Without filters and files, all built-in instances are run.

  --runs N         so many runs of each solver, 5 or more [default: 5]
  --cut SECONDS    a solver that takes longer in its first run is not run again, which the table says [default: 30]
  --engines        also run each of quadrille's engines
  --list           print the names of the built-in instances
  --help           print this
";

/// What the arguments ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// To print [`HELP`].
    Help,
    /// To print the names of the built-in instances.
    List,
    /// To measure.
    Measure(Args),
}

/// What is measured, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Args {
    filters: Vec<String>,
    files: Vec<(PathBuf, Option<u64>)>,
    /// Whether each of our engines has a column.
    pub engines: bool,
    /// How it is measured.
    pub rounds: Rounds,
}

/// The arguments are wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError(String);

impl UsageError {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }

    pub(crate) fn unknown(option: &str) -> Self {
        Self(format!("there is no option {option}"))
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; see --help", self.0)
    }
}

impl std::error::Error for UsageError {}

impl Request {
    /// Reads the arguments, without the name of the program.
    ///
    /// # Errors
    /// An unknown option, or a value that is missing or out of range.
    pub fn read(arguments: impl IntoIterator<Item = String>) -> Result<Self, UsageError> {
        let rounds = Rounds { runs: FEWEST_RUNS, cut: Duration::from_secs(30) };
        let mut args = Args { filters: Vec::new(), files: Vec::new(), engines: false, rounds };
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--help" | "-h" => return Ok(Self::Help),
                "--list" => return Ok(Self::List),
                "--engines" => args.engines = true,
                "--runs" => args.rounds.runs = runs(arguments.next())?,
                "--cut" => args.rounds.cut = cut(arguments.next())?,
                option if option.starts_with('-') => return Err(UsageError::unknown(option)),
                _ => args.push(argument),
            }
        }
        Ok(Self::Measure(args))
    }
}

impl Args {
    /// A file or a filter.
    fn push(&mut self, argument: String) {
        let is_file = |name: &str| name.ends_with(".dlx") || name.ends_with(".txt");
        let counted = argument.rsplit_once('=').filter(|(name, _)| is_file(name));
        match counted.and_then(|(name, count)| Some((name.into(), count.parse().ok()?))) {
            Some((path, count)) => self.files.push((path, Some(count))),
            None if is_file(&argument) => self.files.push((argument.into(), None)),
            None => self.filters.push(argument),
        }
    }

    /// The instances, those of the files last.
    ///
    /// # Errors
    /// A file that can't be read.
    pub fn instances(&self) -> Result<Vec<Instance>, FileError> {
        let is_chosen = |name: &str| {
            let mut filters = self.filters.iter();
            filters.any(|filter| filter == "all" || name.contains(filter.as_str()))
        };
        let everything = self.filters.is_empty() && self.files.is_empty();
        let mut instances = built_in();
        instances.retain(|instance| everything || is_chosen(&instance.name));
        for (path, known) in &self.files {
            instances.extend(read(path, *known)?);
        }
        Ok(instances)
    }
}

/// The value of `--runs`.
pub(crate) fn runs(value: Option<String>) -> Result<usize, UsageError> {
    let runs = value.and_then(|value| value.parse().ok()).filter(|runs| *runs >= FEWEST_RUNS);
    runs.ok_or_else(|| {
        UsageError::new(format!("--runs takes a number that is at least {FEWEST_RUNS}"))
    })
}

fn cut(value: Option<String>) -> Result<Duration, UsageError> {
    let seconds = value.and_then(|value| value.parse().ok());
    let cut = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    cut.ok_or_else(|| UsageError::new("--cut takes a number of seconds"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(line: &str) -> Result<Request, UsageError> {
        Request::read(line.split_whitespace().map(str::to_owned))
    }

    fn args(line: &str) -> Args {
        match request(line) {
            Ok(Request::Measure(args)) => args,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn names(line: &str) -> Vec<String> {
        args(line).instances().unwrap().into_iter().map(|instance| instance.name).collect()
    }

    #[test]
    fn options_are_read_wherever_they_stand() {
        let args = args("queens --runs 7 --engines a.dlx=12 --cut 0.5 b.txt c=d.dlx");
        assert_eq!(args.filters, ["queens"]);
        let files = [("a.dlx", Some(12)), ("b.txt", None), ("c=d.dlx", None)];
        assert_eq!(args.files, files.map(|(name, count)| (PathBuf::from(name), count)));
        assert_eq!(args.rounds, Rounds { runs: 7, cut: Duration::from_millis(500) });
        assert!(args.engines);
        assert_eq!(request("queens --help"), Ok(Request::Help));
        assert_eq!(request("--list"), Ok(Request::List));
    }

    #[test]
    fn bad_usage_is_refused() {
        for line in ["--runs", "--runs 4", "--runs x", "--cut", "--cut -1", "--cut x", "--fast"] {
            assert!(request(line).is_err(), "{line}");
        }
    }

    #[test]
    fn filters_choose_and_files_are_added() {
        assert_eq!(names("queens8 langford7"), ["queens8", "langford7"]);
        assert_eq!(names(""), names("all"));
        let toy = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/toy.dlx");
        assert_eq!(names(toy), ["toy"]);
        assert_eq!(names(&format!("{toy} queens8")), ["queens8", "toy"]);
        assert!(args("no-such-file.dlx").instances().is_err());
    }
}
