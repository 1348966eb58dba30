//! The start of the process: the program on problems that need next to no search.
//!
//! ```text
//! cargo bench -p quadrille-cli --bench start
//! ```
//!
//! `version` is what no run can do without: the system starts the process, and the arguments are
//! read. The first run is compared with the expected output.

use criterion::{Criterion, criterion_group, criterion_main};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

const PUZZLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../puzzles");

/// An easy puzzle.
const EASY: &str =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..\n";

/// Runs the program once. Returns its output.
fn run(arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quadrille"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = command.spawn().expect("the program is started");
    let mut stdin = process.stdin.take().expect("it is a pipe");
    // A run that reads a file can end before it takes its input.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = process.wait_with_output().expect("the program ends");
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

fn start(criterion: &mut Criterion) {
    let toy = format!("{PUZZLES}/toy.dlx");
    let version = concat!("quadrille ", env!("CARGO_PKG_VERSION"), "\n");
    let mut group = criterion.benchmark_group("start");
    group.measurement_time(Duration::from_secs(3)).warm_up_time(Duration::from_secs(1));
    for (name, arguments, input, expected) in [
        ("version", &["--version"][..], "", version),
        ("count-toy", &["count", &toy], "", "1\n"),
        ("check-puzzle", &["check"], EASY, "unique\n"),
    ] {
        assert_eq!(run(arguments, input), expected, "{name}");
        group.bench_function(name, |b| b.iter(|| run(arguments, input)));
    }
    group.finish();
}

criterion_group!(benches, start);
criterion_main!(benches);
