//! The arguments of the program, and those that both programs have.

use crate::instances::{FileError, Instance, built_in, read};
use clap::{Args, Parser, value_parser};
use std::path::PathBuf;
use std::time::Duration;

/// Solve the same instances by quadrille and by other crates, in turn, and print a table of CPU
/// times
#[derive(Parser, Clone, Debug)]
#[command(name = "peers")]
pub struct PeersArgs {
    /// Words in the names of built-in instances (`all`: all of them), and files: exact covers
    /// (.dlx) and 9x9 Sudoku (.txt), of which each has N solutions. Without this, all built-in
    /// instances
    #[arg(value_name = "WORD|FILE[=N]")]
    names: Vec<String>,
    /// How often each solver runs.
    #[command(flatten)]
    pub plan: PlanArgs,
    /// Run each of quadrille's engines as well
    #[arg(long)]
    pub engines: bool,
    /// Print the names of the built-in instances
    #[arg(long)]
    pub list: bool,
}

/// How often each solver runs.
#[derive(Args, Clone, Debug)]
pub struct PlanArgs {
    /// The number of runs of each solver, of which the median counts
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u32).range(5..=1000))]
    pub runs: u32,
    /// Run a solver only once whose first run takes longer
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    pub cut: Duration,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let cut = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    cut.ok_or_else(|| "expected a number of seconds".to_owned())
}

/// A file, with the count N of `FILE=N`.
pub(crate) fn file(argument: &str) -> (PathBuf, Option<u64>) {
    let counted = argument.rsplit_once('=').and_then(|(path, n)| Some((path, n.parse().ok()?)));
    counted.map_or((argument.into(), None), |(path, count)| (path.into(), Some(count)))
}

impl PeersArgs {
    /// The instances, those of the files last.
    ///
    /// # Errors
    /// If a file can't be read.
    pub fn instances(&self) -> Result<Vec<Instance>, FileError> {
        let (mut words, mut files) = (Vec::new(), Vec::new());
        for name in &self.names {
            let (path, known) = file(name);
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("dlx" | "txt") => files.push((path, known)),
                _ => words.push(name.as_str()),
            }
        }
        let mut instances = built_in();
        instances.retain(|instance| {
            let is_chosen = |word: &&str| *word == "all" || instance.name.contains(word);
            self.names.is_empty() || words.iter().any(is_chosen)
        });
        for (path, known) in files {
            instances.extend(read(&path, known)?);
        }
        Ok(instances)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instances::puzzle_file;

    fn args(line: &str) -> Result<PeersArgs, clap::Error> {
        PeersArgs::try_parse_from(["peers"].into_iter().chain(line.split_whitespace()))
    }

    fn names(line: &str) -> Vec<String> {
        args(line).unwrap().instances().unwrap().into_iter().map(|instance| instance.name).collect()
    }

    #[test]
    fn options_are_read_in_any_order() {
        let args = args("queens --runs 7 --engines a.dlx=12 --cut 0.5 b.txt").unwrap();
        assert_eq!(args.names, ["queens", "a.dlx=12", "b.txt"]);
        assert_eq!((args.plan.runs, args.plan.cut), (7, Duration::from_millis(500)));
        assert!(args.engines && !args.list);
        let files = ["a.dlx=12", "b.txt", "c=d.dlx", "e=3=4"].map(file);
        let expected = [("a.dlx", Some(12)), ("b.txt", None), ("c=d.dlx", None), ("e=3", Some(4))];
        assert_eq!(files, expected.map(|(path, count)| (PathBuf::from(path), count)));
    }

    #[test]
    fn wrong_usage_is_refused() {
        for line in ["--runs", "--runs 4", "--runs x", "--cut", "--cut=-1", "--cut x", "--fast"] {
            assert!(args(line).is_err(), "{line}");
        }
    }

    #[test]
    fn words_choose_and_files_are_added() {
        assert_eq!(names("queens8 langford7"), ["queens8", "langford7"]);
        assert_eq!(names(""), names("all"));
        let toy = puzzle_file("toy.dlx").display().to_string();
        assert_eq!(names(&toy), ["toy"]);
        assert_eq!(names(&format!("{toy}=1 queens8")), ["queens8", "toy"]);
        assert!(args("no-such-file.dlx").unwrap().instances().is_err());
    }
}
