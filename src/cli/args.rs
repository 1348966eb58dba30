//! The arguments, and the help, which clap makes of this file: comments here are read by users.

use super::bench::BenchArgs;
use super::checkpoint::{CheckpointArgs, OutputArgs, ResumeArgs};
use super::compat::CompatArgs;
use super::counting::{CandidatesArgs, CheapestArgs, DiagramArgs, MemoArgs, SampleArgs, Settings};
use super::engine::EngineArg;
use super::estimate::EstimateArgs;
use super::exit::ExitStyle;
use super::help;
use super::output::Form;
use super::progress::{ProgressArg, Teller};
use super::shards::{MergeArgs, SplitArgs, WorkArgs};
use super::sudoku::{BoxShape, Rules};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use quadrille::sudoku::Geometry;
use quadrille::sudoku::text::{Alphabet, ReadOptions};
use quadrille::{Engine, Reduce};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// Solves, counts and checks exact covers and Sudoku
///
/// An exact cover chooses some of the options of a problem such that each of its items is covered exactly
/// once. A Sudoku is one: its options are the values in the cells.
#[derive(Parser, Debug)]
#[command(name = "quadrille", version, after_help = help::PROGRAM, arg_required_else_help = true)]
#[command(max_term_width = 100)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) verb: Verb,
}

#[derive(Subcommand, Debug)]
pub(super) enum Verb {
    /// Prints a solution of each problem
    #[command(after_help = help::SOLVE)]
    Solve(SolveArgs),
    /// Prints how many solutions each problem has
    #[command(after_help = help::COUNT)]
    Count(CountArgs),
    /// Prints whether each problem has just one solution
    #[command(after_help = help::CHECK)]
    Check(CheckArgs),
    /// Prints solutions drawn at random, each as likely as any other
    #[command(after_help = help::SAMPLE)]
    Sample(SampleArgs),
    /// Prints which options are in some solution, and in how many
    #[command(after_help = help::CANDIDATES)]
    Candidates(CandidatesArgs),
    /// Prints the cheapest solutions of exact covers whose options have costs
    #[command(after_help = help::CHEAPEST)]
    Cheapest(CheapestArgs),
    /// Prints how large the search tree of each problem is, without searching it
    #[command(after_help = help::ESTIMATE)]
    Estimate(EstimateArgs),
    /// Cuts the search for all solutions of one problem into units, for many computers
    #[command(after_help = help::SPLIT)]
    Split(SplitArgs),
    /// Counts the solutions of units that `split` wrote, and writes a result for each
    #[command(after_help = help::WORK)]
    Work(WorkArgs),
    /// Adds up the results that `work` wrote, and tells which are missing
    #[command(after_help = help::MERGE)]
    Merge(MergeArgs),
    /// Goes on with a search that was put aside with --checkpoint
    #[command(after_help = help::RESUME)]
    Resume(ResumeArgs),
    /// Writes the decision diagram of all solutions of a problem
    #[command(after_help = help::DIAGRAM)]
    Diagram(DiagramArgs),
    /// Writes problems in another format
    #[command(after_help = help::CONVERT)]
    Convert(ConvertArgs),
    /// Solves Sudoku as one of five documents does, and holds the answer against an engine
    #[command(after_help = help::COMPAT)]
    Compat(CompatArgs),
    /// Measures the engines side by side on your files
    #[command(after_help = help::BENCH)]
    Bench(BenchArgs),
    /// Prints a script that completes the arguments of this program in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Prints a page of the manual, in roff
    Man {
        /// The command whose page is printed instead of that of the program
        #[arg(value_parser = help::VERBS)]
        command: Option<String>,
    },
}

#[derive(Args, Debug)]
pub(super) struct SolveArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Print up to N solutions of each problem; with costs, the N cheapest
    #[arg(long, value_name = "N", default_value = "1", value_parser = solutions)]
    limit: u64,
    /// Print all solutions of each problem
    #[arg(long, conflicts_with = "limit")]
    all: bool,
    /// How to write solutions
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = form_parser(&SOLVED))]
    to: Form,
    /// The same as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
    #[command(flatten)]
    pub(super) checkpoint: CheckpointArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

impl SolveArgs {
    pub(super) fn limit(&self) -> Option<u64> {
        (!self.all).then_some(self.limit)
    }

    pub(super) fn form(&self) -> Form {
        if self.json { Form::Json } else { self.to }
    }
}

#[derive(Args, Debug)]
pub(super) struct CountArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Count no further than to N, and exit with 3 where there may be more
    #[arg(long, value_name = "N", value_parser = solutions)]
    pub(super) limit: Option<u64>,
    /// Print a JSON object for each problem
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    memo: MemoArgs,
    #[command(flatten)]
    pub(super) checkpoint: CheckpointArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

impl CountArgs {
    /// The first option that is for counts that remember, if one was given.
    pub(super) fn memo_named(&self) -> Option<&'static str> {
        self.memo.named()
    }

    /// Who counts, and how, or why the arguments contradict each other.
    pub(super) fn of_count(&self) -> Result<(EngineArg, Settings), String> {
        let RunArgs { engine, reduce, threads, .. } = self.run;
        let (engine, settings) = self.memo.of_count(engine, reduce.into(), threads.number())?;
        Ok((engine, settings.within(self.run.nodes)))
    }
}

#[derive(Args, Debug)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Print a JSON object for each problem
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

#[derive(Args, Debug)]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// The format to write; dlx is Knuth's, and takes one problem
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = form_parser(&ALL_FORMS))]
    to: Form,
    /// The same as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
    /// Leave out of the exact cover of a Sudoku what its clues decide
    #[arg(long)]
    pub(super) shrink: bool,
    /// Leave out of an exact cover the options that are in no solution, as far as a look ahead shows
    #[arg(long)]
    pub(super) reduce: bool,
    #[command(flatten)]
    pub(super) common: CommonArgs,
}

impl ConvertArgs {
    pub(super) fn form(&self) -> Form {
        if self.json { Form::Json } else { self.to }
    }
}

/// What the verbs take that search.
#[derive(Args, Debug)]
pub(super) struct RunArgs {
    /// How to search; auto takes the fastest engine that can, for 9x9 the lanes, and counts by whatever pays. Cheapest covers
    /// have a search of their own; diagram makes the diagram of all solutions first
    #[arg(long, value_name = "ENGINE", default_value = "auto", value_parser = engines_parser(EngineArg::all()))]
    pub(super) engine: EngineArg,
    /// How far to look for options that are in no solution, before the search
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum)]
    pub(super) reduce: ReduceArg,
    #[command(flatten)]
    pub(super) threads: ThreadsArg,
    /// Stop the search of each problem after about N nodes, print what was found, and exit with 3: the same on every computer.
    /// One thread searches then, and not the lanes, which count none
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,
    /// Tell which engine was at work and why, what it did, and where the time went
    #[arg(long)]
    pub(super) stats: bool,
    /// How to tell how far a search has come, on stderr
    #[arg(long, value_name = "HOW", default_value = "auto", value_enum)]
    progress: ProgressArg,
    /// The seconds between two lines of --progress
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, hide = true)]
    progress_every: Duration,
    /// What the exit code tells
    #[arg(long, value_name = "STYLE", default_value = "usual", value_enum)]
    pub(super) exit_code: ExitStyle,
    #[command(flatten)]
    pub(super) common: CommonArgs,
}

impl RunArgs {
    /// Whether the arguments contradict each other.
    pub(super) fn check(&self) -> Result<(), String> {
        match (self.nodes, self.engine) {
            (Some(_), EngineArg::Lanes) => {
                Err(format!("--nodes is for engines that count nodes, not for {}", self.engine))
            }
            _ => Ok(()),
        }
    }

    /// Who tells how far a search has come.
    pub(super) fn teller(&self) -> Teller {
        Teller::new(self.progress, self.progress_every, self.common.quiet)
    }

    /// Who searches or counts, and how, where nothing else is said of it.
    pub(super) fn settings(&self) -> (EngineArg, Settings) {
        let (method, threads) = (self.engine.method(), self.threads.number());
        (self.engine, Settings::new(method, self.reduce.into(), threads).within(self.nodes))
    }
}

/// How many threads are at work.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct ThreadsArg {
    /// Work with so many threads where that is faster: on many puzzles, one a line, and on long searches. Without this, with
    /// as many as there are cores; the answers are the same, and in the same order
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
}

impl ThreadsArg {
    /// As many as were asked for, or as there are cores.
    pub(super) fn number(self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.unwrap_or_else(cores)
    }

    pub(super) fn is_given(self) -> bool {
        self.threads.is_some()
    }
}

/// How far a problem is reduced before it is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ReduceArg {
    /// Once for each problem or size of Sudoku, for a small part of the time that a long search takes
    Auto,
    /// As far as it goes, for each puzzle
    Always,
    /// Not at all
    Never,
}

impl std::convert::From<ReduceArg> for Reduce {
    fn from(arg: ReduceArg) -> Self {
        match arg {
            ReduceArg::Auto => Self::Auto,
            ReduceArg::Always => Self::Always,
            ReduceArg::Never => Self::Never,
        }
    }
}

/// What all verbs take.
#[derive(Args, Debug)]
pub(super) struct CommonArgs {
    /// Stop after so many seconds, print what was found, and exit with 3
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) timeout: Option<Duration>,
    /// Print no warnings and no totals
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// What is read.
#[derive(Args, Debug)]
pub(super) struct InputArgs {
    /// Files to read; without any, or for `-`, standard input
    #[arg(value_name = "FILES", default_value = "-", hide_default_value = true)]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
}

/// How it is read.
#[derive(Args, Debug)]
pub(super) struct ReadingArgs {
    /// What the files hold
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_enum)]
    pub(super) from: From,
    #[command(flatten)]
    pub(super) sudoku: SudokuArgs,
}

/// What a file may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum From {
    /// Knuth's format if the name ends in .dlx, otherwise what it looks like
    Auto,
    /// Sudoku puzzles, one a line
    Line,
    /// Sudoku puzzles, each a heading and a line for each row
    Euler,
    /// Sudoku puzzles, drawn
    Grid,
    /// Sudoku puzzles in numbers with blanks or commas between them
    Numbers,
    /// An exact cover in Knuth's format: a line with the items, and a line for each option
    Dlx,
}

/// The heading of the options below.
const SUDOKU: &str = "Sudoku";

/// What the text of a Sudoku can't say.
#[derive(Args, Debug)]
pub(super) struct SudokuArgs {
    /// The rules: diagonal has each value once in both long diagonals, too
    #[arg(long, value_name = "NAME", value_enum, help_heading = SUDOKU)]
    variant: Option<Variant>,
    /// The number of rows of all puzzles, 4 to 36, where it is not to be found out
    #[arg(long, value_name = "N", value_parser = size, help_heading = SUDOKU)]
    size: Option<usize>,
    /// The height and width of a box, like 2x3, where it is not as square as can be
    #[arg(long = "box", value_name = "RxC", help_heading = SUDOKU)]
    boxes: Option<BoxShape>,
    /// The signs of the values, where they are not to be found out: 1-9A-G, 0-9a-f, A-P, or 1-16 for numbers
    #[arg(long, value_name = "SIGNS", help_heading = SUDOKU)]
    alphabet: Option<Alphabet>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Variant {
    Diagonal,
}

impl SudokuArgs {
    /// Whether the arguments say that there are Sudoku puzzles.
    pub(super) fn is_given(&self) -> bool {
        let Self { variant, size, boxes, alphabet } = self;
        variant.is_some() || size.is_some() || boxes.is_some() || alphabet.is_some()
    }

    /// Whether the diagonals count.
    pub(super) fn is_diagonal(&self) -> bool {
        self.variant.is_some()
    }

    /// The rules of all puzzles, or why the arguments contradict each other.
    pub(super) fn rules(&self) -> Result<Rules, String> {
        let Self { size, boxes, alphabet, .. } = *self;
        let sizes = [
            size.map(|size| (size, format!("--size {size}"))),
            boxes.map(|boxes| (boxes.size(), format!("--box {boxes}"))),
            alphabet.map(|alphabet| (alphabet.size(), format!("--alphabet {alphabet}"))),
        ];
        let mut said = sizes.iter().flatten();
        if let Some((first, by)) = said.next()
            && let Some((second, against)) = said.find(|(size, _)| size != first)
        {
            return Err(format!(
                "{by} and {against} contradict each other: {first} values, and {second}"
            ));
        }
        let size = sizes.iter().flatten().next().map(|(size, _)| *size);
        let rules = Rules { boxes, diagonal: self.is_diagonal() };
        if let Some(size) = size {
            rules.geometry(size).map_err(|error| error.to_string())?;
        }
        Ok(rules)
    }

    /// What a reader needs to know. The size of the boxes and of the alphabet agree with that of the grid.
    pub(super) fn read_options(&self) -> ReadOptions {
        let mut options = ReadOptions::new();
        if let Some(size) = self.size.or(self.boxes.map(BoxShape::size)) {
            options = options.size(size);
        }
        if let Some(alphabet) = self.alphabet {
            options = options.alphabet(alphabet);
        }
        options
    }
}

/// The forms in which there are solutions.
pub(super) const SOLVED: [Form; 3] = [Form::Line, Form::Grid, Form::Json];

/// The forms in which there are problems.
const ALL_FORMS: [Form; 4] = [Form::Line, Form::Grid, Form::Dlx, Form::Json];

/// Takes some of the forms.
pub(super) fn form_parser(forms: &[Form]) -> impl TypedValueParser<Value = Form> + use<> {
    let values: Vec<_> = forms.iter().filter_map(ValueEnum::to_possible_value).collect();
    PossibleValuesParser::new(values).try_map(|name| Form::from_str(&name, false))
}

/// Takes these engines.
pub(super) fn engines_parser(
    engines: impl Iterator<Item = EngineArg>,
) -> impl TypedValueParser<Value = EngineArg> {
    PossibleValuesParser::new(engines.map(EngineArg::name))
        .try_map(|name| name.parse::<EngineArg>())
}

/// Takes the engines of exact covers.
pub(super) fn cover_engine_parser() -> impl TypedValueParser<Value = Engine> {
    let names = Engine::ALL.map(Engine::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Engine>())
}

pub(super) fn solutions(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) => {
            Err("nothing is to be searched for up to no solution: expected 1 or more".to_owned())
        }
        Ok(limit) => Ok(limit),
        Err(_) => Err("expected a number of solutions, 1 or more".to_owned()),
    }
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=1024).contains(threads));
    threads.ok_or_else(|| "expected a number of threads, 1 to 1024".to_owned())
}

fn size(text: &str) -> Result<usize, String> {
    let size = text.parse().map_err(|_| "expected a number from 4 to 36".to_owned())?;
    Geometry::of_size(size).map(|_| size).map_err(|error| error.to_string())
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a number of seconds above 0, like 2.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_description_of_the_arguments_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn numbers_are_checked() {
        assert_eq!(solutions("2"), Ok(2));
        assert_eq!(size("16"), Ok(16));
        assert_eq!((threads("1"), threads("1024")), (Ok(1), Ok(1024)));
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for text in ["0", "-1", "1.5", "", "x"] {
            assert!(solutions(text).is_err(), "{text}");
            assert!(size(text).is_err(), "{text}");
            assert!(threads(text).is_err(), "{text}");
        }
        for text in ["0", "-1", "", "x", "nan", "inf", "1e300"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
