//! The table: see `benches/README.md`.

use peers::args::{Args, HELP, Request};
use peers::instances::built_in;
use peers::peers::{all, engines};
use peers::table::Table;
use peers::timing::measure;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peers: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    match Request::read(std::env::args().skip(1))? {
        Request::Help => write!(out, "{HELP}")?,
        Request::List => {
            for instance in built_in() {
                writeln!(out, "{}", instance.name)?;
            }
        }
        Request::Measure(args) => table(&args, &mut out)?,
    }
    Ok(())
}

fn table(args: &Args, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let instances = args.instances()?;
    if instances.is_empty() {
        return Err("no instance has such a name; see --list".into());
    }
    let mut solvers = all();
    if args.engines {
        solvers.splice(1..1, engines());
    }
    let mut table = Table::new(&solvers, args.rounds);
    write!(out, "{}", table.head())?;
    for instance in &instances {
        eprintln!("{} ...", instance.title);
        let timings = measure(instance, &solvers, args.rounds)?;
        write!(out, "{}", table.push(instance, timings))?;
    }
    write!(out, "\n{}", table.notes())?;
    Ok(())
}
