//! The command line: the program and its verbs. Comments here are the help that users read.

use super::deferred::Deferred;
use super::help;
use super::sudoku_help;
use super::verbs::{
    bench::BenchArgs, candidates::CandidatesArgs, canonical::CanonicalFormArgs,
    cheapest::CheapestArgs, check::CheckArgs, compat::CompatArgs, convert::ConvertArgs,
    count::CountArgs, diagram::DiagramArgs, estimate::EstimateArgs, generate::GenerateArgs,
    grid::GridArgs, hunt::HuntArgs, merge::MergeArgs, minimise::MinimiseArgs, prove::ProveArgs,
    rate::RateArgs, redundant::RedundantArgs, resume::ResumeArgs, sample::SampleArgs,
    solve::SolveArgs, split::SplitArgs, symmetries::SymmetriesArgs, trace::TraceArgs,
    unavoidable::UnavoidableArgs, verify::VerifyArgs, work::WorkArgs,
};
use clap::{Parser, Subcommand};
use clap_complete::Shell;

/// Solves, counts and checks exact covers and Sudoku
///
/// An exact cover chooses some of the options of a problem such that each of its items is covered
/// exactly once. A Sudoku is one: its options are the values in the cells.
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
    Solve(Deferred<SolveArgs>),
    /// Prints how many solutions each problem has
    #[command(after_help = help::COUNT)]
    Count(Deferred<CountArgs>),
    /// Prints whether each problem has just one solution
    #[command(after_help = help::CHECK)]
    Check(Deferred<CheckArgs>),
    /// Prints solutions drawn at random, each as likely as any other
    #[command(after_help = help::SAMPLE)]
    Sample(Deferred<SampleArgs>),
    /// Prints which options are in some solution, and in how many
    #[command(after_help = help::CANDIDATES)]
    Candidates(Deferred<CandidatesArgs>),
    /// Prints the cheapest solutions of exact covers whose options have costs
    #[command(after_help = help::CHEAPEST)]
    Cheapest(Deferred<CheapestArgs>),
    /// Prints how large the search tree of each problem is, without searching it
    #[command(after_help = help::ESTIMATE)]
    Estimate(Deferred<EstimateArgs>),
    /// Cuts the search for all solutions of one problem into units, for many computers
    #[command(after_help = help::SPLIT)]
    Split(Deferred<SplitArgs>),
    /// Counts the solutions of units that `split` wrote, and writes a result for each
    #[command(after_help = help::WORK)]
    Work(Deferred<WorkArgs>),
    /// Adds up the results that `work` wrote, and lists those that are missing
    #[command(after_help = help::MERGE)]
    Merge(Deferred<MergeArgs>),
    /// Continues a search from its --checkpoint
    #[command(after_help = help::RESUME)]
    Resume(Deferred<ResumeArgs>),
    /// Writes the decision diagram of all solutions of a problem
    #[command(after_help = help::DIAGRAM)]
    Diagram(Deferred<DiagramArgs>),
    /// Writes a proof of the number of solutions, or of the least cost, of a problem
    #[command(after_help = help::PROVE)]
    Prove(Deferred<ProveArgs>),
    /// Checks a proof, knowing no engine
    #[command(after_help = help::VERIFY)]
    Verify(Deferred<VerifyArgs>),
    /// Prints the symmetries of exact covers: their number, generators and orbits
    #[command(after_help = help::SYMMETRIES)]
    Symmetries(Deferred<SymmetriesArgs>),
    /// Writes the steps of dancing links on one problem, to be read or watched
    #[command(after_help = help::TRACE)]
    Trace(Deferred<TraceArgs>),
    /// Writes problems in another format
    #[command(after_help = help::CONVERT)]
    Convert(Deferred<ConvertArgs>),
    /// Generates random Sudoku puzzles with one solution
    #[command(after_help = sudoku_help::GENERATE)]
    Generate(Deferred<GenerateArgs>),
    /// Generates random solution grids of Sudoku, or counts all of them
    #[command(after_help = sudoku_help::GRID)]
    Grid(Deferred<GridArgs>),
    /// Finds Sudoku puzzles that differ in a few clues from given ones
    #[command(after_help = sudoku_help::HUNT)]
    Hunt(Deferred<HuntArgs>),
    /// Removes redundant clues from Sudoku puzzles
    #[command(after_help = sudoku_help::MINIMISE, visible_alias = "minimize")]
    Minimise(Deferred<MinimiseArgs>),
    /// Prints which clues of Sudoku puzzles are redundant
    #[command(after_help = sudoku_help::REDUNDANT)]
    Redundant(Deferred<RedundantArgs>),
    /// Prints how hard Sudoku puzzles are: five numbers, or the steps of a logical solver
    #[command(after_help = sudoku_help::RATE)]
    Rate(Deferred<RateArgs>),
    /// Prints the minimal unavoidable sets of Sudoku grids
    #[command(after_help = sudoku_help::UNAVOIDABLE)]
    Unavoidable(Deferred<UnavoidableArgs>),
    /// Prints the least of all equivalent forms of Sudoku grids and puzzles
    #[command(after_help = sudoku_help::CANONICAL)]
    Canonical(Deferred<CanonicalFormArgs>),
    /// Solves Sudoku as one of five documents does, and compares the answer with an engine
    #[command(after_help = help::COMPAT)]
    Compat(Deferred<CompatArgs>),
    /// Measures the engines side by side on your files
    #[command(after_help = help::BENCH)]
    Bench(Deferred<BenchArgs>),
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

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_description_of_the_arguments_is_sound() {
        Cli::command().debug_assert();
    }
}
