//! The arguments of the program.

use super::sets::{BUILT_IN, Set, built_in, read, single};
use crate::args::{PlanArgs, file};
use crate::instances::FileError;
use clap::{Parser, value_parser};
use quadrille::sudoku::simd9::InstructionSet;

/// The name of the single puzzles among those of the sets.
const ONE: &str = "one";

/// Count the solutions of many 9x9 Sudoku by quadrille and by other crates, in turn, and print a
/// table of CPU times
#[derive(Parser, Clone, Debug)]
#[command(name = "sudokus")]
pub struct SudokusArgs {
    /// Built-in sets (`one`: single puzzles, each timed alone), and files, whose puzzles have N
    /// solutions in all. Without this, all built-in sets and the single puzzles
    #[arg(value_name = "SET|FILE[=N]")]
    names: Vec<String>,
    /// Count each puzzle up to N solutions
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = value_parser!(u64).range(1..))]
    pub limit: u64,
    /// Pass each puzzle of a set alone as well, in a row of its own
    #[arg(long)]
    singly: bool,
    /// The vector instructions of quadrille: avx512, avx2, sse2 or scalar
    #[arg(long, value_name = "NAME", default_value_t = InstructionSet::best())]
    pub instructions: InstructionSet,
    /// How often each solver runs.
    #[command(flatten)]
    pub plan: PlanArgs,
    /// Print the lines of a built-in set, for other programs
    #[arg(long, value_name = "SET")]
    pub write: Option<String>,
    /// Print the names of the built-in sets, and what is in them
    #[arg(long)]
    pub list: bool,
}

impl SudokusArgs {
    /// The sets: the built-in ones, those of the files, and the single puzzles.
    ///
    /// # Errors
    /// If a file can't be read.
    pub fn sets(&self) -> Result<Vec<Set>, FileError> {
        let is_chosen = |name: &str| self.names.is_empty() || self.names.iter().any(|n| n == name);
        let built_in_names = BUILT_IN.map(|(name, _)| name);
        let names = built_in_names.into_iter().filter(|name| is_chosen(name));
        let mut sets: Vec<_> = names.filter_map(|name| built_in(name, self.limit)).collect();
        let is_file = |name: &&String| *name != ONE && !built_in_names.contains(&name.as_str());
        for (path, total) in self.names.iter().filter(is_file).map(|name| file(name)) {
            sets.push(read(&path, total)?);
        }
        if self.singly {
            sets = sets.into_iter().flat_map(|set| [set.clone(), set.singly()]).collect();
        }
        if is_chosen(ONE) {
            sets.extend(single());
        }
        Ok(sets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instances::puzzle_file;

    fn args(line: &str) -> Result<SudokusArgs, clap::Error> {
        SudokusArgs::try_parse_from(["sudokus"].into_iter().chain(line.split_whitespace()))
    }

    #[test]
    fn arguments_are_read_in_any_order() {
        let args = args("easy --runs 7 a.txt=12 --limit 100 one --singly --instructions scalar");
        let args = args.unwrap();
        assert_eq!(args.names, ["easy", "a.txt=12", "one"]);
        assert_eq!((args.plan.runs, args.limit, args.singly), (7, 100, true));
        assert_eq!(args.instructions, InstructionSet::Scalar);
    }

    #[test]
    fn wrong_usage_is_refused() {
        for line in ["--runs 4", "--limit", "--limit 0", "--write", "--instructions x", "--fast"] {
            assert!(args(line).is_err(), "{line}");
        }
    }

    #[test]
    fn sets_are_chosen_and_files_are_added() {
        let [lab, lecture] = ["lab.txt", "lecture.txt"].map(puzzle_file);
        let (lab, lecture) = (lab.display(), lecture.display());
        let sets = |line: &str| args(line).unwrap().sets();
        let both = sets(&format!("{lab}=12 one")).unwrap();
        assert_eq!(both.len(), single().len() + 1);
        assert_eq!((both[0].lines().len(), both[5].lines().len()), (9, 1));
        assert_eq!((both[0].name.as_str(), both[0].total), ("lab", Some(12)));
        let singly = sets(&format!("--singly {lab} {lecture}")).unwrap();
        let names: Vec<_> = singly.into_iter().map(|set| set.name).collect();
        assert_eq!(names, ["lab", "lab; singly", "lecture", "lecture; singly"]);
        assert!(sets("eazy").unwrap_err().to_string().starts_with("eazy: "));
    }
}
