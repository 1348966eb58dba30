//! The command line: a client of the public API of the library.
//!
//! ```text
//! cli ── verbs: a file or a directory for each verb
//!          │
//!         run ── input ── pool: several threads for many puzzles
//!                   │       │
//!                  handler: what a verb does with a record (`search`, `diagrams`, `convert` ...)
//!                   │
//!                 report ── backend: the 9x9 solver, an engine, a memo
//!                   │
//!                 session ── output (stdout), messages (stderr), totals ── exit
//! ```
//!
//! `search` is the handler of `solve`, `count` and `check`; `simd9` answers 9x9 puzzles in batches;
//! `diagrams` serves the verbs that need the diagram of all solutions, and `up_to` answers `solve`
//! and `count` up to symmetry. `checkpoint` resumes
//! searches, and `units` divides one search among many computers. `stop` ends a run at its timeout
//! and on signals.
//!
//! Errors of records become records and messages. The errors that functions return are those of
//! stdout, and end the run.

mod args;
mod backend;
mod bar;
mod best_solutions;
mod byte_size;
mod certificate_file;
mod checkpoint;
mod choice;
mod cli;
mod clue_range;
mod diagrams;
mod encodings;
mod engine;
mod exit;
mod failure;
mod file_names;
mod generation;
mod handler;
mod hashing;
mod help;
mod input;
mod item_rules;
mod json;
mod jsonl;
mod known_classes;
mod message;
mod number;
mod ordered_output;
mod output;
mod parallel;
mod picture_sheet;
mod pool;
mod problem_input;
mod progress;
mod puzzle_verb;
mod random;
mod replaced_file;
mod report;
mod run;
mod search;
mod session;
mod settings;
mod simd9;
mod solvers;
mod stats;
mod stop;
mod subject;
mod subject_picture;
mod sudoku_help;
mod tally;
mod unique_solutions;
mod units;
mod up_to;
mod verbs;
mod whole_file;

use clap::{CommandFactory, Parser};
use cli::{Cli, Verb};
use exit::Exit;
use std::io::{self, Write};
use std::process::ExitCode;
use verbs::{
    bench, candidates, canonical, cheapest, check, compat, convert, count, diagram, estimate,
    generate, grid, hunt, manual, merge, minimise, prove, rate, redundant, resume, sample, solve,
    split, symmetries, trace, unavoidable, verify, work,
};

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => dispatch(&cli.verb).into(),
        Err(error) => usage(&error).into(),
    }
}

/// Prints a usage error, or the help or version that was asked for.
fn usage(error: &clap::Error) -> Exit {
    let printed = error.print().and_then(|()| io::stdout().flush());
    if error.use_stderr() { Exit::Bad } else { exit::of_output(printed) }
}

fn dispatch(verb: &Verb) -> Exit {
    match verb {
        Verb::Solve(args) => solve::run(args),
        Verb::Count(args) => count::run(args),
        Verb::Check(args) => check::run(args),
        Verb::Sample(args) => sample::run(args),
        Verb::Candidates(args) => candidates::run(args),
        Verb::Cheapest(args) => cheapest::run(args),
        Verb::Estimate(args) => estimate::run(args),
        Verb::Split(args) => split::split(args),
        Verb::Work(args) => work::work(args),
        Verb::Merge(args) => merge::merge(args),
        Verb::Resume(args) => resume::resume(args),
        Verb::Diagram(args) => diagram::run(args),
        Verb::Prove(args) => prove::run(args),
        Verb::Symmetries(args) => symmetries::run(args),
        Verb::Trace(args) => trace::run(args),
        Verb::Convert(args) => convert::run(args),
        Verb::Generate(args) => generate::run(args),
        Verb::Grid(args) => grid::run(args),
        Verb::Hunt(args) => hunt::run(args),
        Verb::Minimise(args) => minimise::run(args),
        Verb::Redundant(args) => redundant::run(args),
        Verb::Rate(args) => rate::run(args),
        Verb::Unavoidable(args) => unavoidable::run(args),
        Verb::Canonical(args) => canonical::run(args),
        Verb::Compat(args) => compat::run(args),
        Verb::Bench(args) => bench::run(args),
        Verb::Verify(args) => verify::run(args),
        Verb::Completions { shell } => manual::completions(*shell, Cli::command()),
        Verb::Man { command } => manual::man(command.as_deref(), Cli::command()),
    }
}
