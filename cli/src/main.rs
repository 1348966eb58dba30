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
mod claim_record;
mod cli;
mod closed_output;
mod clue_range;
mod deferred;
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
mod sudoku_args;
mod sudoku_help;
mod tally;
mod tied_input;
mod unique_solutions;
mod units;
mod up_to;
mod verbs;
mod whole_file;

use clap::{CommandFactory, Parser};
use cli::{Cli, Verb};
use deferred::Deferred;
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
    if error.use_stderr() {
        // There is nowhere to report that it can't be printed.
        let _ = error.print();
        return Exit::Bad;
    }
    let printed = closed_output::check().and_then(|()| error.print());
    exit::of_output(printed.and_then(|()| io::stdout().flush()))
}

fn dispatch(verb: &Verb) -> Exit {
    match verb {
        Verb::Solve(Deferred(args)) => solve::run(args),
        Verb::Count(Deferred(args)) => count::run(args),
        Verb::Check(Deferred(args)) => check::run(args),
        Verb::Sample(Deferred(args)) => sample::run(args),
        Verb::Candidates(Deferred(args)) => candidates::run(args),
        Verb::Cheapest(Deferred(args)) => cheapest::run(args),
        Verb::Estimate(Deferred(args)) => estimate::run(args),
        Verb::Split(Deferred(args)) => split::split(args),
        Verb::Work(Deferred(args)) => work::work(args),
        Verb::Merge(Deferred(args)) => merge::merge(args),
        Verb::Resume(Deferred(args)) => resume::resume(args),
        Verb::Diagram(Deferred(args)) => diagram::run(args),
        Verb::Prove(Deferred(args)) => prove::run(args),
        Verb::Symmetries(Deferred(args)) => symmetries::run(args),
        Verb::Trace(Deferred(args)) => trace::run(args),
        Verb::Convert(Deferred(args)) => convert::run(args),
        Verb::Generate(Deferred(args)) => generate::run(args),
        Verb::Grid(Deferred(args)) => grid::run(args),
        Verb::Hunt(Deferred(args)) => hunt::run(args),
        Verb::Minimise(Deferred(args)) => minimise::run(args),
        Verb::Redundant(Deferred(args)) => redundant::run(args),
        Verb::Rate(Deferred(args)) => rate::run(args),
        Verb::Unavoidable(Deferred(args)) => unavoidable::run(args),
        Verb::Canonical(Deferred(args)) => canonical::run(args),
        Verb::Compat(Deferred(args)) => compat::run(args),
        Verb::Bench(Deferred(args)) => bench::run(args),
        Verb::Verify(Deferred(args)) => verify::run(args),
        Verb::Completions { shell } => manual::completions(*shell, Cli::command()),
        Verb::Man { command } => manual::man(command.as_deref(), Cli::command()),
    }
}
