//! The arguments of the program.

use super::sets::{BUILT_IN, Set, built_in, read, single};
use crate::args::{FEWEST_RUNS, UsageError, runs};
use crate::instances::FileError;
use quadrille::sudoku::simd9::{InstructionSet, UnknownInstructionSet};
use std::path::PathBuf;

/// The name of the single puzzles among those of the sets.
const ONE: &str = "one";

/// What `--help` says.
pub const HELP: &str = "\
Counts the solutions of many Sudoku of 9x9 by quadrille and by other crates, in turn, and prints a table of CPU times.

Usage: sudokus [SETS] [FILES] [OPTIONS]

  SETS           built-in sets, by their names; `one` is single puzzles, each timed alone
  FILES          any other argument: puzzles of 9x9; FILE=N says that they have N solutions in all, each counted
                 up to the limit
                 Without sets and files, all built-in sets and the single puzzles are counted.

  --limit N      count each puzzle up to so many solutions [default: 2]
  --singly       also hand over each puzzle of a set alone, in a row of its own
  --instructions NAME
                 the vector instructions of quadrille: avx512, avx2, sse2 or scalar [default: the best]
  --runs N       so many runs of each solver, 5 or more [default: 5]
  --write SET    print the lines of a built-in set, for other programs
  --list         print the names of the built-in sets, and what is in them
  --help         print this
";

/// What the arguments ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// To print [`HELP`].
    Help,
    /// To print the names of the built-in sets.
    List,
    /// To print the lines of a built-in set.
    Write(&'static str),
    /// To measure.
    Measure(Args),
}

/// What is measured, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Args {
    /// Names of built-in sets.
    names: Vec<&'static str>,
    /// Files, and how many solutions their puzzles have in all.
    files: Vec<(PathBuf, Option<u64>)>,
    /// Each puzzle is counted up to so many solutions.
    pub limit: u64,
    /// Whether each set is also counted puzzle by puzzle.
    singly: bool,
    /// The vector instructions of quadrille.
    pub instructions: InstructionSet,
    /// So many runs of each solver.
    pub runs: usize,
}

impl Request {
    /// Reads the arguments, without the name of the program.
    ///
    /// # Errors
    /// An unknown option, or a value that is missing or out of range.
    pub fn read(arguments: impl IntoIterator<Item = String>) -> Result<Self, UsageError> {
        let (names, files) = (Vec::new(), Vec::new());
        let mut args = Args {
            names,
            files,
            limit: 2,
            singly: false,
            instructions: InstructionSet::best(),
            runs: FEWEST_RUNS,
        };
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--help" | "-h" => return Ok(Self::Help),
                "--list" => return Ok(Self::List),
                "--write" => return written(arguments.next().as_deref()).map(Self::Write),
                "--limit" => args.limit = limit(arguments.next())?,
                "--instructions" => args.instructions = instructions_of(arguments.next())?,
                "--singly" => args.singly = true,
                "--runs" => args.runs = runs(arguments.next())?,
                option if option.starts_with('-') => return Err(UsageError::unknown(option)),
                _ => args.push(argument),
            }
        }
        Ok(Self::Measure(args))
    }
}

impl Args {
    /// A set or a file.
    fn push(&mut self, argument: String) {
        let total = |(name, total): (&str, &str)| Some((name.into(), total.parse().ok()?));
        match (name(&argument), argument.rsplit_once('=').and_then(total)) {
            (Some(name), _) => self.names.push(name),
            (None, Some((path, total))) => self.files.push((path, Some(total))),
            (None, None) => self.files.push((argument.into(), None)),
        }
    }

    /// The sets: the built-in ones, those of the files, and the single puzzles.
    ///
    /// # Errors
    /// A file that can't be read.
    pub fn sets(&self) -> Result<Vec<Set>, FileError> {
        let everything = self.names.is_empty() && self.files.is_empty();
        let chosen = |name: &&str| everything || self.names.contains(name);
        let names = BUILT_IN.into_iter().map(|(name, _)| name).filter(chosen);
        let mut sets: Vec<_> = names.filter_map(|name| built_in(name, self.limit)).collect();
        for (path, total) in &self.files {
            sets.push(read(path, *total)?);
        }
        if self.singly {
            sets = sets.into_iter().flat_map(|set| [set.clone(), set.singly()]).collect();
        }
        if chosen(&ONE) {
            sets.extend(single());
        }
        Ok(sets)
    }
}

/// The built-in set, or the single puzzles, of this name.
fn name(argument: &str) -> Option<&'static str> {
    let names = BUILT_IN.into_iter().map(|(name, _)| name).chain([ONE]);
    names.into_iter().find(|name| *name == argument)
}

fn written(value: Option<&str>) -> Result<&'static str, UsageError> {
    let set = value.and_then(name).filter(|name| *name != ONE);
    set.ok_or_else(|| UsageError::new("--write takes the name of a built-in set"))
}

fn instructions_of(name: Option<String>) -> Result<InstructionSet, UsageError> {
    let name = name.unwrap_or_default();
    name.parse().map_err(|error: UnknownInstructionSet| UsageError::new(error.to_string()))
}

fn limit(value: Option<String>) -> Result<u64, UsageError> {
    let limit = value.and_then(|value| value.parse().ok()).filter(|limit| *limit > 0);
    limit.ok_or_else(|| UsageError::new("--limit takes a number that is at least 1"))
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

    #[test]
    fn arguments_are_read_wherever_they_stand() {
        let args = args("easy --runs 7 a.txt=12 --limit 100 one --singly b=c b=3");
        assert_eq!(args.names, ["easy", "one"]);
        let files = [("a.txt", Some(12)), ("b=c", None), ("b", Some(3))];
        assert_eq!(args.files, files.map(|(name, total)| (PathBuf::from(name), total)));
        assert_eq!((args.runs, args.limit, args.singly), (7, 100, true));
        assert_eq!(request("easy --help"), Ok(Request::Help));
        assert_eq!(request("--list"), Ok(Request::List));
        assert_eq!(request("--write none"), Ok(Request::Write("none")));
    }

    #[test]
    fn bad_usage_is_refused() {
        let lines =
            ["--runs", "--runs 4", "--limit", "--limit 0", "--write", "--write one", "--fast"];
        for line in lines {
            assert!(request(line).is_err(), "{line}");
        }
    }

    #[test]
    fn sets_are_chosen_and_files_are_added() {
        let puzzles = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles");
        let sets = args(&format!("{puzzles}/lab.txt=12 one")).sets().unwrap();
        assert_eq!(sets.len(), single().len() + 1);
        assert_eq!((sets[0].lines().len(), sets[5].lines().len()), (9, 1));
        assert_eq!((sets[0].title.as_str(), sets[0].total), ("lab", Some(12)));
        let titles = |line: &str| -> Vec<_> {
            args(line).sets().unwrap().into_iter().map(|set| set.title).collect()
        };
        let both = titles(&format!("--singly {puzzles}/lab.txt {puzzles}/lecture.txt"));
        assert_eq!(both, ["lab", "lab; singly", "lecture", "lecture; singly"]);
        assert!(args("eazy").sets().unwrap_err().to_string().starts_with("eazy: "));
    }
}
