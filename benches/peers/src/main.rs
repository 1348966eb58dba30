//! The table: see `benches/README.md`.

use clap::Parser;
use peers::args::PeersArgs;
use peers::instances::built_in;
use peers::peers::{all, benchmark, engines};
use peers::report::{COVERS, Report};
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(&PeersArgs::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peers: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &PeersArgs) -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    if args.list {
        let names: Vec<_> = built_in().into_iter().map(|instance| instance.name + "\n").collect();
        return Ok(write!(out, "{}", names.concat())?);
    }
    let instances = args.instances()?;
    if instances.is_empty() {
        return Err("no instance has such a name; see --list".into());
    }
    let mut solvers = all();
    if args.engines {
        solvers.splice(1..1, engines());
    }
    let names = instances.iter().map(|instance| instance.name.as_str());
    let mut report = Report::begin(out, COVERS, names, &args.plan)?;
    for instance in &instances {
        let benchmarks = solvers.iter().map(|solver| benchmark(solver.as_ref(), &instance.task));
        report.row(instance.subject(), benchmarks.collect(), 1)?;
    }
    Ok(report.end(None)?)
}
