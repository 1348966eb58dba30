//! The table of Sudoku: see `benches/README.md`.

use clap::Parser;
use peers::report::{Report, SUDOKU};
use peers::sudokus::args::SudokusArgs;
use peers::sudokus::counters::all;
use peers::sudokus::sets::{BUILT_IN, built_in};
use peers::sudokus::{SINGLE_RUNS, row};
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(&SudokusArgs::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sudokus: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &SudokusArgs) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    if args.list {
        for (name, about) in BUILT_IN {
            writeln!(out, "{name}: {about}")?;
        }
        return Ok(writeln!(out, "one: single puzzles")?);
    }
    if let Some(name) = &args.write {
        let set = built_in(name, args.limit).ok_or("no set has such a name; see --list")?;
        return Ok(write!(out, "{}", set.text)?);
    }
    let mut counters = all(args.instructions).ok_or("this processor has no such instructions")?;
    let sets = args.sets()?;
    let names = sets.iter().map(|set| set.name.as_str());
    let mut report = Report::begin(out, SUDOKU, names, &args.plan)?;
    for set in &sets {
        row(&mut report, &mut counters, set, args.limit)?;
    }
    Ok(report.end(Some(format!("Single puzzles: {SINGLE_RUNS} times as many runs.")))?)
}
