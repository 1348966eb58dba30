//! The table of Sudoku: see `benches/README.md`.

use peers::sudokus::args::{Args, HELP, Request};
use peers::sudokus::counters::all;
use peers::sudokus::sets::{BUILT_IN, built_in};
use peers::sudokus::table::Table;
use peers::sudokus::timing::measure;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("sudokus: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    match Request::read(std::env::args().skip(1))? {
        Request::Help => write!(out, "{HELP}")?,
        Request::List => {
            for (name, about) in BUILT_IN {
                writeln!(out, "{name}: {about}")?;
            }
            writeln!(out, "one: single puzzles")?;
        }
        Request::Write(name) => {
            let set = built_in(name, 2).ok_or("no set has such a name; see --list")?;
            write!(out, "{}", set.text)?;
        }
        Request::Measure(args) => table(&args, &mut out)?,
    }
    Ok(())
}

fn table(args: &Args, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut counters = all(args.instructions).ok_or("this processor has no such instructions")?;
    let table = Table::new(&counters);
    let sets = args.sets()?;
    write!(out, "{}", table.head())?;
    for set in &sets {
        eprintln!("{} ...", set.title);
        let times = measure(&mut counters, set, args.limit, args.runs)?;
        write!(out, "{}", table.row(&set.title, set.lines().len(), &times))?;
    }
    write!(out, "\n{}", Table::notes(args.limit, args.runs))?;
    Ok(())
}
